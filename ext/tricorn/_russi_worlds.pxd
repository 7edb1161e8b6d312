# What a view of Russi hides, and a uniform draw of it, for the modules that play worlds out.
from libc.stdint cimport uint8_t, uint64_t

cdef struct Veil:
    # What a view hides: which cards, and where they may lie.
    int hand_size
    int allowed  # the first so many of `cards` may be in the opponent's hand
    int hidden
    int slots  # covered piles, those of seat 0 first, in table order
    uint8_t cards[52]

cdef int lift(Veil* veil, uint64_t allowed, uint64_t others, int hand_size, int slots) except -1
cdef void draw(const Veil* veil, uint64_t seed, uint64_t index, uint8_t* out) noexcept nogil
