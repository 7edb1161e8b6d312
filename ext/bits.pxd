# Inline helpers for 64-bit card sets: bit `suit * 13 + rank`, suits S H D C = 0..3, ranks 2..A = 0..12, jokers 52 and 53.
#
#   bit  0 ..12   spades   2 3 4 5 6 7 8 9 T J Q K A
#   bit 13..25   hearts
#   bit 26..38   diamonds
#   bit 39..51   clubs
#   bit 52, 53   jokers
from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__GNUC__) || defined(__clang__)
    static inline int tricorn_popcount(uint64_t x) { return __builtin_popcountll(x); }
    static inline int tricorn_lowest(uint64_t x) { return __builtin_ctzll(x); }
    static inline int tricorn_highest(uint64_t x) { return 63 - __builtin_clzll(x); }
    #else
    static inline int tricorn_popcount(uint64_t x) { int n = 0; while (x) { x &= x - 1; ++n; } return n; }
    static inline int tricorn_lowest(uint64_t x) { int i = 0; while (!(x & 1)) { x >>= 1; ++i; } return i; }
    static inline int tricorn_highest(uint64_t x) { int i = 0; while (x >>= 1) ++i; return i; }
    #endif
    """
    int popcount "tricorn_popcount"(uint64_t x) noexcept nogil
    int lowest "tricorn_lowest"(uint64_t x) noexcept nogil    # index of the lowest set bit; x must not be 0
    int highest "tricorn_highest"(uint64_t x) noexcept nogil  # index of the highest set bit; x must not be 0


cdef inline uint64_t bit(int card) noexcept nogil:
    return (<uint64_t>1) << card


cdef inline uint64_t suit_mask(int suit) noexcept nogil:
    return (<uint64_t>0x1FFF) << (13 * suit)
