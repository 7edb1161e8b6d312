"""What one seat of a deal of Rassi has seen, and not one hidden card more."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tricorn.cards import card_set, card_text, display_order
from tricorn.rassi.position import legal_actions
from tricorn.rassi.rules import Rules, height
from tricorn.rassi.table import Result, Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tricorn._stop import Stop
    from tricorn.advice import Advice
    from tricorn.equity import Equity, Utility
    from tricorn.limit import Limit


@dataclass(frozen=True, slots=True)
class Known:
    """How an ending began, as all know it.

    Attributes:
        leader: who led its first trick.
        multipliers: 1, 2 or 4 by seat.
        size: cards in each hand.
        stock: number of cards out of play that nobody has seen.
        gone: set of cards that were played before, and all know it.
    """

    leader: int
    multipliers: tuple[int, ...]
    size: int
    stock: int
    gone: int


@dataclass(frozen=True, slots=True, repr=False)
class View:
    """What one seat has seen. It comes from `position.view(seat)`, or from JSON written by a front end.

    Attributes:
        rules: the options.
        seat: whose view it is.
        dealer: seat of the dealer.
        scores: points of every seat in the match before this deal.
        hand: set of cards that the seat now holds.
        thrown: sets of cards that it threw away at "free", "doubles", "redouble"; 0 where it did not change.
        known: None for a whole deal; how an ending began.
        record: the actions so far, of all seats. What an exchange brought stands nowhere.
        table: the public state.
    """

    rules: Rules
    seat: int
    dealer: int
    scores: tuple[int, ...]
    hand: int
    thrown: tuple[int, int, int]
    known: Known | None
    record: tuple[str, ...]
    table: Table = field(compare=False)

    @property
    def seats(self) -> int:
        """The number of players in the deal."""
        return self.table.seats

    @property
    def to_move(self) -> int | None:
        """The seat that is asked or has to play; None when the deal is over."""
        return self.table.to_move

    @property
    def phase(self) -> str:
        """`"free"`, `"doubles"`, `"redouble"`, `"play"` or `"over"`."""
        return self.table.phase

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played."""
        return self.table.phase == "over"

    @property
    def multipliers(self) -> tuple[int, ...]:
        """1, 2 or 4 by seat."""
        return self.table.multipliers

    @property
    def leader(self) -> int:
        """Who leads, or led, the current trick."""
        return self.table.leader

    @property
    def trick(self) -> tuple[tuple[int, int], ...]:
        """(seat, card) of the current trick, in order."""
        return self.table.trick

    @property
    def exchanges(self) -> tuple[tuple[int, int, bool], ...]:
        """(seat, step 0..2, changed?) in the order in which the seats were asked."""
        return self.table.exchanges

    @property
    def changed(self) -> tuple[tuple[bool, bool, bool], ...]:
        """By seat, whether it changed at "free", "doubles", "redouble"."""
        return self.table.changed

    @property
    def stock_size(self) -> int:
        """Cards left in the stock."""
        return self.table.stock_size

    @property
    def sizes(self) -> tuple[int, ...]:
        """Cards in hand by seat."""
        return self.table.sizes

    @property
    def intervals(self) -> tuple[tuple[int, int], ...]:
        """By seat the lowest and the highest `height` (2..14) that a card left in its hand can have, as its plays show.

        Who plays below the highest card of a trick shows that it was the lowest card held, and under forced overtaking
        that all others are lower than that highest card. A pair (lo, lo - 1) leaves no card.
        """
        return self.table.intervals

    @property
    def played(self) -> tuple[tuple[int, ...], ...]:
        """The cards that lie before each seat, in the order played."""
        return tuple(self.table.played(seat) for seat in range(self.seats))

    @property
    def gone(self) -> int:
        """Set of cards played before an ending began; empty in a whole deal."""
        return self.known.gone if self.known else 0

    @property
    def pack(self) -> int:
        """The set of all cards of the pack."""
        return (1 << self.rules.pack_size(self.seats)) - 1

    @property
    def unseen(self) -> int:
        """The set of cards that this seat has not seen: in other hands, thrown away by others, or in the stock."""
        seen = self.hand | self.gone
        for six in self.thrown:
            seen |= six
        for cards in self.played:
            seen |= card_set(cards)
        return self.pack & ~seen

    @property
    def dead_free(self) -> int:
        """Number of hands that others threw away at "free": six cards each, none a K, Q or J."""
        return sum(free for seat, (free, _, _) in enumerate(self.changed) if seat != self.seat)

    @property
    def dead_other(self) -> int:
        """Number of hands that others threw away at "doubles" and "redouble": six cards each, of any rank."""
        return sum(two + four for seat, (_, two, four) in enumerate(self.changed) if seat != self.seat)

    def legal(self) -> tuple[str, ...]:
        """The actions of the seat; empty when the deal is over or another seat is to move."""
        return legal_actions(self.table, self.hand) if self.to_move == self.seat else ()

    def equals(self) -> dict[str, str]:
        """Own plays that are the same play in every world, each mapped to the first of them in display order.

        Suits never matter, and aces and jokers are equal throughout, so cards of equal rank are the same play.
        """
        if self.phase != "play":
            return {action: action for action in self.legal()}
        first: dict[int, str] = {}
        legal = set(self.legal())
        cards = [card for card in display_order(self.hand) if card_text(card) in legal]
        return {card_text(card): first.setdefault(height(card), card_text(card)) for card in cards}

    def result(self) -> Result | None:
        """How the deal ended; None while it is going on."""
        return self.table.result(self.scores)

    def advise(
        self,
        limit: "Limit | None" = None,
        *,
        threads: int = 1,
        stop: "Stop | None" = None,
        progress: "Callable[[int, int], None] | None" = None,
        equity: "Equity | None" = None,
        utility: "Utility" = "points",
        method: str | None = None,
    ) -> "Advice":
        """Every legal action with its expected penalty, and with an equity its chance of winning the match:
        `tricorn.advising.advise`."""
        from tricorn.advising import advise

        return advise(
            self, limit, threads=threads, stop=stop, progress=progress, equity=equity, utility=utility, method=method
        )

    def to_dict(self) -> dict[str, Any]:
        """The view as a plain dict, `docs/formats-rassi.md`."""
        from tricorn.rassi.document import view_dict

        return view_dict(self)

    def to_json(self) -> str:
        """The view as JSON, `docs/formats-rassi.md`."""
        from tricorn.rassi.document import as_json

        return as_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "View":
        """The view that a dict describes; an `IllegalPositionError` names every defect."""
        from tricorn.rassi.document import read_view

        return read_view(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> "View":
        """The view that a JSON text describes; an `IllegalPositionError` names every defect."""
        from tricorn.rassi.document import from_json, read_view

        return read_view(from_json(text, "view of rassi"))

    def __repr__(self) -> str:
        return f"View.from_dict({self.to_dict()!r})"
