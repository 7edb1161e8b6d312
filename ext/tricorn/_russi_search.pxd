# The owner of a search, for the module that values worlds.
from libc.stdint cimport int32_t, uint64_t

from tricorn._russi_root cimport Root
from tricorn._russi_table cimport FEATURES, LEAD_WEIGHTS, WEIGHTS, Keys, Search

cdef class Solver:
    cdef Search s
    cdef Keys* keys
    cdef void* memory
    cdef uint64_t near_buckets
    cdef uint64_t far_all
    cdef int wide_from
    cdef Solver owner  # of the table, if it is shared
    cdef int32_t order[WEIGHTS]
    cdef int32_t leads[LEAD_WEIGHTS]
    cdef int32_t evaluation[FEATURES]
    cdef void new_generation(self) noexcept nogil
    cdef void grow(self, int n) noexcept nogil
    cdef list rows(self, const Root* root)
    cdef int load(self, object hands, object piles, object led, int leader, Root* root) except -1
