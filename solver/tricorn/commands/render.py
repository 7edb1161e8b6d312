"""Positions and views as tables for the terminal. What is the same in all games; the rest is in `render_<game>.py`."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tricorn.cards import RANKS, SUITS, card_text, cards_of, display_order
from tricorn.commands.output import console
from tricorn.games import name_of

if TYPE_CHECKING:
    from tricorn.games import Document, Position, View

_SYMBOLS: Final = "♠♥♦♣"


@dataclass(frozen=True, slots=True)
class TrickRow:
    """A trick as a table shows it: plays from the leader on; winner None while it lies on the table."""

    leader: int
    plays: tuple[str, ...]
    winner: int | None


def hand_text(held: int) -> str:
    """A set of cards by suit, highest first.

    >>> from tricorn.cards import parse_hand
    >>> hand_text(parse_hand("AKT.9..2"))
    '♠AKT ♥9 ♣2'
    """
    suits: dict[int, str] = {}
    for card in display_order(held):
        if card < 52:
            suits[card // 13] = suits.get(card // 13, "") + RANKS[card % 13]
    marks = _suit_marks()
    parts = [marks[suit] + ranks for suit, ranks in suits.items()]
    return " ".join(parts + [card_text(card) for card in cards_of(held) if card >= 52]) or "–"


def suit_text(suit: int | None) -> str:
    """A suit with its letter, or that there is none.

    >>> suit_text(1)
    '♥ (H)'
    """
    if suit is None:
        return "none"
    mark = _suit_marks()[suit]
    return f"{mark} ({SUITS[suit]})" if mark in _SYMBOLS else SUITS[suit]


def _suit_marks() -> Sequence[str]:
    """The suit symbols, or letters where the output has no symbols."""
    try:
        _SYMBOLS.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return [f"{suit}:" for suit in SUITS]
    return _SYMBOLS


def cards_left(count: int) -> str:
    """How many cards a hand has.

    >>> cards_left(1), cards_left(2)
    ('1 card', '2 cards')
    """
    return f"{count} card" if count == 1 else f"{count} cards"


def seat_name(seat: int, document: "Document") -> str:
    """The seat as this document's owner says it: `you` in a view of that seat."""
    return "you" if getattr(document, "seat", None) == seat else f"seat {seat}"


def does(seat: int, document: "Document", verb: str) -> str:
    """`you play` or `seat 1 plays`."""
    name = seat_name(seat, document)
    return f"{name} {verb}" if name == "you" else f"{name} {verb}s"


def rules_text(document: "Document") -> str:
    """The options that differ from the default, empty if none does."""
    rules = document.rules
    kind = type(rules)
    usual = kind(rules.format) if hasattr(rules, "format") else kind()
    values = {item.name: getattr(rules, item.name) for item in fields(rules)}
    shown = {name: value for name, value in values.items() if value != getattr(usual, name)}
    if values.get("format", "4") != "4":
        shown = {"format": values["format"], **shown}
    return ", ".join(f"{name}={value}" for name, value in shown.items())


def print_document(document: "Document", to_stderr: bool = False, full: bool = True) -> None:
    """Prints a position or view: the cards, in full also the tricks so far, whose turn it is and what is legal."""
    game = name_of(document)
    module = _module(game)
    out = console(to_stderr)
    whose = f"what seat {document.seat} knows" if hasattr(document, "seat") else "all cards known"
    rules = rules_text(document)
    if full:
        out.print(f"{game}: {whose}" + (f"; rules {rules}" if rules else ""))
    for part in module.table(document):
        out.print(part)
    rows: Sequence[TrickRow] = module.tricks(document)
    if full:
        if any(row.winner is not None for row in rows):
            out.print(_trick_table(rows))
    elif len(rows) > 1 or (rows and rows[-1].winner is not None):
        last = [row for row in rows if row.winner is not None][-1]
        out.print(f"last trick: {trick_text(last, document)}, taken by {seat_name(last.winner or 0, document)}")
    if rows and rows[-1].winner is None:
        out.print(f"on the table: {trick_text(rows[-1], document)}")
    turn = document.to_move
    if turn is None:
        out.print("the deal is over")
        for line in module.result(document) if not hasattr(document, "seat") else []:
            out.print(line)
        return
    phase = "" if document.phase == "play" else f" ({document.phase})"
    actions = document.legal()
    if document.phase == "discard" and actions:
        legal = f"any four cards to throw away, {len(actions):,} choices"
    else:
        legal = " ".join(actions)
    out.print(f"to move: {seat_name(turn, document)}{phase}" + (f"; legal: {legal}" if legal else ""))


def trick_text(row: TrickRow, document: "Document") -> str:
    """A trick in one line, as in `seat 1 led SA, S4^H7`."""
    return f"{seat_name(row.leader, document)} led {', '.join(row.plays)}"


def _trick_table(rows: Sequence[TrickRow]) -> Any:
    from tricorn.commands.tables import new_table

    table = new_table("trick", "led by", "cards", "taken by", right=("trick",))
    for number, row in enumerate(rows, 1):
        if row.winner is not None:
            table.add_row(str(number), f"seat {row.leader}", " ".join(row.plays), f"seat {row.winner}")
    return table


def event_lines(before: "View | None", after: "View") -> list[str]:
    """What happened between two views of a seat, one action apart; before the first action if `before` is None."""
    lines: list[str] = _module(name_of(after)).events(before, after)
    return lines


def result_lines(position: "Position", seat: int) -> list[str]:
    """How the deal ended, for the person in `seat`."""
    lines: list[str] = _module(name_of(position)).result(position, seat)
    return lines


def _module(game: str) -> Any:
    return import_module(f"tricorn.commands.render_{game}")
