# cython: boundscheck=False, wraparound=False, cdivision=True
"""The play of the three games behind one table of functions."""
from libc.stdint cimport int32_t, int64_t, uint64_t

from bits cimport bit, lowest, popcount, suit_mask
from check cimport check
from quick cimport Quick, quick_member, quick_next
from tricorn._fast cimport rassi_choose, rassi_scores, ruffe_choose, ruffe_scores, russi_choose, russi_scores
from tricorn._rassi cimport OVER as RASSI_OVER, height, in_all_suits, ranks_of, rassi_do, rassi_legal
from tricorn._ruffe cimport OVER as RUFFE_OVER, PLAY as RUFFE_PLAY, ruffe_play, ruffe_playable, ruffe_turn
from tricorn._russi cimport russi_legal, russi_over, russi_play, russi_turn

# Russi

cdef int russi_seat(const State* state) noexcept nogil:
    return -1 if russi_over(&state.of.russi) else russi_turn(&state.of.russi)


cdef uint64_t russi_actions(const State* state) noexcept nogil:
    return russi_legal(&state.of.russi)


cdef int russi_act(State* state, int card) noexcept nogil:
    cdef int seat = russi_turn(&state.of.russi), turned = 0
    if state.of.russi.led >= 0 and card // 13 != state.of.russi.led // 13:
        state.lacks[seat] |= 1 << state.of.russi.led // 13
    if state.of.russi.cover[seat] & bit(card):
        turned = 1 + state.of.russi.under[card]
    russi_play(&state.of.russi, card)
    return turned


cdef void russi_look(const State* state, RussiSight* out) noexcept nogil:
    cdef int seat = russi_turn(&state.of.russi), other = 1 - seat, suit
    out.hand = state.of.russi.hand[seat]
    out.up = state.of.russi.up[seat]
    out.cover = state.of.russi.cover[seat]
    out.his_up = state.of.russi.up[other]
    out.unseen = state.of.russi.hand[other] | state.of.russi.down[0] | state.of.russi.down[1]
    out.candidates = out.unseen
    for suit in range(4):
        if state.lacks[other] >> suit & 1:
            out.candidates &= ~suit_mask(suit)
    out.his_hand = popcount(state.of.russi.hand[other])
    out.led = state.of.russi.led


cdef int russi_fast(const State* state, const int32_t* weights) noexcept nogil:
    cdef RussiSight sight
    russi_look(state, &sight)
    return russi_choose(&sight, weights)


cdef int russi_rate(const State* state, const int32_t* weights, int* action, int64_t* score) noexcept nogil:
    cdef RussiSight sight
    russi_look(state, &sight)
    return russi_scores(&sight, weights, action, score)


cdef void russi_random(State* state, Quick* rng) noexcept nogil:
    russi_run_out(&state.of.russi, rng)


cdef int russi_run_out(Russi* game, Quick* rng) noexcept nogil:
    # The rules of `russi_play` once more, whole tricks at a time; one word of the generator serves a trick (see `nth_card`).
    cdef int leader, other, led, reply, plies = 0
    cdef uint64_t dice, cards, follow
    if game.led >= 0:
        russi_play(game, quick_member(rng, russi_legal(game)))
        plies = 1
    leader = game.leader
    while True:
        cards = game.hand[leader] | game.up[leader]
        if not cards:
            game.leader = leader
            return plies
        dice = quick_next(rng)
        other = 1 - leader
        led = nth_card(cards, dice & 0xFFFF)
        lay(game, leader, led)
        cards = game.hand[other] | game.up[other]
        follow = cards & suit_mask(led // 13)
        reply = nth_card(follow if follow else cards, dice >> 48)
        lay(game, other, reply)
        if follow and reply > led:
            leader = other
        game.taken[leader] += 1
        plies += 2


cdef inline void lay(Russi* game, int seat, int card) noexcept nogil:
    # The card leaves hand or table, and turns up what it covered.
    cdef uint64_t played = bit(card), turned
    game.hand[seat] &= ~played
    game.up[seat] &= ~played
    if game.cover[seat] & played:
        turned = bit(game.under[card])
        game.cover[seat] ^= played
        game.down[seat] ^= turned
        game.up[seat] |= turned


cdef inline int nth_card(uint64_t cards, uint64_t dice) noexcept nogil:
    # A member of the set, chosen by 16 random bits: none is favoured by more than 2**-11.
    cdef int n = <int>(dice * popcount(cards) >> 16)
    while n:
        cards &= cards - 1
        n -= 1
    return lowest(cards)


cdef int russi_left(const State* state) noexcept nogil:
    cdef int other = 1 - state.of.russi.leader
    return popcount(state.of.russi.hand[other] | state.of.russi.up[other] | state.of.russi.down[other])


cdef int russi_seats(const State* state) noexcept nogil:
    return 2


cdef int own_side(const State* state, int seat) noexcept nogil:
    return seat


cdef void russi_count(const State* state, int* out) noexcept nogil:
    out[0] = state.of.russi.taken[0]
    out[1] = state.of.russi.taken[1]


# Ruffe

cdef int ruffe_seat(const State* state) noexcept nogil:
    return ruffe_turn(&state.of.ruffe)


cdef uint64_t ruffe_actions(const State* state) noexcept nogil:
    return ruffe_playable(&state.of.ruffe)


cdef int ruffe_act(State* state, int card) noexcept nogil:
    # What a play shows, as the table in the rules has it: the suit led is lacking, unless trumps may be played anyway;
    # and trumps are, where they had to be played.
    cdef const Ruffe* game = &state.of.ruffe
    cdef int led, seat, suit = card // 13
    if game.on_table:
        led = game.table[0] // 13
        seat = ruffe_turn(game)
        if suit != led:
            if suit != game.trump:
                state.lacks[seat] |= 1 << led
                if game.options.follow != 2 and game.trump >= 0:
                    state.lacks[seat] |= 1 << game.trump
            elif game.options.follow != 1:
                state.lacks[seat] |= 1 << led
    ruffe_play(&state.of.ruffe, card)
    return 0


cdef void ruffe_look(const State* state, RuffeSight* out) noexcept nogil:
    cdef const Ruffe* game = &state.of.ruffe
    cdef int seat = ruffe_turn(game), other, i, win = 0, seats = game.options.seats
    cdef uint64_t unseen = game.thrown | game.head | game.dead
    if game.taker == seat:
        unseen ^= game.thrown
    elif game.taker < 0 and game.turn_up >= 0:
        unseen &= ~bit(game.turn_up)
    for other in range(seats):
        if other != seat:
            unseen |= game.hand[other]
    out.hand = game.hand[seat]
    out.legal = ruffe_playable(game)
    out.unseen = unseen
    out.trump = game.trump
    out.laid = game.on_table
    out.best = out.suit = -1
    out.ours = False
    if game.on_table:
        for i in range(1, game.on_table):
            if game.table[i] // 13 == game.table[win] // 13:
                if game.table[i] > game.table[win]:
                    win = i
            elif game.table[i] // 13 == game.trump:
                win = i
        out.best = game.table[win]
        out.suit = game.table[0] // 13
        other = game.leader + win
        out.ours = game.side[other if other < seats else other - seats] == game.side[seat]
    out.foes = 0
    out.friend_void = -1
    for i in range(1, seats - game.on_table):
        other = seat + i
        if other >= seats:
            other -= seats
        if game.side[other] == game.side[seat]:
            if out.friend_void < 0:  # of two partners to come, the next
                out.friend_void = state.lacks[other]
        else:
            out.foe_void[out.foes] = state.lacks[other]
            out.foes += 1


cdef int ruffe_fast(const State* state, const int32_t* weights) noexcept nogil:
    cdef RuffeSight sight
    ruffe_look(state, &sight)
    return ruffe_choose(&sight, weights)


cdef int ruffe_rate(const State* state, const int32_t* weights, int* action, int64_t* score) noexcept nogil:
    cdef RuffeSight sight
    ruffe_look(state, &sight)
    return ruffe_scores(&sight, weights, action, score)


cdef void ruffe_random(State* state, Quick* rng) noexcept nogil:
    ruffe_run_out(&state.of.ruffe, rng)


cdef int ruffe_run_out(Ruffe* game, Quick* rng) noexcept nogil:
    # The rules of `ruffe_play` once more, whole tricks at a time with nothing kept that only a later decision could ask
    # for. One word of the generator serves a trick.
    cdef int seats = game.options.seats, follow = game.options.follow, seat, _, card, led_suit, best, rank, plies = 0
    cdef uint64_t trumps = suit_mask(game.trump) if game.trump >= 0 else 0, led, cards, dice
    while game.on_table:  # the trick on the table is finished by the rules themselves
        ruffe_play(game, quick_member(rng, ruffe_playable(game)))
        plies += 1
        if game.phase != RUFFE_PLAY:
            return plies
    while game.hand[game.leader]:
        dice = quick_next(rng)
        seat = best = game.leader
        card = nth_card(game.hand[seat], dice & 0xFFFF)
        game.hand[seat] ^= bit(card)
        led_suit = card // 13
        led = suit_mask(led_suit)
        rank = card + (64 if trumps & bit(card) else 0)  # the highest rank takes the trick; 0 or less can't
        for _ in range(1, seats):
            seat = seat + 1 if seat + 1 < seats else 0
            cards = game.hand[seat] & led
            if follow == 1:
                cards |= game.hand[seat] & trumps
            if not cards:
                cards = game.hand[seat] & trumps if follow == 0 else 0
                if not cards:
                    cards = game.hand[seat]
            dice >>= 16
            card = nth_card(cards, dice & 0xFFFF)
            game.hand[seat] ^= bit(card)
            if trumps & bit(card):
                card += 64
            elif not led & bit(card):
                continue
            if card > rank:
                rank = card
                best = seat
        game.leader = best
        game.taken[best] += 1
        plies += seats
    game.phase = RUFFE_OVER
    return plies


cdef int ruffe_left(const State* state) noexcept nogil:
    return popcount(state.of.ruffe.hand[state.of.ruffe.leader]) + (state.of.ruffe.on_table > 0)


cdef int ruffe_seats(const State* state) noexcept nogil:
    return state.of.ruffe.options.seats


cdef int ruffe_side(const State* state, int seat) noexcept nogil:
    return state.of.ruffe.side[seat]


cdef void ruffe_count(const State* state, int* out) noexcept nogil:
    cdef int seat, other
    for seat in range(state.of.ruffe.options.seats):
        out[seat] = 0
        for other in range(state.of.ruffe.options.seats):
            if state.of.ruffe.side[other] == state.of.ruffe.side[seat]:
                out[seat] += state.of.ruffe.taken[other]


# Rassi

cdef int rassi_seat(const State* state) noexcept nogil:
    return -1 if state.of.rassi.phase == RASSI_OVER else state.of.rassi.turn


cdef uint64_t rassi_actions(const State* state) noexcept nogil:
    return ranks_of(rassi_legal(&state.of.rassi))


cdef int rassi_act(State* state, int rank) noexcept nogil:
    cdef int seat = state.of.rassi.turn, high = state.of.rassi.high
    cdef int card = lowest(state.of.rassi.hand[seat] & in_all_suits((<uint64_t>1) << rank))
    state.gone |= bit(card)
    if state.of.rassi.laid and state.of.rassi.size > 1 and rank + 2 < high:
        # it was the lowest card held; where overtaking is forced, all others are below the highest card
        if rank + 2 > state.low[seat]:
            state.low[seat] = rank + 2
        if not state.of.rassi.optional and high - 1 < state.top[seat]:
            state.top[seat] = high - 1
    rassi_do(&state.of.rassi, card)
    return 0


cdef void rassi_look(const State* state, RassiSight* out) noexcept nogil:
    cdef const Rassi* game = &state.of.rassi
    cdef int seat = game.turn, other, i
    out.hand = game.hand[seat]
    out.legal = rassi_legal(game)
    out.unseen = (<uint64_t>1 << 54) - 1 & ~(state.gone | out.hand)
    out.seats = game.seats
    out.size = game.size
    out.laid = game.laid
    out.high = game.high if game.laid else 0
    out.to_come = game.seats - game.laid - 1
    out.holder = (game.holder - seat + game.seats) % game.seats if game.laid else 0
    for i in range(game.seats - 1):
        other = seat + 1 + i
        if other >= game.seats:
            other -= game.seats
        out.top[i] = state.top[other]
        out.low[i] = state.low[other]


cdef int rassi_fast(const State* state, const int32_t* weights) noexcept nogil:
    cdef RassiSight sight
    rassi_look(state, &sight)
    return height(rassi_choose(&sight, weights)) - 2


cdef int rassi_rate(const State* state, const int32_t* weights, int* action, int64_t* score) noexcept nogil:
    cdef RassiSight sight
    cdef int count, i
    rassi_look(state, &sight)
    count = rassi_scores(&sight, weights, action, score)
    for i in range(count):
        action[i] = height(action[i]) - 2
    return count


cdef void rassi_random(State* state, Quick* rng) noexcept nogil:
    while state.of.rassi.phase != RASSI_OVER:
        rassi_do(&state.of.rassi, quick_member(rng, rassi_legal(&state.of.rassi)))


cdef int rassi_left(const State* state) noexcept nogil:
    return state.of.rassi.size


cdef int rassi_seats(const State* state) noexcept nogil:
    return state.of.rassi.seats


cdef void rassi_count(const State* state, int* out) noexcept nogil:
    cdef const Rassi* game = &state.of.rassi
    cdef int seat, pays = game.tied if game.all_pay else 1 << game.holder
    for seat in range(game.seats):
        out[seat] = game.high if game.phase == RASSI_OVER and pays >> seat & 1 else 0


cdef Game game_table(int game) noexcept nogil:
    cdef Game out
    if game == RUSSI:
        out.turn, out.legal, out.play, out.choose = russi_seat, russi_actions, russi_act, russi_fast
        out.rate = russi_rate
        out.at_random, out.left, out.count = russi_random, russi_left, russi_count
        out.seats, out.side, out.sign = russi_seats, own_side, 1
    elif game == RUFFE:
        out.turn, out.legal, out.play, out.choose = ruffe_seat, ruffe_actions, ruffe_act, ruffe_fast
        out.rate = ruffe_rate
        out.at_random, out.left, out.count = ruffe_random, ruffe_left, ruffe_count
        out.seats, out.side, out.sign = ruffe_seats, ruffe_side, 1
    else:
        check(game == RASSI)
        out.turn, out.legal, out.play, out.choose = rassi_seat, rassi_actions, rassi_act, rassi_fast
        out.rate = rassi_rate
        out.at_random, out.left, out.count = rassi_random, rassi_left, rassi_count
        out.seats, out.side, out.sign = rassi_seats, own_side, -1
    return out
