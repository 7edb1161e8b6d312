# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rassi with all cards known, one seat against all others together: the penalty it can hold itself to.

A question is `dearer(th)`: can the others force a penalty above th on the seat? The answers for th among the worths of
its own cards give the value; a table keeps for each node the proven bounds that they leave.
"""
from libc.stdint cimport uint16_t, uint64_t
from libc.string cimport memset

from bits cimport highest, lowest
from tricorn._rassi_search cimport (
    HAND, Deal, Node, Search, Slot, Table, cost, last_trick, legal, next_trick, node_key, play, read_deal,
)
from tricorn._stop cimport Stop

cdef enum:
    MOST = 13  # no penalty is greater before multipliers

cdef struct Side:
    int seat            # who plays for itself
    int most[64]        # of a set of its cards, six bits: the greatest worth
    int least[64]       # and the smallest
    int other_most[9][64]
    int other_least[9][64]


cdef void side_init(Side* side, const Deal* d, int seat) noexcept nogil:
    cdef int q, held, i, w, most, least
    side.seat = seat
    for q in range(d.n):
        for held in range(64):
            most = 0
            least = 99
            for i in range(HAND):
                if held >> i & 1 and d.rank[q][i] != 255:
                    w = d.worth[q][i]
                    most = max(most, w)
                    least = min(least, w)
            side.other_most[q][held] = most
            side.other_least[q][held] = least
            if q == seat:
                side.most[held] = most
                side.least[held] = least


cdef int settled(const Side* side, const Deal* d, uint64_t cards, int th) noexcept nogil:
    # 1 or 0 where the answer needs no search, else -1. `cards`: what is left at the start of a trick. The last card of
    # every seat is one of its cards, so its worth lies between the least and the most of them.
    #  - The seat has nothing worth more than th: it can't pay more.
    #  - Somebody's least is above the seat's most: that player's last card beats the seat's, whatever is played.
    #  - The seat's least is above th and above the most of all others: it pays that least or more.
    cdef uint64_t mine = (cards >> (6 * side.seat)) & 63, held
    cdef int most = side.most[mine], least = side.least[mine], q
    cdef bint above = least > th
    if most <= th:
        return 0
    for q in range(d.n):
        if q == side.seat:
            continue
        held = (cards >> (6 * q)) & 63
        if side.other_least[q][held] > most:
            return 0
        if side.other_most[q][held] >= least:
            above = False
    return 1 if above else -1


cdef bint dearer(Search* s, const Side* side, Node x, int th) noexcept nogil:
    cdef const Deal* d = &s.deal
    cdef uint64_t plays, key
    cdef bint answer, mine
    cdef int index, known
    cdef Slot* slot = NULL
    cdef Node y
    while True:
        if x.left == 0:
            next_trick(d, &x)
        if x.left == d.n:
            if x.size == 1:
                return cost(last_trick(d, &x), side.seat) > th
            if s.cut:
                known = settled(side, d, x.cards, th)
                if known >= 0:
                    return known
        plays = legal(d, &x)
        if plays & (plays - 1):
            break
        play(d, &x, lowest(plays))
    s.nodes += 1
    if s.nodes >= s.limit or ((s.nodes & 1023) == 0 and s.raised != NULL and s.raised[0]):
        s.ended = True
    if s.ended:
        return False
    if s.table != NULL:  # value of a slot: bounds lo << 4 | hi
        key = node_key(&x)
        slot = &s.table[(key * <uint64_t>0x9E3779B97F4A7C15) >> (64 - s.bits)]
        if slot.key == key and slot.stamp == s.stamp:
            if (slot.value >> 4) > th:
                return True
            if (slot.value & 15) <= th:
                return False
    mine = x.turn == side.seat
    answer = mine
    while plays and answer == mine:
        index = highest(plays)
        plays ^= (<uint64_t>1) << index
        y = x
        play(d, &y, index)
        answer = dearer(s, side, y, th)
        if s.ended:
            return False
    if slot != NULL:
        if slot.key != key or slot.stamp != s.stamp:
            slot.key = key
            slot.stamp = s.stamp
            slot.value = MOST
        if answer:
            slot.value = <uint16_t>((th + 1) << 4 | (slot.value & 15))
        else:
            slot.value = <uint16_t>((slot.value & 0xF0) | th)
    return answer


cdef void bounds(Search* s, const Side* side, Node x, int* lo, int* hi) noexcept nogil:
    # Narrows lo..hi to the value of the node, or as far as the limit allows. Only the worths of the seat's cards and 0 are
    # possible values; 0 is asked about first, then the middle.
    cdef int values[8]
    cdef int count = 1, i, j, w, low, high, middle
    cdef uint64_t held = (x.cards >> (6 * side.seat)) & 63
    values[0] = 0
    for i in range(HAND):
        if held >> i & 1:
            w = s.deal.worth[side.seat][i]
            j = count
            while values[j - 1] > w:
                j -= 1
            if values[j - 1] == w:
                continue
            memmove_up(values, j, count)
            values[j] = w
            count += 1
    low = 0
    high = count - 1
    while low < high and values[low] < lo[0]:
        low += 1
    while high > low and values[high] > hi[0]:
        high -= 1
    middle = low
    while low < high:
        if dearer(s, side, x, values[middle]):
            if s.ended:
                break
            low = middle + 1
        elif s.ended:
            break
        else:
            high = middle
        middle = (low + high) // 2
    lo[0] = values[low]
    hi[0] = values[high]


cdef void memmove_up(int* values, int start, int count) noexcept nogil:
    cdef int i
    for i in range(count, start, -1):
        values[i] = values[i - 1]


cdef class Paranoid:
    """Exact paranoid values of open deals. Owns its table; not for two threads at once."""

    cdef Table table

    def __cinit__(self, double table_mb=16):
        self.table = Table(table_mb)

    def value(self, hands, int leader, trick=(), *, int seat, bint optional=False, bint all_pay=False, nodes=None,
              Stop stop=None, bint cut=True):
        """`(lo, hi, nodes)`: proven bounds of the penalty, without multiplier, that `seat` can hold itself to.

        The bounds meet unless the limit of nodes or the flag ended the search. Arguments as in `Solver.maxn`.
        """
        cdef Search s
        cdef Side side
        cdef Node x
        cdef int lo = 0, hi = MOST
        self.begin(&s, &x, hands, leader, trick, optional, all_pay, nodes, stop, cut)
        if not 0 <= seat < s.deal.n:
            raise ValueError(f"seat {seat}: 0 to {s.deal.n - 1} is wanted")
        with nogil:
            side_init(&side, &s.deal, seat)
            bounds(&s, &side, x, &lo, &hi)
        return lo, hi, s.nodes

    def plays(self, hands, int leader, trick=(), *, bint optional=False, bint all_pay=False, nodes=None, Stop stop=None,
              bint cut=True):
        """Every play of the seat to move, which plays against all others together.

        Returns:
            `(plays, line, nodes)`: plays is a list of `(rank, lo, hi)`, highest rank first, with proven bounds; line the
            ranks of a best line of both sides, empty when the search was ended.
        """
        cdef Search s
        cdef Side side
        cdef Node x, y
        cdef uint64_t left
        cdef int lo, hi, index
        self.begin(&s, &x, hands, leader, trick, optional, all_pay, nodes, stop, cut)
        side_init(&side, &s.deal, (leader + len(trick)) % s.deal.n)
        if x.size == 1:
            lo = cost(last_trick(&s.deal, &x), side.seat)
            return [(hands[side.seat][0], lo, lo)], best_line(&s, &side, x)[len(trick):], 0
        rows = []
        left = legal(&s.deal, &x)
        while left:
            index = highest(left)
            left ^= (<uint64_t>1) << index
            y = x
            play(&s.deal, &y, index)
            lo = 0
            hi = MOST
            with nogil:
                bounds(&s, &side, y, &lo, &hi)
            rows.append((s.deal.rank[x.turn][index], lo, hi))
        used = s.nodes
        return rows, [] if s.ended else best_line(&s, &side, x), used

    cdef int begin(self, Search* s, Node* x, object hands, int leader, object trick, bint optional, bint all_pay,
                   object nodes, Stop stop, bint cut) except -1:
        memset(s, 0, sizeof(Search))
        read_deal(&s.deal, x, hands, leader, trick, optional, all_pay, False)
        self.table.next_stamp()
        s.table = self.table.slots
        s.bits = self.table.bits
        s.stamp = self.table.stamp
        s.cut = cut
        s.limit = nodes if nodes is not None else (<long long>1) << 62
        s.raised = &stop.raised if stop is not None else NULL
        return 0


cdef list best_line(Search* s, const Side* side, Node x):
    # The ranks of a line on which both sides keep the value, to the end or to where the search is ended.
    cdef uint64_t plays
    cdef int index = 0, lo = 0, hi = MOST, low, high
    cdef Node y
    if x.size > 1:
        bounds(s, side, x, &lo, &hi)
    out = []
    while not s.ended:
        if x.left == 0:
            if x.size == 1:
                break
            next_trick(&s.deal, &x)
        plays = legal(&s.deal, &x) if x.size > 1 else (x.cards >> (6 * x.turn)) & 63
        while plays:
            index = highest(plays)
            plays ^= (<uint64_t>1) << index
            if not plays:
                break
            y = x
            play(&s.deal, &y, index)
            low = 0
            high = MOST
            bounds(s, side, y, &low, &high)
            if s.ended:
                return out
            if low == lo:
                break
        out.append(s.deal.rank[x.turn][index])
        play(&s.deal, &x, index)
    return out
