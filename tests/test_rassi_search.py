"""Open-card Rassi: golden files, the naive minimax of `rassi_naive`, switches, limits."""

import json
import random
from pathlib import Path

import pytest

from rassi_naive import after, case, joker_case, legal, maxn, paranoid, rank_of
from scale import scaled
from tricorn import Limit, rassi
from tricorn._rassi_paranoid import Paranoid
from tricorn._rassi_search import Solver
from tricorn._stop import Stop
from tricorn.cards import card_set, parse_card
from tricorn.errors import TricornError
from tricorn.rassi import worlds
from tricorn.rassi.solve import Solver as Owner
from tricorn.rassi.solve import solve, tie_range

RANKS = "23456789TJQKA"
GOLDEN = [json.loads(line) for line in (Path(__file__).parent / "data" / "rassi-open.jsonl").read_text().splitlines()]
_DEEP = 40_000  # nodes of the naive search above which a case is left to the cheaper checks


def hands_of(row):
    return [[RANKS.index(letter) for letter in hand] for hand in row["hands"]]


@pytest.mark.parametrize("key", ["maxn_lowest_first", "maxn_highest_first"])
def test_golden_maxn(key):
    solver = Solver(4)
    for row in GOLDEN:
        leader, optional = row["leader"], row["overtake"] == "optional"
        low = key == "maxn_lowest_first"
        vector, _ = solver.value(hands_of(row), leader, optional=optional, lowest_first=low)
        assert list(vector) == row[key], row["id"]
        plays, line, _ = solver.maxn(hands_of(row), leader, optional=optional, lowest_first=low)
        assert min(vector[leader] for _, vector in plays) == row[key][leader]
        assert len(line) == sum(map(len, row["hands"]))


def test_golden_paranoid():
    solver = Paranoid(16)
    for row in GOLDEN:
        for seat, value in enumerate(row["paranoid"]):
            lo, hi, _ = solver.value(hands_of(row), row["leader"], seat=seat, optional=row["overtake"] == "optional")
            assert lo == hi == value, (row["id"], seat)


@pytest.mark.parametrize("rule", range(4))
def test_maxn_is_the_naive_search(rule):
    optional, all_pay = bool(rule & 1), bool(rule & 2)
    rng = random.Random(100 + rule)
    full, bare = Solver(1), Solver(0)
    for _ in range(scaled(400, 10_000)):
        hands, leader, trick, _, _ = redrawn(rng, optional)
        mover = (leader + len(trick)) % len(hands)
        for low in (True, False):
            options = {"optional": optional, "all_pay": all_pay, "lowest_first": low}
            want = [
                (rank, maxn(*after(hands, leader, trick, rank), **options))
                for rank in sorted(legal(hands[mover], trick, optional), reverse=not low)
            ]
            for solver in (full, bare):
                for cut in (True, False):
                    plays, line, _ = solver.maxn(hands, leader, trick, **options, cut=cut)
                    assert plays == want, (hands, leader, trick, options)
            best = min(want, key=lambda play: play[1][mover])
            assert full.value(hands, leader, trick, **options)[0] == best[1]
            state = (hands, leader, trick)
            for rank in line:
                state = after(*state, rank)
            assert not any(state[0])
            assert maxn(*state, **options) == best[1]


@pytest.mark.parametrize("rule", range(4))
def test_paranoid_is_the_naive_search(rule):
    optional, all_pay = bool(rule & 1), bool(rule & 2)
    rng = random.Random(200 + rule)
    full, bare = Paranoid(1), Paranoid(0)
    for _ in range(scaled(400, 10_000)):
        hands, leader, trick, _, _ = redrawn(rng, optional)
        n = len(hands)
        mover = (leader + len(trick)) % n
        options = {"optional": optional, "all_pay": all_pay}
        for seat in {mover, rng.randrange(n)}:
            want = paranoid(hands, leader, trick, optional, all_pay, seat)
            for solver in (full, bare):
                for cut in (True, False):
                    assert solver.value(hands, leader, trick, seat=seat, **options, cut=cut)[:2] == (want, want)
        plays, line, _ = full.plays(hands, leader, trick, **options)
        for rank, lo, hi in plays:
            assert lo == hi == paranoid(*after(hands, leader, trick, rank), optional, all_pay, mover)
        assert [rank for rank, _, _ in plays] == sorted(legal(hands[mover], trick, optional), reverse=True)
        state = (hands, leader, trick)
        for rank in line:
            state = after(*state, rank)
        assert not any(state[0])
        assert paranoid(*state, optional, all_pay, mover) == min(lo for _, lo, _ in plays)


def redrawn(rng, optional):
    """A case whose trick was played under this overtaking rule."""
    while True:
        hands, leader, trick, other, all_pay = case(rng)
        if other == optional:
            return hands, leader, trick, optional, all_pay


@pytest.mark.parametrize("overtake", ["forced", "optional"])
@pytest.mark.parametrize("last_tie", ["last", "all"])
def test_positions_with_jokers_and_multipliers_are_the_naive_search(overtake, last_tie):
    """Cards with both jokers, stakes by seat, at any point of a trick: every play under both tie orders and paranoid."""
    rng = random.Random(f"jokers {overtake} {last_tie}")
    options = (overtake == "optional", last_tie == "all")
    owner, jokers, dear = Owner(1), 0, 0
    for _ in range(scaled(400, 10_000)):
        dealt = joker_case(rng)
        n, leader = len(dealt), rng.randrange(len(dealt))
        stakes = tuple(rng.choice([1, 2, 4]) for _ in range(n))
        position = rassi.Position.start(
            [card_set(map(parse_card, hand)) for hand in dealt],
            rules=rassi.Rules(overtake=overtake, last_tie=last_tie, jokers=2),
            leader=leader,
            multipliers=stakes,
        )
        state = (tuple(tuple(sorted(map(rank_of, hand))) for hand in dealt), leader, ())
        for _ in range(rng.randrange(n)):
            card = rng.choice(position.legal())
            state, position = after(*state, rank_of(card)), position.play(card)
        seat = position.to_move
        both, alone = position.solve(ties="both", solver=owner), position.solve(method="paranoid", solver=owner)
        by_rank = {rank: after(*state, rank) for rank in legal(state[0][seat], state[2], options[0])}
        assert {rank_of(row.card) for row in both.plays} == {rank_of(row.card) for row in alone.plays} == set(by_rank)
        for row in both.plays:
            following = by_rank[rank_of(row.card)]
            high, low = (maxn(*following, *options, lowest_first, stakes) for lowest_first in (False, True))
            assert (row.vector, row.other_vector) == (high, low), position
            assert (row.lo, row.hi) == (min(high[seat], low[seat]), max(high[seat], low[seat]))
        for row in alone.plays:
            assert row.lo == row.hi == paranoid(*by_rank[rank_of(row.card)], *options, seat, stakes), position
        jokers += any(card.startswith("JK") for hand in dealt for card in hand)
        dear += both.hi > 13
    assert jokers > scaled(300, 9_000) and dear > 20


def opening(seed, players, **rules):
    position = rassi.deal(seed, players, rules=rassi.Rules(**rules))
    while position.phase != "play":
        position = position.play("keep")
    return position


@pytest.mark.parametrize("players", range(2, 10))
def test_limits_leave_proven_bounds(players):
    rng = random.Random(players)
    for seed in range(scaled(6, 100)):
        overtake, last_tie = rng.choice(["forced", "optional"]), rng.choice(["last", "all"])
        position = opening(seed, players, overtake=overtake, last_tie=last_tie)
        for _ in range(rng.randrange(players * 3)):
            position = position.play(rng.choice(position.legal()))
        for method in ("maxn", "paranoid"):
            if method == "paranoid" and players > 4:
                continue
            exact = {row.card: row.value for row in position.solve(method=method).plays}
            for nodes in (1, 3, 10, 100):
                rough = position.solve(Limit(nodes=nodes), method=method)
                assert sorted(row.card for row in rough.plays) == sorted(exact)
                for row in rough.plays:
                    assert row.lo <= exact[row.card] <= row.hi
                assert rough.lo <= min(exact.values()) <= rough.hi


def test_a_stop_ends_the_search():
    stop = Stop()
    stop.set()
    solution = opening(3, 9, overtake="optional").solve(stop=stop, method="paranoid")
    assert not solution.exact
    assert solution.line == ()


def test_solution_of_a_deal():
    position = opening(5, 4)
    owner = Owner(1)
    solution = position.solve(solver=owner)
    assert solution.exact
    assert solution.method == "max^n, highest first"
    end = position
    for action in solution.line:
        end = end.play(action)
    assert end.is_over
    assert end.result().points == solution.plays[0].vector
    assert {card for row in solution.plays for card in (row.card, *row.equals)} == set(position.legal())
    for row in solution.plays:
        assert position.play(row.card).solve(solver=owner).plays[0].vector == row.vector


def test_multipliers_scale_every_penalty():
    document = {"type": "rassi.position", "hands": ["SA H9 S7", "SK HJ S5", "D8 D6 D3"], "leader": 0}
    plain = rassi.Position.from_dict(document)
    dear = rassi.Position.from_dict({**document, "multipliers": [2, 4, 1]})
    for method in ("maxn", "paranoid"):
        one, other = plain.solve(method=method), dear.solve(method=method)
        assert [row.lo * 2 for row in one.plays] == [row.lo for row in other.plays]
        for a, b in zip(one.plays, other.plays, strict=True):
            assert tuple(x * m for x, m in zip(a.vector, (2, 4, 1), strict=False)) == b.vector or not a.vector


def test_what_can_not_be_solved_says_so():
    with pytest.raises(TricornError, match="in the phase 'free'"):
        rassi.deal(1, 4).solve()
    with pytest.raises(TricornError, match="method 'best'"):
        opening(1, 4).solve(method="best")
    with pytest.raises(TricornError, match="ties 'any'"):
        opening(1, 4).solve(ties="any")


@pytest.mark.parametrize("players", [3, 5])
def test_rotating_the_seats_rotates_the_values(players):
    rng = random.Random(players)
    solver = Solver(1)
    for _ in range(50):
        pack = [rank for rank in range(13) for _ in range(4)]
        rng.shuffle(pack)
        hands = [pack[6 * seat : 6 * seat + 6] for seat in range(players)]
        vector, _ = solver.value(hands, 0)
        turned, _ = solver.value(hands[-1:] + hands[:-1], 1)
        assert turned == vector[-1:] + vector[:-1]


def test_both_tie_rules():
    wide = 0
    for seed in range(20):
        two, four = opening(seed, 2), opening(seed, 4)
        assert all(lo > 0 or hi == 0 for lo, hi in tie_range(two).values())
        wide += any(lo < hi for lo, hi in tie_range(four).values())
        view = four.view(four.to_move)
        for ties in ("highest", "lowest"):
            found = worlds.evaluate(view, view.legal(), seed=1, first=0, count=3, ties=ties)
            for index in range(3):
                rows = worlds.sample(view, 1, index).solve(ties=ties).plays
                values = {card: row.value for row in rows for card in (row.card, *row.equals)}
                assert [values[action] for action in view.legal()] == found.values[index].tolist()
    assert wide > 2


def test_both_tie_orders_in_one_solution():
    """The least and greatest of the two values; order, vectors and line of the first; the limit holds for both together."""
    wide = cuts = 0
    for seed in range(scaled(30, 500)):
        rules = {"overtake": "optional" if seed % 3 == 0 else "forced", "last_tie": "all" if seed % 4 == 0 else "last"}
        position = opening(seed, 2 + seed % 6, **rules)
        for _ in range(seed % 3):
            position = position.play(position.legal()[0])
        high, low, both = (solve(position, ties=ties) for ties in ("highest", "lowest", "both"))
        assert both.method == "max^n, highest and lowest first"
        assert (both.lo, both.hi) == (min(high.value, low.value), max(high.value, low.value))
        assert (both.line, both.seat, both.unit) == (high.line, high.seat, high.unit)
        assert [(row.card, row.equals, row.vector) for row in both.plays] == [
            (row.card, row.equals, row.vector) for row in high.plays
        ]
        assert both.nodes == high.nodes + low.nodes
        values = {row.card: row.value for row in low.plays}
        vectors = {card: row.vector for row in low.plays for card in (row.card, *row.equals)}
        assert [row.other_vector for row in both.plays] == [vectors[row.card] for row in both.plays]
        assert both.solved and all(row.solved for row in both.plays) and high.solved
        for row, first in zip(both.plays, high.plays, strict=True):
            assert (row.lo, row.hi) == (min(first.value, values[row.card]), max(first.value, values[row.card]))
        wide += not both.exact
        told = both.to_dict()
        assert (told["lo"], told["hi"], told["exact"], told["solved"]) == (both.lo, both.hi, both.exact, True)
        nodes = max(1, both.nodes // 2)
        cut = solve(position, Limit(nodes=nodes), ties="both")
        assert cut.nodes <= nodes + 100  # each search counts the nodes that it is leaving
        for row in cut.plays:
            full = next(r for r in both.plays if r.card == row.card)
            assert row.lo <= full.lo <= full.hi <= row.hi
            assert row.solved == (row.exact or bool(row.vector and row.other_vector))
        cuts += not cut.solved
        assert cut.solved or cut.lo < cut.hi
    assert wide > 2 and cuts > 2
    with pytest.raises(TricornError, match="ties 'last' is not one of"):
        solve(opening(1, 4), ties="last")
    for ties in ("both", "lowest"):
        with pytest.raises(TricornError, match=f"ties '{ties}': method 'paranoid' knows no tie orders"):
            solve(opening(1, 4), method="paranoid", ties=ties)
    assert solve(opening(1, 4), method="paranoid", ties="highest").method == "paranoid"
