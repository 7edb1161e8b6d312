"""Progress bars on standard error, only where somebody watches and only for what takes long."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
_DELAY_S = 0.7  # a bar that would be gone at once is not drawn


@contextmanager
def progress_bar(unit: str) -> Iterator[Callable[[int, int], None] | None]:
    """A callback `(done, wanted)` that draws a bar; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    bar: Any = tqdm(unit=unit, delay=_DELAY_S, leave=False, file=sys.stderr)

    def update(done: int, wanted: int) -> None:
        bar.total = wanted or None
        bar.update(done - bar.n)

    try:
        yield update
    finally:
        bar.close()


def watched(items: Iterable[T], unit: str, total: int | None = None) -> Iterable[T]:
    """The same items with a bar on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    return tqdm(items, unit=unit, total=total, delay=_DELAY_S, leave=False, file=sys.stderr)
