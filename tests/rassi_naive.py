"""Open-card Rassi written again, slowly and from the rules alone: the oracle of the tests. Ranks are 0..12 (2..A)."""

import random
from functools import cache

Hands = tuple[tuple[int, ...], ...]


def worth(rank: int) -> int:
    """What a card counts in the last trick."""
    return 1 if rank == 12 else rank + 2


def legal(hand, trick, optional):
    """Ranks that may be played, without repetition."""
    if len(hand) == 1 or not trick:
        return sorted(set(hand))
    over = {rank for rank in hand if rank >= max(trick)}
    if not over:
        return [min(hand)]
    return sorted(over | {min(hand)}) if optional else sorted(over)


def penalties(leader, trick, all_pay):
    """Penalty of every seat after the last trick, of which `trick` holds the ranks from the leader on."""
    n = len(trick)
    top = max(worth(rank) for rank in trick)
    payers = [(leader + i) % n for i in range(n) if worth(trick[i]) == top]
    if not all_pay:
        payers = payers[-1:]
    return tuple(top if seat in payers else 0 for seat in range(n))


def after(hands, leader, trick, rank):
    """Hands, leader and trick after the seat to move played a rank; a full trick stays on the table in the last one."""
    n = len(hands)
    seat = (leader + len(trick)) % n
    hand = list(hands[seat])
    hand.remove(rank)
    hands = (*hands[:seat], tuple(hand), *hands[seat + 1 :])
    trick = (*trick, rank)
    if len(trick) < n or not any(hands):
        return hands, leader, trick
    winner = [(leader + i) % n for i in range(n) if trick[i] == max(trick)][-1]
    return hands, winner, ()


def maxn(hands, leader, trick, optional, all_pay, lowest_first, stakes=(1,) * 9):
    """The vector of penalties when each seat takes the first of its cheapest plays; no table, no pruning."""
    n = len(hands)
    if not any(hands):
        return tuple(paid * stake for paid, stake in zip(penalties(leader, trick, all_pay), stakes, strict=False))
    seat = (leader + len(trick)) % n
    best = None
    for rank in sorted(legal(hands[seat], trick, optional), reverse=not lowest_first):
        value = maxn(*after(hands, leader, trick, rank), optional, all_pay, lowest_first, stakes)
        if best is None or value[seat] < best[seat]:
            best = value
    return best


@cache
def by_difference(hands, leader, trick, optional, all_pay, stakes):
    """The penalties of two seats, stakes included, when each keeps its own less the other's low; the highest of equal plays."""
    if not any(hands):
        return tuple(paid * stake for paid, stake in zip(penalties(leader, trick, all_pay), stakes, strict=True))
    seat = (leader + len(trick)) % 2
    best = None
    for rank in sorted(legal(hands[seat], trick, optional), reverse=True):
        value = by_difference(*after(hands, leader, trick, rank), optional, all_pay, stakes)
        if best is None or value[seat] - value[1 - seat] < best[seat] - best[1 - seat]:
            best = value
    return best


def paranoid(hands, leader, trick, optional, all_pay, me, stakes=(1,) * 9):
    """The penalty that `me` can hold itself to against all others together."""
    n = len(hands)
    if not any(hands):
        return penalties(leader, trick, all_pay)[me] * stakes[me]
    seat = (leader + len(trick)) % n
    plays = legal(hands[seat], trick, optional)
    values = [paranoid(*after(hands, leader, trick, rank), optional, all_pay, me, stakes) for rank in plays]
    return min(values) if seat == me else max(values)


def joker_case(rng: random.Random):
    """Small hands of card texts from the pack with two jokers, which often lie among them; equal numbers, 2 to 9 seats."""
    n = rng.randint(2, 9)
    size = rng.choice([2, 3, 3]) if n <= 3 else rng.choice([1, 2, 2]) if n > 4 else 2
    ranks = ["A", *rng.sample("23456789TJQK", rng.randint(4, 6))]
    pack = [suit + rank for suit in "SHDC" for rank in ranks]
    rng.shuffle(pack)
    dealt = [*rng.choice([["JK1"], ["JK1", "JK2"], ["JK2"]]), *pack][: n * size]
    rng.shuffle(dealt)
    return [dealt[seat * size : seat * size + size] for seat in range(n)]


def rank_of(card: str) -> int:
    """The rank of a card text: a joker counts as an ace."""
    return 12 if card.startswith("JK") else "23456789TJQKA".index(card[1])


def case(rng: random.Random):
    """A small random case, at any point of a trick: hands, leader, trick, optional, all_pay. Often many equal cards."""
    n = rng.randint(2, 9)
    size = rng.choice([2, 3, 4]) if n <= 3 else rng.choice([1, 2, 2, 3]) if n <= 5 else rng.choice([1, 2, 2])
    low = rng.choice([0, 0, 3, 7, 9])
    pack = [rank for rank in range(low, 13) for _ in range(4)]
    while len(pack) < n * size:
        pack += [rng.randint(0, 12) for _ in range(4)]
    if n == 9 or rng.random() < 0.3:
        pack += [12, 12]
    rng.shuffle(pack)
    hands = tuple(tuple(sorted(pack[size * seat : size * seat + size])) for seat in range(n))
    optional, all_pay = rng.random() < 0.5, rng.random() < 0.5
    leader, trick = rng.randrange(n), ()
    for _ in range(rng.randrange(n)):
        seat = (leader + len(trick)) % n
        hands, leader, trick = after(hands, leader, trick, rng.choice(legal(hands[seat], trick, optional)))
    return hands, leader, trick, optional, all_pay
