"""Random playouts in C: fair choices under the rules of the reference; random games; and the benchmarks run."""

import importlib.util
import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scale import scaled
from tables import random_positions
from tricorn import games
from tricorn._deals import random_games
from tricorn.source import action_of, source_of

ROOT = Path(__file__).parent.parent


@cache
def moments(position: Any, seat: int) -> tuple[float, float]:
    """Mean and mean square of what a seat has at the end when everybody plays any legal card, all equally likely."""
    if position.to_move is None:
        value = float(brought(position, seat))
        return value, value * value
    after = [moments(position.play(text), seat) for text in position.legal()]
    return sum(mean for mean, _ in after) / len(after), sum(square for _, square in after) / len(after)


def brought(position: Any, seat: int) -> int:
    """Tricks of the seat's side; in Rassi its penalty without the multiplier."""
    if hasattr(position, "multipliers"):
        return int(position.result().points[seat] // position.multipliers[seat])
    sides = getattr(position, "sides", range(position.seats))
    return sum(tricks for tricks, side in zip(position.taken, sides, strict=True) if side == sides[seat])


def cards_left(view: Any) -> int:
    return max(view.sizes) if hasattr(view, "sizes") else int(view.tricks_left)


@pytest.mark.parametrize(("game", "most"), [("russi", 3), ("ruffe", 2), ("rassi", 3)])
def test_random_playouts_choose_fairly(game: str, most: int) -> None:
    """In every world the expectation of random play is enumerated by the reference rules; playouts must fit their sum."""
    worlds, gap, spread, used = games.load(game).worlds, 0.0, 0.0, 0
    for position in random_positions(game, "play", scaled(150, 3000), seed=91):
        view = position.view(position.to_move)
        if not 1 < cards_left(view) <= most or view.seats > (3 if game == "rassi" else 4):
            continue
        text = view.legal()[-1]
        before = 0 if game == "rassi" else brought(position, view.seat)
        values = np.zeros((20, 1), np.int16)
        source_of(view).rollouts([action_of(view, text)], None, 17, 0, values)
        for index in range(20):
            mean, square = moments(worlds.sample(view, 17, index).play(text), view.seat)
            gap += values[index, 0] + before - mean
            spread += square - mean * mean
        used += 1
    assert used >= 5
    assert abs(gap) <= 4.5 * math.sqrt(spread) + 1e-9


@pytest.mark.parametrize(("number", "seats", "plies"), [(0, 2, (52, 52)), (1, 4, (48, 49)), (2, 2, (12, 18)), (2, 9, (54, 54))])
def test_random_games_are_whole_and_repeatable(number: int, seats: int, plies: tuple[int, int]) -> None:
    assert random_games(number, 1, 0, 300, seats) == random_games(number, 1, 0, 300, seats)
    assert random_games(number, 1, 0, 300, seats) != random_games(number, 2, 0, 300, seats)
    for first in range(20):
        done, _ = random_games(number, 3, first, 1, seats)
        assert plies[0] <= done <= plies[1]
    parts = [random_games(number, 1, first, 100, seats) for first in (0, 100, 200)]
    assert tuple(map(sum, zip(*parts, strict=True))) == random_games(number, 1, 0, 300, seats)


def test_random_games_of_no_game() -> None:
    with pytest.raises(ValueError, match="not a game"):
        random_games(3, 1, 0, 1)


def benchmark(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.source
def test_playouts_are_quick() -> None:
    module = benchmark("playouts")
    assert all(module.plies_per_s(game, 2000) > 3e6 for game in module.GAMES)


@pytest.mark.source
def test_openspiel_is_slower() -> None:
    pytest.importorskip("pyspiel")
    found = benchmark("ismcts_openspiel").compare(500, 1)
    assert found["ratio"] > 1
