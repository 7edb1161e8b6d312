# Russi with all cards known, as the search sees it: a trick boundary from the leader's side.
#
#   bit  0 ..12   spades    A K Q J T 9 8 7 6 5 4 3 2      one lane of 16 bits a suit, the ACE lowest, so that
#   bit 16 ..28   hearts                                    "the cards above x" is (x - 1) within the lane, and
#   bit 32 ..44   diamonds                                  bit 15 of a lane is a guard that stops borrows and
#   bit 48 ..60   clubs                                     marks the end of the suit
#
#   me, him   all cards left to the leader and to the follower, covered ones included
#   cov       cards left that are still covered (both players')
#   ups       cards that covered something when the search began; one that is left covers it still
#   under[u]  the index of the card beneath the up card u
#
# The deal is fixed, so (me, him) says everything: a down card is covered exactly as long as its up card is left.
from libc.stdint cimport uint64_t

from bits cimport highest, lowest
from check cimport check

cdef extern from *:
    """
    #define RUSSI_ONES 0x0001000100010001ull
    #define RUSSI_GUARD 0x8000800080008000ull
    #define RUSSI_CARDS 0x1FFF1FFF1FFF1FFFull
    #define RUSSI_FILL 0x7FFF7FFF7FFF7FFFull
    """
    const uint64_t ONES "RUSSI_ONES"
    const uint64_t GUARD "RUSSI_GUARD"
    const uint64_t CARDS "RUSSI_CARDS"
    const uint64_t FILL "RUSSI_FILL"


cdef inline int to_lane(int card) noexcept nogil:
    check(0 <= card < 52)
    return (card // 13) * 16 + 12 - card % 13


cdef inline int from_lane(int index) noexcept nogil:
    return (index >> 4) * 13 + 12 - (index & 15)


cdef inline uint64_t one(int index) noexcept nogil:
    return (<uint64_t>1) << index


cdef inline uint64_t lane(int index) noexcept nogil:
    # The thirteen cards of the suit that the card belongs to.
    return (<uint64_t>0x1FFF) << (index & 48)


cdef inline uint64_t lanes_to_set(uint64_t lanes) noexcept nogil:
    cdef uint64_t held = 0
    while lanes:
        held |= (<uint64_t>1) << from_lane(lowest(lanes))
        lanes &= lanes - 1
    return held


cdef inline uint64_t set_to_lanes(uint64_t held) noexcept nogil:
    cdef uint64_t lanes = 0
    while held:
        lanes |= one(to_lane(lowest(held)))
        held &= held - 1
    return lanes


cdef inline uint64_t above_all(uint64_t his) noexcept nogil:
    # The places above the highest of his cards in each suit (the whole suit where he has none). The guard bit keeps
    # the subtraction inside each lane: it turns the zeros below the lowest set bit into ones.
    return ((his | GUARD) - ONES) & ~his


cdef inline uint64_t occupied(uint64_t cards) noexcept nogil:
    # The lanes in which at least one card is set, all 16 bits of them.
    cdef uint64_t flag = ((cards & CARDS) + FILL) & GUARD
    return flag | (flag - (flag >> 15))


cdef inline uint64_t representatives(uint64_t acc, uint64_t ups, uint64_t between) noexcept nogil:
    # One card of each class of equal plays. `acc`: the cards the player may play, `between`: the opponent's cards left
    # (and the card led, when replying). An up card is a class by itself: it changes what lies on the table. The other
    # cards, "singles", of one suit with none of `between` among them are equal: only comparisons between the two
    # players' cards ever matter, and these all come out alike; swapping two of them in the rest of the game maps games
    # to games. In suits where the opponent has no card left nothing is compared at all and nobody is ever bound to
    # follow against anybody, so all singles of all these suits are equal.
    cdef uint64_t singles = acc & ~ups, out = acc & ups, contested = occupied(between), low, end
    low = singles & ~contested
    out |= low & (0 - low)
    singles &= contested
    while singles:
        low = singles & (0 - singles)
        out |= low
        end = (between | GUARD) & ~((low << 1) - 1)
        singles &= ~((end & (0 - end)) - 1)
    return out


cdef inline uint64_t equal_to(uint64_t card, uint64_t acc, uint64_t ups, uint64_t between) noexcept nogil:
    # The class of one accessible card, itself included.
    cdef uint64_t singles = acc & ~ups, contested = occupied(between), fence = between | GUARD, end
    if card & ups:
        return card
    if not card & contested:
        return singles & ~contested
    end = fence & ~(card - 1)
    singles &= lane(lowest(card)) & ((end & (0 - end)) - 1)
    if fence & (card - 1):
        singles &= ~(((<uint64_t>2) << highest(fence & (card - 1))) - 1)
    return singles
