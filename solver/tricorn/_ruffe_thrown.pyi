from collections.abc import Sequence

from typing_extensions import disjoint_base

@disjoint_base
class Thrown:
    def __init__(
        self, plain: Sequence[float], trumps: Sequence[float], trump: int, temperature: float, blur: float, blind: float
    ) -> None: ...
    def log_likelihood(self, hand: int, thrown: int) -> float: ...
