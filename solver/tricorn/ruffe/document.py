"""Positions and views as JSON: the typed documents, and the formats of golden files."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tricorn.cards import SUITS, card_text, cards_text, hand_text, parse_card, parse_hand, quote
from tricorn.errors import IllegalPositionError, NotationError, TricornError
from tricorn.ruffe.position import Position
from tricorn.ruffe.rules import Follow, Format, Par, RuffTie, Rules, Show, Sides, UnclaimedHead
from tricorn.ruffe.seen import Seen
from tricorn.ruffe.view import View

Trump = Literal["S", "H", "D", "C", "N"]


class RulesDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """The options; what is left out takes its default."""

    format: Format = "4"
    sides: Sides | None = None
    follow: Follow = "suit-else-trump"
    par: Par = "dealt"
    show: Show = "suit"
    ruff_tie: RuffTie = "eldest"
    unclaimed_head: UnclaimedHead = "out"
    target: int | None = None


class EndingDocument(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an ending starts from besides the hands: trump suit or N for none, side and tricks taken of each seat, the
    seat that leads or has led, and the cards on the table from that seat on."""

    trump: Trump
    leader: int
    sides: list[int] | None = None
    trick: list[str] = []
    taken: list[int] | None = None


class SeenEndingDocument(EndingDocument, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """An ending as a view sees it: also the cards that are gone, known to all."""

    gone: list[str]


class PositionDocument(
    Struct,
    frozen=True,
    tag_field="type",
    tag="ruffe.position",
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
):
    """A deal and its record. Hands as dealt, each as `S.H.D.C` or as a list of cards in one text; the head with the
    turn-up first."""

    rules: RulesDocument = RulesDocument()
    dealer: int
    hands: list[str]
    head: list[str] = []
    dead: str = ""
    ending: EndingDocument | None = None
    record: list[str] = []


class ViewDocument(
    Struct,
    frozen=True,
    tag_field="type",
    tag="ruffe.view",
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
):
    """What one seat has seen. The own hand as dealt; `taker` null when nobody took the head; `head` for the taker only;
    `shown` by the winner of the ruff, empty while a discard is due; another seat's discard in the record as
    `discard`."""

    rules: RulesDocument = RulesDocument()
    seat: int
    dealer: int
    hand: str
    turn_up: str | None = None
    totals: list[int] = []
    taker: int | UnsetType | None = UNSET
    head: list[str] = []
    shown: str = ""
    ending: SeenEndingDocument | None = None
    record: list[str] = []


def json_text(document: dict[str, Any]) -> str:
    """A dict as JSON in one line."""
    return msgspec.json.encode(document).decode()


def read_json(text: str | bytes) -> dict[str, Any]:
    """The dict of a JSON text."""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotationError(f"not JSON: {error}") from None
    except RecursionError:
        raise NotationError(f"not JSON of Ruffe: nested too deeply: {quote(str(text[:60]))}") from None
    if not isinstance(document, dict):
        raise NotationError(f"a JSON object is wanted, not {quote(document)}")
    return document


def position_dict(position: Position) -> dict[str, Any]:
    """The document of a position."""
    start = position.start
    document: dict[str, Any] = {"type": "ruffe.position", "rules": start.rules.to_dict(), "dealer": start.dealer}
    document["hands"] = [hand_text(hand) for hand in start.hands]
    if start.is_whole:
        document["head"] = [card_text(card) for card in start.head]
        if start.dead:
            document["dead"] = cards_text(start.dead)
    else:
        document["ending"] = _ending_dict(start.trump, start.leader, start.sides, start.trick, start.taken)
    document["record"] = list(position.record)
    return document


def _ending_dict(
    trump: int | None, leader: int, sides: Sequence[int], trick: Sequence[int], taken: Sequence[int]
) -> dict[str, Any]:
    return {
        "trump": "N" if trump is None else SUITS[trump],
        "leader": leader,
        "sides": list(sides),
        "trick": [card_text(card) for card in trick],
        "taken": list(taken),
    }


def view_dict(view: View) -> dict[str, Any]:
    """The document of a view."""
    seen = view.seen
    document: dict[str, Any] = {
        "type": "ruffe.view",
        "rules": seen.rules.to_dict(),
        "seat": seen.seat,
        "dealer": seen.dealer,
    }
    document["hand"] = hand_text(seen.hand)
    if seen.turn_up is not None:
        document["turn_up"] = card_text(seen.turn_up)
        document["totals"] = list(seen.totals)
        document["taker"] = seen.taker
        if seen.head:
            document["head"] = [card_text(card) for card in seen.head]
        if seen.shown:
            document["shown"] = cards_text(seen.shown)
    else:
        ending = _ending_dict(seen.trump, seen.leader, seen.sides, seen.trick, seen.taken)
        document["ending"] = {**ending, "gone": cards_text(seen.gone).split()}
    document["record"] = list(view.record)
    return document


class _Reader:
    """Reads the texts of a document and gathers what is wrong with them."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.problems: list[str] = []

    def hand(self, text: str, where: str) -> int:
        try:
            held = parse_hand(text, where)
        except TricornError as error:
            self.problems.append(str(error))
            return 0
        if held >> 52:
            self.problems.append(f"{where} {quote(text)}: this game has no jokers")
        return held

    def cards(self, texts: Iterable[str], where: str) -> tuple[int, ...]:
        cards = []
        for number, text in enumerate(texts, 1):
            try:
                cards.append(parse_card(text, f"{where}, card {number}"))
            except TricornError as error:
                self.problems.append(str(error))
        if any(card > 51 for card in cards):
            self.problems.append(f"{where}: this game has no jokers")
        return tuple(cards)

    def rules(self, document: RulesDocument) -> Rules:
        try:
            return Rules(**{name: getattr(document, name) for name in RulesDocument.__struct_fields__})
        except IllegalPositionError as error:
            self.problems += [f"rules: {problem}" for problem in error.problems]
            return Rules()

    def done(self) -> None:
        if self.problems:
            raise IllegalPositionError(self.what, self.problems)


def _typed(document: dict[str, Any], kind: Any, what: str) -> Any:
    try:
        return msgspec.convert(document, kind)
    except msgspec.ValidationError as error:
        raise IllegalPositionError(what, [str(error)]) from None


def position_of(document: dict[str, Any]) -> Position:
    """The position of a document."""
    typed: PositionDocument = _typed(document, PositionDocument, "position")
    read = _Reader("position")
    rules = read.rules(typed.rules)
    hands = [read.hand(text, f"hands[{seat}]") for seat, text in enumerate(typed.hands)]
    ending = typed.ending
    if ending is None:
        head = read.cards(typed.head, "head")
        dead = read.hand(typed.dead, "dead") if typed.dead else 0
        read.done()
        return Position.whole(rules, typed.dealer, hands, head, dead, typed.record)
    if typed.head or typed.dead:
        read.problems.append("an ending has neither head nor dead cards")
    trick = read.cards(ending.trick, "ending.trick")
    read.done()
    return Position.ending(
        rules,
        hands,
        ending.leader,
        None if ending.trump == "N" else SUITS.index(ending.trump),
        sides=ending.sides,
        trick=trick,
        taken=ending.taken,
        dealer=typed.dealer,
        record=typed.record,
    )


def view_of(document: dict[str, Any]) -> View:
    """The view of a document."""
    typed: ViewDocument = _typed(document, ViewDocument, "view")
    read = _Reader("view")
    rules = read.rules(typed.rules)
    hand = read.hand(typed.hand, "hand")
    head = read.cards(typed.head, "head")
    shown = read.hand(typed.shown, "shown") if typed.shown else 0
    ending = typed.ending
    taker = None if typed.taker is UNSET else typed.taker
    if ending is not None:
        for name in ("turn_up", "totals", "head", "shown", "taker"):
            if getattr(typed, name) not in (None, UNSET, [], ""):
                read.problems.append(f"an ending has no {name}")
        trick = read.cards(ending.trick, "ending.trick")
        gone = read.cards(ending.gone, "ending.gone")
        read.done()
        seen = Seen(
            rules=rules,
            seat=typed.seat,
            dealer=typed.dealer,
            hand=hand,
            turn_up=None,
            head=(),
            totals=(),
            taker=None,
            shown=0,
            trump=None if ending.trump == "N" else SUITS.index(ending.trump),
            sides=rules.side_of if ending.sides is None else tuple(ending.sides),
            leader=ending.leader,
            trick=trick,
            taken=(0,) * rules.seats if ending.taken is None else tuple(ending.taken),
            gone=sum({1 << card for card in gone}),
        )
        return View.from_seen(seen, typed.record)
    if typed.turn_up is None:
        read.problems.append("turn_up is missing (or give an ending)")
    if typed.taker is UNSET:
        read.problems.append("taker is missing: a seat, or null when nobody took the head")
    turn_up = read.cards([typed.turn_up or "S2"], "turn_up")
    read.done()
    seen = Seen(
        rules=rules,
        seat=typed.seat,
        dealer=typed.dealer,
        hand=hand,
        turn_up=turn_up[0],
        head=(*head[:1], *sorted(head[1:])),
        totals=tuple(typed.totals),
        taker=taker if isinstance(taker, int) else None,
        shown=shown,
        trump=turn_up[0] // 13,
        sides=rules.side_of,
        leader=(typed.dealer + 1) % rules.seats,
        trick=(),
        taken=(0,) * rules.seats,
        gone=0,
    )
    return View.from_seen(seen, typed.record)


_FORMAT_OF: dict[int, Format] = {2: "2-long", 3: "3-long", 4: "4"}


def from_oracle(line: dict[str, Any]) -> Position:
    """The position of one line of a golden file: open-card endings by seat number, or four hands N E S W = 0..3.

    In both, `hands` do not hold the cards of `trick`, which lie on the table from the leader on; `n` counts the cards
    of the seat to play. Expected values (`value`, `cards`, `tricks`, `scores`) are left to the caller; they are from
    the point of view of the side to play (`tricks`, `scores`) or of the leader's side: at a lead it is the same.

    >>> hands = {"N": "2...", "E": "...", "S": "3...", "W": "4..."}
    >>> pos = from_oracle({"trump": "N", "lead": "E", "trick": ["SA"], "hands": hands})
    >>> pos.to_move, pos.legal()
    (2, ('S3',))
    """
    trump = None if line["trump"] == "N" else SUITS.index(line["trump"])
    if isinstance(line["hands"], dict):
        hands = [parse_hand(line["hands"][name], name) for name in "NESW"]
        leader = "NESW".index(line["lead"])
        rules = Rules(follow=line.get("follow", "suit"))
    else:
        hands = [parse_hand(text) for text in line["hands"]]
        leader = line["leader"]
        rules = Rules(_FORMAT_OF[len(hands)], follow=line["follow"])
    trick = tuple(parse_card(text) for text in line.get("trick", ()))
    return Position.ending(rules, hands, leader, trump, sides=line.get("sides"), trick=trick)
