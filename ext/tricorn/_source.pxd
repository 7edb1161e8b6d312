# What a view knows of a deal, and the worlds that agree with it as States to play on with.
from libc.stdint cimport uint8_t, uint64_t

from tricorn._rassi_worlds cimport Sampler as RassiSampler
from tricorn._ruffe_worlds cimport Sampler as RuffeSampler
from tricorn._russi_worlds cimport Veil
from tricorn._state cimport Game, State

cdef class Source:
    cdef State base      # what the view knows; hidden cards are filled in by `draw`
    cdef Game table
    cdef int game
    cdef int seats
    cdef int seat        # whose view it is; it is to move
    cdef void draw(self, uint64_t seed, uint64_t index, State* out) noexcept nogil
    # The logarithm of how likely hidden choices were that a world holds beside the plays: in Ruffe the taker's discards, before any
    # play. `tilt`: how much oftener the world is drawn than all alike, as a logarithm, up to a constant.
    cdef double tell(self, const State* state, double* tilt) noexcept nogil

cdef class RussiSource(Source):
    cdef Veil veil
    cdef int slots
    cdef uint8_t up[18]
    cdef uint8_t owner[18]

cdef class RuffeSource(Source):
    cdef RuffeSampler sampler
    cdef uint64_t played[4]

cdef class RassiSource(Source):
    cdef RassiSampler sampler
    cdef uint64_t hidden
    cdef int owners
    cdef int owner[20]
