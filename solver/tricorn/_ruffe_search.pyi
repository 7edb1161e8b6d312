from collections.abc import Collection, Sequence
from typing import Any, Final, final

from tricorn._stop import Stop

READINGS: Final[tuple[str, ...]]
PARTS: Final[tuple[str, ...]]
LEAST_MB: Final[float]
MOST_MB: Final[int]

@final
class Solver:
    players: int
    nodes: int
    def __init__(
        self,
        players: int,
        trump: int,
        sides: Sequence[int],
        follow: str = "suit-else-trump",
        *,
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
        cards: bool = True,
        line: bool = False,
        nodes: int | None = None,
        stop: Stop | None = None,
        guess: int = -1,
    ) -> tuple[int, int, tuple[tuple[int, tuple[int, ...], int, int], ...], tuple[int, ...], int]: ...
    def discards(
        self,
        hands: Sequence[int],
        taker: int,
        leader: int,
        *,
        every: bool = True,
        nodes: int | None = None,
        stop: Stop | None = None,
    ) -> tuple[tuple[tuple[int, tuple[int, ...], int, int], ...], int]: ...

def lowest_of(hand: int, count: int) -> int: ...
def order_of_row(row: tuple[Any, ...]) -> tuple[int, int, int]: ...
