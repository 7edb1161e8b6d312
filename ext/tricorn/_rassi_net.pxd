# A small network that scores the ranks of a hand of Rassi by what its seat has seen; see _rassi_net.pyx.
#
#   input   a row of the first layer that counts (all inputs are 0 or 1); at most MOST_INPUTS at a time
#   unit    weights are whole numbers, 256 for a weight of 1
from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t

cdef enum:
    STAGES = 5        # networks: for 2 .. 6 cards in each hand; with one there is no choice
    INPUTS = 614
    MOST_INPUTS = 48
    WIDE = 64         # units of the first layer
    NARROW = 32       # units of the second
    OUTPUTS = 13
    NET = 41869       # numbers of one network: (INPUTS + 1) * WIDE + (WIDE + 1) * NARROW + (NARROW + 1) * OUTPUTS
    NETS = 209345     # of all

cdef struct RassiSight:
    uint64_t hand        # own hand
    uint64_t legal       # cards
    uint64_t unseen      # cards neither in the own hand nor played
    int seats
    int size             # cards that each seat had at the start of the trick
    int laid
    int high             # height of the highest card so far, 0 when the seat leads
    int to_come          # seats still to play after this one
    int holder           # seats from this one to the holder of that card, 0 when the seat leads
    uint8_t top[9]       # the greatest height that each other seat can still have, from the next seat on
    uint8_t low[9]       # and the least

cdef int net_inputs(const RassiSight* sight, int* out) noexcept nogil  # returns their number
cdef void net_scores(const RassiSight* sight, const int16_t* nets, uint64_t ranks, int64_t* score) noexcept nogil
