# Unsigned 128-bit numbers, for exact counts of full deals: they reach 2**89, more than a 64-bit word holds.
from libc.stdint cimport uint64_t

from wide cimport multiply

cdef struct Wide:
    uint64_t hi
    uint64_t lo


cdef inline Wide wide_mul(uint64_t a, uint64_t b) noexcept nogil:
    cdef Wide out
    multiply(a, b, &out.hi, &out.lo)
    return out


cdef inline Wide wide_add(Wide a, Wide b) noexcept nogil:
    cdef Wide out
    out.lo = a.lo + b.lo
    out.hi = a.hi + b.hi + (out.lo < a.lo)
    return out


cdef inline Wide wide_scale(Wide a, uint64_t k) noexcept nogil:
    # a * k, which must stay below 2**128.
    cdef Wide out = wide_mul(a.lo, k)
    out.hi += a.hi * k
    return out


cdef inline bint wide_less(Wide a, Wide b) noexcept nogil:
    return a.hi < b.hi or (a.hi == b.hi and a.lo < b.lo)
