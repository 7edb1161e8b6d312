# Exact search of Ruffe with all cards known.
#
# For other compiled modules (sampled worlds, discards), all without the GIL:
#
#     cdef Engine* e = engine_new(8 << 20)                     # NULL: no memory. One engine per thread, kept for all worlds
#     engine_game(e, players, trump, sides, reading, EVERYTHING)   # once per game; forgets the table
#     engine_forget(e)                                         # before each world: O(1), the answer depends on nothing before
#     status = solve_all(e, hands, leader, played, table, wanted, nodes, stop, lo, hi, &value_lo, &value_hi)
#     engine_free(e)
#
# Cards here are the public ones, 0..51 = suit * 13 + rank, hands are sets of them by seat, `table` holds the `played` cards
# of the current trick from the leader on (no longer in the hands). trump: suit 0..3 or -1. sides[seat] is 0 or 1.
# Every value is in tricks still to be won by the SIDE OF THE SEAT TO PLAY, the current trick included.
# wanted: a set of legal cards of the seat to play; the others are left out of the search, and of the value.
# lo, hi: arrays of 52, filled for the wanted cards and their equals, -1 elsewhere; equal where exact.
# nodes: budget of this call (trick starts visited), 0: none. stop: the search ends when *stop != 0; may be NULL.
# Status: 1 all exact, 0 ended early (lo <= value <= hi is proven for each card).
from libc.stdint cimport int8_t, int64_t, uint64_t

from tricorn._ruffe_layout cimport Engine, Root

cdef Engine* engine_new(int64_t limit_bytes) noexcept nogil
cdef void engine_free(Engine* e) noexcept nogil
cdef void engine_game(Engine* e, int players, int trump, const int* sides, int reading, int parts) noexcept nogil
cdef void engine_forget(Engine* e) noexcept nogil
cdef bint solve_all(Engine* e, const uint64_t* hands, int leader, int played, const int* table, uint64_t wanted, int64_t nodes,
                    volatile int* stop, int8_t* lo, int8_t* hi, int* value_lo, int* value_hi) noexcept nogil
# The value alone, no more than needed: bounds start from low..high, which must be proven (0 and the tricks left if nothing
# is known); `guess` is where the first window is put, -1: the middle.
cdef bint solve_value(Engine* e, const uint64_t* hands, int leader, int played, const int* table, int64_t nodes,
                      volatile int* stop, int guess, int* value_lo, int* value_hi) noexcept nogil
# One window: does the side to play take at least `target` tricks? 1, 0, or -1 when ended early.
cdef int solve_window(Engine* e, const uint64_t* hands, int leader, int played, const int* table, int64_t nodes,
                      volatile int* stop, int target) noexcept nogil

# The root that the entries above start from: lanes instead of public cards, all choices listed, nothing known of them.
cdef void set_up(Engine* e, Root* r, const uint64_t* hands, int leader, int played, const int* table) noexcept nogil
