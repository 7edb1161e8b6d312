"""Worlds of Russi in a row: all of them, each once, and the expectation that they make."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from scale import scaled
from tables import random_positions, reshuffled
from tricorn import Limit, russi
from tricorn._russi_worlds import FIRST_WHOLE
from tricorn.advising import advise
from tricorn.cards import cards_of
from tricorn.inference import SOFTNESS, likelihood
from tricorn.players import parse_player
from tricorn.russi.listing import Listing, listing


def small_views(count: int, most: int, seed: int) -> Any:
    """Views with more than one world and no more than `most`, and a choice."""
    found = 0
    for position in random_positions("russi", "play", 100 * count, seed):
        view = position.view(position.to_move)
        if 1 < russi.worlds.count(view) <= most and len(view.legal()) > 1:
            yield position, view
            found += 1
            if found == count:
                return
    raise AssertionError("too few small views")


def test_the_whole_list_is_every_world_once() -> None:
    for _, view in small_views(scaled(15, 200), 300, 1):
        total = russi.worlds.count(view)
        listed = listing(view, total)
        assert listed is not None
        assert listed.whole
        assert listed.count == total
        numbers = listed.numbers(5, 0, total)
        assert len(set(numbers.tolist())) == total
        worlds = [russi.worlds.sample(view, 5, number) for number in numbers.tolist()]
        assert all(world.view(view.seat) == view for world in worlds)
        found = {json.dumps(world.to_dict()) for world in worlds}
        assert len(found) == total
        # by hand: each choice of a hand and each order of the rest
        size = view.opponent_hand_size
        allowed, unseen = set(cards_of(view.candidates)), set(cards_of(view.unseen))
        brute = sum(1 for hand in combinations(sorted(allowed), size) for _ in permutations(unseen - set(hand)))
        assert brute == total


def test_hands_are_listed_equally_often() -> None:
    seen = 0
    for position in random_positions("russi", "play", scaled(80, 800), 2):
        view = position.view(position.to_move)
        listed = listing(view, 200)
        if listed is None or listed.whole:
            continue
        seen += 1
        numbers = listed.numbers(3, 0, 10**6)
        assert len(numbers) == listed.count
        assert 200 - listed.hands < listed.count <= 200
        other = 1 - view.seat
        hands = Counter(russi.worlds.sample(view, 3, number).hands[other] for number in numbers.tolist())
        assert len(hands) == listed.hands
        assert set(hands.values()) == {listed.rounds}
        # in parts as in one piece
        parts = [listed.numbers(3, first, 7) for first in range(0, listed.count, 7)]
        assert np.concatenate(parts).tolist() == numbers.tolist()
        if listed.rounds > 2 and listed.hands > 2:
            assert {russi.worlds.sample(view, 4, number) for number in listed.numbers(4, 0, 200).tolist()} != {
                russi.worlds.sample(view, 3, number) for number in numbers.tolist()
            }
    assert seen > 3


def test_a_list_that_is_cut_favours_no_world() -> None:
    """The first worlds of the list over many seeds: each world equally often (chi-square)."""
    listed = Listing(hands=10, rounds=6, whole=True)
    seeds = 6000
    counts = Counter(int(number) for seed in range(seeds) for number in listed.numbers(seed, 0, 3))
    assert len(counts) == 60
    expected = 3 * seeds / 60
    assert sum((seen - expected) ** 2 / expected for seen in counts.values()) < 110


def test_hands_share_no_order_of_the_covered_cards() -> None:
    """Every round of a whole list has many orders in it: one for all hands would err by three times as much as a sample."""
    listed = Listing(hands=60, rounds=24, whole=True)
    for seed in range(20):
        numbers = listed.numbers(seed, 0, listed.count) - FIRST_WHOLE
        assert sorted(numbers.tolist()) == list(range(60 * 24))
        for turn in range(24):
            assert len(set((numbers[60 * turn : 60 * turn + 60] // 60).tolist())) > 12


def test_where_all_worlds_were_solved_the_expectation_is_exact() -> None:
    for _, view in small_views(scaled(8, 100), 120, 3):
        advice = advise(view, Limit(worlds=200), method="worlds")
        assert advice.exact
        assert advice.worlds == advice.consistent == advice.solved
        assert advice.held_out is None
        listed = listing(view, 200)
        assert listed is not None
        worlds = [russi.worlds.sample(view, 0, int(number)) for number in listed.numbers(0, 0, 200)]
        for row in advice.plays:
            values = []
            for world in worlds:
                solved = {card: one for one in world.solve().plays for card in (one.card, *one.equals)}
                values.append(solved[row.card].value)
            mean = float(Fraction(sum(values), len(values)))
            assert row.mean == pytest.approx(mean)
            assert row.lo == row.hi == row.mean
            assert row.stderr == 0
        cut = advise(view, Limit(worlds=max(1, advice.worlds - 1)), method="worlds")
        assert not cut.exact


def test_shuffling_the_hidden_cards_changes_nothing_where_worlds_are_listed() -> None:
    random = Random("listed")
    changed = 0
    for position, view in small_views(scaled(8, 300), 2000, 4):
        other = reshuffled(position, position.to_move, random)
        changed += other != position
        for worlds in (50, 2000):
            for method in ("worlds", "weighted"):
                limit = Limit(worlds=worlds, nodes=100, seed=8)
                told = [
                    {**advise(one, limit, method=method, threads=threads).to_dict(), "time_s": 0}
                    for one, threads in ((view, 1), (other.view(view.seat), 3))
                ]
                assert told[0] == told[1]
    assert changed


def test_weights_are_those_of_the_listed_worlds() -> None:
    for _, view in small_views(scaled(5, 60), 120, 5):
        advice = advise(view, Limit(worlds=200, seed=1), method="weighted")
        if advice.effective is None:
            continue
        listed = listing(view, 200)
        assert listed is not None
        numbers = listed.numbers(1, 0, 200)
        told: Any = likelihood(view, SOFTNESS["russi"])  # type: ignore[arg-type]
        weights = np.exp([told.log_likelihoods(1, int(number), 1)[0] for number in numbers])
        found = russi.worlds.evaluate(
            view, [row.card for row in advice.plays], seed=1, first=0, count=len(numbers), nodes=1000, numbers=numbers
        )
        means = weights @ found.values / weights.sum()
        assert [row.mean for row in advice.plays] == pytest.approx(means.tolist())
        assert [row.uniform for row in advice.plays] == pytest.approx(found.values.mean(axis=0).tolist())


def test_listing_is_closer_than_sampling() -> None:
    """Equal numbers of worlds: the error of the mean against the exact expectation."""
    errors: dict[str, list[float]] = {"listed": [], "sampled": []}
    for _, view in small_views(scaled(15, 200), 3000, 6):
        listed = listing(view, 60)
        if listed is None or listed.whole:
            continue
        exact = advise(view, Limit(worlds=3000), method="worlds")
        play = exact.best
        for seed in range(8):
            about: Any = {"seed": seed, "first": 0, "count": listed.count, "nodes": 2000}
            for name, numbers in (("listed", listed.numbers(seed, 0, 60)), ("sampled", None)):
                found = russi.worlds.evaluate(view, [play], numbers=numbers, **about)
                errors[name].append(float(found.values.mean()) - exact.plays[0].mean)
    assert len(errors["listed"]) >= 24
    assert np.square(errors["listed"]).mean() < 0.9 * np.square(errors["sampled"]).mean()


def test_a_player_needs_no_luck_where_the_list_is_whole() -> None:
    for _, view in small_views(4, 30, 7):
        player = parse_player("uniform:worlds=100")
        assert len({player.choose(view, seed) for seed in range(5)}) == 1
