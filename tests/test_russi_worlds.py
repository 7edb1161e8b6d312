"""Worlds of Russi views: counted, drawn uniformly, consistent with the view, and valued exactly or within proven bounds."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.special import chdtrc

from russi_samples import play_randomly, random_position, random_start
from scale import scaled
from tricorn import Stop, russi
from tricorn._russi_worlds import sample as draw
from tricorn.cards import card_set, cards_of
from tricorn.errors import IllegalPlayError, NoWorldError
from tricorn.russi import Position, View, worlds


def everything(view):
    """All worlds of a view, by enumeration: (hand, cards under the piles)."""
    slots = view.covered_count(0) + view.covered_count(1)
    found = []
    for hand in combinations(list(cards_of(view.candidates)), view.opponent_hand_size):
        rest = [card for card in cards_of(view.unseen) if card not in hand]
        assert len(rest) == slots
        found += [(card_set(hand), down) for down in permutations(rest)]
    return found


def small_views(rng, most, void):
    """Views with 2 to `most` worlds, with or without suits that the opponent is known to lack."""
    while True:
        position = play_randomly(rng, Position(random_start(rng, rng.randint(4, 9))), rng.randint(2, 12))
        view = position.view(rng.randint(0, 1))
        if 2 <= worlds.count(view) <= most and any(view.void_suits) == void:
            yield view


def test_count_is_that_of_the_enumeration():
    rng = random.Random(1)
    for void in (False, True):
        for _, view in zip(range(scaled(10, 100)), small_views(rng, 800, void), strict=False):
            assert worlds.count(view) == len(set(everything(view)))


def test_sampler_is_uniform():
    """Chi-square against all worlds; two thirds of the cases with voids, those with tight ones among them."""
    rng = random.Random(2)
    tight = 0
    for number in range(scaled(12, 40)):
        view = next(small_views(rng, 150, number % 3 > 0))
        tight += view.candidates.bit_count() <= view.opponent_hand_size + 1
        every = everything(view)
        slots = view.covered_count(0) + view.covered_count(1)
        others = view.unseen & ~view.candidates
        expected = scaled(40, 200)
        seen = Counter()
        for index in range(expected * len(every)):
            hand, down = draw(view.candidates, others, view.opponent_hand_size, slots, number, index)
            seen[hand, tuple(down)] += 1
        assert set(seen) <= set(every)
        statistic = sum((seen[world] - expected) ** 2 / expected for world in every)
        assert chdtrc(len(every) - 1, statistic) > 1e-5, (number, statistic, len(every))
    assert tight >= 2


def test_sampled_world_gives_the_same_view():
    rng = random.Random(3)
    for number in range(scaled(500, 10_000)):
        position = random_position(rng)
        view = position.view(rng.randint(0, 1))
        world = worlds.sample(view, number, rng.getrandbits(40))
        assert world.view(view.seat) == view
        assert world.record == position.record


def test_streams():
    view = russi.deal(5).view(1)
    first = [worlds.sample(view, 1, index) for index in range(20)]
    assert first == [worlds.sample(view, 1, index) for index in range(20)]
    assert len(set(first)) == 20
    assert first[0] != worlds.sample(view, 2, 0)


def test_one_world():
    """No face-down card left: the opponent's hand is all that is unseen."""
    rng = random.Random(6)
    found = 0
    while found < 20:
        position = random_position(rng)
        view = position.view(rng.randint(0, 1))
        if worlds.count(view) == 1:
            found += 1
            assert worlds.sample(view, 1, found).now == position.now
            if view.legal():
                values = worlds.evaluate(view, view.legal(), seed=0, first=0, count=3, nodes=100_000)
                assert (values.values == values.values[0]).all()


def impossible():
    """A view as the constructor would never let it be: more cards in the opponent's hand than may be there."""
    view = play_randomly(random.Random(1), russi.deal(1), 4).view(0)
    broken = object.__new__(View)
    for name, value in (("start", view.start), ("record", view.record), ("rules", view.rules)):
        object.__setattr__(broken, name, value)
    object.__setattr__(broken, "now", replace(view.now, void=15))
    return broken


def test_no_world():
    view = impossible()
    assert worlds.count(view) == 0
    with pytest.raises(NoWorldError, match="unseen cards for"):
        worlds.sample(view, 0, 0)
    with pytest.raises(NoWorldError):
        worlds.evaluate(view, view.legal(), seed=0, first=0, count=1, nodes=10)
    with pytest.raises(ValueError, match="no world"):
        draw(0b11, 0, 3, 1, 0, 0)


def views_to_move(rng, tricks, count):
    while count:
        position = russi.deal(rng.getrandbits(40))
        position = play_randomly(rng, position, 2 * (26 - tricks) + rng.randint(0, 1))
        if position.to_move is not None:
            count -= 1
            yield position.view(position.to_move)


def test_values_are_those_of_the_solver():
    rng = random.Random(7)
    for tricks in (3, 6, 9, 12):
        for view in views_to_move(rng, tricks, scaled(4, 60)):
            actions = view.legal()
            found = worlds.evaluate(view, actions, seed=3, first=5, count=3, nodes=1_000_000)
            assert found.solved.all()
            for row in range(3):
                solution = worlds.sample(view, 3, 5 + row).solve()
                truth = {card: play.value for play in solution.plays for card in (play.card, *play.equals)}
                assert [truth[action] for action in actions] == found.values[row].tolist()
            assert (found.lo == found.values).all()
            assert (found.hi == found.values).all()


def test_bounds_under_a_small_budget_hold():
    rng = random.Random(8)
    unsolved = 0
    for view in views_to_move(rng, 13, scaled(6, 60)):
        actions = view.legal()
        truth = worlds.evaluate(view, actions, seed=1, first=0, count=4, nodes=10_000_000)
        for nodes in (1, 30, 300, 3_000):
            found = worlds.evaluate(view, actions, seed=1, first=0, count=4, nodes=nodes)
            assert (found.lo <= truth.values).all()
            assert (truth.values <= found.hi).all()
            assert (found.lo <= found.values).all()
            assert (found.values <= found.hi).all()
            assert (found.solved == (found.lo == found.hi).all(axis=1)).all()
            unsolved += int((~found.solved).sum())
    assert unsolved > 20


def test_a_world_depends_on_nothing_but_its_index():
    """Blocks cut in any way, any nodes budget: the same rows; a subset of the actions keeps exact values."""
    rng = random.Random(9)
    for view in views_to_move(rng, 15, scaled(3, 30)):
        actions = view.legal()
        whole = worlds.evaluate(view, actions, seed=4, first=10, count=9, nodes=400)
        parts = [worlds.evaluate(view, actions, seed=4, first=f, count=3, nodes=400) for f in (10, 13, 16)]
        for name in ("values", "lo", "hi", "solved"):
            assert np.array_equal(getattr(whole, name), np.concatenate([getattr(part, name) for part in parts]))
        assert whole.nodes == sum(part.nodes for part in parts)
    for view in views_to_move(rng, 10, scaled(3, 30)):
        actions = view.legal()
        whole = worlds.evaluate(view, actions, seed=4, first=0, count=3, nodes=1_000_000)
        some = worlds.evaluate(view, actions[::2], seed=4, first=0, count=3, nodes=1_000_000)
        assert np.array_equal(whole.values[:, ::2], some.values)


def test_shuffling_hidden_cards_changes_nothing():
    rng = random.Random(10)
    for view in views_to_move(rng, 16, scaled(5, 100)):
        other = worlds.sample(view, 99, 1).view(view.seat)
        a = worlds.evaluate(view, view.legal(), seed=1, first=0, count=3, nodes=100)
        b = worlds.evaluate(other, other.legal(), seed=1, first=0, count=3, nodes=100)
        assert np.array_equal(a.values, b.values)


def test_stop_gives_the_complete_worlds():
    stop = Stop()
    stop.set()
    view = russi.deal(3).view(0)
    found = worlds.evaluate(view, view.legal(), seed=1, first=0, count=5, nodes=100_000, stop=stop)
    assert found.values.shape == (0, 17)


def test_bad_actions():
    view = russi.deal(3).view(0)
    with pytest.raises(IllegalPlayError, match="XX is not a legal play here"):
        worlds.evaluate(view, ["XX"], seed=1, first=0, count=1, nodes=10)
    with pytest.raises(IllegalPlayError, match="no actions"):
        worlds.evaluate(view, [], seed=1, first=0, count=1, nodes=10)
