from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tricorn._stop import Stop

def outcomes(
    ranks: NDArray[np.uint8],
    owners: Sequence[int],
    sizes: Sequence[int],
    own: Sequence[int],
    *,
    seat: int,
    seats: int,
    leader: int,
    trick: Sequence[int],
    optional: bool,
    all_pay: bool,
    actions: Sequence[int],
    nodes: int | None,
    stop: Stop | None = None,
    stakes: Sequence[int] | None = None,
) -> NDArray[np.uint16]: ...
