from collections.abc import Sequence
from typing import final

from tricorn._stop import Stop

@final
class Paranoid:
    def __init__(self, table_mb: float = 16) -> None: ...
    def value(
        self,
        hands: Sequence[Sequence[int]],
        leader: int,
        trick: Sequence[int] = (),
        *,
        seat: int,
        optional: bool = False,
        all_pay: bool = False,
        nodes: int | None = None,
        stop: Stop | None = None,
        cut: bool = True,
    ) -> tuple[int, int, int]: ...
    def plays(
        self,
        hands: Sequence[Sequence[int]],
        leader: int,
        trick: Sequence[int] = (),
        *,
        optional: bool = False,
        all_pay: bool = False,
        nodes: int | None = None,
        stop: Stop | None = None,
        cut: bool = True,
    ) -> tuple[list[tuple[int, int, int]], list[int], int]: ...
