# cython: boundscheck=False, wraparound=False, cdivision=True
"""Seeded deals of the three games in C, and random games by the million."""
from libc.stdint cimport uint64_t

from bits cimport bit, popcount, suit_mask
from quick cimport Quick, quick_below, quick_member
from tricorn._rassi cimport FREE, HAND, HIGH, OVER as RASSI_OVER, PLAY as RASSI_PLAY, in_all_suits, rassi_do, rassi_legal
from tricorn._rng cimport Rng, rng_next, rng_seed
from tricorn._ruffe cimport DISCARD, ruffe_begin, ruffe_discard
from tricorn._state cimport MOST_SEATS, RASSI, RUFFE, RUSSI, Cards, Rassi, Ruffe, Russi, State, ruffe_run_out, russi_run_out

cdef enum:
    GAMES = 0x47414D45  # purpose of the streams of random games


cdef void shuffle(unsigned char* pack, int cards, Quick* rng) noexcept nogil:
    cdef int i, j
    cdef unsigned char card
    for i in range(cards):
        pack[i] = i
    for i in range(cards - 1, 0, -1):
        j = quick_below(rng, i + 1)
        card = pack[i]
        pack[i] = pack[j]
        pack[j] = card


cdef uint64_t taken_from(const unsigned char* pack, int count) noexcept nogil:
    cdef uint64_t out = 0
    cdef int i
    for i in range(count):
        out |= bit(pack[i])
    return out


cdef void deal_russi(Russi* game, Quick* rng) noexcept nogil:
    cdef unsigned char pack[52]
    cdef int seat, i
    shuffle(pack, 52, rng)
    for seat in range(2):
        game.down[seat] = taken_from(pack + 26 * seat, 9)
        game.up[seat] = game.cover[seat] = taken_from(pack + 26 * seat + 9, 9)
        game.hand[seat] = taken_from(pack + 26 * seat + 18, 8)
        game.taken[seat] = 0
        for i in range(9):
            game.under[pack[26 * seat + 9 + i]] = pack[26 * seat + i]
    game.leader = 0
    game.led = -1


cdef void deal_ruffe(Ruffe* game, Quick* rng) noexcept nogil:
    cdef unsigned char pack[52]
    cdef int seat
    shuffle(pack, 52, rng)
    game.options.seats = 4
    game.options.hand_size = 12
    game.options.follow = 0
    game.options.par_dealt = game.options.show_suit = game.options.tie_eldest = game.options.unclaimed_out = True
    for seat in range(4):
        game.dealt[seat] = taken_from(pack + 12 * seat, 12)
        game.side[seat] = seat & 1
    game.head = taken_from(pack + 48, 4)
    game.turn_up = pack[48]
    game.dead = 0
    game.dealer = 0
    ruffe_begin(game)


cdef void deal_rassi(Rassi* game, int seats, Quick* rng) noexcept nogil:
    cdef unsigned char pack[54]
    cdef int seat, i, size = 54 if seats == 9 else 52
    shuffle(pack, size, rng)
    game.seats = seats
    for seat in range(seats):
        game.hand[seat] = taken_from(pack + HAND * seat, HAND)
        game.multiplier[seat] = 1
        game.changed[seat] = 0
    game.stock_size = size - HAND * seats
    for i in range(game.stock_size):
        game.stock[i] = pack[HAND * seats + i]
    game.drawn = game.asked = game.laid = game.high = game.holder = game.tied = game.dealer = 0
    game.size = HAND
    game.others = game.anyone = game.optional = game.all_pay = False
    game.leader = game.turn = 1
    game.phase = FREE if game.stock_size >= HAND else RASSI_PLAY


cdef void deal_state(State* state, int game, int seats, Quick* rng) noexcept nogil:
    cdef uint64_t plain, four = 0
    cdef int seat, rank
    state.gone = 0
    for seat in range(4):
        state.lacks[seat] = 0
    if game == RUSSI:
        deal_russi(&state.of.russi, rng)
    elif game == RUFFE:
        deal_ruffe(&state.of.ruffe, rng)
        if state.of.ruffe.phase == DISCARD:
            plain = state.of.ruffe.hand[state.of.ruffe.taker] & ~suit_mask(state.of.ruffe.trump)
            if popcount(plain) < 4:
                plain = state.of.ruffe.hand[state.of.ruffe.taker]
            rank = 0
            while popcount(four) < 4:
                four |= first_of(plain & ~four & in_all_suits((<uint64_t>1) << rank), 4 - popcount(four))
                rank += 1
            ruffe_discard(&state.of.ruffe, four)
    else:
        deal_rassi(&state.of.rassi, seats, rng)
        state.of.rassi.phase = RASSI_PLAY
        if seats < 9:
            state.gone = (<uint64_t>3) << 52
        for seat in range(MOST_SEATS):
            state.low[seat] = 2
            state.top[seat] = HIGH


cdef inline uint64_t first_of(uint64_t cards, int count) noexcept nogil:
    # The lowest so many members.
    cdef uint64_t out = 0
    while cards and count:
        out |= cards & (~cards + 1)
        cards &= cards - 1
        count -= 1
    return out


# Random games from the deal to the last card.

cdef int random_ruffe(Ruffe* game, Quick* rng) noexcept nogil:
    # The taker throws four cards away at random.
    cdef int plies = 0, card
    cdef uint64_t held, four = 0
    deal_ruffe(game, rng)
    if game.phase == DISCARD:
        held = game.hand[game.taker]
        while popcount(four) < 4:
            card = quick_member(rng, held)
            held ^= bit(card)
            four |= bit(card)
        ruffe_discard(game, four)
        plies = 1
    return plies + ruffe_run_out(game, rng)


cdef int random_rassi(Rassi* game, int seats, Quick* rng) noexcept nogil:
    # With the exchanges, each seat that is asked changing or keeping at random.
    cdef int plies = 0
    deal_rassi(game, seats, rng)
    while game.phase != RASSI_OVER:
        rassi_do(game, quick_member(rng, rassi_legal(game)))
        plies += 1
    return plies


def random_games(int game, seed, first, int count, int seats=4):
    """Deals and plays `count` random games, numbers `first` onward of the stream: (plies, a checksum of the results).

    Args:
        game: 0 Russi, 1 Ruffe (four in pairs), 2 Rassi.
        seats: Rassi: 2 to 9.

    >>> random_games(0, 1, 0, 10)[0]
    520
    """
    cdef Cards deal
    cdef Rng rng
    cdef Quick quick
    cdef uint64_t key = seed, number = first, plies = 0, sum_ = 0
    cdef int i
    if not RUSSI <= game <= RASSI or not 2 <= seats <= MOST_SEATS:
        raise ValueError(f"game {game}, {seats} seats: not a game")
    with nogil:
        for i in range(count):
            rng_seed(&rng, key, number + i, GAMES)
            quick.state = rng_next(&rng)
            if game == RUSSI:
                deal_russi(&deal.russi, &quick)
                plies += russi_run_out(&deal.russi, &quick)
                sum_ += deal.russi.taken[0]
            elif game == RUFFE:
                plies += random_ruffe(&deal.ruffe, &quick)
                sum_ += deal.ruffe.taken[0]
            else:
                plies += random_rassi(&deal.rassi, seats, &quick)
                sum_ += deal.rassi.high
    return plies, sum_
