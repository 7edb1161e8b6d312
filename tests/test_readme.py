"""What the README says works: its commands run, its Python session gives what it shows, and what it names exists."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.strip()
]


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("tricorn ")])
def test_command(command: str) -> None:
    done = run(sys.executable, "-m", *command.split())
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.source
def test_both_make_commands_are_there() -> None:
    assert [line for line in COMMANDS if line.startswith("make ")] == ["make demo", "make test"]
    for target in ("demo", "test"):
        assert run("make", "-n", target).returncode == 0


def test_every_command_is_one_that_is_tested_here() -> None:
    assert {line.split()[0] for line in COMMANDS} == {"make", "tricorn"}


def test_demo() -> None:
    done = run(sys.executable, "examples/demo.py")
    assert done.returncode == 0, done.stderr
    for word in ("russi", "ruffe", "rassi", "tricks", "penalty", "best:", "regret"):
        assert word in done.stdout


def test_python_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 9
    assert result.failed == 0


@pytest.mark.source
def test_named_files_exist() -> None:
    for name in re.findall(r"`((?:docs|tests|benchmarks|examples|solver|ext)/[\w./*-]*)`", README + "`CONTRIBUTING.md`"):
        assert list(ROOT.glob(name.rstrip("/"))), name


@pytest.mark.source
def test_modules_doctests() -> None:
    done = run(sys.executable, "-m", "pytest", "-q", "--doctest-modules", "solver", "analysis", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout[-3000:]
