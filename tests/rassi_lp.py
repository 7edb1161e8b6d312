"""Two-player Rassi with hidden hands as a linear program in sequence form, enumerated plainly from the rules."""

from collections import defaultdict
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from rassi_naive import legal


def deals(counts, cards):
    """Pairs of hands (leader, follower) with the number of ways to deal them."""
    hands = list(combinations_with_replacement(range(len(counts)), cards))
    for a in hands:
        first = prod(comb(count, a.count(r)) for r, count in enumerate(counts))
        for b in hands:
            ways = first * prod(comb(max(count - a.count(r), 0), b.count(r)) for r, count in enumerate(counts))
            if ways:
                yield a, b, ways


def without(hand, rank):
    rest = list(hand)
    rest.remove(rank)
    return tuple(rest)


def terminals(hands, leader, trick, path, own, optional, top):
    """Every end of a deal: (the sequence of each seat, seat 0's advantage)."""
    seat = (leader + len(trick)) % 2
    if not any(hands):
        worth = [1 if rank == top else rank + 2 for rank in trick]
        payer = (leader + (1 if worth[1] >= worth[0] else 0)) % 2
        yield own, max(worth) * (1 if payer == 1 else -1)
        return
    plays = legal(hands[seat], trick, optional)
    for rank in plays:
        told = own
        if len(plays) > 1:  # a sequence of a seat: the hand it was dealt is put in front by the caller
            told = tuple((*own[s], (path, rank)) if s == seat else own[s] for s in range(2))
        left = tuple(without(hands[s], rank) if s == seat else hands[s] for s in range(2))
        table = (*trick, rank)
        if len(table) == 2 and any(left):
            winner = (leader + 1) % 2 if table[1] >= table[0] else leader
            yield from terminals(left, winner, (), (*path, rank), told, optional, top)
        else:
            yield from terminals(left, leader, table, (*path, rank), told, optional, top)


def value(counts, cards, optional=False):
    """The leader's value with best play of both, by HiGHS."""
    pay = defaultdict(float)
    index = [{}, {}]
    parents = [defaultdict(set), defaultdict(set)]  # (information set) -> sequences that follow it
    total = 0
    for a, b, ways in deals(counts, cards):
        total += ways
        for (own, other), gain in terminals((a, b), 0, (), (), ((), ()), optional, len(counts) - 1):
            key = []
            for seat, (hand, told) in enumerate(((a, own), (b, other))):
                for length in range(len(told) + 1):
                    index[seat].setdefault((hand, told[:length]), len(index[seat]))
                    if length:
                        parents[seat][(hand, told[: length - 1], told[length - 1][0])].add((hand, told[:length]))
                key.append(index[seat][(hand, told)])
            pay[tuple(key)] += ways * gain
    rows, columns = zip(*pay, strict=True)
    matrix = coo_matrix((np.array(list(pay.values())) / total, (rows, columns)), shape=(len(index[0]), len(index[1]))).tocsr()
    flow, fixed = [], []
    for seat in range(2):
        r, c, v, right = [], [], [], []
        for (_, told), number in index[seat].items():
            if not told:
                r.append(len(right))
                c.append(number)
                v.append(1.0)
                right.append(1.0)
        for (hand, told, _), following in parents[seat].items():
            for sequence in following:
                r.append(len(right))
                c.append(index[seat][sequence])
                v.append(1.0)
            r.append(len(right))
            c.append(index[seat][(hand, told)])
            v.append(-1.0)
            right.append(0.0)
        flow.append(coo_matrix((v, (r, c)), shape=(len(right), len(index[seat]))).tocsr())
        fixed.append(np.array(right))
    # max over x, q of f.q with F'q <= A'x, Ex = e: the value of the other's best reply
    from scipy.sparse import bmat, csr_matrix

    n, m = len(index[0]), len(fixed[1])
    found = linprog(
        np.concatenate([np.zeros(n), -fixed[1]]),
        A_ub=bmat([[-matrix.T, flow[1].T]]).tocsr(),
        b_ub=np.zeros(len(index[1])),
        A_eq=bmat([[flow[0], csr_matrix((len(fixed[0]), m))]]).tocsr(),
        b_eq=fixed[0],
        bounds=[(0, None)] * n + [(None, None)] * m,
        method="highs",
    )
    assert found.status == 0
    return -found.fun
