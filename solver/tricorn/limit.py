"""How long a search may take."""

from dataclasses import dataclass

from tricorn.errors import TricornError


@dataclass(frozen=True, slots=True)
class Limit:
    """What ends a search: the first of the given limits that is reached. The default sets none.

    Attributes:
        time_s: seconds of wall time. Only the time is promised: two runs may differ.
        worlds: full deals to look at (`advise` only).
        nodes: positions to visit: of the whole search in `solve`, of each world in `advise`.
        seed: of the sample of worlds; the same seed gives the same answer on any number of threads, bit for bit,
            as long as `time_s` is not what ended the search.

    >>> Limit(worlds=100, seed=3)
    Limit(time_s=None, worlds=100, nodes=None, seed=3)
    >>> Limit(time_s=-1, worlds=0)
    Traceback (most recent call last):
    tricorn.errors.TricornError: limit: time_s -1 must be a number above 0; worlds 0 must be a whole number, 1 or more
    """

    time_s: float | None = None
    worlds: int | None = None
    nodes: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        problems = []
        if self.time_s is not None and not (isinstance(self.time_s, int | float) and 0 < self.time_s < float("inf")):
            problems.append(f"time_s {self.time_s!r} must be a number above 0")
        for name in ("worlds", "nodes"):
            count = getattr(self, name)
            if count is not None and (not _is_whole(count) or not 1 <= count < 1 << 62):
                problems.append(f"{name} {count!r} must be a whole number, 1 or more")
        if not _is_whole(self.seed) or not 0 <= self.seed < 1 << 64:
            problems.append(f"seed {self.seed!r} must be a whole number in 0..2**64-1")
        if problems:
            raise TricornError("limit: " + "; ".join(problems))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
