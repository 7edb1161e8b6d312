"""Exact search of Russi with all cards known."""
from collections import namedtuple

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from bits cimport lowest, popcount
from tricorn._russi_board cimport equal_to, from_lane, lane, lanes_to_set, one, set_to_lanes, to_lane
from tricorn._russi_engine cimport MOST
from tricorn._russi_estimate cimport estimate_choices
from tricorn._russi_eval cimport E_END, fill_features
from tricorn._russi_order cimport (
    L_BLOCK, L_CHOICE, L_COVERED, L_FOLLOW, L_GUARD, L_HIS, L_MINE, L_NEED, L_PHASE, L_RANK, L_REACH, L_RUN, L_TABLES,
    L_TEMPO, L_TOPS, L_TURN, L_TURNED, L_VOID, Look, lead_places, look_at,
)
from tricorn._russi_root cimport (
    Root, allow, ask_root, line_from, root_choices, root_round, root_setup, root_value, spent,
)
from tricorn._russi_table cimport BUCKET, FEATURES, LEAD_WEIGHTS, NONE, NOTES, PLACES, WEIGHTS, Entry, Keys, Search, scramble
from tricorn._stop cimport Stop
from tricorn.russi_order import LEADS as DEFAULT_LEADS
from tricorn.russi_weights import EVALUATION as DEFAULT_EVALUATION

cdef extern from *:
    """
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    #define TRICORN_HUGE 0x200000ull
    /* Zeroed memory, taken from the system only where it is touched; beyond the first 2 MiB in huge pages if there are
    any. */ static void* tricorn_reserve(unsigned long long size) {
        char* memory = (char*)calloc(size, 1);
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        if (memory && size > 3 * TRICORN_HUGE) {
            char* from = (char*)(((unsigned long long)memory + 2 * TRICORN_HUGE - 1) & ~(TRICORN_HUGE - 1));
            madvise(from, memory + size - from, MADV_HUGEPAGE);
        }
    #endif
        return memory;
    }
    """
    void* reserve "tricorn_reserve"(uint64_t size)

cdef enum:
    NEAR_BUCKETS = 1 << 16  # 4 MiB: stays in the processor's cache
    FAR_FROM = 8
    FAR_TRICKS = 17  # searches of fewer tricks do with the near part
    ESTIMATED = 14  # from so many tricks on the first order of the plays is that of the estimate

# Where each table of weights of a lead begins.
LEAD_TABLES = (
    L_RANK, L_MINE, L_HIS, L_COVERED, L_REACH, L_RUN, L_BLOCK, L_TOPS, L_GUARD, L_FOLLOW, L_VOID, L_CHOICE, L_TURN, L_TURNED,
    L_TEMPO, L_NEED, L_PHASE,
)

# Replies and the order near the root. Fitted by benchmarks/russi_tune.py; in the order of the enum in _russi_order.pxd.
DEFAULT_WEIGHTS = (2800, 192, 20, 756, 1320, 274, -10850, -2632, 308, -5300, 0, 300, 0, 8, 250, 35)


cdef int copy_weights(weights, int32_t* out, int most) except -1:
    cdef int i
    if len(weights) > most:
        raise ValueError(f"{len(weights)} weights: {most} is the most")
    for i in range(most):
        out[i] = weights[i] if i < len(weights) else 0
    return 0


Found = namedtuple("Found", "lo hi cards line nodes")
Found.__doc__ = """What a search has proven. All counts are tricks of the player to move, the current trick included.

Attributes:
    lo, hi: bounds of the value.
    cards: a row (card, lo, hi, equals) for each class of equal plays, the best first; equals: a set of cards, `card`
        included.
    line: a best line as a list of cards, as far as it was established; empty when not asked for.
    nodes: positions expanded.
"""


cdef class Solver:
    """Searches positions of Russi with all cards known. Owns its table, and may be kept from position to position.

    Args:
        table_mb: size of the table in MiB; it is reserved at once, but only what is used takes up memory.
    """

    def __cinit__(self, double table_mb=64):
        cdef uint64_t state = 20261129, buckets
        cdef int i, left, mine, rest
        if not 0 < table_mb <= 1 << 20:
            raise ValueError(f"table_mb {table_mb}: from above 0 to {1 << 20} MiB")
        buckets = <uint64_t>(table_mb * (1 << 20)) // (BUCKET * sizeof(Entry))
        self.near_buckets = 1
        while self.near_buckets * 2 <= buckets and self.near_buckets < NEAR_BUCKETS:
            self.near_buckets *= 2
        self.far_all = buckets - self.near_buckets if buckets > self.near_buckets else 0
        self.memory = reserve((self.near_buckets + self.far_all) * BUCKET * sizeof(Entry) + 64)
        self.keys = <Keys*>malloc(sizeof(Keys))
        if self.memory == NULL or self.keys == NULL:
            raise MemoryError(f"a table of {table_mb} MiB")
        memset(&self.s, 0, sizeof(Search))
        self.s.near = <Entry*>((<uint64_t>self.memory + 63) & ~<uint64_t>63)
        self.s.far = self.s.near + self.near_buckets * BUCKET
        self.s.keys = self.keys
        for i in range(PLACES):
            state += <uint64_t>0x9E3779B97F4A7C15
            self.keys.up[i] = scramble(state) | 1
            state += <uint64_t>0x9E3779B97F4A7C15
            self.keys.down[i] = scramble(state) | 1
        for left in range(128):
            for mine in range(128):
                if left == 0:
                    self.keys.squeeze[mine] = 0
                    continue
                rest = left & (left - 1)
                i = self.keys.squeeze[rest << 7 | mine] << 1 | (mine & (left ^ rest) != 0)
                self.keys.squeeze[left << 7 | mine] = <unsigned char>i
        self.s.use_table = self.s.use_bounds = self.s.use_classes = self.s.use_etc = True
        self.s.weights = self.order
        self.s.evaluation = self.evaluation
        self.s.lead_weights = self.leads
        self.set_weights(DEFAULT_WEIGHTS)
        self.set_leads(DEFAULT_LEADS)
        self.set_evaluation(DEFAULT_EVALUATION)
        self.new_generation()

    def __dealloc__(self):
        free(self.memory)
        free(self.keys)
        free(self.s.notes)

    cdef void new_generation(self) noexcept nogil:
        self.s.generation += 1
        self.s.near_mask = self.s.far_buckets = 0
        self.s.far_from = MOST + 1

    @property
    def looked(self):
        """Positions looked at so far without search: the replies of every expanded lead."""
        return self.s.looked

    def partner(self, int number):
        """A solver for another thread that searches the same position at the same time on this one's table.

        Each number (from 1) tries plays in a slightly different order, so that the threads help instead of repeating each
        other. A half-written entry is never taken for a whole one: see `_russi_table.pxd`.
        """
        cdef Solver other = Solver(1 / 64)
        cdef int i
        other.owner = self
        other.s.near, other.s.far = self.s.near, self.s.far
        other.near_buckets, other.far_all = self.near_buckets, self.far_all
        other.s.generation = self.s.generation
        for i in range(WEIGHTS):
            other.order[i] = self.order[i] * (10 + (i * number * 7 % 5) - 2) // 10
        for i in range(LEAD_WEIGHTS):
            other.leads[i] = self.leads[i] * (10 + (i * number * 7 % 5) - 2) // 10
        return other

    def forget(self):
        """Empties the table. Takes no time: its entries are of another generation from now on."""
        self.new_generation()

    def set_weights(self, weights):
        """Replaces the weights of the move ordering (see `_russi_order.pxd`), missing ones by 0. No value changes."""
        copy_weights(weights, self.order, WEIGHTS)

    def set_leads(self, weights):
        """Replaces the weights of the order of leads (the tables in `_russi_order.pxd`), missing ones by 0. No value
        changes.
        """
        copy_weights(weights, self.leads, LEAD_WEIGHTS)

    def lead_places(self, hands, piles, int leader, int goal):
        """Where each lead stands in the tables of weights if `goal` tricks are wanted, as rows (card, list of places)."""
        cdef Root root
        cdef Look look
        cdef int out[L_TABLES]
        cdef int i, j
        self.load(hands, piles, None, leader, &root)
        root_setup(&self.s, &root)
        look = look_at(&self.s, root.mover, root.other, root.cov, root.n, goal)
        rows = []
        for i in range(root.count):
            j = lowest(root.choices[i].card)
            lead_places(&self.s, &look, root.mover, root.other, root.cov, root.choices[i].card, j, out)
            rows.append((from_lane(j), [out[j] for j in range(L_TABLES)]))
        return rows

    def watch(self, int every):
        """Notes one position in `every` of those that searches meet from now on (0: none), 4,096 at most, and returns
        those noted before: rows (the leader's cards, the follower's, covered ones, tricks asked for).
        """
        cdef int i
        cdef uint64_t* at
        rows = []
        for i in range(self.s.noted):
            at = self.s.notes + 4 * i
            rows.append((lanes_to_set(at[0]), lanes_to_set(at[1]), lanes_to_set(at[2]), at[3]))
        self.s.noted = 0
        free(self.s.notes)
        self.s.notes = <uint64_t*>malloc(4 * NOTES * sizeof(uint64_t)) if every else NULL
        if every and self.s.notes == NULL:
            raise MemoryError("no room for notes")
        self.s.note_every = self.s.note_next = every
        return rows

    def set_evaluation(self, weights):
        """Replaces the weights of the estimate (see `_russi_eval.pxd`), missing ones by 0. No proven value changes."""
        copy_weights(weights, self.evaluation, FEATURES)

    def features(self, hands, piles, int leader):
        """What the estimate of a trick boundary weighs, as a list of ints."""
        cdef Root root
        cdef int32_t out[FEATURES]
        self.load(hands, piles, None, leader, &root)
        fill_features(&self.s, root.mover, root.other, root.cov, root.n, out)
        return [out[i] for i in range(E_END)]

    def estimate(self, hands, piles, int leader, led=None, *, int tricks=2):
        """Estimates of every legal play, best first, as (card, thousandths of a trick, equals): `tricks` tricks of
        minimax, then the linear estimate. Points of view and counts as in `solve`.
        """
        cdef Root root
        cdef int i
        self.load(hands, piles, led, leader, &root)
        with nogil:
            root_setup(&self.s, &root)
            estimate_choices(&self.s, &root, tricks)
        rows = self.rows(&root)
        return sorted([(row[0], root.choices[i].score, row[3]) for i, row in enumerate(rows)], key=lambda row: -row[1])

    def switches(
        self, *, bint table=True, bint bounds=True, bint classes=True, bint etc=True, bint exact_key=False, wide=None
    ):
        """Turns parts of the search off: the table, the bounds without search, equal plays, the look at the table for
        every reply before any is searched; `exact_key` tells positions apart by their very cards; `wide` is the number
        of tricks left from which all leads are expanded before one is searched (None: near the root). Values never change.
        """
        self.wide_from = 0 if wide is None else wide
        self.s.use_table = table
        self.s.use_bounds = bounds
        self.s.use_classes = classes
        self.s.use_etc = etc
        self.s.exact_key = exact_key
        self.new_generation()

    cdef int load(self, object hands, object piles, object led, int leader, Root* root) except -1:
        cdef uint64_t cards[2]
        cdef int player, up, down
        memset(self.s.under, NONE, 64)
        self.s.ups = 0
        root.cov = 0
        for player in range(2):
            cards[player] = set_to_lanes(hands[player])
            for u, d in piles[player]:
                up, down = to_lane(u), to_lane(d)
                cards[player] |= one(up) | one(down)
                self.s.ups |= one(up)
                self.s.under[up] = <unsigned char>down
                root.cov |= one(down)
        player = leader if led is None else 1 - leader
        root.mover, root.other = cards[player], cards[1 - player]
        root.led = 0 if led is None else one(to_lane(led))
        root.n = popcount(root.mover)
        alike = popcount(root.other) + (led is not None) == root.n
        if not alike or cards[0] & cards[1] or root.led & (cards[0] | cards[1]):
            raise ValueError("both players need the same number of cards, all different")
        self.grow(root.n)
        self.s.full_from = self.wide_from if self.wide_from else max(9, min(root.n - 4, 18))
        return 0

    cdef void grow(self, int n) noexcept nogil:
        # Makes use of as much of the table as a search of `n` tricks wants: small endings stay in the processor's
        # cache. In a generation the parts in use only grow, so what was kept is found again.
        cdef uint64_t want = <uint64_t>1 << (min(n, 28) - 2 if n > 8 else 6)
        while self.s.near_mask + 1 < want and self.s.near_mask + 1 < self.near_buckets:
            self.s.near_mask = self.s.near_mask * 2 + 1
        if n >= FAR_TRICKS and self.far_all and not self.s.far_buckets:
            self.s.far_buckets = self.far_all
            self.s.far_from = FAR_FROM

    cdef list rows(self, const Root* root):
        # (card, lo, hi, equals) of every choice.
        cdef const Search* s = &self.s
        cdef uint64_t acc = root.mover & ~root.cov, between = root.other | root.led, same
        cdef int i
        if root.led and acc & lane(lowest(root.led)):
            acc &= lane(lowest(root.led))
        rows = []
        for i in range(root.count):
            same = equal_to(root.choices[i].card, acc, s.ups, between) if s.use_classes else root.choices[i].card
            card = from_lane(lowest(root.choices[i].card))
            rows.append((card, root.choices[i].lo, min(root.choices[i].hi, root.hi), lanes_to_set(same)))
        return rows

    def solve(self, hands, piles, int leader, led=None, *, nodes=None, Stop stop=None, bint every=True, bint line=True,
              goal=None, progress=None, known=None):
        """Bounds of a position, equal unless the search was ended early, and of every legal play.

        Args:
            hands: for players 0 and 1 the set of cards that cover nothing (in hand, or turned up on the table).
            piles: for each player pairs (up card, covered card).
            leader: who leads, or who led the card on the table; after a lead the other player is to move.
            led: the card on the table, which is in nobody's hand, or None.
            nodes: positions to expand at most; None: no limit.
            stop: ends the search from another thread.
            every: value every legal play; else only as far as the value of the position needs.
            line: find a best line (only once the value is known).
            goal: ask only whether the player to move takes so many tricks, and leave the other bounds as they come.
            progress: called as progress(lo, hi, nodes) after each round of questions.
            known: bounds (lo, hi) of the value, proven before.

        Raises:
            ValueError: the players' cards don't match in number, or a card stands twice.
        """
        cdef Root root
        cdef Search* s = &self.s
        cdef uint64_t start = s.nodes, end = <uint64_t>-1
        cdef uint64_t plays[2 * MOST]
        cdef int length = 0, i, wanted = -1 if goal is None else goal
        self.load(hands, piles, led, leader, &root)
        if s.exact_key:
            self.new_generation()
            self.grow(root.n)
        s.stop = &stop.raised if stop is not None else NULL
        s.given_up = False
        if nodes is not None:
            end = start + <uint64_t>nodes
        root_setup(s, &root)
        if known is not None:
            root.lo, root.hi = max(root.lo, known[0]), min(root.hi, known[1])
        if root.n >= ESTIMATED:
            estimate_choices(s, &root, 1)
        while progress is not None and wanted < 0 and root.lo < root.hi and not spent(s, end):
            with nogil:
                root_round(s, &root, end)
            progress(root.lo, root.hi, s.nodes - start)
        with nogil:
            if wanted >= 0:
                allow(s, end, end)
                if root.lo < wanted <= root.hi:
                    ask_root(s, &root, wanted)
                s.given_up = False
            else:
                root_value(s, &root, end)
                if every and not spent(s, end):
                    root_choices(s, &root, end)
                if line and root.lo == root.hi and root.n and not spent(s, end):
                    length = line_from(s, &root, plays, end)
        s.stop = NULL
        rows = sorted(self.rows(&root), key=lambda row: (-row[1], -row[2]))
        return Found(root.lo, root.hi, rows, [from_lane(lowest(plays[i])) for i in range(length)], s.nodes - start)
