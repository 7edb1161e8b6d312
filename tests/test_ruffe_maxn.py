"""Cut-throat max^n against plain max^n with the same tie rule."""

import time
from random import Random

import pytest

from ruffe_naive import ending, play_some, playable, taker
from scale import scaled
from tricorn import Limit
from tricorn._ruffe_maxn import PARTS, READINGS, MaxN
from tricorn._ruffe_search import Solver
from tricorn._stop import Stop
from tricorn.cards import card_set
from tricorn.errors import TricornError
from tricorn.ruffe import Position, Rules, deal
from tricorn.ruffe.points import outcome, points, win
from tricorn.ruffe.solve import Solver as Memory
from tricorn.ruffe.solve import Ties

Hands = tuple[frozenset[int], ...]


class Plain:
    """The vector of tricks when everybody takes the first (or last) best play; suits S H D C, ranks from the two up."""

    def __init__(self, trump: int, follow: str, last_first: bool) -> None:
        self.trump, self.follow, self.last_first = trump, follow, last_first
        self.memo: dict[tuple[Hands, int, tuple[int, ...]], tuple[int, ...]] = {}

    def value(self, hands: Hands, leader: int, trick: tuple[int, ...]) -> tuple[int, ...]:
        if not trick and not hands[leader]:
            return (0,) * len(hands)
        key = hands, leader, trick
        if key not in self.memo:
            seat = (leader + len(trick)) % len(hands)
            self.memo[key] = max(self.cards(hands, leader, trick).values(), key=lambda shares: shares[seat])
        return self.memo[key]

    def cards(self, hands: Hands, leader: int, trick: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        players = len(hands)
        seat = (leader + len(trick)) % players
        found: dict[int, tuple[int, ...]] = {}
        legal = playable(hands[seat], trick[0] // 13 if trick else None, self.trump, self.follow)
        for card in sorted(legal, reverse=self.last_first):
            rest = tuple(hand - {card} if s == seat else hand for s, hand in enumerate(hands))
            table = (*trick, card)
            if len(table) < players:
                found[card] = self.value(rest, leader, table)
            else:
                winner = (leader + taker(table, self.trump)) % players
                after = self.value(rest, winner, ())
                found[card] = tuple(tricks + (s == winner) for s, tricks in enumerate(after))
        return found


@pytest.mark.parametrize("follow", READINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_equals_plain_maxn(follow: str, players: int) -> None:
    rng = Random(f"maxn {follow} {players}")
    kept: dict[tuple[int, bool], MaxN] = {}
    for number in range(scaled(60, 600)):
        hands, leader, trump, _ = ending(rng, players, rng.randint(1, 3 if players == 4 else 4), rng.choice([52, 32, 24]))
        hands, trick = play_some(rng, hands, leader, trump, follow, rng.choice([0, 0, rng.randrange(players)]))
        last_first = rng.random() < 0.5
        off = rng.choice([(), (), PARTS, *((part,) for part in PARTS)])
        search = MaxN(players, trump, follow, last_first=last_first, parts=[part for part in PARTS if part not in off])
        if number % 2:
            search = kept.setdefault((trump, last_first), search)
        rows, line, _ = search.solve([card_set(hand) for hand in hands], leader, trick)
        want = Plain(trump, follow, last_first).cards(tuple(hands), leader, trick)
        got = {card: shares for first, equals, shares in rows for card in (first, *equals)}
        assert got == want, (hands, leader, trick, trump, last_first, off)
        assert len(line) == sum(map(len, hands))


def test_the_tie_rule_matters_and_nobody_gets_less_than_against_all() -> None:
    rng = Random(4)
    differ = 0
    for _ in range(scaled(40, 400)):
        hands, leader, trump, _ = ending(rng, 3, 4)
        sets = [card_set(hand) for hand in hands]
        first = MaxN(3, trump).solve(sets, leader)[0]
        last = MaxN(3, trump, last_first=True).solve(sets, leader)[0]
        best = [max(shares[leader] for _, _, shares in rows) for rows in (first, last)]
        alone = Solver(3, trump, [0 if seat == leader else 1 for seat in range(3)]).solve(sets, leader)[0]
        assert min(best) >= alone
        differ += {row[0]: row[2] for row in first} != {row[0]: row[2] for row in last}
    assert differ


def test_limit_gives_no_rows() -> None:
    hands = [card_set(hand) for hand in ending(Random(1), 3, 8)[0]]
    rows, _, nodes = MaxN(3, 0).solve(hands, 0, nodes=50)
    assert rows == ()
    assert nodes <= 51


def test_position_solve_by_maxn() -> None:
    hands = [card_set(hand) for hand in ending(Random(9), 3, 6)[0]]
    position = Position.ending(Rules("3-long"), hands, 1, 2)
    first, last = (position.solve(method="maxn", ties=ties) for ties in ("first", "last"))
    both, sure = position.solve(method="maxn", ties="both"), position.solve()
    limited = position.solve(Limit(nodes=100), method="maxn")
    assert first.method == "max^n, first best"
    assert limited.method == "max^n, first best: bounds of paranoid"
    assert all(sum(row.vector) == 6 and row.vector[1] == row.value for row in first.plays)
    low, high, least, bounds = (
        {card: row for row in found.plays for card in (row.card, *row.equals)} for found in (first, last, sure, limited)
    )
    for row in both.plays:
        values = low[row.card].lo, high[row.card].lo
        assert (row.lo, row.hi) == (min(values), max(values))
        assert least[row.card].lo <= row.lo
        assert bounds[row.card].lo <= row.lo
        assert row.hi <= bounds[row.card].hi
    for action in first.line:
        position = position.play(action)
    assert position.taken == first.plays[0].vector


def test_points_of_a_solved_deal() -> None:
    position = deal(7)
    solution = position.solve()
    final = position.play(solution.best or "")
    for action in solution.line[1:]:
        final = final.play(action)
    result = final.result()
    assert result is not None
    side = position.sides[solution.seat]
    assert points(position, solution) == (result.points[side] - result.points[1 - side],) * 2
    assert outcome(position, result.tricks) == result
    assert win(position, solution, lambda score: float(score[side] > score[1 - side])) == (1.0, 1.0)
    worst = solution.plays[-1]
    assert points(position, worst)[0] < points(position, solution)[0]


@pytest.mark.parametrize("seed", [7, 8, 10])
def test_bounds_of_a_search_cut_short_become_bounds_of_points_and_of_the_match(seed: int) -> None:
    position = deal(seed)
    exact = position.solve()
    mine = position.sides[exact.seat]

    def equity(score: tuple[int, ...]) -> float:
        return 1 / (1 + 2.0 ** ((score[1 - mine] - score[mine]) / 8))

    assert win(position, exact, equity) == (equity(outcome(position, split(position, exact.seat, exact.lo)).points),) * 2
    for nodes in (1, 100, 1000):
        found = position.solve(Limit(nodes=nodes))
        assert nodes > 100 or found.lo < found.hi
        low, high = win(position, found, equity)
        assert (low < high) == (found.lo < found.hi)
        assert low <= win(position, exact, equity)[0] <= high
        assert low == equity(outcome(position, split(position, exact.seat, found.lo)).points)
        assert points(position, found)[0] <= points(position, exact)[0] <= points(position, found)[1]
    with pytest.raises(TricornError, match="two sides"):
        win(cut_throat(Random(1), 3, 3), exact, equity)


def split(position: Position, seat: int, tricks: int) -> tuple[int, int]:
    """The tricks of both sides when that of a seat takes so many."""
    other = position.tricks_left - tricks
    return (tricks, other) if position.sides[seat] == 0 else (other, tricks)


def cut_throat(rng: Random, players: int, size: int) -> Position:
    hands, leader, trump, _ = ending(rng, players, size)
    rules = Rules("3-long" if players == 3 else "4", sides="singles")
    return Position.ending(rules, [card_set(hand) for hand in hands], leader, None if trump < 0 else trump)


def test_both_tie_orders_give_the_range_of_the_position() -> None:
    """Not the range that the ranges of the plays allow, which is wider: each order has a best play of its own."""
    rng = Random(12)
    wider = 0
    for number in range(scaled(40, 400)):
        position = cut_throat(rng, 3 + number % 2, 7)
        first, last, both = (position.solve(method="maxn", ties=ties) for ties in ("first", "last", "both"))
        assert first.exact
        assert last.exact
        assert (both.lo, both.hi) == (min(first.lo, last.lo), max(first.lo, last.lo))
        assert both.exact == (first.value == last.value)
        assert both.solved
        vectors = {card: row.vector for row in last.plays for card in (row.card, *row.equals)}
        assert [row.other_vector for row in both.plays] == [vectors[row.card] for row in both.plays]
        wider += (max(row.lo for row in both.plays), max(row.hi for row in both.plays)) != (both.lo, both.hi)
    assert wider


@pytest.mark.parametrize("ties", ["first", "last", "both"])
def test_limits_hold_for_all_searches_together(ties: Ties) -> None:
    rng = Random(f"limit {ties}")
    finished = 0
    for players, size in ((3, 6), (4, 5), (3, 9)):
        position = cut_throat(rng, players, size)
        exact = position.solve(method="maxn", ties=ties) if size < 9 else None
        for nodes in (1, 2, 10, 100, 1000, 20_000):
            found = position.solve(Limit(nodes=nodes), method="maxn", ties=ties)
            assert found.nodes <= nodes + 1
            assert 0 <= found.lo <= found.hi <= size
            if exact is None:
                continue
            assert found.lo <= exact.lo
            assert exact.hi <= found.hi
            finished += not found.method.endswith("paranoid")
            values = {card: row for row in exact.plays for card in (row.card, *row.equals)}
            for row in found.plays:
                for card in (row.card, *row.equals):
                    assert row.lo <= values[card].lo
                    assert values[card].hi <= row.hi
    assert finished


def test_time_and_stop_hold_for_all_searches_together() -> None:
    position = cut_throat(Random(2), 3, 16)
    began = time.monotonic()
    found = position.solve(Limit(time_s=0.3), method="maxn", ties="both")
    assert time.monotonic() - began < 3  # a whole second of slack for each of several searches would show
    assert found.method.endswith("bounds of paranoid")
    assert found.lo <= found.hi
    stop = Stop()
    stop.set()
    began = time.monotonic()
    found = position.solve(stop=stop, method="maxn", ties="both")
    assert time.monotonic() - began < 3
    assert found.lo <= found.hi
    assert found.nodes <= 2048


def test_a_search_cut_short_leaves_the_table_right() -> None:
    rng = Random(77)
    for number in range(scaled(6, 60)):
        position = cut_throat(rng, 3 + number % 2, 5)
        memory = Memory()
        for nodes in (20, 100, 500):
            position.solve(Limit(nodes=nodes), method="maxn", ties="both", solver=memory)
        resumed, fresh = (position.solve(method="maxn", ties="both", solver=solver) for solver in (memory, None))
        assert (resumed.plays, resumed.lo, resumed.hi, resumed.line) == (fresh.plays, fresh.lo, fresh.hi, fresh.line)


def test_a_kept_table_changes_no_answer_along_a_game() -> None:
    rng = Random(78)
    for number in range(scaled(3, 30)):
        position = cut_throat(rng, 3 + number % 2, 5)
        memory = Memory()
        while not position.is_over:
            warm, cold = (position.solve(method="maxn", ties="both", solver=solver) for solver in (memory, None))
            assert (warm.plays, warm.lo, warm.hi) == (cold.plays, cold.lo, cold.hi)
            position = position.play(rng.choice(position.legal()))


def test_partners_among_three_sides_are_refused() -> None:
    hands = [card_set(hand) for hand in ending(Random(9), 4, 3)[0]]
    position = Position.ending(Rules("4"), hands, 1, 2, sides=[0, 1, 2, 0])
    assert position.solve().exact
    with pytest.raises(TricornError, match="every seat on a side of its own"):
        position.solve(method="maxn")
