"""The reply to a lead: what may be played, what takes the trick, and what a play shows."""

from collections.abc import Sequence

from tricorn.cards import SUITS, card_text
from tricorn.ruffe.ruff import SUIT_MASK
from tricorn.ruffe.rules import Follow


def suit_set(suit: int | None) -> int:
    """The set of all cards of a suit; the empty set for no suit."""
    return 0 if suit is None else SUIT_MASK[suit]


def playable(hand: int, led: int | None, trump: int | None, follow: Follow) -> int:
    """The set of cards that may be played from a hand; `led` is the suit led, or None for a lead.

    >>> from tricorn.cards import cards_text, parse_hand
    >>> hand = parse_hand("A7.K.9.")
    >>> for follow in ("suit-else-trump", "suit-or-trump", "suit"):
    ...     print(cards_text(playable(hand, 1, 0, follow)), "|", cards_text(playable(hand, 3, 0, follow)))
    HK | SA S7
    SA S7 HK | SA S7
    HK | SA S7 HK D9
    """
    if led is None:
        return hand
    same = hand & SUIT_MASK[led]
    trumps = hand & suit_set(trump)
    if follow == "suit-or-trump":
        return same | trumps or hand
    if follow == "suit-else-trump":
        return same or trumps or hand
    return same or hand


def refusal(card: int, hand: int, led: int | None, trump: int | None, follow: Follow) -> str | None:
    """Why a card can't be played from a hand, or None when it can."""
    if not hand >> card & 1:
        return f"{card_text(card)} is not held"
    if playable(hand, led, trump, follow) >> card & 1:
        return None
    assert led is not None  # any card may be led
    if follow == "suit-or-trump":
        return f"{card_text(card)}: must play {SUITS[led]} or a trump"
    if hand & SUIT_MASK[led]:
        return f"{card_text(card)}: must follow {SUITS[led]}"
    return f"{card_text(card)}: must trump"


def winning(cards: Sequence[int], trump: int | None) -> int:
    """The index of the card that takes a trick, or takes it so far: highest trump, else highest of the led suit.

    >>> from tricorn.cards import parse_cards
    >>> winning(parse_cards("HT HK SA H2"), None), winning(parse_cards("HT HK S2 HA"), 0)
    (1, 2)
    """
    best = 0
    for index in range(1, len(cards)):
        if cards[index] // 13 == cards[best] // 13:
            if cards[index] > cards[best]:
                best = index
        elif cards[index] // 13 == trump:
            best = index
    return best


def voids_shown(card: int, led: int, trump: int | None, follow: Follow) -> tuple[int, ...]:
    """The suits that a reply proves its player to have no card of, at that moment and for good."""
    suit = card // 13
    if suit == led:
        return ()
    if led == trump or trump is None:
        return (led,)
    if follow == "suit":
        return (led,)
    if suit != trump:
        return (led, trump)
    return (led,) if follow == "suit-else-trump" else ()
