"""What the taker of Ruffe's head threw away: the model against a plain sum, draws against their weights, and what it may know."""

import math
from random import Random
from typing import Any

import numpy as np
import pytest

from scale import scaled
from tables import random_positions, reshuffled
from test_inference import naive
from tricorn import Limit, ruffe
from tricorn._inference import Likelihood
from tricorn._ruffe_thrown import Thrown
from tricorn.advising import advise
from tricorn.cards import card_set, cards_of
from tricorn.errors import TricornError
from tricorn.fast import policy
from tricorn.inference import SOFTNESS, Softness, likelihood, pick, thrown
from tricorn.ismcts import advise_ismcts
from tricorn.players import parse_player
from tricorn.ruffe.player import rule_play
from tricorn.ruffe.position import parse_discard
from tricorn.ruffe.thrown import is_hidden, model
from tricorn.ruffe.worlds import position_of, sample, sampler
from tricorn.source import past_of

SILENT = Softness(1000, 0.3, discard_blur=1)


def plain(view: Any, four: int, temperature: float, blur: float) -> float:
    """The logarithm of the probability of a discard, every other one counted."""
    scored = ruffe.discard_scores(view)
    top = scored[0][0]
    soft = {parse_discard(text): math.exp((score - top) / temperature) for score, text in scored}
    return math.log((1 - blur) * soft[four] / sum(soft.values()) + blur / len(soft))


def unseen(count: int, seed: int) -> Any:
    """Positions in which the seat to move has not seen what another one threw away."""
    found = 0
    for position in random_positions("ruffe", "play", 100 * count, seed):
        if is_hidden(position.view(position.to_move)):
            yield position
            found += 1
            if found == count:
                return


def test_the_likelihood_is_that_of_a_plain_sum_over_all_discards() -> None:
    random = Random(5)
    for position in random_positions("ruffe", "discard", scaled(8, 60), seed=61):
        view = position.view(position.to_move)
        temperature, blur = random.choice((0.1, 0.5, 3.0)), random.choice((0.02, 0.5))
        chosen = model(view.rules.follow, view.trump, temperature, blur)
        for _ in range(5):
            four = card_set(random.sample(list(cards_of(view.hand)), 4))
            assert chosen.log_likelihood(view.hand, four) == pytest.approx(plain(view, four, temperature, blur), abs=1e-9)
        if view.hand.bit_count() == 16:
            total = sum(math.exp(chosen.log_likelihood(view.hand, parse_discard(text))) for text in view.legal())
            assert total == pytest.approx(1)


def test_no_hand_is_too_one_sided() -> None:
    """The sharpest model that is allowed, and hands of one suit and three cards, of trumps or not."""
    for suit in range(4):
        hand = 0x1FFF << 13 * suit | card_set(13 * ((suit + 1) % 4) + rank for rank in (0, 11, 12))
        for trump in range(4):
            sharp = model("suit-else-trump", trump, 0.05, 1e-6)
            logs = [sharp.log_likelihood(hand, four) for four in (0xF << 13 * suit, 0xF00 << 13 * suit)]
            assert all(math.log(1e-6 / 1820) - 1e-9 <= value <= 0 for value in logs)


def test_worlds_with_likely_discards_agree_with_the_view() -> None:
    other = 0
    for seed, position in enumerate(unseen(scaled(15, 300), seed=62)):
        view = position.view(position.to_move)
        made = sampler(view, thrown(view))
        assert made is not None
        for index in range(4):
            world = position_of(view, made.draw(seed, index))
            assert world.view(view.seat) == view
            uniform = sample(view, seed, index)
            assert (world.dealt, world.head) == (uniform.dealt, uniform.head), "only the discards are drawn anew"
            other += world.record[0] != uniform.record[0]
    assert other > 20


def test_worlds_with_likely_discards_stand_for_all_worlds() -> None:
    """Weighted means of what was thrown, drawn likely and drawn all alike, towards either kind of worlds."""
    count = 4000
    for position in unseen(scaled(6, 80), seed=63):
        view = position.view(position.to_move)
        soft = Softness(1.0, 1.0, 0.7, 0.1)
        start, _ = past_of(view, thrown(view, soft))
        drawn = np.array(Likelihood(start, [], policy("ruffe"), 1.0, 1.0).log_weights(4, 0, count))
        likely, alike = sampler(view, thrown(view, soft)), sampler(view)
        assert likely is not None and alike is not None and view.taker is not None and view.trump is not None
        chance = model(view.rules.follow, view.trump, 0.7, 0.1)
        facts, logs = [], []
        for made in (likely, alike):
            rows = []
            for index in range(count):
                hands, head, _, four = made.draw(4 if made is likely else 5, index)
                rows.append(((four >> 13 * view.trump & 0x1FFF).bit_count(), sum(card % 13 for card in cards_of(four))))
                if made is alike:
                    logs.append(chance.log_likelihood(hands[view.taker] | head, four))
            facts.append(np.array(rows, float))
        told = np.array(logs)
        for first, second in (
            (np.exp(-drawn[:, 1]), np.ones(count)),
            (np.exp(drawn[:, 0] - drawn[:, 1]), np.exp(told - told.max())),
        ):
            means, errors = [], []
            for weights, table in ((first, facts[0]), (second, facts[1])):
                shares = weights / weights.sum()
                mean = shares @ table
                means.append(mean)
                errors.append(((shares[:, None] * (table - mean)) ** 2).sum(axis=0))
            assert (abs(means[0] - means[1]) < 5 * np.sqrt(errors[0] + errors[1]) + 1e-9).all()
        assert np.exp(-drawn[:, 1]).max() <= 4 + 1e-9


def test_weights_are_those_of_the_discards_and_the_plays() -> None:
    for position in unseen(scaled(8, 200), seed=64):
        view = position.view(position.to_move)
        soft = SOFTNESS["ruffe"]
        made, told = sampler(view, thrown(view)), likelihood(view, soft)
        assert made is not None and view.taker is not None
        for index, value in enumerate(told.log_likelihoods(6, 0, 3)):
            drawn = made.draw(6, index)
            world: Any = position_of(view, drawn)
            before = ruffe.Position.whole(world.rules, world.dealer, world.dealt, world.head, world.dead)
            choice = plain(before.view(view.taker), drawn[3], soft.discard_temperature, soft.discard_blur)
            played = naive(world, view.seat, soft.temperature, soft.blur)
            assert value == pytest.approx(choice + played, abs=1e-9)


def test_nobody_throws_trumps_in_likely_worlds() -> None:
    likely, alike = [], []
    for seed in range(scaled(10, 100)):
        position = ruffe.deal(seed=seed)
        if position.taker is None:
            continue
        view: Any = position.play(rule_play(position.view(position.taker))).view((position.taker + 1) % 4)
        if view.to_move != view.seat:
            continue
        trumps = 0x1FFF << 13 * view.trump
        logs = [value - tilt for value, tilt in likelihood(view, SOFTNESS["ruffe"]).log_weights(7, 0, 200)]
        for found, made, weights in ((likely, sampler(view, thrown(view)), np.exp(logs)), (alike, sampler(view), np.ones(200))):
            assert made is not None
            found.append(weights @ [made.draw(7, index)[3] & trumps > 0 for index in range(200)] / weights.sum())
    assert np.mean(alike) > 0.5 and np.mean(likely) < 0.1


def answers(view: Any, softness: Softness | None = None) -> list[dict[str, Any]]:
    limit = Limit(worlds=12, nodes=300, seed=4)
    found = [advise(view, limit, method=method, softness=softness or SOFTNESS["ruffe"]) for method in ("weighted", "recursive")]
    return [{**advice.to_dict(), "time_s": 0} for advice in found]


def test_what_was_really_thrown_changes_nothing() -> None:
    random, changed = Random(8), 0
    for position in unseen(scaled(12, 300), seed=65):
        other = reshuffled(position, position.to_move, random, 120)
        one, two = position.view(position.to_move), other.view(position.to_move)
        assert pick(one, 2, 0, 8).numbers.tolist() == pick(two, 2, 0, 8).numbers.tolist()
        assert likelihood(one, SOFTNESS["ruffe"]).log_weights(1, 0, 5) == likelihood(two, SOFTNESS["ruffe"]).log_weights(1, 0, 5)
        assert answers(one) == answers(two)
        trees = [advise_ismcts(view, Limit(worlds=60, seed=5), weigh=True).to_dict() for view in (one, two)]
        assert {**trees[0], "time_s": 0} == {**trees[1], "time_s": 0}
        changed += other.record[0] != position.record[0]
    assert changed > 3


def test_the_taker_knows_what_he_threw() -> None:
    known = hidden = 0
    for position in random_positions("ruffe", "play", scaled(30, 400), seed=66):
        view = position.view(position.to_move)
        if view.taker == view.seat:
            known += 1
            assert thrown(view) is None and answers(view) == answers(view, SILENT)
        elif is_hidden(view) and len(view.record) > 8:
            hidden += answers(view) != answers(view, SILENT)
    assert known > 3 and hidden > 3


def test_advice_weighs_unasked_where_discards_are_hidden() -> None:
    limit, met = Limit(worlds=12, nodes=300, seed=4), set()
    for position in random_positions("ruffe", "play", scaled(20, 200), seed=68):
        view = position.view(position.to_move)
        method = "weighted" if is_hidden(view) else "worlds"
        met.add(method)
        assert {**advise(view, limit).to_dict(), "time_s": 0} == {**advise(view, limit, method=method).to_dict(), "time_s": 0}
        assert advise(view, limit, method="worlds").effective is None
    assert met == {"weighted", "worlds"}


def test_softness_of_the_discards_is_a_setting() -> None:
    player: Any = parse_player("weighted:worlds=8:discard_temperature=0.7:discard_blur=0.2")
    assert (player.discard_temperature, player.discard_blur, player.blur) == (0.7, 0.2, None)
    (position,) = unseen(1, seed=67)
    view = position.view(position.to_move)
    assert player.choose(view, 3) in view.legal()
    assert thrown(view, SILENT) is None and thrown(view) is not None
    for wrong in ((0.0, 0.1), (0.01, 0.1), (math.inf, 0.1), (1.0, 0.0), (1.0, 1.5)):
        with pytest.raises(TricornError, match="discard_temperature"):
            Softness(1, 1, *wrong)


def test_bad_input() -> None:
    worths = [0.0] * 8192
    for about in ((0, 0.01, 0.1, 0.1), (0, math.nan, 0.1, 0.1), (0, 1, 0, 0.1), (0, 1, 0.1, 0)):
        with pytest.raises(ValueError, match="a temperature of"):
            Thrown(worths, worths, *about)
    for given in ((worths[1:], worths, 0), (worths, worths, 4), (worths, worths, -1)):
        with pytest.raises(ValueError, match="8192 worths"):
            Thrown(*given, 1, 0.1, 0.1)
    with pytest.raises(ValueError, match="four cards of the hand"):
        model("suit", 0, 1, 0.1).log_likelihood(0xFFFF, 0xF0000)
