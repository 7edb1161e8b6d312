# cython: boundscheck=False, wraparound=False, cdivision=True
"""Information-set Monte Carlo tree search for one observer (Cowling, Powley and Whitehouse, "Information set Monte Carlo
tree search", IEEE Transactions on Computational Intelligence and AI in Games 4, 2012).

One tree serves all worlds. A simulation draws a world that agrees with the view, walks down the tree choosing only among
plays that are legal in this world, adds one node, plays the deal out and counts the result in the nodes it passed. A play
of another seat is open in some worlds and not in others, so its bonus for being tried rarely counts the visits on which it
could have been chosen (`available`), not all visits of its parent.

What lies on a node's path is public: all plays, and in Russi the cards they turned up, each of which has a node of its own
below the play. So at every node of the seat's own its legal plays are the same in all worlds that reach it.

With `by_hand` (Rassi of two players) the other seat chooses as one that knows its own hand: what is best is learned for each of
its hands apart, by nodes beside the path, while the path goes on through what both see.
"""
from libc.math cimport log, sqrt
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc

from bits cimport popcount
from check cimport check
from quick cimport Quick, quick_member
from tricorn._fast cimport Policy
from tricorn._inference cimport MOST_CANDIDATES, Likelihood
from tricorn._open cimport open_counts
from tricorn._rassi cimport in_all_suits
from tricorn._rng cimport Rng, rng_next, rng_seed
from tricorn._source cimport Source
from tricorn._state cimport MOST_SEATS, RASSI, Game, State
from tricorn._stop cimport Stop

cdef enum:
    SIMULATION = 0x49534D43  # purpose of the streams that choose in the tree and in playouts
    DEEPEST = 128
    LEVELS = 64              # of results kept apart for each play at the root
    TABULATED = 4096
    MOST = 60_000_000        # simulations: sums of results up to 65 fit in 32 bits, and so do the numbers of nodes
    RANDOM = 0
    FAST = 1
    EXACT = 2

LEAVES = ("random", "fast", "exact")

# Below a node at which another seat chooses by its hand hang also the nodes of its hands, a search tree of its own. Such a node
# has in `available` the hand, mixed, in `next_` and `visits` those below it with a smaller and a greater one, and its plays
# below as others have; its parent has the first of them in `tried`.
cdef struct Node:
    uint64_t tried       # the plays that have a node below
    uint32_t sum_        # results, more is better, from the point of view of the seat that made the play
    uint32_t visits
    uint32_t available   # visits of the parent in whose world this play was legal
    uint32_t child       # first of the list below; 0: none
    uint32_t next_       # in the list of the parent
    uint8_t action       # the play; below a play that turns a card up: 1 + that card
    uint8_t seat         # who made the play


cdef uint32_t hand_code(uint64_t hand) noexcept nogil:
    # The ranks of up to seven cards, mixed so that a search tree over them stays shallow; no two have the same.
    cdef uint32_t code = 0
    cdef int rank, _
    for rank in range(13):
        for _ in range(popcount(hand & in_all_suits((<uint64_t>1) << rank))):
            code = code << 4 | (rank + 1)
    return code * <uint32_t>2654435761


cdef class Tree:
    """One tree, grown by simulations; the same ones in the same order whatever the number asked for at a time.

    Args:
        source: the view.
        actions: plays to choose from at the root: cards, in Rassi ranks.
        policy: the weights of the policy `fast`; plays from a leaf on, and names the play that a node tries first.
        leaf: "random": playouts at random; "fast": by the policy; "exact": by the policy until `ending` cards are left to
            each seat, the rest by exact search with all cards known.
        explore: how much rarely tried plays are favoured, in units of the whole range of results.
        per_world: simulations in a row that share a world: more of them for the time where drawing one is what takes it.
        seed: of the worlds and of all choices by lot.
        by_hand: another seat learns its plays for each of its hands apart; in Rassi alone.
        likelihood: of the worlds by what the others have played; each world is picked from `candidates` of them, the part
            `defence` of the picks blindly. None: all worlds alike.
    """

    cdef Source source
    cdef Policy policy
    cdef Node* pool
    cdef uint32_t room, used
    cdef uint32_t done
    cdef State world         # of the simulation under way
    cdef int leaf, ending, per_world
    cdef uint64_t seed, roots
    cdef double explore, scale
    cdef Likelihood likelihood  # None: all worlds alike
    cdef bint is_likely, by_hand
    cdef int candidates
    cdef double defence
    cdef int before[MOST_SEATS]
    cdef int stake[2]                # Rassi of two players: what a point costs each, without common factors
    cdef double root_log[TABULATED]  # sqrt(log(n))
    cdef double inverse[TABULATED]   # 1 / sqrt(n)
    cdef int64_t* level              # [64 actions][LEVELS]: how often a play at the root had a result

    def __cinit__(self, Source source not None, actions, Policy policy not None, str leaf="fast", int ending=0,
                  double explore=0.5, int per_world=1, seed=0,
                  bint by_hand=False, Likelihood likelihood=None, int candidates=1, double defence=0):
        cdef int i, left
        cdef State state
        self.source = source
        self.policy = policy
        if leaf not in LEAVES:
            raise ValueError(f"leaf {leaf!r} is none of {', '.join(LEAVES)}")
        if policy.game != source.game or not 0 <= explore < 1e6 or not 0 <= ending <= 26 or per_world < 1:
            raise ValueError("the weights of another game, or settings out of range")
        self.leaf = LEAVES.index(leaf)
        self.ending = ending
        self.explore = explore
        self.per_world = per_world
        self.seed = seed
        self.likelihood = likelihood
        self.by_hand = by_hand
        if by_hand and source.game != RASSI:
            raise ValueError("hands are told apart in Rassi alone")
        self.is_likely = likelihood is not None
        self.candidates = candidates
        self.defence = defence
        if not 0 < candidates <= MOST_CANDIDATES or not 0 <= defence <= 1:
            raise ValueError("from 1 to 256 candidates, and a defence from 0 to 1")
        source.draw(self.seed, 0, &state)
        for action in actions:
            if not 0 <= action < 54 or not source.table.legal(&state) >> action & 1:
                raise ValueError(f"action {action} is not legal")
            self.roots |= (<uint64_t>1) << action
        if self.roots == 0:
            raise ValueError("no actions")
        source.table.count(&source.base, self.before)
        left = source.table.left(&state)  # of a world: the view's own base has hidden hands empty
        if source.game == RASSI and source.seats == 2:
            i = min(source.base.of.rassi.multiplier[0], source.base.of.rassi.multiplier[1])  # of 1, 2, 4 it divides the other
            self.stake[0] = source.base.of.rassi.multiplier[0] // i
            self.stake[1] = source.base.of.rassi.multiplier[1] // i
            self.scale = 1.0 / (13 * (self.stake[0] + self.stake[1]))
        else:
            self.scale = 1.0 / (13 if source.game == RASSI else max(left, 1))
        self.root_log[0] = self.inverse[0] = 0
        for i in range(1, TABULATED):
            self.root_log[i] = sqrt(log(i))
            self.inverse[i] = 1 / sqrt(i)
        self.room = 1024
        self.pool = <Node*>malloc(self.room * sizeof(Node))
        self.level = <int64_t*>malloc(64 * LEVELS * sizeof(int64_t))
        if self.pool == NULL or self.level == NULL:
            raise MemoryError("no memory for the tree")
        for i in range(64 * LEVELS):
            self.level[i] = 0
        self.used = 1
        self.pool[0].tried = 0
        self.pool[0].sum_ = 0
        self.pool[0].visits = self.pool[0].available = self.pool[0].child = self.pool[0].next_ = 0
        self.pool[0].action = self.pool[0].seat = 0

    def __dealloc__(self):
        free(self.pool)
        free(self.level)

    cdef void draw_world(self, uint64_t slot) noexcept nogil:
        cdef double logs[MOST_CANDIDATES]
        cdef double tilt[MOST_CANDIDATES]
        cdef double share[MOST_CANDIDATES]
        if self.is_likely:
            slot = slot * self.candidates + self.likelihood.pick_one(
                self.seed, slot, self.candidates, self.defence, logs, tilt, share
            )
        self.source.draw(self.seed, slot, &self.world)

    cdef uint32_t add(self, uint32_t parent, int action, int seat) noexcept nogil:
        # A new first child; there is room, see `simulate`.
        cdef uint32_t index = self.used
        check(index < self.room)
        self.used += 1
        self.pool[index].tried = 0
        self.pool[index].sum_ = 0
        self.pool[index].visits = 0
        self.pool[index].available = 0
        self.pool[index].child = 0
        self.pool[index].next_ = self.pool[parent].child
        self.pool[index].action = action
        self.pool[index].seat = seat
        self.pool[parent].child = index
        return index

    cdef uint32_t best_child(self, uint32_t parent, uint64_t legal, uint64_t* untried) noexcept nogil:
        # The legal child that promises most, unless there are legal plays that have no node yet. Counts availability.
        cdef uint32_t at = self.pool[parent].child, best = 0
        cdef double score, inverse, top = -1
        cdef double explore = self.explore
        cdef Node* node
        untried[0] = legal & ~self.pool[parent].tried
        legal &= self.pool[parent].tried
        while legal:
            node = &self.pool[at]
            if legal >> node.action & 1:
                legal ^= (<uint64_t>1) << node.action
                node.available += 1
                if untried[0] == 0:
                    if node.available < TABULATED:
                        inverse = self.inverse[node.visits]
                        score = (node.sum_ * self.scale * inverse + explore * self.root_log[node.available]) * inverse
                    else:
                        score = node.sum_ * self.scale / node.visits + explore * sqrt(log(node.available) / node.visits)
                    if score > top:
                        top = score
                        best = at
            at = node.next_
        return best

    cdef uint32_t step(self, uint32_t node, const State* state, uint64_t legal, Quick* rng, bint* is_new) noexcept nogil:
        # The child to go to: the one that promises most, or a new one for a play not tried yet.
        cdef const Game* table = &self.source.table
        cdef uint64_t untried
        cdef int action = -1
        cdef uint32_t child = self.best_child(node, legal, &untried)
        is_new[0] = untried != 0
        if untried:
            if self.leaf != RANDOM:
                action = table.choose(state, self.policy.weight)
            if self.leaf == RANDOM or not untried >> action & 1:
                action = quick_member(rng, untried)
            self.pool[node].tried |= (<uint64_t>1) << action
            child = self.add(node, action, table.turn(state))
            self.pool[child].available = 1
        return child

    cdef uint32_t hand_node(self, uint32_t parent, uint64_t hand, int seat) noexcept nogil:
        cdef uint32_t code = hand_code(hand), at = <uint32_t>self.pool[parent].tried, above = 0, made
        while at and self.pool[at].available != code:
            above = at
            at = self.pool[at].next_ if code < self.pool[at].available else self.pool[at].visits
        if at:
            return at
        at = self.pool[parent].child
        made = self.add(parent, 0, seat)
        self.pool[parent].child = at
        self.pool[made].next_ = 0
        self.pool[made].available = code
        if above == 0:
            self.pool[parent].tried = made
        elif code < self.pool[above].available:
            self.pool[above].next_ = made
        else:
            self.pool[above].visits = made
        return made

    cdef uint32_t seen_child(self, uint32_t parent, int action, int seat, uint64_t legal, bint* is_new) noexcept nogil:
        # The child for a play chosen elsewhere, or for a card turned up (`legal` 0). Counts the plays that could be made.
        cdef uint32_t at = self.pool[parent].child, found = 0
        while at:
            if self.pool[at].action == action:
                found = at
            if legal >> self.pool[at].action & 1:
                self.pool[at].available += 1
            at = self.pool[at].next_
        is_new[0] = found == 0
        if found == 0:
            found = self.add(parent, action, seat)
            self.pool[found].available = legal != 0
        return found

    cdef void play_out(self, State* state, Quick* rng, int* counts) noexcept nogil:
        cdef const Game* table = &self.source.table
        if self.leaf == RANDOM:
            table.at_random(state, rng)
        else:
            while table.turn(state) >= 0:
                if self.leaf == EXACT and table.left(state) <= self.ending:
                    open_counts(table, state, counts)
                    return
                table.play(state, table.choose(state, self.policy.weight))
        table.count(state, counts)

    cdef bint simulate(self) noexcept nogil:
        # One simulation. False: no memory.
        cdef const Game* table = &self.source.table
        cdef uint32_t path[DEEPEST]
        cdef int counts[MOST_SEATS]
        cdef int depth = 0, seat, action, turned, i, first = -1, value
        cdef uint64_t legal
        cdef uint32_t node = 0, at
        cdef bint is_new = False, _
        cdef State state
        cdef Rng stream
        cdef Quick rng
        cdef Node* grown
        if self.used + DEEPEST > self.room:
            grown = <Node*>realloc(self.pool, <size_t>2 * self.room * sizeof(Node))
            if grown == NULL:
                return False
            self.pool = grown
            self.room *= 2
        rng_seed(&stream, self.seed, self.done, SIMULATION)
        rng.state = rng_next(&stream)
        if self.done % self.per_world == 0:
            self.draw_world(self.done // self.per_world)
        state = self.world
        while not is_new:
            seat = table.turn(&state)
            if seat < 0:
                break
            legal = table.legal(&state)
            if node == 0:
                legal &= self.roots
            check(depth < DEEPEST - 2)
            if self.by_hand and seat != self.source.seat:
                at = self.step(self.hand_node(node, state.of.rassi.hand[seat], seat), &state, legal, &rng, &is_new)
                path[depth] = at
                depth += 1
                node = self.seen_child(node, self.pool[at].action, seat, legal, &is_new)
            else:
                node = self.step(node, &state, legal, &rng, &is_new)
            action = self.pool[node].action
            if first < 0:
                first = action
            path[depth] = node
            depth += 1
            turned = table.play(&state, action)
            if turned and not is_new:
                node = self.seen_child(node, turned, seat, 0, &_)
                path[depth] = node
                depth += 1
        self.play_out(&state, &rng, counts)
        self.pool[0].visits += 1
        for i in range(depth):
            seat = self.pool[path[i]].seat
            if table.sign > 0:
                value = counts[seat] - self.before[seat]
            elif self.source.seats == 2:
                value = self.stake[seat] * (13 - counts[seat]) + self.stake[1 - seat] * counts[1 - seat]
            else:
                value = 13 - counts[seat]
            self.pool[path[i]].sum_ += value
            self.pool[path[i]].visits += 1
        value = counts[self.source.seat] - self.before[self.source.seat]
        check(0 <= value < LEVELS)
        self.level[first * LEVELS + value] += 1
        self.done += 1
        return True

    def run(self, uint32_t count, Stop stop=None):
        """Simulates `count` times more, or until the flag goes up; returns how many simulations the tree stands on."""
        cdef uint32_t _
        cdef bint fits = True
        cdef volatile int* flag = NULL
        if stop is not None:
            flag = &stop.raised
        if <uint64_t>self.done + count > MOST:
            raise ValueError(f"{self.done} and {count} simulations: more than {MOST} have no room")
        with nogil:
            for _ in range(count):
                if flag != NULL and flag[0]:
                    break
                fits = self.simulate()
                if not fits:
                    break
        if not fits:
            raise MemoryError("no memory for the tree")
        return self.done

    @property
    def nodes(self):
        """Nodes of the tree, the root included."""
        return self.used

    def results(self):
        """By play at the root {result: how often}: tricks from now on, or in Rassi the penalty without multiplier."""
        cdef int action, value
        out = {}
        for action in range(64):
            if self.roots >> action & 1:
                row = &self.level[action * LEVELS]
                out[action] = {value: row[value] for value in range(LEVELS) if row[value]}
        return out

    def children(self, path=()):
        """The nodes below a path of actions (and cards turned up, each as 1 + card): (action, visits, available, sum, seat)."""
        cdef uint32_t at = 0
        for step in path:
            at = self.pool[at].child
            while at and self.pool[at].action != step:
                at = self.pool[at].next_
            if at == 0:
                raise ValueError(f"{step}: the tree has no such node")
        at = self.pool[at].child
        out = []
        while at:
            node = &self.pool[at]
            out.append((node.action, node.visits, node.available, node.sum_, node.seat))
            at = node.next_
        return out
