"""Golden files: positions with values that other programs agree on, one JSON object a line (`docs/formats.md`).

A line is told by its fields: `hands` by compass point is the whist family, `sides` Ruffe with any sides, `piles` Russi,
`maxn_highest_first` Rassi. A line with a field too many, too few or of the wrong type is an error that says where.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import msgspec

from tricorn.cards import SUITS, card_text, parse_card, parse_hand, quote
from tricorn.errors import TricornError
from tricorn.games import Position, malformed

_COMPASS: Final = "NESW"
_PLAYERS_FORMAT: Final = {2: "2-long", 3: "3-long", 4: "4"}
Trump = Literal["S", "H", "D", "C", "N"]
Follow = Literal["suit-else-trump", "suit-or-trump", "suit"]


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    """The name by which a wrong value is reported."""


class WhistLine(_Line):
    """Four players in pairs; `hands` without the cards of `trick`, which lie on the table from `lead` on."""

    n: int
    trump: Trump
    lead: Literal["N", "E", "S", "W"]
    hands: dict[Literal["N", "E", "S", "W"], str]
    tricks: int
    scores: dict[str, int]
    trick: list[str] = []
    follow: Follow = "suit"


class RuffeLine(_Line):
    """Two to four players with any sides, at the start of a trick; `value`: tricks to the leader's side."""

    players: int
    sides: list[int]
    trump: Trump
    leader: int
    hands: list[str]
    follow: Follow
    value: int
    cards: dict[str, int] | None = None


class RussiPlayer(msgspec.Struct, forbid_unknown_fields=True):
    """`hand`: cards that cover nothing; `piles`: `DOWN<UP`."""

    hand: str
    piles: list[str]


class RussiLine(_Line):
    """At the start of a trick; `value`: tricks to the leader."""

    tricks: int
    leader: int
    players: list[RussiPlayer]
    value: int


class RassiLine(_Line):
    """Hands as ranks; an A beyond the fourth is a joker. Penalties by seat."""

    leader: int
    hands: list[str]
    overtake: Literal["forced", "optional"]
    maxn_lowest_first: list[int]
    maxn_highest_first: list[int]
    paranoid: list[int]


@dataclass(frozen=True, slots=True)
class Case:
    """One golden position.

    Attributes:
        where: file and line number.
        id: its name in the file.
        game: "russi", "ruffe" or "rassi".
        position: the position.
        value: tricks for the side to move; None in Rassi.
        cards: the same for every legal card; None where the file gives none.
        vectors: Rassi: penalties by seat under "max^n, lowest first", "max^n, highest first" and "paranoid".
    """

    where: str
    id: str
    game: str
    position: Position
    value: int | None = None
    cards: dict[str, int] | None = None
    vectors: dict[str, list[int]] = field(default_factory=dict)


def read_cases(name: str, text: str, most: int | None = None) -> Iterator[Case]:
    """The cases of a golden file, in order; blank lines are passed over.

    Args:
        name: of the file, for errors.
        text: its content.
        most: stop after so many cases; None: all of them.

    Raises:
        TricornError: a line is no golden position, or there is none in the file.
    """
    count = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        if most is not None and count >= most:
            return
        count += 1
        where = f"{name}:{number}"
        try:
            yield _case(where, line)
        except TricornError as error:
            raise TricornError(f"{where}: {error}") from None
    if not count:
        raise TricornError(f"{name}: empty, there is no position to verify")


def _case(where: str, text: str) -> Case:
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise TricornError(malformed(text, str(error))) from None
    except RecursionError:
        raise TricornError(f"nested too deeply: {quote(text)}") from None
    if not isinstance(data, dict):
        raise TricornError(f"not an object: {quote(text)}")
    kind: Any
    build: Any
    if "maxn_highest_first" in data:
        kind, build = RassiLine, _rassi
    elif "sides" in data:
        kind, build = RuffeLine, _ruffe
    elif isinstance(data.get("hands"), dict):
        kind, build = WhistLine, _whist
    elif "players" in data and "leader" in data:
        kind, build = RussiLine, _russi
    else:
        raise TricornError(f"not a golden position of any known format: {quote(text)}")
    try:
        line = msgspec.convert(data, type=kind)
    except msgspec.ValidationError as error:
        raise TricornError(f"{error}: {quote(text)}") from None
    case: Case = build(where, line)
    return case


def _whist(where: str, line: WhistLine) -> Case:
    from tricorn.ruffe import Position as Ruffe
    from tricorn.ruffe import Rules

    missing = [seat for seat in _COMPASS if seat not in line.hands]
    if missing:
        raise TricornError(f"hands: no hand of {', '.join(missing)}")
    position = Ruffe.ending(
        Rules(follow=line.follow),
        [parse_hand(line.hands[seat], f"hand of {seat}") for seat in _COMPASS],  # type: ignore[index]
        _COMPASS.index(line.lead),
        _trump(line.trump),
        trick=[parse_card(card, "trick") for card in line.trick],
    )
    if position.tricks_left != line.n:
        raise TricornError(f"n {line.n}: each player has {position.tricks_left} cards in all")
    return Case(where, line.id, "ruffe", position, line.tricks, _cards(line.scores))


def _ruffe(where: str, line: RuffeLine) -> Case:
    from tricorn.ruffe import Position as Ruffe
    from tricorn.ruffe import Rules

    if line.players not in _PLAYERS_FORMAT:
        raise TricornError(f"players {line.players} is none of 2, 3, 4")
    position = Ruffe.ending(
        Rules(_PLAYERS_FORMAT[line.players], follow=line.follow),  # type: ignore[arg-type]
        [parse_hand(hand, f"hand {seat}") for seat, hand in enumerate(line.hands)],
        line.leader,
        _trump(line.trump),
        sides=line.sides,
    )
    return Case(where, line.id, "ruffe", position, line.value, None if line.cards is None else _cards(line.cards))


def _russi(where: str, line: RussiLine) -> Case:
    from tricorn.russi.document import from_oracle

    if len(line.players) != 2:
        raise TricornError(f"{len(line.players)} players instead of 2")
    for seat, player in enumerate(line.players):
        for pile in player.piles:
            if "<" not in pile:
                raise TricornError(f"pile {quote(pile)} of player {seat} is not of the form DOWN<UP")
    position = from_oracle({"players": msgspec.to_builtins(line.players), "leader": line.leader})
    if position.tricks_left != line.tricks:
        raise TricornError(f"tricks {line.tricks}: each player has {position.tricks_left} cards")
    return Case(where, line.id, "russi", position, line.value)


def _rassi(where: str, line: RassiLine) -> Case:
    from tricorn.rassi.document import from_oracle

    vectors = {
        "max^n, lowest first": line.maxn_lowest_first,
        "max^n, highest first": line.maxn_highest_first,
        "paranoid": line.paranoid,
    }
    for name, vector in vectors.items():
        if len(vector) != len(line.hands):
            raise TricornError(f"{name}: {len(vector)} penalties instead of {len(line.hands)}")
    position = from_oracle({"hands": line.hands, "leader": line.leader, "overtake": line.overtake})
    return Case(where, line.id, "rassi", position, vectors=vectors)


def _trump(letter: str) -> int | None:
    return None if letter == "N" else SUITS.index(letter)


def _cards(scores: dict[str, int]) -> dict[str, int]:
    """The same with every card in the usual notation."""
    return {card_text(parse_card(card, "scores")): value for card, value in scores.items()}
