# cython: boundscheck=False, wraparound=False, cdivision=True
"""The ways to share the unseen cards of one suit among hidden hands, counted and drawn exactly."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from bits cimport lowest, popcount
from check cimport check
from tricorn._rng cimport Rng, rng_below

cdef extern from *:
    """
    static const unsigned char tricorn_ruff_points[13] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11};
    static const unsigned short tricorn_choose13[14][14] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}, {1, 6, 15, 20, 15, 6, 1},
        {1, 7, 21, 35, 35, 21, 7, 1}, {1, 8, 28, 56, 70, 56, 28, 8, 1}, {1, 9, 36, 84, 126, 126, 84, 36, 9, 1},
        {1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1}, {1, 11, 55, 165, 330, 462, 462, 330, 165, 55, 11, 1},
        {1, 12, 66, 220, 495, 792, 924, 792, 495, 220, 66, 12, 1},
        {1, 13, 78, 286, 715, 1287, 1716, 1716, 1287, 715, 286, 78, 13, 1}};
    """
    const uint8_t[13] RUFF_POINTS "tricorn_ruff_points"
    const uint16_t[14][14] CHOOSE "tricorn_choose13"

cdef enum:
    REFUSED = 255


cdef void suit_clear(SuitTable* table) noexcept nogil:
    cdef int g
    for g in range(3):
        free(table.sets[g])
        free(table.code[g])
    free(table.third)
    free(table.entry)
    free(table.slot)
    memset(table, 0, sizeof(SuitTable))


cdef int classify(const SuitSpec* spec, int g, int size, int points) noexcept nogil:
    # 0: allowed, 1: allowed and reaches the announced total, REFUSED.
    cdef int total, cards
    if spec.limit[g] < 0:
        return 0
    cards = spec.count[g] + size
    total = spec.points[g] + points
    if cards:
        total += spec.bonus  # a hand without a trump can't claim the turn-up alone
    if total > spec.limit[g]:
        return REFUSED
    if total < spec.limit[g]:
        return 0
    if spec.fewer[g]:
        return 0 if cards < spec.fewer[g] else REFUSED
    return 1


cdef int make_sets(SuitTable* table, int g, const uint16_t* points) noexcept nogil:
    # The subsets that group g allows, sorted by (size, flag).
    cdef const SuitSpec* spec = &table.spec
    cdef int allow = spec.allow[g], subset = 0, size, flag, total = 0, i
    cdef int fill[29]
    cdef uint8_t* code = <uint8_t*>malloc(table.full + 1)
    if code == NULL:
        return -1
    table.code[g] = code
    memset(code, REFUSED, table.full + 1)
    memset(table.start[g], 0, sizeof(table.start[g]))
    while True:
        size = popcount(subset)
        if size <= spec.cap[g]:
            flag = classify(spec, g, size, points[subset])
            if flag != REFUSED:
                code[subset] = <uint8_t>(2 * size + flag)
                table.start[g][2 * size + flag + 1] += 1
                total += 1
        subset = (subset - allow) & allow  # the next subset of `allow` in counting order
        if subset == 0:
            break
    for i in range(28):
        table.start[g][i + 1] += table.start[g][i]
        fill[i] = table.start[g][i]
    table.sets[g] = <uint16_t*>malloc((total + 1) * sizeof(uint16_t))
    if table.sets[g] == NULL:
        return -1
    subset = 0
    while True:
        if code[subset] != REFUSED:
            table.sets[g][fill[code[subset]]] = <uint16_t>subset
            fill[code[subset]] += 1
        subset = (subset - allow) & allow
        if subset == 0:
            break
    return 0


cdef int make_third(SuitTable* table) noexcept nogil:
    # For every union of a subset of group 2 and a set for the rest: in how many ways it splits so, by (size, flag).
    cdef const SuitSpec* spec = &table.spec
    cdef int i, j, code, third, stride = 2 * table.width[2], rests = 0, subset = 0
    cdef uint16_t* rest = <uint16_t*>malloc((table.full + 1) * sizeof(uint16_t))
    if rest == NULL:
        return -1
    table.third = <uint16_t*>calloc(<size_t>(table.full + 1) * stride, sizeof(uint16_t))
    if table.third == NULL:
        free(rest)
        return -1
    while True:
        if popcount(subset) <= spec.rest:
            rest[rests] = <uint16_t>subset
            rests += 1
        subset = (subset - spec.allow_rest) & spec.allow_rest
        if subset == 0:
            break
    for i in range(table.start[2][28]):
        third = table.sets[2][i]
        code = table.code[2][third]
        for j in range(rests):
            if not rest[j] & third:
                table.third[(rest[j] | third) * stride + code] += 1
    free(rest)
    return 0


cdef inline uint32_t split_ways(const SuitTable* table, int remainder, int size, int flag) noexcept nogil:
    # In how many ways `remainder` splits into `size` cards for group 2 (reaching its total or not) and the rest.
    cdef int forced, open_cards
    if table.third != NULL:
        return table.third[remainder * 2 * table.width[2] + 2 * size + flag]
    if flag or remainder & ~(table.spec.allow[2] | table.spec.allow_rest):
        return 0
    forced = popcount(remainder & ~table.spec.allow_rest)
    open_cards = popcount(remainder & table.spec.allow[2] & table.spec.allow_rest)
    if size < forced or size - forced > open_cards:
        return 0
    return CHOOSE[open_cards][size - forced]


cdef int void_cards(const SuitSpec* spec, const int* take, int left) noexcept nogil:
    # How many free cards of this suit the taker must have thrown away, should this be a suit he showed out of.
    cdef int total = -spec.void_less
    if spec.void_a < 0:
        return 0
    total += take[spec.void_a] if spec.void_a < 3 else left
    if spec.void_b >= 0:
        total += take[spec.void_b] if spec.void_b < 3 else left
    return total


cdef int count_ways(SuitTable* table, uint32_t* ways, uint32_t* most) noexcept nogil:
    # Sums, over the disjoint pairs of subsets for groups 0 and 1, the ways to split what they leave. Pairs are first
    # counted by what they leave: for each (size, flag) of the first, pairs[2 * remainder + flag of the second].
    cdef const SuitSpec* spec = &table.spec
    cdef int i, code0, first, second, open_second, base, flags, remainder, size, left, low, high, at, flag, flag1
    cdef int wide1 = table.width[1], wide2 = table.width[2]
    cdef uint32_t split, number
    cdef const uint8_t* code = table.code[1]
    cdef uint32_t* pairs = <uint32_t*>calloc(<size_t>2 * (table.full + 1), sizeof(uint32_t))
    if pairs == NULL:
        return -1
    for code0 in range(28):
        if table.start[0][code0] == table.start[0][code0 + 1]:
            continue
        for i in range(table.start[0][code0], table.start[0][code0 + 1]):
            first = table.sets[0][i]
            open_second = spec.allow[1] & ~first
            second = 0
            while True:
                if code[second] != REFUSED:
                    pairs[2 * (table.full & ~(first | second)) + (code[second] & 1)] += 1
                second = (second - open_second) & open_second
                if second == 0:
                    break
        for remainder in range(table.full + 1):
            left = popcount(remainder)
            high = left if left < spec.cap[2] else spec.cap[2]
            low = left - spec.rest if left > spec.rest else 0
            for flag1 in range(2):
                number = pairs[2 * remainder + flag1]
                if number == 0:
                    continue
                pairs[2 * remainder + flag1] = 0
                base = ((code0 >> 1) * wide1 + spec.free - left - (code0 >> 1)) * wide2
                flags = (code0 & 1) | flag1 << 1
                for size in range(low, high + 1):
                    for flag in range(2):
                        split = split_ways(table, remainder, size, flag)
                        if split:
                            at = (base + size) * 8 + (flags | flag << 2)
                            ways[at] += number * split
                            if split > most[at]:
                                most[at] = split
    free(pairs)
    return 0


cdef int make_entries(SuitTable* table, const uint32_t* ways, const uint32_t* most, int most_void) noexcept nogil:
    # Keeps the numbers of cards that have any way at all.
    cdef int slots = table.width[0] * table.width[1] * table.width[2], i, f, sub
    cdef int count = 0
    cdef SuitEntry* entry
    cdef uint64_t any_way
    table.slot = <int*>malloc(slots * sizeof(int))
    if table.slot == NULL:
        return -1
    for i in range(slots):
        any_way = 0
        for f in range(8):
            any_way |= ways[8 * i + f]
        table.slot[i] = count if any_way else -1
        count += any_way != 0
    table.entry = <SuitEntry*>calloc(count + 1, sizeof(SuitEntry))
    if table.entry == NULL:
        return -1
    count = 0
    for i in range(slots):
        if table.slot[i] < 0:
            continue
        entry = &table.entry[count]
        entry.take[0] = i // (table.width[1] * table.width[2])
        entry.take[1] = i // table.width[2] % table.width[1]
        entry.take[2] = i % table.width[2]
        entry.left = table.spec.free - entry.take[0] - entry.take[1] - entry.take[2]
        entry.void_cards = void_cards(&table.spec, entry.take, entry.left)
        check(entry.void_cards >= 0)
        if entry.void_cards > most_void:  # more than he can have thrown away
            table.slot[i] = -1
            continue
        for f in range(8):
            entry.ways[f] = ways[8 * i + f]
            entry.most[f] = most[8 * i + f]
            sub = f
            while True:
                entry.below[f] += ways[8 * i + sub]
                if sub == 0:
                    break
                sub = (sub - 1) & f
        table.slot[i] = count
        count += 1
    table.entries = count
    return 0


cdef int suit_build(SuitTable* table, const SuitSpec* spec, int most_void) noexcept nogil:
    cdef uint16_t points[8192]
    cdef int g, subset, failed = 0, slots
    cdef uint32_t* ways
    cdef uint32_t* most
    check(0 <= spec.free <= 13)
    memset(table, 0, sizeof(SuitTable))
    table.spec = spec[0]
    table.full = (1 << spec.free) - 1
    points[0] = 0
    for subset in range(1, table.full + 1):
        points[subset] = points[subset & (subset - 1)] + RUFF_POINTS[spec.rank[lowest(subset)]]
    for g in range(3):
        table.width[g] = 1 + (spec.free if spec.free < spec.cap[g] else spec.cap[g])
        failed |= make_sets(table, g, points)
        if failed:
            return -1
    if spec.limit[2] >= 0:
        if make_third(table):
            return -1
    slots = table.width[0] * table.width[1] * table.width[2]
    ways = <uint32_t*>calloc(8 * slots, sizeof(uint32_t))
    most = <uint32_t*>calloc(8 * slots, sizeof(uint32_t))
    if ways == NULL or most == NULL:
        failed = -1
    else:
        failed = count_ways(table, ways, most) or make_entries(table, ways, most, most_void)
    free(ways)
    free(most)
    return failed


cdef int suit_slot(const SuitTable* table, int a, int b, int c) noexcept nogil:
    if a < 0 or b < 0 or c < 0 or a >= table.width[0] or b >= table.width[1] or c >= table.width[2]:
        return -1
    return table.slot[(a * table.width[1] + b) * table.width[2] + c]


cdef int ranks(const SuitSpec* spec, int subset) noexcept nogil:
    # A set of free cards as a set of ranks.
    cdef int out = 0
    while subset:
        out |= 1 << spec.rank[lowest(subset)]
        subset &= subset - 1
    return out


cdef int draw_third(const SuitTable* table, int remainder, int size, int flag, uint32_t ways, Rng* rng) noexcept nogil:
    # Uniform among the `ways` splits that split_ways counts.
    cdef const SuitSpec* spec = &table.spec
    cdef int i, third, chosen, left, open_cards
    cdef uint32_t number
    if table.third != NULL:
        number = rng_below(rng, ways)
        for i in range(table.start[2][2 * size + flag], table.start[2][2 * size + flag + 1]):
            third = table.sets[2][i]
            if third & ~remainder or remainder & ~third & ~spec.allow_rest:
                continue
            if number == 0:
                return third
            number -= 1
        check(False)
    chosen = remainder & ~spec.allow_rest
    open_cards = remainder & ~chosen & spec.allow[2]
    left = size - popcount(chosen)
    while left:  # each open card is taken with probability left / cards still open
        if <int>rng_below(rng, popcount(open_cards)) < left:
            chosen |= open_cards & -open_cards
            left -= 1
        open_cards &= open_cards - 1
    return chosen


cdef void suit_draw(const SuitTable* table, int entry, int flags, Rng* rng, int* out) noexcept nogil:
    # A pair of subsets for groups 0 and 1 is proposed uniformly among all pairs of the right sizes and flags, and kept
    # with probability (ways to split what it leaves) / (the most ways of any pair): so every full way is equally likely.
    cdef const SuitEntry* e = &table.entry[entry]
    cdef int code0 = 2 * e.take[0] + (flags & 1), code1 = 2 * e.take[1] + (flags >> 1 & 1)
    cdef uint32_t number0 = table.start[0][code0 + 1] - table.start[0][code0]
    cdef uint32_t number1 = table.start[1][code1 + 1] - table.start[1][code1]
    cdef uint32_t most = e.most[flags], split, pick
    cdef int first, second, third, remainder
    check(e.ways[flags] > 0 and number0 > 0 and number1 > 0)
    while True:
        pick = rng_below(rng, number0 * number1)  # at most 1,716 sets each
        first = table.sets[0][table.start[0][code0] + <int>(pick // number1)]
        second = table.sets[1][table.start[1][code1] + <int>(pick % number1)]
        if first & second:
            continue
        remainder = table.full & ~(first | second)
        split = split_ways(table, remainder, e.take[2], flags >> 2)
        if split and (split == most or rng_below(rng, most) < split):
            break
    third = draw_third(table, remainder, e.take[2], flags >> 2, split, rng)
    out[0] = ranks(&table.spec, first)
    out[1] = ranks(&table.spec, second)
    out[2] = ranks(&table.spec, third)
    out[3] = ranks(&table.spec, remainder & ~third)
