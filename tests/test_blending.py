"""Worlds searched and worlds played out as one sample: the weights, what goes in, and what the answer may know."""

from random import Random
from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest

from scale import scaled
from tables import GAME_PHASES, random_positions, reshuffled
from tricorn import Limit, Stop, games, rassi, russi
from tricorn.advising import advise
from tricorn.blending import FIRST, PLAYED, SHARE, TRICKS, blended
from tricorn.errors import TricornError
from tricorn.inference import thrown, usual, weighed
from tricorn.players import Blended, parse_player
from tricorn.recursive import Playouts
from tricorn.worldvalues import WorldValues


def told(view: Any, worlds: int = 6, method: str | None = "blended", **settings: Any) -> dict[str, Any]:
    limit = Limit(worlds=worlds, nodes=60, seed=5)
    return {**advise(view, limit, method=method, **settings).to_dict(), "time_s": ANY}


def part(values: list[list[int]], logs: list[float] | None = None) -> WorldValues:
    table = np.array(values, np.int16)
    weights = None if logs is None else np.array(logs)
    return WorldValues(table, table, table, np.ones(len(table), np.bool_), 1, posterior=weights, uniform=weights)


@pytest.mark.parametrize("logs", [None, [0.0, 700.0, 699.0]])
def test_each_kind_has_its_share_of_the_weight(logs: list[float] | None) -> None:
    found = blended(part([[1], [2], [3]], logs), part([[10]] * 20))
    assert found.posterior is not None and found.uniform is not None
    for weights in (found.posterior, found.uniform):
        assert np.exp(weights[:3]).sum() == pytest.approx(1 - SHARE)
        assert np.exp(weights[3:]).sum() == pytest.approx(SHARE)
    mean = 2.0 if logs is None else (2 * np.e + 3) / (np.e + 1)
    assert np.exp(found.posterior) @ found.values[:, 0] == pytest.approx((1 - SHARE) * mean + SHARE * 10)
    assert found.nodes == 2


@pytest.mark.parametrize("game", games.NAMES)
def test_means_are_those_of_the_two_methods(game: str) -> None:
    checked = 0
    for position in random_positions(game, "play", scaled(10, 200), seed=61):
        view = position.view(position.to_move)
        found = advise(view, Limit(worlds=6, nodes=60, seed=5), method="blended")
        if found.how != "blended":
            assert games.load(game).worlds.count(view) == 1
            continue
        soft = usual(view)
        searched = advise(view, Limit(worlds=6, nodes=60, seed=5), method="weighted")
        means = {row.card: row.mean for row in searched.plays}
        count, cards = PLAYED * searched.worlds, [row.card for row in found.plays]
        playouts = Playouts(view, None, thrown(view) if found.effective is not None else None)
        played = playouts.values(cards, 5, FIRST, count)
        weights = np.full(count, 1 / count)
        if found.effective is not None:
            logs = weighed(view, played, 5, range(FIRST, FIRST + count), soft).posterior
            assert logs is not None
            weights = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
        assert found.worlds == searched.worlds + count
        assert found.solved == searched.solved
        for row, column in zip(found.plays, played.values.T, strict=True):
            assert row.mean == pytest.approx((1 - SHARE) * means[row.card] + SHARE * weights @ column)
        checked += 1
    assert checked > 3


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_shuffling_the_hidden_cards_changes_nothing(game: str, phase: str) -> None:
    random = Random(f"blended {game} {phase}")
    changed = 0
    for position in random_positions(game, phase, scaled(6, 300), seed=62):
        other = reshuffled(position, position.to_move, random)
        changed += other != position
        for method in ("blended", None):
            assert told(position.view(position.to_move), 3, method) == told(other.view(other.to_move), 3, method)
    assert changed


@pytest.mark.parametrize("game", games.NAMES)
def test_neither_threads_nor_how_it_is_asked_matter(game: str) -> None:
    for position in random_positions(game, "play", scaled(3, 60), seed=63):
        view = position.view(position.to_move)
        one = told(view, 40)
        assert told(view, 40, threads=3) == one
        assert told(type(view).from_json(view.to_json()), 40) == one


def test_early_in_russi_unasked() -> None:
    position: Any = russi.deal(seed=3)
    hows = []
    while position.to_move is not None:
        view = position.view(position.to_move)
        if len(view.legal()) > 1:
            advice = advise(view, Limit(worlds=4, nodes=60, seed=1))
            assert advice.how == ("blended" if view.tricks_left >= TRICKS["russi"] else "worlds" if advice.exact else "weighted")
            hows.append(advice.how)
            if advice.how == "blended":
                assert "half of the weight" in advice.method and "plays like `fast`" in advice.assumes
                told_something = bool(view.record)
                assert ("weighted by what was played" in advice.method) == told_something
                assert (advice.plays[0].uniform is not None) == (advice.effective is not None) == told_something
        position = position.play(view.legal()[0])
    assert set(hows) >= {"blended", "weighted"}


def test_errors_are_those_of_two_independent_samples() -> None:
    """The standard error stated, in the mean square, against how the mean does vary from seed to seed."""
    view = russi.deal(seed=3).view(0)
    play, means, errors = view.legal()[0], [], []
    for seed in range(scaled(60, 400)):
        row = next(row for row in advise(view, Limit(worlds=3, nodes=1, seed=seed)).plays if row.card == play)
        assert row.stderr is not None
        means.append(row.mean)
        errors.append(row.stderr)
    assert np.sqrt(np.mean(np.square(errors))) == pytest.approx(np.std(means, ddof=1), rel=0.35)
    single = advise(view, Limit(worlds=1, nodes=1))
    assert single.plays[0].stderr is None and single.held_out is None, "one world searched tells no error"
    assert all(row.tied for row in single.plays)


def test_a_flag_or_a_clock_still_gives_an_answer() -> None:
    view = russi.deal(seed=3).view(0)
    stop = Stop()
    stop.set()
    advice = advise(view, Limit(worlds=500), stop=stop)
    assert advice.how == "worlds" and advice.worlds == 1, "one world, searched"
    assert advise(view, Limit(time_s=0.02)).best in view.legal()


def test_settings() -> None:
    player = parse_player("blended:worlds=4:temperature=3000")
    assert isinstance(player, Blended) and player.temperature == 3000
    view = russi.deal(seed=3).view(0)
    assert player.choose(view, 1) in view.legal()
    position = rassi.deal(seed=1, players=3)
    with pytest.raises(TricornError, match="points only"):
        advise(position.view(position.to_move), method="blended", utility="match")


def test_two_players_of_rassi_lose_the_difference() -> None:
    """Worlds played out tell the own penalty only."""
    position: Any = rassi.deal(seed=2, players=2)
    while position.phase != "play":
        position = position.play("keep")
    view = position.view(position.to_move)
    assert advise(view, Limit(worlds=5)).plays[0].difference is not None
    assert advise(view, Limit(worlds=5), method="blended").plays[0].difference is None


def test_worlds_played_out_are_weighed_too() -> None:
    position: Any = russi.deal(seed=4)
    for _ in range(6):
        position = position.play(position.legal()[-1])
    view = position.view(position.to_move)
    found = weighed(view, Playouts(view).values(view.legal(), 1, 0, 50), 1, range(50))
    assert found.posterior is not None and np.ptp(found.posterior) > 0
