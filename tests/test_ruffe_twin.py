"""The compiled rules and the readable ones say the same."""

import random
from pathlib import Path

import pytest

from ruffe_cases import advance, random_action, random_deal, random_ending, twin_of
from scale import scaled
from tricorn import ruffe
from tricorn.cards import card_set, card_text, parse_card, parse_hand
from tricorn.errors import IllegalPlayError
from tricorn.ruffe.position import discard_text, parse_discard

DATA = Path(__file__).parent / "data"
PHASES = ("discard", "play", "over")
REASONS = {  # the numbers of `Refusal` in _ruffe.pxd, and what the readable rules say
    1: "the deal is over",
    2: "a discard is due",
    3: "no discard is due",
    4: "is not held",
    5: "must follow",
    6: "or a trump",
    7: "must trump",
    8: "instead of 4",
}


def none(value):
    return -1 if value is None else value


def agree(position, twin):
    assert PHASES[twin.phase] == position.phase
    assert twin.turn == none(position.to_move)
    assert twin.hands == position.hands
    assert twin.trick == tuple(card for _, card in position.trick)
    assert twin.leader == position.leader
    assert twin.taken == position.taken
    assert twin.discards == position.discards
    assert twin.shown == position.shown
    if position.phase == "play":
        assert twin.legal() == card_set(map(parse_card, position.legal()))
    else:
        assert twin.legal() == 0


def agree_on_errors(rng, position, twin):
    for card in rng.sample(range(52), 3):
        number = twin.refusal(card)
        if number == 0:
            position.play(card_text(card))
            continue
        with pytest.raises(IllegalPlayError) as error:
            position.play(card_text(card))
        assert REASONS[number] in str(error.value)
        with pytest.raises(ValueError, match=f"illegal: {number}"):
            twin.play(card)
    four = card_set(rng.sample(range(52), rng.choice((3, 4, 4, 5))))
    number = twin.discard_refusal(four)
    if number == 0:
        position.play(discard_text(four))
        return
    with pytest.raises(IllegalPlayError) as error:
        position.play(discard_text(four))
    assert REASONS[number] in str(error.value)


def step(twin, action):
    if action.startswith("discard"):
        twin.discard(parse_discard(action))
    else:
        twin.play(parse_card(action))


def test_twins_agree_on_random_games():
    rng = random.Random(20)
    for number in range(scaled(1_000, 10_000)):
        position = random_deal(rng) if number % 4 else random_ending(rng, 12)
        twin = twin_of(position)
        if position.start.is_whole:
            assert twin.totals == position.totals
        assert twin.winner == none(position.ruff_winner)
        assert twin.taker == none(position.taker)
        look = rng.randrange(60)
        while True:
            agree(position, twin)
            if len(position.record) == look or position.is_over:
                agree_on_errors(rng, position, twin)
            if position.is_over:
                break
            action = random_action(rng, position)
            position = position.play(action)
            step(twin, action)
        result = position.result()
        assert twin.points() == (result.ruff, result.tricks, result.cards, result.card_points)


def test_mid_trick_endings_agree():
    rng = random.Random(21)
    for _ in range(scaled(300, 3_000)):
        ending = random_ending(rng, 7)
        position = advance(rng, ending, rng.randrange(1, 12))
        again = ruffe.Position.ending(
            position.rules,
            position.hands,
            position.leader,
            position.trump,
            sides=position.sides,
            trick=[card for _, card in position.trick],
            taken=position.taken,
        )
        twin = twin_of(again)
        agree(again, twin)
        while not again.is_over:
            action = random_action(rng, again)
            again, position = again.play(action), position.play(action)
            step(twin, action)
            agree(again, twin)
        assert again.result() == position.result()


def test_a_compiled_random_game_is_legal():
    rng = random.Random(22)
    for number in range(scaled(100, 1_000)):
        position = random_deal(rng)
        twin = twin_of(position)
        for action in twin.playout(number):
            position = position.play(card_text(action) if action >= 0 else discard_text(-action))
        agree(position, twin)
        assert position.is_over


def test_playouts_count_every_action():
    position = ruffe.deal(3)
    assert position.taker is not None
    assert twin_of(position).playouts(1, 0, 50) == 50 * 49


def count(position, depth):
    if depth == 0:
        return 1
    return sum(count(position.play(action), depth - 1) for action in position.legal())


def perft_rows():
    for line in (DATA / "ruffe.perft").read_text().splitlines():
        if line and not line.startswith("#"):
            seed, options, *counts = (part.strip() for part in line.split(";"))
            yield pytest.param(int(seed), dict(word.split("=") for word in options.split()), counts, id=f"deal {seed}".strip())


@pytest.mark.parametrize(("seed", "options", "counts"), list(perft_rows()))
def test_perft(seed, options, counts):
    position = ruffe.deal(seed, ruffe.Rules(**options))
    twin = twin_of(position)
    kept = options.get("format") == "2-short"
    if position.phase == "discard" and not kept:
        first = position.legal()[-1]
        position = position.play(first)
        step(twin, first)
    for part in counts:
        depth, leaves = (int(number) for number in part[1:].split())
        if leaves <= scaled(300_000, 20_000_000):
            assert twin.perft(depth) == leaves
        if leaves <= scaled(1_000, 100_000):
            assert count(position, depth) == leaves


def test_perft_of_small_endings():
    rng = random.Random(23)
    for _ in range(scaled(30, 300)):
        position = random_ending(rng, 3)
        twin = twin_of(position)
        for depth in range(5):
            assert twin.perft(depth) == count(position, depth)


def test_copy_is_independent():
    position = ruffe.Position.ending(ruffe.Rules("2-long"), [parse_hand("A.2.."), parse_hand("K.3..")], 0, 1)
    twin = twin_of(position)
    other = twin.copy()
    other.play(parse_card("SA"))
    assert twin.trick == ()
    assert other.trick == (parse_card("SA"),)
