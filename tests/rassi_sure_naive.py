"""Sure escapes from the meaning of the words: worlds listed one by one, plans tried one by one. Slow, for small views."""

from itertools import combinations

from rassi_naive import after, legal, paranoid, penalties


def hidden_hands(pool, sizes, intervals, seat):
    """All worlds of a view, as far as ranks go: tuples of hands by seat, the seat's own left empty."""
    worlds = {()}
    for other in range(len(sizes)):
        more = set()
        for hands in worlds:
            if other == seat:
                more.add((*hands, ()))
                continue
            left = list(pool)
            for rank in (rank for hand in hands for rank in hand):
                left.remove(rank)
            low, high = intervals[other]
            for hand in combinations(sorted(left), sizes[other]):
                if all(low <= rank <= high for rank in hand):
                    more.add((*hands, hand))
        worlds = more
    return worlds


def guaranteed(worlds, seat, leader, trick, optional, all_pay):
    """Whether one plan of the seat, which sees its own cards and all plays, takes no penalty in any of the worlds (hands of
    all seats, the same own hand in each), whatever the others play."""
    some = next(iter(worlds))
    n = len(some)
    if not any(some):
        return all(penalties(leader, trick, all_pay)[seat] == 0 for _ in worlds)
    mover = (leader + len(trick)) % n
    if mover == seat:
        return any(
            guaranteed_after(worlds, seat, leader, trick, rank, optional, all_pay)
            for rank in legal(some[seat], trick, optional)
        )
    ranks = {rank for hands in worlds for rank in legal(hands[mover], trick, optional)}
    return all(
        guaranteed_after(
            {hands for hands in worlds if rank in legal(hands[mover], trick, optional)},
            seat, leader, trick, rank, optional, all_pay,
        )
        for rank in ranks
    )  # fmt: skip


def guaranteed_after(worlds, seat, leader, trick, rank, optional, all_pay):
    """The same after the seat to move played a rank that it may play in all of these worlds."""
    states = {after(hands, leader, trick, rank) for hands in worlds}
    ((leader, trick),) = {state[1:] for state in states}
    return guaranteed({hands for hands, _, _ in states}, seat, leader, trick, optional, all_pay)


def open_worst(worlds, seat, leader, trick, rank, optional, all_pay):
    """The most that the others can make the seat pay after a play, in the worst world, if it saw all cards."""
    return max(paranoid(*after(hands, leader, trick, rank), optional, all_pay, seat) for hands in worlds)
