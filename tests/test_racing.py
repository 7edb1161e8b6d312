"""Racing: the error rate over all looks and plays, what it leaves as it was, and that it can be turned off."""

from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest

from scale import scaled
from tables import random_positions
from tricorn import Limit, games, rassi
from tricorn.advising import RACED_WORLDS, advise
from tricorn.racing import Race


def gaps_of(kind: str, rng: np.random.Generator, worlds: int, plays: int) -> Any:
    """Values in 0..50 of plays whose true means are all alike: the hardest case for not dropping the first one."""
    if kind == "even":
        return 50 * rng.integers(0, 2, (worlds, plays))
    if kind == "rare":  # play 0 makes up for being worse in few worlds: the gap is skewed against it
        values = np.ones((worlds, plays), int)
        values[:, 0] = 50 * (rng.random(worlds) < 0.02)
        return values
    return np.clip(rng.integers(0, 51, (worlds, 1)) + rng.integers(-8, 9, (worlds, plays)), 0, 50)


@pytest.mark.parametrize("kind", ["even", "rare", "common"])
@pytest.mark.parametrize("error", [0.05, 0.3])
def test_the_best_play_is_dropped_no_more_often_than_stated(kind: str, error: float) -> None:
    rng = np.random.default_rng(5)
    races, dropped = scaled(300, 5000), 0
    for _ in range(races):
        race, at = Race(5, 50, error), 0
        values = gaps_of(kind, rng, 1024, 5)
        while at < len(values) and 0 in race.left:
            end = race.next_look(at)
            race.look(values[at:end][:, race.left])
            at = end
        dropped += 0 not in race.left
    assert dropped <= races * error + 3 * (races * error * (1 - error)) ** 0.5


def test_looking_at_a_plain_interval_again_and_again_errs_more() -> None:
    """What the bound is for: the same looks at paired 95 % intervals drop the best play far more often."""
    rng, wrong, races = np.random.default_rng(6), 0, 300
    for _ in range(races):
        gaps = gaps_of("even", rng, 1024, 2) @ np.array([1, -1])
        looks = [32 * 2**k for k in range(6)]
        wrong += any(gaps[:n].mean() + 1.96 * gaps[:n].std() / n**0.5 < 0 for n in looks)
    assert wrong / races > 0.06


def test_worse_plays_are_dropped_and_one_stays() -> None:
    race = Race(4, span=12)
    rng = np.random.default_rng(1)
    values = rng.integers(3, 8, (200, 1)) + np.array([0, 1, -3, 0]) + rng.integers(0, 2, (200, 4))
    race.look(values)
    assert race.left == (1,)
    race.look(values[:, :1])
    assert race.left == (1,)


def test_the_capital_is_what_betting_world_after_world_makes() -> None:
    """Against the product of the definition, in one look or many."""
    rng = np.random.default_rng(2)
    for _ in range(50):
        values, shift = rng.integers(0, 8, (60, 2)), int(rng.integers(0, 4))
        values[:, 0] += shift
        told = Race(2, 12), Race(2, 12)
        told[0].look(values)
        for start in range(0, 60, 20):
            told[1].look(values[start : start + 20][:, told[1].left])
        gaps = (values[:, 0] - values[:, 1]) / 12
        stakes, parts = (1, 1 / 2, 1 / 4, 1 / 8, 1 / 16), (1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 16)
        capital = sum(part * np.prod(1 + stake * gaps) for stake, part in zip(stakes, parts, strict=True))
        assert (told[0].left == (0,)) == (capital >= 20)
        if told[0].left == (0,):
            assert told[1].left == (0,)


def test_a_bet_that_lost_all_stays_lost() -> None:
    race = Race(2, 4)
    race.look(np.array([[0, 4], [4, 0]] + [[3, 2]] * 6))
    assert race.left == (0, 1)
    race.look(np.array([[4, 0]] * 40))
    assert race.left == (0,)


def views(game: str, count: int) -> Any:
    for position in random_positions(game, "play", count, 31):
        view = position.view(position.to_move)
        if len(set(view.legal()) - (view.equals().keys() - set(view.equals().values()))) > 2:
            yield view


def told(view: Any, worlds: int, **settings: Any) -> dict[str, Any]:
    nodes = 100 if games.name_of(view) == "russi" else 1000
    found = advise(view, Limit(worlds=worlds, nodes=nodes, seed=4), method="worlds", **settings).to_dict()
    return {**found, "time_s": ANY}


@pytest.mark.parametrize("game", games.NAMES)
def test_survivors_are_told_as_without_racing(game: str) -> None:
    dropped = 0
    for view in views(game, scaled(8, 60)):
        fast, plain = told(view, 2 * RACED_WORLDS[game]), told(view, 2 * RACED_WORLDS[game], racing=False)
        assert all(row["visits"] == plain["worlds"] for row in plain["plays"])
        assert told(view, 2 * RACED_WORLDS[game], threads=3) == fast
        # What the budget leaves open may be valued better where fewer plays share it.
        whole = plain["solved"] == plain["worlds"] and fast["solved"] == fast["worlds"]
        for row in fast["plays"]:
            other = next(one for one in plain["plays"] if one["card"] == row["card"])
            if row["visits"] < fast["worlds"]:
                dropped += 1
                assert not row["tied"] and row["visits"] in [64 * 2**k for k in range(7)]
            elif whole:
                rounded = ("stderr", "ci")
                assert all(row[name] == pytest.approx(other[name]) for name in rounded)
                anything = dict.fromkeys((*rounded, "tied"), ANY)
                assert {**row, **anything} == {**other, **anything}
        visits = [row["visits"] for row in fast["plays"]]
        assert visits[0] == fast["worlds"]
        assert fast["nodes"] <= plain["nodes"] or not whole
        if whole:
            assert fast["best"] == plain["best"]
    assert dropped


def test_the_mean_of_a_dropped_play_is_that_of_the_worlds_it_saw() -> None:
    seen = 0
    for seed in range(20):
        position = rassi.deal(seed, players=4)
        while position.phase != "play":
            position = position.play("keep")
        view = position.view(position.to_move)
        advice = advise(view, Limit(worlds=2000, seed=2), method="worlds")
        for row in advice.plays:
            found = rassi.worlds.evaluate(view, [row.card], seed=2, first=0, count=row.visits)
            column = found.values[:, 0].astype(float)
            assert row.mean == pytest.approx(column.mean())
            assert row.stderr == pytest.approx(column.std(ddof=1) / row.visits**0.5)
            assert row.last == pytest.approx((column > 0).mean())
            seen += row.visits < 2000
    assert seen > 5


@pytest.mark.parametrize("game", games.NAMES)
def test_a_play_is_worth_the_same_beside_fewer_others(game: str) -> None:
    for view in views(game, scaled(10, 200)):
        plays, evaluate = view.legal(), games.load(game).worlds.evaluate
        about = {"seed": 1, "first": 0, "count": 3, "nodes": 20_000}
        whole, part = evaluate(view, plays, **about), evaluate(view, plays[1::2], **about)
        both = whole.solved & part.solved
        assert (whole.values[:, 1::2][both] == part.values[both]).all()
        assert part.nodes <= whole.nodes or not both.all()
        assert (part.lo <= part.values).all()
        assert (part.values <= part.hi).all()


def test_few_worlds_and_turned_off_it_does_nothing() -> None:
    for view in views("rassi", 8):
        for worlds, settings in ((RACED_WORLDS["rassi"] - 1, {}), (2000, {"racing": False})):
            advice = advise(view, Limit(worlds=worlds, seed=3), method="worlds", **settings)
            assert {row.visits for row in advice.plays} == {advice.worlds}


def test_under_a_time_limit_the_survivors_saw_all_worlds() -> None:
    for view in views("rassi", 4):
        advice = advise(view, Limit(time_s=0.1), method="worlds")
        assert advice.plays[0].visits == advice.worlds
