from typing import TYPE_CHECKING

from tricorn._fast import Policy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

def decisions(
    game: int,
    policy: Policy | None,
    seed: int,
    first: int,
    deals: int,
    features: NDArray[np.int16],
    context: NDArray[np.int32],
    group: NDArray[np.int32],
    values: NDArray[np.int16],
    seats: int = 4,
    one_in: int = 4,
) -> tuple[int, int]: ...
def duel(
    game: int,
    ours: Policy | None,
    theirs: Policy | None,
    seed: int,
    first: int,
    scores: NDArray[np.float64],
    seats: int = 4,
) -> None: ...
def lessons(
    policy: Policy | None,
    seed: int,
    first: int,
    deals: int,
    inputs: NDArray[np.int16],
    stage: NDArray[np.int16],
    costs: NDArray[np.int16],
    seats: int = 4,
    one_in: int = 4,
) -> int: ...
