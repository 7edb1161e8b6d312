"""The value of a position of Ruffe with all cards known."""

import time
from typing import TYPE_CHECKING, Any

from tricorn._ruffe_search import Solver as Search
from tricorn.cards import card_text
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.solution import PlayValue, Solution
from tricorn.worker import run

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.ruffe.position import Position


class Solver:
    """Owns the tables of the search; kept from play to play of a deal, or from deal to deal, it makes later searches
    quicker and never changes an answer. Serves one search after another, not two at once.

    Args:
        table_mb: most memory for the table of each game (players, trump, sides, reading); it takes what it needs.

    >>> Solver(table_mb=64)
    Solver(table_mb=64)
    """

    def __init__(self, table_mb: float = 256) -> None:
        self.table_mb = table_mb
        self._searches: dict[tuple[Any, ...], Search] = {}

    def __repr__(self) -> str:
        return f"Solver(table_mb={self.table_mb})"

    def clear(self) -> None:
        """Forget everything and give the memory back."""
        self._searches.clear()

    def search(self, position: "Position", seat: int) -> Search:
        """The search for the game of a position, its side 0 or 1 as in the position if there are two sides; with more
        than two, side 0 is the side of `seat` and side 1 all others."""
        sides = position.sides
        two = sides if max(sides) < 2 else tuple(0 if side == sides[seat] else 1 for side in sides)
        trump = -1 if position.trump is None else position.trump
        game = (position.seats, trump, two, position.rules.follow)
        if game not in self._searches:
            self._searches[game] = Search(*game, table_mb=self.table_mb)
        return self._searches[game]


def solve(
    position: "Position",
    limit: Limit | None = None,
    *,
    stop: "Stop | None" = None,
    table_mb: float = 256,
    solver: Solver | None = None,
) -> Solution:
    """The value of the position and of every legal play, for the side of the seat to move: tricks still to be won.

    With more than two sides (cut-throat) the value is what this side can be sure of against all others together
    (`method` says "paranoid"). While a discard is due, every one of the 1,820 is valued by the play that follows.

    Args:
        position: not over.
        limit: `nodes` and `time_s` end the search; what it has proven until then comes back as bounds.
        stop: a flag that ends the search from another thread.
        table_mb: most memory for the table, if no solver is given.
        solver: keeps its table from search to search.

    >>> from tricorn.cards import parse_hand
    >>> from tricorn.ruffe import Position, Rules
    >>> hands = [parse_hand("A.2.."), parse_hand("K.3..")]
    >>> solution = solve(Position.ending(Rules("2-long"), hands, leader=0, trump=1))
    >>> solution.value, solution.best, solution.line
    (1, 'SA', ('SA', 'SK', 'H2', 'H3'))
    """
    limit = limit or Limit()
    seat = position.to_move
    if seat is None:
        raise TricornError("a position of ruffe is solved while a play is due, and this one is over")
    started = time.monotonic()
    search = (solver or Solver(table_mb)).search(position, seat)
    if position.phase == "discard":
        rows, line, nodes = _discards(search, position, seat, limit, stop)
    else:
        trick = [card for _, card in position.trick]
        _, _, found, cards, nodes = run(
            lambda flag: search.solve(position.hands, position.leader, trick, line=True, nodes=limit.nodes, stop=flag),
            limit.time_s,
            stop,
        )
        rows = tuple(PlayValue(card_text(card), tuple(map(card_text, equals)), lo, hi) for card, equals, lo, hi in found)
        line = tuple(map(card_text, cards))
    return Solution(
        game="ruffe",
        seat=seat,
        unit="tricks",
        lo=max(row.lo for row in rows),
        hi=max(row.hi for row in rows),
        plays=rows,
        line=line,
        nodes=nodes,
        time_s=time.monotonic() - started,
        method="alpha-beta" if max(position.sides) < 2 else "paranoid",
    )


def _discards(
    search: Search, position: "Position", seat: int, limit: Limit, stop: "Stop | None"
) -> tuple[tuple[PlayValue, ...], tuple[str, ...], int]:
    from tricorn.ruffe.position import discard_text

    found, nodes = run(
        lambda flag: search.discards(position.hands, seat, position.leader, nodes=limit.nodes, stop=flag),
        limit.time_s,
        stop,
    )
    rows = tuple(PlayValue(discard_text(cards), tuple(map(discard_text, equals)), lo, hi) for cards, equals, lo, hi in found)
    line: tuple[str, ...] = ()
    if rows[0].exact:
        hands = [hand & ~found[0][0] for hand in position.hands]
        cards = search.solve(hands, position.leader, cards=False, line=True)[3]
        line = (rows[0].card, *map(card_text, cards))
    return rows, line, nodes
