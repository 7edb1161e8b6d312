"""Every example is listed, and every command that is recommended for it works on it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli_run import Cli
from tricorn import games

EXAMPLES = Path(__file__).parent.parent / "examples"
LISTED = dict(re.findall(r"^\| `([\w-]+\.json)` .*\| `tricorn (\w+)` \|$", (EXAMPLES / "README.md").read_text(), re.M))
SHORT = {"solve": ("--nodes", "200000"), "advise": ("--worlds", "4", "--nodes", "2000"), "review": ("--nodes", "500"), "view": ()}


def test_the_list_is_whole() -> None:
    assert set(LISTED) == {file.name for file in EXAMPLES.glob("*.json")}
    for game in games.NAMES:
        assert sum(name.startswith(game) for name in LISTED) >= 4


@pytest.mark.parametrize("name", LISTED)
def test_an_example(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    cli = Cli(monkeypatch, capsys)
    file = str(EXAMPLES / name)
    shown = cli("show", file)
    assert shown.status == 0
    assert max(map(len, shown.out.splitlines())) <= 80
    document = games.document_from_json((EXAMPLES / name).read_text())
    assert games.document_from_json(cli("show", file, "--json").out) == document
    command = LISTED[name]
    run = cli(command, file, *SHORT[command])
    assert run.status == 0, run.err
    assert max(map(len, run.out.splitlines())) <= 80
    found = json.loads(cli(command, file, *SHORT[command], "--json").out)
    if command in ("solve", "advise"):
        assert found["best"] in document.legal()
