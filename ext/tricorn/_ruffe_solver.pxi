# Part of _ruffe_search.pyx: what Python sees.

READINGS = ("suit-else-trump", "suit-or-trump", "suit")
PARTS = ("table", "bounds", "later", "equals", "relevance", "cutoffs", "order", "joint")
LEAST_MB = float(LEAST_BYTES) / (1 << 20)
MOST_MB = MOST_MEGABYTES


cdef class Solver:
    """A search with its table, for one game: players, trump, sides and reading. May be kept from play to play and from
    deal to deal of that game: an entry of the table speaks of relative ranks and is true in all of them.

    players: 2..4. trump: suit 0..3, or -1 for none. sides: 0 or 1 for each seat. follow: a reading by its name.
    table_mb: all memory that the search may take, LEAST_MB..MOST_MB; it begins with 48 KB and takes what it needs.
    parts: which parts of the search are on, by name; the tests turn them off.
    """
    cdef Engine* engine
    cdef readonly int players
    cdef readonly int64_t nodes

    def __cinit__(self, int players, int trump, sides, str follow="suit-else-trump", *, double table_mb=256.0,
                  parts=PARTS):
        cdef int side[4]
        cdef int seat, on = 0
        problems = []
        if not 2 <= players <= 4:
            problems.append(f"players {players} must be 2, 3 or 4")
        if not -1 <= trump <= 3:
            problems.append(f"trump {trump} must be a suit 0..3, or -1")
        if len(sides) != players or any(s not in (0, 1) for s in sides):
            problems.append(f"sides {tuple(sides)} must be 0 or 1 for each of {players} seats")
        if follow not in READINGS:
            problems.append(f"follow {follow!r} must be one of {', '.join(READINGS)}")
        if not LEAST_MB <= table_mb <= MOST_MB:
            problems.append(f"table_mb {table_mb} must be {LEAST_MB}..{MOST_MB}")
        unknown = [part for part in parts if part not in PARTS]
        if unknown:
            problems.append(f"parts {unknown} are not among {', '.join(PARTS)}")
        if problems:
            raise TricornError("solver: " + "; ".join(problems))
        for seat in range(4):
            side[seat] = sides[seat] if seat < players else 0
        for part in parts:
            on |= 1 << PARTS.index(part)
        self.players = players
        self.engine = engine_new(<int64_t>(table_mb * (1 << 20)))
        if self.engine == NULL:
            raise MemoryError("no memory for the table")
        engine_game(self.engine, players, trump, side, READINGS.index(follow), on)

    def __dealloc__(self):
        engine_free(self.engine)

    def clear(self):
        """Forget the table: O(1)."""
        engine_forget(self.engine)

    @property
    def table_bytes(self):
        """Memory that the tables hold, hints included; never more than `table_mb`."""
        return table_bytes(self.engine)

    def solve(self, hands, int leader, table=(), *, bint cards=True, bint line=False, nodes=None, Stop stop=None,
              int guess=-1):
        """The value for the side to play, and of every legal card.

        hands: sets of cards by seat. table: the cards of the current trick, from the leader on, no longer in the hands.
        cards: value every card, not the best alone. Returns (lo, hi, rows, line, nodes), rows best first:
        (card, equal cards, lo, hi), all in tricks of the side to play, the current trick included.
        """
        cdef uint64_t held[4]
        cdef int laid[4]
        cdef int i, played
        cdef Root root
        cdef int64_t before = self.engine.nodes, budget = nodes or 0
        cdef volatile int* flag = NULL if stop is None else <volatile int*>&stop.raised
        played = self.check_position(hands, leader, table)
        for i in range(4):
            held[i] = hands[i] if i < self.players else 0
        for i in range(played):
            laid[i] = table[i]
        with nogil:
            start_effort(self.engine, budget, flag)
            set_up(self.engine, &root, held, leader, played, laid)
            find_value(self.engine, &root, guess if guess >= 0 else (root.left + 1) >> 1)
            if cards and not self.engine.ended:
                find_cards(self.engine, &root)
        rows = []
        for i in range(root.count):
            equal = cards_of_run(self.engine, root.choice[i].run, root.choice[i].card)
            rows.append((outer(self.engine, root.choice[i].card), equal, root.choice[i].lo,
                         min(root.choice[i].hi, root.high)))
        rows.sort(key=order_of_row)
        best = self.best_line(held, leader, played, laid, root.low) if line and root.low == root.high else ()
        self.nodes += self.engine.nodes - before
        return root.low, root.high, tuple(rows), best, self.engine.nodes - before

    def discards(self, hands, int taker, int leader, *, bint every=True, nodes=None, Stop stop=None):
        """The value of every four cards that the taker may throw away, in tricks of his side over the whole play.

        hands: sets of cards by seat, the taker's with four cards more. every: all exact; else the best is exact, and the
        others have bounds that show they are not better. Returns (rows, nodes), rows best first: (cards, equal throws, lo, hi).
        """
        cdef uint64_t held[4]
        cdef int i, count = 0, size = self.players
        cdef int64_t before = self.engine.nodes, budget = nodes or 0
        cdef volatile int* flag = NULL if stop is None else <volatile int*>&stop.raised
        cdef uint64_t others = 0
        cdef Throw* throws
        if not 0 <= taker < size or len(hands) != size:
            raise TricornError(f"solver: {len(hands)} hands, taker {taker}: must be {size} hands, the taker among them")
        self.check_position([hand if seat != taker else lowest_of(hand, 4) for seat, hand in enumerate(hands)], leader, ())
        for i in range(4):
            held[i] = hands[i] if i < size else 0
            if i != taker:
                others |= held[i]
        groups = sorted((sorted(group) for group in equal_throws(held[taker], others).values()),
                        key=lambda group: throw_cost(self.engine, held[taker], group[0]))
        throws = <Throw*>calloc(len(groups), sizeof(Throw))
        if throws == NULL:
            raise MemoryError("no memory for the throws")
        for group in groups:
            throws[count].cards = group[0]
            count += 1
        with nogil:
            rank_throws(self.engine, held, taker, leader, throws, count, every, budget, flag)
        rows = [(throws[i].cards, tuple(groups[i][1:]), throws[i].lo, throws[i].hi) for i in range(count)]
        free(throws)
        rows.sort(key=order_of_row)
        self.nodes += self.engine.nodes - before
        return tuple(rows), self.engine.nodes - before

    cdef int check_position(self, hands, int leader, table) except -1:
        """Refuse what is no position: sizes, doubles."""
        cdef int players = self.players, seat, played = len(table)
        if len(hands) != players or not 0 <= leader < players or played >= players:
            raise TricornError(f"solver: {len(hands)} hands, leader {leader}, {played} cards on the table: "
                               f"must be {players} hands, a leader among them, fewer cards on the table than players")
        seen = 0
        for card in table:
            if not 0 <= card < 52 or seen >> card & 1:
                raise TricornError(f"solver: card {card} on the table is no card or stands twice")
            seen |= 1 << card
        sizes = []
        for seat in range(players):
            hand = hands[seat]
            if hand < 0 or hand >> 52 or hand & seen:
                raise TricornError(f"solver: hand of seat {seat} has cards that are none or stand twice")
            seen |= hand
            sizes.append(hand.bit_count() + (1 if (seat - leader + players) % players < played else 0))
        if len(set(sizes)) != 1:
            raise TricornError(f"solver: hands of {sizes} cards at the start of the trick: must be equally many")
        return played

    cdef tuple best_line(self, uint64_t* held, int leader, int played, int* laid, int value):
        """A best line: at each turn the first card that keeps the value. Restores nothing: the arguments are copies."""
        cdef Root root
        cdef int i, card, seat
        line = []
        while not self.engine.ended:
            with nogil:
                set_up(self.engine, &root, held, leader, played, laid)
                card = best_card(self.engine, &root, value)
            if card < 0:
                break
            line.append(card)
            seat = root.player
            held[seat] &= ~(<uint64_t>1 << card)
            laid[played] = card
            played += 1
            if played == self.players:
                i = inner(self.engine, card)
                if beats(self.engine, i, root.trick.win):
                    root.trick.winner = seat
                leader = root.trick.winner
                if self.engine.side[leader] == self.engine.side[seat]:
                    value -= 1
                else:
                    value = root.left - 1 - value
                played = 0
            elif self.engine.side[self.engine.after[seat]] != self.engine.side[seat]:
                value = root.left - value
        return tuple(line)


cdef tuple cards_of_run(const Engine* e, uint64_t run, int card):
    """The public cards of a run but one, highest first."""
    equal = []
    while run:
        if lowest(run) != card:
            equal.append(outer(e, lowest(run)))
        run &= run - 1
    return tuple(equal)


def order_of_row(row):
    """Best first: by proven value, then by card."""
    return -row[2], -row[3], row[0]


cdef int throw_cost(const Engine* e, uint64_t hand, uint64_t cards):
    """A guess at how much a throw gives away: trumps most, then high cards; suits left empty are worth having."""
    cdef int cost = 0, card, suit
    cdef uint64_t rest = cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        cost += card % 13
        if e.trumps and e.lane_of[card // 13] == 0:
            cost += 20
    for suit in range(4):
        if cards >> (13 * suit) & 0x1FFF and not (hand & ~cards) >> (13 * suit) & 0x1FFF:
            cost -= 4
    return cost


def lowest_of(hand, int count):
    """A hand without its lowest cards."""
    for _ in range(count):
        hand &= hand - 1
    return hand
