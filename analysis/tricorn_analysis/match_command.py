"""`tricorn match`: two players on duplicate deals."""

from pathlib import Path
from typing import Annotated

import typer

from tricorn.commands.options import Json, Seed, TimeS


def match(
    game: Annotated[str, typer.Argument(metavar="GAME", help="russi, ruffe or rassi.")],
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="Two players, as in default:worlds=30,rule.")],
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=2, help="Deals, each played in every seating.")] = 100,
    seed: Seed = 0,
    worlds: Annotated[int | None, typer.Option("--worlds", metavar="N", min=1, help="Worlds a move, unless a player says.")] = None,
    time_s: TimeS = None,
    seats: Annotated[int, typer.Option("--seats", metavar="N", min=2, max=9, help="Rassi: players at the table.")] = 4,
    rule: Annotated[list[str] | None, typer.Option("--rule", metavar="NAME=VALUE", help="An option of the rules.")] = None,
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE", help="JSON Lines; a match that was cut goes on.")] = None,
    sprt: Annotated[
        str | None, typer.Option("--sprt", metavar="LO,HI", help="Stop when the mean is decided to be HI rather than LO, or LO.")
    ] = None,
    processes: Annotated[int, typer.Option("--processes", metavar="N", min=1, help="Processes to play on.")] = 1,
    json: Json = False,
) -> None:
    """Play duplicate deals between two players; the mean is the first one's, with a 95 % interval over deals.

    Russi and Ruffe: half of own less other tricks. Rassi: points below the others' mean, one A against copies of B.
    """
    from concurrent.futures import ProcessPoolExecutor
    from contextlib import nullcontext

    from tricorn.commands.dealing import options_of
    from tricorn.commands.output import console, print_json
    from tricorn.commands.progress import progress_bar
    from tricorn.errors import TricornError
    from tricorn_analysis.match import Setup, play_match

    names = players.split(",")
    if len(names) != 2:
        raise TricornError(f"--players {players!r}: two players are wanted, set apart by a comma")
    try:
        means = tuple(float(text) for text in sprt.split(",")) if sprt is not None else None
        if means is not None and (len(means) != 2 or not means[0] < means[1]):
            raise ValueError
    except ValueError:
        raise TricornError(f"--sprt {sprt!r}: two means are wanted, the lower one first, as in 0,0.2") from None
    setup = Setup(
        game,
        (names[0], names[1]),
        seed,
        rules=tuple(sorted(options_of(rule or []).items())),
        deal=(("players", seats),) if game == "rassi" else (),
        worlds=worlds,
        time_s=time_s,
    )
    with ProcessPoolExecutor(processes) if processes > 1 else nullcontext() as executor, progress_bar("deal") as progress:
        report = play_match(
            setup, deals, log=log, executor=executor, progress=progress, sprt=(means[0], means[1]) if means else None
        )
    if json:
        print_json(report.to_dict())
        return
    out = console()
    unit = "points a deal below the others' mean" if game == "rassi" else "tricks a deal"
    out.print(f"{game}: {names[0]} against {names[1]}, {report.deals} deals in every seating, seed {seed}")
    out.print(f"mean {report.mean:+.3f} {unit}, 95 % interval {report.ci[0]:+.3f}..{report.ci[1]:+.3f}")
    if report.llr is not None and means is not None:
        decided = {"first": f"decided for {means[0]:g}", "second": f"decided for {means[1]:g}", None: "open"}[report.verdict]
        out.print(f"sequential test of {means[0]:g} against {means[1]:g}: log likelihood ratio {report.llr:+.2f}, {decided}")
    out.print(f"{report.ms_a_move[0]:.1f} and {report.ms_a_move[1]:.1f} ms a move")
