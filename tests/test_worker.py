"""The thread that searches: results, errors, time limits, cancelling, Ctrl-C."""

import os
import signal
import threading
import time

import pytest

from tricorn import Stop
from tricorn.limit import Limit
from tricorn.worker import run


def until_stopped(stop: Stop) -> str:
    while not stop.is_set():
        time.sleep(0.001)
    return "stopped"


def test_result_and_error() -> None:
    assert run(lambda stop: stop.is_set()) is False
    with pytest.raises(ZeroDivisionError):
        run(lambda stop: 1 // 0)


def test_time_limit_raises_the_flag() -> None:
    started = time.monotonic()
    assert run(until_stopped, time_s=0.05) == "stopped"
    assert 0.05 <= time.monotonic() - started < 5


def test_cancel_from_another_thread() -> None:
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    assert run(until_stopped, stop=stop) == "stopped"
    assert stop.is_set()


def test_the_end_of_the_time_leaves_the_callers_flag_down() -> None:
    stop = Stop()
    assert run(until_stopped, time_s=0.05, stop=stop) == "stopped"
    assert not stop.is_set()


def test_cancel_inside_a_time_limit() -> None:
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    started = time.monotonic()
    assert run(until_stopped, time_s=60, stop=stop) == "stopped"
    assert time.monotonic() - started < 5
    assert run(lambda flag: flag.is_set(), time_s=60, stop=stop) is True  # up before it began


def test_ctrl_c_stops_the_search_and_is_passed_on() -> None:
    seen: list[str] = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background of a shell
    timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run(lambda stop: seen.append(until_stopped(stop)))
    timer.join()
    signal.signal(signal.SIGINT, before)
    assert seen == ["stopped"]


@pytest.mark.parametrize("bad", [{"time_s": 0}, {"time_s": float("nan")}, {"worlds": 0}, {"nodes": -5}, {"seed": -1}])
def test_bad_limits_are_named(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(bad))):
        Limit(**bad)  # type: ignore[arg-type]
