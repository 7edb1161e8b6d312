from collections.abc import Iterable, Sequence
from typing import Final

from typing_extensions import disjoint_base

from tricorn._fast import Policy
from tricorn._inference import Likelihood
from tricorn._source import Source
from tricorn._stop import Stop

LEAVES: Final[tuple[str, ...]]

@disjoint_base
class Tree:
    def __init__(
        self,
        source: Source,
        actions: Iterable[int],
        policy: Policy,
        leaf: str = "fast",
        ending: int = 0,
        explore: float = 0.5,
        per_world: int = 1,
        seed: int = 0,
        by_hand: bool = False,
        likelihood: Likelihood | None = None,
        candidates: int = 1,
        defence: float = 0,
    ) -> None: ...
    def run(self, count: int, stop: Stop | None = None) -> int: ...
    @property
    def nodes(self) -> int: ...
    def results(self) -> dict[int, dict[int, int]]: ...
    def children(self, path: Sequence[int] = ()) -> list[tuple[int, int, int, int, int]]: ...
