"""Random positions of all games, formats and options, for tests that hold for every game."""

import re
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from tricorn import games
from tricorn.cards import card_text, cards_text, parse_hand

PHASES = {"russi": ("play",), "ruffe": ("discard", "play"), "rassi": ("free", "doubles", "redouble", "play")}
GAME_PHASES = [(game, phase) for game, phases in PHASES.items() for phase in phases]


def random_rules(game: str, random: Random) -> Any:
    """A rules object with every option drawn at random from all its values."""
    kind = games.load(game).Rules
    hints = get_type_hints(kind)
    chosen = {item.name: random.choice(found) for item in fields(kind) if (found := _values(hints[item.name]))}
    if game == "rassi":
        chosen["out_at"] = random.choice((13, 50, 100))
    if game == "ruffe":
        chosen["target"] = random.choice((None, 20))
        if chosen["format"] != "4":
            chosen["sides"] = None
    return kind(**chosen)


def _values(hint: Any) -> list[Any]:
    """All values of a type made of literals and None; empty for other types."""
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if get_origin(hint) is UnionType or get_origin(hint) is Union:
        return [value for part in get_args(hint) for value in ([None] if part is NoneType else _values(part))]
    return []


def random_deal(game: str, random: Random) -> Any:
    """A full deal under random rules, with a random dealer and number of players."""
    rules, seed = random_rules(game, random), random.getrandbits(40)
    package = games.load(game)
    if game == "rassi":
        players = random.randint(2, 8 if rules.jokers == 0 else 9)
        return package.deal(seed, players, rules=rules, dealer=random.randrange(players))
    if game == "ruffe":
        return package.deal(seed, rules=rules, dealer=random.randrange(rules.seats))
    return package.deal(seed, rules=rules, dealer=random.randrange(2))


def random_positions(game: str, phase: str, count: int, seed: int) -> Iterator[Any]:
    """`count` positions with somebody to move in the phase, each from a deal of its own, reached by random actions."""
    random = Random(f"{game} {phase} {seed}")
    found = 0
    while found < count:
        position = random_deal(game, random)
        met = []
        while position.to_move is not None:
            if position.phase == phase:
                met.append(position)
            position = position.play(random.choice(position.legal()))
        if met:
            found += 1
            yield random.choice(met)


def as_lists(text: str) -> str:
    """The JSON text with hands like "AK.T9..2" written card by card."""
    return re.sub(r'"([2-9TJQKA]*\.){3}[2-9TJQKA]*"', lambda hand: f'"{cards_text(parse_hand(hand[0][1:-1]))}"', text)


def reshuffled(position: Any, seat: int, random: Random, swaps: int = 40) -> Any:
    """The position with cards that the seat has not seen exchanged for one another, so that its view stays the same.

    Written without the samplers: two unseen cards swap places in the JSON, and a swap stays if the result is legal and
    looks the same to the seat.
    """
    kind = type(position)
    text, seen = as_lists(position.to_json()), position.view(seat).to_json()
    pack = [card_text(card) for card in range(54)]
    hidden = [card for card in pack if card in text and card not in as_lists(seen)]
    if len(hidden) < 2:
        return position
    for _ in range(swaps):
        one, two = random.sample(hidden, 2)
        swapped = text.replace(one, "\0").replace(two, one).replace("\0", two)
        try:
            other = kind.from_json(swapped)
        except ValueError:
            continue
        if other.view(seat).to_json() == seen:
            position, text = other, swapped
    return position
