"""Lists of positions solved, and lists of views advised, on several threads."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, TypeVar

from tricorn._stop import Stop
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.worker import Progress

if TYPE_CHECKING:
    from tricorn.advice import Advice
    from tricorn.games import Position, View
    from tricorn.solution import Solution

A = TypeVar("A")
B = TypeVar("B")


def solve_many(
    positions: "Iterable[Position]",
    limit: Limit | None = None,
    *,
    threads: int = 1,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> "list[Solution]":
    """The solution of each position, in the order given; of any game, also mixed.

    Args:
        positions: each with somebody to move.
        limit: of each position; under `nodes` the answers do not depend on `threads`.
        threads: positions searched at a time.
        stop: ends all searches early; positions not begun by then get the bounds that need no search.
        progress: called with (positions done, positions in all).

    Raises:
        TricornError: a position that can't be solved: the first such error.

    >>> from tricorn import rassi
    >>> hands = [rassi.deal(seed) for seed in (1, 2)]
    >>> while hands[0].phase != "play":
    ...     hands = [pos.play("keep") for pos in hands]
    >>> [solution.exact for solution in solve_many(hands)]
    [True, True]
    """
    flag = stop if stop is not None else Stop()
    return _each(list(positions), lambda position: position.solve(limit, stop=flag), threads, flag, progress)


def advise_many(
    views: "Iterable[View]",
    limit: Limit | None = None,
    *,
    threads: int = 1,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> "list[Advice]":
    """The advice for each view, in the order given; arguments and errors as in `solve_many`.

    >>> from tricorn import rassi
    >>> position = rassi.deal(1, players=2)
    >>> [advice.worlds for advice in advise_many([position.view(position.to_move)], Limit(worlds=3, nodes=10))]
    [3]
    """
    flag = stop if stop is not None else Stop()
    return _each(list(views), lambda view: view.advise(limit, stop=flag), threads, flag, progress)


def _each(items: list[A], task: Callable[[A], B], threads: int, flag: Stop, progress: Progress | None) -> list[B]:
    """The task done for every item; when one fails, or Ctrl-C comes, the others are stopped and the error is passed on."""
    if threads < 1:
        raise TricornError(f"threads {threads} must be 1 or more")
    found: dict[int, B] = {}
    with ThreadPoolExecutor(threads) as pool:
        waiting: dict[Future[B], int] = {pool.submit(task, item): number for number, item in enumerate(items)}
        try:
            for future in as_completed(waiting):
                found[waiting[future]] = future.result()
                if progress is not None:
                    progress(len(found), len(items))
        except BaseException:
            flag.set()
            pool.shutdown(cancel_futures=True)
            raise
    return [found[number] for number in range(len(items))]
