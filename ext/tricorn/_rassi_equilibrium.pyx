# cython: boundscheck=False, wraparound=False, cdivision=True
"""Two-player Rassi with the last cards hidden: mixed strategies near the equilibrium, and how far from it they are."""
cimport cython
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from tricorn._rassi_tree cimport (
    AVERAGE, BEST, MOST_HAND, MOST_RANKS, TRAIN, Game, Level, Mode, after, all_ways, answers, leads, penalty, shares, trick,
)
from tricorn._stop cimport Stop


@cython.final
cdef class Equilibrium:
    """The last cards of two players, both hands hidden; seat 0 leads. Values are the other's expected penalty less one's own.

    Args:
        counts: cards unseen by the public, by rank; the last rank is the ace, the others count 2, 3, ...
        cards: in each hand, 2 to 6. Memory grows with the 13th power of each two: 4 takes 250 MB with 13 ranks.
        ranges: for each seat the weight of each hand in the order of `hands()`, or None for all alike. Ways to deal a
            hand as cards are counted on top.
        optional, all_pay: the options of the rules.
        multipliers: of the seats' penalties.
        worths: of the ranks; None: 2, 3, ..., and 1 for the last.
        one_trick: the game ends after the first trick, with values for what is left in both hands (`tricorn._rassi_leaf`);
            at least 3 cards each.
        alike: of one trick: whoever takes it, the values are the same however it was played.
    """

    def __cinit__(self, counts, int cards, ranges=(None, None), *, bint optional=False, bint all_pay=False,
                  multipliers=(1, 1), worths=None, bint one_trick=False,
                  bint alike=False):
        cdef Game* g = &self.game
        cdef int r, q
        cdef size_t pairs
        memset(g, 0, sizeof(Game))
        self.range[0] = self.range[1] = NULL
        if not (2 <= len(counts) <= MOST_RANKS and 2 <= cards <= MOST_HAND and 2 * cards <= sum(counts)):
            raise ValueError(f"{len(counts)} ranks, {sum(counts)} cards, {cards} in a hand: not an ending of two players")
        if one_trick and cards < 3:
            raise ValueError("nothing is left to value after the first of two tricks")
        if worths is not None and len(worths) != len(counts):
            raise ValueError(f"{len(worths)} worths for {len(counts)} ranks")
        g.ranks = len(counts)
        g.cards = cards
        g.optional = optional
        g.all_pay = all_pay
        for r in range(g.ranks):
            g.d[r] = counts[r]
            g.worth[r] = worths[r] if worths is not None else r + 2 if r < g.ranks - 1 else 1
        g.watch = -1
        g.leaf = cards - 1 if one_trick else 0
        self.stakes(multipliers[0], multipliers[1])
        self.lay_levels()
        self.entries = g.level[cards].size
        g.regret = <float*>calloc(self.entries, sizeof(float))
        g.average = <float*>calloc(self.entries, sizeof(float))
        for q in range(2):
            self.range[q] = <float*>calloc(g.level[cards].hands, sizeof(float))
        if g.regret == NULL or g.average == NULL or self.range[0] == NULL or self.range[1] == NULL:
            raise MemoryError(f"no memory for {self.entries} entries")
        if one_trick:
            if alike:
                self.count_many()
            g.alike = alike
            pairs = <size_t>(2 if alike else g.ranks * g.ranks) * g.level[g.leaf].hands * g.level[g.leaf].hands
            for q in range(2):
                g.leaves[q] = <float*>calloc(pairs, sizeof(float))
                if g.leaves[q] == NULL:
                    raise MemoryError(f"no memory for the values of {pairs} pairs of hands")
        self.set_ranges(ranges)

    def __dealloc__(self):
        cdef int m
        cdef Level* v
        free(self.game.regret)
        free(self.game.average)
        free(self.game.many)
        free(self.game.leaves[0])
        free(self.game.leaves[1])
        free(self.range[0])
        free(self.range[1])
        for m in range(1, MOST_HAND + 1):
            v = &self.game.level[m]
            free(v.without)
            free(v.low)
            free(v.high)
            free(v.lead)
            free(v.follow)
            free(v.split)
            free(v.gather)
            free(v.below)

    def lay_levels(self):
        """Numbers the multisets of every size and lays out the entries of a node."""
        cdef Game* g = &self.game
        cdef Level* v
        cdef int m, i, r, x, entry, small
        cdef int plays[13]
        from itertools import combinations_with_replacement

        before = {(): 0}
        for m in range(1, g.cards + 1):
            v = &g.level[m]
            rows = list(combinations_with_replacement(range(g.ranks), m))
            v.hands = len(rows)
            small = len(before)
            v.without = <short*>calloc(v.hands * g.ranks, sizeof(short))
            v.low = <unsigned char*>calloc(v.hands, 1)
            v.high = <unsigned char*>calloc(v.hands, 1)
            v.lead = <int*>calloc(v.hands, sizeof(int))
            v.follow = <int*>calloc(v.hands * g.ranks, sizeof(int))
            v.split = <float*>calloc(g.ranks * small, sizeof(float))
            v.gather = <float*>calloc(g.ranks * small, sizeof(float))
            v.below = <float*>calloc(small, sizeof(float))
            if (v.without == NULL or v.low == NULL or v.high == NULL or v.lead == NULL or v.follow == NULL
                    or v.split == NULL or v.gather == NULL or v.below == NULL):
                raise MemoryError("no memory for the hands")
            entry = 0
            for i, row in enumerate(rows):
                v.low[i] = row[0]
                v.high[i] = row[m - 1]
                for r in range(g.ranks):
                    if r in row:
                        rest = list(row)
                        rest.remove(r)
                        v.without[i * g.ranks + r] = before[tuple(rest)]
                    else:
                        v.without[i * g.ranks + r] = -1
                v.lead[i] = -1
                x = leads(g, v, i, plays)
                if x > 1:
                    v.lead[i] = entry
                    entry += x
            v.lead_size = entry
            for x in range(g.ranks):
                v.follow_start[x] = entry
                for i in range(v.hands):
                    r = answers(g, v, i, x, plays)
                    v.follow[x * v.hands + i] = -1
                    if r > 1:
                        v.follow[x * v.hands + i] = entry
                        entry += r
            v.own = entry
            v.size = 1 if m == g.leaf else entry + (g.ranks * g.ranks * g.level[m - 1].size if m > 2 else 0)
            before = {row: i for i, row in enumerate(rows)}

    cdef int count_many(self) except -1:
        # How many cards of each rank there are in a rest.
        cdef int i, r, x, hands = self.game.level[self.game.leaf].hands
        from itertools import combinations_with_replacement

        self.game.many = <float*>calloc(self.game.ranks * hands, sizeof(float))
        if self.game.many == NULL:
            raise MemoryError("no memory for the hands")
        for i, row in enumerate(combinations_with_replacement(range(self.game.ranks), self.game.leaf)):
            for x in row:
                r = x
                self.game.many[r * hands + i] += 1
        return 0

    cdef int stakes(self, float first, float second) except -1:
        # Fills the table of what the last cards pay.
        cdef Game* g = &self.game
        cdef int q, i, j
        g.multiplier[0] = first
        g.multiplier[1] = second
        for q in range(2):
            for i in range(g.ranks):
                for j in range(g.ranks):
                    g.pay[q][1][i][j] = penalty(g, q, i, j, True)
                    g.pay[q][0][i][j] = penalty(g, q, i, j, False)
        return 0

    def renew(self, counts, ranges):
        """The same with other counts and ranges, from the first iteration on."""
        cdef int r
        if len(counts) != self.game.ranks:
            raise ValueError(f"{len(counts)} counts for {self.game.ranks} ranks")
        for r in range(self.game.ranks):
            self.game.d[r] = counts[r]
        memset(self.game.regret, 0, self.entries * sizeof(float))
        memset(self.game.average, 0, self.entries * sizeof(float))
        self.rounds = 0
        self.set_ranges(ranges)

    def set_ranges(self, ranges):
        """Sets what hands the two seats may hold at the root, and how likely; what was learned is kept."""
        cdef Game* g = &self.game
        cdef Level* v = &g.level[g.cards]
        cdef int q, i
        from math import factorial, prod

        for q in range(2):
            given = ranges[q]
            for i, row in enumerate(self.hands()):
                weight = 1.0 if given is None else float(given[i])
                self.range[q][i] = weight / prod(factorial(row.count(r)) for r in set(row))
        with nogil:
            self.total = all_ways(g, v, self.range[0], self.range[1])
        if not self.total > 0:
            raise ValueError("the two ranges leave no pair of hands")
        for i in range(v.hands):
            self.range[0][i] = <float>(self.range[0][i] / self.total)

    def hands(self):
        """The hands at the root as tuples of ranks, in the order that the ranges have."""
        from itertools import combinations_with_replacement

        return list(combinations_with_replacement(range(self.game.ranks), self.game.cards))

    @property
    def size(self):
        """Number of choices, each with a regret and an average."""
        return self.entries

    @property
    def iterations(self):
        """Iterations run so far."""
        return self.rounds

    def run(self, int iterations, Stop stop=None):
        """Runs some more iterations; ends early, with a whole number of iterations counted, when the flag goes up."""
        cdef int seat
        self.game.raised = &stop.raised if stop is not None else NULL
        try:
            for _ in range(iterations):
                self.game.weight = self.rounds + 1
                if self.game.alike:  # of few iterations the later ones count for more
                    self.game.weight *= self.game.weight
                for seat in range(2):
                    self.pass_over(seat, TRAIN, NULL)
                if stop is not None and stop.is_set():
                    break
                self.rounds += 1
        finally:
            self.game.raised = NULL

    cdef int pass_over(self, int seat, Mode mode, float* out) except -1:
        cdef Game* g = &self.game
        cdef float* values = out
        if values == NULL:
            values = <float*>calloc(g.level[g.cards].hands, sizeof(float))
            if values == NULL:
                raise MemoryError("no memory for the values of the hands")
        g.seat = seat
        g.mode = mode
        with nogil:
            trick(g, g.cards, 0, 0, self.range[1 - seat], values)
        if out == NULL:
            free(values)
        return 0

    def hand_values(self, int seat, bint best=False):
        """Expected value of every hand of a seat against the other's average play, with its own average or its best play.

        Not yet divided by how likely the hand is: the sum over the hands of range times value is the seat's value.
        """
        cdef int i, count = self.game.level[self.game.cards].hands
        cdef float* values = <float*>calloc(count, sizeof(float))
        if values == NULL:
            raise MemoryError("no memory for the values of the hands")
        try:
            self.pass_over(seat, BEST if best else AVERAGE, values)
            # range[0] carries the division by the number of deals, and it went in as reach if seat is 1
            return [values[i] * self.range[seat][i] for i in range(count)]
        finally:
            free(values)

    def value(self):
        """The leader's value when both play their averages."""
        return sum(self.hand_values(0))

    def exploitability(self, Stop stop=None):
        """`(value, best of seat 0, best of seat 1)`: the leader's value, and what a best response to the other's average gets.

        Half the sum of the last two is the exploitability: what a best response gains against the averages in either seat.
        When `stop` goes up it ends soon, and the numbers are of no use.
        """
        self.game.raised = &stop.raised if stop is not None else NULL
        try:
            return self.value(), sum(self.hand_values(0, True)), sum(self.hand_values(1, True))
        finally:
            self.game.raised = NULL

    def strategy(self, path, hand):
        """The average play of the seat to move after the ranks of `path`, with this hand: a list of `(rank, share)`."""
        cdef long long start = 0
        cdef int m, led, index, entry, count, i
        cdef int plays[13]
        cdef float p[6]
        m, _, start, led = self.node(path)
        index = self.index(m, hand)
        if led < 0:
            count = leads(&self.game, &self.game.level[m], index, plays)
            entry = self.game.level[m].lead[index]
        else:
            count = answers(&self.game, &self.game.level[m], index, led, plays)
            entry = self.game.level[m].follow[led * self.game.level[m].hands + index]
        if entry < 0:
            return [(plays[0], 1.0)]
        shares(&self.game.average[start + entry], count, p)
        return [(plays[i], p[i]) for i in range(count)]

    def put(self, path, hand, shares_):
        """Writes how the seat to move plays after `path` with this hand: a share for each play in the order of `strategy`."""
        cdef int m, led, index, entry, i
        cdef long long start
        m, _, start, led = self.node(path)
        index = self.index(m, hand)
        if led < 0:
            entry = self.game.level[m].lead[index]
        else:
            entry = self.game.level[m].follow[led * self.game.level[m].hands + index]
        if entry < 0 or len(shares_) != len(self.strategy(path, hand)):
            raise ValueError(f"{len(shares_)} shares do not fit the choice")
        for i in range(len(shares_)):
            self.game.average[start + entry + i] = shares_[i]

    def play_values(self, path, hand):
        """The choice of the seat to move after the ranks of `path`, with this hand, when both play their averages.

        Returns:
            A list of `(rank, share, advantage, penalty, last)`: how often the average plays it; and after it the expected
            penalty of the other less one's own, one's own penalty, and how often one takes the last trick. Without a
            choice, or where the other never plays like this (less than once in a million), the three are None.
        """
        cdef Game* g = &self.game
        cdef int m, leader, led, index, seat, r, i, root
        cdef double deals
        cdef float first = g.multiplier[0], second = g.multiplier[1]
        cdef bint all_pay = g.all_pay
        worths = [g.worth[r] for r in range(g.ranks)]
        rows = self.strategy(path, hand)
        m, leader, start, led = self.node(path)
        index = self.index(m, hand)
        seat = leader if led < 0 else 1 - leader
        if len(rows) == 1:
            return [(rows[0][0], 1.0, None, None, None)]
        root = self.index(g.cards, [*hand, *self.played(path, seat)])
        g.watch = start + (g.level[m].lead[index] if led < 0 else g.level[m].follow[led * g.level[m].hands + index])
        try:
            advantage, _ = self.watched(seat, root)
            self.stakes(seat == 0, seat == 1)
            own, _ = self.watched(seat, root)
            for r in range(g.ranks):
                g.worth[r] = 1
            self.stakes(seat == 0, seat == 1)
            last, _ = self.watched(seat, root)
            g.all_pay = False  # exactly one pays: both chances together are the chance of getting here
            self.stakes(seat == 0, seat == 1)
            alone, deals = self.watched(seat, root)
            self.stakes(seat == 1, seat == 0)
            other, whole = self.watched(seat, root)
        finally:
            g.watch = -1
            g.all_pay = all_pay
            for r in range(g.ranks):
                g.worth[r] = worths[r]
            self.stakes(first, second)
        # the same for the start of the game: what the chance of getting here is measured by, since sums in single precision
        # leave something where nothing should be
        deals = whole - deals
        out = []
        for i in range(len(rows)):
            here = other[i] - alone[i]
            if here > 1e-6 * deals:
                factor = first if seat == 0 else second
                out.append((*rows[i], advantage[i] / here, -own[i] * factor / here, -last[i] / here))
            else:
                out.append((*rows[i], None, None, None))
        return out

    cdef tuple watched(self, int seat, int root):
        # The values of the choice that is watched, and of the hand `root` at the start.
        cdef Game* g = &self.game
        cdef int i
        cdef float* values = <float*>calloc(g.level[g.cards].hands, sizeof(float))
        if values == NULL:
            raise MemoryError("no memory for the values of the hands")
        for i in range(6):
            g.noted[i] = 0
        try:
            self.pass_over(seat, AVERAGE, values)
            return [g.noted[i] for i in range(6)], values[root]
        finally:
            free(values)

    def played(self, path, int seat):
        """The ranks of `path` that a seat played."""
        found = []
        leader = 0
        for i in range(0, len(path), 2):
            found += path[i:i + 1] if seat == leader else path[i + 1:i + 2]
            if i + 1 < len(path) and path[i + 1] >= path[i]:
                leader = 1 - leader
        return found

    def node(self, path):
        """`(cards each at its start, leader, first entry, rank led or -1)` of the trick that the ranks of a path lead to."""
        cdef long long start = 0
        cdef int m = self.game.cards, leader = 0, i, x, y
        for i in range(0, len(path) - 1, 2):
            x, y = path[i], path[i + 1]
            start = after(&self.game, m, start, x, y)
            if y >= x:
                leader = 1 - leader
            m -= 1
        if m < 2 or m == self.game.leaf:
            raise ValueError("no choices are left here")
        return m, leader, start, path[len(path) - 1] if len(path) % 2 else -1

    def index(self, int m, hand):
        """The number of a hand among those of m cards."""
        from itertools import combinations_with_replacement

        return list(combinations_with_replacement(range(self.game.ranks), m)).index(tuple(sorted(hand)))
