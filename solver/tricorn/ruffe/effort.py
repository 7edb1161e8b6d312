"""What a call may still spend: its limits hold for all its searches together."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from tricorn.limit import Limit
from tricorn.worker import run

if TYPE_CHECKING:
    from tricorn._stop import Stop

T = TypeVar("T")


class Effort:
    """The nodes, the time and the stop flag of one call, from which each of its searches takes.

    Attributes:
        started: when the call began, of the monotonic clock.
        visited: nodes so far; no more than one above the limit.
    """

    def __init__(self, limit: Limit, stop: "Stop | None" = None) -> None:
        self.started = time.monotonic()
        self.visited = 0
        self._nodes = limit.nodes
        self._end = None if limit.time_s is None else self.started + limit.time_s
        self._stop = stop

    @property
    def limited(self) -> bool:
        """Whether anything may end the call early."""
        return not (self._nodes is None and self._end is None and self._stop is None)

    @property
    def left(self) -> int | None:
        """Nodes not yet visited; None where there is no limit."""
        return None if self._nodes is None else max(self._nodes - self.visited, 0)

    @property
    def spent(self) -> bool:
        """Whether the limits leave nothing for another search."""
        late = self._end is not None and time.monotonic() >= self._end
        return late or self.left == 0 or (self._stop is not None and self._stop.is_set())

    def search(self, task: Callable[[int | None, "Stop"], tuple[T, int]], most: int | None = None) -> T:
        """The answer of `task(nodes, flag)`, which also says how many nodes it visited; it gets what is left, or `most` if
        that is less. A node at least: whether anything is left is for the caller to ask."""
        nodes = self.left
        if nodes is not None:
            nodes = max(nodes if most is None else min(nodes, most), 1)
        time_s = None if self._end is None else max(self._end - time.monotonic(), 1e-3)
        answer, visited = run(lambda flag: task(nodes, flag), time_s, self._stop)
        self.visited += visited
        return answer
