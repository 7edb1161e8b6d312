"""The trick before the ending of two players: what pairs of hands are worth, the search, and what is said of it."""

import random
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from rassi_lp import deals, without
from rassi_naive import legal
from scale import FULL, scaled
from tricorn import Limit, rassi
from tricorn._rassi_equilibrium import Equilibrium
from tricorn._rassi_leaf import graft, pair_values, rests, set_leaf, set_leaves
from tricorn._stop import Stop
from tricorn.players import Default, player_shares
from tricorn.rassi.ending import Ending
from tricorn.rassi.equilibrium import applies
from tricorn.rassi.trick import _kept, _PackValues, _rough, searched
from tricorn.worker import run
from tricorn_analysis.exploit import exploit

DUST = 0.02  # plays made less often are left out


def four_cards(count, **rules):
    """Views of two players in whole deals with four cards in hand and a choice, after random plays."""
    seed = 0
    while count:
        seed += 1
        rng = random.Random(f"trick {seed}")
        position = rassi.deal(seed, 2, rules=rassi.Rules(**rules))
        while not position.is_over and (position.phase != "play" or position.table.sizes[position.to_move] > 4):
            position = position.play(rng.choice(position.legal()))
        if not position.is_over and rng.random() < 0.5:
            position = position.play(rng.choice(position.legal()))
        if not position.is_over and applies(view := position.view(position.to_move), 4) and view.sizes[view.seat] == 4:
            count -= 1
            yield view


def of_pair(game, hands, leader, path, ranks, optional):
    """What two hands bring the leader of the trick, from `strategy`; plays made seldom are left out."""

    def likely(trick, hand):
        plays = legal(hand, trick, optional)
        rows = game.strategy((*path, *trick), hand) if len(plays) > 1 else [(plays[0], 1.0)]
        rows = [(rank, share) for rank, share in rows if share >= DUST]
        whole = sum(share for _, share in rows)
        return [(rank, share / whole) for rank, share in rows]

    if len(hands[0]) == 1:
        (mine,), (other,) = hands
        a, b = (mine + 1) % ranks, (other + 1) % ranks  # the ace is the lowest
        return b + 1 if b >= a else -(a + 1)
    total = 0.0
    for led, share in likely((), hands[0]):
        for answer, part in likely((led,), hands[1]):
            left = without(hands[0], led), without(hands[1], answer)
            below = (*path, led, answer)
            if answer >= led:
                total -= share * part * of_pair(game, left[::-1], 1 - leader, below, ranks, optional)
            else:
                total += share * part * of_pair(game, left, leader, below, ranks, optional)
    return total


@pytest.mark.parametrize("optional", [False, True])
def test_pairs_are_worth_what_the_strategies_make_of_them(optional):
    game = Equilibrium([4] * 5, 3, optional=optional)
    game.run(12)
    hands = game.hands()
    found = np.zeros((len(hands),) * 2, np.float32)
    pair_values(game, found)
    for (i, mine), (j, other) in product(enumerate(hands), repeat=2):
        if all(mine.count(r) + other.count(r) <= 4 for r in range(5)):
            assert found[i, j] == pytest.approx(of_pair(game, (mine, other), 0, (), 5, optional), abs=1e-4)
        else:
            assert found[i, j] == 0


@pytest.mark.parametrize("optional", [False, True])
def test_one_trick_has_the_value_of_all_deals(optional):
    """The value of a trick that ends with values for pairs of hands, by walking every deal."""
    counts = [2, 1, 3, 2]
    below = Equilibrium(counts, 2, optional=optional)
    below.run(10)
    hands = below.hands()
    table = np.zeros((len(hands),) * 2, np.float32)
    rng = np.random.default_rng(3)
    table[:] = rng.normal(size=table.shape)
    second = rng.normal(size=table.shape).astype(np.float32)
    game = Equilibrium(counts, 3, optional=optional, one_trick=True, alike=True)
    set_leaves(game, table, second)
    game.run(7)
    total = ways_of_all = 0.0
    for a, b, ways in deals(counts, 3):
        ways_of_all += ways
        for led, share in game.strategy((), a):
            for answer, part in game.strategy((led,), b):
                mine, other = hands.index(without(a, led)), hands.index(without(b, answer))
                value = -second[other, mine] if answer >= led else table[mine, other]
                total += ways * share * part * value
    assert game.value() == pytest.approx(total / ways_of_all, abs=1e-4)
    assert sum(game.hand_values(1)) == pytest.approx(-total / ways_of_all, abs=1e-4)
    _, first, other = game.exploitability()
    game.run(400)
    assert sum(game.exploitability()[1:]) < 0.01 < first + other


@pytest.mark.parametrize("optional", [False, True])
def test_one_table_for_all_plays_says_what_a_table_for_each_says(optional):
    counts, ranks = [4, 3, 4, 2, 4], 5
    below = Equilibrium(counts, 3, optional=optional)
    below.run(10)
    table = np.zeros((len(below.hands()),) * 2, np.float32)
    pair_values(below, table)
    one = Equilibrium(counts, 4, optional=optional, one_trick=True, alike=True)
    set_leaves(one, table, table)
    each = Equilibrium(counts, 4, optional=optional, one_trick=True)
    ending = Equilibrium(counts, 3, optional=optional)
    for led, answer in product(range(ranks), repeat=2):
        left = list(counts)
        left[led] -= 1
        left[answer] -= 1
        weights = [rests(each, seat, led, answer, 1.0) for seat in range(2)]
        try:
            ending.renew(left, weights[::-1] if answer >= led else weights)
        except ValueError:
            continue
        graft(ending, (), below)
        set_leaf(each, led, answer, ending, 1.0)
    each.run(20)
    for hand in each.hands():
        for path in ((), *((led,) for led in range(ranks))):
            rows = each.strategy(path, hand)
            if len(rows) > 1:
                one.put(path, hand, [share for _, share in rows])
    assert one.exploitability() == pytest.approx(each.exploitability(), abs=1e-4)


def test_rests_are_as_likely_as_the_plays():
    counts = [2, 3, 2, 3]
    held = [float(0 not in hand) for hand in combinations_with_replacement(range(4), 3)]
    game = Equilibrium(counts, 3, one_trick=True, ranges=(held, None))
    game.run(3)
    small = list(combinations_with_replacement(range(4), 2))
    for led, answer, floor in product(range(4), range(4), (0.0, 0.1, 1.0)):
        for seat in range(2):
            want = dict.fromkeys(small, 0.0)
            play = answer if seat else led
            for hand in game.hands():
                if play in (legal(hand, (led,), False) if seat else hand) and (seat or 0 not in hand):
                    share = dict(game.strategy((led,) if seat else (), hand))[play]
                    want[without(hand, play)] = max(share, floor) / hand.count(play)
            assert rests(game, seat, led, answer, floor) == pytest.approx(list(want.values()), abs=1e-6)


def whole_game(counts, trick):
    """The game of the last four with the searched trick and the endings that follow it, solved, as its averages."""
    found = searched(trick, None, None)
    small = {rank: number for number, rank in enumerate(found.ranks)}
    packed = [counts[rank] for rank in found.ranks]
    options = {"optional": trick.optional, "all_pay": trick.all_pay}
    first, second = trick.multipliers
    game = Equilibrium(packed, 4, multipliers=(first, second), **options)
    for hand in game.hands():
        if any(hand.count(r) > packed[r] for r in range(len(packed))):
            continue
        if len(set(hand)) > 1:
            game.put((), hand, [share for _, share in found.game.strategy((), hand)])
        for led in range(len(packed)):
            rows = found.game.strategy((led,), hand)
            if len(rows) > 1:
                game.put((led,), hand, [share for _, share in rows])
    for led, answer in product(found.ranks, repeat=2):
        left = list(packed)
        left[small[led]] -= 1
        left[small[answer]] -= 1
        weights = found.weights(led, answer)
        if answer >= led:
            weights.reverse()
        ending = Equilibrium(packed, 3, multipliers=(second, first) if answer >= led else (first, second), **options)
        try:
            ending.renew(left, [[by_hand[tuple(found.ranks[r] for r in hand)] for hand in ending.hands()] for by_hand in weights])
        except ValueError:
            continue
        ending.run(32)
        graft(game, (small[led], small[answer]), ending)
    return game


@pytest.mark.parametrize("ranks", [5, 6] + [8] * FULL)
def test_a_searched_trick_leaves_a_best_response_a_quarter(ranks):
    """Of what it gains against the best play over all worlds; with the endings, each by its own hands."""
    counts = (*[4] * (ranks - 1), *[0] * (13 - ranks), 4)
    game = whole_game(counts, Ending(counts, 4, ((0, 12), (0, 12)), False, False, (1, 1)))
    _, first, second = game.exploitability()
    assert (first + second) / 2 < 0.25 * exploit(ranks, 4, 4, "uniform").exploitability


@pytest.mark.skipif(not FULL, reason="half a minute")
def test_a_large_trick_leaves_a_best_response_a_quarter():
    game = whole_game((4,) * 13, Ending((4,) * 13, 4, ((0, 12), (0, 12)), False, False, (1, 1)))
    _, first, second = game.exploitability()
    assert (first + second) / 2 < 0.25 * 0.1111


@pytest.mark.skipif(not FULL, reason="half a minute")
def test_the_player_plays_the_search():
    assert exploit(6, 4, 4, "default:worlds=5").exploitability < 0.25 * exploit(6, 4, 4, "uniform").exploitability


@pytest.mark.parametrize("rules", [{}, {"overtake": "optional"}, {"last_tie": "all"}], ids=str)
def test_an_answer_rests_on_the_view_alone(rules):
    """Fresh, kept, in many threads at once, with cards that the seat has not seen laid otherwise; legal, and summing to one."""

    def answer(view):
        return replace(view.advise(Limit(worlds=3, seed=4)), time_s=0.0)

    for view in four_cards(scaled(3, 30), **rules):
        _kept.cache_clear()
        fresh = answer(view)
        assert fresh.method.startswith("search of this trick")
        assert {card for row in fresh.plays for card in (row.card, *row.equals)} == set(view.legal())
        shares = [row.share for row in fresh.plays]
        assert sum(shares) == pytest.approx(1, abs=1e-5)
        assert shares == sorted(shares, reverse=True)
        assert answer(view) == fresh
        with ThreadPoolExecutor(3) as pool:
            assert set(map(repr, pool.map(answer, [view] * 3))) == {repr(fresh)}
        for number in range(2):
            world = rassi.worlds.sample(view, 5, number)
            assert answer(world.view(view.seat)) == fresh
        player = Default(worlds=3)
        assert player_shares(player, view, 4) == {row.card: row.share for row in fresh.plays if row.share}
        assert player.choose(view, 4) in view.legal()


def test_what_is_played_often_is_worth_most():
    """By what the search says of its own plays, leading and answering; most hands have no play to mix."""
    trick = Ending((4,) * 13, 4, ((0, 12), (0, 12)), False, False, (1, 1))
    found, rng, mixed = searched(trick, None, None), random.Random(1), 0
    for path in ((), (5,), (9,)):
        lost = []
        for hand in rng.sample(list(combinations_with_replacement(range(13), 4)), 150):
            rows = [row for row in found.plays(path, hand) if row[2] is not None]
            if rows:
                lost.append(sum(share * (max(row[2] for row in rows) - advantage) for _, share, advantage in rows))
                mixed += max(share for _, share, _ in rows) < 0.9
        assert min(lost) > -1e-4
        assert np.mean(lost) < 0.05
    assert mixed > 5


def test_limits_and_flags():
    view = next(four_cards(1))
    _kept.cache_clear()
    started = time.monotonic()
    hurried = view.advise(Limit(time_s=0.05))
    assert time.monotonic() - started < 1
    assert hurried.plays[0].share is None, "too short for a search"
    stop = Stop()
    stop.set()
    cut = view.advise(Limit(worlds=20), stop=stop)
    assert cut.plays[0].share is None
    assert _rough(Ending((4,) * 13, 4, ((0, 12), (0, 12)), False, False, (1, 4)), stop) is None
    given = view.advise(Limit(time_s=20, worlds=20))
    assert given.plays[0].share is not None
    short = view.advise(Limit(time_s=0.4, worlds=20))
    assert short.plays[0].share is None, "what was asked before must not change an answer"
    assert hurried.how == short.how == "weighted" == cut.how, "where there are no shares, worlds are weighted"


def test_values_of_the_pack_are_gone_on_with():
    """A search that is cut leaves what it has worked out, and the next one goes on to the same values."""
    whole = _PackValues(False, False, (2, 1)).filled(Stop())
    cut, cuts = _PackValues(False, False, (2, 1)), 0
    while (found := run(cut.filled, 0.05 + 0.01 * cuts)) is None:  # longer each time: what is begun first must end in one
        cuts += 1
        assert cuts < 200
    assert cuts > 0
    assert np.array_equal(found, whole)


def test_refusals():
    with pytest.raises(ValueError, match="nothing is left"):
        Equilibrium([4] * 4, 2, one_trick=True)
    with pytest.raises(ValueError, match="worths"):
        Equilibrium([4] * 4, 3, worths=[1, 2])
    game = Equilibrium([4] * 4, 3, one_trick=True)
    with pytest.raises(ValueError, match="no choices"):
        game.strategy((0, 0), (1, 1))
    with pytest.raises(ValueError, match="do not follow"):
        set_leaves(game, np.zeros((10, 10), np.float32), np.zeros((10, 10), np.float32))
    with pytest.raises(ValueError, match="does not follow"):
        set_leaf(game, 0, 0, Equilibrium([4] * 4, 3), 1.0)
    with pytest.raises(ValueError, match="does not follow"):
        graft(game, (), Equilibrium([4] * 4, 2))
    with pytest.raises(ValueError, match="places"):
        pair_values(Equilibrium([4] * 4, 2), np.zeros((3, 3), np.float32))
    with pytest.raises(ValueError, match="counts"):
        game.renew([4], (None, None))
