"""A deal of Russi with all cards known: where it started and what was played."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from tricorn._rng import shuffled
from tricorn.cards import card_text, cards_of, parse_card, quote
from tricorn.errors import IllegalPlayError, IllegalPositionError, NotationError
from tricorn.limit import Limit
from tricorn.russi.rules import HAND, PILES, Layout, Piles, Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from tricorn._russi_search import Solver
    from tricorn._stop import Stop
    from tricorn.russi.view import View
    from tricorn.solution import Solution

_DEAL_PURPOSE = 1  # the random stream of deals


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended.

    Attributes:
        tricks: won by seat, those given as taken before an ending included.
        winner: the seat with more tricks, None for a draw.
    """

    tricks: tuple[int, int]
    winner: int | None

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return {"tricks": list(self.tricks), "winner": self.winner}


class Position:
    """Everything known: an immutable value, always legal.

    `Position(start, actions)` plays the actions from the start and raises `IllegalPositionError` naming every defect.

    Attributes:
        start: the cards as dealt, or an ending; who leads to the first trick of the record.
        now: the cards as they lie after the record.
        record: the cards played, as text.

    >>> pos = deal(seed=7)
    >>> pos.play(pos.legal()[0]).to_move
    1
    >>> eval(repr(pos)) == pos
    True
    """

    __slots__ = ("now", "record", "rules", "start")
    game: ClassVar[str] = "russi"
    seats: ClassVar[int] = 2

    rules: Rules
    start: Layout
    now: Layout
    record: tuple[str, ...]

    def __init__(self, start: Layout, actions: Iterable[str] = (), rules: Rules | None = None) -> None:
        problems = start.problems()
        if problems:
            raise IllegalPositionError("position of Russi", problems)
        now = start
        record = []
        actions = tuple(actions)
        for number, action in enumerate(actions, 1):
            try:
                card = parse_card(action)
            except NotationError as error:
                problems.append(f"play {number}: {error}")
                break
            reason = now.reason(card)
            if reason:
                problems.append(f"play {number}: {reason}")
                if not now.available(now.turn) >> card & 1:
                    break
            now = now.play(card)  # a revoke is named and played all the same, so that later defects are named too
            record.append(card_text(card))
        if problems:
            if len(record) + 1 < len(actions):
                problems.append(f"the {len(actions) - len(record) - 1} plays after that can't be checked")
            raise IllegalPositionError("position of Russi", problems)
        self._fill(rules or Rules(), start, now, tuple(record))

    def _fill(self, rules: Rules, start: Layout, now: Layout, record: tuple[str, ...]) -> None:
        for name, value in (("rules", rules), ("start", start), ("now", now), ("record", record)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position never changes: {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position never changes: {name} can't be deleted")

    # the state

    @property
    def hands(self) -> tuple[int, int]:
        """By seat, the set of cards in the hand."""
        return self.now.hands

    @property
    def piles(self) -> tuple[Piles, Piles]:
        """By seat and in table order, (down, up) of every pile; see `tricorn.russi.rules.Pile`."""
        return self.now.piles

    @property
    def leader(self) -> int:
        """Who leads to the current trick."""
        return self.now.leader

    @property
    def led(self) -> int | None:
        """The card on the table in mid-trick, else None."""
        return self.now.led

    @property
    def taken(self) -> tuple[int, int]:
        """Tricks won so far, by seat."""
        return self.now.taken

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, the current one included."""
        return self.now.tricks_left

    @property
    def dealer(self) -> int | None:
        """Who dealt, if the start is a whole deal; an ending does not tell."""
        return 1 - self.start.leader if self.start.is_whole else None

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return self.now.is_over

    @property
    def phase(self) -> str:
        """`"play"` or `"over"`."""
        return "over" if self.is_over else "play"

    @property
    def to_move(self) -> int | None:
        """Whose turn it is; None when the deal is over."""
        return None if self.is_over else self.now.turn

    def table_up(self, seat: int) -> int:
        """The set of cards that lie face up before the seat."""
        return self.now.table_up(seat)

    def covered(self, seat: int) -> int:
        """The set of cards that lie face down before the seat."""
        return self.now.covered(seat)

    def available(self, seat: int) -> int:
        """The set of cards that the seat may use: hand and face-up cards."""
        return self.now.available(seat)

    # what can be done

    def legal(self) -> tuple[str, ...]:
        """The legal plays of the side to move, lowest card number first; empty when the deal is over."""
        return tuple(card_text(card) for card in cards_of(self.now.legal()))

    def play(self, action: str) -> "Position":
        """The position after the play; raises `IllegalPlayError` with the reason.

        >>> deal(seed=7).play("XX")
        Traceback (most recent call last):
        tricorn.errors.IllegalPlayError: 'XX' is not a card (write suit and rank, as in SA, HT, D10, C2, JK1)
        """
        try:
            card = parse_card(action)
        except NotationError as error:
            raise IllegalPlayError(str(error)) from None
        reason = self.now.reason(card)
        if reason:
            raise IllegalPlayError(reason)
        after = object.__new__(Position)
        after._fill(self.rules, self.start, self.now.play(card), (*self.record, card_text(card)))
        return after

    def result(self) -> Result | None:
        """The result, None until the deal is over."""
        if not self.is_over:
            return None
        mine, other = self.taken
        return Result(self.taken, None if mine == other else int(other > mine))

    def view(self, seat: int) -> "View":
        """What the seat has seen; raises `IllegalPositionError` if there is no such seat."""
        from tricorn.russi.view import View, first_sight

        if seat not in (0, 1):
            raise IllegalPositionError("view of Russi", [f"seat {seat} is neither 0 nor 1"])
        return View(first_sight(self.start, seat), self.seen_record(), self.rules)

    def seen_record(self) -> tuple[str, ...]:
        """The record as both players saw it: each play with the card it turned up, as in `S4^H7`."""
        now, seen = self.start, []
        for text in self.record:
            card, seat = parse_card(text), now.turn
            before = now.covered(seat)
            now = now.play(card)
            turned = before & ~now.covered(seat)
            seen.append(text + ("^" + card_text(turned.bit_length() - 1) if turned else ""))
        return tuple(seen)

    def solve(
        self,
        limit: Limit | None = None,
        *,
        stop: "Stop | None" = None,
        table_mb: int = 64,
        solver: "Solver | None" = None,
        threads: int = 1,
        goal: int | None = None,
        progress: "Callable[[int, int, int], None] | None" = None,
    ) -> "Solution":
        """The value and the best play with all cards known, exact or as proven bounds; see `tricorn.russi.solve`."""
        from tricorn.russi.solve import solve

        return solve(
            self, limit, stop=stop, table_mb=table_mb, solver=solver, threads=threads, goal=goal, progress=progress
        )

    # value and text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.start, self.record, self.rules) == (other.start, other.record, other.rules)

    def __hash__(self) -> int:
        return hash((self.start, self.record, self.rules))

    def __reduce__(self) -> tuple[type["Position"], tuple[Layout, tuple[str, ...], Rules]]:
        return Position, (self.start, self.record, self.rules)

    def __repr__(self) -> str:
        return f"Position.from_json({self.to_json()!r})"

    def to_dict(self) -> dict[str, Any]:
        """The document of the format `russi.position` as a plain dict."""
        from tricorn.russi.document import position_to_dict

        return position_to_dict(self)

    def to_json(self) -> str:
        """The document of the format `russi.position`."""
        from tricorn.russi.document import to_json

        return to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Position":
        """The position that a document describes; raises `IllegalPositionError` naming every defect."""
        from tricorn.russi.document import position_from_dict

        return position_from_dict(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Position":
        """The position that a JSON document describes; raises `IllegalPositionError` naming every defect."""
        from tricorn.russi.document import from_json

        return cls.from_dict(from_json(text, "position of Russi"))


def deal(seed: int, dealer: int = 1, rules: Rules | None = None) -> Position:
    """A full deal drawn uniformly from the stream `seed`; `dealer` is 0 or 1, the other seat leads.

    The order of the table: one card at a time, non-dealer first; nine face down, nine face up on them, eight to the
    hand.

    >>> deal(seed=1) == deal(seed=1), deal(seed=1) == deal(seed=2)
    (True, False)
    """
    if dealer not in (0, 1):
        raise IllegalPositionError("deal of Russi", [f"dealer {quote(dealer)} is neither 0 nor 1"])
    pack = shuffled(seed, 0, 52, purpose=_DEAL_PURPOSE)
    given = (pack[0::2], pack[1::2])  # to the non-dealer, to the dealer
    by_seat = (given[0], given[1]) if dealer == 1 else (given[1], given[0])
    rows = [tuple(zip(cards[:PILES], cards[PILES : 2 * PILES], strict=True)) for cards in by_seat]
    hands = [sum(1 << card for card in cards[2 * PILES : 2 * PILES + HAND]) for cards in by_seat]
    return Position(Layout((hands[0], hands[1]), (rows[0], rows[1]), 1 - dealer), (), rules)
