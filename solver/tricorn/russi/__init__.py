"""Russi: two players, nine piles of two cards each before them, eight cards in hand.

>>> from tricorn import russi
>>> pos = russi.deal(seed=7)
>>> view = pos.view(pos.to_move)
>>> russi.rule_play(view) in view.legal()
True
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tricorn.russi.match import Match
from tricorn.russi.player import rule_play
from tricorn.russi.position import Position, Result, deal
from tricorn.russi.rules import Rules
from tricorn.russi.view import View

if TYPE_CHECKING:
    from tricorn.russi import worlds as worlds

__all__ = ["Match", "Position", "Result", "Rules", "View", "deal", "rule_play", "worlds"]


def __getattr__(name: str) -> Any:
    if name == "worlds":  # it needs numpy, which is loaded only when asked for
        return import_module("tricorn.russi.worlds")
    raise AttributeError(f"module 'tricorn.russi' has no attribute {name!r}")
