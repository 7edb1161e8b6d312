# Philox4x64-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a counter-based
# generator. A stream is (seed, world): the four counter words are (block, 0, world, purpose), the key is (seed, 0), so the
# numbers of a world depend on nothing but seed, world and purpose: not on threads, nor on the worlds drawn before.
from libc.stdint cimport uint32_t, uint64_t

cdef struct Rng:
    uint64_t counter[4]
    uint64_t key[2]
    uint64_t buffer[4]
    int used  # words of the buffer already given out; 4: the next call makes a new block

cdef void rng_seed(Rng* rng, uint64_t seed, uint64_t world, uint64_t purpose) noexcept nogil
cdef uint64_t rng_next(Rng* rng) noexcept nogil
cdef uint32_t rng_below(Rng* rng, uint32_t n) noexcept nogil  # uniform on 0..n-1, exactly; n >= 1
cdef uint64_t rng_below64(Rng* rng, uint64_t n) noexcept nogil  # the same for 64 bits
cdef double rng_unit(Rng* rng) noexcept nogil  # uniform on [0, 1), 53 bits
