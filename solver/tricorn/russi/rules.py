"""The rules of Russi (Rússi), as a game of cards that all lie open.

Players: two, seats 0 and 1. Pack: 52 cards, ace high, no trumps. Each player lays nine cards face down in a row, nine
face up, one on each of them, and holds eight in the hand. A player's *available* cards are his hand and his face-up
cards; a face-down card can't be played and does not count for the duty to follow suit.

The non-dealer leads to the first trick, the winner of a trick to the next, any available card. The reply must be of
the led suit if any available card is; otherwise it is any available card. The higher card of the led suit wins. When
a card that covered another is played, the card under it is turned up at once, before anybody plays again: the
follower sees what the leader turned up, and what the follower turns up was not available for that trick. After 26
tricks whoever has won more of them has won the deal; 13 each is a draw.

Nobody has seen a face-down card, not even its owner (`tricorn.russi.view` says what a seat knows). `Layout` below
knows all cards and is the whole of the rules; `Position` adds the start and the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from tricorn.cards import card_text, cards_of, cards_text
from tricorn.errors import IllegalPositionError

PILES: Final = 9
HAND: Final = 8
TRICKS: Final = 26

Pile = tuple[int | None, int | None]
"""(down, up). Once `up` has been played it is None and `down` lies face up; once that is gone too, both are None."""
Piles = tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """Russi has no options: the default is what the description says, to the letter.

    >>> Rules.literal() == Rules()
    True
    """

    @classmethod
    def literal(cls) -> "Rules":
        """The preset that follows the letter of the description; here it is the default."""
        return cls()

    def to_dict(self) -> dict[str, Any]:
        """The options, by name: none."""
        return {}

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> "Rules":
        """The rules with the given options; raises `IllegalPositionError`, for there are none."""
        if options:
            raise IllegalPositionError("rules of Russi", [f"there is no option {name!r}" for name in options])
        return cls()


class Refusal(IntEnum):
    """Why a card can't be played here. The compiled twin gives the same numbers."""

    NONE = 0
    OVER = 1
    COVERED = 2
    NOT_HELD = 3
    FOLLOW = 4


def suit_set(suit: int) -> int:
    """All cards of a suit."""
    return 0x1FFF << (13 * suit)


def reply_wins(led: int, reply: int) -> bool:
    """Whether the reply takes the trick: only a higher card of the same suit does."""
    return reply // 13 == led // 13 and reply > led


@dataclass(frozen=True, slots=True)
class Layout:
    """All cards as they lie, who is to lead, and what was won.

    Attributes:
        hands: by seat, the set of cards in the hand; in a layout that starts as an ending also table cards that cover
            nothing may stand here.
        piles: by seat, in table order.
        leader: who leads to the current trick.
        led: the card on the table in mid-trick, else None. It is no longer in hands or piles.
        taken: tricks won, by seat.
    """

    hands: tuple[int, int]
    piles: tuple[Piles, Piles]
    leader: int
    led: int | None = None
    taken: tuple[int, int] = (0, 0)

    def table_up(self, seat: int) -> int:
        """The set of cards that lie face up before the seat."""
        held = 0
        for down, up in self.piles[seat]:
            top = down if up is None else up
            if top is not None:
                held |= 1 << top
        return held

    def covered(self, seat: int) -> int:
        """The set of cards that lie face down before the seat."""
        held = 0
        for down, up in self.piles[seat]:
            if down is not None and up is not None:
                held |= 1 << down
        return held

    def available(self, seat: int) -> int:
        """The set of cards that the seat may use: hand and face-up cards."""
        return self.hands[seat] | self.table_up(seat)

    def held(self, seat: int) -> int:
        """All cards still to be played by the seat, face-down ones included."""
        return self.available(seat) | self.covered(seat)

    @property
    def turn(self) -> int:
        """Whose turn it is, if the deal is not over."""
        return self.leader if self.led is None else 1 - self.leader

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, the current one included."""
        return self.held(1 - self.leader).bit_count()

    @property
    def is_over(self) -> bool:
        """Whether every card has been played."""
        return self.tricks_left == 0

    def legal(self) -> int:
        """The set of cards that the seat to move may play; empty when the deal is over."""
        cards = self.available(self.turn)
        if self.led is not None:
            return cards & suit_set(self.led // 13) or cards
        return cards

    def refusal(self, card: int) -> Refusal:
        """Why the seat to move may not play the card, `Refusal.NONE` if it may."""
        if self.is_over:
            return Refusal.OVER
        if self.legal() >> card & 1:
            return Refusal.NONE
        if self.covered(self.turn) >> card & 1:
            return Refusal.COVERED
        if not self.available(self.turn) >> card & 1:
            return Refusal.NOT_HELD
        return Refusal.FOLLOW

    def reason(self, card: int) -> str:
        """The refusal in words that quote the card, empty if the card may be played."""
        name, seat = card_text(card), self.turn
        match self.refusal(card):
            case Refusal.NONE:
                return ""
            case Refusal.OVER:
                return f"{name}: the deal is over"
            case Refusal.COVERED:
                return f"{name} still lies face down before seat {seat}"
            case Refusal.NOT_HELD:
                return f"{name} is not among the cards of seat {seat}, whose turn it is"
            case Refusal.FOLLOW:
                assert self.led is not None
                could = cards_text(self.legal())
                return f"{name} does not follow {card_text(self.led)}: seat {seat} could follow with {could}"

    def play(self, card: int) -> "Layout":
        """The layout after the seat to move has played one of its available cards; the caller has checked the card."""
        seat = self.turn
        hands, piles = self.hands, self.piles
        if hands[seat] >> card & 1:
            rest = hands[seat] ^ 1 << card
            hands = (rest, hands[1]) if seat == 0 else (hands[0], rest)
        else:
            row = without(piles[seat], card)
            piles = (row, piles[1]) if seat == 0 else (piles[0], row)
        if self.led is None:
            return Layout(hands, piles, self.leader, card, self.taken)
        winner = seat if reply_wins(self.led, card) else self.leader
        taken = (self.taken[0] + (winner == 0), self.taken[1] + (winner == 1))
        return Layout(hands, piles, winner, None, taken)

    def misplaced(self) -> list[str]:
        """Cards that can't lie where they lie, and piles too many."""
        found = []
        seen = 0
        twice = 0
        for seat in (0, 1):
            row = [card for pile in self.piles[seat] for card in pile if card is not None]
            for card in [*cards_of(self.hands[seat]), *row]:
                twice |= seen & 1 << card
                seen |= 1 << card
            if len(self.piles[seat]) > PILES:
                found.append(f"seat {seat} has {len(self.piles[seat])} piles, {PILES} is the most")
        if seen >> 52:
            found.append("there are no jokers in Russi")
        if twice:
            found.append(f"more than one place for {cards_text(twice)}")
        return found

    def problems(self) -> list[str]:
        """Everything wrong with this layout as the start of a deal or of an ending."""
        found = self.misplaced()
        counts = [self.held(seat).bit_count() for seat in (0, 1)]
        if counts[0] != counts[1]:
            found.append(f"seat 0 has {counts[0]} cards, seat 1 has {counts[1]}")
        if max(counts) == 0:
            found.append("no cards")
        if self.leader not in (0, 1):
            found.append(f"leader {self.leader} is neither 0 nor 1")
        if self.led is not None:
            found.append("a start is the start of a trick: a card that was led belongs in the record")
        return found + taken_problems(self.taken, max(counts))

    @property
    def is_whole(self) -> bool:
        """Whether this is the start of a whole deal: nine covered piles and eight cards in hand for both."""
        return (
            self.led is None
            and all(hand.bit_count() == HAND for hand in self.hands)
            and all(len(row) == PILES and all(None not in pile for pile in row) for row in self.piles)
        )


def without(row: Piles, card: int) -> Piles:
    """The piles after the face-up card has been played from one of them."""
    changed: list[Pile] = []
    for down, up in row:
        if up == card:
            changed.append((down, None))
        elif up is None and down == card:
            changed.append((None, None))
        else:
            changed.append((down, up))
    return tuple(changed)


def taken_problems(taken: tuple[int, int], left: int) -> list[str]:
    """What is wrong with tricks taken before a start with `left` tricks to come: all of them or none are given."""
    if min(taken) < 0 or sum(taken) not in (0, TRICKS - left):
        return [f"tricks taken {taken[0]} and {taken[1]} are not the {TRICKS - left} played before (nor 0 and 0)"]
    return []
