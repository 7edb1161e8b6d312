# The rules of Russi as a struct copied by value: the fast twin of `Layout` in solver/tricorn/russi/rules.py.
#
# Card sets are 64-bit masks as in bits.pxd. Every card still to be played stands in one of hand, up, down of one seat:
#
#   hand[seat]   cards in the hand
#   up[seat]     cards face up on the table, the covering ones included
#   cover[seat]  those of up[seat] that still have a card under them; under[card] names it
#   down[seat]   the cards under them, face down: popcount(down) == popcount(cover)
#
# A play from hand leaves the rest as it is. A play of a covering card takes it out of up and cover, and moves
# under[card] from down to up: the card turned up is available from the next play on, whoever makes it.
from libc.stdint cimport uint8_t, int8_t, uint64_t

cdef struct Russi:
    uint64_t hand[2]
    uint64_t up[2]
    uint64_t cover[2]
    uint64_t down[2]
    uint8_t under[52]   # means something for covering cards only
    uint8_t taken[2]    # tricks won, by seat
    uint8_t leader      # of the current trick
    int8_t led          # the card on the table in mid-trick, else -1

cdef enum Refusal:  # the numbers of `Refusal` in rules.py
    NONE = 0
    OVER = 1
    COVERED = 2
    NOT_HELD = 3
    FOLLOW = 4

cdef int russi_turn(const Russi* game) noexcept nogil  # whose turn it is, if the deal is not over
cdef bint russi_over(const Russi* game) noexcept nogil
cdef uint64_t russi_legal(const Russi* game) noexcept nogil  # empty when the deal is over
cdef int russi_refusal(const Russi* game, int card) noexcept nogil
cdef void russi_play(Russi* game, int card) noexcept nogil  # the card is available to the side to move
