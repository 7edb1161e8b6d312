"""Output of the commands that goes to files: whether it can be written is found out before long work, not after it."""

import os
from pathlib import Path

from tricorn.cards import quote
from tricorn.errors import TricornError


def check_output(path: Path) -> None:
    """Refuses a path that no file can be written to; writes nothing.

    Raises:
        TricornError: it is a directory, its directory does not exist, or writing is not allowed there.
    """
    what = quote(str(path))
    if path.is_dir():
        raise TricornError(f"{what} is a directory, not a file")
    if not path.parent.is_dir():
        raise TricornError(f"{what}: there is no directory {quote(str(path.parent))}")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise TricornError(f"{what} can't be written")


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, by whatever way: `..`, links to directories and to files, hard links."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()
