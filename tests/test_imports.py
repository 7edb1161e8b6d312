"""`import tricorn` stays light, run-time dependencies stay exactly those named, and imports run one way."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HEAVY = ("numpy", "scipy", "typer", "rich", "tqdm", "tricorn_analysis")


def modules_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys; print(' '.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_import_loads_nothing_heavy() -> None:
    assert not modules_after("import tricorn") & {*HEAVY, "msgspec"}


@pytest.mark.parametrize("game", ["russi", "ruffe", "rassi"])
def test_a_game_and_its_views_load_nothing_heavy(game: str) -> None:
    loaded = modules_after(f"from tricorn import {game}\np = {game}.deal(seed=1)\np.view(0).legal()")
    assert not loaded & set(HEAVY)


@pytest.mark.parametrize("game", ["russi", "ruffe", "rassi"])
def test_advice_loads_no_scipy_stats(game: str) -> None:
    loaded = modules_after(
        f"from tricorn import {game}, Limit\np = {game}.deal(seed=1)\n"
        "p.view(p.to_move).advise(Limit(worlds=2, nodes=50))"
    )
    assert "scipy.stats" not in loaded
    assert "numpy" in loaded


def test_public_names() -> None:
    import tricorn

    assert set(tricorn.__all__) <= set(dir(tricorn))
    for name in tricorn.__all__:
        assert getattr(tricorn, name) is not None
    with pytest.raises(AttributeError, match="nonsense"):
        _ = tricorn.nonsense


@pytest.mark.source
def test_direct_dependencies_are_exactly_those_of_the_design() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = {re.split(r"[<>=\[ ]", line)[0] for line in project["dependencies"]}
    assert names == {"numpy", "scipy", "tqdm", "msgspec", "typer", "rich"}


@pytest.mark.source
def test_imports_run_one_way() -> None:
    for path in (ROOT / "solver").rglob("*.py"):
        assert not re.search(r"^\s*(import|from) tricorn_analysis", path.read_text(), re.M), path
    for path in (ROOT / "ext").rglob("*.pyx"):
        assert not re.search(r"^\s*(import json|from json|import msgspec)", path.read_text(), re.M), path
