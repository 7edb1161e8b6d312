"""Russi: the examples are what they say they are."""

import json
from pathlib import Path

import pytest

from tricorn.cards import parse_card
from tricorn.russi import Position, Result, View
from tricorn.russi.rules import Layout

EXAMPLES = Path(__file__).parent.parent / "examples"
NAMES = ["14-left", "deal", "ending", "first-trick", "view", "view-reply"]


def load(name: str) -> Position | View:
    text = (EXAMPLES / f"russi-{name}.json").read_text()
    kind = View if json.loads(text)["type"] == "russi.view" else Position
    loaded: Position | View = kind.from_json(text)
    return loaded


def position(name: str) -> Position:
    loaded = load(name)
    assert isinstance(loaded, Position)
    return loaded


def view(name: str) -> View:
    loaded = load(name)
    assert isinstance(loaded, View)
    return loaded


def test_all_examples_are_named_here() -> None:
    assert sorted(path.stem.removeprefix("russi-") for path in EXAMPLES.glob("russi-*.json")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_in_canonical_form(name: str) -> None:
    text = (EXAMPLES / f"russi-{name}.json").read_text()
    assert load(name).to_dict() == json.loads(text)


def test_the_first_trick_is_the_example_of_the_rules() -> None:
    after = position("first-trick")
    assert after.dealer == 1
    assert after.record == ("SA", "S4")
    assert after.start.hands[0] >> parse_card("SA") & 1
    assert after.seen_record() == ("SA", "S4^DJ")
    assert after.taken == (1, 0)


def test_the_recorded_deal_is_complete() -> None:
    deal = position("deal")
    assert deal.is_over
    assert deal.result() == Result((13, 13), None)


def test_14_tricks_are_left() -> None:
    middle = position("14-left")
    assert middle.tricks_left == 14
    assert middle.led is None
    assert middle.record == position("deal").record[:24]


def test_the_views_are_of_the_recorded_deal() -> None:
    deal = position("deal")
    for name, plays in (("view", 26), ("view-reply", 31)):
        before = Position(deal.start, deal.record[:plays])
        assert before.to_move == 0
        assert before.view(0) == view(name)
    assert view("view").void_suits == (True, False, False, False)
    assert view("view-reply").led is not None


def test_the_ending_starts_in_the_recorded_deal() -> None:
    ending = position("ending")
    now = Position(position("deal").start, position("deal").record[:34]).now
    assert ending.start == Layout(now.hands, now.piles, now.leader, None, now.taken)
    assert len(ending.record) == 1
