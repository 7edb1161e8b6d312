"""`tricorn advise`: the best play for a seat that does not see all cards."""

from typing import Annotated, Any

import typer

from tricorn.commands.options import File, Json, Nodes, Seat, Seed, TimeS


def advise(
    file: File,
    seat: Seat = None,
    worlds: Annotated[
        int | None, typer.Option("--worlds", metavar="N", help="Full deals to look at (100 if no time is given).")
    ] = None,
    nodes: Nodes = None,
    time_s: TimeS = None,
    seed: Seed = 0,
    threads: Annotated[int, typer.Option("--threads", metavar="N", max=256, help="Worker threads.")] = 1,
    utility: Annotated[
        str, typer.Option("--utility", metavar="NAME", help="points or, in Rassi, match: what the best play is best for.")
    ] = "points",
    method: Annotated[
        str | None,
        typer.Option(
            "--method",
            metavar="NAME",
            help="worlds, weighted (by what was played), table (Rassi, exchange), equilibrium (Rassi, the end of two) or ismcts.",
        ),
    ] = None,
    racing: Annotated[
        bool, typer.Option("--racing/--no-racing", help="With many worlds: drop plays that are surely worse on the way.")
    ] = True,
    json: Json = False,
) -> None:
    """The best play for a seat that sees only its own cards, over worlds that agree with what it has seen.

    A position is turned into the view of the seat to move first: the answer can't depend on a hidden card.
    --nodes is the budget of each world.
    """
    from tricorn.advising import advise as find_best
    from tricorn.commands.output import print_json
    from tricorn.commands.progress import progress_bar
    from tricorn.commands.read import limit_of, read_view

    limit = limit_of(time_s, nodes, worlds, seed)
    view = read_view(file, seat)
    with progress_bar("world") as progress:
        chosen: Any = {"utility": utility, "method": method, "racing": racing}
        advice = find_best(view, limit, threads=threads, progress=progress, **chosen)
    if json:
        print_json(advice.to_dict())
        return
    from tricorn.commands.tables import print_advice

    print_advice(advice)
