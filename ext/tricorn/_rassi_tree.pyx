# cython: boundscheck=False, wraparound=False, cdivision=True
"""Two-player Rassi with the last cards hidden: one walk over the public tree, with vectors over the hands of one seat.

CFR+ (Tammelin, "Solving large imperfect information games using CFR+", 2014) over vectors of hands (Johanson, Waugh,
Bowling and Zinkevich, "Accelerating best response calculation in large extensive games", IJCAI 2011). The last trick with
a choice, two cards each, is worked out in closed form: what a kept card earns against all cards that the other may keep
follows from running sums in the order of the last trick, and of the cards that the two hands can not both hold two terms
are taken away.
"""
from libc.string cimport memset


cdef void shares(const float* table, int count, float* out) noexcept nogil:
    # What regrets or an average make of a choice: proportional, or all alike where nothing is positive.
    cdef float sum_ = 0
    cdef int i
    for i in range(count):
        sum_ += table[i]
    if sum_ > 0:
        for i in range(count):
            out[i] = table[i] / sum_
    else:
        for i in range(count):
            out[i] = 1.0 / count


cdef inline float settle(Game* g, long long entry, int count, const float* values) noexcept nogil:
    # The value of a choice of the seat whose values are computed; in training its regrets take note.
    cdef float p[6]
    cdef float value = 0
    cdef float* regret
    cdef int i
    if entry == g.watch:
        for i in range(count):
            g.noted[i] += values[i]
    if g.mode == BEST:
        value = values[0]
        for i in range(1, count):
            value = max(value, values[i])
        return value
    regret = &g.regret[entry]
    shares(regret if g.mode == TRAIN else &g.average[entry], count, p)
    for i in range(count):
        value += p[i] * values[i]
    if g.mode == TRAIN:
        for i in range(count):
            regret[i] = max(regret[i] + values[i] - value, <float>0)
    return value


cdef inline void choose(Game* g, long long entry, int count, float reach, float* p) noexcept nogil:
    # How the other seat chooses; in training its average takes note.
    cdef float* average = &g.average[entry]
    cdef int i
    if g.mode != TRAIN:
        shares(average, count, p)
        return
    shares(&g.regret[entry], count, p)
    for i in range(count):
        average[i] += g.weight * reach * p[i]


cdef int answers(const Game* g, const Level* v, int hand, int led, int* out) noexcept nogil:
    # Ranks with which a hand may follow, lowest first.
    cdef int ranks = g.ranks, r, count = 0
    if g.optional and v.low[hand] < led:
        out[0] = v.low[hand]
        count = 1
    for r in range(led, ranks):
        if v.without[hand * ranks + r] >= 0:
            out[count] = r
            count += 1
    if count == 0:
        out[0] = v.low[hand]
        count = 1
    return count


cdef int leads(const Game* g, const Level* v, int hand, int* out) noexcept nogil:
    cdef int r, count = 0
    for r in range(g.ranks):
        if v.without[hand * g.ranks + r] >= 0:
            out[count] = r
            count += 1
    return count


cdef void kept(const Game* g, int seat, bint first, const float* weight, float* out) noexcept nogil:
    # out[v] += sum over r of weight[r] * pay(v, r): what keeping v earns against a card r of the other, in the order of
    # worth (ace, 2, 3, ...). `first`: the seat leads the last trick, so that equal cards fall on the other.
    cdef float mine = g.multiplier[seat], other = g.multiplier[1 - seat]
    cdef float below = 0, above = 0, w
    cdef int o, v, ranks = g.ranks
    for v in range(ranks):
        above += weight[v] * g.worth[v]
    for o in range(ranks):
        v = o - 1 if o else ranks - 1
        w = g.worth[v]
        if first:  # equal: the other pays, with last_tie=all both
            out[v] += other * above - mine * w * below
            if g.all_pay:
                out[v] -= mine * w * weight[v]
            above -= weight[v] * w
            below += weight[v]
        else:
            above -= weight[v] * w
            below += weight[v]
            out[v] += other * above - mine * w * below
            if g.all_pay:
                out[v] += other * w * weight[v]


cdef void pair_leads(Game* g, long long start, const float* reach, float* out) noexcept nogil:
    # Two cards each, the seat leads. `reach` of the other's pairs; out: the seat's pairs.
    cdef Level* v = &g.level[2]
    cdef int seat = g.seat, ranks = g.ranks, x, r, b, lo, hi, low, high, entry
    cdef float q[13][13]
    cdef float keeps[2][13]   # [the seat leads the last trick][card the other keeps]
    cdef float clash[13]
    cdef float t[13]
    cdef float p[2]
    cdef float values[2]
    cdef float f
    cdef bint wins
    for x in range(ranks):
        if g.d[x] == 0:
            continue
        g.d[x] -= 1
        memset(keeps, 0, sizeof(keeps))
        memset(clash, 0, sizeof(clash))
        memset(t, 0, sizeof(t))
        for b in range(v.hands):
            if reach[b] == 0:
                continue
            lo = v.low[b]
            hi = v.high[b]
            f = g.d[lo] * (g.d[hi] - (lo == hi))
            if f <= 0:
                continue
            entry = v.follow[x * v.hands + b]
            if entry >= 0:
                choose(g, start + entry, 2, reach[b], p)
            else:  # the higher card if only that overtakes, else the lowest (or both are one)
                p[0] = lo >= x or hi < x
                p[1] = 1 - p[0]
            f *= reach[b]
            if p[0] > 0:
                wins = lo < x
                keeps[wins][hi] += f * p[0]
                clash[lo] += f * p[0] * g.pay[seat][wins][lo][hi]
            if p[1] > 0:
                wins = hi < x
                keeps[wins][lo] += f * p[1]
                clash[hi] += f * p[1] * g.pay[seat][wins][hi][lo]
        kept(g, seat, True, keeps[1], t)
        kept(g, seat, False, keeps[0], t)
        # Of the seat's other card r there are d[r] left, less one for each r in the other's hand: played or kept.
        for r in range(ranks):
            q[x][r] = g.d[r] * t[r] - clash[r] - keeps[1][r] * g.pay[seat][1][r][r] - keeps[0][r] * g.pay[seat][0][r][r]
        g.d[x] += 1
        for r in range(ranks):
            q[x][r] *= g.d[x]
    for b in range(v.hands):
        low = v.low[b]
        high = v.high[b]
        if g.d[low] == 0 or g.d[high] == 0:
            out[b] = 0
            continue
        entry = v.lead[b]
        if entry < 0:
            out[b] = q[low][low]
        else:
            values[0] = q[low][high]
            values[1] = q[high][low]
            out[b] = settle(g, start + entry, 2, values)


cdef void pair_follows(Game* g, long long start, const float* reach, float* out) noexcept nogil:
    # Two cards each, the other leads. `reach` of the other's pairs; out: the seat's pairs.
    cdef Level* v = &g.level[2]
    cdef int seat = g.seat, ranks = g.ranks, x, r, b, lo, hi, entry
    cdef float led[13][13]    # [led][card kept]
    cdef float weight[13]
    cdef float t[2][13]
    cdef float p[2]
    cdef float values[2]
    cdef float ways
    cdef bint any_
    cdef const float* rests
    memset(led, 0, sizeof(led))
    for b in range(v.hands):
        if reach[b] == 0:
            continue
        lo = v.low[b]
        hi = v.high[b]
        entry = v.lead[b]
        if entry < 0:
            led[lo][lo] += reach[b] * g.d[lo]
        else:
            choose(g, start + entry, 2, reach[b], p)
            led[lo][hi] = reach[b] * p[0] * g.d[lo]
            led[hi][lo] = reach[b] * p[1] * g.d[hi]
    memset(out, 0, v.hands * sizeof(float))
    for x in range(ranks):
        if g.d[x] == 0:
            continue
        g.d[x] -= 1
        rests = led[x]
        any_ = False
        for r in range(ranks):
            weight[r] = rests[r] * g.d[r]
            any_ |= weight[r] != 0
        if any_:
            memset(t, 0, sizeof(t))
            kept(g, seat, False, weight, t[0])
            kept(g, seat, True, weight, t[1])
            for b in range(v.hands):
                lo = v.low[b]
                hi = v.high[b]
                ways = g.d[lo] * (g.d[hi] - (lo == hi))
                if ways <= 0:
                    continue
                entry = v.follow[x * v.hands + b]
                if entry >= 0:
                    values[0] = ways * answer(g, rests, t, lo, hi, x)
                    values[1] = ways * answer(g, rests, t, hi, lo, x)
                    out[b] += settle(g, start + entry, 2, values)
                elif lo >= x or hi < x:
                    out[b] += ways * answer(g, rests, t, lo, hi, x)
                else:
                    out[b] += ways * answer(g, rests, t, hi, lo, x)
        g.d[x] += 1


cdef inline float answer(const Game* g, const float* led, const float (*t)[13], int u, int v, int x) noexcept nogil:
    # Playing u on x and keeping v: against all kept cards, less those that are u or v themselves.
    cdef bint wins = u >= x
    return t[wins][v] - led[u] * g.pay[g.seat][wins][v][u] - led[v] * g.pay[g.seat][wins][v][v]


cdef long long after(const Game* g, int m, long long start, int x, int y) noexcept nogil:
    return start + g.level[m].own + (x * g.ranks + y) * g.level[m - 1].size


cdef bint stopped(const Game* g) noexcept nogil:
    # What a walk that was ended has gathered means nothing, and no regret may take note of it.
    return g.raised != NULL and g.raised[0] != 0


cdef bint nothing(const float* vector, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        if vector[i] != 0:
            return False
    return True


cdef void trick(Game* g, int m, int leader, long long start, const float* reach, float* out) noexcept nogil:
    # Values of the seat's hands of m cards at the start of a trick, given the reach of the other's hands.
    cdef Level* v = &g.level[m]
    if stopped(g) or nothing(reach, v.hands):
        memset(out, 0, v.hands * sizeof(float))  # the other never gets here: no value, no regret
    elif m == g.leaf:
        end_early(g, v.hands, start - g.level[g.cards].own, reach, out)
    elif m == 2:
        if leader == g.seat:
            pair_leads(g, start, reach, out)
        else:
            pair_follows(g, start, reach, out)
    elif leader == g.seat:
        seat_leads(g, m, start, reach, out)
    else:
        seat_follows(g, m, start, reach, out)


cdef void end_alike(Game* g, int hands, int led, int answer, const float* reach, float* out) noexcept nogil:
    # The same where one table serves all ways to play the trick. Two cards less to deal from make of n (n - 1) .. (n - k + 1)
    # ways to deal k of a rank (n - 1) .. (n - k), which is (n - k) / n of it. `g.d` is here already without the two.
    cdef const float* table = g.leaves[1 - g.seat] + (answer >= led) * hands * hands
    cdef const float* row
    cdef const float* of_led = g.many + led * hands
    cdef const float* of_answer = g.many + answer * hands
    cdef int a, b, first = 0
    cdef float share, left = g.d[led] + 1 + (led == answer), right = g.d[answer] + 1, some, others
    if answer < led and g.seat == 1:  # it was the lowest card: hands come in the order of their lowest
        while g.level[g.leaf].low[first] < answer:
            first += 1
    for b in range(hands):
        if reach[b] == 0:
            continue
        row = table + <long long>b * hands
        share = reach[b] / (left * right)
        some, others = left - of_led[b], right - of_answer[b]
        for a in range(first, hands):
            out[a] -= share * row[a] * (some - of_led[a]) * (others - of_answer[a])


cdef void end_early(Game* g, int hands, long long path, const float* reach, float* out) noexcept nogil:
    # What pairs of hands are worth here was given. The other's table has the seat's hands in a row: sums run along rows.
    cdef const float* table = g.leaves[1 - g.seat] + path * hands * hands
    cdef const float* row
    cdef int a, b
    cdef float share
    memset(out, 0, hands * sizeof(float))
    if g.alike:
        end_alike(g, hands, <int>(path // g.ranks), <int>(path % g.ranks), reach, out)
        return
    for b in range(hands):
        share = reach[b]
        if share != 0:
            row = table + <long long>b * hands
            for a in range(hands):
                out[a] -= share * row[a]  # what the other gains the seat loses


cdef void seat_leads(Game* g, int m, long long start, const float* reach, float* out) noexcept nogil:
    cdef Level* v = &g.level[m]
    cdef int ranks = g.ranks, small = g.level[m - 1].hands, x, y, b, i, count, entry
    cdef int plays[13]
    cdef float p[6]
    cdef float values[6]
    cdef float scale
    cdef float* row
    memset(v.gather, 0, ranks * small * sizeof(float))
    for x in range(ranks):
        if g.d[x] == 0:
            continue
        g.d[x] -= 1
        memset(v.split, 0, ranks * small * sizeof(float))
        for b in range(v.hands):
            if reach[b] == 0:
                continue
            count = answers(g, v, b, x, plays)
            entry = v.follow[x * v.hands + b]
            p[0] = 1
            if entry >= 0:
                choose(g, start + entry, count, reach[b], p)
            for i in range(count):
                y = plays[i]
                v.split[y * small + v.without[b * ranks + y]] = reach[b] * p[i] * g.d[y]
        row = &v.gather[x * small]
        for y in range(ranks):
            if g.d[y] == 0:
                continue
            g.d[y] -= 1
            trick(g, m - 1, 1 - g.seat if y >= x else g.seat, after(g, m, start, x, y), &v.split[y * small], v.below)
            g.d[y] += 1
            for i in range(small):
                row[i] += v.below[i]
        g.d[x] += 1
        scale = g.d[x]
        for i in range(small):
            row[i] *= scale
    if stopped(g):
        return
    for b in range(v.hands):
        count = leads(g, v, b, plays)
        for i in range(count):
            values[i] = v.gather[plays[i] * small + v.without[b * ranks + plays[i]]]
        out[b] = values[0] if count == 1 else settle(g, start + v.lead[b], count, values)


cdef void seat_follows(Game* g, int m, long long start, const float* reach, float* out) noexcept nogil:
    cdef Level* v = &g.level[m]
    cdef int ranks = g.ranks, small = g.level[m - 1].hands, x, y, b, i, count, entry
    cdef int plays[13]
    cdef float p[6]
    cdef float values[6]
    cdef float scale
    cdef float* row
    memset(v.split, 0, ranks * small * sizeof(float))
    memset(out, 0, v.hands * sizeof(float))
    for b in range(v.hands):
        if reach[b] == 0:
            continue
        count = leads(g, v, b, plays)
        p[0] = 1
        if count > 1:
            choose(g, start + v.lead[b], count, reach[b], p)
        for i in range(count):
            x = plays[i]
            v.split[x * small + v.without[b * ranks + x]] = reach[b] * p[i] * g.d[x]
    for x in range(ranks):
        if g.d[x] == 0 or nothing(&v.split[x * small], small):
            continue
        g.d[x] -= 1
        memset(v.gather, 0, ranks * small * sizeof(float))
        for y in range(ranks):
            if g.d[y] == 0:
                continue
            scale = g.d[y]
            g.d[y] -= 1
            row = &v.gather[y * small]
            trick(g, m - 1, g.seat if y >= x else 1 - g.seat, after(g, m, start, x, y), &v.split[x * small], row)
            g.d[y] += 1
            for i in range(small):
                row[i] *= scale
        g.d[x] += 1
        if stopped(g):
            return
        for b in range(v.hands):
            count = answers(g, v, b, x, plays)
            for i in range(count):
                values[i] = v.gather[plays[i] * small + v.without[b * ranks + plays[i]]]
            entry = v.follow[x * v.hands + b]
            out[b] += values[0] if entry < 0 else settle(g, start + entry, count, values)


cdef float penalty(const Game* g, int seat, int mine, int other, bint first) noexcept nogil:
    # The other's penalty less the seat's, by last cards; the ace is the lowest, of equal ones the second pays, or both.
    cdef int a = (mine + 1) % g.ranks, b = (other + 1) % g.ranks
    cdef float gain = g.worth[other] * g.multiplier[1 - seat], loss = g.worth[mine] * g.multiplier[seat]
    if a == b and g.all_pay:
        return gain - loss
    return gain if b > a or (a == b and first) else -loss


cdef double all_ways(const Game* g, const Level* v, const float* a, const float* b) noexcept nogil:
    # In how many ways the two hands can be dealt, weighted by the ranges.
    cdef int i, j, r
    cdef int left[13]
    cdef int rest[13]
    cdef double total = 0, first
    for i in range(v.hands):
        if a[i] == 0:
            continue
        for r in range(g.ranks):
            left[r] = g.d[r]
        first = a[i] * dealt(g, g.cards, i, left)
        if first == 0:
            continue
        for j in range(v.hands):
            if b[j] != 0:
                for r in range(g.ranks):
                    rest[r] = left[r]
                total += first * b[j] * dealt(g, g.cards, j, rest)
    return total


cdef double dealt(const Game* g, int cards, int hand, int* left) noexcept nogil:
    # In how many ways a hand of so many cards can be dealt, in order, from `left`, which it is taken from.
    cdef double ways = 1
    cdef int m, r
    for m in range(cards, 0, -1):
        r = g.level[m].low[hand]
        if left[r] <= 0:
            return 0
        ways *= left[r]
        left[r] -= 1
        hand = g.level[m].without[hand * g.ranks + r]
    return ways
