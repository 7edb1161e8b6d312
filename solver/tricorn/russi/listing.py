"""All worlds of a view of Russi in a row, or every hand of the opponent equally often, where they are few.

A sample of n worlds out of few sees some of them twice and others never. Where the opponent can hold no more hands than worlds are
wanted, each hand is looked at equally often instead, the cards under the piles in an order that is drawn; where there are no
more worlds than wanted, each world once: the mean over them is the expectation itself.
"""

from dataclasses import dataclass
from math import comb, factorial, gcd
from typing import TYPE_CHECKING

from tricorn._rng import below
from tricorn._russi_worlds import FIRST_HAND, FIRST_WHOLE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn.russi.view import View

_MOST_HANDS = 20_000
_START = 0x4C495354  # purpose of the stream that says where a list begins


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of worlds.

    Attributes:
        hands: of the opponent.
        rounds: how often each is looked at.
        whole: whether these are all worlds, each once.
    """

    hands: int
    rounds: int
    whole: bool

    @property
    def count(self) -> int:
        """How many worlds."""
        return self.hands * self.rounds

    def numbers(self, seed: int, first: int, count: int) -> "NDArray[np.int64]":
        """The numbers by which `worlds.sample` and `worlds.evaluate` know the worlds from place `first` of the list on.

        Every round goes through all hands, in strides of about the golden section from a start that is drawn, and so do the
        orders of each hand from round to round, from a start of its own, so that a list that the clock cuts is spread over all
        of them and favours none.
        """
        import numpy as np

        place = np.arange(first, min(first + count, self.count), dtype=np.int64)
        hand = _strides(place % self.hands, self.hands, below(seed, 0, self.hands, 1, _START)[0])
        order = place // self.hands
        if self.whole:
            starts = np.array([below(seed, 1 + number, self.rounds, 1, _START)[0] for number in hand.tolist()], dtype=np.int64)
            order = _strides(order, self.rounds, starts)
        return (FIRST_WHOLE if self.whole else FIRST_HAND) + hand + self.hands * order


def _strides(step: "NDArray[np.int64]", among: int, start: "int | NDArray[np.int64]") -> "NDArray[np.int64]":
    """Numbers 0..among-1, each once while `step` goes through as many."""
    stride = max(1, round(among * 0.618))
    while gcd(stride, among) > 1:
        stride += 1
    found: NDArray[np.int64] = (start + step * stride) % among
    return found


def listing(view: "View", wanted: int) -> Listing | None:
    """The list of `wanted` worlds or fewer, as many as make whole rounds; None if the opponent can hold more hands than that, or
    more than 20,000.

    >>> from tricorn import russi
    >>> position = russi.deal(seed=7)
    >>> listing(position.view(0), 1_000_000) is None
    True
    >>> while position.tricks_left > 8:
    ...     position = position.play(position.legal()[-1])
    >>> listing(position.view(position.to_move), 1000)
    Listing(hands=20, rounds=6, whole=True)
    """
    hands = comb(view.candidates.bit_count(), view.opponent_hand_size)
    orders = factorial(view.covered_count(0) + view.covered_count(1))
    if not 0 < hands <= min(wanted, _MOST_HANDS):
        return None
    return Listing(hands, min(orders, wanted // hands), orders <= wanted // hands)
