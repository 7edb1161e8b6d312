"""The best play's expectation without the luck of having been chosen.

The best of several noisy means is too good by what chance gave it (the winner's curse). Here each world reports of the play
that all other worlds choose, so nothing that helped to choose is reported: for a choice by one world fewer the mean of these
reports is free of bias where worlds are drawn alike (leave-one-out cross-validation: Stone, "Cross-validatory choice and
assessment of statistical predictions", JRSS B 36, 1974). It takes no world away from the choice.
"""

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def held_out(
    values: "NDArray[np.float64]", goal: "NDArray[np.float64]", shares: "NDArray[np.float64] | None" = None, kinds: int = 0
) -> tuple[float, float]:
    """The mean and its standard error, which takes the reports as independent: where plays are close it is too small (by a fifth
    in Rassi at the mean of all views).

    Args:
        values: [worlds, plays], two worlds or more: what is reported.
        goal: the same shape, more is better: what is chosen by; the first of equal plays.
        shares: [worlds]: weights that sum to 1; None: all alike.
        kinds: as in `WorldValues.kinds`: the errors of the two kinds add up.

    >>> import numpy as np
    >>> values = np.array([[1.0, 0.0], [0.0, 1.0]])
    >>> held_out(values, values)
    (0.0, 0.0)
    """
    import numpy as np

    count = len(values)
    if count < 2:
        raise ValueError("two worlds or more are wanted")
    if shares is None:
        shares = np.full(count, 1 / count)
        pulls = goal
    else:
        pulls = shares[:, None] * goal
    chosen = (pulls.sum(axis=0) - pulls).argmax(axis=1)
    told = values[np.arange(count), chosen]
    error = math.hypot(*(ratio_error(shares[part], told[part]) for part in parts_of(count, kinds)))
    return float(shares @ told), error


def parts_of(count: int, kinds: int) -> tuple[slice, ...]:
    """The rows of each kind."""
    return (slice(0, kinds), slice(kinds, count)) if kinds else (slice(0, count),)


def ratio_error(pulls: "NDArray[np.float64]", values: "NDArray[np.float64]") -> float:
    """What one kind of rows adds to the standard error of the sum of `pulls * values`, the weights `pulls` as given: by the
    delta method for a ratio of sums, with the n / (n - 1) of a plain mean of n rows; infinite with one row."""
    count = len(values)
    if count < 2:
        return math.inf
    gaps = values - pulls @ values / pulls.sum()
    return math.sqrt(float(((pulls * gaps) ** 2).sum()) * count / (count - 1))
