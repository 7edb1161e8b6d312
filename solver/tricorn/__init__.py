"""Tricorn: search and analysis of three trick-taking games, Russi, Ruffe and Trumps, and Rassi.

>>> from tricorn import Limit, russi
>>> pos = russi.deal(seed=7)
>>> pos.to_move
0
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tricorn import rassi as rassi
    from tricorn import ruffe as ruffe
    from tricorn import russi as russi
    from tricorn._stop import Stop as Stop
    from tricorn.advice import Advice as Advice
    from tricorn.errors import TricornError as TricornError
    from tricorn.limit import Limit as Limit
    from tricorn.many import advise_many as advise_many
    from tricorn.many import solve_many as solve_many
    from tricorn.solution import Solution as Solution

_HOME = {  # where each public name lives; loaded when first asked for
    "Advice": "tricorn.advice",
    "Limit": "tricorn.limit",
    "Solution": "tricorn.solution",
    "Stop": "tricorn._stop",
    "TricornError": "tricorn.errors",
    "advise_many": "tricorn.many",
    "rassi": "",
    "ruffe": "",
    "russi": "",
    "solve_many": "tricorn.many",
}
__all__ = ["Advice", "Limit", "Solution", "Stop", "TricornError", "advise_many", "rassi", "ruffe", "russi", "solve_many"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'tricorn' has no attribute {name!r}")
    home = _HOME[name]
    value = getattr(import_module(home), name) if home else import_module(f"tricorn.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
