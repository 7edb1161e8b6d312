"""Lists of positions and views: the answers one by one, on any number of threads, and stopping."""

import threading
import time
from typing import Any

import pytest

from tables import random_positions
from tricorn import Limit, Stop, advise_many, solve_many
from tricorn.errors import TricornError


def positions() -> list[Any]:
    return [position for game in ("russi", "ruffe", "rassi") for position in random_positions(game, "play", 3, seed=41)]


def plain(answer: Any) -> dict[str, Any]:
    told: dict[str, Any] = answer.to_dict()
    del told["time_s"]
    return told


@pytest.mark.parametrize("threads", [1, 3])
def test_answers_are_those_one_by_one(threads: int) -> None:
    dealt, limit, seen = positions(), Limit(nodes=300, worlds=3), []
    many = solve_many(dealt, Limit(nodes=300), threads=threads, progress=lambda done, wanted: seen.append((done, wanted)))
    assert [plain(found) for found in many] == [plain(position.solve(Limit(nodes=300))) for position in dealt]
    assert seen == [(done, 9) for done in range(1, 10)]
    views = [position.view(position.to_move) for position in dealt]
    told = advise_many(views, limit, threads=threads)
    assert [plain(found) for found in told] == [plain(view.advise(limit)) for view in views]


def test_each_has_the_time_for_itself() -> None:
    """The end of one's time, which is less than any takes to the end, does not cut the others down to one world."""
    views = [position.view(position.to_move) for position in random_positions("rassi", "play", 4, seed=41)]
    stop = Stop()
    told = advise_many(views, Limit(time_s=0.1), stop=stop)
    wide = [found.worlds for found in told if found.consistent > 1_000_000 and len(found.plays) > 1]
    assert len(wide) > 1
    assert min(wide) > 1
    assert not stop.is_set()


def test_stopping_ends_all() -> None:
    from tricorn import russi

    stop = Stop()
    threading.Timer(0.2, stop.set).start()
    started = time.monotonic()
    found = solve_many([russi.deal(seed) for seed in range(4)], threads=2, stop=stop)
    assert time.monotonic() - started < 20
    assert len(found) == 4
    assert all(0 <= solution.lo <= solution.hi <= 26 for solution in found)


def test_bad_lists() -> None:
    from tricorn import rassi

    with pytest.raises(TricornError, match="threads 0"):
        solve_many([], threads=0)
    assert solve_many([]) == []
    with pytest.raises(TricornError, match="phase"):
        solve_many([rassi.deal(1)])
    with pytest.raises(TricornError, match="not to move"):
        advise_many([rassi.deal(1).view(0)])
