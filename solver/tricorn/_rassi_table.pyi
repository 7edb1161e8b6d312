import numpy as np
from numpy.typing import NDArray

from tricorn._stop import Stop

def add_deals(
    players: int,
    seed: int,
    first: int,
    count: int,
    place: NDArray[np.int16],
    held: NDArray[np.uint8],
    ratio: NDArray[np.float64],
    sums: NDArray[np.float64],
    outcomes: NDArray[np.float64],
    stop: Stop | None = None,
) -> int: ...
def one_deal(
    players: int,
    seed: int,
    number: int,
    place: NDArray[np.int16],
    held: NDArray[np.uint8],
    ratio: NDArray[np.float64],
) -> tuple[list[list[int]], list[int], float, list[int]]: ...
