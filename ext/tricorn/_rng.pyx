"""Philox4x64-10 streams keyed by (seed, world, purpose); numpy's `Philox` gives the same bits."""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    static inline void tricorn_mul128(uint64_t a, uint64_t b, uint64_t* hi, uint64_t* lo) {
    #ifdef __SIZEOF_INT128__
        unsigned __int128 p = (unsigned __int128)a * b;
        *hi = (uint64_t)(p >> 64); *lo = (uint64_t)p;
    #else
        uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
        uint64_t t = al * bl, u = ah * bl + (t >> 32), v = al * bh + (u & 0xffffffffu);
        *hi = ah * bh + (u >> 32) + (v >> 32); *lo = a * b;
    #endif
    }
    """
    void mul128 "tricorn_mul128"(uint64_t a, uint64_t b, uint64_t* hi, uint64_t* lo) noexcept nogil


cdef void block(const uint64_t* counter, const uint64_t* key, uint64_t* out) noexcept nogil:
    # Ten rounds of the Philox bijection on 4 x 64 bits; multipliers and Weyl increments are those of the paper.
    cdef uint64_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3]
    cdef uint64_t k0 = key[0], k1 = key[1]
    cdef uint64_t hi0, lo0, hi1, lo1
    cdef int _round
    for _round in range(10):
        mul128(<uint64_t>0xD2E7470EE14C6C93, c0, &hi0, &lo0)
        mul128(<uint64_t>0xCA5A826395121157, c2, &hi1, &lo1)
        c0 = hi1 ^ c1 ^ k0
        c1 = lo1
        c2 = hi0 ^ c3 ^ k1
        c3 = lo0
        k0 += <uint64_t>0x9E3779B97F4A7C15
        k1 += <uint64_t>0xBB67AE8584CAA73B
    out[0] = c0
    out[1] = c1
    out[2] = c2
    out[3] = c3


cdef void rng_seed(Rng* rng, uint64_t seed, uint64_t world, uint64_t purpose) noexcept nogil:
    rng.counter[0] = 0
    rng.counter[1] = 0
    rng.counter[2] = world
    rng.counter[3] = purpose
    rng.key[0] = seed
    rng.key[1] = 0
    rng.used = 4


cdef uint64_t rng_next(Rng* rng) noexcept nogil:
    cdef uint64_t word
    if rng.used == 4:
        rng.counter[0] += 1  # 2**64 blocks a stream: the carry can't happen
        block(rng.counter, rng.key, rng.buffer)
        rng.used = 0
    word = rng.buffer[rng.used]
    rng.used += 1
    return word


cdef uint32_t rng_below(Rng* rng, uint32_t n) noexcept nogil:
    # Multiply and reject (Lemire, "Fast random integer generation in an interval", 2019): exact, almost never rejects.
    cdef uint64_t product = (rng_next(rng) >> 32) * n
    cdef uint32_t low = <uint32_t>product, floor
    if low < n:
        floor = (<uint32_t>0 - n) % n
        while low < floor:
            product = (rng_next(rng) >> 32) * n
            low = <uint32_t>product
    return <uint32_t>(product >> 32)


cdef uint64_t rng_below64(Rng* rng, uint64_t n) noexcept nogil:
    cdef uint64_t hi, low, floor
    mul128(rng_next(rng), n, &hi, &low)
    if low < n:
        floor = (<uint64_t>0 - n) % n
        while low < floor:
            mul128(rng_next(rng), n, &hi, &low)
    return hi


cdef double rng_unit(Rng* rng) noexcept nogil:
    return (rng_next(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef uint64_t word(object value, str name) except? 0:
    if not 0 <= value < 1 << 64:
        raise ValueError(f"{name} {value}: a number from 0 to 2**64 - 1 is wanted")
    return value


def raw(seed, world, count, purpose=0):
    """The first `count` 64-bit words of a stream, as a list of ints.

    >>> raw(1, 2, 1) == raw(1, 2, 3)[:1]
    True
    """
    cdef Rng rng
    rng_seed(&rng, word(seed, "seed"), word(world, "world"), word(purpose, "purpose"))
    return [rng_next(&rng) for _ in range(count)]


def shuffled(seed, world, int count, purpose=0):
    """The numbers 0..count-1 in an order drawn uniformly from the stream (Fisher and Yates).

    >>> sorted(shuffled(7, 0, 52)) == list(range(52))
    True
    """
    cdef Rng rng
    cdef int i, j
    rng_seed(&rng, word(seed, "seed"), word(world, "world"), word(purpose, "purpose"))
    items = list(range(count))
    for i in range(count - 1, 0, -1):
        j = rng_below(&rng, i + 1)
        items[i], items[j] = items[j], items[i]
    return items


def below(seed, world, bound, count, purpose=0):
    """`count` numbers uniform on 0..bound-1 from the stream, as a list.

    >>> all(0 <= x < 6 for x in below(3, 0, 6, 100))
    True
    """
    cdef Rng rng
    cdef uint64_t n = word(bound, "bound")
    if n == 0:
        raise ValueError("bound 0: nothing to draw from")
    rng_seed(&rng, word(seed, "seed"), word(world, "world"), word(purpose, "purpose"))
    return [rng_below64(&rng, n) for _ in range(count)]
