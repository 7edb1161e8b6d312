"""The value of a position of Rassi with all cards known."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tricorn._rassi_paranoid import Paranoid
from tricorn._rassi_search import Solver as MaxN
from tricorn.cards import card_text, display_order
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.rassi.rules import height, points
from tricorn.solution import PlayValue, Solution
from tricorn.worker import run

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.position import Position


_ORDERS: Final = ("highest", "lowest", "both")


class Solver:
    """Owns the tables of the searches; may serve one search after another, but not two at once.

    >>> Solver(table_mb=1)
    Solver(table_mb=1)
    """

    def __init__(self, table_mb: float = 16) -> None:
        self.table_mb = table_mb
        self.maxn = MaxN(table_mb)
        self.paranoid = Paranoid(table_mb)

    def __repr__(self) -> str:
        return f"Solver(table_mb={self.table_mb})"


def solve(
    position: "Position",
    limit: Limit | None = None,
    *,
    stop: "Stop | None" = None,
    method: str = "maxn",
    ties: str = "highest",
    solver: Solver | None = None,
) -> Solution:
    """The value of the position and of every legal play for the seat to move: its own penalty, multiplier included.

    Args:
        position: in the play; while exchanges can happen there is nothing to solve.
        limit: `nodes` and `time_s` end the search. Of what they leave unsolved the bounds are proven: 0, and the worst
            card that could be left (max^n), or what the finished questions have shown (paranoid).
        stop: a flag that ends the search from another thread.
        method: "maxn": everybody keeps the own penalty low; "paranoid": all others play together against this seat,
            so that the value is what it can hold itself to whatever they do.
        ties: max^n with equally good plays: "highest", the highest rank is played, or "lowest". With three players or
            more the value depends on it: a vector without its tie rule means nothing. "both" gives, for each play and
            for the position, the range of the two values; order of the plays, `vector` and `line` are those of "highest",
            `other_vector` is that of "lowest". The default is the only one with "paranoid", which knows no tie orders.
        solver: keeps its memory from search to search.

    >>> from tricorn import rassi
    >>> position = rassi.Position.from_dict({"type": "rassi.position", "hands": ["SJ S7", "S3 S2"], "leader": 1})
    >>> solution = solve(position)
    >>> solution.value, solution.best, solution.plays[0].vector
    (0, 'S3', (7, 0))
    """
    limit = limit or Limit()
    if method not in ("maxn", "paranoid"):
        raise TricornError(f"method {method!r} is not one of 'maxn', 'paranoid'")
    if ties not in _ORDERS:
        raise TricornError(f"ties {ties!r} is not one of 'highest', 'lowest', 'both'")
    if ties != "highest" and method == "paranoid":
        raise TricornError(f"ties {ties!r}: method 'paranoid' knows no tie orders, its value does not depend on them")
    if ties == "both":
        return _both(position, limit, stop, solver)
    seat = position.to_move
    if position.phase != "play" or seat is None:
        raise TricornError(f"a position of rassi is solved in the play only; this one is in the phase {position.phase!r}")
    started = time.monotonic()
    owner = solver or Solver(1)
    hands = [[height(card) - 2 for card in display_order(held)] for held in position.hands]
    trick = [height(card) - 2 for _, card in position.trick]
    legal: dict[int, list[str]] = {}
    cards: dict[str, int] = {card_text(card): card for card in display_order(position.hands[seat])}
    for action in position.legal():
        legal.setdefault(height(cards[action]) - 2, []).append(action)
    optional, all_pay = position.rules.overtake == "optional", position.rules.last_tie == "all"
    stakes = position.multipliers
    rows: list[tuple[int, int, int, tuple[int, ...]]] = []

    if method == "maxn":
        found, ranks, nodes = run(
            lambda flag: owner.maxn.maxn(
                hands,
                position.leader,
                trick,
                optional=optional,
                all_pay=all_pay,
                lowest_first=ties == "lowest",
                nodes=limit.nodes,
                stop=flag,
            ),
            limit.time_s,
            stop,
        )
        for rank, vector in found:
            paid = tuple(price * stake for price, stake in zip(vector, stakes, strict=True)) if vector else ()
            rows.append((rank, paid[seat], paid[seat], paid) if paid else (rank, 0, _worst(position, seat, rank), ()))
        how = f"max^n, {ties} first"
    else:
        bounds, ranks, nodes = run(
            lambda flag: owner.paranoid.plays(
                hands, position.leader, trick, optional=optional, all_pay=all_pay, nodes=limit.nodes, stop=flag
            ),
            limit.time_s,
            stop,
        )
        rows = [(rank, low * stakes[seat], high * stakes[seat], ()) for rank, low, high in bounds]
        how = "paranoid"
    plays = [PlayValue(legal[rank][0], tuple(legal[rank][1:]), lo, hi, paid) for rank, lo, hi, paid in rows]
    plays.sort(key=lambda row: (row.hi, row.lo))  # stable: of equal ones the first of the tie rule stays in front
    return Solution(
        game="rassi",
        seat=seat,
        unit="penalty",
        lo=min(row.lo for row in plays),
        hi=min(row.hi for row in plays),
        plays=tuple(plays),
        line=_line(position, ranks),
        nodes=nodes,
        time_s=time.monotonic() - started,
        method=how,
    )


def tie_range(
    position: "Position",
    limit: Limit | None = None,
    *,
    stop: "Stop | None" = None,
    solver: Solver | None = None,
) -> dict[str, tuple[int, int]]:
    """For every legal play the least and the greatest of its two max^n values: highest first and lowest first.

    What the others do among plays that are all the same to them decides, and the true value may lie anywhere; the pair
    shows how much hangs on it. With two players only how much is paid, never who pays. The same as `solve(ties="both")`, by
    card.

    >>> from tricorn import rassi
    >>> document = {"type": "rassi.position", "hands": ["SJ HT S2", "SQ H5 S3", "S9 S6 H2"], "leader": 0}
    >>> tie_range(rassi.Position.from_dict(document))
    {'SJ': (0, 0), 'S2': (10, 10), 'HT': (0, 0)}
    """
    found = solve(position, limit, stop=stop, ties="both", solver=solver)
    rows = {card: row for row in found.plays for card in (row.card, *row.equals)}
    return {card: (rows[card].lo, rows[card].hi) for card in position.legal()}


def _both(position: "Position", limit: Limit, stop: "Stop | None", solver: Solver | None) -> Solution:
    # One search after the other, within the limit for both together. A play that one of them left unsolved keeps its
    # bounds in the range. Each order has a best play of its own, so the range of the position is that of its two values.
    started = time.monotonic()
    owner = solver or Solver(1)
    first = solve(position, limit, stop=stop, ties="highest", solver=owner)
    rest = Limit(
        time_s=None if limit.time_s is None else max(limit.time_s - first.time_s, 1e-3),
        nodes=None if limit.nodes is None else max(limit.nodes - first.nodes, 1),
    )
    second = solve(position, rest, stop=stop, ties="lowest", solver=owner)
    other = {card: row for row in second.plays for card in (row.card, *row.equals)}
    return replace(
        first,
        lo=min(first.lo, second.lo),
        hi=max(first.hi, second.hi),
        plays=tuple(_widened(row, other[row.card]) for row in first.plays),
        nodes=first.nodes + second.nodes,
        time_s=time.monotonic() - started,
        method="max^n, highest and lowest first",
    )


def _widened(row: PlayValue, other: PlayValue) -> PlayValue:
    return replace(row, lo=min(row.lo, other.lo), hi=max(row.hi, other.hi), other_vector=other.vector)


def _worst(position: "Position", seat: int, rank: int) -> int:
    # No card that is left costs more; multiplier included.
    left = display_order(position.hands[seat])
    if len(left) > 1:
        left.remove(next(card for card in left if height(card) - 2 == rank))
    return max(points(card) for card in left) * position.multipliers[seat]


def _line(position: "Position", ranks: list[int]) -> tuple[str, ...]:
    # Ranks become cards: of equal ones the first in display order that is still held.
    line: list[str] = []
    for rank in ranks:
        action = next(text for text in position.legal() if _rank(position, text) == rank)
        line.append(action)
        position = position.play(action)
    return tuple(line)


def _rank(position: "Position", text: str) -> int:
    seat = position.to_move
    assert seat is not None
    return next(height(card) - 2 for card in display_order(position.hands[seat]) if card_text(card) == text)
