# The rest of a deal by rules of thumb, all cards known: an estimate, never a bound.
#
# Replying: win as cheaply as can be, else throw the lowest card. Leading: the lowest card that the opponent cannot beat
# now, else low from the longest suit. Of equal ranks the one that turns a card up.
from libc.stdint cimport uint64_t

from bits cimport lowest, popcount
from tricorn._russi_board cimport above_all, lane, one
from tricorn._russi_table cimport Search


cdef inline uint64_t cheapest(const Search* s, uint64_t cards) noexcept nogil:
    cdef uint64_t best = 0, card
    cdef int rank, top = -1
    while cards:
        card = cards & (0 - cards)
        cards ^= card
        rank = (lowest(card) & 15) * 2 + (card & s.ups != 0)
        if rank > top:
            top = rank
            best = card
    return best


cdef inline uint64_t thumb_lead(const Search* s, uint64_t me, uint64_t him, uint64_t cov) noexcept nogil:
    cdef uint64_t acc = me & ~cov, cards = acc & above_all(him & ~cov), mask, longest = 0
    cdef int suit, count, most = 0
    if cards:
        return cheapest(s, cards)
    for suit in range(4):
        mask = acc & (<uint64_t>0x1FFF) << (suit << 4)
        count = popcount(mask)
        if count > most:
            most = count
            longest = mask
    return cheapest(s, longest)


cdef inline uint64_t thumb_reply(const Search* s, uint64_t him, uint64_t cov, uint64_t led) noexcept nogil:
    cdef uint64_t acc = him & ~cov, follow = acc & lane(lowest(led)), wins = follow & (led - 1)
    if wins:
        return cheapest(s, wins)
    return cheapest(s, follow if follow else acc)


cdef inline int playout(
    const Search* s, uint64_t mover, uint64_t other, uint64_t cov, uint64_t led, uint64_t card
) noexcept nogil:
    # Tricks of the player to move, the current one included, when he plays `card` now.
    cdef uint64_t swap
    cdef int taken = 0
    cdef bint mine = True  # whether `mover` now is the player who asked
    while True:
        mover ^= card
        if card & s.ups:
            cov &= ~one(s.under[lowest(card)])
        if not led:
            led = card
            swap = mover
            mover = other
            other = swap
            mine = not mine
            card = thumb_reply(s, mover, cov, led)
            continue
        if not (card < led and card & lane(lowest(led))):
            swap = mover
            mover = other
            other = swap
            mine = not mine
        taken += mine
        led = 0
        if not mover:
            return taken
        card = thumb_lead(s, mover, other, cov)
