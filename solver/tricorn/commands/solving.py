"""Passes the options of a search on to the games that have them."""

import inspect
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tricorn.cards import quote
from tricorn.errors import TricornError
from tricorn.games import name_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tricorn.games import Position
    from tricorn.limit import Limit
    from tricorn.solution import Solution


@contextmanager
def watcher(position: "Position") -> "Iterator[Callable[[int, int, int], None] | None]":
    """Shows on a terminal's standard error how far the bounds have closed; None where nobody looks or no game tells."""
    if not sys.stderr.isatty() or "progress" not in inspect.signature(position.solve).parameters:
        yield None
        return

    def show(lo: int, hi: int, nodes: int) -> None:
        sys.stderr.write(f"\r{lo}..{hi} after {nodes:,} nodes\x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def solved(position: "Position", limit: "Limit | None" = None, **options: Any) -> "Solution":
    """`position.solve(limit)` with those options that are not None; one the game does not know is an error."""
    chosen = {name: value for name, value in options.items() if value is not None}
    known = inspect.signature(position.solve).parameters
    for name, value in chosen.items():
        if name not in known:
            option = "--" + name.replace("_", "-")
            raise TricornError(f"{option} {quote(str(value))}: the search of {name_of(position)} has no such option")
    solution: Solution = position.solve(limit, **chosen)
    return solution
