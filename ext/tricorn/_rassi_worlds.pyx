# cython: boundscheck=False, wraparound=False, cdivision=True
"""Hidden cards of Rassi drawn exactly uniformly, and every play valued in each world by max^n.

Two ways to draw. Where the sets of ranks are nested or apart (laminar), the tightest draw first, each from what the classes
inside it left; how much they leave is the same in every world, so each world comes with the same probability. Elsewhere
the ranks are gone through once: a table holds in how many ways the cards from a rank on can fill what is still open in
each class, and a rank's cards are dealt in proportion (the counts are doubles, so a probability is right to about 13
digits). Where that table would be too large, classes are merged under the union of their ranks, and a draw in which a
group holds what it may not is thrown away and made again: what remains is uniform.
"""
cimport cython
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from bits cimport highest
from check cimport check
from tricorn._rassi_search cimport (
    HAND, NO_RANK, Deal, Node, Search, Slot, cost, dearest, deal_finish, deal_hand, deal_init, last_trick, legal, maxn,
    next_trick, play, price,
)
from tricorn._rng cimport Rng, rng_next, rng_seed, rng_unit
from tricorn._stop cimport Stop
from wide cimport multiply

cdef enum:
    HANDS = 5         # purpose of the stream that draws ranks; not the one that deals, or world 0 tells of its seed's deal
    TABLE_BITS = 14
    KEEP = -1         # actions below 0: the decision of an exchange
    CHANGE = -2


cdef void draw_some(Rng* rng, uint8_t* pool, int left, int count, uint8_t* out) noexcept nogil:
    # `count` <= 6 of pool[0:left] without replacement; those taken end up in front. One word for all of them: the indices
    # are the digits of a number below left * (left - 1) * ..., drawn as in rng_below64 (Brackett-Rozinsky and Lemire,
    # "Batched ranged random integer generation", 2024), so exactly uniform.
    cdef uint64_t product = 1, low, high
    cdef int digit[6]
    cdef int i
    cdef uint8_t card
    check(0 <= count <= HAND and count <= left)
    for i in range(count):
        product *= left - i
    while True:
        low = rng_next(rng)
        for i in range(count):
            multiply(low, left - i, &high, &low)
            digit[i] = <int>high
        if low >= product or low >= (0 - product) % product:
            break
    for i in range(count):
        card = pool[i + digit[i]]
        pool[i + digit[i]] = pool[i]
        pool[i] = card
        out[i] = card


@cython.final
cdef class Sampler:
    """The hidden cards of one view; immutable once made, so threads may share it.

    Args:
        counts: number of hidden cards of each of the 13 ranks.
        masks, sizes: for each group the set of ranks that it may hold, and its number of cards.
        classes: laminar: `(start, end, children, members)` from the inside out; else `(members, capacity, ranks)`.
        base: laminar: the ranks of all hidden cards so ordered that those of each class stand together; else empty.
        rest: groups that may hold any rank, when not laminar.
        strict: not laminar: whether a draw need not be checked.
    """

    def __cinit__(self, counts, masks, sizes, classes, base, rest, bint strict):
        cdef int i, j, states = 1
        cdef Class* c
        self.ways = NULL
        self.groups = len(sizes)
        self.total = sum(counts)
        self.classes = len(classes)
        if self.groups > GROUPS or self.total > CARDS or self.classes > GROUPS:
            raise ValueError(f"{self.groups} groups of {self.total} cards: not a view of Rassi")
        for i in range(13):
            self.counts[i] = counts[i]
        for i in range(self.groups):
            self.mask[i] = masks[i]
            self.size[i] = sizes[i]
        self.laminar = len(base) > 0 or not self.total
        self.strict = strict
        for i in range(len(base)):
            self.base[i] = base[i]
        for i in range(self.classes):
            c = &self.of[i]
            memset(c, 0, sizeof(Class))
            if self.laminar:
                c.start, c.end, children, members = classes[i]
                c.children = len(children)
                for j in range(c.children):
                    c.child[j] = children[j]
                    c.taken += self.of[c.child[j]].taken
            else:
                members, c.capacity, _ = classes[i]
                self.stride[i] = states
                states *= c.capacity + 1
            c.members = len(members)
            for j in range(c.members):
                c.member[j] = members[j]
                c.taken += self.size[c.member[j]]
        self.rest_members = len(rest)
        for i in range(self.rest_members):
            self.rest_member[i] = rest[i]
        if self.laminar:
            return
        self.states = states
        self.most = max(counts)
        self.steps = 0
        for i in range(13):
            for j in range(self.classes):
                if counts[i] and classes[j][2] >> i & 1:
                    self.step_class[self.steps] = j
                    self.step_rank[self.steps] = i
                    self.steps += 1
        self.ways = <double*>calloc(<size_t>(self.steps + 1) * (self.most + 1) * states, sizeof(double))
        if self.ways == NULL:
            raise MemoryError("no memory to count worlds")
        self.count_ways()

    def __dealloc__(self):
        free(self.ways)

    cdef void count_ways(self) noexcept nogil:
        # ways[step][m][state]: in how many ways m cards of the step's rank and all higher ones can be dealt from this
        # step on so that every class is filled; the rest takes what no class takes.
        cdef int step, m, x, state, open_, row
        cdef Class* c
        cdef double choose, sum_
        cdef double* here
        cdef double* after
        cdef size_t line = <size_t>self.states
        self.ways[(<size_t>self.steps * (self.most + 1)) * line] = 1
        for step in range(self.steps - 1, -1, -1):
            c = &self.of[self.step_class[step]]
            for m in range(self.counts[self.step_rank[step]] + 1):
                here = &self.ways[(<size_t>step * (self.most + 1) + m) * line]
                for state in range(self.states):
                    open_ = (state // self.stride[self.step_class[step]]) % (c.capacity + 1)
                    choose = 1
                    sum_ = 0
                    for x in range(min(m, open_) + 1):
                        row = self.row_after(step, m - x)
                        after = &self.ways[<size_t>row * line]
                        sum_ += choose * after[state - x * self.stride[self.step_class[step]]]
                        choose = choose * (m - x) / (x + 1)
                    here[state] = sum_

    cdef int row_after(self, int step, int left) noexcept nogil:
        if step + 1 == self.steps:
            return (step + 1) * (self.most + 1)
        if self.step_rank[step + 1] != self.step_rank[step]:
            left = self.counts[self.step_rank[step + 1]]
        return (step + 1) * (self.most + 1) + left

    cdef void draw(self, Rng* rng, Drawn* out) noexcept nogil:
        if self.laminar:
            self.draw_nested(rng, out)
        else:
            while not self.draw_by_rank(rng, out):
                pass

    cdef void draw_nested(self, Rng* rng, Drawn* out) noexcept nogil:
        cdef uint8_t pool[54]
        cdef uint8_t card
        cdef int i, j, k, front, start
        cdef Class* c
        cdef Class* inside
        memcpy(pool, self.base, CARDS)
        for i in range(self.classes):
            c = &self.of[i]
            front = c.start
            for j in range(c.children):  # all that is taken to the front
                inside = &self.of[c.child[j]]
                start = inside.start
                if start == front:
                    front += inside.taken
                    continue
                for k in range(inside.taken):
                    card = pool[front]
                    pool[front] = pool[start + k]
                    pool[start + k] = card
                    front += 1
            for j in range(c.members):
                k = self.size[c.member[j]]
                draw_some(rng, pool + front, c.end - front, k, out.rank[c.member[j]])
                front += k

    cdef bint draw_by_rank(self, Rng* rng, Drawn* out) noexcept nogil:
        cdef uint8_t taken[20][54]
        cdef uint8_t rest[54]
        cdef int got[20]
        cdef int _, state = self.states - 1, step, rank, c, m, x, first, i, j, k, front, left = 0, chosen
        cdef double choose, u, w
        cdef size_t line = <size_t>self.states
        memset(got, 0, sizeof(got))
        step = 0
        for rank in range(13):
            m = self.counts[rank]
            while step < self.steps and self.step_rank[step] == rank:
                c = self.step_class[step]
                u = self.ways[(<size_t>step * (self.most + 1) + m) * line + state]
                check(u > 0)
                choose = 1
                chosen = 0
                first = 1
                for x in range(min(m, self.of[c].capacity - got[c]) + 1):
                    w = choose * self.ways[<size_t>self.row_after(step, m - x) * line + state - x * self.stride[c]]
                    choose = choose * (m - x) / (x + 1)
                    if w <= 0:
                        continue
                    if w >= u and first:  # the only way on
                        chosen = x
                        break
                    if first:
                        u *= rng_unit(rng)
                        first = 0
                    chosen = x
                    if u < w:
                        break
                    u -= w
                for _ in range(chosen):
                    taken[c][got[c]] = rank
                    got[c] += 1
                state -= chosen * self.stride[c]
                m -= chosen
                step += 1
            for _ in range(m):
                rest[left] = rank
                left += 1
        for i in range(self.classes):
            front = 0
            for j in range(self.of[i].members):
                k = self.size[self.of[i].member[j]]
                draw_some(rng, taken[i] + front, got[i] - front, k, out.rank[self.of[i].member[j]])
                front += k
        front = 0
        for j in range(self.rest_members):
            k = self.size[self.rest_member[j]]
            draw_some(rng, rest + front, left - front, k, out.rank[self.rest_member[j]])
            front += k
        if self.strict:
            return True
        for i in range(self.groups):
            for j in range(self.size[i]):
                if not self.mask[i] >> out.rank[i][j] & 1:
                    return False
        return True

    def ranks(self, seed, long long first, int count, const int64_t[::1] numbers=None):
        """The groups of worlds `first` .. `first + count - 1`: uint8 [count, groups, 6], ranks 0..12, padded with 255.

        `numbers`: the worlds themselves, in place of those from `first` on; at least `count` of them.
        """
        import numpy as np

        cdef Rng rng
        cdef Drawn drawn
        cdef uint64_t key = seed
        cdef int w, g, i
        if numbers is not None and numbers.shape[0] < count:
            raise ValueError("a number for each world is wanted")
        array = np.full((count, max(self.groups, 1), HAND), 255, np.uint8)
        cdef unsigned char[:, :, ::1] out = array
        with nogil:
            for w in range(count):
                rng_seed(&rng, key, <uint64_t>(first + w if numbers is None else numbers[w]), HANDS)
                self.draw(&rng, &drawn)
                for g in range(self.groups):
                    for i in range(self.size[g]):
                        out[w, g, i] = drawn.rank[g][i]
        return array

    def values(self, owners, own, *, int seat, int seats, int leader, trick, bint optional, bint all_pay, actions,
               multipliers, seed, long long first, int count, nodes, Stop stop=None, bint lowest_first=False,
               const int64_t[::1] numbers=None, stakes=None):
        """Every action of a seat valued in worlds `first` .. `first + count - 1`.

        Args:
            owners: for each group the seat that holds it; -1: nobody, -2: the six that a change would bring.
            own: ranks that the seat holds.
            leader, trick: who led, and the ranks played to this trick so far.
            actions: ranks to play; or -1 (keep) and -2 (change).
            multipliers: the seat's, for each action.
            nodes: budget of a world; None: none.
            lowest_first: the tie rule, as in `Solver.maxn`.
            numbers: the worlds themselves, in place of those from `first` on.
            stakes: two players who count the difference of their penalties: the multipliers of both, by seat, 1 or more; None:
                each counts its own penalty.

        Returns:
            `(values, lo, hi, solved, nodes, differences)` as in `WorldValues`; fewer worlds when the flag went up.
        """
        import numpy as np

        cdef Search s
        cdef Deal deal
        cdef Node x, y
        cdef Rng rng
        cdef Drawn drawn
        cdef uint64_t key = seed
        cdef uint8_t hand[6]
        cdef int owner[20]
        cdef int index[8]
        cdef int factor[8]
        cdef int kinds = len(actions), held = len(own), done = 0, six = -1, w, a, g, paid, most
        cdef uint16_t outcome
        cdef long long used = 0
        if self.groups != len(owners) or kinds > 8 or not 1 <= held <= HAND:
            raise ValueError("what to value does not fit the sampler")
        if numbers is not None and numbers.shape[0] < count:
            raise ValueError("a number for each world is wanted")
        if stakes is not None and (seats != 2 or len(stakes) != 2 or min(stakes) < 1):
            raise ValueError(f"stakes {stakes}: two of 1 or more are wanted, of two players")
        deal_init(&deal, seats, optional, all_pay, lowest_first)
        x.cards = 0
        x.size = held
        x.left = seats
        x.turn = x.holder = leader
        x.high = NO_RANK
        for g in range(held):
            hand[g] = sorted(own)[g]
        deal_hand(&deal, seat, hand, held)
        x.cards |= (<uint64_t>((1 << held) - 1)) << (6 * seat)
        for g in range(self.groups):
            owner[g] = owners[g]
            if owner[g] >= 0:
                x.cards |= (<uint64_t>((1 << self.size[g]) - 1)) << (6 * owner[g])
            elif owner[g] == -2:
                six = g
        for rank in trick:
            if rank >= x.high:
                x.high = rank
                x.holder = x.turn
            x.left -= 1
            x.turn = (x.turn + 1) % seats
        for a in range(kinds):
            factor[a] = multipliers[a]
            index[a] = sorted(own).index(actions[a]) if actions[a] >= 0 else actions[a]
            if index[a] == CHANGE and six < 0:
                raise ValueError("no six cards to change to")
        values_ = np.zeros((count, kinds), np.int16)
        lo_ = np.zeros((count, kinds), np.int16)
        hi_ = np.zeros((count, kinds), np.int16)
        differences_ = np.zeros((count, kinds), np.int16)
        solved_ = np.zeros(count, np.bool_)
        if count == 0 or kinds == 0:
            return values_, lo_, hi_, solved_, 0, None if stakes is None else differences_
        cdef short[:, ::1] values = values_
        cdef short[:, ::1] lo = lo_
        cdef short[:, ::1] hi = hi_
        cdef short[:, ::1] differences = differences_
        cdef unsigned char[::1] solved = solved_.view(np.uint8)
        memset(&s, 0, sizeof(Search))
        s.bits = s.most_bits = TABLE_BITS
        s.cut = True
        if stakes is not None:
            s.stake[0], s.stake[1] = stakes
        s.limit = nodes if nodes is not None else (<long long>1) << 62
        s.raised = &stop.raised if stop is not None else NULL
        s.table = <Slot*>calloc((<size_t>1) << TABLE_BITS, sizeof(Slot))
        if s.table == NULL:
            raise MemoryError("no memory for a table of values")
        if held == 1:
            put_back(&deal, &x, leader, trick)
        with nogil:
            for w in range(count):
                if s.raised != NULL and s.raised[0]:
                    break
                rng_seed(&rng, key, <uint64_t>(first + w if numbers is None else numbers[w]), HANDS)
                self.draw(&rng, &drawn)
                memcpy(&s.deal, &deal, sizeof(Deal))
                for g in range(self.groups):
                    if owner[g] >= 0:
                        deal_hand(&s.deal, owner[g], drawn.rank[g], self.size[g])
                deal_finish(&s.deal)
                s.stamp += 1
                s.nodes = 0
                s.ended = False
                solved[w] = 1
                for a in range(kinds):
                    y = x
                    if index[a] == CHANGE:
                        deal_hand(&s.deal, seat, drawn.rank[six], HAND)
                        deal_finish(&s.deal)
                        s.stamp += 1  # another deal: what was stored is of no use
                    elif index[a] == KEEP:
                        deal_hand(&s.deal, seat, hand, held)
                        deal_finish(&s.deal)
                        s.stamp += 1
                    elif x.size > 1:
                        play(&s.deal, &y, index[a])
                    most = dearest(&s.deal, &y, seat)
                    outcome = maxn(&s, y)
                    paid = cost(outcome, seat)
                    lo[w, a] = hi[w, a] = paid * factor[a]
                    if s.ended:
                        solved[w] = 0
                        outcome = playout(&s.deal, y)
                        paid = min(cost(outcome, seat), most)
                        lo[w, a] = 0
                        hi[w, a] = most * factor[a]
                    values[w, a] = paid * factor[a]
                    differences[w, a] = price(&s, outcome, seat)
                used += s.nodes
                if s.ended and s.raised != NULL and s.raised[0]:
                    break
                done = w + 1
        free(s.table)
        told = None if stakes is None else differences_[:done]
        return values_[:done], lo_[:done], hi_[:done], solved_[:done], used, told


cdef uint16_t playout(const Deal* d, Node x) noexcept nogil:
    # Rule of thumb: everybody gets rid of the highest card that may be played.
    while True:
        if x.left == 0:
            next_trick(d, &x)
        if x.left == d.n and x.size == 1:
            return last_trick(d, &x)
        play(d, &x, highest(legal(d, &x)))


cdef int put_back(Deal* d, Node* x, int leader, object trick) except -1:
    # The last trick has no choices; it is valued from its start, with the cards on the table back in hand.
    cdef uint8_t card
    cdef int seat = leader
    for rank in trick:
        card = rank
        deal_hand(d, seat, &card, 1)
        x.cards |= (<uint64_t>1) << (6 * seat)
        seat = (seat + 1) % d.n
    x.left = d.n
    x.turn = x.holder = leader
    x.high = NO_RANK
    return 0
