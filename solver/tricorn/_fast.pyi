from collections.abc import Sequence
from typing import Any, Final

from typing_extensions import disjoint_base

GAMES: Final[tuple[str, ...]]

@disjoint_base
class Policy:
    def __init__(self, game: str, weights: Sequence[int]) -> None: ...
    def choose(self, sight: dict[str, Any]) -> int: ...
    def features(self, sight: dict[str, Any], card: int) -> tuple[int, list[int]]: ...
