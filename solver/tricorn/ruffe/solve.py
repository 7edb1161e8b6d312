"""The value of a position of Ruffe with all cards known."""

import time
from typing import TYPE_CHECKING, Any, Literal

from tricorn._ruffe_search import Solver as Search
from tricorn.cards import card_text, quote
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.solution import PlayValue, Solution
from tricorn.worker import run

if TYPE_CHECKING:
    from tricorn._ruffe_maxn import MaxN
    from tricorn._stop import Stop
    from tricorn.ruffe.position import Position

Method = Literal["paranoid", "maxn"]
Ties = Literal["first", "last", "both"]
Found = tuple[tuple[PlayValue, ...], tuple[str, ...], int]


class Solver:
    """Owns the tables of the search; kept from play to play of a deal, or from deal to deal, it makes later searches
    quicker and never changes an exact answer. Serves one search after another, not two at once.

    Args:
        table_mb: most memory for the table of each game (players, trump, sides, reading); it takes what it needs.

    >>> Solver(table_mb=64)
    Solver(table_mb=64)
    """

    def __init__(self, table_mb: float = 256) -> None:
        self.table_mb = table_mb
        self._searches: dict[tuple[Any, ...], Search] = {}
        self._maxn: dict[tuple[Any, ...], MaxN] = {}

    def __repr__(self) -> str:
        return f"Solver(table_mb={self.table_mb})"

    def clear(self) -> None:
        """Forget everything and give the memory back."""
        self._searches.clear()
        self._maxn.clear()

    def search(self, position: "Position", seat: int) -> Search:
        """The search for the game of a position, its sides 0 and 1 as in the position if there are two; with more than
        two, side 0 is the side of `seat` and side 1 all others."""
        sides = position.sides
        two = sides if max(sides) < 2 else tuple(0 if side == sides[seat] else 1 for side in sides)
        game = (position.seats, _trump(position), two, position.rules.follow)
        if game not in self._searches:
            self._searches[game] = Search(*game, table_mb=self.table_mb)
        return self._searches[game]

    def maxn(self, position: "Position", last_first: bool) -> "MaxN":
        """The max^n search for the game of a position."""
        from tricorn._ruffe_maxn import MaxN

        game = (position.seats, _trump(position), position.rules.follow, last_first)
        if game not in self._maxn:
            self._maxn[game] = MaxN(*game[:3], last_first=last_first, table_mb=self.table_mb)
        return self._maxn[game]


def solve(
    position: "Position",
    limit: Limit | None = None,
    *,
    stop: "Stop | None" = None,
    table_mb: float = 256,
    solver: Solver | None = None,
    method: Method = "paranoid",
    ties: Ties = "first",
) -> Solution:
    """The value of the position and of every legal play, for the side of the seat to move: tricks still to be won.

    Between two sides there is one value. With more (cut-throat) it is a question of what the others do:

    - "paranoid": they all play together against this side; the value is what it can be sure of.
    - "maxn": every seat takes what is best for itself, and of equally good plays the first (`ties="first"`: suits S H D C,
      in a suit from the two up) or the last in that order. The value depends on that choice; `ties="both"` gives for
      each play the range of the two, and `vector`, the tricks of every seat, for the first. Where a limit ends the search,
      `lo` is the paranoid value of the play and `hi` leaves every other seat what it can be sure of.

    While a discard is due, every one of the 1,820 is valued by the play that follows, always two-sided.

    Args:
        position: not over.
        limit: `nodes` and `time_s` end the search; what it has proven until then comes back as bounds.
        stop: a flag that ends the search from another thread.
        table_mb: most memory for each table, if no solver is given.
        solver: keeps its tables from search to search.

    >>> from tricorn.cards import parse_hand
    >>> from tricorn.ruffe import Position, Rules
    >>> hands = [parse_hand("A.2.."), parse_hand("K.3..")]
    >>> solution = solve(Position.ending(Rules("2-long"), hands, leader=0, trump=1))
    >>> solution.value, solution.best, solution.line
    (1, 'SA', ('SA', 'SK', 'H2', 'H3'))
    """
    limit = limit or Limit()
    problems = []
    if method not in ("paranoid", "maxn"):
        problems.append(f"method {quote(str(method))} is none of paranoid, maxn")
    if ties not in ("first", "last", "both"):
        problems.append(f"ties {quote(str(ties))} is none of first, last, both")
    if problems:
        raise TricornError("; ".join(problems))
    seat = position.to_move
    if seat is None:
        raise TricornError("a position of ruffe is solved while a play is due, and this one is over")
    started = time.monotonic()
    owner = solver or Solver(table_mb)
    end = None if limit.time_s is None else started + limit.time_s
    how = "alpha-beta" if max(position.sides) < 2 else "paranoid"
    if position.phase == "discard":
        rows, line, nodes = _discards(owner, position, seat, limit.nodes, end, stop)
    elif method == "maxn" and how == "paranoid":
        rows, line, nodes, how = _maxn(owner, position, seat, limit.nodes, end, stop, ties)
    else:
        rows, line, nodes = _two_sides(owner, position, seat, limit.nodes, end, stop)
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
        method=how,
    )


def _trump(position: "Position") -> int:
    return -1 if position.trump is None else position.trump


def _left(end: float | None) -> float | None:
    return None if end is None else max(end - time.monotonic(), 1e-3)


def _two_sides(owner: Solver, position: "Position", seat: int, nodes: int | None, end: float | None, stop: "Stop | None") -> Found:
    search = owner.search(position, seat)
    trick = [card for _, card in position.trick]
    _, _, found, cards, visited = run(
        lambda flag: search.solve(position.hands, position.leader, trick, line=True, nodes=nodes, stop=flag),
        _left(end),
        stop,
    )
    rows = tuple(PlayValue(card_text(card), tuple(map(card_text, equals)), lo, hi) for card, equals, lo, hi in found)
    return rows, tuple(map(card_text, cards)), visited


def _discards(owner: Solver, position: "Position", seat: int, nodes: int | None, end: float | None, stop: "Stop | None") -> Found:
    from tricorn.ruffe.position import discard_text

    search = owner.search(position, seat)
    found, visited = run(
        lambda flag: search.discards(position.hands, seat, position.leader, nodes=nodes, stop=flag), _left(end), stop
    )
    rows = tuple(PlayValue(discard_text(cards), tuple(map(discard_text, equals)), lo, hi) for cards, equals, lo, hi in found)
    line: tuple[str, ...] = ()
    if rows[0].exact:
        hands = [hand & ~(found[0][0] if at == seat else 0) for at, hand in enumerate(position.hands)]
        cards = search.solve(hands, position.leader, cards=False, line=True)[3]
        line = (rows[0].card, *map(card_text, cards))
    return rows, line, visited


def _maxn(
    owner: Solver,
    position: "Position",
    seat: int,
    nodes: int | None,
    end: float | None,
    stop: "Stop | None",
    ties: Ties,
) -> tuple[tuple[PlayValue, ...], tuple[str, ...], int, str]:
    trick = [card for _, card in position.trick]
    orders = {"first": [False], "last": [True], "both": [False, True]}[ties]
    name = {"first": "first best", "last": "last best", "both": "first and last best"}[ties]
    visited = 0
    shares: list[dict[int, tuple[int, ...]]] = []
    groups: list[tuple[int, ...]] = []
    line: tuple[int, ...] = ()
    for last_first in orders:
        search = owner.maxn(position, last_first)
        found, cards, count = run(
            lambda flag, search=search: search.solve(position.hands, position.leader, trick, nodes=nodes, stop=flag),  # type: ignore[misc]
            _left(end),
            stop,
        )
        visited += count
        if not found:
            return *_sure(owner, position, seat, nodes, end, stop, visited), f"max^n, {name}: bounds of paranoid"
        shares.append({card: vector for first, equals, vector in found for card in (first, *equals)})
        groups = groups or [(first, *equals) for first, equals, _ in found]
        line = line or cards
    rows = []
    for group in groups:
        own = [by_card[group[0]][seat] for by_card in shares]
        texts = tuple(map(card_text, group))
        rows.append(PlayValue(texts[0], texts[1:], min(own), max(own), shares[0][group[0]]))
    rows.sort(key=lambda row: (-row.vector[seat], -row.lo))  # stable: then the order of the tie rule
    return tuple(rows), tuple(map(card_text, line)), visited, f"max^n, {name}"


def _sure(
    owner: Solver,
    position: "Position",
    seat: int,
    nodes: int | None,
    end: float | None,
    stop: "Stop | None",
    visited: int,
) -> Found:
    # What max^n can't be below or above: each seat has at least what it can be sure of against all others together.
    rows, _, count = _two_sides(owner, position, seat, nodes, end, stop)
    visited += count
    left = position.tricks_left
    trick = [card for _, card in position.trick]
    for other in range(position.seats):
        if position.sides[other] != position.sides[seat]:
            search = owner.search(position, other)
            _, hi, _, _, count = run(
                lambda flag, search=search: search.solve(  # type: ignore[misc]
                    position.hands, position.leader, trick, cards=False, nodes=nodes, stop=flag
                ),
                _left(end),
                stop,
            )
            visited += count
            left -= position.tricks_left - hi  # side 1, here to play, has at most hi
    return tuple(PlayValue(row.card, row.equals, row.lo, max(row.lo, left)) for row in rows), (), visited
