"""How likely the taker of the head throws away which cards: by the rule that ranks discards, softened."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from tricorn._ruffe_thrown import Thrown
from tricorn.ruffe.player import kept_worth

if TYPE_CHECKING:
    from tricorn.ruffe.rules import Follow
    from tricorn.ruffe.view import View


def is_hidden(view: "View") -> bool:
    """Whether another seat has thrown cards away, which this seat has not seen."""
    return view.taker is not None and view.taker != view.seat and bool(view.record)


BLIND: Final = 0.25
"""Share of the worlds whose discards are drawn all alike: so these are not lost sight of, and none counts more than 4 times
where a mean stands for worlds all alike."""


@lru_cache(maxsize=32)
def model(follow: "Follow", trump: int, temperature: float, blur: float) -> Thrown:
    """The taker's choice, softened.

    Args:
        follow: the reading of the duty to follow, on which the worth of cards depends.
        trump: the suit of trumps.
        temperature: in scores of `tricorn.ruffe.discard_scores`, 0.05 or more.
        blur: the share of choices that are any four cards, above 0 up to 1.

    Raises:
        ValueError: a setting is out of range.

    >>> from tricorn.cards import card_set, parse_card, parse_hand
    >>> low, trump = (card_set(map(parse_card, text.split())) for text in ("H2 H3 D4 C5", "SA H3 D4 C5"))
    >>> hand = parse_hand("AKQJ5.A9632.AK42.KQ5")
    >>> chosen = model("suit-else-trump", 0, 0.5, 0.05)
    >>> chosen.log_likelihood(hand, low) - chosen.log_likelihood(hand, trump) > 3
    True
    """
    return Thrown(_worths(follow, False), _worths(follow, True), trump, temperature, blur, BLIND)


@cache
def _worths(follow: "Follow", trumps: bool) -> list[float]:
    return [kept_worth(ranks, trumps, follow) for ranks in range(1 << 13)]
