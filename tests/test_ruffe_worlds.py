"""Worlds of Ruffe: the counts are exact, the draws uniform, each world gives the same view, the values are exact."""

import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.special import gammaincc

from ruffe_worlds_brute import (
    DEAD,
    HEAD,
    count_by_cards,
    every_world,
    played_on,
    random_ending,
    random_position,
    random_rules,
    rooms,
    tries,
)
from scale import FULL, scaled
from tricorn import ruffe
from tricorn._ruffe_worlds import Sampler
from tricorn._stop import Stop
from tricorn.cards import card_text, cards_of, parse_hand
from tricorn.errors import IllegalPlayError, NoWorldError, TricornError
from tricorn.ruffe import Position, Rules, View, worlds
from tricorn.ruffe.knowledge import Knowledge

CASES = [json.loads(line) for line in (Path(__file__).parent / "data" / "ruffe-worlds.jsonl").open()]


def with_taker(rules: Rules | None = None) -> Position:
    """The first deal in which somebody takes the head, at its start."""
    return next(position for position in (ruffe.deal(seed, rules) for seed in range(100)) if position.phase == "discard")


def chi_square(counts: Counter, cells: int, draws: int) -> float:
    """The probability of a chi-square as large as this or larger, if all cells are equally likely."""
    expected = draws / cells
    statistic = sum((count - expected) ** 2 / expected for count in counts.values())
    statistic += (cells - len(counts)) * expected
    return float(gammaincc((cells - 1) / 2, statistic / 2))


@pytest.mark.parametrize("case", CASES if FULL else CASES[::3], ids=lambda case: case["what"])
def test_every_world_is_equally_likely(case: dict[str, Any]) -> None:
    view = Position.from_dict(case["position"]).view(case["seat"])
    found = every_world(view)
    assert len(found) == case["worlds"] == worlds.count(view)
    draws = 40 * len(found)
    knowledge = Knowledge.of(view)
    for plain in (False, True):
        if plain and Sampler(knowledge, True).count > 2000 * len(found):
            continue  # too many are thrown away
        sampler = Sampler(knowledge, plain)
        counts = Counter(sampler.draw(11, index) for index in range(draws if not plain else min(draws, 20_000)))
        assert counts.keys() <= found
        assert chi_square(counts, len(found), counts.total()) > 1e-4


def test_sampled_world_gives_the_same_view() -> None:
    rnd = random.Random(1)
    phases: Counter = Counter()
    for number in range(scaled(300, 10_000)):
        position = random_position(rnd)
        seat = rnd.randrange(position.seats)
        view = position.view(seat)
        phases[view.phase, view.rules.format if view.seen.is_whole else "ending"] += 1
        assert worlds.count(view) >= 1
        for index in range(2):
            assert worlds.sample(view, number, index).view(seat) == view
    assert {phase for phase, _ in phases} == {"discard", "play", "over"}
    assert len(phases) >= 16


def test_counts_agree_with_dealing_card_after_card() -> None:
    rnd = random.Random(2)
    seen: Counter = Counter()
    for _ in range(scaled(60, 200)):
        position = random_position(rnd, format=rnd.choice(("2-short", "3-short", "4", "3-long", "2-long")))
        view = position.view(rnd.randrange(position.seats))
        expected = count_by_cards(view, most=scaled(8_000, 20_000))
        if expected is not None:
            assert worlds.count(view) == expected, view
            seen[view.rules.format, view.taker is None] += 1
    assert seen.total() >= scaled(20, 80)


def test_places_of_cards_where_the_taker_threw_away_unseen() -> None:
    # Too many worlds to try: the place of single cards is compared with exact probabilities.
    rnd = random.Random(4)
    done = 0
    while done < scaled(3, 25):
        position = random_position(rnd, format=rnd.choice(("2-short", "3-short")), follow="suit-else-trump")
        view = position.view(rnd.randrange(position.seats))
        if view.taker in (None, view.seat) or view.phase != "play" or view.tricks_left > 5:
            continue
        total = count_by_cards(view, most=15_000)
        if total is None:
            continue
        done += 1
        assert total == worlds.count(view)
        draws = 4_000
        drawn = [worlds.sampler(view).draw(5, index) for index in range(draws)]
        _, _, pool = rooms(view)
        for card in rnd.sample(list(cards_of(pool)), 3):
            for place in (view.taker, HEAD, DEAD):
                share = count_by_cards(view, {card: place}) / total
                hits = sum(
                    (dealt[place] if place < HEAD else head if place == HEAD else dead) >> card & 1
                    for dealt, head, dead, _ in drawn
                )
                spread = (draws * share * (1 - share)) ** 0.5
                assert abs(hits - draws * share) <= 4.5 * spread


def test_one_world() -> None:
    hands = [parse_hand(text) for text in ("AK2...", "Q4..2.", "J.32..")]
    start = Position.ending(Rules("3-long"), hands, leader=0, trump=None)
    for action in ("SA", "SQ", "SJ", "SK", "S4", "H2"):
        start = start.play(action)
    view = start.view(0)
    assert worlds.count(view) == 2  # seat 2 showed out of spades; H3 and D2 may lie either way
    last = start.play("S2").play("D2").view(0)
    assert worlds.count(last) == 1
    assert worlds.sample(last, 5, 6) == worlds.sample(last, 0, 0) == start.play("S2").play("D2")
    own = played_on(with_taker(Rules("2-long")), 12, random.Random(3))
    assert worlds.count(own.view(own.taker)) == 1  # who took the head of `2-long` knows every card
    assert worlds.sample(own.view(own.taker), 1, 2) == own


def test_impossible_view_is_an_error() -> None:
    position = with_taker()
    seen = position.view(position.taker).seen
    other = (position.taker + 1) % 4
    for total in (3, 95):  # no twelve cards have so low a best suit; nor does one hand hold all of a suit
        totals = tuple(total if seat == other else value for seat, value in enumerate(seen.totals))
        wrong = View.from_seen(replace(seen, totals=totals))
        assert worlds.count(wrong) == 0
        with pytest.raises(NoWorldError, match=f"seat {position.taker} has seen"):
            worlds.sample(wrong, 1, 1)
        with pytest.raises(NoWorldError):
            worlds.evaluate(wrong, wrong.legal()[:1], count=1)


def test_streams() -> None:
    view = ruffe.deal(seed=7).view(0)
    same = [worlds.sample(view, 1, index) for index in range(20)]
    worlds.sampler.cache_clear()
    assert [worlds.sample(view, 1, index) for index in range(20)] == same
    assert len({world.start.hands for world in same}) == 20
    assert all(worlds.sample(view, 2, index) != same[index] for index in range(20))
    far = 2**64 - 1
    assert worlds.sample(view, far, far).view(0) == view


def at_move(rnd: random.Random, most_left: int, **options: str) -> Position:
    """A whole deal with at most so many tricks left, not over."""
    while True:
        position = random_position(rnd, format=rnd.choice(("4", "3-long", "2-long", "3-short", "2-short")), **options)
        if position.phase == "play" and position.tricks_left > most_left:
            position = played_on(position, position.seats * (position.tricks_left - most_left), rnd)
        if position.phase == "play":
            return position


def test_values_are_those_of_the_worlds() -> None:
    rnd = random.Random(6)
    for _ in range(scaled(40, 1000)):
        position = at_move(rnd, 6) if rnd.random() < 0.6 else random_ending(rnd)
        if position.to_move is None:
            continue
        view = position.view(position.to_move)
        actions = list(view.legal())
        rnd.shuffle(actions)
        found = worlds.evaluate(view, actions, seed=3, first=5, count=3)
        assert found.solved.all()
        assert (found.lo == found.hi).all()
        assert (found.values == found.lo).all()
        for row in range(3):
            solution = worlds.sample(view, 3, 5 + row).solve()
            exact = {card: play.value for play in solution.plays for card in (play.card, *play.equals)}
            assert [exact[action] for action in actions] == found.values[row].tolist()


def test_values_of_discards() -> None:
    rnd = random.Random(8)
    done = 0
    while done < scaled(3, 40):
        rules = random_rules(rnd, format=rnd.choice(("4", "3-short", "2-short")), follow="suit-else-trump")
        position = ruffe.deal(rnd.getrandbits(30), rules, rnd.randrange(rules.seats))
        if position.phase != "discard":
            continue
        done += 1
        view = position.view(position.taker)
        low = sorted(view.legal(), key=lambda action: sum("23456789TJQKA".index(word[1]) for word in action.split()[1:]))
        actions = [*low[:3], low[-1]]
        found = worlds.evaluate(view, actions, seed=2, count=2)
        assert found.solved.all()
        for row in range(2):
            world = worlds.sample(view, 2, row)
            for column, action in enumerate(actions):
                after = world.play(action)
                mine = [int(side != view.sides[view.seat]) for side in view.sides]
                solved = ruffe_value(after, mine)
                assert found.values[row, column] == found.lo[row, column] == found.hi[row, column] == solved


def ruffe_value(position: Position, sides: list[int]) -> int:
    """Tricks of side 0 with all cards known, by the search for the side to move."""
    from tricorn._ruffe_search import Solver

    trump = -1 if position.trump is None else position.trump
    low, high, *_ = Solver(position.seats, trump, tuple(sides), position.rules.follow).solve(
        position.hands, position.leader, cards=False
    )
    assert low == high
    return low if sides[position.leader] == 0 else position.tricks_left - low


def test_budget_ends_with_proven_bounds() -> None:
    rnd = random.Random(9)
    unsolved = 0
    for _ in range(scaled(12, 200)):
        position = at_move(rnd, 7, follow="suit-or-trump")
        view = position.view(position.to_move)
        actions = view.legal()
        nodes = rnd.choice((1, 20, 100))
        short = worlds.evaluate(view, actions, seed=1, count=4, nodes=nodes)
        assert short.nodes <= 4 * (nodes + 1 + len(actions))  # the position that ends a search is counted
        full = worlds.evaluate(view, actions, seed=1, count=4)
        assert (short.lo <= full.values).all()
        assert (full.values <= short.hi).all()
        assert (short.lo <= short.values).all()
        assert (short.values <= short.hi).all()
        assert (short.solved == (short.lo == short.hi).all(axis=1))[short.solved].all()
        unsolved += int((~short.solved).sum())
    assert unsolved > 10


def test_discards_under_a_budget() -> None:
    position = with_taker()
    view = position.view(position.taker)
    actions = view.legal()[:5]
    short = worlds.evaluate(view, actions, count=3, nodes=50)
    full = worlds.evaluate(view, actions, count=3)
    assert not short.solved.any()
    assert (short.lo <= full.values).all()
    assert (full.values <= short.hi).all()
    assert short.nodes <= 3 * 60


def same(one: Any, other: Any) -> bool:
    """Whether two blocks of values are the same to the bit."""
    arrays = all(np.array_equal(getattr(one, name), getattr(other, name)) for name in ("values", "lo", "hi", "solved"))
    return arrays and one.nodes == other.nodes


def test_no_peeking() -> None:
    # Another world of the same view is the same position with its hidden cards shuffled.
    rnd = random.Random(10)
    for number in range(scaled(40, 1000)):
        position = random_position(rnd)
        if position.to_move is None:
            continue
        view = position.view(position.to_move)
        actions = rnd.sample(view.legal(), min(4, len(view.legal())))
        other = worlds.sample(view, 99, number)
        mine = worlds.evaluate(view, actions, seed=4, count=2, nodes=200)
        worlds.sampler.cache_clear()
        assert same(mine, worlds.evaluate(other.view(position.to_move), actions, seed=4, count=2, nodes=200))


def test_blocks_join() -> None:
    view = played_on(ruffe.deal(12), 9, random.Random(1))
    view = view.view(view.to_move)
    whole = worlds.evaluate(view, view.legal(), seed=6, first=3, count=6, nodes=2000)
    parts = [worlds.evaluate(view, view.legal(), seed=6, first=first, count=2, nodes=2000) for first in (3, 5, 7)]
    assert np.array_equal(whole.values, np.concatenate([part.values for part in parts]))
    assert np.array_equal(whole.lo, np.concatenate([part.lo for part in parts]))
    assert whole.nodes == sum(part.nodes for part in parts)
    other = worlds.evaluate(view, view.legal(), seed=7, first=3, count=6, nodes=2000)
    assert not np.array_equal(whole.values, other.values)


def test_stop_gives_back_complete_worlds() -> None:
    view = played_on(ruffe.deal(12), 1, random.Random(1))
    view = view.view(view.to_move)
    stop = Stop()
    stop.set()
    found = worlds.evaluate(view, view.legal(), count=5, stop=stop)
    assert found.values.shape == (0, len(view.legal()))
    assert found.solved.shape == (0,)


def test_what_can_not_be_valued_is_an_error() -> None:
    position = with_taker()
    taker, other = position.taker, (position.taker + 1) % 4
    with pytest.raises(TricornError, match=f"seat {other} has nothing to choose, seat {taker} is to move"):
        worlds.evaluate(position.view(other), ["SA"], count=1)
    with pytest.raises(TricornError, match="no actions"):
        worlds.evaluate(position.view(taker), [], count=1)
    with pytest.raises(IllegalPlayError, match=r"'SA': a discard is due.*'discard S2': 1 cards instead of 4"):
        worlds.evaluate(position.view(taker), ["SA", "discard S2"], count=1)
    after = position.play(position.legal()[0])
    view = after.view(after.to_move)
    wrong = next(iter(cards_of((1 << 52) - 1 & ~view.hand)))
    with pytest.raises(IllegalPlayError, match=f"'{card_text(wrong)}' is not legal"):
        worlds.evaluate(view, [card_text(wrong)], count=1)


def test_tries_is_what_is_tried() -> None:
    view = random_ending(random.Random(5)).view(0)
    assert worlds.count(view) <= tries(view)
