"""The examples of Ruffe, and those in its documentation, are what they say they are."""

import json
import re
from pathlib import Path

import pytest

from tricorn import ruffe

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("ruffe-*.json"))


def load(name):
    text = (ROOT / "examples" / f"ruffe-{name}.json").read_text()
    return (ruffe.View if "view" in json.loads(text)["type"] else ruffe.Position).from_json(text)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_read_and_write(path):
    example = load(path.stem.removeprefix("ruffe-"))
    assert type(example).from_json(example.to_json()) == example


def test_examples_are_what_their_names_say():
    exchange = load("head-exchange")
    assert exchange.taker == 2
    assert exchange.record[0].startswith("discard")
    assert load("discard-view").phase == "discard"
    assert load("discard-view") == ruffe.deal(7).view(2)
    nobody = load("nobody-has-the-ace")
    assert nobody.taker is None
    assert nobody.trump * 13 + 12 in nobody.head
    view = load("view")
    assert view.phase == "play"
    assert len(view.trick) == 2
    assert load("three-players").seats == 3
    assert load("two-players-view").seats == 2
    whole = load("whole-deal")
    assert whole.is_over
    assert whole.result() == ruffe.Result((0, 12), (7, 5), (28, 20), (4, 0))


def test_documented_examples():
    blocks = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "formats-ruffe.md").read_text(), re.S)
    assert len(blocks) == 3
    for text in blocks:
        kind = ruffe.View if json.loads(text)["type"] == "ruffe.view" else ruffe.Position
        assert kind.from_json(text).legal() or kind is ruffe.View
