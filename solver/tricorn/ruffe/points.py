"""From tricks to points and to the match: what a solved position is worth in the coin of the game.

A side's points only grow with its tricks, so the search counts tricks, and this turns its answer into card points above par,
the ruff included, or into the probability of winning the match when somebody can say what a score is worth.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tricorn.errors import TricornError
from tricorn.ruffe.result import Result
from tricorn.ruffe.rules import RUFF_POINTS

if TYPE_CHECKING:
    from tricorn.ruffe.position import Position
    from tricorn.solution import PlayValue, Solution

Equity = Callable[[tuple[int, ...]], float]
"""The probability of winning the match, by the points that each side scores in this deal."""


def outcome(position: "Position", more: tuple[int, ...]) -> Result:
    """The result of the deal if from here on each side takes so many more tricks.

    >>> from tricorn.cards import parse_hand
    >>> from tricorn.ruffe import Position, Rules
    >>> hands = [parse_hand("AK..."), parse_hand("QJ...")]
    >>> pos = Position.ending(Rules("2-long"), hands, leader=0, trump=None, taken=(13, 9))
    >>> outcome(pos, (2, 0)).points
    (6, 0)
    """
    sides = position.sides
    count = max(sides) + 1
    if len(more) != count or sum(more) != position.tricks_left or min(more) < 0:
        raise TricornError(f"more tricks {more}: must be {count} numbers that add up to {position.tricks_left}")
    tricks = [
        extra + sum(took for at, took in zip(sides, position.taken, strict=True) if at == side) for side, extra in enumerate(more)
    ]
    cards = tuple(took * position.seats for took in tricks)
    above = tuple(max(0, cards[side] - position.rules.par_of(sides.count(side))) for side in range(count))
    winner = position.ruff_winner
    ruff = tuple(RUFF_POINTS if winner is not None and sides[winner] == side else 0 for side in range(count))
    return Result(ruff, tuple(tricks), cards, above)


def points(position: "Position", found: "Solution | PlayValue") -> tuple[int, int]:
    """Bounds of the own side's points less the other side's over the whole deal, for the side to move; two sides only.

    >>> from tricorn import ruffe
    >>> pos = ruffe.deal(7)
    >>> points(pos, pos.solve())
    (28, 28)
    """
    lo, hi = (_both(position, tricks).points for tricks in (found.lo, found.hi))
    side = _side(position)
    return lo[side] - lo[1 - side], hi[side] - hi[1 - side]


def win(position: "Position", found: "Solution | PlayValue", equity: Equity) -> tuple[float, float]:
    """Bounds of what the points are worth by an equity table of the side to move, which must not fall with its own points
    nor rise with the other side's; two sides only. Then the play that is best in tricks is best here."""
    lo, hi = (equity(_both(position, tricks).points) for tricks in (found.lo, found.hi))
    return lo, hi


def _side(position: "Position") -> int:
    seat = position.to_move
    if seat is None or max(position.sides) != 1:
        raise TricornError("points of a solved position need a side to move and two sides")
    return position.sides[seat]


def _both(position: "Position", tricks: int) -> Result:
    other = position.tricks_left - tricks
    return outcome(position, (tricks, other) if _side(position) == 0 else (other, tricks))
