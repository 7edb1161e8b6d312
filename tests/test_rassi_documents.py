"""The JSON of Rassi: what is documented reads, and what is broken is refused in one way only."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rassi_deals import random_ending, random_position
from scale import scaled
from tricorn import rassi
from tricorn.errors import IllegalPositionError
from tricorn.rassi.document import MatchDoc, PositionDoc, ViewDoc, from_oracle

DOCS = Path(__file__).parent.parent / "docs"
KINDS: dict[str, Any] = {"rassi.position": rassi.Position, "rassi.view": rassi.View, "rassi.match": rassi.Match}


def test_the_documented_examples_are_right() -> None:
    text = (DOCS / "formats-rassi.md").read_text()
    blocks = re.findall(r"```json\n(.*?)```", text, re.S) + re.findall(r"`(\{\"type\".*?\})`", text)
    assert len(blocks) == 3
    for block in blocks:
        data = json.loads(block)
        found = KINDS[data["type"]].from_json(block)
        assert KINDS[data["type"]].from_dict(found.to_dict()) == found
        assert found.to_dict() == data


def test_a_schema_comes_from_the_types() -> None:
    for kind in (PositionDoc, ViewDoc, MatchDoc):
        schema = msgspec.json.schema(kind)
        assert kind.__name__ in schema["$defs"]
        assert "out_at" in schema["$defs"]["RulesDoc"]["properties"]


JUNK = [None, True, -1, 3, 99, 1.5, 10**30, "", "SA", "keep", "change", "JK2", "S2 S2", "AK.Q..", "?"]
JUNK += [[], ["SA"], [1, 2], {}, {"free": "S2"}]


def broken(rng: Random, data: Any) -> Any:
    """A document with one or two places replaced by junk, dropped, doubled, or swapped."""
    data = json.loads(json.dumps(data))
    for _ in range(rng.randint(1, 2)):
        place = data
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = rng.choice(keys)
            if isinstance(place[key], dict | list) and place[key] and rng.random() < 0.7:
                place = place[key]
                continue
            what = rng.randrange(4)
            if what == 0:
                del place[key]
            elif what == 1 and isinstance(place, list):
                place.append(place[key])
            elif what == 2 and isinstance(place[key], str):
                place[key] = " ".join(place[key].split(" ")[1:] + rng.choice([[], ["C3"]]))
            else:
                place[key] = rng.choice(JUNK)
            break
    return data


def test_broken_documents_are_refused_and_nothing_else() -> None:
    rng = Random(8)
    refused = 0
    for _ in range(scaled(600, 10_000)):
        pos = random_position(rng) if rng.random() < 0.7 else random_ending(rng, rng.randint(2, 5), 3, 2)
        found: Any = pos if rng.random() < 0.5 else pos.view(rng.randrange(pos.seats))
        data = broken(rng, found.to_dict())
        try:
            again = type(found).from_dict(data)
        except IllegalPositionError as error:
            refused += 1
            assert error.problems
            assert "\n" not in str(error)
        else:
            assert type(found).from_dict(again.to_dict()) == again
    assert refused > scaled(300, 5_000)


def test_not_json() -> None:
    for text in ("", "{", "[", b"\xff", "[" * 5000, '{"type": "rassi.position", "hands": 3}', "null"):
        for kind in KINDS.values():
            try:
                kind.from_json(text)
            except IllegalPositionError as error:
                assert error.problems
            else:
                raise AssertionError(text)


def test_golden_lines() -> None:
    lines = (Path(__file__).parent / "data" / "rassi-open.jsonl").read_text().splitlines()
    for line in lines:
        entry = json.loads(line)
        pos = from_oracle(entry)
        assert (pos.leader, pos.rules.overtake, pos.seats) == (entry["leader"], entry["overtake"], len(entry["hands"]))
        for ranks, hand in zip(entry["hands"], pos.hands, strict=True):
            assert len(ranks) == hand.bit_count()
            aces = (hand & (1 << 12 | 1 << 25 | 1 << 38 | 1 << 51 | 3 << 52)).bit_count()
            assert ranks.count("A") == aces
        assert pos.stock == ()
    for bad, word in ((["22", "2223"], "one too many: '2'"), (["X2", "34"], "no rank: 'X'")):
        try:
            from_oracle({"hands": bad, "leader": 0, "overtake": "forced"})
        except IllegalPositionError as error:
            assert word in str(error)
        else:
            raise AssertionError(bad)
