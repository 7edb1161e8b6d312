from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from tricorn._stop import Stop

@final
class Sampler:
    def __init__(
        self,
        counts: Sequence[int],
        masks: Sequence[int],
        sizes: Sequence[int],
        classes: Sequence[tuple[object, ...]],
        base: Sequence[int],
        rest: Sequence[int],
        strict: bool,
    ) -> None: ...
    def ranks(
        self, seed: int, first: int, count: int, numbers: NDArray[np.int64] | None = None
    ) -> NDArray[np.uint8]: ...
    def values(
        self,
        owners: Sequence[int],
        own: Sequence[int],
        *,
        seat: int,
        seats: int,
        leader: int,
        trick: Sequence[int],
        optional: bool,
        all_pay: bool,
        actions: Sequence[int],
        multipliers: Sequence[int],
        seed: int,
        first: int,
        count: int,
        nodes: int | None,
        stop: Stop | None = None,
        lowest_first: bool = False,
        numbers: NDArray[np.int64] | None = None,
        stakes: Sequence[int] | None = None,
    ) -> tuple[
        NDArray[np.int16], NDArray[np.int16], NDArray[np.int16], NDArray[np.bool_], int, NDArray[np.int16] | None
    ]: ...
