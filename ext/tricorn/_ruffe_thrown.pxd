# How likely the taker of the head throws away four cards of his hand; see _ruffe_thrown.pyx.
from libc.stdint cimport uint64_t

from tricorn._rng cimport Rng

cdef enum:
    THROWN = 4         # cards of a discard
    SUIT_SETS = 8192   # sets of ranks of one suit

cdef struct Ways:
    # Sums of exp(worth of what is kept) over ways to throw cards, each suit counted from the best that can be kept of it.
    double suit[4][5]  # by cards thrown from the suit
    double upto[5][5]  # of the first suits together, by cards thrown from them
    double top[4]      # the worth of that best

cdef class Thrown:
    cdef double worth[2][SUIT_SETS]  # of the cards kept in a plain suit and in trumps, in temperatures
    cdef int trump
    cdef double blur
    cdef double blind
    cdef void count(self, uint64_t hand, uint64_t open_cards, uint64_t forced, Ways* out) noexcept nogil
    # The logarithm of the probability that these four are thrown from this hand. `tilt`: how much oftener `draw` gives them
    # than a uniform draw of the deal and the four would, as a logarithm, up to a constant.
    cdef double log_chance(
        self, uint64_t hand, uint64_t open_cards, uint64_t forced, uint64_t thrown, double* tilt
    ) noexcept nogil
    # Four of the open cards, all forced ones among them: `uniform`, which is such a draw, or one by the model.
    cdef uint64_t draw(
        self, uint64_t hand, uint64_t open_cards, uint64_t forced, uint64_t uniform, Rng* rng
    ) noexcept nogil
