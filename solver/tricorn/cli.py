"""The command line `tricorn`: reads positions and views as JSON, prints tables or, with `--json`, JSON.

Exit statuses: 0 done; 1 `verify` found a wrong value, or the program could not go on; 2 bad input, said in one line on
standard error; 130 stopped by Ctrl-C. Commands of other packages are found under the entry-point group
`tricorn.commands`: each entry is a function that typer can make a command of.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Final

if TYPE_CHECKING:
    import typer

BUILT_IN: Final = ("deal", "show", "view", "solve", "advise", "play", "bench", "verify", "schema")
HELP: Final = """Search engine and analyser for three trick-taking games: Russi, Ruffe and Trumps, Rassi.

FILE is a position or view as JSON; - reads standard input.

Exit status: 0 done; 1 verify found a wrong value, or out of memory; 2 bad input, said in one line on standard error;
130 stopped by Ctrl-C."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command line and returns its exit status.

    Args:
        argv: the words after the program's name; those of the process if None.
    """
    _settle_streams()
    try:
        status = _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        # whoever read the output has gone; nothing that is flushed at exit may complain about it again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if status == 130 and argv is None:  # the process is ours: leave at once, without tidying up tables and threads
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(130)
    return status


def _run(argv: list[str]) -> int:
    import typer

    from tricorn.errors import TricornError

    usage_error = typer.BadParameter.__mro__[1]  # typer carries a click of its own from some version on
    click_error = typer.BadParameter.__mro__[2]
    app = _app(argv)
    try:
        status = typer.main.get_command(app)(argv or ["--help"], prog_name="tricorn", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except typer.Abort:
        return 130
    except TricornError as error:
        return _complain(str(error), 2)
    except MemoryError as error:
        return _complain(f"out of memory{f': {error}' if str(error) else ''}", 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _complain(f"{name}{error.strerror or error}", 2)
    except Exception as error:
        if not isinstance(error, (usage_error, click_error)):
            raise
        return _complain(error.format_message(), 2)  # type: ignore[attr-defined]


def _settle_streams() -> None:
    """Makes streams that are closed, or can't show every letter, harmless."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


def _complain(text: str, status: int) -> int:
    """Says what is wrong in one line on standard error."""
    print("tricorn: " + " ".join(text.split()), file=sys.stderr)
    return status


def _app(argv: Sequence[str]) -> "typer.Typer":
    """The commands; those of other packages only if the first word asks for one, or for help."""
    import typer

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

    def print_version(wanted: bool) -> None:
        if wanted:
            from tricorn import __version__

            print(f"tricorn {__version__}")
            raise typer.Exit(0)

    def root(
        version: Annotated[
            bool, typer.Option("--version", help="Print the version and leave.", is_eager=True, callback=print_version)
        ] = False,
    ) -> None: ...

    app.callback(help=HELP, invoke_without_command=False)(root)
    word = next((word for word in argv if not word.startswith("-")), None)
    for name in BUILT_IN:
        if word not in BUILT_IN or word == name:  # one module for one command: a short start
            app.command(name)(getattr(import_module(f"tricorn.commands.{name}"), name))
    if word not in BUILT_IN:
        from importlib.metadata import entry_points

        entries = {entry.name: entry for entry in entry_points(group="tricorn.commands")}
        for name, entry in sorted(entries.items()):
            if word not in entries or word == name:
                app.command(name)(entry.load())
    return app


if __name__ == "__main__":
    sys.exit(main())
