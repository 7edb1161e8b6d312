# How likely what the others have played was, world by world; see _inference.pyx.
from libc.stdint cimport uint64_t

from tricorn._fast cimport Policy
from tricorn._source cimport Source
from tricorn._state cimport State

cdef enum:
    MOST_PLAYS = 54
    MOST_CANDIDATES = 256

cdef class Likelihood:
    cdef Source start
    cdef Policy policy
    cdef int played[MOST_PLAYS]
    cdef int plays
    cdef double temperature, blur
    # The logarithm of how likely the others' choices were; 1 where one could not be made. `state` is played on. `tilt`: how much
    # oftener the start draws the world than all alike, as a logarithm.
    cdef double log_of(self, State* state, double* tilt) noexcept nogil
    # Which of the worlds slot * candidates .. slot * candidates + candidates - 1 the slot is picked: with a chance that is by
    # the part `defence` the same for all, else in proportion to the likelihoods over the tilts. Fills the arrays: the logarithms of
    # the likelihoods, how much oftener they are drawn than all alike, and the chances.
    cdef int pick_one(
        self, uint64_t seed, uint64_t slot, int candidates, double defence, double* logs, double* tilt, double* share
    ) noexcept nogil
