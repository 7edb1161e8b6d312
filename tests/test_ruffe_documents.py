"""Documents of Ruffe: golden lines, and whatever else a file may hold is read or refused with an error of ours."""

import copy
import json
import random
from pathlib import Path

import pytest

from ruffe_cases import advance, random_deal, random_ending
from scale import scaled
from tricorn import ruffe
from tricorn.errors import TricornError
from tricorn.ruffe.document import from_oracle

DATA = Path(__file__).parent / "data"
NUMBERS = (-1, 0, 1, 2, 99, 1 << 40, -(1 << 70), None, "x")
TEXTS = (
    "",
    "JK",
    "JK1 JK2",
    "discard",
    "0:SA",
    "7:discard SA",
    "discard SA SA SK SQ",
    "♠A",
    ":",
    "9:",
    "²:SA",
    "AKQ...",
    "SA" * 30,
)


@pytest.mark.parametrize("name", ["whist-12card-dds", "ruffe-follow", "ruffe-open"])
def test_golden_lines(name):
    lines = (DATA / f"{name}.jsonl").read_text().splitlines()
    for text in lines:
        line = json.loads(text)
        position = from_oracle(line)
        expected = line.get("scores") or line.get("cards")
        if expected is not None:
            assert set(position.legal()) == set(expected)
        assert position.tricks_left == line.get("n", position.tricks_left)
        assert ruffe.Position.from_json(position.to_json()) == position
        for seat in range(position.seats):
            view = position.view(seat)
            assert ruffe.View.from_json(view.to_json()) == view


def spoiled(rng, value):
    """The value with something else in it."""
    if isinstance(value, bool) or value is None:
        return rng.choice((0, 1, 2, "x", []))
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, *NUMBERS))
    if isinstance(value, dict) and value:
        name = rng.choice(sorted(value))
        return value | {name: spoiled(rng, value[name])}
    if isinstance(value, list) and value:
        index = rng.randrange(len(value))
        return rng.choice(
            (
                value[:index] + value[index + 1 :],
                [*value[:index], spoiled(rng, value[index]), *value[index + 1 :]],
                [*value, value[index]],
                rng.sample(value, len(value)),
                [],
            )
        )
    text = str(value) or "S"
    other = text.replace(rng.choice(text), rng.choice("AKQ2SHDC"))
    return rng.choice((text[:-1], text + rng.choice("A2SX. "), other, "".join(rng.sample(text, len(text))), rng.choice(TEXTS)))


def test_any_document_is_read_or_refused():
    rng = random.Random(40)
    read = refused = 0
    for number in range(scaled(200, 3_000)):
        position = random_deal(rng) if number % 3 else random_ending(rng, 8)
        position = advance(rng, position, rng.choice((0, 1, rng.randrange(60))))
        for original in (position, *(position.view(seat) for seat in range(position.seats))):
            document = copy.deepcopy(original.to_dict())
            for _ in range(rng.choice((1, 1, 2, 3))):
                name = rng.choice(sorted(document))
                document[name] = spoiled(rng, document[name])
            if rng.random() < 0.1:
                del document[rng.choice(sorted(document))]
            try:
                result = type(original).from_dict(document)
            except TricornError as error:
                assert "\n" not in str(error)
                refused += 1
                continue
            read += 1
            assert type(original).from_json(result.to_json()) == result
            if isinstance(result, ruffe.View) and result.to_move == result.seat and result.phase == "play":
                assert ruffe.rule_play(result) in result.legal()
    assert read > 20
    assert refused > 200
