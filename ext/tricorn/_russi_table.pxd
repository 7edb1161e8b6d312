# What a search owns, its table of proven bounds, and the key of a position.
#
# An entry is 16 bytes, four share a cache line:
#
#   lock   key ^ data: a half-written entry of another thread does not match, so threads may share a table without locks
#   data   bits 0..7 lo, 8..15 hi: bounds on the leader's tricks; 16..23 the lead that proved lo, as a lane index, or
#   NO_LEAD;
#          24..31 what it took to prove: four times the binary logarithm of the nodes; 32..63 generation
#
# An entry of another generation counts as empty. So a new generation empties the table at once, and what a search
# finds does not depend on what the table held before.
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from bits cimport highest, lowest, popcount
from tricorn._russi_board cimport CARDS, GUARD, lane, occupied, one

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define tricorn_prefetch(p) __builtin_prefetch(p)
    #else
    #define tricorn_prefetch(p) ((void)0)
    #endif
    """
    void prefetch "tricorn_prefetch"(const void* p) noexcept nogil

cdef enum:
    NO_LEAD = 255
    BUCKET = 4
    # of a pile card in the key: owner * 68 + (suit * 16 + opponent's cards above it, or 64: a suit of one owner)
    PLACES = 136
    WEIGHTS = 16
    LEAD_WEIGHTS = 1080
    FEATURES = 384
    NONE = 255
    NOTES = 4096  # most positions noted between two calls of Solver.watch
    NOTED_FROM = 7  # of so many tricks
    NOTED_TO = 15

cdef struct Entry:
    uint64_t lock
    uint64_t data

cdef struct Keys:
    uint64_t up[PLACES]
    uint64_t down[PLACES]
    uint8_t squeeze[16384]  # [low 7 cards of a lane left << 7 | mine] -> mine, squeezed together

cdef struct Search:
    Entry* near  # small positions, the bulk of them: this part stays in the processor's cache
    Entry* far  # positions of `far_from` tricks and more
    uint64_t near_mask  # buckets - 1 in use now
    uint64_t far_buckets
    int far_from
    uint32_t generation
    const Keys* keys
    const int32_t* weights  # of replies and of the wide order
    const int32_t* lead_weights
    const int32_t* evaluation
    uint64_t ups
    uint8_t under[64]
    uint64_t nodes  # positions expanded
    uint64_t looked  # positions looked at without search
    uint64_t limit  # nodes at which the question under way is given up
    volatile int* stop
    bint given_up
    uint64_t* notes  # positions met, four words each: me, him, cov, k; NULL: none are noted
    int noted
    int note_every  # one position in so many
    int note_next
    int full_from  # from so many tricks left on, all leads are expanded and sorted before any is searched
    # switches for tests
    bint use_table
    bint use_bounds
    bint use_classes
    bint use_etc
    bint exact_key


cdef inline uint64_t scramble(uint64_t x) noexcept nogil:
    # A bijection on 64 bits (the finisher of MurmurHash3).
    x ^= x >> 33
    x *= <uint64_t>0xFF51AFD7ED558CCD
    x ^= x >> 33
    x *= <uint64_t>0xC4CEB9FE1A85EC53
    return x ^ (x >> 33)


cdef inline int place(uint64_t card, int index, uint64_t opponent, uint64_t contested) noexcept nogil:
    if not card & contested:
        return 64
    return (index & 48) | popcount(opponent & lane(index) & (card - 1))


cdef inline uint64_t key_of(const Search* s, uint64_t me, uint64_t him, uint64_t cov, int n) noexcept nogil:
    # Two positions with the same key have the same value. For each suit where both have cards, the owners in order from
    # the top are one string of bits, ended by a 1: at most 14 bits, 56 for four suits, and n in the other eight. Suits
    # that only one player holds are left out: how many such cards each has follows from n, and they are all alike.
    # That is exact; what is hashed on top is the intact piles, each by where its two cards stand: the number of the
    # opponent's cards above a card says which block of the owner's cards it is in, and cards of one block are alike.
    cdef uint64_t contested, rest, mine, code = 0, up, down, ups, left, order
    cdef int suit, low, high, u, d
    if s.exact_key:
        return scramble(scramble(me) + him)
    contested = occupied(me) & occupied(him) & CARDS
    rest = (me | him) & contested
    mine = me & contested
    for suit in range(4):
        left = rest & 0x1FFF
        if left:
            low = (left & 127) << 7 | (mine & 127)
            high = (left >> 7) << 7 | ((mine & 0x1FFF) >> 7)
            u = popcount(left & 127)
            order = <uint64_t>1 << popcount(left) | s.keys.squeeze[low] | <uint64_t>s.keys.squeeze[high] << u
            code |= order << (14 * suit)
        rest >>= 16
        mine >>= 16
    code = scramble(code | (<uint64_t>n) << 56)
    ups = s.ups & (me | him)
    while ups:
        up = ups & (0 - ups)
        ups ^= up
        u = lowest(up)
        d = s.under[u]
        down = one(d)
        if up & me:
            code += s.keys.up[place(up, u, him, contested)] * s.keys.down[place(down, d, him, contested)]
        else:
            code += s.keys.up[68 + place(up, u, me, contested)] * s.keys.down[68 + place(down, d, me, contested)]
    return code


cdef inline int owners(const Search* s, uint64_t me, uint64_t him, int suit) noexcept nogil:
    # Whose the six highest cards of a suit are: a bit each, the highest in the lowest bit, 1 for `me`.
    cdef int mine = <int>(me >> (suit << 4)) & 0x1FFF, left = <int>((me | him) >> (suit << 4)) & 0x1FFF, order
    order = s.keys.squeeze[(left & 127) << 7 | (mine & 127)]
    order |= s.keys.squeeze[(left >> 7) << 7 | (mine >> 7)] << popcount(left & 127)
    return order & 63


cdef inline Entry* bucket_of(const Search* s, uint64_t key, int n) noexcept nogil:
    if n < s.far_from:
        return s.near + ((key >> 17) & s.near_mask) * BUCKET
    return s.far + ((key >> 32) * s.far_buckets >> 32) * BUCKET


cdef inline uint64_t find(const Search* s, uint64_t key, int n) noexcept nogil:
    # The data of the position, or 0.
    cdef Entry* entry = bucket_of(s, key, n)
    cdef uint64_t data
    cdef int i
    for i in range(BUCKET):
        data = (<volatile uint64_t*>&entry[i].data)[0]  # once: another thread may write it meanwhile
        if entry[i].lock ^ data == key and data >> 32 == s.generation:
            return data
    return 0


cdef inline void keep(
    const Search* s, uint64_t key, int n, int lo, int hi, int lead, uint64_t spent
) noexcept nogil:
    # Bounds of the same position are joined. Else an entry of another generation goes first, then the one that took the
    # fewest nodes, `spent`, to prove.
    cdef Entry* entry = bucket_of(s, key, n)
    cdef Entry* worst = entry
    cdef uint64_t data
    cdef int i, cost, least = 1000, effort = highest(spent | 1)
    effort = effort * 4 + (<int>(spent << 2 >> effort) & 3)
    for i in range(BUCKET):
        data = (<volatile uint64_t*>&entry[i].data)[0]
        if data >> 32 != s.generation:
            cost = 0
        elif entry[i].lock ^ data == key:
            if <int>(data & 255) > lo:
                lo = <int>(data & 255)
                lead = <int>(data >> 16 & 255)
            elif lead == NO_LEAD:
                lead = <int>(data >> 16 & 255)
            if <int>(data >> 8 & 255) < hi:
                hi = <int>(data >> 8 & 255)
            worst = entry + i
            if <int>(data >> 24 & 255) > effort:
                effort = <int>(data >> 24 & 255)
            break
        else:
            cost = <int>(data >> 24 & 255) + 1
        if cost < least:
            least = cost
            worst = entry + i
    data = <uint64_t>lo | <uint64_t>hi << 8 | <uint64_t>lead << 16 | <uint64_t>effort << 24 | <uint64_t>s.generation << 32
    worst.lock = key ^ data
    worst.data = data
