from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import disjoint_base

from tricorn._fast import Policy
from tricorn._rassi_worlds import Sampler as RassiSampler
from tricorn._ruffe_worlds import Sampler as RuffeSampler
from tricorn._stop import Stop

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

@disjoint_base
class Source:
    def turn(self) -> int: ...
    def hands(self, seed: int, index: int) -> list[int]: ...
    def choice(self, policy: Policy, seed: int = 0, index: int = 0) -> int: ...
    def rollouts(
        self,
        actions: Sequence[int],
        policy: Policy | None,
        seed: int,
        first: int,
        values: NDArray[np.int16],
        stop: Stop | None = None,
        ending: int = 0,
    ) -> int: ...

@disjoint_base
class RussiSource(Source):
    def __init__(
        self,
        base: dict[str, Any],
        lacks: Sequence[int],
        seat: int,
        ups: Sequence[Sequence[int]],
        allowed: int,
        others: int,
        hand_size: int,
    ) -> None: ...

@disjoint_base
class RuffeSource(Source):
    def __init__(
        self, base: dict[str, Any], lacks: Sequence[int], seat: int, sampler: RuffeSampler, played: Sequence[int]
    ) -> None: ...

@disjoint_base
class RassiSource(Source):
    def __init__(
        self,
        base: dict[str, Any],
        low: Sequence[int],
        top: Sequence[int],
        seat: int,
        gone: int,
        sampler: RassiSampler,
        owners: Sequence[int],
        hidden: int,
    ) -> None: ...
