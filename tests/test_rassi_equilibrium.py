"""Two-player Rassi with hidden hands: against a linear program, published figures, and plain enumeration."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from rassi_lp import deals, terminals, value, without
from rassi_naive import legal
from scale import FULL, scaled
from tricorn import Limit, rassi
from tricorn._rassi_equilibrium import Equilibrium
from tricorn._rassi_policy import open_value, write
from tricorn._stop import Stop
from tricorn.cards import cards_of
from tricorn.errors import NoWorldError, TricornError
from tricorn.rassi.ending import Ending, _kept
from tricorn.rassi.equilibrium import applies, solve_ending
from tricorn.rassi.rules import height
from tricorn_analysis.exploit import METHODS, exploit
from tricorn_analysis.exploit_player import Reduced, write_player

PACKS = [  # counts of the ranks, the ace last; cards each; optional overtaking
    ([4] * 13, 2, False),
    ([4] * 13, 2, True),
    ([2] * 5, 3, False),
    ([2] * 5, 3, True),
    ([1, 3, 2, 0, 1], 2, False),
    ([4, 1, 2, 1], 3, True),
    ([2, 2, 2, 2], 3, False),
    ([4, 4, 4, 4], 4, False),
    ([2, 2, 2, 2, 2], 4, True),
]
if FULL:
    PACKS.append(([4] * 6, 4, False))  # 44 s of the linear program


def reached(game, target):
    while True:
        game.run(64)
        found, first, second = game.exploitability()
        assert first >= -second - 1e-4
        if (first + second) / 2 <= target:
            return found, first, second


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_the_linear_program_agrees(pack):
    counts, cards, optional = pack
    want = value(counts, cards, optional)
    found, first, second = reached(Equilibrium(counts, cards, optional=optional), 2e-4)
    assert -second - 1e-4 <= want <= first + 1e-4
    assert abs(found - want) < 1e-3


@pytest.mark.parametrize(
    ("cards", "optional", "want", "target"),
    [(2, False, 2.6422, 1e-4), (3, False, 1.196, 5e-4), (3, True, 0.956, 5e-4)],
)
def test_published_values(cards, optional, want, target):
    found, _, _ = reached(Equilibrium([4] * 13, cards, optional=optional), target)
    assert abs(found - want) < 0.002


@pytest.mark.skipif(not FULL, reason="four cards each take half a minute")
def test_published_value_of_four_cards():
    """An earlier program found it between 0.920 and 0.933, and told the middle, 0.925. What best responses get here leaves less
    room, all of it inside that interval and above its middle: 0.928."""
    game = Equilibrium([4] * 13, 4)
    game.run(48)
    _, first, second = game.exploitability()
    assert (first + second) / 2 <= 0.01
    game.run(112)
    found, first, second = game.exploitability()
    assert (first + second) / 2 <= 0.001
    assert 0.920 < 0.927 < -second < found < first < 0.9295 < 0.933
    assert abs(found - 0.928) < 0.001
    assert abs(exploit(13, 4, 4, "uniform").exploitability - 0.111) < 0.001


@pytest.mark.parametrize(
    ("cards", "optional", "method", "want"),
    [
        (2, False, "uniform", 0.0),
        (3, False, "uniform", 0.043),
        (3, True, "uniform", 0.0352),
        (2, False, "highest", 0.653),
        (3, False, "highest", 0.487),
        (3, True, "highest", 0.784),
        (2, False, "lowest", 4.353),
        (3, False, "lowest", 6.319),
        (2, False, "random", 2.489),
        (3, True, "random", 5.111),
    ],
)
def test_published_exploitability(cards, optional, method, want):
    assert abs(exploit(13, 4, cards, method, optional=optional).exploitability - want) < 6e-4


def expectation(counts, cards, optional, all_pay, multipliers, game):
    """Seat 0's value when both play their averages, by walking every deal with `strategy`."""
    top = len(counts) - 1

    def walk(hands, leader, trick, path, share):
        if not any(hands):
            worth = [1 if rank == top else rank + 2 for rank in trick]
            payers = [leader + (worth[1] >= worth[0])]
            if all_pay and worth[0] == worth[1]:
                payers = [0, 1]
            return share * sum(max(worth) * multipliers[p % 2] * (1 if p % 2 == 1 else -1) for p in payers)
        seat = (leader + len(trick)) % 2
        plays = [(rank, 1.0) for rank in legal(hands[seat], trick, optional)]
        if len(plays) > 1:
            plays = game.strategy(path, hands[seat])
            assert [rank for rank, _ in plays] == legal(hands[seat], trick, optional)
            assert abs(sum(p for _, p in plays) - 1) < 1e-5
        total = 0.0
        for rank, p in plays:
            if p == 0:
                continue
            left = tuple(without(hands[s], rank) if s == seat else hands[s] for s in range(2))
            table = (*trick, rank)
            after, winner = table, leader
            if len(table) == 2 and any(left):
                after, winner = (), (leader + (table[1] >= table[0])) % 2
            total += walk(left, winner, after, (*path, rank), share * p)
        return total

    ways = list(deals(counts, cards))
    return sum(n * walk((a, b), 0, (), (), 1.0) for a, b, n in ways) / sum(n for _, _, n in ways)


@pytest.mark.parametrize("number", range(scaled(10, 60)))
def test_value_is_the_sum_over_all_deals(number):
    rng = random.Random(number)
    counts = [rng.randint(0, 3) for _ in range(rng.randint(3, 5))]
    cards = rng.choice([2, 3])
    if sum(counts) < 2 * cards:
        counts[0] += 2 * cards
    optional, all_pay = rng.random() < 0.5, rng.random() < 0.5
    multipliers = (rng.choice([1, 2, 4]), rng.choice([1, 2, 4]))
    game = Equilibrium(counts, cards, optional=optional, all_pay=all_pay, multipliers=multipliers)
    game.run(rng.randint(1, 5))
    want = expectation(counts, cards, optional, all_pay, multipliers, game)
    assert abs(game.value() - want) < 1e-3
    assert abs(sum(game.hand_values(1)) + want) < 1e-3
    assert game.exploitability()[1] >= want - 1e-3


def test_open_values_are_the_minimax():
    rng = random.Random(3)
    for _ in range(40):
        ranks, cards, optional = rng.randint(3, 5), rng.choice([2, 3]), rng.random() < 0.5
        game = Equilibrium([4] * ranks, cards, optional=optional)
        hands = tuple(tuple(sorted(rng.randrange(ranks) for _ in range(cards))) for _ in range(2))

        def best(hands, leader, trick, optional=optional, ranks=ranks):
            if not any(hands):
                ((_, gain),) = terminals(hands, leader, trick, (), ((), ()), optional, ranks - 1)
                return gain
            seat = (leader + len(trick)) % 2
            values = []
            for rank in legal(hands[seat], trick, optional):
                left = tuple(without(hands[s], rank) if s == seat else hands[s] for s in range(2))
                table = (*trick, rank)
                if len(table) == 2 and any(left):
                    values.append(best(left, (leader + (table[1] >= table[0])) % 2, ()))
                else:
                    values.append(best(left, leader, table))
            return max(values) if seat == 0 else min(values)

        assert open_value(game, *hands) == best(hands, 0, ())


@pytest.mark.parametrize("optional", [False, True])
def test_uniform_is_the_mean_over_all_hands_that_the_plays_allow(optional):
    # The leader's first card and the follower's answer of every hand, from the definition.
    counts, cards = [2, 2, 2, 2, 2], 3
    game = Equilibrium(counts, cards, optional=optional)
    write(game, "uniform")
    rows = list(deals(counts, cards))
    for hand in combinations_with_replacement(range(5), cards):
        if any(hand.count(r) > 2 for r in hand):
            continue
        plays = sorted(set(hand))
        means = []
        for rank in plays:
            total = 0.0
            for a, b, ways in rows:
                if a == hand:
                    total += ways * min(
                        open_after(without(a, rank), without(b, y), rank, y, optional) for y in legal(b, (rank,), optional)
                    )
            means.append(total)
        chosen = [share for _, share in game.strategy((), hand)]
        assert means[chosen.index(1.0)] >= max(means) - 1e-6 * max(map(abs, means))


@pytest.mark.parametrize("optional", [False, True])
def test_weighted_goes_by_what_the_lead_tells(optional):
    """The follower's answer of every hand, from the definition: leads are as likely as the softmax of the leader's means says."""
    counts, cards = [2, 2, 2, 2, 2], 3
    game = Equilibrium(counts, cards, optional=optional)
    write(game, "weighted", temperature=0.3, blur=0.1)
    rows = list(deals(counts, cards))
    leads = {}
    for a, b, ways in rows:
        totals, weight = leads.setdefault(a, (dict.fromkeys(a, 0.0), []))
        weight.append(ways)
        for x in totals:
            totals[x] += ways * min(
                open_after(without(a, x), without(b, y), x, y, optional) for y in legal(b, (x,), optional)
            )
    likely = {}
    for a, (totals, weight) in leads.items():
        soft = {x: np.exp(total / sum(weight) / 0.3) for x, total in totals.items()}
        likely[a] = {x: 0.9 * share / sum(soft.values()) + 0.1 / len(soft) for x, share in soft.items()}
    asked = 0
    for hand, led in product({b for _, b, _ in rows}, range(5)):
        plays = legal(hand, (led,), optional)
        met = [(a, ways * likely[a][led]) for a, b, ways in rows if b == hand and led in a]
        if len(plays) < 2 or not met:
            continue
        values = [-sum(w * open_after(without(a, led), without(hand, y), led, y, optional) for a, w in met) for y in plays]
        chosen = [share for _, share in game.strategy((led,), hand)]
        assert values[chosen.index(1.0)] >= max(values) - 1e-5 * max(map(abs, values))
        asked += 1
    assert asked > 50


def test_weighted_leaves_a_best_response_little():
    """Taken to play a softened best play, the other tells more than if every play but the best were a twentieth."""
    for ranks in (6, 8):
        assert exploit(ranks, 4, 4, "weighted").exploitability < 0.4 * exploit(ranks, 4, 4, "uniform").exploitability
    assert exploit(13, 4, 3, "weighted").exploitability < 0.002


def open_after(rest, other, led, answer, optional):
    """The leader's value of two cards each, after its card was answered."""
    return -two_open(other, rest, optional) if answer >= led else two_open(rest, other, optional)


@cache
def two_open(first, second, optional):
    return open_value(Equilibrium([4] * 5, 2, optional=optional), first, second)


def ending(seed, cards, **rules):
    position = rassi.deal(seed, 2, rules=rassi.Rules(**rules))
    rng = random.Random(seed)
    while position.phase != "play":
        position = position.play("keep")
    while position.table.sizes[position.to_move] > cards or (len(position.trick) == 0 and rng.random() < 0.5):
        position = position.play(rng.choice(position.legal()))
        if position.is_over:
            break
    return position


def test_endings_of_real_deals():
    done = led = 0
    for seed in range(scaled(16, 200)):
        position = ending(seed, 3)
        if position.is_over:
            continue
        view = position.view(position.to_move)
        if not applies(view):
            continue
        found = solve_ending(view)
        assert found.exploitability <= 0.003
        assert abs(sum(row.share for row in found.plays) - 1) < 1e-5
        assert {card for row in found.plays for card in (row.card, *row.equals)} == set(view.legal())
        assert found.draw(seed) in {row.card for row in found.plays if row.share > 0}
        means = [row for row in found.plays if row.mean is not None]
        for row in means:
            assert 0 <= row.last <= 1.0001
            assert 0 <= row.mean <= 13.001
        # what is played often is not worse than anything else
        if means and means[0].share > 0.2:
            assert means[0].advantage >= max(row.advantage for row in means) - 0.1
        done += 1
        led += bool(position.trick)
    assert done > 4
    assert led > 0


def second_tricks(count):
    """Views with two cards in hand, of seats that the trick before left with a choice."""
    seed = 0
    while count:
        seed += 1
        position = ending(seed, 2)
        if not position.is_over and applies(view := position.view(position.to_move)):
            count -= 1
            yield view


def test_the_strategy_of_an_ending_is_played_on():
    """What the trick before tells is not forgotten: each trick solved anew would leave 0.0157 in this game."""
    assert exploit(6, 4, 3, "default:worlds=5").exploitability < 0.003


def test_what_is_kept_of_an_ending_changes_no_answer():
    """Fresh, kept from the trick before, in many threads at once, with cards that the seat has not seen laid otherwise."""

    def answer(view):
        return replace(solve_ending(view), time_s=0.0)

    views = list(second_tricks(scaled(6, 60)))
    assert len({answer(view).cards for view in views}) == 2
    for view in views:
        _kept.cache_clear()
        fresh = answer(view)
        assert answer(view) == fresh
        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(answer, [view] * 8)) == {fresh}
        for number in range(3):
            world = rassi.worlds.sample(view, 5, number)
            assert answer(world.view(view.seat)) == fresh


def test_a_hurried_answer_leaves_nothing_behind():
    for view in second_tricks(5):
        _kept.cache_clear()
        hurried = solve_ending(view, Limit(time_s=0.001))
        assert hurried.time_s < 1
        fresh = replace(solve_ending(view), time_s=0.0)
        _kept.cache_clear()
        assert replace(solve_ending(view), time_s=0.0) == fresh


class Cut:
    """A game whose flag goes up in the middle of its first iterations."""

    def __init__(self, game):
        self.game = game

    def run(self, iterations, stop):
        self.game.run(iterations // 2)
        stop.set()

    def __getattr__(self, name):
        return getattr(self.game, name)


def test_a_game_cut_near_its_target_is_not_kept(monkeypatch):
    view = next(view for view in second_tricks(5) if solve_ending(view).cards == 3)
    _kept.cache_clear()
    fresh = replace(solve_ending(view, target=1.0), time_s=0.0)
    _kept.cache_clear()
    with monkeypatch.context() as patch:
        whole = Ending.game
        patch.setattr(Ending, "game", lambda self, *ranges: Cut(whole(self, *ranges)))
        cut = solve_ending(view, target=1.0)
    assert cut.iterations == fresh.iterations // 2
    assert cut.exploitability <= 1.0
    assert replace(solve_ending(view, target=1.0), time_s=0.0) == fresh


def test_ranges_are_those_of_the_seats():
    """Whoever leads: told that it holds this hand and no other, the value of the game is that of its own plays."""
    leaders = set()
    for seed in range(40):
        position = ending(seed, 2)
        if position.is_over or position.trick or not applies(view := position.view(position.to_move)):
            continue
        own = tuple(sorted(height(card) - 2 for card in cards_of(view.hand)))
        weights = np.array([float(hand == own) for hand in Equilibrium([4] * 13, 2).hands()])  # as good as a list
        found = solve_ending(view, ranges=(weights, None) if view.seat == 0 else (None, weights))
        assert found.value == pytest.approx(sum(row.share * row.advantage for row in found.plays if row.share > 0), abs=0.01)
        leaders.add(view.seat)
    assert leaders == {0, 1}


def test_play_values_add_up():
    game = Equilibrium([4] * 13, 2)
    game.run(200)
    share = 0.0
    for hand, worth in zip(game.hands(), game.hand_values(0), strict=True):
        rows = game.play_values((), hand)
        if len(rows) == 1:
            continue
        value = sum(row[1] * row[2] for row in rows)
        assert min(row[4] for row in rows) >= -1e-6
        share += 1
        if abs(worth) > 1e-6:
            assert value * worth > 0  # of one sign: worth is the value times the chance of the hand
    assert share == 78


def test_refusals_and_stops():
    position = rassi.deal(1, 4)
    with pytest.raises(TricornError, match="no ending of two players"):
        solve_ending(position.view(1))
    with pytest.raises(TricornError, match="method 'best' is not one of"):
        exploit(6, 4, 4, "best")
    with pytest.raises(TricornError, match="14 ranks"):
        exploit(14, 4, 4, "uniform")
    with pytest.raises(ValueError, match="leave no pair"):
        Equilibrium([1, 1, 1, 1], 2, ranges=([1] + [0] * 9, [1] * 10))
    with pytest.raises(ValueError, match="method"):
        write(Equilibrium([2, 2, 2], 2), "none")
    view = next(v for seed in range(50) if applies(v := ending(seed, 3).view(ending(seed, 3).to_move or 0)))
    with pytest.raises(NoWorldError):
        solve_ending(view, ranges=([0.0] * 455, None))
    stop = Stop()
    stop.set()
    assert solve_ending(view, stop=stop).iterations == 0
    assert solve_ending(view).iterations > 0
    assert solve_ending(view, stop=stop).iterations == 0  # nor is what was kept told
    assert solve_ending(view, Limit(time_s=0.05), target=0).time_s < 0.5


def test_exploit_compares_all_methods():
    rows = [exploit(6, 4, 3, method) for method in METHODS]
    assert rows[0].exploitability <= 0.001
    assert rows[0].exploitability <= min(row.exploitability for row in rows[1:])
    assert rows[0].to_dict()["method"] == "equilibrium"


class Highest:
    """A player that plays the highest card allowed, or any, in an order of its own."""

    def __init__(self, highest=True):
        self.highest = highest
        self.seen = set()

    def choose(self, view, seed):
        assert view.seats == 2
        assert view.to_move == view.seat
        self.seen.add(view)
        plays = sorted(view.legal(), key=lambda text: "23456789TJQKA".index(text[1]))
        return plays[-1] if self.highest else plays[seed % len(plays)]


@pytest.mark.parametrize("optional", [False, True])
@pytest.mark.parametrize(("ranks", "suits", "cards"), [(6, 4, 3), (5, 2, 4), (13, 4, 2)])
def test_a_player_is_asked_where_its_plays_bring_it(ranks, suits, cards, optional):
    plain = exploit(ranks, suits, cards, "highest", optional=optional)
    game = Equilibrium([suits] * ranks, cards, optional=optional)
    player = Highest()
    decided = write_player(game, Reduced(ranks, suits, cards, optional), player)
    value, first, second = game.exploitability()
    assert decided == len(player.seen)
    assert (value, first, second) == pytest.approx((plain.value, plain.leader, plain.follower), abs=1e-5)


def test_shares_of_a_player_that_varies():
    game = Equilibrium([4] * 6, 2)
    write_player(game, Reduced(6, 4, 2, False), Highest(highest=False), draws=2)
    plain = exploit(6, 4, 2, "random")
    assert game.exploitability() == pytest.approx((plain.value, plain.leader, plain.follower), abs=1e-5)
    assert exploit(6, 4, 2, "rule").exploitability > 0.05


def test_a_stop_leaves_nothing_half_done():
    # ended in the middle of an iteration from another thread, it goes on to the same equilibrium
    game = Equilibrium([4] * 13, 3)
    for number in range(12):
        stop = Stop()
        timer = threading.Timer(0.0005 * (number + 1), stop.set)
        timer.start()
        game.run(1000, stop)
        timer.join()
    found, _, _ = reached(game, 1e-3)
    assert abs(found - 1.196) < 0.002
