# Plays a deal of Ruffe out by a few rules of thumb, every seat looking at its own hand, the table and what is left in play.
#
# Cards are the public ones, suit * 13 + rank; `reading` as in `_ruffe_layout`; side 0 is the side whose tricks are counted.
from libc.stdint cimport uint64_t

cdef struct Table:
    int players
    int trump        # -1: none
    int reading
    int side[4]
    uint64_t hand[4]
    int leader
    int laid         # cards on the table
    int card[4]      # from the leader on
    int best         # index in `card` of the one that wins so far

cdef void table_play(Table* t, int card, int* won) noexcept nogil  # the seat to move plays; a full trick is counted in won
cdef uint64_t table_legal(const Table* t, uint64_t hand) noexcept nogil
# Plays on until the start of a trick with at most so many tricks left: tricks of side 0 until then.
cdef int playout(Table* t, int tricks) noexcept nogil
