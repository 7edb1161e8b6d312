"""The examples of Rassi are what their names say."""

from pathlib import Path

import pytest

from tricorn import rassi

FOLDER = Path(__file__).parent.parent / "examples"


def position(name: str) -> rassi.Position:
    return rassi.Position.from_json((FOLDER / f"rassi-{name}.json").read_text())


def view(name: str) -> rassi.View:
    return rassi.View.from_json((FOLDER / f"rassi-{name}.json").read_text())


@pytest.mark.parametrize("path", sorted(FOLDER.glob("rassi-*.json")), ids=lambda path: path.stem)
def test_they_come_back_from_json(path: Path) -> None:
    text = path.read_text()
    if '"rassi.view"' in text:
        found: rassi.View | rassi.Position = rassi.View.from_json(text)
        assert rassi.View.from_json(found.to_json()) == found
    else:
        found = rassi.Position.from_json(text)
        assert rassi.Position.from_json(found.to_json()) == found
    assert found.is_over == (found.legal() == ())


def test_five_after_three_tricks_with_one_doubled() -> None:
    pos = position("five-after-three-tricks")
    assert (pos.seats, len(pos.table.tricks), sorted(pos.multipliers)) == (5, 3, [1, 1, 1, 1, 2])
    assert view("five-after-three-tricks-view") == pos.view(0)
    assert pos.to_move == 0


def test_a_decision_of_the_exchange() -> None:
    asked = view("doubles-or-keep")
    assert (asked.phase, asked.to_move, asked.legal()) == ("doubles", asked.seat, ("change", "keep"))


def test_nine_with_jokers() -> None:
    pos = position("nine-with-jokers")
    assert (pos.seats, pos.phase, pos.stock) == (9, "play", ())
    assert sum(hand >> 52 for hand in pos.hands) == 3


def test_a_whole_deal() -> None:
    result = position("whole-deal").result()
    assert result is not None
    assert (result.penalised, result.points, result.out) == ((1,), (0, 28, 0, 0), (1,))
