"""What scores are worth: the probability of winning the match, by seat."""

from collections.abc import Sequence
from typing import Literal, Protocol

Utility = Literal["points", "match"]
"""What the best play is best for: few penalty points in this deal, or winning the match."""


class Equity(Protocol):
    """Anything that says how likely each player is to win a match of Rassi from given scores."""

    def wins(self, scores: Sequence[int], dealer: int) -> tuple[float, ...]:
        """The probability of winning the match by seat, summing to 1.

        Args:
            scores: points of every seat of the deal that has just ended; some may be out.
            dealer: the seat that deals next, one that is still in; if nobody is, any.
        """
