"""Positions and views of Russi as JSON documents; `docs/formats.md` describes them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tricorn.cards import card_text, cards_text, parse_card, parse_hand, quote
from tricorn.errors import IllegalPositionError, NotationError
from tricorn.russi.position import Position
from tricorn.russi.rules import Layout, Pile
from tricorn.russi.view import Scene, SeenPile, View

Seat = Annotated[int, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=26)]


class RulesDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options: Russi has none."""


class SeatDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of one seat: `hand` as a list of cards or S.H.D.C; `piles` in table order as `DOWN<UP`, `UP` or `-`."""

    hand: str
    piles: list[str]


class PositionDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="russi.position"):
    """All cards as dealt, or of an ending, and the cards played since."""

    deal: tuple[SeatDocument, SeatDocument]
    rules: RulesDocument = RulesDocument()
    dealer: Seat | UnsetType = UNSET
    leader: Seat | UnsetType = UNSET
    taken: tuple[Count, Count] | UnsetType = UNSET
    record: list[str] = msgspec.field(default_factory=list)


class ViewDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="russi.view"):
    """What a seat saw at the start, `piles` as `?<UP`, `UP` or `-`, and the plays since with the cards turned up."""

    seat: Seat
    hand: str
    opponent_hand: Count
    piles: tuple[list[str], list[str]]
    rules: RulesDocument = RulesDocument()
    dealer: Seat | UnsetType = UNSET
    leader: Seat | UnsetType = UNSET
    taken: tuple[Count, Count] | UnsetType = UNSET
    gone: str | UnsetType = UNSET
    record: list[str] = msgspec.field(default_factory=list)


T = TypeVar("T", PositionDocument, ViewDocument)


def to_json(data: dict[str, Any]) -> str:
    """A document as compact JSON."""
    return msgspec.json.encode(data).decode()


def from_json(text: str | bytes, what: str) -> dict[str, Any]:
    """The object of a JSON text; `what` is named in errors."""
    from tricorn.games import malformed

    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        plain = text if isinstance(text, str) else text.decode("utf-8", "replace")
        raise IllegalPositionError(what, [malformed(plain, str(error))]) from None
    except RecursionError:
        raise IllegalPositionError(what, ["not JSON: nested too deeply"]) from None
    if not isinstance(data, dict):
        raise IllegalPositionError(what, [f"an object is wanted, not {quote(data)}"])
    return data


def position_to_dict(position: Position) -> dict[str, Any]:
    """The document `russi.position` of a position."""
    start = position.start
    dealt = tuple(
        SeatDocument(cards_text(start.hands[seat]), [pile_text(pile) for pile in start.piles[seat]]) for seat in (0, 1)
    )
    document = PositionDocument(
        (dealt[0], dealt[1]),
        dealer=1 - start.leader if start.is_whole else UNSET,
        leader=UNSET if start.is_whole else start.leader,
        taken=start.taken if any(start.taken) else UNSET,
        record=list(position.record),
    )
    return plain(document)


def view_to_dict(view: View) -> dict[str, Any]:
    """The document `russi.view` of a view."""
    start, dealer = view.start, view.dealer
    document = ViewDocument(
        start.seat,
        cards_text(start.hand),
        start.opponent_hand_size,
        ([seen_text(pile) for pile in start.piles[0]], [seen_text(pile) for pile in start.piles[1]]),
        dealer=UNSET if dealer is None else dealer,
        leader=start.leader if dealer is None else UNSET,
        taken=start.taken if any(start.taken) else UNSET,
        gone=cards_text(start.gone) if start.gone else UNSET,
        record=list(view.record),
    )
    return plain(document)


def plain(document: PositionDocument | ViewDocument) -> dict[str, Any]:
    """The document as dicts, lists, texts and numbers, as JSON would give it back."""
    data: dict[str, Any] = msgspec.to_builtins(document)
    return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}


def position_from_dict(data: Mapping[str, Any]) -> Position:
    """The position of a document `russi.position`, with every defect named."""
    what = "position of Russi"
    document = convert(data, PositionDocument, what)
    problems: list[str] = []
    hands = [read_hand(document.deal[seat].hand, f"hand of seat {seat}", problems) for seat in (0, 1)]
    rows = [
        tuple(read_pile(text, f"seat {seat}, pile {number}", problems) for number, text in enumerate(piles, 1))
        for seat, piles in enumerate(dealt.piles for dealt in document.deal)
    ]
    layout = Layout((hands[0], hands[1]), (rows[0], rows[1]), 0, None, read_taken(document))
    leader = read_leader(document, layout.is_whole, problems)
    if problems:
        raise IllegalPositionError(what, [*problems, *layout.misplaced()])
    return Position(Layout(layout.hands, layout.piles, leader, None, layout.taken), document.record)


def view_from_dict(data: Mapping[str, Any]) -> View:
    """The view of a document `russi.view`, with every defect named."""
    from tricorn.russi.testimony import misplaced
    from tricorn.russi.view import is_whole

    what = "view of Russi"
    document = convert(data, ViewDocument, what)
    problems: list[str] = []
    hand = read_hand(document.hand, "hand", problems)
    gone = 0 if document.gone is UNSET else read_hand(document.gone, "gone", problems)
    rows = [
        tuple(read_seen(text, f"seat {seat}, pile {number}", problems) for number, text in enumerate(piles, 1))
        for seat, piles in enumerate(document.piles)
    ]
    first = Scene(document.seat, hand, document.opponent_hand, (rows[0], rows[1]), gone, 0, None, read_taken(document))
    leader = read_leader(document, is_whole(first), problems)
    if problems:
        raise IllegalPositionError(what, [*problems, *misplaced(first)])
    return View(replace(first, leader=leader), document.record)


def from_oracle(data: Mapping[str, Any]) -> Position:
    """The position of a golden line: `players` with `hand` (what covers nothing) and `piles` (`DOWN<UP`), `leader`."""
    return position_from_dict({"type": "russi.position", "deal": data["players"], "leader": data["leader"]})


def convert(data: Mapping[str, Any], kind: type[T], what: str) -> T:
    """The typed document of a dict."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise IllegalPositionError(what, [str(error)]) from None


def read_hand(text: str, where: str, problems: list[str]) -> int:
    """The set that a text names; defects are added to `problems`."""
    try:
        return parse_hand(text, where)
    except NotationError as error:
        problems.append(str(error))
        return 0


def read_pile(text: str, where: str, problems: list[str]) -> Pile:
    """The pile of a text `DOWN<UP`, `UP` or `-`."""
    if text.strip() == "-":
        return None, None
    try:
        cards = [parse_card(part.strip(), where) for part in text.split("<")]
    except NotationError as error:
        problems.append(str(error))
        return None, None
    if len(cards) > 2:
        problems.append(f"{where}: {quote(text)} is not a pile (DOWN<UP, UP or -)")
        return None, None
    return (cards[0], cards[1]) if len(cards) == 2 else (cards[0], None)


def read_seen(text: str, where: str, problems: list[str]) -> SeenPile:
    """The pile of a text `?<UP`, `UP` or `-`."""
    covered, mark, up = text.rpartition("<")
    if mark and covered.strip() != "?":
        problems.append(f"{where}: {quote(text)} names a face-down card, which nobody has seen (?<UP, UP or -)")
        return False, None
    pile = read_pile(up, where, problems)
    if mark and pile[0] is None:
        problems.append(f"{where}: {quote(text)} is not a pile (?<UP, UP or -)")
        return False, None
    return bool(mark), pile[0]


def read_taken(document: PositionDocument | ViewDocument) -> tuple[int, int]:
    """Tricks taken before the start."""
    return (0, 0) if document.taken is UNSET else document.taken


def read_leader(document: PositionDocument | ViewDocument, whole: bool, problems: list[str]) -> int:
    """Who leads first: in a whole deal the non-dealer, in an ending who is named."""
    dealer, leader = document.dealer, document.leader
    if not whole:
        if dealer is not UNSET:
            problems.append("an ending names its leader, not the dealer")
        elif leader is UNSET:
            problems.append("the leader is missing")
        return 0 if leader is UNSET else leader
    if dealer is UNSET and leader is UNSET:
        problems.append("the dealer is missing")
    if dealer is not UNSET and leader is not UNSET and dealer == leader:
        problems.append(f"dealer {dealer} can't lead to the first trick")
    if dealer is not UNSET:
        return 1 - dealer
    return 0 if leader is UNSET else leader


def pile_text(pile: Pile) -> str:
    """A pile as `DOWN<UP`, `UP` or `-`."""
    down, up = pile
    if down is None:
        return "-"
    return card_text(down) if up is None else f"{card_text(down)}<{card_text(up)}"


def seen_text(pile: SeenPile) -> str:
    """A pile as `?<UP`, `UP` or `-`."""
    covered, up = pile
    if up is None:
        return "-"
    return f"?<{card_text(up)}" if covered else card_text(up)
