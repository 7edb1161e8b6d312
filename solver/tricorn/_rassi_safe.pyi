from collections.abc import Sequence

from tricorn._stop import Stop

def sure_plays(
    own: Sequence[int],
    unseen: Sequence[int],
    intervals: Sequence[tuple[int, int]],
    sizes: Sequence[int],
    *,
    seat: int,
    leader: int,
    trick: Sequence[int],
    optional: bool,
    all_pay: bool,
    plays: Sequence[int] | None,
    nodes: int,
    stop: Stop | None = None,
    cut: bool = True,
) -> tuple[list[bool | None], int]: ...
