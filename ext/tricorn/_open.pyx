# cython: boundscheck=False, wraparound=False, cdivision=True
"""The exact value of the last tricks with all cards known: small searches, for the ends of playouts."""
from libc.stdint cimport uint64_t

from bits cimport highest
from tricorn._state cimport MOST_SEATS, Game, State

cdef enum:
    MANY = 99


cdef int side_value(const Game* table, const State* state, int alpha, int beta) noexcept nogil:
    # Tricks of seat 0's side at the end, fail-soft alpha-beta. What is taken only grows, and by no more than the tricks left.
    cdef int count[MOST_SEATS]
    cdef int seat = table.turn(state), value, best, action
    cdef uint64_t legal
    cdef State after
    cdef bint ours
    table.count(state, count)
    if seat < 0 or count[0] >= beta:
        return count[0]
    best = count[0] + table.left(state)
    if best <= alpha:
        return best
    legal = table.legal(state)
    ours = table.side(state, seat) == table.side(state, 0)
    best = -1 if ours else MANY
    while legal:
        action = highest(legal)
        legal ^= (<uint64_t>1) << action
        after = state[0]
        table.play(&after, action)
        value = side_value(table, &after, alpha, beta)
        if ours:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


cdef void maxn_counts(const Game* table, const State* state, int* out) noexcept nogil:
    cdef int found[MOST_SEATS]
    cdef int seat = table.turn(state), seats = table.seats(state), action, i, worth, best = 0
    cdef uint64_t legal
    cdef State after
    cdef bint first = True
    if seat < 0:
        table.count(state, out)
        return
    legal = table.legal(state)
    while legal:
        action = highest(legal)
        legal ^= (<uint64_t>1) << action
        after = state[0]
        table.play(&after, action)
        maxn_counts(table, &after, found)
        worth = (found[seat] - (found[1 - seat] if seats == 2 else 0)) * table.sign
        if first or worth > best:
            first = False
            best = worth
            for i in range(seats):
                out[i] = found[i]


cdef bint two_sided(const Game* table, const State* state, int seats) noexcept nogil:
    cdef int seat, other = -1
    for seat in range(1, seats):
        if table.side(state, seat) != table.side(state, 0):
            if other >= 0 and table.side(state, seat) != other:
                return False
            other = table.side(state, seat)
    return other >= 0


cdef void open_counts(const Game* table, const State* state, int* out) noexcept nogil:
    cdef int seats = table.seats(state), seat, ours, total
    if table.sign < 0 or not two_sided(table, state, seats):
        maxn_counts(table, state, out)
        return
    table.count(state, out)
    total = out[0] + table.left(state)
    for seat in range(seats):
        if table.side(state, seat) != table.side(state, 0):
            total += out[seat]
            break
    ours = side_value(table, state, -1, MANY)
    for seat in range(seats):
        out[seat] = ours if table.side(state, seat) == table.side(state, 0) else total - ours
