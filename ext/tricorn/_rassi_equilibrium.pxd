# The tables of one ending of two players; the public tree and what it holds: `_rassi_tree.pxd`.
cimport cython
from tricorn._rassi_tree cimport Game, Mode


@cython.final
cdef class Equilibrium:
    cdef Game game
    cdef long long entries
    cdef float* range[2]
    cdef int rounds
    cdef double total
    cdef int pass_over(self, int seat, Mode mode, float* out) except -1
    cdef int count_many(self) except -1
    cdef int stakes(self, float first, float second) except -1
    cdef tuple watched(self, int seat, int root)
