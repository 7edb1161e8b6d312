from collections.abc import Sequence
from typing import Any

from tricorn._stop import Stop

FIRST_HAND: int
FIRST_WHOLE: int

def sample(
    allowed: int, others: int, hand_size: int, slots: int, seed: int, index: int
) -> tuple[int, list[int]]: ...
def evaluate(
    singles: Sequence[int],
    ups: Sequence[Sequence[int]],
    seat: int,
    led: int | None,
    allowed: int,
    others: int,
    hand_size: int,
    actions: Sequence[int],
    seed: int,
    first: int,
    count: int,
    nodes: int,
    stop: Stop | None,
    values: Any,
    lo: Any,
    hi: Any,
    solved: Any,
    numbers: Any = None,
) -> tuple[int, int]: ...
