"""JSON Lines files that long studies write to, a line when something is finished, so that a killed study goes on where it was."""

import json
from pathlib import Path
from typing import Any

from tricorn.cards import quote
from tricorn.errors import TricornError


class Log:
    """A file whose first line says what is studied and whose other lines hold what is finished.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "study.jsonl"
    >>> Log(path, {"seed": 1}).add({"deal": 0})
    >>> Log(path, {"seed": 1}).rows
    [{'deal': 0}]
    >>> Log(path, {"seed": 2})
    Traceback (most recent call last):
    tricorn.errors.TricornError: study.jsonl is the log of another study: '{"seed": 1}'
    """

    def __init__(self, path: Path, head: dict[str, Any]) -> None:
        """Open the log, or begin a new one.

        A last line cut short by a kill is dropped; any other malformed line is an error.

        Raises:
            TricornError: the file is the log of another study, or a line is not a JSON object.
        """
        self.path = path
        self.rows: list[dict[str, Any]] = []
        first = json.dumps(head, sort_keys=True)
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = text[: text.rfind("\n") + 1]
        if not whole:
            path.write_text(first + "\n", encoding="utf-8")
            return
        found, *lines = whole.splitlines()
        if found != first:
            raise TricornError(f"{path.name} is the log of another study: {quote(found, 200)}")
        for number, line in enumerate(lines, 2):
            try:
                row = json.loads(line)
                if not isinstance(row, dict):
                    raise TypeError("not an object")
            except (ValueError, TypeError) as error:
                raise TricornError(f"{path.name}, line {number}: {quote(line)}: {error}") from None
            self.rows.append(row)
        if whole != text:  # the writer was killed in mid-line
            path.write_text(whole, encoding="utf-8")

    def add(self, row: dict[str, Any]) -> None:
        """Append one finished row."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        self.rows.append(row)
