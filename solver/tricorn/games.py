"""The three games behind one set of types, and the documents that name their game in the field `type`.

The packages `tricorn.russi`, `tricorn.ruffe` and `tricorn.rassi` offer the same doors; the protocols here say which, so
that code for any game (the command line, matches, reviews) is written once and checked by a type checker.
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from tricorn.cards import quote
from tricorn.errors import TricornError

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.advice import Advice
    from tricorn.limit import Limit
    from tricorn.solution import Solution

NAMES: Final = ("russi", "ruffe", "rassi")
"""The games, in the order in which lists show them."""


class Result(Protocol):
    """What a finished deal was worth."""

    def to_dict(self) -> dict[str, Any]: ...


class Document(Protocol):
    """What positions and views share."""

    @property
    def rules(self) -> Any: ...
    @property
    def seats(self) -> int: ...
    @property
    def to_move(self) -> int | None: ...
    @property
    def phase(self) -> str: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def record(self) -> tuple[str, ...]: ...
    def legal(self) -> tuple[str, ...]: ...
    def to_json(self) -> str: ...
    def to_dict(self) -> dict[str, Any]: ...


class View(Document, Protocol):
    """What one seat has seen."""

    @property
    def seat(self) -> int: ...
    def advise(
        self,
        limit: "Limit | None" = None,
        *,
        threads: int = 1,
        stop: "Stop | None" = None,
        progress: "Callable[[int, int], None] | None" = None,
    ) -> "Advice": ...
    def equals(self) -> dict[str, str]: ...


class Position(Document, Protocol):
    """Everything known."""

    def play(self, action: str) -> "Position": ...
    def view(self, seat: int) -> View: ...
    def result(self) -> Result | None: ...
    def solve(
        self, limit: "Limit | None" = None, *, stop: "Stop | None" = None, solver: Any = None
    ) -> "Solution": ...


class PositionType(Protocol):
    """The class `Position` of a game."""

    def from_json(self, text: str) -> Position: ...
    def from_dict(self, data: Mapping[str, Any]) -> Position: ...


class ViewType(Protocol):
    """The class `View` of a game."""

    def from_json(self, text: str) -> View: ...
    def from_dict(self, data: Mapping[str, Any]) -> View: ...


AnyPosition = Position  # inside `Game` the name means the door


class Game(Protocol):
    """The doors of a game's package."""

    @property
    def Rules(self) -> Any: ...
    @property
    def Position(self) -> PositionType: ...
    @property
    def View(self) -> ViewType: ...
    @property
    def Match(self) -> Any: ...
    @property
    def deal(self) -> Callable[..., AnyPosition]: ...
    @property
    def rule_play(self) -> Callable[[Any], str]: ...
    @property
    def worlds(self) -> Any: ...
    @property
    def best_discards(self) -> Callable[[Any, int], list[tuple[str, tuple[str, ...]]]]: ...  # Ruffe only


def load(name: str) -> Game:
    """The package of a game, loaded when first asked for.

    >>> load("whist")
    Traceback (most recent call last):
    tricorn.errors.TricornError: 'whist' is not a game (russi, ruffe, rassi)
    """
    if name not in NAMES:
        raise TricornError(f"{quote(name)} is not a game ({', '.join(NAMES)})")
    return cast(Game, import_module(f"tricorn.{name}"))


def type_of(text: str) -> tuple[str, str]:
    """The game and the kind (`"position"` or `"view"`) that a JSON document claims to be.

    >>> type_of('{"type": "russi.view", "seat": 0}')
    ('russi', 'view')
    >>> type_of('[1, 2]')
    Traceback (most recent call last):
    tricorn.errors.TricornError: not a position or view: Expected `object`, got `array`: '[1, 2]'
    """
    import msgspec

    class Tagged(msgspec.Struct):
        type: str

    try:
        tag = msgspec.json.decode(text, type=Tagged).type
    except msgspec.ValidationError as error:
        raise TricornError(f"not a position or view: {error}: {quote(text.strip())}") from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise TricornError(malformed(text, str(error))) from None
    except RecursionError:
        raise TricornError(f"not JSON of a position or view: nested too deeply: {quote(text.strip())}") from None
    game, _, kind = tag.partition(".")
    if game not in NAMES or kind not in ("position", "view"):
        known = ", ".join(f"{name}.{kind}" for name in NAMES for kind in ("position", "view"))
        raise TricornError(f"type {quote(tag)} is not one of {known}")
    return game, kind


def malformed(text: str, why: str) -> str:
    """One line that says where a text stops being JSON, with the text found there."""
    if not text.strip():
        return "empty: there is no JSON"
    place = re.search(r"byte (\d+)", why)
    if place is None:
        return f"not JSON: {why}: {quote(text.strip())}"
    # msgspec counts bytes: cut the encoded text and forgive a character cut in half
    after = text.encode("utf-8", "surrogatepass")[int(place[1]) :][:200].decode("utf-8", "replace").strip()
    return f"not JSON: {why}: {quote(after)}" if after else f"not JSON: {why}"


def position_from_json(text: str) -> Position:
    """The position of any game that a JSON text holds.

    Raises:
        TricornError: not JSON, not a position, or one that breaks the rules; every defect is named.
    """
    game, kind = type_of(text)
    if kind != "position":
        raise TricornError(f"this is a {game} view (what one seat has seen); a {game} position is needed here")
    return load(game).Position.from_json(text)


def view_from_json(text: str) -> View:
    """The view of any game that a JSON text holds.

    Raises:
        TricornError: not JSON, not a view, or one that breaks the rules; every defect is named.
    """
    game, kind = type_of(text)
    if kind != "view":
        raise TricornError(f"this is a {game} position (all cards known); a {game} view is needed here")
    return load(game).View.from_json(text)


def document_from_json(text: str) -> Position | View:
    """The position or view of any game that a JSON text holds.

    Raises:
        TricornError: not JSON, neither of the two, or one that breaks the rules; every defect is named.
    """
    game, kind = type_of(text)
    package = load(game)
    return package.View.from_json(text) if kind == "view" else package.Position.from_json(text)


def name_of(document: object) -> str:
    """The name of the game that a position or view belongs to."""
    return type(document).__module__.split(".")[1]
