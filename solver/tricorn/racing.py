"""Which plays are so surely worse than another that no more worlds need be spent on them.

Two plays j and k are compared by betting that j is the better one. Of each world, d = (value of j - value of k) / (the widest
gap there can be) lies in -1..1. A capital of 1 becomes 1 + stake * d after a world, and so on from world to world. If j is in
truth not better, no stake gains in the mean, whatever the shape of d, and the capital ever reaches c with a probability of at
most 1/c (Ville, "Étude critique de la notion de collectif", 1939). The mean of the capitals of several stakes is such a capital
too. (Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86, 2024.)

A play is dropped once another's capital against it reaches (plays - 1) / error. So whatever the values and however often one
looks, the best play is ever dropped with a probability of at most `error`: only bets against it count, one for each other play.
"""

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ERROR: Final = 0.05
"""The probability that the best play is dropped, over all looks and all plays."""
# Gaps of plays are small beside the widest there can be, so the highest stake nearly always grows fastest.
_STAKES: Final = (1.0, 1 / 2, 1 / 4, 1 / 8, 1 / 16)
_PARTS: Final = (1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 16)  # of the capital that is bet by each


class Race:
    """Plays that race, told of their values round by round.

    Args:
        plays: how many set out.
        span: the widest gap there can be between the values of two plays in one world, 1 or more.
        error: the probability that the best play is dropped, above 0 and below 1.
        first: worlds before the first look, 1 or more: few seldom settle anything.

    >>> import numpy as np
    >>> race = Race(2, span=1)
    >>> race.look(np.array([[1, 0]] * 10))
    >>> race.left
    (0,)
    """

    def __init__(self, plays: int, span: int, error: float = ERROR, first: int = 64) -> None:
        import numpy as np

        self.left = tuple(range(plays))
        self._span = span
        self._first = first
        self._enough = math.log(max(plays - 1, 1) / error)
        self._capital = np.zeros((plays, plays, len(_STAKES)))  # logarithms, of j against k, without the parts
        with np.errstate(divide="ignore"):  # the highest stake may lose all
            self._gain = np.log1p(np.arange(-span, span + 1)[:, None] / span * np.array(_STAKES))  # [gap, stake]

    def look(self, values: "NDArray[np.integer[Any]]") -> None:
        """Worlds more: whole numbers [worlds, plays still in the race], more is better; drops what has become surely worse."""
        import numpy as np

        if len(self.left) < 2:
            return
        columns = values.T.astype(np.int64)
        for j, k in combinations(range(len(self.left)), 2):
            # Worlds of equal gaps change a capital alike, and there are few gaps: they are counted.
            often = np.bincount(columns[j] - columns[k] + self._span, minlength=len(self._gain))
            for mine, others, counted in ((j, k, often), (k, j, often[::-1])):
                met = counted > 0
                self._capital[self.left[mine], self.left[others]] += counted[met] @ self._gain[met]
        capital = self._capital[np.ix_(self.left, self.left)] + np.log(_PARTS)
        beaten = (np.logaddexp.reduce(capital, axis=2) >= self._enough).any(axis=0)
        self.left = tuple(play for play, lost in zip(self.left, beaten.tolist(), strict=True) if not lost)

    def next_look(self, worlds: int) -> int:
        """After how many worlds to look again: after twice as many.

        >>> race = Race(2, span=1)
        >>> race.next_look(0), race.next_look(64), race.next_look(128)
        (64, 128, 256)
        """
        return max(self._first, 2 * worlds)
