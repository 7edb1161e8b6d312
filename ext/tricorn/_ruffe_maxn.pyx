# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Cut-throat Ruffe with all cards known: every player takes what is best for himself (max^n, Luckhardt and Irani 1986)."""

# Of several plays that are equally good for the player to move the FIRST in a fixed order is made, or the LAST; the value of a
# position depends on it. The order: suits S H D C, in a suit from the two up.
#
# Partition search carries over: the value is a vector, an entry of the table holds it exactly, and its ranks are those of
# all the plays that were tried. Which of two good plays comes first depends on suits and relative ranks alone, so equal cards
# and cards that did not matter are skipped as in the two-sided search: what is skipped has the same vector.
#
# Pruning (Sturtevant and Korf 2000, "shallow"): the tricks still to come are shared out among all, so once the next player
# has so many that the one before him can't do better than he already does, the rest is not looked at. Within a trick only:
# what the table keeps is always exact.
from bits cimport highest, lowest
from libc.stdint cimport int64_t, uint32_t, uint64_t

from tricorn._ruffe_bounds cimport leader_tricks
from tricorn._ruffe_layout cimport (
    BOUNDS, EQUALS, RELEVANCE, TABLE, Engine, Entry, Root, Start, Trick, absolute_ranks, beats, from_top,
    lane, legal_cards, one, outer, relative_ranks, remove_card, run_of,
)
from tricorn._ruffe_search cimport engine_forget, engine_free, engine_game, engine_new, set_up
from tricorn._ruffe_table cimport LEAST_BYTES, MOST_MEGABYTES, find_block, key_of, prefetch, store_entry, table_bytes
from tricorn._stop cimport Stop

from tricorn.errors import TricornError

READINGS = ("suit-else-trump", "suit-or-trump", "suit")
PARTS = ("table", "bounds", "equals", "relevance", "shallow")

cdef enum:
    SHALLOW = 128

# The value of a position: tricks of each player, eight bits each, and the ranks it rests on.
cdef struct Shares:
    uint64_t ranks
    uint32_t tricks


cdef inline int share(uint32_t tricks, int player) noexcept nogil:
    return <int>(tricks >> (player << 3)) & 255


cdef Shares shares_at_start(Engine* e, const Start* s, int leader, int left, bint last_first,
                            uint64_t key) noexcept nogil:
    """The exact value at the start of a trick."""
    cdef Shares found
    cdef Trick t
    cdef const Entry* entry
    cdef const Entry* end
    cdef int player
    e.nodes += 1
    if not e.nodes & 1023 and e.stop != NULL and e.stop[0]:
        e.ended = True
    if e.ended or e.nodes > e.budget:
        e.ended = True
        found.ranks = 0
        found.tricks = 0
        return found
    if e.parts & TABLE:
        entry = e.entry + find_block(e, key, s.lengths, leader)
        end = entry + entry.count
        while entry != end:
            if not ((s.low ^ entry.low) | (s.high ^ entry.high)) & entry.mask:
                found.ranks = absolute_ranks(s.held, entry.mask)
                found.tricks = entry.lower | (<uint32_t>entry.upper << 8) | (<uint32_t>entry.third << 16)
                if e.players == 4:
                    found.tricks |= <uint32_t>(left - entry.lower - entry.upper - entry.third) << 24
                return found
            entry += 1
    if e.parts & BOUNDS and leader_tricks(e, s, leader, left, left, &found.ranks) >= left:
        found.tricks = <uint32_t>left << (leader << 3)
        return found
    t.start = s
    t.leader = leader
    t.left = left
    t.held = s.held
    t.led = t.win = t.winner = 0
    for player in range(4):
        t.hand[player] = s.hand[player]
    found = shares_in_trick(e, &t, 0, leader, left, last_first)
    if e.parts & TABLE and not e.ended:
        store_entry(e, key, s.lengths, leader, s.low, s.high, relative_ranks(s.held, found.ranks),
                    share(found.tricks, 0), share(found.tricks, 1), share(found.tricks, 2))
    return found


cdef Shares finished(Engine* e, Trick* t, bint last_first) noexcept nogil:
    """The trick is complete: one to its winner, and he leads the rest."""
    cdef Shares found
    cdef Start s
    cdef int k, q = t.leader
    cdef uint64_t line = t.start.held & ~t.held & lane(t.win >> 4), held, key
    cdef uint64_t ranks = from_top(t.win) if line & (line - 1) else 0
    found.ranks = 0
    found.tricks = 0
    if t.left > 1:
        s.held = t.held
        s.lengths = t.start.lengths
        for k in range(e.players):
            s.lengths -= <uint64_t>1 << ((q << 4) + ((t.card[k] >> 4) << 2))
            s.hand[k] = t.hand[k]
            q = e.after[q]
        key = key_of(s.lengths, t.winner)
        prefetch(&e.slot[<uint32_t>key & (e.slots - 1)])
        s.low = t.start.low
        s.high = t.start.high
        held = t.start.held
        for k in range(e.players):
            remove_card(&s, held, t.card[k])
            held ^= one(t.card[k])
        found = shares_at_start(e, &s, t.winner, t.left - 1, last_first, key)
    found.ranks |= ranks
    found.tricks += <uint32_t>1 << (t.winner << 3)
    return found


cdef Shares after_card(Engine* e, Trick* t, int turn, int player, int card, int enough, bint last_first) noexcept nogil:
    """The value after one play; the trick is put back as it was."""
    cdef Shares found
    cdef int win = t.win, winner = t.winner
    t.hand[player] ^= one(card)
    t.held ^= one(card)
    t.card[turn] = card
    if turn == 0:
        t.led = card >> 4
    if turn == 0 or beats(e, card, win):
        t.win = card
        t.winner = player
    if turn + 1 == e.players:
        found = finished(e, t, last_first)
    else:
        found = shares_in_trick(e, t, turn + 1, e.after[player], enough, last_first)
    t.hand[player] ^= one(card)
    t.held ^= one(card)
    t.win = win
    t.winner = winner
    return found


cdef inline int next_card(const Engine* e, uint64_t cards, bint last_first) noexcept nogil:
    """The first of some cards in the order of the tie rule."""
    cdef int suit, s
    cdef uint64_t line
    for s in range(4):
        suit = e.lane_of[3 - s] if last_first else e.lane_of[s]
        line = cards & lane(suit)
        if line:
            return lowest(line) if last_first else highest(line)
    return -1


cdef Shares shares_in_trick(Engine* e, Trick* t, int turn, int player, int enough, bint last_first) noexcept nogil:
    """The player to move takes the first best play. With `enough` tricks he may stop: he can have no more, or the player
    before him will not come here anyway (then the value is not exact, and is not used)."""
    cdef Shares best, found
    cdef int card, most = -1, limit
    cdef uint64_t hand = t.hand[player], others = t.held & ~hand, run, done, rest = hand
    if turn:
        rest = legal_cards(e, hand, t.led)
        others |= one(t.win)
    best.ranks = 0
    best.tricks = 0
    while rest:
        card = next_card(e, rest, last_first)
        run = run_of(hand, others, card) if e.parts & EQUALS else one(card)
        limit = t.left - max(most, 0) if e.parts & SHALLOW and turn + 1 < e.players else t.left
        found = after_card(e, t, turn, player, card, limit, last_first)
        if e.ended:
            return found
        done = run
        if e.parts & RELEVANCE and not found.ranks & one(card):
            done |= hand & lane(card >> 4) & ~found.ranks
        if run & found.ranks and run & ~found.ranks:
            found.ranks |= from_top(highest(run))
        rest &= ~done
        best.ranks |= found.ranks
        if share(found.tricks, player) > most:
            most = share(found.tricks, player)
            best.tricks = found.tricks
            if most >= enough:
                break
    return best


cdef class MaxN:
    """A max^n search with its table, for one game of singles: players, trump and reading; kept from play to play.

    table_mb: all memory that the search may take, LEAST_MB..MOST_MB as of the two-sided search."""
    cdef Engine* engine
    cdef readonly int players
    cdef bint last_first

    def __cinit__(self, int players, int trump, str follow="suit-else-trump", *, bint last_first=False,
                  double table_mb=256.0, parts=PARTS):
        cdef int sides[4]
        cdef int seat, on = 0
        if not 2 <= players <= 4 or not -1 <= trump <= 3 or follow not in READINGS:
            raise TricornError(f"max^n: {players} players, trump {trump}, follow {follow!r}: must be 2..4 players, a suit 0..3 "
                               f"or -1, and one of {', '.join(READINGS)}")
        if not LEAST_BYTES <= table_mb * (1 << 20) or not table_mb <= MOST_MEGABYTES:
            raise TricornError(f"max^n: table_mb {table_mb} must be {LEAST_BYTES / 1048576.0}..{MOST_MEGABYTES}")
        for seat in range(4):
            sides[seat] = seat
        for name, flag in zip(PARTS, (TABLE, BOUNDS, EQUALS, RELEVANCE, SHALLOW)):
            on |= flag if name in parts else 0
        self.players = players
        self.last_first = last_first
        self.engine = engine_new(<int64_t>(table_mb * (1 << 20)))
        if self.engine == NULL:
            raise MemoryError("no memory for the table")
        engine_game(self.engine, players, trump, sides, READINGS.index(follow), on)
        self.engine.partners = 0

    def __dealloc__(self):
        engine_free(self.engine)

    def clear(self):
        """Forget the table: O(1)."""
        engine_forget(self.engine)

    @property
    def table_bytes(self):
        """Memory that the table holds; never more than `table_mb`."""
        return table_bytes(self.engine)

    def solve(self, hands, int leader, table=(), *, nodes=None, Stop stop=None):
        """The tricks of every seat after each legal card, the current trick included.

        hands: sets of cards by seat, equally many at the start of the trick; table: the cards of the trick so far, no longer in
        the hands. Returns (rows, line, nodes); rows: (card, equal cards, tricks by seat), in the order of the tie rule, and
        none at all when a limit ended the search.
        """
        cdef uint64_t held[4]
        cdef int laid[4]
        cdef int i, card, best, most, seat, played = len(table)
        cdef Root root
        cdef int64_t before = self.engine.nodes
        cdef Shares found
        cdef uint64_t legal, run
        self.engine.ended = False
        self.engine.stop = NULL if stop is None else <volatile int*>&stop.raised
        self.engine.budget = before + <int64_t>nodes if nodes else <int64_t>1 << 62
        for i in range(4):
            held[i] = hands[i] if i < self.players else 0
        for i in range(played):
            laid[i] = table[i]
        rows = []
        line = []
        while True:
            set_up(self.engine, &root, held, leader, played, laid)
            if root.count == 0:
                break
            legal = 0
            for i in range(root.count):
                legal |= root.choice[i].run
            best = most = -1
            seat = root.player
            while legal:
                card = next_card(self.engine, legal, self.last_first)
                run = one(card)
                for i in range(root.count):
                    if root.choice[i].run & one(card):
                        run = root.choice[i].run
                with nogil:
                    found = after_card(self.engine, &root.trick, root.turn, seat, card, root.left, self.last_first)
                if self.engine.ended:
                    return (tuple(rows) if line else ()), tuple(line), self.engine.nodes - before
                legal &= ~run
                if not line:
                    rows.append((outer(self.engine, card), equals_of(self.engine, run & ~one(card)),
                                 tuple([share(found.tricks, i) for i in range(self.players)])))
                if share(found.tricks, seat) > most:
                    most = share(found.tricks, seat)
                    best = card
            line.append(outer(self.engine, best))
            held[seat] &= ~(<uint64_t>1 << outer(self.engine, best))
            laid[played] = outer(self.engine, best)
            played += 1
            if played == self.players:
                leader = seat if beats(self.engine, best, root.trick.win) else root.trick.winner
                played = 0
        return tuple(rows), tuple(line), self.engine.nodes - before


cdef tuple equals_of(const Engine* e, uint64_t cards):
    equal = []
    while cards:
        equal.append(outer(e, lowest(cards)))
        cards &= cards - 1
    return tuple(equal)
