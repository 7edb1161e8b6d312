from collections.abc import Sequence
from typing import TYPE_CHECKING

from typing_extensions import disjoint_base

from tricorn._fast import Policy
from tricorn._source import Source
from tricorn._stop import Stop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

@disjoint_base
class Likelihood:
    def __init__(
        self, start: Source, actions: Sequence[int], policy: Policy, temperature: float, blur: float
    ) -> None: ...
    def log_likelihoods(self, seed: int, first: int, count: int) -> list[float]: ...
    def log_weights(self, seed: int, first: int, count: int) -> list[tuple[float, float]]: ...
    def pick(
        self,
        seed: int,
        first: int,
        candidates: int,
        defence: float,
        index: NDArray[np.int64],
        posterior: NDArray[np.float64],
        uniform: NDArray[np.float64],
        stop: Stop | None = None,
    ) -> int: ...
