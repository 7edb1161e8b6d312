"""Worlds valued block by block on a pool of threads, in rounds if plays race."""

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial

from tricorn._stop import Stop
from tricorn.racing import Race
from tricorn.worker import Progress
from tricorn.worldvalues import WorldValues

Value = Callable[[tuple[int, ...], int, int, Stop], WorldValues]
"""The actions of these numbers, valued in worlds from the first one on, so many; fewer when the flag goes up."""


def in_rounds(
    value: Value,
    plays: int,
    wanted: int,
    block: int,
    threads: int,
    stop: Stop,
    progress: Progress | None,
    shown: int,
    race: Race | None,
    sign: int,
) -> WorldValues | None:
    """All plays valued in `wanted` worlds, or until the flag goes up; None if it went up before the first one was done.

    With a race, plays are dropped between rounds, whose lengths do not depend on threads or time; `sign` is 1 where more is better,
    else -1. A thread takes `block` worlds at a time. `progress` is told
    (worlds done, `shown`).
    """
    parts: list[WorldValues] = []
    every = tuple(range(plays))
    done = 0
    visits = [0] * plays
    while done < wanted and not stop.is_set():
        left = every if race is None else race.left
        end = wanted if race is None or len(left) == 1 else min(wanted, race.next_look(done))
        blocks = blocks_of(partial(value, left), done, end, block, threads, stop, progress, shown)
        if not blocks:
            break
        found = joined(blocks)
        done += len(found.values)
        for play in left:
            visits[play] = done
        parts.append(found if len(left) == plays else _spread(found, left, plays))
        if race is not None and done == end < wanted:
            race.look(sign * found.aims)
    if not parts:
        return None
    whole = joined(parts)
    return whole if min(visits) == done else replace(whole, visits=tuple(visits))


def blocks_of(
    value: Callable[[int, int, Stop], WorldValues],
    first: int,
    end: int,
    block: int,
    threads: int,
    stop: Stop,
    progress: Progress | None,
    shown: int,
) -> list[WorldValues]:
    """The worlds from `first` up to `end`, valued on a pool of threads, `block` or fewer at a time, in
    their order, up to the first that `stop` has cut."""
    size = max(1, min(block, -(-(end - first) // threads)))
    starts = iter(range(first, end, size))
    finished: dict[int, WorldValues] = {}
    waiting: dict[Future[WorldValues], int] = {}
    worlds_done = first

    def keep(start: int, found: WorldValues) -> None:
        nonlocal worlds_done
        finished[start] = found
        worlds_done += len(found.values)
        if progress is not None:
            progress(worlds_done, shown)

    if threads == 1:
        for start in starts:
            if stop.is_set():
                break
            keep(start, value(start, min(size, end - start), stop))
    else:
        with ThreadPoolExecutor(threads) as pool:
            more = True
            while more or waiting:
                while more and len(waiting) < threads + 1 and not stop.is_set():
                    following = next(starts, None)
                    more = following is not None
                    if following is not None:
                        waiting[pool.submit(value, following, min(size, end - following), stop)] = following
                more = more and not stop.is_set()
                for future in wait(waiting, return_when=FIRST_COMPLETED).done if waiting else ():
                    keep(waiting.pop(future), future.result())
    prefix, following = [], first  # up to the first world that the flag cut: without gaps, so that slow worlds are not left out
    while following in finished and len(finished[following].values):
        prefix.append(finished[following])
        following += len(finished[following].values)
    return prefix


def cut(found: WorldValues, count: int) -> WorldValues:
    """The first `count` worlds of a block."""
    return replace(
        found,
        values=found.values[:count],
        lo=found.lo[:count],
        hi=found.hi[:count],
        solved=found.solved[:count],
        posterior=None if found.posterior is None else found.posterior[:count],
        uniform=None if found.uniform is None else found.uniform[:count],
        differences=None if found.differences is None else found.differences[:count],
    )


def joined(blocks: Sequence[WorldValues]) -> WorldValues:
    """Blocks in a row as one."""
    import numpy as np

    words = [block.outcomes for block in blocks if block.outcomes is not None]
    posterior = [block.posterior for block in blocks if block.posterior is not None]
    uniform = [block.uniform for block in blocks if block.uniform is not None]
    differences = [block.differences for block in blocks if block.differences is not None]
    return WorldValues(
        values=np.concatenate([block.values for block in blocks]),
        lo=np.concatenate([block.lo for block in blocks]),
        hi=np.concatenate([block.hi for block in blocks]),
        solved=np.concatenate([block.solved for block in blocks]),
        nodes=sum(block.nodes for block in blocks),
        outcomes=np.concatenate(words) if words else None,
        posterior=np.concatenate(posterior) if posterior else None,
        uniform=np.concatenate(uniform) if uniform else None,
        differences=np.concatenate(differences) if differences else None,
    )


def _spread(found: WorldValues, left: tuple[int, ...], plays: int) -> WorldValues:
    """The block with a column for every play; zeros for those that were not valued."""
    import numpy as np

    def wide(narrow: "np.typing.NDArray[np.int16]") -> "np.typing.NDArray[np.int16]":
        out = np.zeros((len(narrow), plays), narrow.dtype)
        out[:, left] = narrow
        return out

    differences = None if found.differences is None else wide(found.differences)
    return replace(found, values=wide(found.values), lo=wide(found.lo), hi=wide(found.hi), differences=differences)
