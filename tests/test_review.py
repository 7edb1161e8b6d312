"""Deal review: values before and after each play, regret, totals; bounds where the search is cut short."""

import json
from itertools import pairwise
from typing import Any

import pytest

from cli_run import Cli
from tricorn import Limit, games
from tricorn._rng import below
from tricorn_analysis.review import Review, replayed, review

SIZES = {"russi": 12, "ruffe": 24, "rassi": 99}  # actions reviewed, at the end of a deal


def played(game: str, seed: int, **options: Any) -> Any:
    """A whole deal with plays drawn at random."""
    position: Any = games.load(game).deal(seed, **options)
    while not position.is_over:
        actions = position.legal()
        position = position.play(actions[below(seed, len(position.record), len(actions), 1, 7)[0]])
    return position


def ending(deal: Any, actions: int) -> Any:
    """The last actions of a deal as a deal of its own."""
    positions = replayed(deal)
    start = positions[max(0, len(positions) - 1 - actions)]
    return start, deal.record[len(start.record) :]


def naive_rows(deal: Any) -> list[tuple[int, int, int] | None]:
    """(before, after, regret) of each play, by solving every position and every position it leads to on its own."""
    rows: list[tuple[int, int, int] | None] = []
    for position, action in zip(replayed(deal)[:-1], deal.record, strict=True):
        if position.phase not in ("play", "discard"):
            rows.append(None)
            continue
        solution = position.solve()
        values = {card: row.value for row in solution.plays for card in (row.card, *row.equals)}
        rows.append((solution.value, values[action], abs(solution.value - values[action])))
    return rows


def small_deals(game: str) -> list[Any]:
    """Endings that are solved at once, each with its record."""
    if game == "russi":
        data = []
        for seed in range(3):
            start, rest = ending(played("russi", seed), 16)
            now = start.now
            from tricorn.russi import Position
            from tricorn.russi.rules import Layout

            data.append(Position(Layout(now.hands, now.piles, now.leader, None, now.taken), rest))
        return data
    if game == "ruffe":
        from tricorn.ruffe import Position as Ruffe
        from tricorn.ruffe import Rules

        found = []
        for seed, rules in enumerate((Rules(), Rules(follow="suit-or-trump"), Rules("3-long"), Rules("2-long"))):
            start, rest = ending(played("ruffe", seed, rules=rules), 6 * rules.seats)
            found.append(
                Ruffe.ending(rules, start.hands, start.leader, start.trump, taken=start.taken, sides=start.sides, record=rest)
            )
        return found
    return [played("rassi", seed, players=2 + seed) for seed in range(4)]


def test_a_discard_has_a_value_too() -> None:
    deal = next(found for seed in range(1, 9) if (found := played("ruffe", seed)).record[0].startswith("discard"))
    found = review(deal)
    assert found.exact
    assert found.plays[0].before == (deal_value := replayed(deal)[0].solve().lo, deal_value)
    assert found.plays[0].after is not None
    after: Any = replayed(deal)[1]
    same_side = after.sides[after.to_move] == after.sides[found.plays[0].seat]
    value = after.solve().value
    assert found.plays[0].after[0] == (value if same_side else 12 - value)


@pytest.mark.parametrize("game", games.NAMES)
def test_values_and_regrets_are_those_of_separate_searches(game: str) -> None:
    for deal in small_deals(game):
        found = review(deal)
        assert found.exact
        rows = [None if row.before is None else (row.before[0], row.after[0], row.regret[0]) for row in found.plays]  # type: ignore[index]
        assert rows == naive_rows(deal)
        for row in found.plays:
            if row.regret is not None and row.regret[0] > 0:
                assert row.best != row.action
                assert row.best in replayed(deal)[row.number - 1].legal()
        totals = [sum(row.regret[0] for row in found.plays if row.regret and row.seat == seat) for seat in range(deal.seats)]
        assert found.totals == tuple((total, total) for total in totals)


@pytest.mark.parametrize("game", games.NAMES)
def test_bounds_hold_the_exact_values(game: str) -> None:
    for deal in small_deals(game):
        exact, rough = review(deal), review(deal, Limit(nodes=30))
        for row, bound in zip(exact.plays, rough.plays, strict=True):
            if row.before is None:
                assert bound.before is None
                continue
            for name in ("before", "after", "regret"):
                value, (lo, hi) = getattr(row, name)[0], getattr(bound, name)
                assert lo <= value <= hi, (deal, row, bound)


def test_a_whole_deal_of_russi_has_bounds_first_and_values_later() -> None:
    found = review(played("russi", 3), Limit(nodes=2000))
    assert not found.plays[0].exact
    assert all(row.exact for row in found.plays[-16:])
    assert not found.exact


def test_the_later_plays_narrow_the_earlier_ones() -> None:
    """With a budget too small for the first play, what the second is known to be worth bounds the first."""
    deal = small_deals("russi")[0]
    rows = review(deal, Limit(nodes=30)).plays
    left = replayed(deal)
    for row, after in pairwise(rows):
        here: Any = left[row.number - 1]
        then: Any = left[row.number]
        won = then.taken[row.seat] - here.taken[row.seat]
        lo, hi = after.before  # type: ignore[misc]
        share = (won + lo, won + hi) if after.seat == row.seat else (won + then.tricks_left - hi, won + then.tricks_left - lo)
        assert share[0] <= row.after[0] <= row.after[1] <= share[1]  # type: ignore[index]


def test_an_unfinished_deal(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    position = replayed(played("rassi", 1))[-9]
    run = Cli(monkeypatch, capsys)("review", "-", "--json", stdin=position.to_json())
    assert run.status == 0
    assert len(json.loads(run.out)["plays"]) == len(position.record)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: Any, game: str) -> None:
    cli = Cli(monkeypatch, capsys)
    deal = small_deals(game)[0]
    found: Review = review(deal)
    assert json.loads(cli("review", "-", "--json", stdin=deal.to_json()).out) == json.loads(json.dumps(found.to_dict()))
    text = cli("review", "-", stdin=deal.to_json()).out
    assert "regret in all: seat 0: " in text
    assert max(map(len, text.splitlines())) <= 80
