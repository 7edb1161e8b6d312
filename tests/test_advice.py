"""Advice: its rows, ties, limits, cancelling, and how it treats bad requests. The values are recomputed by hand."""

import json
import math
import threading
import time
from random import Random
from typing import Any

import numpy as np
import pytest

from scale import scaled
from tables import GAME_PHASES, random_positions
from tricorn import Advice, Limit, Stop, games, rassi, russi
from tricorn.advising import advise
from tricorn.errors import TricornError
from tricorn.players import parse_player
from tricorn.russi.listing import listing
from tricorn.summary import student


def views(game: str, phase: str, count: int, seed: int) -> list[Any]:
    return [position.view(position.to_move) for position in random_positions(game, phase, count, seed)]


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_rows_are_those_of_the_worlds(game: str, phase: str) -> None:
    for view in views(game, phase, scaled(4, 50), 21):
        limit = Limit(worlds=20, nodes=100, seed=3)
        advice = advise(view, limit, method="worlds")
        assert isinstance(advice, Advice)
        assert (advice.game, advice.seat, advice.seed) == (game, view.seat, 3)
        cards = tuple(row.card for row in advice.plays)
        assert set(cards) <= set(view.legal())
        if phase != "discard":
            assert {*cards, *(other for row in advice.plays for other in row.equals)} == set(view.legal())
        if phase == "discard":  # one table serves all discards of a world: the order in which they are valued matters
            order = tuple(action for action, _ in games.load(game).best_discards(view, 30))
        else:
            order = tuple(action for action in view.legal() if action in cards)
        assert sorted(order) == sorted(cards)
        listed = listing(view, 20) if game == "russi" else None
        numbers = None if listed is None else listed.numbers(3, 0, advice.worlds)
        found = games.load(game).worlds.evaluate(
            view, order, seed=3, first=0, count=advice.worlds, nodes=100, stop=Stop(), numbers=numbers
        )
        assert advice.solved == int(found.solved.sum())
        assert (found.lo <= found.values).all()
        assert (found.values <= found.hi).all()
        columns = dict(zip(order, found.values.T.astype(float), strict=True))
        for row in advice.plays:
            column = columns[row.card]
            assert row.mean == pytest.approx(column.mean())
            assert sum(row.dist.values()) == pytest.approx(1)
            assert sum(value * share for value, share in row.dist.items()) == pytest.approx(row.mean)
            assert row.lo <= row.ci[0] <= row.mean <= row.ci[1] <= row.hi
            if advice.worlds > 1 and not row.exact:
                assert row.stderr == pytest.approx(column.std(ddof=1) / math.sqrt(len(column)))
            if game == "russi":
                assert row.win is not None and row.draw is not None and row.win + row.draw <= 1 + 1e-12
            if game == "rassi":
                assert row.last == pytest.approx((column > 0).mean())
        means = [row.mean for row in advice.plays]
        assert means == sorted(means, reverse=game != "rassi")
        assert advice.best == advice.ties[0] == advice.plays[0].card
        assert json.loads(json.dumps(advice.to_dict(), allow_nan=False))["best"] == advice.best


def test_equal_plays_are_told_together() -> None:
    position = rassi.deal(seed=3, players=4)
    while position.phase != "play":
        position = position.play("keep")
    view = position.view(position.to_move)
    advice = view.advise(Limit(worlds=5))
    shown = [card for row in advice.plays for card in (row.card, *row.equals)]
    assert sorted(shown) == sorted(view.legal())
    assert all(len({card[1] for card in (row.card, *row.equals)}) == 1 for row in advice.plays)


def test_a_single_world_is_exact() -> None:
    """When every other card has been seen, the advice is the solution."""
    found = 0
    for seed in range(40):
        position = russi.deal(seed=seed)
        while position.tricks_left > 4 or position.led is not None:
            position = position.play(position.legal()[-1])
        view = position.view(position.to_move)
        advice = view.advise(Limit(worlds=3))
        if advice.consistent != 1:
            continue
        found += 1
        assert advice.exact
        assert advice.worlds == 1
        solved = {card: row.value for row in position.solve().plays for card in (row.card, *row.equals)}
        assert all(solved[row.card] == row.mean == row.lo == row.hi for row in advice.plays)
    assert found > 5


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_a_time_limit_is_kept(game: str, phase: str) -> None:
    for view in views(game, phase, 2, 22):
        view.advise(Limit(worlds=1, nodes=10))  # numpy and scipy are loaded now
        started = time.monotonic()
        advice = view.advise(Limit(time_s=0.1, seed=1), threads=2)
        assert advice.worlds >= 1
        assert time.monotonic() - started < 2, "generous: shared machines; the benchmark measures the overrun"


def test_cancel_and_progress() -> None:
    view = russi.deal(seed=2).view(0)
    stop, told = Stop(), []
    threading.Timer(0.2, stop.set).start()
    started = time.monotonic()
    advice = view.advise(Limit(worlds=1_000_000), stop=stop, progress=lambda done, wanted: told.append((done, wanted)))
    assert time.monotonic() - started < 10
    assert 1 <= advice.worlds < 1_000_000
    assert told == sorted(told)
    assert all(wanted == 1_000_000 for _, wanted in told) or not told


def test_a_raised_flag_still_gives_an_answer() -> None:
    stop = Stop()
    stop.set()
    assert russi.deal(seed=2).view(0).advise(Limit(worlds=10), stop=stop).worlds == 1


def test_bad_requests() -> None:
    position = russi.deal(seed=1)
    with pytest.raises(TricornError, match="seat 1 is not to move"):
        position.view(1).advise()
    with pytest.raises(TricornError, match="threads 0"):
        position.view(0).advise(threads=0)
    with pytest.raises(TricornError, match=r"limit: time_s '1' must be a number above 0; worlds 2.5 must .*; seed True must"):
        Limit(time_s="1", worlds=2.5, seed=True)  # type: ignore[arg-type]


def test_more_worlds_make_the_interval_narrower() -> None:
    view = rassi.deal(seed=8, players=3).view(1)
    few, many = (advise(view, Limit(worlds=count), method="worlds").plays[0] for count in (30, 3000))
    assert np.diff(many.ci) < np.diff(few.ci)


def test_a_stopped_pool_keeps_a_prefix_of_the_worlds() -> None:
    """Worlds that happen to be quick are not kept before slower ones that the flag cut: that would be a biased sample."""
    from tricorn.rounds import blocks_of
    from tricorn.worldvalues import WorldValues

    def value(first: int, count: int, stop: Stop) -> WorldValues:
        if first == 32:  # a slow block: cut by the flag in its fifth world
            while not stop.is_set():
                time.sleep(0.001)
            count = 5
        elif first >= 96:
            stop.set()
        column = np.arange(first, first + count, dtype=np.int16)[:, None]
        return WorldValues(column, column, column, np.ones(count, dtype=bool), 1)

    blocks = blocks_of(value, 0, 1000, 16, 3, Stop(), None, 0)
    assert [int(number) for block in blocks for number in block.values[:, 0]] == list(range(37))


def test_the_ending_of_two_players_is_a_mixed_strategy() -> None:
    rng = Random(3)
    mixed = 0
    for seed in range(scaled(12, 200)):
        position = rassi.deal(seed=seed, players=2)
        while position.to_move is not None and max(hand.bit_count() for hand in position.hands) > 3:
            position = position.play(rng.choice(position.legal()))
        while position.to_move is not None and len(position.legal()) < 2:
            position = position.play(position.legal()[0])
        if position.to_move is None:
            continue
        view = position.view(position.to_move)
        advice = view.advise(Limit(worlds=20, seed=2))
        if advice.exploitability is None:
            continue
        mixed += 1
        assert advice.exploitability <= 0.003
        shares = [row.share or 0.0 for row in advice.plays]
        assert sum(shares) == pytest.approx(1)
        assert shares == sorted(shares, reverse=True)
        means = {row.card: row.mean for row in advise(view, Limit(worlds=20, seed=2), method="worlds").plays}
        for row in advice.plays:
            assert row.tied == (row.share is not None and row.share >= 0.01)
            assert 0 <= row.mean <= 13 * view.multipliers[view.seat]
            if not row.tied or row.safe:  # never chosen: what follows it is not part of the strategy
                assert row.mean == means[row.card]
            if row.safe:
                assert row.mean == 0
        assert parse_player("default:worlds=5").choose(view, 4) == parse_player("default:worlds=5").choose(view, 4)
        plain = advise(view, Limit(worlds=20, seed=2), method="worlds")
        assert plain.exploitability is None
        assert {row.card for row in plain.plays} == {row.card for row in advice.plays}
        cut = Stop()
        cut.set()
        assert view.advise(Limit(worlds=20, seed=2), stop=cut).exploitability is None, "no iteration, no shares"
    assert mixed > 3
    for view in (russi.deal(1).view(0), rassi.deal(1, 3).view(1)):
        with pytest.raises(TricornError, match="method 'equilibrium'"):
            advise(view, Limit(worlds=2), method="equilibrium")
    with pytest.raises(TricornError, match="none of worlds"):
        advise(russi.deal(1).view(0), method="guess")


def test_students_t_is_that_of_scipy() -> None:
    from scipy.special import stdtrit

    for count in (2, 2.5, 3, 10, 29, 29.9, 30, 30.1, 47.3, 100, 1000, 10**6):
        assert student(count) == pytest.approx(float(stdtrit(count - 1, 0.975)), abs=1e-6), count
    assert student(1) == 1
