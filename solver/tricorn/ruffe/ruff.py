"""The ruff: what the hands count, who wins it and what he shows.

For each suit of a hand an ace counts 11, king, queen, jack and ten 10, the others their pips. Who counts trumps, with
at least one of his own, may add the turned-up card. Everything is counted on the hands as dealt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tricorn.cards import cards_of
from tricorn.ruffe.rules import Rules

PIPS: Final = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
"""What a card of each rank 2..A counts in a ruff."""
SUIT_MASK: Final = tuple(0x1FFF << 13 * suit for suit in range(4))


def suit_totals(hand: int, turn_up: int) -> tuple[int, ...]:
    """What each suit of a dealt hand counts, S H D C; a suit not held counts 0, the turn-up included.

    >>> from tricorn.cards import parse_card, parse_hand
    >>> suit_totals(parse_hand("AT2..9.KQ"), parse_card("DA"))
    (23, 0, 20, 20)
    """
    totals = []
    for suit in range(4):
        held = hand & SUIT_MASK[suit]
        counted = held | 1 << turn_up if held and turn_up // 13 == suit else held
        totals.append(sum(PIPS[card % 13] for card in cards_of(counted)))
    return tuple(totals)


def claim(hand: int, turn_up: int) -> tuple[int, tuple[int, ...]]:
    """The total that a dealt hand announces, and the suits it claims it with.

    Of equal best suits the one with more cards in hand; if these are equal too, all of them.
    """
    totals = suit_totals(hand, turn_up)
    best = max(totals)
    length = {suit: (hand & SUIT_MASK[suit]).bit_count() for suit in range(4) if totals[suit] == best}
    longest = max(length.values())
    return best, tuple(suit for suit, count in length.items() if count == longest)


def ruff_winner(totals: Sequence[int], rules: Rules, dealer: int, sides: Sequence[int]) -> int | None:
    """The seat that wins the ruff with the announced totals, or None when equal totals win nothing.

    >>> ruff_winner((50, 61, 40, 61), Rules(), dealer=2, sides=(0, 1, 0, 1))
    3
    >>> ruff_winner((61, 61, 40, 61), Rules(ruff_tie="nobody"), dealer=2, sides=(0, 1, 0, 1)) is None
    True
    """
    seats = len(totals)
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    best = max(totals)
    equal = [seat for seat in order if totals[seat] == best]
    if rules.ruff_tie == "nobody" and len({sides[seat] for seat in equal}) > 1:
        return None
    return equal[0]


def shown_cards(hand: int, turn_up: int, rules: Rules) -> int:
    """The set that the winner of the ruff shows of his hand as dealt."""
    if rules.show == "hand":
        return hand
    return hand & sum(SUIT_MASK[suit] for suit in claim(hand, turn_up)[1])


@dataclass(frozen=True, slots=True)
class Ruff:
    """What comes of the ruff of a deal.

    Attributes:
        totals: announced by each seat.
        winner: the seat that wins it, or None.
        shown: the set of cards that the winner shows before the first lead.
    """

    totals: tuple[int, ...]
    winner: int | None
    shown: int

    @classmethod
    def of(cls, hands: Sequence[int], turn_up: int, rules: Rules, dealer: int) -> "Ruff":
        """The ruff of dealt hands."""
        totals = tuple(claim(hand, turn_up)[0] for hand in hands)
        winner = ruff_winner(totals, rules, dealer, rules.side_of)
        return cls(totals, winner, 0 if winner is None else shown_cards(hands[winner], turn_up, rules))
