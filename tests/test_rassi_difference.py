"""Rassi of two players over worlds: what counts is the own penalty less the other's."""

import random

import pytest

from cli_run import Cli
from rassi_deals import random_ending
from rassi_naive import after, by_difference
from scale import scaled
from tables import reshuffled
from tricorn import Limit, rassi
from tricorn.advising import RACED_WORLDS, advise
from tricorn.cards import card_set, cards_of, parse_card
from tricorn.rassi import worlds
from tricorn.rassi.equilibrium import solve_ending
from tricorn.rassi.risk import safe_plays
from tricorn.rassi.rules import height


def ending(rng, most=5, players=2):
    """An ending of up to so many cards each, at any point of it, with cards that nobody has seen."""
    position = random_ending(rng, players, rng.randint(1, most), rng.randint(0, 12))
    for _ in range(rng.randrange(4)):
        following = position.play(rng.choice(position.legal()))
        if following.is_over:
            break
        position = following
    return position


def ranks(cards):
    return tuple(sorted(height(card) - 2 for card in cards_of(cards)))


def brought(world, action):
    """Penalties of both after a play, by the naive minimax of the difference."""
    hands = tuple(ranks(hand) for hand in world.hands)
    trick = tuple(height(card) - 2 for _, card in world.trick)
    following = after(hands, world.leader, trick, height(parse_card(action)) - 2)
    return by_difference(*following, world.rules.overtake == "optional", world.rules.last_tie == "all", tuple(world.multipliers))


def told(view, limit, **about):
    found = view.advise(limit, **about).to_dict()
    del found["time_s"]
    return found


def test_values_and_differences_are_those_of_a_naive_minimax():
    rng = random.Random(71)
    ties = 0
    for number in range(scaled(150, 3_000)):
        position = ending(rng, most=rng.choice([2, 3, 4, 5, 6]) if number % 20 == 0 else 4)
        seat = position.to_move
        view = position.view(seat)
        found = worlds.evaluate(view, view.legal(), seed=5, first=1, count=3)
        assert found.solved.all() and (found.lo == found.values).all() and (found.hi == found.values).all()
        for index in range(3):
            world = worlds.sample(view, 5, 1 + index)
            for column, action in enumerate(view.legal()):
                paid = brought(world, action)
                assert (paid[seat], paid[seat] - paid[1 - seat]) == (found.values[index, column], found.differences[index, column])
                ties += min(paid) > 0
    assert ties > 20, "both must sometimes pay"


def test_where_one_pays_the_own_penalty_is_what_the_other_can_force():
    """Two who count the difference are each other's whole opposition: the paranoid search agrees, with six cards as well."""
    rng = random.Random(72)
    for number in range(scaled(40, 1_000)):
        position = random_ending(rng, 2, rng.randint(2, 6), 3)
        if position.rules.last_tie == "all":
            continue
        view = position.view(position.to_move)
        found = worlds.evaluate(view, view.legal(), seed=number, first=0, count=1)
        rows = worlds.sample(view, number, 0).solve(method="paranoid").plays
        values = {card: row.value for row in rows for card in (row.card, *row.equals)}
        assert [values[action] for action in view.legal()] == found.values[0].tolist()


def test_a_budget_leaves_a_playout_with_its_difference():
    rng = random.Random(73)
    unsolved = 0
    for _ in range(scaled(60, 1_000)):
        view = (position := ending(rng)).view(position.to_move)
        rough = worlds.evaluate(view, view.legal(), seed=4, first=0, count=4, nodes=rng.choice([1, 2, 5]))
        exact = worlds.evaluate(view, view.legal(), seed=4, first=0, count=4)
        assert (rough.lo <= exact.values).all() and (exact.values <= rough.hi).all()
        assert (rough.differences[rough.solved] == exact.differences[rough.solved]).all()
        alone = rough.differences < 0
        assert ((rough.values == 0) | ~alone | (view.rules.last_tie == "all")).all()
        unsolved += int((~rough.solved).sum())
    assert unsolved > 10


def test_plays_are_ordered_by_the_mean_difference():
    rng = random.Random(74)
    apart = 0
    for number in range(scaled(60, 1_500)):
        view = (position := ending(rng)).view(position.to_move)
        advice = view.advise(Limit(worlds=20, seed=number), method="worlds")
        found = worlds.evaluate(view, [row.card for row in advice.plays], seed=number, first=0, count=advice.worlds)
        means, own = found.differences.mean(axis=0), found.values.mean(axis=0)
        assert [row.difference for row in advice.plays] == pytest.approx(means)
        assert [row.mean for row in advice.plays] == pytest.approx(own)
        assert advice.best == advice.plays[0].card and (means.argmin() == 0 or means[0] == means.min())
        assert "the own penalty less the other's" in advice.assumes
        apart += own[0] > own.min()
    assert apart, "the order must sometimes be another than by the own penalty"


def test_weighted_worlds_and_the_match_keep_their_order():
    rng = random.Random(75)
    for number in range(scaled(6, 60)):
        view = (position := ending(rng)).view(position.to_move)
        weighted = view.advise(Limit(worlds=20, seed=number), method="weighted")
        differences = [row.difference for row in weighted.plays]
        assert differences == sorted(differences)
        match = view.advise(Limit(worlds=20, seed=number), utility="match")
        assert [row.match for row in match.plays] == sorted((row.match for row in match.plays), reverse=True)
        assert all(row.difference is not None for row in match.plays)


def test_three_players_and_the_exchange_know_no_difference():
    rng = random.Random(76)
    for _ in range(scaled(10, 100)):
        view = (position := ending(rng, 3, players=rng.randint(3, 5))).view(position.to_move)
        assert worlds.evaluate(view, view.legal(), seed=1, first=0, count=2).differences is None
        advice = view.advise(Limit(worlds=3))
        assert all(row.difference is None for row in advice.plays) and "less the other's" not in advice.assumes
    view = rassi.deal(3, 2).view(1)
    assert view.phase == "free" and worlds.stakes_of_two(view) is None
    assert all(row.difference is None for row in view.advise(Limit(worlds=5), method="worlds").plays)


def test_it_depends_on_the_view_the_seed_and_the_number_of_worlds_alone():
    rng = random.Random(77)
    moved = 0
    for number in range(scaled(10, 300)):
        position = ending(rng)
        view = position.view(position.to_move)
        other = reshuffled(position, position.to_move, rng)
        moved += other != position
        for worlds_wanted in (9, RACED_WORLDS["rassi"]) if number % 5 == 0 else (9,):
            limit = Limit(worlds=worlds_wanted, seed=number)
            answer = told(view, limit)
            assert told(view, limit, threads=2) == answer
            assert told(other.view(position.to_move), limit) == answer
    assert moved


def test_a_race_keeps_the_play_with_the_least_difference():
    rng = random.Random(78)
    dropped = 0
    for number in range(scaled(8, 100)):
        view = (position := random_ending(rng, 2, 5, 12)).view(position.to_move)
        limit = Limit(worlds=RACED_WORLDS["rassi"], seed=number)
        raced, whole = (advise(view, limit, method="worlds", racing=racing) for racing in (True, False))
        assert raced.plays[0].difference == pytest.approx(whole.plays[0].difference, abs=0.2)
        dropped += any(row.visits < limit.worlds for row in raced.plays)
    assert dropped


def test_proofs_of_safety_are_kept_where_both_may_pay():
    """With last_tie=all a seat of the lower stake may pay by choice in a world; that is no proof that it has to."""
    rng = random.Random(79)
    rules, by_choice = rassi.Rules(last_tie="all"), 0
    for number in range(scaled(100, 2_000)):
        heights = [*rng.sample(range(12), rng.randint(3, 4)), 12]
        pack = [card for card in range(52) if card % 13 in heights]
        rng.shuffle(pack)
        hands = [card_set(pack[:4]), card_set(pack[4:8])]
        view = rassi.Position.start(hands, pack[8:9], rules=rules, leader=0, multipliers=(1, 4)).view(0)
        proven = safe_plays(view)
        for row in view.advise(Limit(worlds=10, seed=number), method="worlds").plays:
            assert (row.safe is True) == (proven[row.card] is True)
            by_choice += bool(row.safe) and row.mean > 0
    assert by_choice


def test_plays_of_the_equilibrium_have_its_difference():
    rng = random.Random(80)
    seen = 0
    for number in range(scaled(6, 60)):
        view = (position := random_ending(rng, 2, 3, 8)).view(position.to_move)
        advice = view.advise(Limit(worlds=20, seed=number))
        if advice.exploitability is None:
            continue
        of_card = {row.card: row for row in solve_ending(view).plays}
        for row in advice.plays:
            if row.tied and not row.safe and row.stderr == 0:
                assert row.difference == pytest.approx(-of_card[row.card].advantage, abs=1e-6)
                seen += 1
    assert seen


def test_the_command_line_says_what_it_is_ordered_by(monkeypatch, capsys):
    position = rassi.Position.start(
        [sum(1 << card for card in range(0, 30, 5)), sum(1 << card for card in range(1, 31, 5))], [], leader=0
    )
    cli = Cli(monkeypatch, capsys)
    for words, said in (("--utility", "points"), True), (("--utility", "match"), False):
        monkeypatch.setenv("COLUMNS", "80")
        shown = cli("advise", "-", "--worlds", "20", *words, stdin=position.view(0).to_json()).out
        assert (" diff " in shown) == ("ordered by diff" in shown) == said
        assert max(map(len, shown.splitlines())) <= 80
        assert (len(shown.splitlines()) < 20) or not said, "shares of values can be read"
