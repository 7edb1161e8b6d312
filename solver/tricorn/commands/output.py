"""Output of the commands: JSON on one line, or rich tables."""

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def print_json(data: Any) -> None:
    """Prints a value as one line of JSON; what JSON has no number for (infinity) becomes null."""
    sys.stdout.write(json.dumps(finite(data), ensure_ascii=False) + "\n")
    sys.stdout.flush()


def finite(data: Any) -> Any:
    """The same value with null for the numbers that JSON lacks."""
    if isinstance(data, float):
        return data if abs(data) < float("inf") else None
    if isinstance(data, dict):
        return {str(key): finite(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [finite(value) for value in data]
    return data


def console(to_stderr: bool = False) -> "Console":
    """Where tables go: as wide as the terminal, 80 columns where there is none."""
    from rich.console import Console

    return Console(stderr=to_stderr, highlight=False, soft_wrap=False, emoji=False, markup=False)


def number(value: float, digits: int = 2) -> str:
    """A number for a table; an unknown or infinite one as a dash."""
    return f"{value:.{digits}f}" if abs(value) < float("inf") else "–"


def percent(share: float | None) -> str:
    """A share as per cent; a dash where it has no meaning."""
    return "–" if share is None else f"{100 * share:.1f}%"
