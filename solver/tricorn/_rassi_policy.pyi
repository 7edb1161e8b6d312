from collections.abc import Sequence

from tricorn._rassi_equilibrium import Equilibrium
from tricorn._stop import Stop

def write(game: Equilibrium, method: str, temperature: float = 0.4, blur: float = 0.05, stop: Stop | None = None) -> None: ...
def open_value(game: Equilibrium, first: Sequence[int], second: Sequence[int]) -> float: ...
