"""The value of a position of Ruffe with all cards known."""

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from tricorn._ruffe_search import Solver as Search
from tricorn.cards import card_text, quote
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.ruffe.effort import Effort
from tricorn.solution import PlayValue, Solution

if TYPE_CHECKING:
    from tricorn._ruffe_maxn import MaxN
    from tricorn._stop import Stop
    from tricorn.ruffe.position import Position

Method = Literal["paranoid", "maxn"]
Ties = Literal["first", "last", "both"]
Shares = tuple[tuple[int, tuple[int, ...], tuple[int, ...]], ...]
"""For each play of a max^n search: a card, its equals, the tricks of every seat."""


class Solver:
    """Owns the tables of the search; kept from play to play of a deal, or from deal to deal, it makes later searches
    quicker and never changes an exact answer. Serves one search after another, not two at once.

    Args:
        table_mb: most memory for the table of each game (players, trump, sides, reading), 1/16 to 65,536; it takes what it needs.

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
      the position and for each play the range of the two, and the tricks of every seat for the first, `vector`, and for the
      last, `other_vector`. Where a
      limit ends the search, `lo` is the paranoid value of the play and `hi` leaves every other seat what it can be sure of;
      these are looked for first, with half of the nodes at most.

    While a discard is due, every choice of four (1,820 of sixteen cards) is valued by the play that follows, always two-sided.

    Args:
        position: not over.
        limit: `nodes` and `time_s` end the call, however many searches it makes (one node above is possible); what it has
            proven until then comes back as bounds.
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
    problems = []
    if method not in ("paranoid", "maxn"):
        problems.append(f"method {quote(str(method))} is none of paranoid, maxn")
    if ties not in ("first", "last", "both"):
        problems.append(f"ties {quote(str(ties))} is none of first, last, both")
    elif ties != "first" and method == "paranoid":
        problems.append(f"ties '{ties}' is for method 'maxn': paranoid has no ties to break")
    if problems:
        raise TricornError("; ".join(problems))
    seat = position.to_move
    if seat is None:
        raise TricornError("a position of ruffe is solved while a play is due, and this one is over")
    if method == "maxn" and 2 < max(position.sides) + 1 < position.seats:
        raise TricornError(f"sides {list(position.sides)}: max^n with more than two sides wants every seat on a side of its own")
    effort = Effort(limit or Limit(), stop)
    owner = solver or Solver(table_mb)
    how = "alpha-beta" if max(position.sides) < 2 else "paranoid"
    if position.phase == "discard":
        found = _discards(owner, position, seat, effort)
    elif method == "maxn" and how == "paranoid":
        found, how = _maxn(owner, position, seat, effort, ties)
    else:
        found = _two_sides(owner, position, seat, effort)
    return Solution(
        game="ruffe",
        seat=seat,
        unit="tricks",
        lo=found.lo,
        hi=found.hi,
        plays=found.rows,
        line=found.line,
        nodes=effort.visited,
        time_s=time.monotonic() - effort.started,
        method=how,
    )


@dataclass(frozen=True, slots=True)
class _Found:
    rows: tuple[PlayValue, ...]
    line: tuple[str, ...]
    lo: int
    hi: int


def _found(rows: tuple[PlayValue, ...], line: tuple[int, ...] = ()) -> _Found:
    return _Found(rows, tuple(map(card_text, line)), max(row.lo for row in rows), max(row.hi for row in rows))


def _trump(position: "Position") -> int:
    return -1 if position.trump is None else position.trump


def _two_sides(owner: Solver, position: "Position", seat: int, effort: Effort, most: int | None = None) -> _Found:
    search = owner.search(position, seat)
    trick = [card for _, card in position.trick]

    def task(nodes: int | None, flag: "Stop") -> tuple[tuple[tuple[PlayValue, ...], tuple[int, ...]], int]:
        *_, found, cards, visited = search.solve(position.hands, position.leader, trick, line=True, nodes=nodes, stop=flag)
        rows = (PlayValue(card_text(card), tuple(map(card_text, equals)), lo, hi) for card, equals, lo, hi in found)
        return (tuple(rows), cards), visited

    return _found(*effort.search(task, most))


def _discards(owner: Solver, position: "Position", seat: int, effort: Effort) -> _Found:
    from tricorn.ruffe.position import discard_text

    search = owner.search(position, seat)
    found = effort.search(lambda nodes, flag: search.discards(position.hands, seat, position.leader, nodes=nodes, stop=flag))
    rows = (PlayValue(discard_text(cards), tuple(map(discard_text, equals)), lo, hi) for cards, equals, lo, hi in found)
    answer = _found(tuple(rows))
    if answer.lo < answer.hi:
        return answer
    line: tuple[int, ...] = ()
    if not effort.spent:
        hands = [hand & ~(found[0][0] if at == seat else 0) for at, hand in enumerate(position.hands)]

        def after(nodes: int | None, flag: "Stop") -> tuple[tuple[int, ...], int]:
            return search.solve(hands, position.leader, cards=False, line=True, nodes=nodes, stop=flag)[3:]

        line = effort.search(after)
    return replace(answer, line=(answer.rows[0].card, *map(card_text, line)))


def _maxn(owner: Solver, position: "Position", seat: int, effort: Effort, ties: Ties) -> tuple[_Found, str]:
    trick = [card for _, card in position.trick]
    orders = {"first": [False], "last": [True], "both": [False, True]}[ties]
    name = {"first": "first best", "last": "last best", "both": "first and last best"}[ties]
    # What max^n can't do without when it does not come to an end takes a small part of its time, so it goes first.
    bounds = _sure(owner, position, seat, effort) if effort.limited else None
    shares: list[dict[int, tuple[int, ...]]] = []
    groups: list[tuple[int, ...]] = []
    line: tuple[int, ...] = ()
    for last_first in orders:
        search = owner.maxn(position, last_first)

        def task(nodes: int | None, flag: "Stop", search: "MaxN" = search) -> tuple[tuple[Shares, tuple[int, ...]], int]:
            rows, line, visited = search.solve(position.hands, position.leader, trick, nodes=nodes, stop=flag)
            return (rows, line), visited

        found, cards = ((), ()) if effort.spent else effort.search(task)
        if bounds is not None and not found:
            return bounds, f"max^n, {name}: bounds of paranoid"
        shares.append({card: vector for first, equals, vector in found for card in (first, *equals)})
        groups = groups or [(first, *equals) for first, equals, _ in found]
        line = line or cards
    rows = []
    for group in groups:
        own = [by_card[group[0]][seat] for by_card in shares]
        texts = tuple(map(card_text, group))
        other = shares[1][group[0]] if len(shares) > 1 else ()
        rows.append(PlayValue(texts[0], texts[1:], min(own), max(own), shares[0][group[0]], other))
    rows.sort(key=lambda row: (-row.vector[seat], -row.lo))  # stable: then the order of the tie rule
    # each order has its own best play, so the range of the position is narrower than what the ranges of the plays allow
    values = [max(vector[seat] for vector in by_card.values()) for by_card in shares]
    return _Found(tuple(rows), tuple(map(card_text, line)), min(values), max(values)), f"max^n, {name}"


def _sure(owner: Solver, position: "Position", seat: int, effort: Effort) -> _Found:
    # What max^n can't be below or above: each seat has at least what it can be sure of against all others together.
    # Half of the nodes are for these searches, in equal parts of what the ones before have left.
    half = None if effort.left is None else effort.left // 2
    others = [other for other in range(position.seats) if position.sides[other] != position.sides[seat]]
    found = _two_sides(owner, position, seat, effort, None if half is None else half // (1 + len(others)))
    left = position.tricks_left
    trick = [card for _, card in position.trick]
    for number, other in enumerate(others):
        if effort.spent:
            break
        search = owner.search(position, other)

        def task(nodes: int | None, flag: "Stop", search: Search = search) -> tuple[int, int]:
            answer = search.solve(position.hands, position.leader, trick, cards=False, nodes=nodes, stop=flag)
            return answer[1], answer[4]

        most = None if half is None else (half - effort.visited) // (len(others) - number)
        left -= position.tricks_left - effort.search(task, most)  # side 1, here to play, has at most so many
    return _found(tuple(PlayValue(row.card, row.equals, row.lo, max(row.lo, left)) for row in found.rows))
