# Draws the hidden cards of a view of Rassi. What is drawn first is ranks: groups of cards (a hand, six thrown away), each
# with a set of ranks that it may hold. Suits do not matter for any value; `sample` in Python adds them.
cimport cython
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from tricorn._rng cimport Rng

cdef enum:
    GROUPS = 20   # at most: 8 other hands, 8 thrown away at "free", the next six of the stock
    CARDS = 54
    STEPS = 13 * GROUPS

cdef struct Class:
    # Groups that may hold the same ranks. Laminar: they draw from base[start:end], whose first cards have been taken by
    # the classes inside (`child`).
    int start
    int end
    int capacity          # cards of the members together
    int taken             # laminar: and of the classes inside
    int children
    int child[20]
    int members
    int member[20]

cdef struct Drawn:
    uint8_t rank[20][6]


@cython.final
cdef class Sampler:
    cdef int groups, total, classes, steps, states, most
    cdef bint laminar, strict
    cdef int size[20]
    cdef uint32_t mask[20]
    cdef uint8_t base[54]
    cdef int counts[13]
    cdef Class of[20]
    cdef int stride[20]
    cdef int step_class[260]
    cdef int step_rank[260]
    cdef double* ways
    cdef int rest_members
    cdef int rest_member[20]
    cdef void draw(self, Rng* rng, Drawn* out) noexcept nogil
    cdef void draw_nested(self, Rng* rng, Drawn* out) noexcept nogil
    cdef bint draw_by_rank(self, Rng* rng, Drawn* out) noexcept nogil
    cdef void count_ways(self) noexcept nogil
    cdef int row_after(self, int step, int left) noexcept nogil
