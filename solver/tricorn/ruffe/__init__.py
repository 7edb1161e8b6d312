"""Ruffe and Trumps: two to four players, ruff, head and tricks with a trump suit.

>>> from tricorn import ruffe
>>> pos = ruffe.deal(seed=7)
>>> pos.phase, pos.taker, len(pos.legal())
('discard', 2, 1820)
"""

from tricorn.ruffe.position import Position, deal
from tricorn.ruffe.result import Result
from tricorn.ruffe.rules import Rules
from tricorn.ruffe.view import View

__all__ = ["Position", "Result", "Rules", "View", "deal"]
