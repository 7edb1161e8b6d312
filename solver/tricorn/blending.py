"""Worlds with all cards open and worlds played out by sight, as one sample.

A world with all cards open is valued as if everybody saw them; in Russi, early in the deal, by an estimate. A world played out by
the policy `fast`, every seat by its own sight, knows nothing it should not, but the policy plays less well. The two err
differently, so their mean errs less than either (Bates and Granger, "The combination of forecasts", 1969).
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tricorn.rounds import joined
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYED: Final = 10
"""Worlds played out for each one that is searched."""
MOST_PLAYED: Final = 3_000
SHARE: Final = 0.5
"""The share of the weight that worlds played out have together."""
FIRST: Final = 1 << 40
"""The number of the first world played out: far from those that are searched, so that the two kinds are independent."""
TRICKS: Final = {"russi": 15}
"""By game, from how many tricks left on an answer is blended unasked: later worlds of Russi are solved in a millisecond each."""


def blended(searched: WorldValues, played: WorldValues) -> WorldValues:
    """All worlds of both, those played out with `SHARE` of the weight, whether worlds are weighted or all alike. Worlds played out
    know no difference of two penalties."""
    searched = searched if played.differences is not None else replace(searched, differences=None)
    parts = (_shared(searched, 1 - SHARE), _shared(played, SHARE))
    return replace(joined(parts), kinds=len(searched.values))


def _shared(part: WorldValues, share: float) -> WorldValues:
    """The worlds with weights that sum to `share`."""
    import numpy as np

    alike = np.zeros(len(part.values))
    posterior, uniform = (alike if logs is None else logs for logs in (part.posterior, part.uniform))
    return replace(part, posterior=_summing_to(share, posterior), uniform=_summing_to(share, uniform))


def _summing_to(share: float, logs: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Logarithms of weights, shifted."""
    import numpy as np

    highest = float(logs.max())
    shifted: NDArray[np.float64] = logs - highest - math.log(float(np.exp(logs - highest).sum())) + math.log(share)
    return shifted
