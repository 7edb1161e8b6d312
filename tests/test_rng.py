"""The random streams: numpy's Philox gives the same bits, and every draw is uniform."""

import itertools

import numpy as np
import pytest
from scipy.stats import chisquare

from tricorn import _rng

STREAMS = [(0, 0, 0), (1, 2, 3), (2**64 - 1, 2**63, 7), (12345, 2**64 - 1, 0)]


@pytest.mark.parametrize(("seed", "world", "purpose"), STREAMS)
def test_same_bits_as_numpy(seed: int, world: int, purpose: int) -> None:
    numpy = np.random.Philox(
        key=np.array([seed, 0], dtype=np.uint64), counter=np.array([0, 0, world, purpose], dtype=np.uint64)
    )
    assert [int(word) for word in numpy.random_raw(1001)] == _rng.raw(seed, world, 1001, purpose)


def test_streams_differ() -> None:
    keys = itertools.product(range(10), range(10), range(3))
    assert len({tuple(_rng.raw(seed, world, 4, purpose)) for seed, world, purpose in keys}) == 300


def test_below_is_uniform() -> None:
    for bound in (2, 3, 7, 52, 1000):
        draws = _rng.below(5, bound, bound, 20 * bound + 20_000)
        assert chisquare(np.bincount(draws, minlength=bound)).pvalue > 1e-4
    assert max(_rng.below(1, 1, 2**64 - 1, 100)) > 2**60


def test_shuffles_are_uniform() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for world in range(24_000):
        order = tuple(_rng.shuffled(9, world, 4))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize(("seed", "world"), [(-1, 0), (0, -1), (2**64, 0)])
def test_seeds_out_of_range(seed: int, world: int) -> None:
    with pytest.raises(ValueError, match="0 to 2"):
        _rng.raw(seed, world, 1)


def test_nothing_to_draw_from() -> None:
    with pytest.raises(ValueError, match="bound 0"):
        _rng.below(1, 1, 0, 1)
