# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rassi with all cards known: max^n, where every seat wants its own penalty low.

Two players may count the difference of their penalties instead (`Search.stake`), which makes it minimax.

A value is one 16-bit word: the seats that pay (bit 4 + seat) and the worth of the card (bits 0..3). Multipliers stay
outside: a seat's own multiplier is the same factor on all its penalties, so no choice depends on it.
"""
cimport cython
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from bits cimport highest, lowest
from check cimport check
from tricorn._stop cimport Stop


cdef void deal_init(Deal* d, int n, bint optional, bint all_pay, bint lowest_first) noexcept nogil:
    memset(d, 0, sizeof(Deal))
    d.n = n
    d.optional = optional
    d.all_pay = all_pay
    d.lowest_first = lowest_first


cdef void deal_hand(Deal* d, int seat, const uint8_t* ranks, int count) noexcept nogil:
    # `ranks` in any order; insertion sort, there are six at most
    cdef int i, j
    cdef uint8_t r
    check(0 <= seat < SEATS and 0 <= count <= HAND)
    for i in range(count):
        r = ranks[i]
        j = i
        while j > 0 and d.rank[seat][j - 1] > r:
            d.rank[seat][j] = d.rank[seat][j - 1]
            j -= 1
        d.rank[seat][j] = r
    for i in range(count, HAND):
        d.rank[seat][i] = 255  # nobody holds it: its bit is never set
    for i in range(count):
        d.worth[seat][i] = worth(d.rank[seat][i])


cdef void deal_finish(Deal* d) noexcept nogil:
    cdef int q, i, r
    d.equal = 0
    for q in range(d.n):
        r = 0
        for i in range(HAND):
            if d.rank[q][i] == 255:
                break
            if i and d.rank[q][i] == d.rank[q][i - 1]:
                d.equal |= (<uint64_t>1) << (6 * q + i)
            while r <= d.rank[q][i]:
                d.least[q][r] = (63 << i) & 63
                r += 1
        while r < 14:
            d.least[q][r] = 0
            r += 1


cdef uint16_t last_trick(const Deal* d, const Node* x) noexcept nogil:
    # One card each and no choice: the last seat in turn order that holds the greatest worth pays, or all who hold it.
    cdef int q = x.turn, _, w, best = 0
    cdef uint32_t payers = 0
    for _ in range(d.n):
        w = d.worth[q][lowest(x.cards >> (6 * q))]
        if w > best or (w == best and not d.all_pay):
            best = w
            payers = 1 << q
        elif w == best:
            payers |= 1 << q
        q += 1
        if q == d.n:
            q = 0
    return <uint16_t>(payers << 4 | best)


cdef uint16_t maxn(Search* s, Node x) noexcept nogil:
    # The outcome reached when every seat takes the first of its cheapest plays, in the order of ranks of the tie rule.
    cdef const Deal* d = &s.deal
    cdef uint64_t plays, key
    cdef uint16_t value, best = 0
    cdef int index, paid, cheapest = 99, least = 0
    cdef Slot* slot = NULL
    cdef Node y
    while True:  # plays without a choice are made here and never meet the table
        if x.left == 0:
            next_trick(d, &x)
        if x.left == d.n and x.size == 1:
            return last_trick(d, &x)
        plays = legal(d, &x)
        if plays & (plays - 1):
            break
        play(d, &x, lowest(plays))
    s.nodes += 1
    if s.nodes >= s.limit or ((s.nodes & 1023) == 0 and s.raised != NULL and s.raised[0]):
        s.ended = True
    if s.ended:
        return 0
    if s.table != NULL:
        key = node_key(&x)
        slot = find(s, key)
        if slot.key == key and slot.stamp == s.stamp:
            return slot.value
    if s.stake[0]:
        least = -s.stake[1 - x.turn] * dearest(d, &x, 1 - x.turn)
    while plays:
        index = lowest(plays) if d.lowest_first else highest(plays)
        plays ^= (<uint64_t>1) << index
        y = x
        play(d, &y, index)
        value = maxn(s, y)
        if s.ended:
            return 0
        paid = price(s, value, x.turn)
        if paid < cheapest:
            cheapest = paid
            best = value
            # No penalty is below 0 (and no difference below the other's dearest card), and of equal plays the first counts:
            # the first that reaches it is the answer, whatever follows. Nothing here needs that a single seat pays, so it
            # holds with last_tie=all as well.
            if paid == least and s.cut:
                break
    if slot != NULL:
        slot.key = key
        slot.stamp = s.stamp
        slot.value = best
    return best


cdef int read_deal(Deal* d, Node* x, object hands, int leader, object trick, bint optional, bint all_pay,
                   bint lowest_first) except -1:
    # From lists of ranks to a deal and its node. The caller's position is legal; only what would break memory is checked.
    cdef int n = len(hands), i, seat, size = max(len(hand) for hand in hands), played = len(trick)
    cdef uint8_t held[6]
    if not (2 <= n <= SEATS and 1 <= size <= HAND and 0 <= leader < n and played < n):
        raise ValueError(f"{n} seats, {size} cards, leader {leader}, {played} cards in the trick: not a deal of Rassi")
    deal_init(d, n, optional, all_pay, lowest_first)
    x.cards = 0
    for seat in range(n):
        ranks = list(hands[seat])
        i = (seat - leader) % n if seat >= leader else seat - leader + n
        if len(ranks) != size - (i < played):
            raise ValueError(f"seat {seat} has {len(ranks)} cards where {size - (i < played)} are wanted")
        if size == 1 and i < played:
            ranks = [trick[i]]  # the last trick has no choices: it is valued from its start
        for i in range(len(ranks)):
            if not 0 <= ranks[i] <= ACE:
                raise ValueError(f"rank {ranks[i]}: 0 to 12 is wanted")
            held[i] = ranks[i]
            x.cards |= (<uint64_t>1) << (6 * seat + i)
        deal_hand(d, seat, held, len(ranks))
    deal_finish(d)
    x.size = size
    x.left = n
    x.turn = x.holder = leader
    x.high = NO_RANK
    if size > 1:
        for rank in trick:
            if rank >= x.high:
                x.high = rank
                x.holder = x.turn
            x.left -= 1
            x.turn = (x.turn + 1) % n
    return 0


cdef list best_line(Search* s, Node x):
    # The ranks played from here to the end, up to where the search was ended.
    cdef uint64_t plays
    cdef int index, chosen, paid, cheapest
    cdef Node y
    out = []
    while True:
        if x.left == 0:
            if x.size == 1:
                return out
            next_trick(&s.deal, &x)
        chosen = -1
        cheapest = 99
        plays = legal(&s.deal, &x) if x.size > 1 else (x.cards >> (6 * x.turn)) & 63
        if not plays & (plays - 1):
            chosen = lowest(plays)
            plays = 0
        while plays:
            index = lowest(plays) if s.deal.lowest_first else highest(plays)
            plays ^= (<uint64_t>1) << index
            y = x
            play(&s.deal, &y, index)
            with nogil:
                paid = price(s, maxn(s, y), x.turn)
            if s.ended:
                return out
            if paid < cheapest:
                cheapest = paid
                chosen = index
        out.append(s.deal.rank[x.turn][chosen])
        play(&s.deal, &x, chosen)


@cython.final
cdef class Table:
    """Memory for values of nodes; a new stamp empties it at no cost. `megabytes` 0: no table at all."""

    def __cinit__(self, double megabytes=16):
        self.slots = NULL
        self.bits = 0
        self.stamp = 0
        if megabytes > 0:
            self.bits = 8
            while (2 << self.bits) * sizeof(Slot) <= megabytes * (1 << 20) and self.bits < 32:
                self.bits += 1
            self.slots = <Slot*>calloc(<size_t>1 << self.bits, sizeof(Slot))
            if self.slots == NULL:
                raise MemoryError(f"no memory for a table of {megabytes} MB")

    def __dealloc__(self):
        free(self.slots)

    cdef void next_stamp(self) noexcept nogil:
        self.stamp += 1
        if self.stamp == 0:  # after 2**32 searches old slots could look like new ones
            if self.slots != NULL:
                memset(self.slots, 0, (<size_t>1 << self.bits) * sizeof(Slot))
            self.stamp = 1


@cython.final
cdef class Solver:
    """Exact max^n of open deals. Owns its table, which may serve one search after another; not for two threads at once."""

    def __cinit__(self, double table_mb=16):
        self.table = Table(table_mb)

    def value(self, hands, int leader, trick=(), *, bint optional=False, bint all_pay=False, bint lowest_first=False,
              nodes=None, Stop stop=None, bint cut=True):
        """`(penalties, nodes)`: the penalties of all seats with best play, None if not established; arguments as in `maxn`."""
        cdef Search s
        cdef Node x
        cdef uint16_t value
        self.begin(&s, &x, hands, leader, trick, optional, all_pay, lowest_first, nodes, stop, cut)
        with nogil:
            value = maxn(&s, x)
        return None if s.ended else tuple([cost(value, seat) for seat in range(s.deal.n)]), s.nodes

    def maxn(self, hands, int leader, trick=(), *, bint optional=False, bint all_pay=False, bint lowest_first=False,
             nodes=None, Stop stop=None, bint cut=True, bint line=True):
        """The penalties of all seats after every legal play, without multipliers.

        Args:
            hands: for every seat the ranks 0..12 (2..A, joker 12) it still holds.
            leader: seat that led, or leads, this trick.
            trick: ranks played to it so far, from the leader.
            optional: the lowest card may be played even by a seat that could overtake.
            all_pay: everybody with the equal highest card of the last trick pays.
            lowest_first: of equally cheap plays the lowest rank is taken, else the highest.
            nodes: give up after so many; None: never.
            stop: gives up when this flag goes up.
            cut: stop at a node's first play without a penalty; exact, off only in tests.
            line: also say what is played.

        Returns:
            `(plays, line, nodes)`: plays is a list of `(rank, penalties)` in the order of the tie rule, with None for the
            penalties that were not established; line is the list of ranks played from here on, as far as established.
        """
        cdef Search s
        cdef Node x, y
        cdef uint64_t left
        cdef int count = 0, i, index
        cdef int order[6]
        cdef uint16_t values[6]
        cdef bint known[6]
        cdef long long used
        self.begin(&s, &x, hands, leader, trick, optional, all_pay, lowest_first, nodes, stop, cut)
        left = legal(&s.deal, &x)
        while left:
            index = lowest(left) if lowest_first else highest(left)
            left ^= (<uint64_t>1) << index
            order[count] = index
            count += 1
        with nogil:
            for i in range(count):
                if x.size == 1:
                    values[i] = last_trick(&s.deal, &x)
                else:
                    y = x
                    play(&s.deal, &y, order[i])
                    values[i] = maxn(&s, y)
                known[i] = not s.ended
        used = s.nodes
        plays = []
        for i in range(count):
            vector = tuple([cost(values[i], seat) for seat in range(s.deal.n)]) if known[i] else None
            plays.append((s.deal.rank[x.turn][order[i]], vector))
        played = best_line(&s, x) if line and not s.ended else []
        if x.size == 1:  # valued from its start: of what is on the table already nothing is played again
            plays = [(hands[(leader + len(trick)) % s.deal.n][0], plays[0][1])]
            played = played[len(trick):]
        return plays, played, used

    cdef int begin(self, Search* s, Node* x, object hands, int leader, object trick, bint optional, bint all_pay,
                   bint lowest_first, object nodes, Stop stop, bint cut) except -1:
        memset(s, 0, sizeof(Search))
        read_deal(&s.deal, x, hands, leader, trick, optional, all_pay, lowest_first)
        self.table.next_stamp()
        s.table = self.table.slots
        s.most_bits = self.table.bits
        s.bits = min(FIRST_BITS, s.most_bits)
        s.stamp = self.table.stamp
        s.cut = cut
        s.limit = nodes if nodes is not None else (<long long>1) << 62
        s.raised = &stop.raised if stop is not None else NULL
        return 0
