"""The policy `fast`: the compiled choice against the plain one, legality, no peeking, speed, and what it is worth."""

import json
import time
from importlib import resources
from random import Random

import numpy as np
import pytest

from fast_naive import choice, describe
from scale import scaled
from tables import random_positions, reshuffled
from tricorn import games, ruffe, russi
from tricorn._fast import Policy
from tricorn._selfplay import decisions, duel, lessons
from tricorn.cards import parse_card, parse_hand
from tricorn.errors import TricornError
from tricorn.fast import fast_play, nets, policy, sight
from tricorn.fast_weights import PROVENANCE, WEIGHTS
from tricorn.russi.rules import Layout
from tricorn.source import action_of, source_of
from tricorn_analysis.fit_rassi_net import INPUTS, NARROW, OUTPUTS, WIDE, aim, fit, fresh, gain_and_slopes, sample, sparse, sums_fit

GAMES = games.NAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_compiled_policy_is_the_plain_one(game: str) -> None:
    for position in random_positions(game, "play", scaled(120, 5000), seed=71):
        view = position.view(position.to_move)
        seen = sight(view)
        for text in view.legal():
            assert policy(game).features(seen, parse_card(text)) == describe(view, parse_card(text)), (view, text)
        played = fast_play(view)
        assert played in view.legal()
        assert action_of(view, played) == action_of(view, choice(view))


@pytest.mark.parametrize("game", GAMES)
def test_the_choice_is_the_same_in_every_world_of_the_view(game: str) -> None:
    for position in random_positions(game, "play", scaled(60, 2000), seed=72):
        view = position.view(position.to_move)
        source = source_of(view)
        assert {source.choice(policy(game), 9, index) for index in range(5)} == {action_of(view, fast_play(view))}


@pytest.mark.parametrize("game", GAMES)
def test_shuffling_the_hidden_cards_changes_no_choice(game: str) -> None:
    random = Random(f"fast {game}")
    for position in random_positions(game, "play", scaled(20, 1000), seed=73):
        other = reshuffled(position, position.to_move, random)
        assert fast_play(position.view(position.to_move)) == fast_play(other.view(position.to_move))


@pytest.mark.parametrize("game", GAMES)
def test_worlds_for_playouts_are_the_worlds_of_the_sampler(game: str) -> None:
    worlds = games.load(game).worlds
    for position in random_positions(game, "play", scaled(40, 1000), seed=74):
        view = position.view(position.to_move)
        source = source_of(view)
        assert source.turn() == view.seat
        for index in range(3):
            hands = worlds.sample(view, 5, index).hands
            if game == "russi":
                world = worlds.sample(view, 5, index)
                hands = tuple(world.hands[seat] | world.table_up(seat) | world.covered(seat) for seat in (0, 1))
            found = source.hands(5, index)
            assert list(map(_ranks, found)) == list(map(_ranks, hands)) if game == "rassi" else found == list(hands)


def test_the_seat_to_move_is_known_when_all_that_the_opponent_holds_is_hidden() -> None:
    position = russi.Position(Layout((parse_hand("A2..."), parse_hand("K3...")), ((), ()), 0))
    assert source_of(position.view(0)).turn() == 0
    assert source_of(position.play("SA").view(1)).turn() == 1


def test_sides_of_any_shape() -> None:
    """Of two partners still to play it is the next one whose voids count, in the compiled sight as in the plain one."""
    random = Random("sides")
    partners = 0
    for _ in range(scaled(60, 2000)):
        cards = random.sample(range(52), 24)
        hands = [sum(1 << card for card in cards[6 * seat : 6 * seat + 6]) for seat in range(4)]
        sides = random.choice([(0, 0, 0, 1), (0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 2, 2), (0, 0, 1, 0)])
        position = ruffe.Position.ending(ruffe.Rules(), hands, random.randrange(4), random.randrange(4), sides=sides)
        for _ in range(random.randrange(16)):
            position = position.play(random.choice(position.legal()))
        view = position.view(position.to_move)
        partners += [view.sides[(view.seat + step) % 4] for step in (1, 2, 3)].count(view.sides[view.seat]) > 1
        assert source_of(view).choice(policy("ruffe"), 1, 0) == action_of(view, fast_play(view)) == action_of(view, choice(view))
    assert partners > 5


def _ranks(held: int) -> list[int]:
    return sorted(12 if card >= 52 else card % 13 for card in range(54) if held >> card & 1)


@pytest.mark.parametrize("game", GAMES)
def test_whole_deals_by_the_plain_policy(game: str) -> None:
    """All the way to the end: views of positions late in a deal, with much that plays have shown."""
    for position in random_positions(game, "play", scaled(12, 500), seed=75):
        while position.to_move is not None:
            view = position.view(position.to_move)
            assert action_of(view, fast_play(view)) == action_of(view, choice(view))
            position = position.play(fast_play(view))


@pytest.mark.parametrize("game", GAMES)
def test_playouts_end_as_the_reference_ends(game: str) -> None:
    for position in random_positions(game, "play", scaled(5, 300), seed=76):
        view = position.view(position.to_move)
        actions = [text for text in view.legal() if view.equals()[text] == text]
        values = np.zeros((2, len(actions)), np.int16)
        assert source_of(view).rollouts([action_of(view, text) for text in actions], policy(game), 3, 0, values) == 2
        for index in range(2):
            for column, text in enumerate(actions):
                world = games.load(game).worlds.sample(view, 3, index).play(text)
                while world.to_move is not None:
                    world = world.play(fast_play(world.view(world.to_move)))
                assert values[index, column] == _result(game, view, world), (view, text)


def _result(game: str, view: object, end: object) -> int:
    seat = view.seat  # type: ignore[attr-defined]
    if game == "rassi":
        return end.result().points[seat] // view.multipliers[seat]  # type: ignore[attr-defined, no-any-return]
    if game == "russi":
        return end.taken[seat] - view.taken[seat]  # type: ignore[attr-defined, no-any-return]
    own = [other for other in range(view.seats) if view.sides[other] == view.sides[seat]]  # type: ignore[attr-defined]
    return sum(end.taken[other] - view.taken[other] for other in own)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", GAMES)
def test_it_beats_random_play(game: str) -> None:
    scores = np.zeros(scaled(600, 20_000))
    duel(GAMES.index(game), policy(game), None, 1, 0, scores, 2 if game == "russi" else 4)
    assert scores.mean() > 4 * scores.std() / len(scores) ** 0.5
    even = np.zeros(50)
    duel(GAMES.index(game), policy(game), policy(game), 1, 0, even, 2 if game == "russi" else 4)
    assert abs(even).max() < 1e-9, "the same policy in all seats scores exactly nothing"


@pytest.mark.parametrize("game", GAMES)
def test_two_microseconds_a_decision(game: str) -> None:
    """Playouts by the policy: the time of a play, its rules and the copy of the deal included, best of several tries."""
    kind, seats = GAMES.index(game), 2 if game == "russi" else 4
    plies = {"russi": 52, "ruffe": 48, "rassi": 24}[game]
    best = 1.0
    for _ in range(5):
        scores = np.zeros(200)
        started = time.process_time()
        duel(kind, policy(game), policy(game), 1, 0, scores, seats)
        deals = len(scores) * (seats if game == "rassi" else 2)
        best = min(best, (time.process_time() - started) / deals / plies)
    assert best < 2e-6


def test_weights_have_a_provenance() -> None:
    assert set(WEIGHTS) == set(PROVENANCE) == set(GAMES)
    for game in GAMES:
        assert WEIGHTS[game] and "fit_fast" in PROVENANCE[game]["command"]


def test_networks_have_a_provenance() -> None:
    with resources.as_file(resources.files("tricorn.rassi") / "data" / "fast.npz") as path, np.load(path) as file:
        told = json.loads(str(file["provenance"]))
    assert "fit_rassi_net" in told["command"]
    assert nets().dtype == np.int16


def test_decisions_are_those_of_deals() -> None:
    features, values = np.zeros((500, 17), np.int16), np.zeros(500, np.int16)
    context, group = np.zeros(500, np.int32), np.zeros(500, np.int32)
    rows, made = decisions(2, policy("rassi"), 1, 0, 40, features, context, group, values, 3, 2)
    assert 0 < made < rows <= 500
    assert sorted(set(group[:rows].tolist())) == list(range(made))
    assert values[:rows].min() >= 0 and values[:rows].max() == 13


def test_lessons_are_of_decisions_of_deals() -> None:
    """What is written down for the networks: their inputs, and by rank what each play cost."""
    inputs, stage, costs = np.zeros((400, 48), np.int16), np.zeros(400, np.int16), np.zeros((400, 13), np.int16)
    made = lessons(policy("rassi"), 1, 0, 40, inputs, stage, costs, 4, 2)
    assert 100 < made < 400
    again, *rest = np.zeros_like(inputs), np.zeros_like(stage), np.zeros_like(costs)
    assert lessons(policy("rassi"), 1, 0, 40, again, *rest, 4, 2) == made and (again == inputs).all() and (rest[1] == costs).all()
    assert set(stage[:made].tolist()) == {2, 3, 4, 5, 6}
    for row, cost, size in zip(inputs[:made], costs[:made], stage[:made], strict=True):
        on = row[row >= 0]
        held = {int(number) // 4 for number in on if number < 52}
        legal = set(np.flatnonzero(cost >= 0).tolist())
        assert len(set(on.tolist())) == len(on) and on.max() < 614 and 1 < len(legal) <= size and legal <= held
        assert cost.max() <= 13
    full = lessons(policy("rassi"), 1, 0, 40, inputs[:30], stage[:30], costs[:30], 3, 1)
    assert full == 30


def test_scores_order_the_choice() -> None:
    for game in GAMES:
        for position in random_positions(game, "play", scaled(20, 500), seed=77):
            view = position.view(position.to_move)
            scored = policy(game).scores(sight(view))
            best = max(score for _, score in scored)
            assert next(card for card, score in scored if score == best) == policy(game).choose(sight(view))


def test_networks_beat_the_sums_they_replace() -> None:
    scores = np.zeros(scaled(3000, 50_000))
    for seats in (3, 4, 6):
        duel(2, policy("rassi"), Policy("rassi", WEIGHTS["rassi"]), 5, 0, scores, seats)
        assert scores.mean() > 3 * scores.std() / len(scores) ** 0.5
    duel(2, policy("rassi"), Policy("rassi", WEIGHTS["rassi"]), 5, 0, scores[:50], 2)
    assert not scores[:50].any(), "of two players nothing has changed"


def test_a_fit_of_networks_learns() -> None:
    """A small one, against chance; and its slopes are those of the gain."""
    found, provenance = fit(4, 8_000, 0.004, 3, deals=50)
    assert found.dtype == np.int16 and "fit_rassi_net" in provenance["command"]
    scores = np.zeros(4000)
    duel(2, Policy("rassi", WEIGHTS["rassi"], found), None, 1, 0, scores, 4)
    assert scores.mean() > 3 * scores.std() / len(scores) ** 0.5

    met = sample(policy("rassi"), 1, 600)
    net = [part.astype(np.float64) for part in fresh(np.random.default_rng(1))]
    for part in net:
        part += 0.01  # off the corners at nothing
    rows = sparse(met.inputs)
    slopes = gain_and_slopes(net, rows, met.costs)[1]  # type: ignore[arg-type]
    for layer, place in ((0, (4, 3)), (2, (5, 7)), (3, (2,)), (4, (1, 6)), (5, (8,))):
        aims = []
        for step in (1e-4, -1e-4):
            net[layer][place] += step
            aims.append(aim(net, rows, met.costs))  # type: ignore[arg-type]
            net[layer][place] -= step
        assert slopes[layer][place] == pytest.approx((aims[1] - aims[0]) / 2e-4, rel=0.02, abs=1e-5)


def test_sums_of_the_networks_fit() -> None:
    assert sums_fit(nets())
    layers = {"first": slice(0, INPUTS * WIDE), "bias": slice(INPUTS * WIDE, (INPUTS + 1) * WIDE)}
    layers["second"] = slice(layers["bias"].stop, layers["bias"].stop + WIDE * NARROW)
    layers["third"] = slice(layers["second"].stop + NARROW, layers["second"].stop + NARROW + NARROW * OUTPUTS)
    for layer, value in (("first", 700), ("bias", 32_767), ("second", 32_767), ("third", 32_767)):
        bad = nets().copy()
        bad[layers[layer]] = value
        assert not sums_fit(bad), layer


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="not a game"):
        Policy("whist", ())
    with pytest.raises(ValueError, match="rows of 17"):
        Policy("russi", (1, 2, 3))
    with pytest.raises(TypeError):
        Policy.__new__(Policy)
    with pytest.raises(ValueError, match="numbers of networks"):
        Policy("russi", (), nets())
    with pytest.raises(ValueError, match="numbers of networks"):
        Policy("rassi", WEIGHTS["rassi"], nets()[1:])
    with pytest.raises(ValueError, match="a row of inputs"):
        lessons(None, 1, 0, 1, np.zeros((5, 9), np.int16), np.zeros(5, np.int16), np.zeros((5, 13), np.int16))
    table = next(iter(random_positions("rassi", "play", 1, seed=1)))
    for wrong in ({"holder": 9}, {"top": [99] * 9}, {"low": [0] * 9}, {"laid": 30}):
        with pytest.raises(ValueError, match="not a sight of Rassi"):
            policy("rassi").choose(sight(table.view(table.to_move)) | wrong)
    with pytest.raises(ValueError, match="is not a card"):
        policy("russi").features({}, 99)
    position = next(iter(random_positions("russi", "play", 1, seed=1)))
    with pytest.raises(TricornError, match="is not to move"):
        fast_play(position.view(1 - position.to_move))
