"""`verify`: the golden files are right, and a wrong value is found wherever it stands."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli_run import Cli
from scale import FULL, scaled
from tricorn.golden import read_cases
from tricorn.verify import verify

DATA = Path(__file__).parent / "data"
FILES = ("whist-12card-dds", "ruffe-follow", "ruffe-open", "russi-open", "rassi-open")
LINES = {"whist-12card-dds": 468, "ruffe-follow": 223, "ruffe-open": 260, "russi-open": 130, "rassi-open": 82}


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Cli:
    return Cli(monkeypatch, capsys)


def lines(name: str) -> list[str]:
    return (DATA / f"{name}.jsonl").read_text().splitlines()


@pytest.mark.parametrize("name", FILES)
def test_golden_files_are_right(cli: Cli, name: str, tmp_path: Path) -> None:
    """All of a file in the full check; else a part from all over it (the searches have their own golden tests)."""
    chosen = lines(name)[:: scaled(5, 1)]
    file = tmp_path / f"{name}.jsonl"
    file.write_text("\n".join(chosen) + "\n")
    run = cli("verify", str(file))
    assert run.status == 0, run.out
    assert run.out.splitlines()[-1] == f"{len(chosen)} positions, 0 wrong"
    if FULL:
        assert len(chosen) == LINES[name]


def small(name: str, count: int) -> list[dict[str, Any]]:
    """Small positions of a file, as objects."""
    found = sorted((json.loads(line) for line in lines(name)), key=lambda line: len(json.dumps(line)))
    return found[:count]


def spoiled(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The line with each of its values made wrong, one at a time."""
    for name in ("tricks", "value"):
        if name in line and not (name == "tricks" and "players" in line):
            yield {**line, name: line[name] + 1}
    for name in ("scores", "cards"):
        for card in line.get(name, {}):
            yield {**line, name: {**line[name], card: line[name][card] + 1}}
            yield {**line, name: {other: value for other, value in line[name].items() if other != card}}
    for name in ("maxn_lowest_first", "maxn_highest_first", "paranoid"):
        for seat in range(len(line.get(name, ()))):
            yield {**line, name: [value + (at == seat) for at, value in enumerate(line[name])]}


@pytest.mark.parametrize("name", FILES)
def test_every_wrong_value_is_found(name: str) -> None:
    for line in small(name, 3):
        for bad in spoiled(line):
            (case,) = read_cases("f", json.dumps(bad))
            (checked,) = verify([case])
            assert checked.mistakes, bad


def test_mid_trick_positions_are_among_them() -> None:
    for name in ("whist-12card-dds", "ruffe-follow"):
        chosen = [line for line in lines(name) if '"trick"' in line][:5]
        assert all(checked.mistakes == () for checked in verify(read_cases("f", "\n".join(chosen))))


def test_the_count_and_the_status_tell_of_mistakes(cli: Cli, tmp_path: Path) -> None:
    good, other = small("russi-open", 2)
    bad = {**other, "value": other["value"] + 1}
    file = tmp_path / "golden.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in (good, bad, good)))
    run = cli("verify", str(file))
    assert run.status == 1
    assert run.out.splitlines()[-1] == "3 positions, 1 wrong"
    assert run.out.startswith(f"{file}:2: {bad['id']}: value: {other['value']} instead of {bad['value']}")
    found = json.loads(cli("verify", str(file), "--json").out)
    assert (found["positions"], found["wrong"], len(found["mistakes"])) == (3, 1, 1)
    run = cli("verify", str(file), "--limit", "1", "--table-mb", "1")
    assert (run.status, run.out.splitlines()[-1]) == (0, "1 positions, 0 wrong")


def test_several_files_and_standard_input(cli: Cli, tmp_path: Path) -> None:
    shutil.copy(DATA / "russi-open.jsonl", tmp_path / "a.jsonl")
    run = cli("verify", str(tmp_path / "a.jsonl"), "-", "--limit", "2", stdin="\n".join(lines("rassi-open")))
    assert (run.status, run.out.splitlines()[-1]) == (0, "4 positions, 0 wrong")


def test_an_empty_file_is_an_error(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n\n")
    shutil.copy(DATA / "russi-open.jsonl", tmp_path / "a.jsonl")
    run = cli("verify", str(tmp_path / "a.jsonl"), str(tmp_path / "empty.jsonl"))
    assert (run.status, run.out) == (2, "")
    assert "empty" in run.err


def test_a_search_that_was_stopped_is_not_taken_for_right() -> None:
    from tricorn import Stop

    stop = Stop()
    stop.set()
    line = max((json.loads(line) for line in lines("russi-open")), key=lambda line: int(line["tricks"]))
    (checked,) = verify(read_cases("f", json.dumps(line)), stop=stop)
    assert checked.mistakes
