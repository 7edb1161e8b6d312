"""Rassi, of the Cucumber family: 2 to 9 players, six cards each, and who takes the last trick pays.

Players: seats 0..n-1, clockwise. Deal: six cards each from 52, with nine players from 54 with two jokers; the rest is
the stock. Actions: in three rounds each seat, from the dealer's left, is asked and answers `"change"` (all six cards
against the next six of the stock) or `"keep"`: "free" (only a hand without K, Q, J may change), "doubles" (the penalty
counts double), "redouble" (fourfold). Nobody is asked when fewer than six cards are left in the stock. Then six tricks:
the dealer's left leads any card; the others play at least as high as the highest card of the trick, or else their
lowest. The last of the highest cards wins and leads. Aces and jokers are high, but low in the last trick. Result: the
winner of the last trick scores what its highest card counts. Every option stands in `Rules`, every rule in
`docs/rules.md`.

>>> from tricorn import rassi
>>> pos = rassi.deal(seed=7, players=5)
>>> while not pos.is_over:
...     pos = pos.play(rassi.rule_play(pos.view(pos.to_move)))
>>> sum(points > 0 for points in pos.result().points)
1
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tricorn.rassi.match import Match
from tricorn.rassi.player import rule_play
from tricorn.rassi.position import Position, deal
from tricorn.rassi.rules import Rules
from tricorn.rassi.table import Result
from tricorn.rassi.view import View

if TYPE_CHECKING:
    from tricorn.rassi import worlds as worlds

__all__ = ["Match", "Position", "Result", "Rules", "View", "deal", "rule_play", "worlds"]


def __getattr__(name: str) -> Any:
    if name == "worlds":  # compiled, and loads numpy: only when asked for
        return import_module("tricorn.rassi.worlds")
    raise AttributeError(f"module 'tricorn.rassi' has no attribute {name!r}")
