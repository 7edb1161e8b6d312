from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from typing_extensions import disjoint_base

from tricorn._stop import Stop

DEFAULT_WEIGHTS: tuple[int, ...]
DEFAULT_LEADS: tuple[int, ...]
LEAD_TABLES: tuple[int, ...]
DEFAULT_EVALUATION: tuple[int, ...]

class Found(NamedTuple):
    lo: int
    hi: int
    cards: list[tuple[int, int, int, int]]
    line: list[int]
    nodes: int

@disjoint_base
class Solver:
    def __init__(self, table_mb: float = 64) -> None: ...
    @property
    def looked(self) -> int: ...
    def partner(self, number: int) -> Solver: ...
    def forget(self) -> None: ...
    def set_weights(self, weights: Sequence[int]) -> None: ...
    def set_leads(self, weights: Sequence[int]) -> None: ...
    def lead_places(
        self, hands: Sequence[int], piles: Sequence[Iterable[tuple[int, int]]], leader: int, goal: int
    ) -> list[tuple[int, list[int]]]: ...
    def watch(self, every: int) -> list[tuple[int, int, int, int]]: ...
    def set_evaluation(self, weights: Sequence[int]) -> None: ...
    def features(
        self, hands: Sequence[int], piles: Sequence[Iterable[tuple[int, int]]], leader: int
    ) -> list[int]: ...
    def estimate(
        self,
        hands: Sequence[int],
        piles: Sequence[Iterable[tuple[int, int]]],
        leader: int,
        led: int | None = None,
        *,
        tricks: int = 2,
    ) -> list[tuple[int, int, int]]: ...
    def switches(
        self,
        *,
        table: bool = True,
        bounds: bool = True,
        classes: bool = True,
        etc: bool = True,
        exact_key: bool = False,
        wide: int | None = None,
    ) -> None: ...
    def solve(
        self,
        hands: Sequence[int],
        piles: Sequence[Iterable[tuple[int, int]]],
        leader: int,
        led: int | None = None,
        *,
        nodes: int | None = None,
        stop: Stop | None = None,
        every: bool = True,
        line: bool = True,
        goal: int | None = None,
        progress: Callable[[int, int, int], Any] | None = None,
        known: tuple[int, int] | None = None,
    ) -> Found: ...
