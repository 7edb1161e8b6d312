# A small generator for playouts, where speed matters and nothing is counted on: SplitMix64 (Steele, Lea and Flood, "Fast
# splittable pseudorandom number generators", OOPSLA 2014), seeded from a Philox stream. Numbers below n are taken by one
# multiplication without rejection: for n < 64 no number is more likely than another by more than 2**-26.
from libc.stdint cimport uint64_t

from bits cimport lowest, popcount

cdef struct Quick:
    uint64_t state


cdef inline uint64_t quick_next(Quick* rng) noexcept nogil:
    cdef uint64_t z
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    z = rng.state
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline int quick_below(Quick* rng, int n) noexcept nogil:
    return <int>(((quick_next(rng) >> 32) * <uint64_t>n) >> 32)


cdef inline int quick_member(Quick* rng, uint64_t cards) noexcept nogil:
    # A member of a set that is not empty.
    cdef int n = popcount(cards)
    if n > 1:
        n = quick_below(rng, n)
        while n:
            cards &= cards - 1
            n -= 1
    return lowest(cards)
