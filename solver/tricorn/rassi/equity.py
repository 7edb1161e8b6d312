"""The probability of winning a match of Rassi from its scores.

Default model, `MatchEquity`. All players are alike and play every deal alike, whatever the scores: who pays how much in a
deal depends on the seat (counted from the dealer's left) and on chance alone, with the frequencies of
`data/outcomes.json`, counted over self-play; the file says of which player. On this the equity of two and three players
is exact, by going backwards from the greatest scores. For more than three it is approximate: the chances of i and j are
taken to stand as in a match between these two, averaged over who deals, and player i's part is proportional to the product
over all j, raised to the power (2/n)**0.6, which was fitted to simulated matches; `docs/algorithms-rassi-exchange.md` says
how far the answers are from them.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

from tricorn.errors import TricornError
from tricorn.rassi.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn.rassi.view import View

_MOST: Final = 52  # a redoubled king
_MOST_TWO: Final = 1000  # `out_at` up to which two players are worked out
_MOST_THREE: Final = 100  # and three
_SOFTER: Final = 0.6  # the power of 2/n in the approximation for more players


@lru_cache(maxsize=1)
def shipped_outcomes() -> dict[str, Any]:
    """What is in `data/outcomes.json`: "about" says where it is from, "paid" by number of players and place from the
    dealer's left how many deals cost how much."""
    text = (resources.files("tricorn.rassi") / "data" / "outcomes.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def pay_table(players: int) -> "NDArray[np.float64]":
    """P(the seat pays so many points) by place from the dealer's left: float64 [players, 53]; sums to 1 over all."""
    import numpy as np

    table = np.zeros((players, _MOST + 1))
    for place, row in enumerate(shipped_outcomes()["paid"][str(players)]):
        for points, count in row.items():
            table[place, int(points)] = count
    whole: NDArray[np.float64] = table / table.sum()
    return whole


class MatchEquity:
    """The equity of the model above; the arrays it needs are made when first asked for.

    Args:
        out_at: points at which a player is out.
        pays: other frequencies than those shipped: by number of players as `pay_table` gives them.

    Raises:
        TricornError: `out_at` is above 1,000 (nothing is worked out that far).

    >>> equity = MatchEquity()
    >>> round(sum(equity.wins((10, 20, 30), dealer=1)), 9)
    1.0
    >>> equity.wins((50, 20), dealer=1)
    (0.0, 1.0)
    """

    def __init__(self, out_at: int = 50, pays: "dict[int, NDArray[np.float64]] | None" = None) -> None:
        if not 1 <= out_at <= _MOST_TWO:
            raise TricornError(f"match equity for players out at {out_at}: worked out up to {_MOST_TWO}")
        self.out_at = out_at
        self._pays = pays or {}
        self._two: NDArray[np.float64] | None = None
        self._three: NDArray[np.float64] | None = None

    def wins(self, scores: Sequence[int], dealer: int) -> tuple[float, ...]:
        """As in `tricorn.equity.Equity`. If all are out at once, the lowest total wins and equal totals share."""
        left = [seat for seat, score in enumerate(scores) if score < self.out_at]
        if not left:
            lowest = min(scores)
            winners = [seat for seat, score in enumerate(scores) if score == lowest]
            return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(scores)))
        if dealer not in left and len(left) > 1:
            raise TricornError(f"dealer {dealer} of the next deal is out or not at the table")
        start = left.index(dealer) if dealer in left else 0
        turned = left[start:] + left[:start]
        parts = self._from_dealer([scores[seat] for seat in turned])
        found = dict(zip(turned, parts, strict=True))
        return tuple(found.get(seat, 0.0) for seat in range(len(scores)))

    def _from_dealer(self, scores: list[int]) -> list[float]:
        # Of players who are in, the dealer first.
        if len(scores) == 1:
            return [1.0]
        two = self._pair()
        if len(scores) == 2:
            first = float(two[scores[0], scores[1]])
            return [first, 1 - first]
        if len(scores) == 3 and self.out_at <= _MOST_THREE:
            return [float(part) for part in self._triple()[tuple(scores)]]
        parts = []
        for i, own in enumerate(scores):
            part = 1.0
            for j, other in enumerate(scores):
                if i != j:
                    part *= (float(two[own, other]) + 1 - float(two[other, own])) / 2
            parts.append(part)
        parts = [part ** (2 / len(scores)) ** _SOFTER for part in parts]
        return [part / sum(parts) for part in parts]

    def _pay(self, players: int) -> "NDArray[np.float64]":
        return self._pays[players] if players in self._pays else pay_table(players)

    def _pair(self) -> "NDArray[np.float64]":
        if self._two is None:
            import numpy as np

            from tricorn._rassi_equity import two

            self._two = np.zeros((self.out_at, self.out_at))
            two(self.out_at, self._pay(2), self._two)
        return self._two

    def _triple(self) -> "NDArray[np.float64]":
        if self._three is None:
            import numpy as np

            from tricorn._rassi_equity import three

            self._three = np.zeros((self.out_at, self.out_at, self.out_at, 3))
            three(self.out_at, self._pay(3), self._pair(), self._three)
        return self._three


@lru_cache(maxsize=4)
def default_equity(out_at: int = 50) -> MatchEquity:
    """The default model for a number of points at which a player is out."""
    return MatchEquity(out_at)


def next_dealer(scores: Sequence[int], dealer: int, rules: Rules) -> int:
    """Who deals after the deal that led to these scores: the next seat clockwise that is still in."""
    seats = len(scores)
    following = [(dealer + step) % seats for step in range(1, seats + 1)]
    return next((seat for seat in following if scores[seat] < rules.out_at), following[0])


def scores_after(view: "View", word: int, multiplier: int) -> tuple[int, ...]:
    """The scores after this deal ends with an outcome (see `tricorn._rassi_outcomes`), `multiplier` being the own seat's."""
    worth, payers = word & 15, word >> 4
    stakes = [multiplier if seat == view.seat else view.multipliers[seat] for seat in range(view.seats)]
    return tuple(
        score + (worth * stakes[seat] if payers >> seat & 1 else 0) for seat, score in enumerate(view.scores)
    )  # fmt: skip
