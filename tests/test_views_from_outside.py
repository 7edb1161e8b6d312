"""A view with something wrong in it is refused in one line, or it is the view of a world: nothing in between."""

import json
from random import Random
from typing import Any

import pytest

from scale import scaled
from tables import random_deal
from tricorn import games
from tricorn.cards import card_text
from tricorn.errors import NoWorldError, TricornError

PACK = [card_text(card) for card in range(54)]


def spoiled(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """The document with another play, two plays exchanged, another announced total or another own card."""
    record = list(data.get("record", []))
    way = random.choice(("play", "play", "order", "total", "card"))
    if way == "play" and record:
        turned = "^" + random.choice(PACK) if random.random() < 0.3 else ""
        record[random.randrange(max(0, len(record) - 6), len(record))] = random.choice(PACK) + turned
    elif way == "order" and len(record) > 1:
        place = random.randrange(len(record) - 1)
        record[place], record[place + 1] = record[place + 1], record[place]
    elif way == "total" and data.get("totals"):
        data["totals"][random.randrange(len(data["totals"]))] += random.choice((-3, -1, 1, 5))
    else:
        data["hand"] = data["hand"].replace(*random.sample("23456789TJQKA", 2))
    return {**data, "record": record} if record else data


@pytest.mark.parametrize("game", games.NAMES)
def test_a_spoiled_view_is_refused_or_has_worlds(game: str) -> None:
    random, package = Random(f"spoiled {game}"), games.load(game)
    refused = kept = 0
    for _ in range(scaled(250, 10_000)):
        position = random_deal(game, random)
        for _ in range(random.randrange(40)):
            if position.to_move is not None:
                position = position.play(random.choice(position.legal()))
        data = spoiled(json.loads(position.view(random.randrange(position.seats)).to_json()), random)
        try:
            view = package.View.from_dict(data)
        except TricornError as error:
            assert "\n" not in str(error)
            refused += 1
            continue
        if package.worlds.count(view) == 0:
            assert game == "ruffe", "only announced totals are left to the worlds"
            with pytest.raises(NoWorldError):
                package.worlds.sample(view, 1, 0)
            continue
        assert package.worlds.sample(view, 1, 0).view(view.seat) == view, data  # type: ignore[attr-defined]
        kept += 1
    assert refused > 50
    assert kept > 20
