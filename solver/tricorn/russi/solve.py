"""The value of a position of Russi with all cards known, and of every legal play."""

import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import partial
from typing import TYPE_CHECKING

from tricorn._russi_search import Found, Solver
from tricorn._stop import Stop
from tricorn.cards import card_text, cards_of
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.russi.rules import Layout
from tricorn.solution import PlayValue, Solution
from tricorn.worker import run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tricorn.russi.position import Position

Plain = tuple[tuple[int, int], tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]], int, int | None]
"""What `Solver.solve` takes: hands, piles as (up, down), leader, card led."""


def plain(layout: Layout) -> Plain:
    """A layout as plain numbers. Cards that cover nothing are alike, in the hand or face up on the table.

    >>> from tricorn import russi
    >>> hands, piles, leader, led = plain(russi.deal(seed=7).now)
    >>> hands[0].bit_count(), len(piles[0]), leader, led
    (8, 9, 0, None)
    """
    rows = tuple(tuple((up, down) for down, up in row if up is not None and down is not None) for row in layout.piles)
    covering = [sum(1 << up for up, _ in row) for row in rows]
    hands = tuple(layout.available(seat) & ~covering[seat] for seat in (0, 1))
    return (hands[0], hands[1]), (rows[0], rows[1]), layout.leader, layout.led


def solve(
    position: "Position",
    limit: Limit | None = None,
    *,
    stop: Stop | None = None,
    table_mb: float = 64,
    solver: Solver | None = None,
    threads: int = 1,
    goal: int | None = None,
    progress: "Callable[[int, int, int], None] | None" = None,
) -> Solution:
    """Bounds of the tricks that the side to move still takes, current trick included, and of every legal play.

    The bounds meet unless the limit or `stop` ended the search. Up to 18 tricks left it takes a fraction of a second;
    a whole deal takes seconds to minutes.

    Args:
        limit: `time_s` and `nodes` count; None: search until all is known.
        stop: ends the search from another thread.
        table_mb: size of the table, if no solver is given.
        solver: keeps its table from one position of a deal to the next.
        threads: search on so many threads that share the table. Proven values are the same; where a limit ends the search,
            the bounds may differ from run to run with more than one.
        goal: ask only whether the side to move still takes so many tricks, which is quicker than the value: the answer is yes
            if `lo` is that high, no if `hi` is lower, open if a limit ended the search. The other bounds are left as they come.
        progress: called from the searching thread with (lo, hi, nodes) after each round of questions about the value, none with
            a goal; the bounds only close. With several threads it tells of the first.

    Raises:
        TricornError: a goal that is not one of 1 to the tricks left, or the position is over.

    >>> from tricorn import russi
    >>> position = russi.deal(seed=7)
    >>> while position.tricks_left > 9:
    ...     position = position.play(position.legal()[0])
    >>> solution = position.solve()
    >>> solution.exact, solution.plays[0].value == solution.value
    (True, True)
    """
    seat = position.to_move
    began = time.perf_counter()
    if goal is not None and not 1 <= goal <= position.tricks_left:
        raise TricornError(f"goal {goal}: not one of the 1 to {position.tricks_left} tricks that are left")
    if seat is None:
        last = 0 if position.result() is None else 1 - position.leader
        return Solution("russi", last, "tricks", 0, 0, (), (), 0, 0.0, "alpha-beta")
    engine = solver if solver is not None else Solver(table_mb)
    nodes = None if limit is None else limit.nodes
    time_s = None if limit is None else limit.time_s
    here = plain(position.now)

    def search(flag: Stop) -> Found:
        ask = partial(engine.solve, *here, nodes=nodes, goal=goal, progress=progress)
        if threads == 1:
            return ask(stop=flag)
        others = [partial(engine.partner(number).solve, *here, nodes=nodes, goal=goal) for number in range(1, threads)]
        return _together([ask, *others], flag)

    found = run(search, time_s, stop)
    plays = []
    for row in found.cards:
        first, *others = cards_of(row[3])
        plays.append(PlayValue(card_text(first), tuple(card_text(card) for card in others), row[1], row[2]))
    line = tuple(card_text(card) for card in found.line)
    spent = time.perf_counter() - began
    return Solution("russi", seat, "tricks", found.lo, found.hi, tuple(plays), line, found.nodes, spent, "alpha-beta")


def _together(searches: "Sequence[Callable[..., Found]]", flag: Stop) -> Found:
    """What several searches on one table have proven when the first of them has finished."""
    stops = [Stop() for _ in searches]
    with ThreadPoolExecutor(len(searches)) as pool:
        jobs = [pool.submit(search, stop=stop) for search, stop in zip(searches, stops, strict=True)]
        while not flag.is_set() and not wait(jobs, timeout=0.01, return_when=FIRST_COMPLETED).done:
            pass
        for stop in stops:
            stop.set()
        found = [job.result() for job in jobs]
    lo, hi = max(one.lo for one in found), min(one.hi for one in found)
    rows: dict[int, tuple[int, int, int, int]] = {}
    for one in found:
        for card, low, high, same in one.cards:
            if card in rows:
                low, high = max(low, rows[card][1]), min(high, rows[card][2])
            rows[card] = (card, low, min(high, hi), same)
    ordered = sorted(rows.values(), key=lambda row: (-row[1], -row[2]))
    line = max((one.line for one in found), key=len)
    return Found(lo, hi, ordered, line, sum(one.nodes for one in found))
