"""The rules of Russi in C structs: the fast twin of `tricorn.russi.rules`, with perft counts and random games."""
cimport cython
from libc.stdint cimport uint64_t

from bits cimport bit, lowest, popcount, suit_mask
from check cimport check
from tricorn._rng cimport Rng, rng_below, rng_seed

cdef enum:  # purposes of random streams
    DEALS = 1  # as tricorn.russi.deal
    PLAYS = 9


cdef inline int suit_of(int card) noexcept nogil:
    return card // 13


cdef int russi_turn(const Russi* game) noexcept nogil:
    return game.leader if game.led < 0 else 1 - game.leader


cdef bint russi_over(const Russi* game) noexcept nogil:
    # Available cards run out together with all cards: a face-down card always has a face-up one on it.
    cdef int other = 1 - game.leader
    return (game.hand[other] | game.up[other]) == 0


cdef uint64_t russi_legal(const Russi* game) noexcept nogil:
    cdef int seat = russi_turn(game)
    cdef uint64_t cards = game.hand[seat] | game.up[seat], follow
    if game.led >= 0:
        follow = cards & suit_mask(suit_of(game.led))
        if follow:
            return follow
    return cards


cdef int russi_refusal(const Russi* game, int card) noexcept nogil:
    cdef int seat
    if russi_over(game):
        return OVER
    if russi_legal(game) & bit(card):
        return NONE
    seat = russi_turn(game)
    if game.down[seat] & bit(card):
        return COVERED
    if not (game.hand[seat] | game.up[seat]) & bit(card):
        return NOT_HELD
    return FOLLOW


cdef void russi_play(Russi* game, int card) noexcept nogil:
    cdef int seat = russi_turn(game), winner
    cdef uint64_t played = bit(card), turned
    check(0 <= card < 52 and ((game.hand[seat] | game.up[seat]) & played) != 0)
    if game.hand[seat] & played:
        game.hand[seat] ^= played
    else:
        game.up[seat] ^= played
        if game.cover[seat] & played:
            turned = bit(game.under[card])
            check((game.down[seat] & turned) != 0)
            game.cover[seat] ^= played
            game.down[seat] ^= turned
            game.up[seat] |= turned
    if game.led < 0:
        game.led = card
        return
    winner = seat if suit_of(card) == suit_of(game.led) and card > game.led else game.leader
    game.taken[winner] += 1
    game.leader = winner
    game.led = -1


cdef uint64_t russi_perft(const Russi* game, int depth) noexcept nogil:
    cdef uint64_t legal = russi_legal(game), total = 0
    cdef Russi after
    if depth == 0:
        return 1
    if depth == 1:
        return popcount(legal)
    while legal:
        after = game[0]
        russi_play(&after, lowest(legal))
        legal &= legal - 1
        total += russi_perft(&after, depth - 1)
    return total


cdef int random_card(uint64_t cards, Rng* rng) noexcept nogil:
    # the n-th card of the set, n uniform; one word of the stream is used even where there is no choice
    cdef uint64_t n = rng_below(rng, popcount(cards))
    while n:
        cards &= cards - 1
        n -= 1
    return lowest(cards)


cdef int play_out(Russi* game, Rng* rng, int* cards) noexcept nogil:
    # plays at random to the end; cards (room for 52, or NULL) gets the plays; returns their number
    cdef int plies = 0, card
    while not russi_over(game):
        card = random_card(russi_legal(game), rng)
        if cards != NULL:
            check(plies < 52)
            cards[plies] = card
        russi_play(game, card)
        plies += 1
    return plies


cdef void deal_random(Russi* game, Rng* rng, int leader) noexcept nogil:
    # as tricorn.russi.deal: the same shuffle, one card at a time, the leader (non-dealer) first
    cdef int pack[52]
    cdef int i, j, k, seat
    for i in range(52):
        pack[i] = i
    for i in range(51, 0, -1):
        j = rng_below(rng, i + 1)
        k = pack[i]
        pack[i] = pack[j]
        pack[j] = k
    for seat in range(2):
        game.hand[seat] = game.up[seat] = game.cover[seat] = game.down[seat] = 0
        game.taken[seat] = 0
    game.leader = leader
    game.led = -1
    for i in range(52):
        seat = leader if i % 2 == 0 else 1 - leader
        k = i // 2
        if k < 9:
            game.down[seat] |= bit(pack[i])
        elif k < 18:
            game.up[seat] |= bit(pack[i])
            game.under[pack[i]] = pack[i - 18]
        else:
            game.hand[seat] |= bit(pack[i])
    game.cover[0] = game.up[0]
    game.cover[1] = game.up[1]


cdef void fill(Russi* game, object hands, object piles, int leader, object led, object taken) except *:
    cdef uint64_t seen = 0
    cdef int seat, card, down, up
    for seat in range(2):
        game.hand[seat] = hands[seat]
        game.up[seat] = game.cover[seat] = game.down[seat] = 0
        game.taken[seat] = taken[seat]
        if game.hand[seat] >> 52 or game.hand[seat] & seen:
            raise ValueError(f"hand of seat {seat}: jokers, or cards that stand elsewhere too")
        seen |= game.hand[seat]
        for pile in piles[seat]:
            down, up = (-1 if card_ is None else card_ for card_ in pile)
            if down < 0 and up < 0:
                continue
            if not (0 <= down < 52 and -1 <= up < 52 and down != up):
                raise ValueError(f"seat {seat}: {pile} is not a pile")
            if seen & bit(down) or (up >= 0 and seen & bit(up)):
                raise ValueError(f"seat {seat}: a card of the pile {pile} stands elsewhere too")
            seen |= bit(down)
            if up < 0:
                game.up[seat] |= bit(down)
            else:
                seen |= bit(up)
                game.up[seat] |= bit(up)
                game.cover[seat] |= bit(up)
                game.down[seat] |= bit(down)
                game.under[up] = down
    if leader not in (0, 1):
        raise ValueError(f"leader {leader} is neither 0 nor 1")
    game.leader = leader
    card = -1 if led is None else led
    if not -1 <= card < 52 or (card >= 0 and seen & bit(card)):
        raise ValueError(f"led {led}: not a card that has left its place")
    game.led = card
    counts = [popcount(game.hand[seat] | game.up[seat] | game.down[seat]) for seat in range(2)]
    if counts[1 - leader] - counts[leader] != (card >= 0):
        raise ValueError(f"seat 0 has {counts[0]} cards, seat 1 has {counts[1]}")


@cython.final
@cython.auto_pickle(False)
cdef class Twin:
    """One game, changed in place by `play`; arguments and sets as in `tricorn.russi.rules.Layout`.

    >>> twin = Twin((0b0011, 0b1100), ((), ()), 0)
    >>> twin.legal(), twin.play(1), twin.legal(), twin.play(3), twin.taken, twin.turn
    (3, None, 12, None, (0, 1), 1)
    """

    cdef Russi game

    def __init__(self, hands, piles, leader, led=None, taken=(0, 0)):
        fill(&self.game, hands, piles, leader, led, taken)

    def legal(self):
        """The set of cards that the seat to move may play; empty when the deal is over."""
        return russi_legal(&self.game)

    def refusal(self, int card):
        """Why a card can't be played, as a number of `tricorn.russi.rules.Refusal`."""
        return russi_refusal(&self.game, card) if 0 <= card < 52 else (OVER if russi_over(&self.game) else NOT_HELD)

    def play(self, int card):
        """Play a card; raises `ValueError` with the number of the refusal and leaves the game as it was."""
        why = self.refusal(card)
        if why != NONE:
            raise ValueError(f"refusal {why}")
        russi_play(&self.game, card)

    def copy(self):
        """Another game that stands where this one does."""
        cdef Twin other = Twin.__new__(Twin)
        other.game = self.game
        return other

    def perft(self, int depth):
        """The number of sequences of `depth` legal plays from here."""
        cdef uint64_t count
        if not 0 <= depth <= 52:
            raise ValueError(f"depth {depth}: 0 to 52 is wanted")
        with nogil:
            count = russi_perft(&self.game, depth)
        return count

    def playout(self, seed, world=0):
        """Play at random to the end and return the cards played; the game is over afterwards."""
        cdef Rng rng
        cdef int cards[52]
        cdef int plies, i
        rng_seed(&rng, seed, world, PLAYS)
        plies = play_out(&self.game, &rng, cards)
        return [cards[i] for i in range(plies)]

    @property
    def hands(self):
        """By seat, the set of cards in the hand."""
        return self.game.hand[0], self.game.hand[1]

    def table_up(self, int seat):
        """The set of cards that lie face up before a seat, 0 or 1."""
        return self.game.up[seat != 0]

    def covered(self, int seat):
        """The set of cards that lie face down before a seat, 0 or 1."""
        return self.game.down[seat != 0]

    @property
    def leader(self):
        """Who leads to the current trick."""
        return self.game.leader

    @property
    def led(self):
        """The card on the table in mid-trick, else None."""
        return None if self.game.led < 0 else self.game.led

    @property
    def turn(self):
        """Whose turn it is, if the deal is not over."""
        return russi_turn(&self.game)

    @property
    def taken(self):
        """Tricks won, by seat."""
        return self.game.taken[0], self.game.taken[1]

    @property
    def is_over(self):
        """Whether every card has been played."""
        return russi_over(&self.game)


def playouts(seed, first, int count):
    """Deal and play `count` random games, numbers `first` onward of the stream; returns (plies, tricks of seat 0).

    Game `n` is the deal of the stream (seed, n) with seat 0 leading. The GIL is released.

    >>> playouts(1, 0, 10)[0]
    520
    """
    cdef Russi game
    cdef Rng rng
    cdef uint64_t key = seed, world = first, plies = 0, tricks = 0
    cdef int i
    with nogil:
        for i in range(count):
            rng_seed(&rng, key, world + i, DEALS)
            deal_random(&game, &rng, 0)
            rng_seed(&rng, key, world + i, PLAYS)
            plies += play_out(&game, &rng, NULL)
            tricks += game.taken[0]
    return plies, tricks
