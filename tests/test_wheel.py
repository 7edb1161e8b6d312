"""What must hold for an installed Tricorn, wherever it came from."""

import importlib.metadata
import importlib.resources
import subprocess
import sys

import tricorn


def test_version_is_that_of_the_distribution() -> None:
    assert tricorn.__version__ == importlib.metadata.version("tricorn")


def test_typed_and_stubbed() -> None:
    files = {item.name for item in importlib.resources.files("tricorn").iterdir()}
    assert "py.typed" in files
    compiled = {name.split(".")[0] for name in files if name.endswith(".so")}
    assert compiled
    assert {f"{name}.pyi" for name in compiled} <= files


def test_command_line_starts() -> None:
    done = subprocess.run([sys.executable, "-m", "tricorn", "--version"], capture_output=True, text=True, check=True)
    assert tricorn.__version__ in done.stdout
