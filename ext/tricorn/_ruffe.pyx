"""The fast twin of the rules of Ruffe and Trumps: a struct copied by value, perft and random games."""
from libc.stdint cimport uint64_t

from bits cimport bit, lowest, popcount, suit_mask
from check cimport check
from tricorn._rng cimport Rng, rng_below, rng_seed


cdef inline uint64_t trumps_of(const Ruffe* game, uint64_t cards) noexcept nogil:
    return cards & suit_mask(game.trump) if game.trump >= 0 else 0


cdef int count_suit(uint64_t cards, int suit) noexcept nogil:
    # An ace is 11, king to ten are 10, the others their pips.
    cdef uint64_t held = cards >> 13 * suit & 0x1FFF
    cdef int total = 0, rank
    while held:
        rank = lowest(held)
        held &= held - 1
        total += 11 if rank == 12 else 10 if rank >= 8 else rank + 2
    return total


cdef int best_suits(uint64_t hand, int turn_up, uint64_t* claimed) noexcept nogil:
    # The total that a hand announces; claimed: its cards of the suits that it claims it with.
    cdef int best = 0, longest = 0, suit, total, length
    cdef uint64_t own
    claimed[0] = 0
    for suit in range(4):
        own = hand & suit_mask(suit)
        if own == 0:
            continue
        total = count_suit(own | (bit(turn_up) if turn_up // 13 == suit else 0), suit)
        length = popcount(own)
        if total > best or (total == best and length > longest):
            best = total
            longest = length
            claimed[0] = own
        elif total == best and length == longest:
            claimed[0] |= own
    return best


cdef int ruff_winner(const Ruffe* game) noexcept nogil:
    cdef int step, seat, first = -1, best = 0
    for step in range(1, game.options.seats + 1):
        seat = (game.dealer + step) % game.options.seats
        if game.total[seat] > best:
            best = game.total[seat]
            first = seat
    if not game.options.tie_eldest:
        for seat in range(game.options.seats):
            if game.total[seat] == best and game.side[seat] != game.side[first]:
                return -1
    return first


cdef int head_taker(const Ruffe* game) noexcept nogil:
    cdef int ace = game.trump * 13 + 12, seat
    if game.turn_up == ace:
        return game.dealer
    for seat in range(game.options.seats):
        if game.dealt[seat] & bit(ace):
            return seat
    return -1 if game.options.unclaimed_out else game.dealer


cdef void ruffe_begin(Ruffe* game) noexcept nogil:
    cdef uint64_t claims[4]
    cdef int seat
    check(0 <= game.turn_up < 52 and game.head & bit(game.turn_up) != 0)
    game.trump = game.turn_up // 13
    for seat in range(game.options.seats):
        game.total[seat] = best_suits(game.dealt[seat], game.turn_up, &claims[seat])
        game.hand[seat] = game.dealt[seat]
        game.taken[seat] = 0
    game.winner = ruff_winner(game)
    game.claim = 0
    if game.winner >= 0:
        game.claim = claims[game.winner] if game.options.show_suit else game.dealt[game.winner]
    game.thrown = 0
    game.on_table = 0
    game.leader = (game.dealer + 1) % game.options.seats
    game.taker = head_taker(game)
    if game.taker >= 0:
        game.hand[game.taker] |= game.head
        game.head = 0
        game.phase = DISCARD
        game.shown = 0
    else:
        game.phase = PLAY
        game.shown = game.claim


cdef int ruffe_turn(const Ruffe* game) noexcept nogil:
    cdef int seat
    if game.phase == DISCARD:
        return game.taker
    if game.phase == OVER:
        return -1
    seat = game.leader + game.on_table
    return seat - game.options.seats if seat >= game.options.seats else seat


cdef uint64_t ruffe_playable(const Ruffe* game) noexcept nogil:
    cdef uint64_t hand, same, trumps
    if game.phase != PLAY:
        return 0
    hand = game.hand[ruffe_turn(game)]
    if game.on_table == 0:
        return hand
    same = hand & suit_mask(game.table[0] // 13)
    if game.options.follow == SUIT:
        return same if same else hand
    trumps = trumps_of(game, hand)
    if game.options.follow == SUIT_OR_TRUMP:
        return same | trumps if same | trumps else hand
    return same if same else trumps if trumps else hand


cdef int ruffe_refusal(const Ruffe* game, int card) noexcept nogil:
    cdef uint64_t hand
    if game.phase == OVER:
        return DEAL_OVER
    if game.phase == DISCARD:
        return DISCARD_DUE
    hand = game.hand[ruffe_turn(game)]
    if not 0 <= card < 52 or not hand & bit(card):
        return NOT_HELD
    if ruffe_playable(game) & bit(card):
        return NONE
    if game.options.follow == SUIT_OR_TRUMP:
        return MUST_FOLLOW_OR_TRUMP
    return MUST_FOLLOW if hand & suit_mask(game.table[0] // 13) else MUST_TRUMP


cdef inline int trick_winner(const Ruffe* game) noexcept nogil:
    # The index in `table`: the highest trump, else the highest card of the led suit.
    cdef int best = 0, i
    for i in range(1, game.options.seats):
        if game.table[i] // 13 == game.table[best] // 13:
            if game.table[i] > game.table[best]:
                best = i
        elif game.table[i] // 13 == game.trump:
            best = i
    return best


cdef void ruffe_play(Ruffe* game, int card) noexcept nogil:
    cdef int seat = ruffe_turn(game)
    check(ruffe_refusal(game, card) == NONE)
    game.hand[seat] ^= bit(card)
    game.table[game.on_table] = card
    game.on_table += 1
    if game.on_table == game.options.seats:
        game.leader = (game.leader + trick_winner(game)) % game.options.seats
        game.taken[game.leader] += 1
        game.on_table = 0
        if game.hand[game.leader] == 0:  # hands are equal between tricks
            game.phase = OVER


cdef int ruffe_discard_refusal(const Ruffe* game, uint64_t cards) noexcept nogil:
    if game.phase == OVER:
        return DEAL_OVER
    if game.phase != DISCARD:
        return NO_DISCARD_DUE
    if popcount(cards) != 4:
        return NOT_FOUR
    return NOT_HELD if cards & ~game.hand[game.taker] else NONE


cdef void ruffe_discard(Ruffe* game, uint64_t cards) noexcept nogil:
    check(ruffe_discard_refusal(game, cards) == NONE)
    game.hand[game.taker] ^= cards
    game.thrown = cards
    game.shown = game.claim
    game.phase = PLAY


cdef inline int nth(uint64_t cards, int n) noexcept nogil:
    while n:
        cards &= cards - 1
        n -= 1
    return lowest(cards)


cdef uint64_t ruffe_random_four(const Ruffe* game, Rng* rng) noexcept nogil:
    cdef uint64_t left = game.hand[game.taker], chosen = 0, one
    while popcount(chosen) < 4:
        one = bit(nth(left, rng_below(rng, popcount(left))))
        left ^= one
        chosen |= one
    return chosen


cdef int ruffe_random_card(const Ruffe* game, Rng* rng) noexcept nogil:
    cdef uint64_t cards = ruffe_playable(game)
    return nth(cards, rng_below(rng, popcount(cards)))


cdef int run_out(Ruffe* game, Rng* rng) noexcept nogil:
    # Plays the deal out at random; returns the number of actions.
    cdef int plies = 0
    while game.phase != OVER:
        if game.phase == DISCARD:
            ruffe_discard(game, ruffe_random_four(game, rng))
        else:
            ruffe_play(game, ruffe_random_card(game, rng))
        plies += 1
    return plies


cdef uint64_t count_leaves(const Ruffe* game, int depth) noexcept nogil:
    cdef Ruffe after
    cdef uint64_t cards, rest, leaves = 0, four
    if depth == 0:
        return 1
    if game.phase == OVER:
        return 0
    if game.phase == PLAY:
        cards = ruffe_playable(game)
        if depth == 1:
            return popcount(cards)
        while cards:
            after = game[0]
            ruffe_play(&after, lowest(cards))
            leaves += count_leaves(&after, depth - 1)
            cards &= cards - 1
        return leaves
    # All choices of four: every sub-mask of the hand with four cards, from index sets in rising order (Gosper's hack).
    rest = game.hand[game.taker]
    four = 0xF
    while four >> popcount(rest) == 0:
        after = game[0]
        ruffe_discard(&after, spread(four, rest))
        leaves += count_leaves(&after, depth - 1)
        cards = four & (~four + 1)
        four = (((four + cards) ^ four) >> 2) // cards | (four + cards)
    return leaves


cdef uint64_t spread(uint64_t indices, uint64_t cards) noexcept nogil:
    # The cards at the given places of a set, counted from its lowest card.
    cdef uint64_t chosen = 0
    while indices:
        if indices & 1:
            chosen |= cards & (~cards + 1)
        cards &= cards - 1
        indices >>= 1
    return chosen


cdef class Twin:
    """A deal in compiled code, for tests: the same rules as `tricorn.ruffe.Position`, in numbers.

    Args:
        options: (seats, hand_size, follow, par_dealt, show_suit, tie_eldest, unclaimed_out); follow 0, 1, 2 in the
            order of the options of `tricorn.ruffe.Rules`, the rest true for the default.
        sides: the side of each seat.
        dealer: a seat.
        hands: the set of each seat as dealt; in an ending as it starts.
        head: the four cards, turn-up first; empty for an ending.
        dead: the set of dead cards.
        trump, leader, trick, taken: of an ending only; trump -1 for none.

    Cards are ints and sets of cards bit masks, as in `tricorn.cards`. Nothing is checked: give it what `Position` has
    checked.
    """

    cdef Ruffe game

    def __init__(self, options, sides, dealer, hands, head=(), dead=0, trump=-1, leader=0, trick=(), taken=()):
        cdef int seat
        cdef Ruffe* game = &self.game
        (game.options.seats, game.options.hand_size, game.options.follow, game.options.par_dealt,
         game.options.show_suit, game.options.tie_eldest, game.options.unclaimed_out) = options
        if not 2 <= game.options.seats <= 4 or len(hands) != game.options.seats or len(sides) != game.options.seats:
            raise ValueError(f"{len(hands)} hands and {len(sides)} sides for {game.options.seats} seats")
        game.dealer = dealer
        game.dead = dead
        for seat in range(game.options.seats):
            game.side[seat] = sides[seat]
            game.dealt[seat] = hands[seat]
        if head:
            game.turn_up = head[0]
            game.head = 0
            for card in head:
                game.head |= bit(card)
            ruffe_begin(game)
            return
        game.trump = trump
        game.turn_up = game.taker = game.winner = -1
        game.head = game.thrown = game.shown = game.claim = 0
        game.leader = leader
        game.on_table = len(trick)
        for seat, card in enumerate(trick):
            game.table[seat] = card
        game.phase = OVER
        for seat in range(game.options.seats):
            game.total[seat] = 0
            game.taken[seat] = taken[seat] if taken else 0
            game.hand[seat] = hands[seat]
            if hands[seat]:
                game.phase = PLAY

    def copy(self):
        """The same deal at the same point, on its own."""
        cdef Twin other = Twin.__new__(Twin)
        other.game = self.game
        return other

    def legal(self):
        """The set of legal cards; empty unless a card is due."""
        return ruffe_playable(&self.game)

    def refusal(self, int card):
        """0 if the card may be played now, else the number of the reason."""
        return ruffe_refusal(&self.game, card)

    def discard_refusal(self, uint64_t cards):
        """0 if the set may be thrown away now, else the number of the reason."""
        return ruffe_discard_refusal(&self.game, cards)

    def play(self, int card):
        """Play a card; ValueError with the number of the reason if it is illegal."""
        cdef int reason = ruffe_refusal(&self.game, card)
        if reason:
            raise ValueError(f"illegal: {reason}")
        ruffe_play(&self.game, card)

    def discard(self, uint64_t cards):
        """Throw four cards away; ValueError with the number of the reason if it is illegal."""
        cdef int reason = ruffe_discard_refusal(&self.game, cards)
        if reason:
            raise ValueError(f"illegal: {reason}")
        ruffe_discard(&self.game, cards)

    def perft(self, int depth):
        """The number of different records of `depth` actions from here."""
        cdef uint64_t leaves
        with nogil:
            leaves = count_leaves(&self.game, depth)
        return leaves

    def playout(self, uint64_t seed, uint64_t world=0):
        """Play on at random to the end: the actions, a card as its number and a discard as -(set of cards)."""
        cdef Rng rng
        cdef uint64_t four
        cdef int card
        rng_seed(&rng, seed, world, 2)
        actions = []
        while self.game.phase != OVER:
            if self.game.phase == DISCARD:
                four = ruffe_random_four(&self.game, &rng)
                ruffe_discard(&self.game, four)
                actions.append(-int(four))
            else:
                card = ruffe_random_card(&self.game, &rng)
                ruffe_play(&self.game, card)
                actions.append(card)
        return actions

    def playouts(self, uint64_t seed, uint64_t first, int count):
        """The number of actions in `count` random games from here; the deal itself stays where it is."""
        cdef Rng rng
        cdef Ruffe game
        cdef int i
        cdef uint64_t plies = 0
        with nogil:
            for i in range(count):
                game = self.game
                rng_seed(&rng, seed, first + i, 2)
                plies += run_out(&game, &rng)
        return plies

    def points(self):
        """(ruff, tricks, cards, card points) of each side, each as a tuple; of the tricks taken so far."""
        cdef int seat, side, sides = 0, par
        cdef int[4] tricks = [0, 0, 0, 0]
        cdef int[4] size = [0, 0, 0, 0]
        for seat in range(self.game.options.seats):
            side = self.game.side[seat]
            check(0 <= side < 4)
            tricks[side] += self.game.taken[seat]
            size[side] += 1
            sides = max(sides, side + 1)
        ruff, cards, above = [0] * sides, [], []
        if self.game.winner >= 0:
            ruff[self.game.side[self.game.winner]] = 12
        for side in range(sides):
            cards.append(tricks[side] * self.game.options.seats)
            par = self.game.options.hand_size * size[side] if self.game.options.par_dealt else 12
            above.append(max(0, cards[side] - par))
        return tuple(ruff), tuple([tricks[side] for side in range(sides)]), tuple(cards), tuple(above)

    @property
    def phase(self):
        """0 discard, 1 play, 2 over."""
        return self.game.phase

    @property
    def turn(self):
        """The seat to move, or -1."""
        return ruffe_turn(&self.game)

    @property
    def hands(self):
        """The set of each seat now."""
        return tuple([self.game.hand[seat] for seat in range(self.game.options.seats)])

    @property
    def trick(self):
        """The cards on the table, from the leader on."""
        return tuple([self.game.table[i] for i in range(self.game.on_table)])

    @property
    def leader(self):
        """The seat that led the trick on the table or leads the next."""
        return self.game.leader

    @property
    def taken(self):
        """Tricks taken by each seat."""
        return tuple([self.game.taken[seat] for seat in range(self.game.options.seats)])

    @property
    def totals(self):
        """Announced ruff totals; zeros in an ending."""
        return tuple([self.game.total[seat] for seat in range(self.game.options.seats)])

    @property
    def winner(self):
        """The winner of the ruff, or -1."""
        return self.game.winner

    @property
    def taker(self):
        """Who takes the head, or -1."""
        return self.game.taker

    @property
    def shown(self):
        """The set that the winner of the ruff has shown."""
        return self.game.shown

    @property
    def discards(self):
        """The set thrown away."""
        return self.game.thrown
