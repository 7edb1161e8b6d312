from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from typing_extensions import disjoint_base

GAMES: Final[tuple[str, ...]]

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

@disjoint_base
class Policy:
    def __init__(self, game: str, weights: Sequence[int], nets: NDArray[np.int16] | None = None) -> None: ...
    def choose(self, sight: dict[str, Any]) -> int: ...
    def scores(self, sight: dict[str, Any]) -> list[tuple[int, int]]: ...
    def features(self, sight: dict[str, Any], card: int) -> tuple[int, list[int]]: ...
