from collections.abc import Sequence
from typing import Any

from numpy import int16, int64
from numpy.typing import NDArray
from typing_extensions import disjoint_base

from tricorn._ruffe_worlds import Sampler
from tricorn._stop import Stop

@disjoint_base
class Evaluator:
    """The actions of one view, ready to be valued in its worlds. Immutable: several threads may share one."""

    def __new__(cls, sampler: Sampler, plan: dict[str, Any], actions: Sequence[int]) -> Evaluator: ...
    def evaluate(
        self,
        seed: int,
        first: int,
        values: NDArray[int16],
        lo: NDArray[int16],
        hi: NDArray[int16],
        solved: NDArray[Any],
        nodes: int,
        stop: Stop,
        numbers: NDArray[int64] | None = None,
    ) -> tuple[int, int]: ...
