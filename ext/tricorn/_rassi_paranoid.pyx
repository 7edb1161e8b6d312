# cython: boundscheck=False, wraparound=False, cdivision=True
"""Rassi with all cards known, one seat against all others together: the penalty it can hold itself to.

A question is `dearer(th)`: can the others force a penalty above th on the seat? The answers for th among the worths of
its own cards give the value; a table keeps for each node the proven bounds that they leave.
"""
cimport cython
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from bits cimport highest, lowest
from tricorn._rassi_search cimport (
    ACE, FIRST_BITS, HAND, Deal, Node, Search, Slot, Table, cost, find, last_trick, legal, next_trick, node_key, play, read_deal,
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


cdef bint escaped(const Side* side, const Deal* d, const Node* x, int th) noexcept nogil:
    # In the middle of a trick: has the seat nothing left worth more than th, or somebody else only cards worth more than all
    # of the seat's? Who is still to play and can't overtake will play the lowest card, so that is taken away beforehand.
    # Only what the last play can have changed is looked at: the seat that made it, those who can't overtake it, or all
    # others if the seat itself played.
    cdef int me = side.seat, q = x.turn, last = (q if q else d.n) - 1, most, i, count = x.left
    cdef uint64_t mine = (x.cards >> (6 * me)) & 63, held
    if (me - q + (d.n if me < q else 0)) < x.left and mine & d.least[me][x.high] == 0:
        mine &= mine - 1
    most = side.most[mine]
    if most <= th:
        return True
    if last == me:
        count = d.n
    else:
        if side.other_least[last][(x.cards >> (6 * last)) & 63] > most:
            return True
        if x.holder != last:
            return False
    for i in range(count):
        if q != me:
            held = (x.cards >> (6 * q)) & 63
            if i < x.left and held & d.least[q][x.high] == 0:
                held &= held - 1
            if side.other_least[q][held] > most:
                return True
        q = q + 1 if q + 1 < d.n else 0
    return False


cdef inline uint32_t upto(int rank) noexcept nogil:
    # Highest cards that this rank overtakes: bit r + 1 for rank r, bit 0 for an empty table.
    return (<uint32_t>1 << (rank + 2)) - 1


cdef uint32_t passed(const Deal* d, uint64_t cards, int q, uint32_t tops, int limit) noexcept nogil:
    # Seat q, with two cards, plays and must keep one worth at most `limit`. `tops`: the ranks that the highest card of the
    # trick can have before it, in the bits of `upto`; those that it can have afterwards are returned.
    cdef uint64_t held = (cards >> (6 * q)) & 63
    cdef int i = lowest(held), j = highest(held)
    cdef int low = d.rank[q][i], high = d.rank[q][j]
    cdef uint32_t after = 0
    if d.worth[q][j] <= limit:  # the low card: it overtakes, or none does, or (optional) the seat would rather not
        if tops & upto(low):
            after = <uint32_t>1 << (low + 1)
        after |= tops & ~upto(low if d.optional else high)
    if d.worth[q][i] <= limit and tops & upto(high):
        after |= <uint32_t>1 << (high + 1)
    return after


cdef bint goes_on(const Deal* d, uint64_t cards, int q, int count, uint32_t tops, int limit) noexcept nogil:
    # Whether `count` seats from q on can play one after the other as `passed` says.
    while count and tops:
        tops = passed(d, cards, q, tops, limit)
        q = q + 1 if q + 1 < d.n else 0
        count -= 1
    return tops != 0


cdef bint cornered(const Side* side, const Deal* d, const Node* x, int th, int slack) noexcept nogil:
    # Two cards each, at the start of the trick: can the others make the seat pay more than th? They can if all of them keep
    # a card that is cheap enough for the one that the seat keeps, whatever it does. Who plays what matters to those who
    # follow only through the highest card of the trick, so sets of ranks that this can have stand for all their plays.
    # slack 0: a card equal to the seat's last one counts as if the seat paid; 1: as if it did not.
    cdef int me = side.seat, n = d.n, q = x.turn, low, high, cost_low, cost_high, after, top
    cdef uint64_t held = (x.cards >> (6 * me)) & 63
    cdef uint32_t keeps_low = 1, keeps_high = 1, keeps_any = 1, tops
    cdef bint down, up   # the others can go on after the seat plays low (and keeps the high card), high
    low = d.rank[me][lowest(held)]
    high = d.rank[me][highest(held)]
    cost_low = d.worth[me][lowest(held)]
    cost_high = d.worth[me][highest(held)]
    after = n - 1
    while q != me:
        keeps_low = passed(d, x.cards, q, keeps_low, cost_low - slack)
        keeps_high = passed(d, x.cards, q, keeps_high, cost_high - slack)
        keeps_any = passed(d, x.cards, q, keeps_any, min(cost_low, cost_high) - slack)
        after -= 1
        q = q + 1 if q + 1 < n else 0
    q = me + 1 if me + 1 < n else 0
    # overtaken by neither card: the low one is played, the high one kept
    tops = keeps_high & ~upto(high)
    if cost_high > th and tops and goes_on(d, x.cards, q, after, tops, cost_high - slack):
        return True
    up = cost_low > th and goes_on(d, x.cards, q, after, <uint32_t>1 << (high + 1), cost_low - slack)
    if not up:
        return False  # from here on the seat may play its high card
    if low == high:
        return (keeps_low & upto(low)) != 0
    tops = keeps_low & upto(high) & ~upto(low)
    if not d.optional:
        if tops:
            return True  # it has to
    elif cost_high > th:  # or it plays low under the card on the table
        tops &= keeps_any
        while tops:
            top = lowest(tops)
            tops &= tops - 1
            if goes_on(d, x.cards, q, after, <uint32_t>1 << top, cost_high - slack):
                return True
    down = cost_high > th and goes_on(d, x.cards, q, after, <uint32_t>1 << (low + 1), cost_high - slack)
    return down and (keeps_any & upto(low)) != 0


cdef bint dearer(Search* s, const Side* side, Node x, int th) noexcept nogil:
    cdef const Deal* d = &s.deal
    cdef uint64_t plays, key
    cdef bint answer, mine, prize
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
                if x.size == 2:
                    if not cornered(side, d, &x, th, 0):
                        return False
                    if d.all_pay or cornered(side, d, &x, th, 1):
                        return True  # else equal cards decide, and who leads the last trick: searched
        elif s.cut and x.size > 1 and escaped(side, d, &x, th):
            return False
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
        slot = find(s, key)
        if slot.key == key and slot.stamp == s.stamp:
            if (slot.value >> 4) > th:
                return True
            if (slot.value & 15) <= th:
                return False
    mine = x.turn == side.seat
    answer = mine
    prize = d.optional and not mine  # the others keep their aces, cheap at the end, if they may
    while plays and answer == mine:
        index = highest(plays)
        if prize and d.rank[x.turn][index] == ACE and plays & (plays - 1):
            index = highest(plays ^ (<uint64_t>1) << index)
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


@cython.final
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
        s.most_bits = self.table.bits
        s.bits = min(FIRST_BITS, s.most_bits)
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
