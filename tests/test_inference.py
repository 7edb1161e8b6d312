"""Weights from play: the likelihoods against a plain replay, the picks against their theory, and what they may know."""

import json
import math
from itertools import pairwise
from random import Random
from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest

from fast_naive import network, rank
from scale import scaled
from tables import random_positions, reshuffled
from tricorn import Limit, games
from tricorn._inference import Likelihood
from tricorn._stop import Stop
from tricorn.advising import advise
from tricorn.cards import parse_card
from tricorn.errors import TricornError
from tricorn.fast import policy, sight
from tricorn.fast_weights import WEIGHTS
from tricorn.games import view_from_json
from tricorn.inference import CANDIDATES, Softness, candidates, pick, tells
from tricorn.players import parse_player
from tricorn.source import past_of, source_of
from tricorn_analysis.review import replayed

GAMES = games.NAMES
FEATURES = 17


def views(game: str, count: int, seed: int) -> Any:
    for position in random_positions(game, "play", count, seed):
        yield position.view(position.to_move)


def naive(world: Any, seat: int, temperature: float, blur: float) -> float:
    """The logarithm of the likelihood of all choices of other seats in a world, from views alone."""
    game = games.name_of(world)
    weights, total = WEIGHTS[game], 0.0
    positions = replayed(world)
    for here, after in pairwise(positions):
        if here.to_move == seat or here.phase != "play":
            continue
        view = here.view(here.to_move)
        played = after.record[-1].split(":")[-1].split("^")[0]
        same = {text: text for text in view.legal()}
        if game == "rassi":
            same = view.equals()
        choices = sorted(set(same.values()))
        if len(choices) == 1:
            continue
        scores = {}
        networks = network(view) if game == "rassi" and view.seats > 2 else None
        for text in choices:
            context, numbers = policy(game).features(sight(view), parse_card(text))
            row = weights[FEATURES * context : FEATURES * (context + 1)]
            scores[text] = sum(w * x for w, x in zip(row, numbers, strict=False)) / temperature
            if networks is not None:
                scores[text] = networks[rank(parse_card(text))] / temperature
        top = max(scores.values())
        soft = {text: math.exp(score - top) for text, score in scores.items()}
        total += math.log((1 - blur) * soft[same[played]] / sum(soft.values()) + blur / len(choices))
    return total


@pytest.mark.parametrize("game", GAMES)
def test_likelihoods_are_those_of_a_plain_replay(game: str) -> None:
    unlike = 0
    for view in views(game, scaled(25, 1000), seed=91):
        start, actions = past_of(view)
        scale = max(map(abs, WEIGHTS[game])) * 4.0
        found = Likelihood(start, actions, policy(game), scale, 0.2).log_likelihoods(5, 0, 3)
        for index, value in enumerate(found):
            world = games.load(game).worlds.sample(view, 5, index)
            assert value == pytest.approx(naive(world, view.seat, scale, 0.2), abs=1e-9), (view, index)
            unlike += value != found[0]
    assert unlike > 5


@pytest.mark.parametrize("game", GAMES)
def test_whoever_chooses_blindly_tells_by_the_number_of_his_choices(game: str) -> None:
    """With a blur of 1 a play says only how many there were to choose from: restricted choice."""
    for view in views(game, scaled(10, 200), seed=92):
        start, actions = past_of(view)
        (found,) = Likelihood(start, actions, policy(game), 1.0, 1.0).log_likelihoods(6, 0, 1)
        expected = 0.0
        positions = replayed(games.load(game).worlds.sample(view, 6, 0))
        for here in positions[:-1]:
            if here.phase == "play" and here.to_move != view.seat:
                kinds = set(here.view(here.to_move).equals().values()) if game == "rassi" else set(here.legal())
                expected -= math.log(len(kinds))
        assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("game", GAMES)
def test_picks_stand_for_all_worlds(game: str) -> None:
    """Weighted means over picked worlds, against those over many worlds one by one: of the likelihood itself."""
    checked = 0
    for view in views(game, scaled(6, 60), seed=93):
        start, actions = past_of(view)
        scale = max(map(abs, WEIGHTS[game])) * 4.0
        told = Likelihood(start, actions, policy(game), scale, 0.2)
        logs = np.array(told.log_likelihoods(7, 0, 4000))
        if np.ptp(logs) == 0:
            continue
        checked += 1
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
        count = 1500
        for kinds, defence in ((1, 0.25), (8, 0.25), (8, 0.0), (8, 1.0)):
            numbers, posterior, uniform = np.zeros(count, np.int64), np.zeros(count), np.zeros(count)
            assert told.pick(8, 0, kinds, defence, numbers, posterior, uniform) == count
            assert ((numbers // kinds) == np.arange(count)).all()
            picked = np.array([told.log_likelihoods(8, int(number), 1)[0] for number in numbers])
            assert np.allclose(posterior, picked + uniform)
            for found, exact in ((posterior, weights), (uniform, np.full(4000, 1 / 4000))):
                shares = np.exp(found - found.max())
                shares /= shares.sum()
                mean, wanted = shares @ picked, exact @ logs
                error = math.sqrt(((shares * (picked - mean)) ** 2).sum() + ((exact * (logs - wanted)) ** 2).sum())
                assert abs(mean - wanted) < 5 * error + 1e-9, (game, kinds, defence)
            if kinds == 1:
                assert (uniform == 0).all()
            elif defence:
                assert uniform.max() <= -math.log(defence) + 1e-9
    assert checked > 2


def advised(view: Any, **settings: Any) -> dict[str, Any]:
    found = advise(view, Limit(worlds=20, nodes=500, seed=4), method="weighted", **settings).to_dict()
    del found["time_s"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_shuffling_the_hidden_cards_changes_nothing(game: str) -> None:
    random = Random(f"inference {game}")
    for position in random_positions(game, "play", scaled(12, 1000), seed=94):
        other = reshuffled(position, position.to_move, random)
        assert advised(position.view(position.to_move)) == advised(other.view(position.to_move))


@pytest.mark.parametrize("game", GAMES)
def test_threads_give_the_same_answer_and_other_seeds_another_sample(game: str) -> None:
    for view in views(game, scaled(4, 60), seed=95):
        assert advised(view) == advised(view, threads=2) == advised(view, threads=4)
        first, second = (pick(view, seed, 0, 10).numbers.tolist() for seed in (1, 2))
        assert pick(view, 1, 3, 4).numbers.tolist() == first[3:7]
        assert candidates(view) <= CANDIDATES[game]
        if candidates(view) > 4 and past_of(view)[1]:
            assert first != second


@pytest.mark.parametrize("game", GAMES)
def test_answers_say_what_they_are(game: str) -> None:
    weighted = 0
    for view in views(game, scaled(12, 100), seed=96):
        advice = advise(view, Limit(worlds=30, nodes=500), method="weighted")
        if advice.effective is None:
            assert "uniform worlds" in advice.method and all(row.uniform is None for row in advice.plays)
            continue
        weighted += 1
        assert "weighted by what was played" in advice.method and "softened" in advice.assumes
        assert 1 - 1e-9 <= advice.effective <= advice.worlds + 1e-9
        for row in advice.plays:
            assert row.uniform is not None and row.lo <= row.uniform <= row.hi
            assert row.ci[0] <= row.mean <= row.ci[1]
            assert sum(row.dist.values()) == pytest.approx(1)
    assert weighted > 5


@pytest.mark.parametrize("game", GAMES)
def test_before_anybody_has_played_all_worlds_are_alike(game: str) -> None:
    for seed in range(3, 50):
        position = games.load(game).deal(seed=seed)
        while position.phase != "play":
            position = position.play(position.legal()[0])
        view: Any = position.view(position.to_move)
        if game != "ruffe" or view.taker in (None, view.seat):  # another's discards tell something
            break
    assert not tells(view)
    plain = advise(view, Limit(worlds=10, nodes=200, seed=4), method="worlds").to_dict()
    assert advise(view, Limit(worlds=10, nodes=200, seed=4), method="weighted").to_dict() == {**plain, "time_s": ANY}


def test_softness_is_a_setting() -> None:
    view = next(view for view in views("ruffe", 40, seed=99) if len(past_of(view)[1]) > 12)
    blind = pick(view, 1, 0, 200, softness=Softness(1.0, 1.0)).posterior
    sharp = pick(view, 1, 0, 200, softness=Softness(100.0, 0.01)).posterior
    assert np.ptp(blind) < np.ptp(sharp)
    player: Any = parse_player("weighted:worlds=8:temperature=500:blur=0.5")
    assert (player.temperature, player.blur) == (500, 0.5) and player.choose(view, 3) in view.legal()
    for wrong in ((0.0, 0.1), (math.inf, 0.1), (1.0, 0.0), (1.0, 1.5)):
        with pytest.raises(TricornError, match="must be above 0"):
            Softness(*wrong)


def test_one_world_that_outweighs_all_others_says_nothing_about_them() -> None:
    """Its interval has no end and every play is tied with the best, as after one world alone."""
    plays = "C9DTD2STSJSQHQCKS8DJDKS3DAC2CAHACTHKSAH3D4C6S5D5C7D3D7H7"
    record = [plays[at : at + 2] for at in range(0, len(plays), 2)]
    view = view_from_json(
        json.dumps({"type": "rassi.view", "seat": 7, "seats": 8, "hand": "HJ HT H9", "dealer": 2, "record": record})
    )
    lonely = 0
    for seed in range(30):
        advice = advise(view, Limit(worlds=10, nodes=20000, seed=seed), method="weighted")
        assert advice.effective is not None
        if advice.effective < 2:
            lonely += 1
            assert all(row.tied and row.ci[1] - row.ci[0] == row.hi - row.lo for row in advice.plays)
    assert lonely > 0


def test_a_flag_ends_it() -> None:
    view = next(views("ruffe", 1, seed=97))
    stop = Stop()
    stop.set()
    assert len(pick(view, 1, 0, 100, stop).numbers) == 0
    assert advise(view, Limit(worlds=1000), method="weighted", stop=stop).worlds >= 1
    assert advise(view, Limit(time_s=0.05), method="weighted").time_s < 2


def test_bad_input() -> None:
    view = next(views("russi", 1, seed=98))
    start, actions = past_of(view)
    for temperature, blur in ((0.0, 0.1), (-1.0, 0.1), (math.nan, 0.1), (1.0, 1.1), (1.0, 0.0)):
        with pytest.raises(ValueError, match="a temperature above 0"):
            Likelihood(start, actions, policy("russi"), temperature, blur)
    with pytest.raises(ValueError, match="policy of their game"):
        Likelihood(start, actions, policy("rassi"), 1.0, 0.1)
    with pytest.raises(ValueError, match="in this order"):
        Likelihood(start, [view.hand.bit_length() - 1, *actions], policy("russi"), 1.0, 0.1)
    told = Likelihood(start, actions, policy("russi"), 1.0, 0.1)
    with pytest.raises(ValueError, match="from 1 to 256"):
        told.pick(1, 0, 257, 0.2, np.zeros(1, np.int64), np.zeros(1), np.zeros(1))
    with pytest.raises(ValueError, match="a row for each"):
        told.pick(1, 0, 2, 0.2, np.zeros(2, np.int64), np.zeros(1), np.zeros(2))
    with pytest.raises(TricornError, match="has no card to play"):
        source_of(games.load("russi").deal(seed=1).view(1))
