# cython: boundscheck=False, wraparound=False, cdivision=True
"""Values every action of a view of Ruffe in each of a block of worlds, by exact search with a node budget for each world."""
from libc.stdint cimport int8_t, int64_t, uint64_t

from bits cimport popcount
from check cimport check
from tricorn._ruffe_layout cimport EVERYTHING, Engine
from tricorn._ruffe_playout cimport Table, playout, table_play
from tricorn._ruffe_search cimport engine_forget, engine_free, engine_game, engine_new, solve_all, solve_value
from tricorn._ruffe_worlds cimport Sampler, World
from tricorn._stop cimport Stop

cdef enum:
    MOST_ACTIONS = 1820
    SOLVED_TRICKS = 5   # of a playout
    SOLVED_NODES = 500  # at most, for them

cdef struct Plan:
    Table table           # what the view knows of the table; hands are filled in for each world
    uint64_t played[4]
    uint64_t thrown       # discards that the view knows
    int seat
    int taker             # -1: nobody
    bint discarding
    int actions
    uint64_t cards        # in any of the actions
    uint64_t action[MOST_ACTIONS]  # a set: one card, or four to throw away


cdef void set_table(const Plan* plan, const World* world, Table* out) noexcept nogil:
    # The table of one world, as it stands now; before a discard the taker holds all his sixteen.
    cdef int seat
    out[0] = plan.table
    for seat in range(out.players):
        out.hand[seat] = world.dealt[seat]
        if seat == plan.taker:
            out.hand[seat] = (out.hand[seat] | world.head) & ~(plan.thrown | world.thrown)
        out.hand[seat] &= ~plan.played[seat]


cdef int settle(int value, int lo, int hi) noexcept nogil:
    return lo if value < lo else hi if value > hi else value


cdef int guess_value(Engine* e, Table* now, int64_t nodes, volatile int* stop) noexcept nogil:
    # Tricks of side 0 by a playout; its last tricks by the search, if that needs no more than so many positions.
    cdef int won = playout(now, SOLVED_TRICKS), low = 0, high, left = popcount(now.hand[now.leader])
    if left and nodes > 0:
        high = left
        if solve_value(e, now.hand, now.leader, 0, now.card, nodes, stop, -1, &low, &high):
            return won + (low if now.side[now.leader] == 0 else left - low)
    return won + playout(now, 0)


cdef inline int64_t share(int64_t nodes, int64_t used, int actions) noexcept nogil:
    # What is left of a world's budget for the end of one of so many playouts.
    return min(max(nodes - used, <int64_t>0) // actions, <int64_t>SOLVED_NODES)


cdef bint value_cards(const Plan* plan, Engine* e, const Table* now, int64_t nodes, volatile int* stop,
                      short* values, short* lo, short* hi) noexcept nogil:
    # Every action is a card of the seat to play. An eighth of the budget is kept for the ends of playouts.
    cdef int8_t low[52]
    cdef int8_t high[52]
    cdef int i, card, value_lo, value_hi, won
    cdef int64_t start = e.nodes
    cdef Table after
    cdef bint exact = solve_all(e, now.hand, now.leader, now.laid, now.card, plan.cards, nodes - (nodes >> 3), stop,
                                low, high, &value_lo, &value_hi)
    for i in range(plan.actions):
        card = popcount(plan.action[i] - 1)
        check(low[card] >= 0)
        lo[i] = low[card]
        hi[i] = high[card]
        values[i] = lo[i]
    if exact or stop[0]:
        return exact
    for i in range(plan.actions):
        if lo[i] < hi[i]:
            after = now[0]
            won = 0
            table_play(&after, popcount(plan.action[i] - 1), &won)
            won += guess_value(e, &after, share(nodes, e.nodes - start, plan.actions - i), stop)
            values[i] = <short>settle(won, lo[i], hi[i])
    return False


cdef bint value_discards(const Plan* plan, Engine* e, const Table* now, int64_t nodes, volatile int* stop,
                         short* values, short* lo, short* hi) noexcept nogil:
    # Every action throws four cards away. One table serves all: its entries speak of relative ranks and are true in any
    # deal of the game. The value of the discard before is a good first guess for the next.
    cdef int i, tricks = popcount(now.hand[now.leader]), low, high, guess = -1
    cdef int64_t start = e.nodes, most = nodes - (nodes >> 3)
    cdef bint exact = True, solved, leads = now.side[now.leader] == 0
    cdef Table after
    if now.leader == plan.taker:
        tricks -= popcount(plan.action[0])
    for i in range(plan.actions):
        after = now[0]
        after.hand[plan.taker] &= ~plan.action[i]
        low, high = 0, tricks
        solved = False
        if not nodes or e.nodes - start < most:
            solved = solve_value(e, after.hand, after.leader, 0, after.card, most - (e.nodes - start) if nodes else 0, stop,
                                 guess, &low, &high)
        if solved:
            guess = low
        elif stop[0]:
            return False
        exact = exact and solved
        lo[i] = <short>(low if leads else tricks - high)
        hi[i] = <short>(high if leads else tricks - low)
        values[i] = lo[i]
    if exact:
        return True
    for i in range(plan.actions):
        if lo[i] < hi[i]:
            after = now[0]
            after.hand[plan.taker] &= ~plan.action[i]
            values[i] = <short>settle(guess_value(e, &after, share(nodes, e.nodes - start, plan.actions - i), stop), lo[i], hi[i])
    return False


cdef class Evaluator:
    """The actions of one view, ready to be valued in its worlds. Immutable: several threads may share one.

    Args:
        sampler: of the view.
        plan: dict of `players`, `trump` (-1: none), `reading`, `sides` (0: the side of the seat), `seat`, `leader`, `table`
            (cards from the leader on), `played` (a set for each seat), `thrown`, `taker` (-1: nobody), `discarding`.
        actions: for each action a set: one legal card of the seat to move, or four of the taker's sixteen.
    """

    cdef Sampler sampler
    cdef Plan plan

    def __cinit__(self, Sampler sampler not None, dict plan, actions):
        cdef Plan* p = &self.plan
        cdef int i, win
        self.sampler = sampler
        if not 0 < len(actions) <= MOST_ACTIONS:
            raise ValueError(f"{len(actions)} actions: from 1 to {MOST_ACTIONS} are wanted")
        p.table.players = plan["players"]
        p.table.trump = plan["trump"]
        p.table.reading = plan["reading"]
        p.table.leader = plan["leader"]
        p.table.laid = len(plan["table"])
        for i, card in enumerate(plan["table"]):
            p.table.card[i] = card
            win = p.table.card[p.table.best]
            if i and (card > win if card // 13 == win // 13 else card // 13 == p.table.trump):
                p.table.best = i
        for i in range(p.table.players):
            p.table.side[i] = plan["sides"][i]
            p.played[i] = plan["played"][i]
        p.thrown = plan["thrown"]
        p.seat = plan["seat"]
        p.taker = plan["taker"]
        p.discarding = plan["discarding"]
        p.actions = len(actions)
        for i, action in enumerate(actions):
            p.action[i] = action
            p.cards |= p.action[i]

    def evaluate(self, seed, first, short[:, ::1] values, short[:, ::1] lo, short[:, ::1] hi, unsigned char[::1] solved,
                 nodes, Stop stop not None, const int64_t[::1] numbers=None):
        """Fills one row of each array for each of the worlds from `first` on: (rows filled, positions visited).

        nodes: the budget of a world, 0 for none. `numbers`: the worlds themselves, in place of those from `first` on.
        Fewer rows when `stop` goes up. The GIL is released meanwhile.
        """
        cdef uint64_t stream = seed, index = first
        cdef int64_t budget = nodes, visited
        cdef int done = 0, count = values.shape[0]
        cdef Engine* e
        cdef World world
        cdef Table now
        cdef bint exact
        cdef volatile int* flag = &stop.raised
        if self.sampler.finals == 0:
            raise ValueError("no world to draw")
        if values.shape[1] != self.plan.actions or lo.shape[1] != self.plan.actions or hi.shape[1] != self.plan.actions:
            raise ValueError("one column for each action is wanted")
        if lo.shape[0] < count or hi.shape[0] < count or solved.shape[0] < count:
            raise ValueError("one row for each world is wanted")
        if numbers is not None and numbers.shape[0] < count:
            raise ValueError("a number for each world is wanted")
        with nogil:
            e = engine_new(16 << 20)
            if e != NULL:
                engine_game(e, self.plan.table.players, self.plan.table.trump, self.plan.table.side, self.plan.table.reading,
                            EVERYTHING)
                while done < count and not flag[0]:
                    engine_forget(e)
                    self.sampler.draw_indexed(stream, index + done if numbers is None else <uint64_t>numbers[done], &world)
                    set_table(&self.plan, &world, &now)
                    if self.plan.discarding:
                        exact = value_discards(&self.plan, e, &now, budget, flag, &values[done, 0], &lo[done, 0], &hi[done, 0])
                    else:
                        exact = value_cards(&self.plan, e, &now, budget, flag, &values[done, 0], &lo[done, 0], &hi[done, 0])
                    if not exact and flag[0]:
                        break  # the flag, not the budget, may have ended this world
                    solved[done] = exact
                    done += 1
                visited = e.nodes
                engine_free(e)
        if e == NULL:
            raise MemoryError("no memory for the table of the search")
        return done, visited
