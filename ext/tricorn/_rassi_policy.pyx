# cython: boundscheck=False, wraparound=False, cdivision=True
"""Fixed ways to play the last cards of two-player Rassi, written into the averages of an `Equilibrium`, for its best responses.

`uniform`: each play is valued by the minimax of both hands, averaged over all hands of the other that the plays so far allow,
all deals alike; what `advise` does, with every world instead of a sample. `weighted`: the same, each hand weighted by how
likely this way of playing, softened, would have made its earlier plays: a play counts as likely as the softmax of its values
says, with a share of chance, for what is worth nearly as much is played nearly as often. Of equally good plays the lowest is
taken.
"""
from libc.math cimport exp
from libc.stdlib cimport calloc, free

from tricorn._rassi_equilibrium cimport Equilibrium
from tricorn._rassi_tree cimport Game, Level, after, answers, leads
from tricorn._stop cimport Stop

cdef struct Open:
    # Minimax with both hands known, from the point of view of the leader of the trick, by seat of the leader.
    float* start[2][7]    # [hands of m][hands of m]: leader's hand, the other's
    float* led[2][7]      # [ranks][hands of m - 1][hands of m]: rank led, rest of the leader's hand, the other's hand
    float* belief[2][7]   # scratch by depth: weight of each hand of a seat
    float* after_lead[7]
    float* soft           # weighted: by entry how likely a play is taken to be; uniform: NULL, all legal plays alike
    double temperature    # points
    double blur           # share of chance


cdef inline bint ended(const Game* g) noexcept nogil:
    return g.raised != NULL and g.raised[0] != 0


cdef void solve_open(const Game* g, Open* o) noexcept nogil:
    cdef int seat, a, b, m, x, y, i, j, n, k, count, many, ranks = g.ranks
    cdef int plays[13]
    cdef int replies[13]
    cdef const Level* v
    cdef float best, value, least
    for seat in range(2):
        for a in range(ranks):
            for b in range(ranks):
                o.start[seat][1][a * ranks + b] = g.pay[seat][1][a][b]
    for m in range(2, g.cards + 1):
        v = &g.level[m]
        n = v.hands
        k = g.level[m - 1].hands
        for seat in range(2):
            for x in range(ranks):
                if ended(g):
                    return
                for b in range(n):
                    many = answers(g, v, b, x, replies)
                    for a in range(k):
                        least = 1e9
                        for j in range(many):
                            y = replies[j]
                            i = v.without[b * ranks + y]
                            if y >= x:  # the other leads on, and what it gets the leader loses
                                value = -o.start[1 - seat][m - 1][i * k + a]
                            else:
                                value = o.start[seat][m - 1][a * k + i]
                            least = min(least, value)
                        o.led[seat][m][(x * k + a) * n + b] = least
            for a in range(n):
                count = leads(g, v, a, plays)
                for b in range(n):
                    best = -1e9
                    for j in range(count):
                        x = plays[j]
                        best = max(best, o.led[seat][m][(x * k + v.without[a * ranks + x]) * n + b])
                    o.start[seat][m][a * n + b] = best


cdef double ways(const Game* g, int m, int hand, int* left) noexcept nogil:
    # In how many ways this multiset can be dealt, in order, from `left`, which is reduced by it.
    cdef double product = 1
    cdef int r
    while m:
        r = g.level[m].low[hand]
        product *= left[r]
        left[r] -= 1
        hand = g.level[m].without[hand * g.ranks + r]
        m -= 1
    return product


cdef void put_back(const Game* g, int m, int hand, int* left) noexcept nogil:
    cdef int r
    while m:
        r = g.level[m].low[hand]
        left[r] += 1
        hand = g.level[m].without[hand * g.ranks + r]
        m -= 1


cdef void take_best(Game* g, Open* o, long long entry, int count, const double* values, double whole) noexcept nogil:
    # `values` are sums over hands that weigh `whole` together.
    cdef int i, best = 0
    cdef double sum_ = 0
    for i in range(1, count):
        if values[i] > values[best] + 1e-6 * (abs_(values[i]) + abs_(values[best])):
            best = i
    for i in range(count):
        g.average[entry + i] = i == best
    if o.soft == NULL:
        return
    for i in range(count):
        o.soft[entry + i] = exp((values[i] - values[best]) / whole / o.temperature) if whole > 0 else 1
        sum_ += o.soft[entry + i]
    for i in range(count):
        o.soft[entry + i] = (1 - o.blur) * o.soft[entry + i] / sum_ + o.blur / count


cdef inline double abs_(double x) noexcept nogil:
    return -x if x < 0 else x


cdef void decide_lead(Game* g, Open* o, int m, int leader, long long start) noexcept nogil:
    cdef Level* v = &g.level[m]
    cdef int a, b, i, count, n = v.hands, k = g.level[m - 1].hands
    cdef int plays[13]
    cdef double values[13]
    cdef double w, whole
    cdef const float* belief = o.belief[1 - leader][m]
    for a in range(n):
        if v.lead[a] < 0:
            continue
        if ended(g):
            return
        count = leads(g, v, a, plays)
        whole = 0
        for i in range(count):
            values[i] = 0
        ways(g, m, a, g.d)
        for b in range(n):
            if belief[b] == 0:
                continue
            w = belief[b] * ways(g, m, b, g.d)
            put_back(g, m, b, g.d)
            if w == 0:
                continue
            whole += w
            for i in range(count):
                values[i] += w * o.led[leader][m][(plays[i] * k + v.without[a * g.ranks + plays[i]]) * n + b]
        put_back(g, m, a, g.d)
        take_best(g, o, start + v.lead[a], count, values, whole)


cdef void decide_answer(Game* g, Open* o, int m, int leader, long long start, int x) noexcept nogil:
    # g.d already without the card led; o.after_lead[m]: belief about what the leader holds after it.
    cdef Level* v = &g.level[m]
    cdef int a, b, i, y, rest, count, n = v.hands, k = g.level[m - 1].hands
    cdef int plays[13]
    cdef double values[13]
    cdef double w, whole
    cdef const float* belief = o.after_lead[m]
    for b in range(n):
        if v.follow[x * n + b] < 0:
            continue
        count = answers(g, v, b, x, plays)
        whole = 0
        for i in range(count):
            values[i] = 0
        ways(g, m, b, g.d)
        for a in range(k):
            if belief[a] == 0:
                continue
            w = belief[a] * ways(g, m - 1, a, g.d)
            put_back(g, m - 1, a, g.d)
            if w == 0:
                continue
            whole += w
            for i in range(count):
                y = plays[i]
                rest = v.without[b * g.ranks + y]
                if y >= x:
                    values[i] += w * o.start[1 - leader][m - 1][rest * k + a]
                else:
                    values[i] -= w * o.start[leader][m - 1][a * k + rest]
        put_back(g, m, b, g.d)
        take_best(g, o, start + v.follow[x * n + b], count, values, whole)


cdef void fill(Game* g, Open* o, int m, int leader, long long start) noexcept nogil:
    # Decides everywhere from this node on; o.belief[seat][m]: what the public thinks of the hands at its start.
    cdef Level* v = &g.level[m]
    cdef int a, b, x, y, i, count, winner, n = v.hands, k = g.level[m - 1].hands
    cdef int plays[13]
    cdef float share
    cdef float* lower
    if ended(g):
        return
    decide_lead(g, o, m, leader, start)
    for x in range(g.ranks):
        if g.d[x] == 0:
            continue
        for a in range(k):
            o.after_lead[m][a] = 0
        for a in range(n):
            if v.without[a * g.ranks + x] < 0:
                continue
            share = 1
            if v.lead[a] >= 0 and o.soft != NULL:
                count = leads(g, v, a, plays)
                for i in range(count):
                    if plays[i] == x:
                        share = o.soft[start + v.lead[a] + i]
            o.after_lead[m][v.without[a * g.ranks + x]] = o.belief[leader][m][a] * share
        g.d[x] -= 1
        decide_answer(g, o, m, leader, start, x)
        if m > 2:
            for y in range(g.ranks):
                if g.d[y] == 0:
                    continue
                lower = o.belief[1 - leader][m - 1]
                for b in range(k):
                    lower[b] = 0
                for b in range(n):
                    if v.without[b * g.ranks + y] < 0:
                        continue
                    count = answers(g, v, b, x, plays)
                    share = 0
                    for i in range(count):
                        if plays[i] == y:
                            share = 1
                            if o.soft != NULL and v.follow[x * n + b] >= 0:
                                share = o.soft[start + v.follow[x * n + b] + i]
                    lower[v.without[b * g.ranks + y]] = o.belief[1 - leader][m][b] * share
                for a in range(k):
                    o.belief[leader][m - 1][a] = o.after_lead[m][a]
                winner = 1 - leader if y >= x else leader
                g.d[y] -= 1
                fill(g, o, m - 1, winner, after(g, m, start, x, y))
                g.d[y] += 1
        g.d[x] += 1


cdef void simple(Game* g, int m, long long start, bint highest) noexcept nogil:
    # Highest or lowest card allowed, everywhere.
    cdef Level* v = &g.level[m]
    cdef int b, x, y, i, count
    cdef int plays[13]
    for b in range(v.hands):
        if v.lead[b] >= 0:
            count = leads(g, v, b, plays)
            for i in range(count):
                g.average[start + v.lead[b] + i] = i == (count - 1 if highest else 0)
        for x in range(g.ranks):
            if v.follow[x * v.hands + b] >= 0:
                count = answers(g, v, b, x, plays)
                for i in range(count):
                    g.average[start + v.follow[x * v.hands + b] + i] = i == (count - 1 if highest else 0)
    if m > 2:
        for x in range(g.ranks):
            for y in range(g.ranks):
                simple(g, m - 1, after(g, m, start, x, y), highest)


def write(Equilibrium game, str method, double temperature=0.4, double blur=0.05, Stop stop=None):
    """Writes a way to play into the averages: "uniform", "weighted", "highest", "lowest" or "random".

    `temperature` (points) and `blur` (the share that is chance) say how far "weighted" trusts the other to have played by the same
    lights. When `stop` goes up, "uniform" and "weighted" end soon, and the averages are of no use.
    """
    cdef Game* g = &game.game
    cdef Open o
    cdef long long i
    cdef int seat, m, n, k
    if method not in ("uniform", "weighted", "highest", "lowest", "random"):
        raise ValueError(f"method {method!r} is not one of 'uniform', 'weighted', 'highest', 'lowest', 'random'")
    if method in ("highest", "lowest", "random"):
        with nogil:
            for i in range(game.entries):
                g.average[i] = 0  # nothing known of a choice: all plays alike
        if method != "random":
            simple(g, g.cards, 0, method == "highest")
        return
    for m in range(7):
        o.after_lead[m] = NULL
        for seat in range(2):
            o.start[seat][m] = o.led[seat][m] = o.belief[seat][m] = NULL
    o.temperature, o.blur, o.soft = temperature, blur, NULL
    g.raised = &stop.raised if stop is not None else NULL
    try:
        if method == "weighted":
            o.soft = <float*>calloc(game.entries, sizeof(float))
            if o.soft == NULL:
                raise MemoryError(f"no memory for {game.entries} entries")
        for m in range(1, g.cards + 1):
            n = g.level[m].hands
            k = g.level[m - 1].hands if m > 1 else 1
            o.after_lead[m] = <float*>calloc(k, sizeof(float))
            if o.after_lead[m] == NULL:
                raise MemoryError("no memory for the open hands")
            for seat in range(2):
                o.start[seat][m] = <float*>calloc(<size_t>n * n, sizeof(float))
                o.led[seat][m] = <float*>calloc(<size_t>g.ranks * k * n, sizeof(float))
                o.belief[seat][m] = <float*>calloc(n, sizeof(float))
                if o.start[seat][m] == NULL or o.led[seat][m] == NULL or o.belief[seat][m] == NULL:
                    raise MemoryError("no memory for the open hands")
        for seat in range(2):
            for m in range(g.level[g.cards].hands):
                o.belief[seat][g.cards][m] = game.range[seat][m]
        with nogil:
            solve_open(g, &o)
            fill(g, &o, g.cards, 0, 0)
    finally:
        g.raised = NULL
        free(o.soft)
        for m in range(1, g.cards + 1):
            free(o.after_lead[m])
            for seat in range(2):
                free(o.start[seat][m])
                free(o.led[seat][m])
                free(o.belief[seat][m])


def open_value(Equilibrium game, first, second):
    """The minimax of two known hands for the leader, who holds `first`, as computed for "uniform"; slow, for tests."""
    cdef Game* g = &game.game
    cdef Open o
    cdef int seat, m, n, k
    for m in range(7):
        for seat in range(2):
            o.start[seat][m] = o.led[seat][m] = NULL
    try:
        for m in range(1, g.cards + 1):
            n = g.level[m].hands
            k = g.level[m - 1].hands if m > 1 else 1
            for seat in range(2):
                o.start[seat][m] = <float*>calloc(<size_t>n * n, sizeof(float))
                o.led[seat][m] = <float*>calloc(<size_t>g.ranks * k * n, sizeof(float))
                if o.start[seat][m] == NULL or o.led[seat][m] == NULL:
                    raise MemoryError("no memory for the open hands")
        solve_open(g, &o)
        n = game.index(g.cards, first)
        k = game.index(g.cards, second)
        return o.start[0][g.cards][n * g.level[g.cards].hands + k]
    finally:
        for m in range(1, g.cards + 1):
            for seat in range(2):
                free(o.start[seat][m])
                free(o.led[seat][m])
