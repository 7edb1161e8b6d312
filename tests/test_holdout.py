"""The winner's curse: the mean of the chosen play is too good, the held-out mean is not."""

import numpy as np
import pytest

from scale import scaled
from tables import random_positions
from tricorn import Limit, russi
from tricorn.advising import advise
from tricorn.holdout import held_out


@pytest.mark.parametrize("spread", [0.0, 0.1])
def test_the_bias_of_the_maximum_vanishes(spread: float) -> None:
    """Plays of equal and of slightly different worth under noise: reported against true worth of what is chosen."""
    rng = np.random.default_rng(3)
    plain, fresh, errors = [], [], []
    true = np.linspace(-spread, spread, 8)
    for _ in range(scaled(2000, 20000)):
        values = true + rng.normal(0, 1, (40, 8))
        means = values.mean(axis=0)
        best = int(means.argmax())
        mean, error = held_out(values, values)
        plain.append(means[best] - true[best])
        fresh.append(mean - true[best])
        errors.append(error)
    luck, bias, noise = np.mean(plain), np.mean(fresh), np.std(fresh) / len(fresh) ** 0.5
    assert luck > 0.15
    assert abs(bias) < 3 * noise + 0.006, "what a choice by one world fewer is worth less"
    assert np.mean(errors) == pytest.approx(1 / 40**0.5, rel=0.1)


def test_weights_count() -> None:
    rng = np.random.default_rng(4)
    values = rng.normal(0, 1, (12, 3))
    shares = np.array([2.0] * 6 + [1.0] * 6) / 18
    by_hand = []
    for world in range(12):
        rest = np.delete(shares, world) @ np.delete(values, world, axis=0)
        by_hand.append(values[world, rest.argmax()])
    mean, error = held_out(values, values, shares)
    assert mean == pytest.approx(shares @ np.array(by_hand))
    assert error > 0
    assert held_out(values, values, np.full(12, 1 / 12)) == pytest.approx(held_out(values, values))


def test_less_is_better_where_the_goal_says_so() -> None:
    values = np.array([[3.0, 1.0]] * 4)
    assert held_out(values, -values) == (1.0, 0.0)
    with pytest.raises(ValueError, match="two worlds"):
        held_out(values[:1], values[:1])


@pytest.mark.parametrize("game", ["russi", "ruffe", "rassi"])
def test_an_advice_carries_both(game: str) -> None:
    lower = 0.0
    for position in random_positions(game, "play", scaled(10, 100), 41):
        view = position.view(position.to_move)
        advice = advise(view, Limit(worlds=20, nodes=200, seed=1), method="worlds")
        if advice.worlds == 1 or advice.exact:
            assert advice.held_out is None
            continue
        assert advice.held_out is not None
        assert advice.held_out_stderr is not None
        gap = (advice.plays[0].mean - advice.held_out) * (-1 if game == "rassi" else 1)
        lower += gap
        if len(advice.plays) == 1:
            assert gap == pytest.approx(0)
        assert advice.to_dict()["held_out"] == advice.held_out
        one = advise(view, Limit(worlds=1, nodes=200), method="worlds")
        assert one.held_out is None
    assert lower > 0


def test_where_every_world_was_looked_at_nothing_is_held_out() -> None:
    """Whether all were solved or not, and however they are weighted."""
    seen = 0
    for position in random_positions("russi", "play", scaled(150, 1000), 42):
        view = position.view(position.to_move)
        total = russi.worlds.count(view)
        if not 1 < total <= 300 or len(view.legal()) < 2:
            continue
        seen += 1
        for method in ("worlds", "weighted"):
            for nodes in (1, 5000):
                whole = advise(view, Limit(worlds=300, nodes=nodes), method=method)
                assert whole.worlds == total
                assert whole.held_out is None
        if total > 3:
            assert advise(view, Limit(worlds=total - 1, nodes=1), method="worlds").held_out is not None
    assert seen > 3
