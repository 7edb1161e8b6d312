from collections.abc import Sequence
from typing import final

from tricorn._stop import Stop

@final
class Table:
    def __init__(self, megabytes: float = 16) -> None: ...

@final
class Solver:
    def __init__(self, table_mb: float = 16) -> None: ...
    def value(
        self,
        hands: Sequence[Sequence[int]],
        leader: int,
        trick: Sequence[int] = (),
        *,
        optional: bool = False,
        all_pay: bool = False,
        lowest_first: bool = False,
        nodes: int | None = None,
        stop: Stop | None = None,
        cut: bool = True,
    ) -> tuple[tuple[int, ...] | None, int]: ...
    def maxn(
        self,
        hands: Sequence[Sequence[int]],
        leader: int,
        trick: Sequence[int] = (),
        *,
        optional: bool = False,
        all_pay: bool = False,
        lowest_first: bool = False,
        nodes: int | None = None,
        stop: Stop | None = None,
        cut: bool = True,
        line: bool = True,
    ) -> tuple[list[tuple[int, tuple[int, ...] | None]], list[int], int]: ...
