"""`tricorn solve`: the exact value of every play, all cards known."""

from typing import Annotated

import typer

from tricorn.commands.options import Json, Nodes, PositionFile, TableMb, TimeS


def solve(
    position: PositionFile,
    nodes: Nodes = None,
    time_s: TimeS = None,
    table_mb: TableMb = None,
    method: Annotated[
        str | None,
        typer.Option("--method", metavar="NAME", help="maxn (default in Rassi) or paranoid (default in Ruffe)."),
    ] = None,
    ties: Annotated[
        str | None,
        typer.Option("--ties", metavar="NAME", help="Of maxn. Rassi: highest (default) or lowest, Ruffe: first or last; both."),
    ] = None,
    goal: Annotated[
        int | None, typer.Option("--goal", metavar="N", help="Russi: ask only whether the side to move still takes N tricks.")
    ] = None,
    json: Json = False,
) -> None:
    """Solve a position with all cards known: a value, or proven bounds, for every legal play, and a best line."""
    from tricorn.commands.output import print_json
    from tricorn.commands.read import limit_of, read_position
    from tricorn.commands.solving import solved, watcher

    given = read_position(position)
    with watcher(given) as progress:
        solution = solved(
            given, limit_of(time_s, nodes), table_mb=table_mb, method=method, ties=ties, goal=goal, progress=progress
        )
    if json:
        print_json(solution.to_dict())
        return
    from tricorn.commands.tables import print_solution

    print_solution(solution)
    if goal is not None:
        answer = "yes" if solution.lo >= goal else "no" if solution.hi < goal else "open"
        print(f"{goal} tricks or more: {answer}")
