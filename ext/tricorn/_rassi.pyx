"""The rules of Rassi in C structs: the fast twin of `tricorn.rassi`, with perft counts and random games."""
from libc.stdint cimport uint64_t

from bits cimport bit, lowest, popcount
from check cimport check
from tricorn._rng cimport Rng, rng_below, rng_seed


cdef void ask(Rassi* game) noexcept nogil:
    # Turns to the next seat that is asked, or to the play. In the round FREE every seat is asked, also one that holds a
    # face card and can only keep: to pass it over would show its hand.
    cdef int seat, changed
    while game.phase <= REDOUBLE and game.stock_size - game.drawn >= HAND:
        while game.asked < game.seats:
            seat = (game.dealer + 1 + game.asked) % game.seats
            changed = game.changed[seat]
            if (
                game.phase == FREE
                or (game.phase == DOUBLES and not (game.others and changed & 1))
                or (game.phase == REDOUBLE and (game.anyone or changed & 2))
            ):
                game.turn = seat
                return
            game.asked += 1
        game.phase += 1
        game.asked = 0
    game.phase = PLAY
    game.asked = 0
    game.turn = game.leader


cdef uint64_t rassi_legal(const Rassi* game) noexcept nogil:
    cdef uint64_t held = game.hand[game.turn], ranks, over
    if game.phase == OVER:
        return 0
    if game.phase != PLAY:
        if game.phase == FREE and ranks_of(held) & FACES:
            return bit(KEEP)
        return bit(CHANGE) | bit(KEEP)
    if game.laid == 0 or game.size == 1:
        return held
    over = held & in_all_suits(<uint64_t>0x1FFF >> (game.high - 2) << (game.high - 2))
    if over and not game.optional:
        return over
    ranks = ranks_of(held)
    return over | held & in_all_suits(ranks & -ranks)


cdef int rassi_refusal(const Rassi* game, int action) noexcept nogil:
    cdef uint64_t held = game.hand[game.turn]
    if game.phase == OVER:
        return ENDED
    if (action >= CHANGE) == (game.phase == PLAY):
        return OTHER_PHASE
    if rassi_legal(game) & bit(action):
        return NONE
    if action == CHANGE:
        return FACE
    if not held & bit(action):
        return NOT_HELD
    if not game.optional and held & in_all_suits(<uint64_t>0x1FFF >> (game.high - 2) << (game.high - 2)):
        return OVERTAKE
    return NOT_LOWEST


cdef void rassi_do(Rassi* game, int action) noexcept nogil:
    cdef int seat = game.turn, i, high
    check((rassi_legal(game) & bit(action)) != 0)
    if action == KEEP:
        game.asked += 1
        ask(game)
        return
    if action == CHANGE:
        check(game.drawn + HAND <= game.stock_size and game.stock_size <= STOCK)
        game.hand[seat] = 0
        for i in range(HAND):
            game.hand[seat] |= bit(game.stock[game.drawn + i])
        game.drawn += HAND
        game.changed[seat] |= 1 << game.phase
        if game.multiplier[seat] < 1 << game.phase:
            game.multiplier[seat] = 1 << game.phase
        game.asked += 1
        ask(game)
        return
    high = worth(action) if game.size == 1 else height(action)
    game.hand[seat] &= ~bit(action)
    if game.laid == 0 or high > game.high:
        game.high = high
        game.tied = 0
    if high == game.high:
        game.holder = seat
        game.tied |= 1 << seat
    game.laid += 1
    if game.laid < game.seats:
        game.turn = seat + 1 if seat + 1 < game.seats else 0
        return
    game.leader = game.turn = game.holder
    game.laid = 0
    game.size -= 1
    if game.size == 0:
        game.phase = OVER


cdef uint64_t rassi_perft(const Rassi* game, int depth) noexcept nogil:
    cdef uint64_t legal = rassi_legal(game), total = 0
    cdef Rassi after
    if depth == 0:
        return 1
    if depth == 1:
        return popcount(legal)
    while legal:
        after = game[0]
        rassi_do(&after, lowest(legal))
        legal &= legal - 1
        total += rassi_perft(&after, depth - 1)
    return total


cdef int nth(uint64_t held, int n) noexcept nogil:
    # The n-th lowest member of a set, from 0.
    while n:
        held &= held - 1
        n -= 1
    return lowest(held)


cdef class Twin:
    """A deal that changes with every action. The arguments are trusted as to the cards: `tricorn.rassi` checks them.

    Args:
        hands: a set of cards for every seat.
        stock: the stock in order.
        dealer: the seat of the dealer.
        leader: who leads an ending; None for a whole deal, exchange and all.
        multipliers: of an ending; ones by default.
        doubles, redouble, overtake, last_tie: as in `tricorn.rassi.Rules`.

    >>> twin = Twin([0b11, 0b1100], leader=0)
    >>> twin.legal(), twin.perft(2), twin.perft(4)
    (3, 4, 4)
    """

    cdef Rassi game

    def __init__(self, hands, stock=(), dealer=0, leader=None, multipliers=None, *,
                 doubles="any", redouble="doubled", overtake="forced", last_tie="last"):
        cdef Rassi* game = &self.game
        cdef int seat, i, n = len(hands)
        if not 2 <= n <= SEATS:
            raise ValueError(f"{n} players: 2 to 9 can play")
        if not 0 <= dealer < n or (leader is not None and not 0 <= leader < n):
            raise ValueError(f"dealer {dealer}, leader {leader}: seats are 0..{n - 1}")
        if len(stock) > STOCK:
            raise ValueError(f"{len(stock)} cards in the stock: at most {STOCK}")
        game.seats = n
        game.dealer = dealer
        for seat in range(n):
            if not 0 <= hands[seat] < 1 << 54 or hands[seat].bit_count() != hands[0].bit_count():
                raise ValueError(f"hand {seat}: a set of cards, as many as in hand 0, is wanted")
            game.hand[seat] = hands[seat]
            game.multiplier[seat] = 1 if multipliers is None else multipliers[seat]
            game.changed[seat] = 0
        if not 1 <= hands[0].bit_count() <= HAND:
            raise ValueError(f"hands of {hands[0].bit_count()} cards: 1 to {HAND} are wanted")
        game.stock_size = len(stock)
        for i in range(len(stock)):
            if not 0 <= stock[i] < 54:
                raise ValueError(f"{stock[i]} in the stock is not a card")
            game.stock[i] = stock[i]
        game.drawn = game.asked = game.laid = game.high = game.holder = game.tied = 0
        game.size = hands[0].bit_count()
        game.others = doubles == "others"
        game.anyone = redouble == "anyone"
        game.optional = overtake == "optional"
        game.all_pay = last_tie == "all"
        game.leader = game.turn = (dealer + 1) % n if leader is None else leader
        game.phase = PLAY
        if leader is None:
            game.phase = FREE
            ask(game)

    def legal(self):
        """The set of legal actions: cards, bit 54 change, bit 55 keep; 0 when the deal is over."""
        return rassi_legal(&self.game)

    def refusal(self, int action):
        """Why an action may not be done: 0 it may; 1 the deal is over; 2 an action of another phase; 3 a free change of
        a hand with K, Q or J; 4 the card is not held; 5 the hand can overtake, and must; 6 not the lowest card."""
        if not 0 <= action <= KEEP:
            raise ValueError(f"{action} is not an action 0..{KEEP}")
        return rassi_refusal(&self.game, action)

    def do(self, int action):
        """Do a legal action; a `ValueError` with the number of `refusal` if it is not."""
        code = self.refusal(action)
        if code:
            raise ValueError(f"action {action} is refused: {code}")
        rassi_do(&self.game, action)

    def copy(self):
        """A twin of its own in the same state."""
        cdef Twin twin = Twin.__new__(Twin)
        twin.game = self.game
        return twin

    def perft(self, int depth):
        """The number of sequences of `depth` legal actions from here."""
        cdef uint64_t total
        with nogil:
            total = rassi_perft(&self.game, depth)
        return total

    def playout(self, seed, world=0):
        """Plays to the end with actions drawn uniformly from the stream (seed, world); the list of them."""
        cdef Rng rng
        cdef uint64_t legal
        cdef int action
        rng_seed(&rng, seed, world, PLAYOUT)
        actions = []
        while self.game.phase != OVER:
            legal = rassi_legal(&self.game)
            action = nth(legal, rng_below(&rng, popcount(legal)))
            rassi_do(&self.game, action)
            actions.append(action)
        return actions

    @property
    def phase(self):
        """0 free, 1 doubles, 2 redouble, 3 play, 4 over."""
        return self.game.phase

    @property
    def turn(self):
        """The seat that is asked or has to play; None when the deal is over."""
        return None if self.game.phase == OVER else self.game.turn

    @property
    def leader(self):
        """Who leads, or led, the current trick; when the deal is over who took the last one."""
        return self.game.leader

    @property
    def hands(self):
        """The set of cards now held, by seat."""
        return tuple([self.game.hand[seat] for seat in range(self.game.seats)])

    @property
    def stock(self):
        """What is left of the stock, in order."""
        return tuple([self.game.stock[i] for i in range(self.game.drawn, self.game.stock_size)])

    @property
    def multipliers(self):
        """1, 2 or 4 by seat."""
        return tuple([self.game.multiplier[seat] for seat in range(self.game.seats)])

    def points(self):
        """The penalty of every seat, its multiplier included; None while the deal is going on."""
        cdef int seat
        cdef Rassi* game = &self.game
        if game.phase != OVER:
            return None
        cdef int penalised = game.tied if game.all_pay else 1 << game.holder
        return tuple([
            game.high * game.multiplier[seat] if penalised >> seat & 1 else 0 for seat in range(game.seats)
        ])


def playouts(seed, first, int count, int players, int jokers=0):
    """Deals and plays `count` random games, worlds first .. first+count-1 of the stream `seed`, all in C.

    Returns (actions done, sum of the ranks of the last tricks): a signature, and something to measure speed with.
    """
    cdef Rassi game
    cdef Rng rng
    cdef uint64_t world, actions = 0, ranks = 0, legal
    cdef uint64_t key = seed, start = first
    cdef int size = 54 if jokers else 52, i, j, seat
    cdef unsigned char pack[54]
    cdef unsigned char swap
    if not 2 <= players <= SEATS or players * HAND > size:
        raise ValueError(f"{players} players: 2 to 9 can play, and nine with jokers only")
    cdef Twin empty = Twin([1] * players)
    with nogil:
        for world in range(start, start + count):
            game = empty.game
            rng_seed(&rng, key, world, DEAL)
            for i in range(size):
                pack[i] = i
            for i in range(size - 1, 0, -1):
                j = rng_below(&rng, i + 1)
                swap = pack[i]
                pack[i] = pack[j]
                pack[j] = swap
            for seat in range(players):
                game.hand[seat] = 0
                for i in range(HAND):
                    game.hand[seat] |= bit(pack[HAND * seat + i])
            game.stock_size = size - HAND * players
            for i in range(game.stock_size):
                game.stock[i] = pack[HAND * players + i]
            game.size = HAND
            game.phase = FREE
            ask(&game)
            rng_seed(&rng, key, world, PLAYOUT)
            while game.phase != OVER:
                legal = rassi_legal(&game)
                rassi_do(&game, nth(legal, rng_below(&rng, popcount(legal))))
                actions += 1
            ranks += game.high
    return actions, ranks
