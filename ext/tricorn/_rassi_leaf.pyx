# cython: boundscheck=False, wraparound=False, cdivision=True
"""Two-player Rassi, one trick before an ending: what pairs of hands are worth where an `Equilibrium` of one trick ends.

Both are taken to play on as the averages of a solved ending say, by what they see; so a pair of hands is not worth what it would be
with open cards.
"""
from libc.string cimport memcpy

from tricorn._rassi_equilibrium cimport Equilibrium
from tricorn._rassi_tree cimport Game, Level, after, answers, dealt, leads, shares
from tricorn._stop cimport Stop


cdef float DUST = 0.02  # plays made less often are left out, the others take their place


cdef float pair_value(const Game* g, int m, int leader, long long start, int mine, int other) noexcept nogil:
    # What two hands bring the leader of the trick when both play their averages.
    cdef const Level* v = &g.level[m]
    cdef int i, j, x, y, count, many, entry, rest, ranks = g.ranks
    cdef int plays[13]
    cdef int replies[13]
    cdef float p[6]
    cdef float q[6]
    cdef float value = 0, whole = 0, sum_, part
    cdef long long below
    if m == 1:
        return g.pay[leader][1][mine][other]
    count = leads(g, v, mine, plays)
    p[0] = 1
    if count > 1:
        shares(&g.average[start + v.lead[mine]], count, p)
    for i in range(count):
        if p[i] < DUST:
            continue
        x = plays[i]
        rest = v.without[mine * ranks + x]
        many = answers(g, v, other, x, replies)
        entry = v.follow[x * v.hands + other]
        q[0] = 1
        if entry >= 0:
            shares(&g.average[start + entry], many, q)
        sum_ = part = 0
        for j in range(many):
            if q[j] < DUST:
                continue
            y = replies[j]
            below = after(g, m, start, x, y) if m > 2 else 0
            part += q[j]
            if y >= x:
                sum_ -= q[j] * pair_value(g, m - 1, 1 - leader, below, v.without[other * ranks + y], rest)
            else:
                sum_ += q[j] * pair_value(g, m - 1, leader, below, rest, v.without[other * ranks + y])
        value += p[i] * sum_ / part
        whole += p[i]
    return value / whole


cdef double ways(const Game* g, int m, int first, int second) noexcept nogil:
    # In how many ways two hands of m cards can be dealt from what is left, in order.
    cdef int left[13]
    cdef int r
    cdef double product
    for r in range(g.ranks):
        left[r] = g.d[r]
    product = dealt(g, m, first, left)
    return product * dealt(g, m, second, left) if product > 0 else 0


def set_leaf(Equilibrium top, int led, int answer, Equilibrium ending, float share):
    """Gives pairs of hands after the first trick of `top` their values, by the averages of `ending`, whose leader won that trick.

    Args:
        ending: of a card less each, the same ranks, what is left then, and the ranges of both; hands outside them are left out.
        share: of these values; the rest is what was given before.
    """
    cdef Game* g = &top.game
    cdef const Game* e = &ending.game
    cdef int m = g.leaf, hands = g.level[m].hands, a, b, first, second
    cdef int winner = answer >= led  # seat 0 has led
    cdef float* tables[2]
    cdef float value
    if m == 0 or g.alike or e.cards != m or e.ranks != g.ranks or not (0 <= led < g.ranks and 0 <= answer < g.ranks):
        raise ValueError("this ending does not follow that trick")
    for a in range(2):
        tables[a] = g.leaves[a] + (<long long>led * g.ranks + answer) * hands * hands
    with nogil:
        for a in range(hands):  # the winner's
            if ending.range[0][a] == 0:
                continue
            for b in range(hands):
                if ending.range[1][b] == 0:
                    continue
                value = <float>ways(e, m, a, b)
                if value == 0:
                    continue
                value *= pair_value(e, m, 0, 0, a, b)
                first, second = a * hands + b, b * hands + a
                tables[winner][first] += share * (value - tables[winner][first])
                tables[1 - winner][second] += share * (-value - tables[1 - winner][second])


def pair_values(Equilibrium ending, float[:, ::1] out, int first=0, Stop stop=None):
    """What pairs of hands bring the leader of an ending by its averages: `out[leader's hand, the other's]`, in the order of
    `Equilibrium.hands()`, from the leader's hand `first` on; returns the hand that is the next, after all or when `stop` goes up.
    """
    cdef const Game* g = &ending.game
    cdef int a, b, hands = g.level[g.cards].hands
    cdef volatile int* raised = &stop.raised if stop is not None else NULL
    if out.shape[0] != hands or out.shape[1] != hands:
        raise ValueError(f"{out.shape[0]} x {out.shape[1]} places for the values of {hands} hands")
    a = max(first, 0)
    with nogil:
        while a < hands and (raised == NULL or raised[0] == 0):
            for b in range(hands):
                out[a, b] = pair_value(g, g.cards, 0, 0, a, b) if ways(g, g.cards, a, b) > 0 else 0
            a += 1
    return a


def set_leaves(Equilibrium top, const float[:, ::1] first, const float[:, ::1] second):
    """Gives pairs of hands after the trick of `top`, whose leaves are alike, their values: what they bring seat 0 where it takes
    the trick, `first[its hand, the other's]`, and what they bring seat 1 where that does, `second[its hand, the other's]`."""
    cdef Game* g = &top.game
    cdef int a, b, m = g.leaf, hands = g.level[m].hands
    cdef float value, many
    if not g.alike or not (first.shape[0] == first.shape[1] == second.shape[0] == second.shape[1] == hands):
        raise ValueError("these values do not follow that trick")
    with nogil:
        for a in range(hands):
            for b in range(hands):
                many = <float>ways(g, m, a, b)
                value = first[a, b] * many
                g.leaves[0][a * hands + b] = value
                g.leaves[1][b * hands + a] = -value
                value = second[a, b] * many
                g.leaves[1][(hands + a) * hands + b] = value
                g.leaves[0][(hands + b) * hands + a] = -value


def rests(Equilibrium top, int seat, int led, int answer, float floor):
    """Weights of what a seat still holds after the first trick, by how often its average plays like this, as
    `Equilibrium.set_ranges` takes them; no play counts as rarer than `floor`, and with 1 all plays allowed count alike."""
    cdef Game* g = &top.game
    cdef const Level* v = &g.level[g.cards]
    cdef int i, j, count, entry, play = answer if seat else led, same, hand
    cdef int plays[13]
    cdef float p[6]
    if seat not in (0, 1) or not (0 <= led < g.ranks and 0 <= answer < g.ranks):
        raise ValueError(f"seat {seat}, plays {led}, {answer}: there are two seats and {g.ranks} ranks")
    out = [0.0] * g.level[g.cards - 1].hands
    for i in range(v.hands):
        if top.range[seat][i] == 0 or v.without[i * g.ranks + play] < 0:
            continue
        count = answers(g, v, i, led, plays) if seat else leads(g, v, i, plays)
        entry = v.follow[led * v.hands + i] if seat else v.lead[i]
        p[0] = 1
        if entry >= 0:
            shares(&g.average[entry], count, p)
        for j in range(count):
            if plays[j] == play:
                # of equal cards one was played: each as likely as the others
                same, hand = 1, v.without[i * g.ranks + play]
                for m in range(g.cards - 1, 0, -1):
                    same += g.level[m].low[hand] == play
                    hand = g.level[m].without[hand * g.ranks + g.level[m].low[hand]]
                out[v.without[i * g.ranks + play]] = max(p[j], floor) / same
    return out


def advantages(Equilibrium top, path, hand):
    """The choice of a seat in the one trick of `top`: a list of `(rank, share, advantage)`, what each play brings against the
    other's average; None where the other never plays as it did."""
    cdef Game* g = &top.game
    cdef const Level* v = &g.level[g.cards]
    cdef int index = top.index(g.cards, hand), seat = len(path), led = path[0] if path else -1, i, j, count
    cdef int plays[13]
    cdef float p[6]
    cdef double here = 0, share
    rows = top.strategy(path, hand)
    if len(rows) == 1:
        return [(*rows[0], None)]
    for i in range(v.hands):
        share = top.range[1 - seat][i]
        if share == 0:
            continue
        if seat == 1:
            count = leads(g, v, i, plays)
            p[0] = 1
            if count > 1:
                shares(&g.average[v.lead[i]], count, p)
            share *= sum([p[j] for j in range(count) if plays[j] == led])
        if share > 0:
            here += share * (ways(g, g.cards, i, index))
    g.watch = v.follow[led * v.hands + index] if seat else v.lead[index]
    try:
        found, _ = top.watched(seat, index)
    finally:
        g.watch = -1
    return [(*row, found[j] / here if here > 0 else None) for j, row in enumerate(rows)]


def graft(Equilibrium game, path, Equilibrium ending):
    """Writes the averages of `ending` into those of a game that it follows after the ranks of `path`, whole tricks."""
    cdef long long start
    m, _, start, led = game.node(path)
    if led >= 0 or ending.game.cards != m or ending.game.ranks != game.game.ranks or ending.game.leaf != game.game.leaf:
        raise ValueError("this ending does not follow that path")
    memcpy(&game.game.average[start], ending.game.average, ending.entries * sizeof(float))
