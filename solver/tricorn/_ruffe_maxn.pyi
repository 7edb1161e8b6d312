from collections.abc import Collection, Sequence
from typing import Final, final

from tricorn._stop import Stop

READINGS: Final[tuple[str, ...]]
PARTS: Final[tuple[str, ...]]

@final
class MaxN:
    players: int
    def __init__(
        self,
        players: int,
        trump: int,
        follow: str = "suit-else-trump",
        *,
        last_first: bool = False,
        table_mb: float = 256.0,
        parts: Collection[str] = ...,
    ) -> None: ...
    @property
    def table_bytes(self) -> int: ...
    def clear(self) -> None: ...
    def solve(
        self,
        hands: Sequence[int],
        leader: int,
        table: Sequence[int] = (),
        *,
        nodes: int | None = None,
        stop: Stop | None = None,
    ) -> tuple[tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...], tuple[int, ...], int]: ...
