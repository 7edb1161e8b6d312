# The rules of Ruffe and Trumps as a struct copied by value: the fast twin of ruff.py, start.py, follow.py and
# position.py in solver/tricorn/ruffe.
#
# Card sets are 64-bit masks as in bits.pxd. At any time every card of the deal is in exactly one of these places:
#
#   hand[seat]    held now; the taker's sixteen while phase is DISCARD
#   head          the four cards of the head, as long as nobody has taken it (after that 0)
#   thrown        the four cards that the taker threw away
#   dead          outside the deal
#   table[0..n)   on the table, from `leader` on; n = on_table
#   (nowhere)     captured
#
#   dealt[seat] keeps the hands as dealt: totals and the shown cards are counted on them.
#
#   ruff totals   total[seat] = the best suit total, turn-up included where it counts; 0 in an ending
#   winner        of the ruff, -1: nobody;  shown: his cards laid open (0 until the discard is made)
#   trump         0..3, or -1 without trumps
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t

from tricorn._rng cimport Rng

cdef enum Phase:
    DISCARD = 0
    PLAY = 1
    OVER = 2

cdef enum Follow:  # in the order of `Follow` in rules.py
    SUIT_ELSE_TRUMP = 0
    SUIT_OR_TRUMP = 1
    SUIT = 2

cdef enum Refusal:  # why an action is illegal
    NONE = 0
    DEAL_OVER = 1
    DISCARD_DUE = 2
    NO_DISCARD_DUE = 3
    NOT_HELD = 4
    MUST_FOLLOW = 5
    MUST_FOLLOW_OR_TRUMP = 6
    MUST_TRUMP = 7
    NOT_FOUR = 8

cdef struct Options:
    uint8_t seats, hand_size
    uint8_t follow
    bint par_dealt       # else 12 for a side
    bint show_suit       # else the whole hand
    bint tie_eldest      # else nobody
    bint unclaimed_out   # else the dealer takes it

cdef struct Ruffe:
    Options options
    uint64_t hand[4]
    uint64_t dealt[4]
    uint64_t head, thrown, dead, shown
    uint64_t claim           # what the winner of the ruff will show
    int8_t table[4]
    uint8_t on_table
    uint8_t phase
    uint8_t leader
    uint8_t side[4]
    uint8_t taken[4]
    uint16_t total[4]
    int8_t trump, turn_up, taker, winner, dealer

# sets totals, winner, taker and phase of a whole deal, from options, side, dealer, dealt, head and turn_up
cdef void ruffe_begin(Ruffe* game) noexcept nogil
cdef int ruffe_turn(const Ruffe* game) noexcept nogil  # the seat to move, -1 when the deal is over
cdef uint64_t ruffe_playable(const Ruffe* game) noexcept nogil  # empty unless phase is PLAY
cdef int ruffe_refusal(const Ruffe* game, int card) noexcept nogil
cdef void ruffe_play(Ruffe* game, int card) noexcept nogil
cdef int ruffe_discard_refusal(const Ruffe* game, uint64_t cards) noexcept nogil
cdef void ruffe_discard(Ruffe* game, uint64_t cards) noexcept nogil
cdef uint64_t ruffe_random_four(const Ruffe* game, Rng* rng) noexcept nogil  # a uniform choice of the taker's cards
cdef int ruffe_random_card(const Ruffe* game, Rng* rng) noexcept nogil  # a uniform legal card
