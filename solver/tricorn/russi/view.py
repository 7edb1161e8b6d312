"""What one seat of Russi has seen, and what follows from it.

Hidden from a seat are the opponent's hand and every card that still lies face down, its own too. A play is public,
and so is the card that it turns up. Who does not follow suit has no card of that suit in hand, for good: cards only
leave a hand. Nothing else is certain, so a *world* is a choice of the opponent's hand among the unseen cards outside
his void suits, and an order of the other unseen cards under the covered piles; all are equally likely.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from tricorn.cards import PACK, card_set, card_text, cards_of
from tricorn.errors import IllegalPositionError
from tricorn.limit import Limit
from tricorn.russi.rules import HAND, PILES, Layout, Pile, Rules, reply_wins, suit_set

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.advice import Advice
    from tricorn.russi.position import Position

SeenPile = tuple[bool, int | None]
"""(whether a card still lies face down in the pile, the face-up card or None when the pile is gone)."""
SeenPiles = tuple[SeenPile, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies in sight of a seat at one moment.

    Attributes:
        seat: whose sight it is.
        hand: the seat's own hand, as a set.
        opponent_hand_size: how many cards the opponent holds in hand.
        piles: by seat (0, 1), in table order.
        gone: the set of cards that are out of play, known to all.
        leader, led, taken: as in `Layout`.
        void: bit `suit` is set when the opponent's hand is known to hold no card of the suit.
        shown_void: the same of the seat's own hand: what its plays have told the opponent.
    """

    seat: int
    hand: int
    opponent_hand_size: int
    piles: tuple[SeenPiles, SeenPiles]
    gone: int
    leader: int
    led: int | None = None
    taken: tuple[int, int] = (0, 0)
    void: int = 0
    shown_void: int = 0

    def table_up(self, seat: int) -> int:
        """The set of cards that lie face up before a seat."""
        return card_set(up for _, up in self.piles[seat] if up is not None)

    def singles(self, seat: int) -> int:
        """The set of cards that lie face up before a seat and cover nothing."""
        return card_set(up for covered, up in self.piles[seat] if up is not None and not covered)

    def covered_count(self, seat: int) -> int:
        """How many cards lie face down before a seat."""
        return sum(covered for covered, _ in self.piles[seat])

    @property
    def unseen(self) -> int:
        """The set of cards that are in the opponent's hand or face down."""
        seen = self.hand | self.table_up(0) | self.table_up(1) | self.gone
        return PACK & ~(seen if self.led is None else seen | 1 << self.led)

    @property
    def candidates(self) -> int:
        """The unseen cards that may be in the opponent's hand."""
        free = self.unseen
        for suit in range(4):
            if self.void >> suit & 1:
                free &= ~suit_set(suit)
        return free

    def cards_left(self, seat: int) -> int:
        """How many cards a seat has still to play."""
        held = self.hand.bit_count() if seat == self.seat else self.opponent_hand_size
        return held + self.table_up(seat).bit_count() + self.covered_count(seat)

    @property
    def turn(self) -> int:
        """Whose turn it is, if the deal is not over."""
        return self.leader if self.led is None else 1 - self.leader

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return self.cards_left(1 - self.leader) == 0

    def play(self, card: int, turned: int | None) -> "Scene":
        """The scene after the seat to move has played a card that turned up `turned` (None: nothing)."""
        seat = self.turn
        hand, size, piles, void, shown = self.hand, self.opponent_hand_size, self.piles, self.void, self.shown_void
        if self.table_up(seat) >> card & 1:
            row = tuple((False, turned) if up == card else (covered, up) for covered, up in piles[seat])
            piles = (row, piles[1]) if seat == 0 else (piles[0], row)
        elif seat == self.seat:
            hand &= ~(1 << card)
        else:
            size -= 1
        if self.led is None:
            return replace(self, hand=hand, opponent_hand_size=size, piles=piles, led=card)
        if card // 13 != self.led // 13:
            if seat == self.seat:
                shown |= 1 << self.led // 13
            else:
                void |= 1 << self.led // 13
        winner = seat if reply_wins(self.led, card) else self.leader
        taken = (self.taken[0] + (winner == 0), self.taken[1] + (winner == 1))
        gone = self.gone | 1 << card | 1 << self.led
        return Scene(self.seat, hand, size, piles, gone, winner, None, taken, void, shown)


class View:
    """What one seat has seen: an immutable value that holds no hidden card.

    `View(start, record)` replays the record from the first sight and raises `IllegalPositionError` naming every defect.

    Attributes:
        start: what the seat saw before the first play of the record.
        now: what it sees after the record.
        record: the plays, each with the card it turned up, as in `S4^H7`.

    >>> from tricorn import russi
    >>> view = russi.deal(seed=7).view(0)
    >>> view.unseen.bit_count(), view.opponent_hand_size, view.covered_count(0), view.covered_count(1)
    (26, 8, 9, 9)
    >>> eval(repr(view), {"View": View}) == view
    True
    """

    __slots__ = ("now", "record", "rules", "start")
    game: ClassVar[str] = "russi"
    seats: ClassVar[int] = 2

    rules: Rules
    start: Scene
    now: Scene
    record: tuple[str, ...]

    def __init__(self, start: Scene, record: Iterable[str] = (), rules: Rules | None = None) -> None:
        from tricorn.russi.testimony import replay, start_problems

        problems = start_problems(start)
        now, plays = start, tuple(record)
        if start.seat in (0, 1) and start.leader in (0, 1):
            now, plays, more = replay(start, plays)
            problems += more
        if problems:
            raise IllegalPositionError("view of Russi", problems)
        for name, value in (("rules", rules or Rules()), ("start", start), ("now", now), ("record", plays)):
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view never changes: {name} can't be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a view never changes: {name} can't be deleted")

    # what the seat sees

    @property
    def seat(self) -> int:
        """Whose view it is."""
        return self.start.seat

    @property
    def hand(self) -> int:
        """The seat's own hand, as a set."""
        return self.now.hand

    @property
    def piles(self) -> tuple[SeenPiles, SeenPiles]:
        """By seat and in table order: (whether a card still lies face down, the face-up card or None)."""
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
        return self.now.cards_left(1 - self.now.leader)

    @property
    def dealer(self) -> int | None:
        """Who dealt, if the start is a whole deal; an ending does not tell."""
        return 1 - self.start.leader if is_whole(self.start) else None

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
        """The set of cards that lie face up before a seat."""
        return self.now.table_up(seat)

    def covered_count(self, seat: int) -> int:
        """How many cards lie face down before a seat."""
        return self.now.covered_count(seat)

    # what follows from it

    @property
    def unseen(self) -> int:
        """The set of cards that are in the opponent's hand or face down."""
        return self.now.unseen

    @property
    def gone(self) -> int:
        """The set of cards that are out of play."""
        return self.now.gone

    @property
    def opponent_hand_size(self) -> int:
        """How many cards the opponent holds in hand."""
        return self.now.opponent_hand_size

    @property
    def void_suits(self) -> tuple[bool, bool, bool, bool]:
        """For S, H, D, C: whether the opponent's hand is known to hold no card of the suit."""
        void = self.now.void
        return bool(void & 1), bool(void & 2), bool(void & 4), bool(void & 8)

    @property
    def candidates(self) -> int:
        """The unseen cards that may be in the opponent's hand: those outside his void suits."""
        return self.now.candidates

    def legal_set(self) -> int:
        """The legal plays of the seat as a set; empty unless it is to move."""
        if self.to_move != self.seat:
            return 0
        cards = self.hand | self.table_up(self.seat)
        if self.led is not None:
            return cards & suit_set(self.led // 13) or cards
        return cards

    def legal(self) -> tuple[str, ...]:
        """The legal plays of the seat, lowest card number first; empty unless it is to move."""
        return tuple(card_text(card) for card in cards_of(self.legal_set()))

    def equals(self) -> dict[str, str]:
        """Every legal play, mapped to the lowest legal play that is the same play in every world.

        Two cards of a suit are the same play when both are in the seat's hand, or both lie face up and cover nothing,
        and every card between them is gone or the seat's own to use. Why: exchange the two cards. Tricks compare a
        card only with a card of the opponent's, and no card of his, now or later, ranks between them: those between
        are out of play, or the seat's own in hand or face up. So the exchange changes no trick, no duty to follow,
        and turns nothing up; it maps a world to a world, and both cards are alike in the opponent's eyes too (both
        unseen, or both seen). A card that covers another is the same as no other: playing it turns a card up. A card
        that was led to the current trick separates its neighbours, and so does an unseen card, the seat's own
        face-down ones included.
        """
        legal = self.legal_set()
        singles = self.now.singles(self.seat)
        own = self.gone | self.hand | self.table_up(self.seat)
        same = {card_text(card): card_text(card) for card in cards_of(legal)}
        for kind in (self.hand, singles):
            last = None
            for card in cards_of(legal & kind):
                between = 0 if last is None else (1 << card) - (1 << (last + 1))
                if last is not None and last // 13 == card // 13 and not between & ~own:
                    same[card_text(card)] = same[card_text(last)]
                last = card
        return same

    def position(self, opponent_hand: int, down: Sequence[int]) -> "Position":
        """The world in which the opponent holds the given set and the covered piles hide the given cards.

        Args:
            opponent_hand: a set of `opponent_hand_size` cards.
            down: the face-down cards under the covered piles of seat 0 in table order, then those of seat 1.

        Raises:
            IllegalPositionError: the cards are not a world of this view.
        """
        from tricorn.russi.testimony import world

        return world(self, opponent_hand, down)

    def advise(
        self,
        limit: Limit | None = None,
        *,
        threads: int = 1,
        stop: "Stop | None" = None,
        progress: "Callable[[int, int], None] | None" = None,
    ) -> "Advice":
        """The best play by what the seat has seen; see `tricorn.advising.advise`."""
        from tricorn.advising import advise

        return advise(self, limit, threads=threads, stop=stop, progress=progress)

    # value and text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (self.start, self.record, self.rules) == (other.start, other.record, other.rules)

    def __hash__(self) -> int:
        return hash((self.start, self.record, self.rules))

    def __reduce__(self) -> tuple[type["View"], tuple[Scene, tuple[str, ...], Rules]]:
        return View, (self.start, self.record, self.rules)

    def __repr__(self) -> str:
        return f"View.from_json({self.to_json()!r})"

    def to_dict(self) -> dict[str, Any]:
        """The document of the format `russi.view` as a plain dict."""
        from tricorn.russi.document import view_to_dict

        return view_to_dict(self)

    def to_json(self) -> str:
        """The document of the format `russi.view`."""
        from tricorn.russi.document import to_json

        return to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "View":
        """The view that a document describes; raises `IllegalPositionError` naming every defect."""
        from tricorn.russi.document import view_from_dict

        return view_from_dict(data)

    @classmethod
    def from_json(cls, text: str | bytes) -> "View":
        """The view that a JSON document describes; raises `IllegalPositionError` naming every defect."""
        from tricorn.russi.document import from_json

        return cls.from_dict(from_json(text, "view of Russi"))


def first_sight(start: Layout, seat: int) -> Scene:
    """What a seat sees of a layout at the start of a record."""
    rows = [tuple(seen_pile(pile) for pile in row) for row in start.piles]
    gone = PACK & ~(start.held(0) | start.held(1))
    size = start.hands[1 - seat].bit_count()
    return Scene(seat, start.hands[seat], size, (rows[0], rows[1]), gone, start.leader, None, start.taken)


def seen_pile(pile: Pile) -> SeenPile:
    """What can be seen of a pile."""
    down, up = pile
    return (down is not None, up) if up is not None else (False, down)


def is_whole(start: Scene) -> bool:
    """Whether this is the first sight of a whole deal."""
    return (
        start.hand.bit_count() == HAND == start.opponent_hand_size
        and start.led is None
        and all(len(row) == PILES and all(covered and up is not None for covered, up in row) for row in start.piles)
    )
