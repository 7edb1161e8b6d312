"""The JSON of positions and views: typed, documented in `docs/formats-rassi.md`."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from tricorn.cards import JOKERS, RANKS, card_set, card_text, cards_text, parse_cards, parse_hand, quote
from tricorn.errors import IllegalPositionError, NotationError
from tricorn.rassi.evidence import view_of
from tricorn.rassi.match import Match
from tricorn.rassi.position import Position
from tricorn.rassi.rules import Rules
from tricorn.rassi.view import Known, View

T = TypeVar("T")
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class RulesDoc(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The options of `tricorn.rassi.Rules`; what is left out is the default."""

    doubles: Literal["any", "others"] = "any"
    redouble: Literal["doubled", "anyone"] = "doubled"
    overtake: Literal["forced", "optional"] = "forced"
    last_tie: Literal["last", "all"] = "last"
    jokers: Literal["auto", 0, 2] = "auto"
    out_at: Annotated[int, msgspec.Meta(ge=1, le=10_000)] = 50


class PositionDoc(
    msgspec.Struct, tag_field="type", tag="rassi.position", forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A deal with all cards, and its record. With `leader` it is an ending: no exchange, `stock` out of play."""

    hands: list[str]
    stock: str = ""
    dealer: Count = 0
    scores: list[Count] | None = None
    rules: RulesDoc = msgspec.field(default_factory=RulesDoc)
    leader: Count | None = None
    multipliers: list[Count] | None = None
    record: list[str] = []


class ThrownDoc(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The six cards that the seat threw away at each round of exchange in which it changed."""

    free: str = ""
    doubles: str = ""
    redouble: str = ""


class KnownDoc(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """How an ending began: `size` cards in each hand, `stock` cards out of play that nobody has seen, `gone` cards."""

    leader: Count
    size: Count
    multipliers: list[Count] | None = None
    stock: Count = 0
    gone: str = ""


class ViewDoc(
    msgspec.Struct, tag_field="type", tag="rassi.view", forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What one seat has seen: its own cards, and the record of what all did."""

    seat: Count
    seats: Count
    hand: str
    thrown: ThrownDoc = msgspec.field(default_factory=ThrownDoc)
    dealer: Count = 0
    scores: list[Count] | None = None
    rules: RulesDoc = msgspec.field(default_factory=RulesDoc)
    ending: KnownDoc | None = None
    record: list[str] = []


class MatchDoc(
    msgspec.Struct, tag_field="type", tag="rassi.match", forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """The score of a match: points by player, who deals next, who is out (a group for each deal that put some out)."""

    scores: list[Count]
    dealer: Count = 0
    rules: RulesDoc = msgspec.field(default_factory=RulesDoc)
    out: list[list[Count]] = []
    deals: Count = 0


def from_json(text: str | bytes, what: str) -> Any:
    """The plain value of a JSON text; `what` says in an error what was read."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise IllegalPositionError(what, [f"not JSON: {error}"]) from None


def as_json(data: dict[str, Any]) -> str:
    """The JSON text of a dict."""
    return msgspec.json.encode(data).decode()


def position_dict(position: Position) -> dict[str, Any]:
    """A position as a plain dict in the shape of `PositionDoc`; what is the default is left out."""
    data: dict[str, Any] = {"type": "rassi.position", "hands": [cards_text(held) for held in position.dealt]}
    if position.dealt_stock:
        data["stock"] = " ".join(map(card_text, position.dealt_stock))
    data |= _frame(position.dealer, position.scores, position.rules)
    if position.ending:
        data["leader"] = position.ending.leader
        if set(position.ending.multipliers) != {1}:
            data["multipliers"] = list(position.ending.multipliers)
    return data | ({"record": list(position.record)} if position.record else {})


def view_dict(view: View) -> dict[str, Any]:
    """A view as a plain dict in the shape of `ViewDoc`; what is the default is left out."""
    data: dict[str, Any] = {"type": "rassi.view", "seat": view.seat, "seats": view.seats, "hand": cards_text(view.hand)}
    names = ("free", "doubles", "redouble")
    if any(view.thrown):
        data["thrown"] = {name: cards_text(six) for name, six in zip(names, view.thrown, strict=True) if six}
    data |= _frame(view.dealer, view.scores, view.rules)
    if view.known:
        known: dict[str, Any] = {"leader": view.known.leader, "size": view.known.size}
        if set(view.known.multipliers) != {1}:
            known["multipliers"] = list(view.known.multipliers)
        if view.known.stock:
            known["stock"] = view.known.stock
        if view.known.gone:
            known["gone"] = cards_text(view.known.gone)
        data["ending"] = known
    return data | ({"record": list(view.record)} if view.record else {})


def _frame(dealer: int, scores: Sequence[int], rules: Rules) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if dealer:
        data["dealer"] = dealer
    if any(scores):
        data["scores"] = list(scores)
    if options := rules.to_dict():
        data["rules"] = options
    return data


def read_position(data: Any) -> Position:
    """The position that a dict in the shape of `PositionDoc` describes.

    Raises:
        IllegalPositionError: names every defect.
    """
    what = "position of rassi"
    problems: list[str] = []
    rules = _rules(data, problems)
    doc = _convert(data, PositionDoc, what, problems)
    hands = [_set(text, f"hands[{seat}]", problems) for seat, text in enumerate(doc.hands)]
    stock: tuple[int, ...] = ()
    try:
        stock = parse_cards(doc.stock, "stock")
    except NotationError as error:
        problems.append(str(error))
    if problems:
        raise IllegalPositionError(what, problems)
    return Position.start(
        hands,
        stock,
        rules=rules,
        dealer=doc.dealer,
        scores=doc.scores,
        leader=doc.leader,
        multipliers=doc.multipliers,
        record=doc.record,
    )


def read_view(data: Any) -> View:
    """The view that a dict in the shape of `ViewDoc` describes.

    Raises:
        IllegalPositionError: names every defect.
    """
    what = "view of rassi"
    problems: list[str] = []
    rules = _rules(data, problems)
    doc = _convert(data, ViewDoc, what, problems)
    hand = _set(doc.hand, "hand", problems)
    thrown = (
        _set(doc.thrown.free, "thrown.free", problems),
        _set(doc.thrown.doubles, "thrown.doubles", problems),
        _set(doc.thrown.redouble, "thrown.redouble", problems),
    )
    known = None
    if doc.ending:
        gone = _set(doc.ending.gone, "ending.gone", problems)
        marks = (1,) * doc.seats if doc.ending.multipliers is None else tuple(doc.ending.multipliers)
        known = Known(doc.ending.leader, marks, doc.ending.size, doc.ending.stock, gone)
    if problems:
        raise IllegalPositionError(what, problems)
    scores = (0,) * doc.seats if doc.scores is None else doc.scores
    return view_of(rules, doc.seats, doc.seat, doc.dealer, scores, hand, thrown, known, doc.record)


def read_match(data: Any) -> Match:
    """The match that a dict in the shape of `MatchDoc` describes; an `IllegalPositionError` names what is wrong."""
    what = "match of rassi"
    problems: list[str] = []
    rules = _rules(data, problems)
    doc = _convert(data, MatchDoc, what, problems)
    if problems:
        raise IllegalPositionError(what, problems)
    return Match(rules, tuple(doc.scores), doc.dealer, tuple(tuple(group) for group in doc.out), doc.deals)


def from_oracle(entry: dict[str, Any]) -> Position:
    """An ending from a line of the golden file `rassi-open.jsonl`, whose hands are ranks.

    Suits do not matter, so they are given out in a fixed way: seat by seat as written, the first card of a rank is a
    spade, the second a heart, then a diamond, a club; an ace beyond the fourth is a joker. All other cards are gone.

    >>> pos = from_oracle({"hands": ["J7", "72"], "leader": 1, "overtake": "forced"})
    >>> pos.to_dict()["hands"], pos.legal()
    (['SJ S7', 'S2 H7'], ('S2', 'H7'))
    """
    used = dict.fromkeys(RANKS, 0)
    hands: list[int] = []
    problems: list[str] = []
    for seat, ranks in enumerate(entry["hands"]):
        cards = []
        for rank in ranks:
            count = used.get(rank, 99)
            used[rank] = count + 1
            if count < 4:
                cards.append(13 * count + RANKS.index(rank))
            elif rank == "A" and count < 6:
                cards.append(JOKERS[count - 4])
            else:
                defect = "no rank" if count >= 99 else "one too many"
                problems.append(f"hands[{seat}] {quote(ranks)}: {defect}: {rank!r}")
        hands.append(card_set(cards))
    if problems:
        raise IllegalPositionError("golden position of rassi", problems)
    jokers: Literal["auto", 2] = 2 if used["A"] > 4 else "auto"
    return Position.start(hands, rules=Rules(overtake=entry["overtake"], jokers=jokers), leader=entry["leader"])


def _rules(data: Any, problems: list[str]) -> Rules:
    options = data.get("rules", {}) if isinstance(data, dict) else {}
    if isinstance(options, dict):
        try:
            return Rules.from_dict(options)
        except IllegalPositionError as error:
            problems += error.problems
    return Rules()


def _set(text: str, where: str, problems: list[str]) -> int:
    try:
        return parse_hand(text, where)
    except NotationError as error:
        problems.append(str(error))
        return 0


def _convert(data: Any, kind: type[T], what: str, problems: list[str]) -> T:
    # Options that are bad have been named in full by `_rules`; the rest of the document is still looked at.
    if problems and isinstance(data, dict):
        data = {name: value for name, value in data.items() if name != "rules"}
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise IllegalPositionError(what, [*problems, str(error)]) from None
