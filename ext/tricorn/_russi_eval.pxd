# A linear estimate of the leader's tricks at a trick boundary: it orders, estimates and serves the advice where a
# position cannot be solved; it never decides an exact value.
#
# In thousandths of a trick: 500 n + the sum of features times weights. The weights stand in `_russi_search.pyx`; they
# were fitted by `benchmarks/russi_fit.py` to solved positions. Card features count the leader's cards less the
# follower's, by
#
#   kind   single, up card of a pile, covered
#   above  the opponent's cards above it in the suit, 4 for more
#   count  the opponent's cards of the suit, 4 for more
#
# and each suit counts once by the owners of its six highest cards with the number of all its cards, and once by how many of
# its cards the leader and the follower can play now.
from libc.stdint cimport int32_t, uint64_t

from bits cimport popcount
from tricorn._russi_board cimport above_all
from tricorn._russi_bounds cimport later, quick
from tricorn._russi_table cimport Search, owners

cdef enum:
    E_CONSTANT
    E_TRICKS  # tricks left
    E_QUICK  # the leader's certain tricks
    E_QUICK_HIS  # the follower's, if he led
    E_LATER  # the leader's certain tricks, if the follower led
    E_LATER_HIS  # the follower's
    E_NOW  # cards of the leader's that the follower cannot beat now
    E_VOID  # suits that the leader can lead and the follower cannot follow
    E_CARDS  # 45: kind * 15 + count * (count + 1) / 2 + above
    E_TOPS = E_CARDS + 45  # 256: min(cards, 9) / 3 * 64 + a bit for each of the six highest, set if the leader's, highest first
    E_REACH = E_TOPS + 256  # 49: the leader's cards that can be played, 6 for more, * 7 + the follower's
    E_END = E_REACH + 49


cdef inline void count_cards(
    uint64_t mine, uint64_t his, uint64_t cov, uint64_t ups, int sign, int32_t* out
) noexcept nogil:
    cdef uint64_t left, card, theirs
    cdef int suit, count, kind, above, base
    for suit in range(4):
        left = mine & (<uint64_t>0x1FFF) << (suit << 4)
        theirs = his & (<uint64_t>0x1FFF) << (suit << 4)
        count = min(popcount(theirs), 4)
        base = E_CARDS + count * (count + 1) // 2
        while left:
            card = left & (0 - left)
            left ^= card
            kind = 1 if card & ups else (2 if card & cov else 0)
            above = min(popcount(theirs & (card - 1)), 4)
            out[base + kind * 15 + above] += sign


cdef inline int tops_place(const Search* s, uint64_t me, uint64_t him, int suit) noexcept nogil:
    cdef int left = popcount((me | him) >> (suit << 4) & 0x1FFF)
    return E_TOPS + min(left, 9) // 3 * 64 + owners(s, me, him, suit)


cdef inline int reach_place(uint64_t acc, uint64_t his, int suit) noexcept nogil:
    cdef uint64_t mask = (<uint64_t>0x1FFF) << (suit << 4)
    return E_REACH + min(popcount(acc & mask), 6) * 7 + min(popcount(his & mask), 6)


cdef inline void fill_features(
    const Search* s, uint64_t me, uint64_t him, uint64_t cov, int n, int32_t* out
) noexcept nogil:
    cdef int suit
    cdef uint64_t acc = me & ~cov, his = him & ~cov, mask
    for suit in range(E_END):
        out[suit] = 0
    out[E_CONSTANT] = 1
    out[E_TRICKS] = n
    out[E_QUICK] = quick(me, him, cov, s.ups, s.under, n)
    out[E_QUICK_HIS] = quick(him, me, cov, s.ups, s.under, n)
    out[E_LATER] = later(him, me, cov, s.ups, s.under, n, 0)
    out[E_LATER_HIS] = later(me, him, cov, s.ups, s.under, n, 0)
    out[E_NOW] = popcount(acc & above_all(his))
    for suit in range(4):
        mask = (<uint64_t>0x1FFF) << (suit << 4)
        out[E_VOID] += acc & mask != 0 and not his & mask
        out[tops_place(s, me, him, suit)] += 1
        out[reach_place(acc, his, suit)] += 1
    count_cards(me, him, cov, s.ups, 1, out)
    count_cards(him, me, cov, s.ups, -1, out)


cdef inline int card_sum(
    const int32_t* w, uint64_t mine, uint64_t his, uint64_t cov, uint64_t ups
) noexcept nogil:
    cdef uint64_t left, card, theirs
    cdef int suit, count, above, kind, value = 0
    cdef const int32_t* row
    for suit in range(4):
        left = mine & (<uint64_t>0x1FFF) << (suit << 4)
        theirs = his & (<uint64_t>0x1FFF) << (suit << 4)
        count = min(popcount(theirs), 4)
        row = w + E_CARDS + count * (count + 1) // 2
        while left:
            card = left & (0 - left)
            left ^= card
            kind = 15 if card & ups else (30 if card & cov else 0)
            above = min(popcount(theirs & (card - 1)), 4)
            value += row[kind + above]
    return value


cdef inline int judge(const Search* s, uint64_t me, uint64_t him, uint64_t cov, int n) noexcept nogil:
    # The estimate, kept inside the certain bounds. The same sum as over `fill_features`, without writing them down.
    cdef const int32_t* w = s.evaluation
    cdef uint64_t acc = me & ~cov, his = him & ~cov, mask
    cdef int suit, least = quick(me, him, cov, s.ups, s.under, n), most = later(me, him, cov, s.ups, s.under, n, 0)
    cdef int value = 500 * n + w[E_CONSTANT] + n * w[E_TRICKS] + least * w[E_QUICK] + most * w[E_LATER_HIS]
    value += quick(him, me, cov, s.ups, s.under, n) * w[E_QUICK_HIS] + later(him, me, cov, s.ups, s.under, n, 0) * w[E_LATER]
    value += popcount(acc & above_all(his)) * w[E_NOW]
    for suit in range(4):
        mask = (<uint64_t>0x1FFF) << (suit << 4)
        if acc & mask and not his & mask:
            value += w[E_VOID]
        value += w[tops_place(s, me, him, suit)] + w[reach_place(acc, his, suit)]
    value += card_sum(w, me, him, cov, s.ups) - card_sum(w, him, me, cov, s.ups)
    return min(max(value, 1000 * least), 1000 * (n - most))
