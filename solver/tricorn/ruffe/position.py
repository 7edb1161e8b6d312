"""A deal of Ruffe and Trumps with everything known.

Players: two to four, seats 0.. clockwise. The ruff totals, who wins the ruff, what is shown and who takes the head
follow from the cards: they are no choices, and no action stands for them. Actions: `"discard S2 S3 H4 H5"` of who took
the head (the four cards thrown away), then the cards played. Result: ruff points and card points of each side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tricorn._rng import shuffled
from tricorn.cards import card_set, card_text, cards_text, display_order, parse_card, parse_cards, quote
from tricorn.errors import IllegalPlayError, IllegalPositionError, NotationError
from tricorn.ruffe.follow import playable, refusal, winning
from tricorn.ruffe.result import Result
from tricorn.ruffe.rules import HEAD_SIZE, RUFF_POINTS, Rules
from tricorn.ruffe.start import Start, ending, whole_deal

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.limit import Limit
    from tricorn.ruffe.view import View
    from tricorn.solution import Solution

DISCARD = "discard"


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Position:
    """A deal and the record of its actions; immutable and always legal.

    Made by `deal`, `Position.whole`, `Position.ending` and `Position.from_json`.

    Attributes:
        start: the cards before the first action.
        record: the actions so far.
        hands: the set that each seat holds now; the taker's sixteen while he has not thrown away.
        discards: the set that the taker threw away; 0 before.
        trick: the trick on the table, as (seat, card) from the leader on.
        leader: the seat that led the trick on the table or leads the next.
        taken: tricks that each seat has taken.
    """

    start: Start
    record: tuple[str, ...]
    hands: tuple[int, ...]
    discards: int
    trick: tuple[tuple[int, int], ...]
    leader: int
    taken: tuple[int, ...]

    @classmethod
    def from_start(cls, start: Start, record: Iterable[str] = ()) -> "Position":
        """The position after a record of actions; a seat may stand before an action, `2:SA`, and is then checked.

        Raises:
            IllegalPositionError: an action of the record is illegal; it says which.
        """
        hands = list(start.hands)
        if start.taker is not None:
            hands[start.taker] |= card_set(start.head)
        seats = start.rules.seats
        trick = tuple(((start.leader + step) % seats, card) for step, card in enumerate(start.trick))
        position = cls(start, (), tuple(hands), 0, trick, start.leader, start.taken)
        for number, action in enumerate(record, 1):
            try:
                position = position.play(turn_checked(action, position.to_move))
            except (IllegalPlayError, NotationError) as error:
                raise IllegalPositionError("record", [f"action {number}: {error}"]) from None
        return position

    @classmethod
    def whole(
        cls,
        rules: Rules,
        dealer: int,
        hands: Sequence[int],
        head: Sequence[int],
        dead: int = 0,
        record: Iterable[str] = (),
    ) -> "Position":
        """A whole deal: hands as dealt, the head with its turn-up first, the dead cards of the short games."""
        return cls.from_start(whole_deal(rules, dealer, hands, head, dead), record)

    @classmethod
    def ending(
        cls,
        rules: Rules,
        hands: Sequence[int],
        leader: int,
        trump: int | None,
        *,
        sides: Sequence[int] | None = None,
        trick: Sequence[int] = (),
        taken: Sequence[int] | None = None,
        dealer: int | None = None,
        record: Iterable[str] = (),
    ) -> "Position":
        """An ending without ruff and head: any equal number of cards, any trump suit or None, any sides.

        `hands` do not hold the cards of `trick`, which lie on the table from `leader` on.

        >>> from tricorn.cards import parse_hand
        >>> pos = Position.ending(Rules("2-long"), [parse_hand("A.2.."), parse_hand("K.3..")], leader=0, trump=1)
        >>> pos.play("SA").play("SK").play("H2").legal()
        ('H3',)
        """
        return cls.from_start(ending(rules, hands, leader, trump, sides=sides, trick=trick, taken=taken, dealer=dealer), record)

    # What the rules and the start say.

    @property
    def rules(self) -> Rules:
        """The options."""
        return self.start.rules

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.start.rules.seats

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.start.dealer

    @property
    def dealt(self) -> tuple[int, ...]:
        """The set of each seat as dealt; in an ending as it started."""
        return self.start.hands

    @property
    def head(self) -> tuple[int, ...]:
        """The four cards of the head, turn-up first; empty in an ending."""
        return self.start.head

    @property
    def dead(self) -> int:
        """The set of cards outside the deal."""
        return self.start.dead

    @property
    def turn_up(self) -> int | None:
        """The card turned up; None in an ending."""
        return self.start.head[0] if self.start.head else None

    @property
    def trump(self) -> int | None:
        """The trump suit 0..3, or None."""
        return self.start.trump

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.start.sides

    @property
    def taker(self) -> int | None:
        """The seat that takes the head, or None."""
        return self.start.taker

    @property
    def totals(self) -> tuple[int, ...]:
        """The announced ruff total of each seat; empty in an ending."""
        return self.start.ruff.totals if self.start.ruff else ()

    @property
    def ruff_winner(self) -> int | None:
        """The seat that wins the ruff, or None."""
        return self.start.ruff.winner if self.start.ruff else None

    @property
    def shown(self) -> int:
        """The set of cards that the winner of the ruff has shown: 0 until the head is settled, which comes first."""
        return self.start.ruff.shown if self.start.ruff and self.phase != DISCARD else 0

    # What has happened.

    @property
    def phase(self) -> str:
        """`"discard"`, `"play"` or `"over"`."""
        if self.start.taker is not None and not self.discards:
            return DISCARD
        return "play" if self.trick or any(self.hands) else "over"

    @property
    def is_over(self) -> bool:
        """Whether the deal has been played out."""
        return self.phase == "over"

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        phase = self.phase
        if phase == DISCARD:
            return self.start.taker
        return (self.leader + len(self.trick)) % self.seats if phase == "play" else None

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, one on the table included."""
        if self.phase == DISCARD:
            return self.rules.hand_size
        return max(hand.bit_count() for hand in self.hands) if not self.is_over else 0

    def legal(self) -> tuple[str, ...]:
        """Every legal action, cards in display order; before the play every choice of four of the taker's cards."""
        seat = self.to_move
        if seat is None:
            return ()
        if self.phase == DISCARD:
            return discard_actions(self.hands[seat])
        led = self.trick[0][1] // 13 if self.trick else None
        return tuple(map(card_text, display_order(playable(self.hands[seat], led, self.trump, self.rules.follow))))

    def play(self, action: str) -> "Position":
        """The position after an action.

        Raises:
            IllegalPlayError: the rules do not allow it; the text says why.
            NotationError: the text is no action.
        """
        seat = self.to_move
        if seat is None:
            raise IllegalPlayError(f"{quote(action)}: the deal is over")
        hands = list(self.hands)
        if self.phase == DISCARD:
            thrown = parse_discard(action)
            if thrown & ~hands[seat]:
                raise IllegalPlayError(f"{quote(action)}: {cards_text(thrown & ~hands[seat])} is not held")
            hands[seat] ^= thrown
            return Position(
                self.start,
                (*self.record, discard_text(thrown)),
                tuple(hands),
                thrown,
                self.trick,
                self.leader,
                self.taken,
            )
        if action.split(maxsplit=1)[:1] == [DISCARD]:
            raise IllegalPlayError(f"{quote(action)}: no discard is due")
        card = parse_card(action)
        led = self.trick[0][1] // 13 if self.trick else None
        reason = refusal(card, hands[seat], led, self.trump, self.rules.follow)
        if reason:
            raise IllegalPlayError(reason)
        hands[seat] ^= 1 << card
        trick, leader, taken = (*self.trick, (seat, card)), self.leader, self.taken
        if len(trick) == self.seats:
            leader = trick[winning([played for _, played in trick], self.trump)][0]
            taken = tuple(count + (at == leader) for at, count in enumerate(taken))
            trick = ()
        return Position(self.start, (*self.record, card_text(card)), tuple(hands), self.discards, trick, leader, taken)

    def result(self) -> Result | None:
        """Ruff and card points of the deal, or None while it is not over. An ending has no ruff points."""
        if not self.is_over:
            return None
        sides = self.sides
        count = max(sides) + 1
        tricks = tuple(sum(took for at, took in zip(sides, self.taken, strict=True) if at == side) for side in range(count))
        cards = tuple(took * self.seats for took in tricks)
        above = tuple(max(0, cards[side] - self.rules.par_of(sides.count(side))) for side in range(count))
        ruff = tuple(
            RUFF_POINTS if self.ruff_winner is not None and sides[self.ruff_winner] == side else 0 for side in range(count)
        )
        return Result(ruff, tricks, cards, above)

    # Values, views and answers.

    def view(self, seat: int) -> "View":
        """What one seat has seen."""
        from tricorn.ruffe.view import View

        return View.of(self, seat)

    def solve(
        self,
        limit: "Limit | None" = None,
        *,
        stop: "Stop | None" = None,
        table_mb: float = 256,
        solver: Any = None,
        method: Any = "paranoid",
        ties: Any = "first",
    ) -> "Solution":
        """The value of every legal play with all cards known, see `tricorn.Solution`: exact, or bounds at the limit.

        `method` and `ties` matter with more than two sides; see `tricorn.ruffe.solve`.
        """
        from tricorn.ruffe.solve import solve

        return solve(self, limit, stop=stop, table_mb=table_mb, solver=solver, method=method, ties=ties)

    def to_dict(self) -> dict[str, Any]:
        """A plain dict, as in `to_json`."""
        from tricorn.ruffe.document import position_dict

        return position_dict(self)

    def to_json(self) -> str:
        """The position as JSON: the deal and the record."""
        from tricorn.ruffe.document import json_text

        return json_text(self.to_dict())

    @classmethod
    def from_dict(cls, document: dict[str, Any]) -> "Position":
        """The position of a dict as `to_dict` gives it; errors name every defect."""
        from tricorn.ruffe.document import position_of

        return position_of(document)

    @classmethod
    def from_json(cls, text: str | bytes) -> "Position":
        """The position of a JSON text; errors name every defect.

        >>> pos = deal(seed=5)
        >>> Position.from_json(pos.to_json()) == pos
        True
        """
        from tricorn.ruffe.document import read_json

        return cls.from_dict(read_json(text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.start == other.start and self.record == other.record

    def __hash__(self) -> int:
        return hash((self.start, self.record))

    def __repr__(self) -> str:
        return f"Position.from_json({self.to_json()!r})"


def discard_actions(hand: int) -> tuple[str, ...]:
    """Every choice of four cards to throw away, as actions."""
    texts = [card_text(card) for card in display_order(hand)]
    return tuple(f"{DISCARD} {a} {b} {c} {d}" for a, b, c, d in combinations(texts, HEAD_SIZE))


def discard_text(thrown: int) -> str:
    """The action that throws a set of four cards away.

    >>> discard_text(parse_discard("discard H4 S2 H5 S3"))
    'discard S3 S2 H5 H4'
    """
    return f"{DISCARD} {cards_text(thrown)}"


def parse_discard(action: str) -> int:
    """The set that a discard throws away.

    Raises:
        IllegalPlayError: it is no discard, or not of four different cards.
    """
    word, _, cards = action.strip().partition(" ")
    if word.lower() != DISCARD:
        raise IllegalPlayError(f"{quote(action)}: a discard is due, as in 'discard S2 S3 H4 H5'")
    thrown = parse_cards(cards, f"in {quote(action)}")
    if len(thrown) != HEAD_SIZE:
        raise IllegalPlayError(f"{quote(action)}: {len(thrown)} cards instead of {HEAD_SIZE}")
    return card_set(thrown)


def turn_checked(action: str, seat: int | None) -> str:
    """An action of a record without the seat that may stand before it.

    Raises:
        IllegalPlayError: the seat named is not the one to move.

    >>> turn_checked("2:SA", 2), turn_checked("SA", 2)
    ('SA', 'SA')
    """
    named, colon, rest = action.partition(":")
    if not colon or named.strip() not in ("0", "1", "2", "3"):
        return action
    if seat is not None and int(named) != seat:
        raise IllegalPlayError(f"{quote(action)}: it is the turn of seat {seat}, not of seat {int(named)}")
    return rest.strip()


def deal(seed: int, rules: Rules | None = None, dealer: int = 0) -> Position:
    """A seeded whole deal: four cards at a time from the dealer's left, the last four are the head, the rest is dead.

    >>> pos = deal(seed=7)
    >>> pos.seats, [hand.bit_count() for hand in pos.dealt], card_text(pos.turn_up), pos.totals
    (4, [12, 12, 12, 12], 'HK', (49, 38, 43, 30))
    """
    rules = rules or Rules()
    if not 0 <= dealer < rules.seats:
        raise IllegalPositionError("deal", [f"dealer {dealer} is no seat 0..{rules.seats - 1}"])
    pack = shuffled(seed, 0, 52, purpose=1)
    hands = [0] * rules.seats
    dealt = rules.seats * rules.hand_size
    for place in range(0, dealt, 4):
        hands[(dealer + 1 + place // 4) % rules.seats] |= card_set(pack[place : place + 4])
    return Position.whole(rules, dealer, hands, pack[dealt : dealt + HEAD_SIZE], card_set(pack[dealt + HEAD_SIZE :]))
