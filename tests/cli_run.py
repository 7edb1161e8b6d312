"""Runs the command line inside the test process."""

import io
from dataclasses import dataclass
from typing import Any

import pytest

from tricorn.cli import main


@dataclass(frozen=True)
class Run:
    """What a command line left behind."""

    status: int
    out: str
    err: str


class Cli:
    """`cli("solve", "-", stdin=text)` runs `tricorn solve -`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str, stdin: str | bytes = b"") -> Run:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        self._monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        self._capsys.readouterr()
        status = main(list(words))
        out, err = self._capsys.readouterr()
        return Run(status, out, err)
