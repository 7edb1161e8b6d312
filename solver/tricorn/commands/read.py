"""Input of the commands: a file or standard input, and what the options say about it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from tricorn.cards import quote
from tricorn.errors import TricornError

if TYPE_CHECKING:
    from tricorn.games import Position, View
    from tricorn.limit import Limit

T = TypeVar("T")
MOST_BYTES = 1 << 20  # of a position or view; the longest real one has some 5,000
MOST_GOLDEN_BYTES = 1 << 28


def read_text(name: str, most: int = MOST_BYTES) -> str:
    """The text of a file, of standard input if `name` is `-`.

    Raises:
        TricornError: there is none, it is no text, or it is longer than `most` bytes.
    """
    what = "standard input" if name == "-" else quote(name)
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(most + 1)
        elif "\0" in name:
            raise TricornError(f"{what} is not the name of a file")
        else:
            with Path(name).open("rb") as file:
                raw = file.read(most + 1)
    except IsADirectoryError:
        raise TricornError(f"{what} is a directory, not a file") from None
    except OSError as error:
        raise TricornError(f"{what}: {(error.strerror or str(error)).lower()}") from None
    if len(raw) > most:
        start = raw[:80].decode("utf-8", "replace")
        raise TricornError(f"{what}: longer than {most:,} bytes, which is more than is read: {quote(start)}")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TricornError(f"{what}: byte {error.start} is not UTF-8 text: {quote(raw[error.start :][:8])}") from None


def read_document(name: str) -> "Position | View":
    """The position or view in a file, told apart by its field `type`."""
    from tricorn.games import document_from_json

    return _named(name, document_from_json)


def read_position(name: str) -> "Position":
    """The position in a file."""
    from tricorn.games import position_from_json

    return _named(name, position_from_json)


def read_view(name: str, seat: int | None) -> "View":
    """The view in a file, or what `seat` (None: the seat to move) knows of the position in it."""
    document: Any = read_document(name)
    if hasattr(document, "seat"):
        if seat not in (None, document.seat):
            raise TricornError(f"seat {seat}: this is what seat {document.seat} knows, not what others do")
        view: View = document
        return view
    if seat is None and document.to_move is None:
        raise TricornError("the deal is over, nobody is to move; say whose view is meant with --seat")
    return view_of(document, document.to_move if seat is None else seat)


def view_of(position: Any, seat: int) -> "View":
    """What a seat knows of a position."""
    if not 0 <= seat < position.seats:
        raise TricornError(f"seat {seat} is not one of 0..{position.seats - 1}")
    view: View = position.view(seat)
    return view


def limit_of(time_s: float | None, nodes: int | None, worlds: int | None = None, seed: int = 0) -> "Limit":
    """The limit that the options set."""
    from tricorn.limit import Limit

    return Limit(time_s, worlds, nodes, seed)


def _named(name: str, read: Callable[[str], T]) -> T:
    text = read_text(name)
    try:
        return read(text)
    except TricornError as error:
        raise TricornError(f"{'standard input' if name == '-' else quote(name)}: {error}") from None
