"""Runs a module of this package as a program, with the manners of `tricorn`: what is wrong in one line, and a status."""

import sys
from collections.abc import Callable

import typer

from tricorn.errors import TricornError


def run_alone(command: Callable[..., None]) -> None:
    """Makes a command line of a function. Status 2: bad input or a file that can't be had, said in one line on standard error."""
    try:
        typer.run(command)
    except TricornError as error:
        problem = str(error)
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    else:
        return
    print("tricorn: " + " ".join(problem.split()), file=sys.stderr)
    sys.exit(2)
