"""`tricorn exchange-table`: fills the table of what every hand of Rassi is worth; `python -m tricorn_analysis.exchange_table`."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from tricorn.commands.options import Json, Seed

_BLOCK = 20_000  # deals of one number of players at a time, so that a run cut short has served all alike
_SAVE_S = 60.0  # seconds between two saves


def exchange_table(
    state: Annotated[Path, typer.Argument(metavar="STATE", help="File of the sums; the run goes on from it.")],
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the table as it is shipped.")] = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="Deals for each number of players.")] = 1_000_000,
    time_s: Annotated[float | None, typer.Option("--time-s", metavar="SECONDS", help="End after so much processor time.")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play deals of Rassi on open cards and write what every hand is worth by seat and number of players.

    The sums are saved once a minute and at the end, also when the run is stopped (Ctrl-C); it goes on from them.
    """
    import time

    from tricorn.cards import quote
    from tricorn.commands.output import console, print_json
    from tricorn.commands.progress import progress_bar
    from tricorn.commands.read import limit_of
    from tricorn.commands.write import check_output, same_file
    from tricorn.errors import TricornError
    from tricorn.rassi.exchange_table import PLAYERS, Tally, half_of, quantised
    from tricorn.worker import run

    limit_of(time_s, None)  # refuses what is no time
    for path in (state, out):
        if path is not None:
            check_output(path)
    for path in (state, half_of(state)):
        # what is written to the one would destroy the other, and with it hours of deals
        if out is not None and (same_file(out, path) or same_file(half_of(out), path)):
            raise TricornError(f"--out {quote(str(out))} is the file of the sums: the table wants one of its own")
    tally = Tally.load(state) if state.exists() else Tally(seed)
    if state.exists() and tally.seed != seed:
        raise TricornError(f"{state} holds deals of seed {tally.seed}, not of seed {seed}")
    started, saved = time.process_time(), time.monotonic()
    try:
        with progress_bar("deal") as progress:
            while time_s is None or time.process_time() - started < time_s:
                behind = [n for n in PLAYERS if tally.done.get(n, 0) < deals]
                if not behind:
                    break
                for n in behind:
                    # on a thread that Ctrl-C does not interrupt: sums and number of deals stay of one mind
                    run(partial(tally.add, n, min(_BLOCK, deals - tally.done.get(n, 0))))
                if progress is not None:
                    progress(sum(tally.done.values()), deals * len(PLAYERS))
                if time.monotonic() - saved > _SAVE_S:
                    tally.save(state)
                    saved = time.monotonic()
    except KeyboardInterrupt:
        tally.save(state)
        raise
    tally.save(state)  # not where adding failed: sums that are not of one mind must not replace sound ones
    about: dict[str, Any] = quantised(tally, out) if out is not None else {"seed": tally.seed, "deals": tally.done}
    if json:
        print_json(about)
        return
    for n, done in sorted(tally.done.items()):
        errors = f", standard error {about['stderr_mean'][n]} in the mean, {about['stderr_max'][n]} at most" if out else ""
        console().print(f"{n} players: {done:,} deals{errors}")


if __name__ == "__main__":
    from tricorn_analysis.alone import run_alone

    run_alone(exchange_table)
