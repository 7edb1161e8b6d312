# The recursive search, for the modules that build on it. "Yields k": the leader takes k or more of the n tricks left.
# An answer means nothing once `given_up` is set.
from libc.stdint cimport uint64_t

from tricorn._russi_table cimport Search

cdef enum:
    MOST = 26  # tricks, and plays to choose from

cdef bint position_yields(Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k) noexcept nogil
cdef bint lead_yields(Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int k, uint64_t led) noexcept nogil
