"""Runs a search on a worker thread, so that time limits, Ctrl-C and `cancel()` work while compiled code computes.

The search releases the GIL once, around code that never touches Python, and polls a `Stop` flag. The caller waits here
with a timeout; when the time is up, or Ctrl-C comes, the flag goes up and the search returns with what it has proven.
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from tricorn._stop import Stop

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Called now and then with what is done and what is wanted (0: as much as the time allows)."""
_POLL_S = 0.02  # how long Ctrl-C or a stop of the caller's may wait; well inside the promised 50 ms


def run(task: Callable[[Stop], T], time_s: float | None = None, stop: Stop | None = None) -> T:
    """The result of `task(stop)`, run on a thread of its own.

    Args:
        task: gets a flag and must return soon after it goes up.
        time_s: seconds after which the flag goes up; None: never.
        stop: the caller's own flag, to be raised from any thread. It is only read: the end of the time leaves it down, so that
            one flag can serve many calls.

    Raises:
        KeyboardInterrupt: Ctrl-C came; the search has been stopped and nothing runs on.
        Exception: whatever the task raised.

    >>> run(lambda stop: 6 * 7)
    42
    """
    flag = stop if stop is not None and time_s is None else Stop()
    outcome: list[T] = []
    failure: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            outcome.append(task(flag))
        except BaseException as error:
            failure.append(error)
        finally:
            done.set()

    end = None if time_s is None else time.monotonic() + time_s
    if stop is not None and stop.is_set():
        flag.set()
    thread = threading.Thread(target=work, name="tricorn-search", daemon=True)
    thread.start()
    try:
        while not done.is_set():
            left = _POLL_S if end is None else min(_POLL_S, end - time.monotonic())
            if left <= 0:
                flag.set()
                done.wait()
            else:
                done.wait(left)
            if stop is not None and stop.is_set():
                flag.set()
    except KeyboardInterrupt:
        flag.set()
        done.wait()
        raise
    finally:
        thread.join()
    if failure:
        raise failure[0]
    return outcome[0]
