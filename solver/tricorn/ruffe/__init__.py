"""Ruffe and Trumps: two to four players, ruff, head and tricks with a trump suit.

>>> from tricorn import ruffe
>>> pos = ruffe.deal(seed=7)
>>> pos.phase, pos.taker, len(pos.legal())
('discard', 2, 1820)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tricorn.ruffe.match import Match
from tricorn.ruffe.player import best_discards, discard_scores, rule_play
from tricorn.ruffe.position import Position, deal
from tricorn.ruffe.result import Result
from tricorn.ruffe.rules import Rules
from tricorn.ruffe.view import View

if TYPE_CHECKING:
    from tricorn.ruffe import worlds as worlds

__all__ = ["Match", "Position", "Result", "Rules", "View", "best_discards", "deal", "discard_scores", "rule_play", "worlds"]


def __getattr__(name: str) -> Any:
    if name == "worlds":  # it needs numpy, which is loaded only when asked for
        return import_module("tricorn.ruffe.worlds")
    raise AttributeError(f"module 'tricorn.ruffe' has no attribute {name!r}")
