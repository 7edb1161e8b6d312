"""`tricorn bench`: fixed positions, with the node count as the signature of the search."""

from typing import Annotated

import typer

from tricorn.commands.options import Json


def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the positions.")] = False,
    json: Json = False,
) -> None:
    """Search fixed positions of all games; the total of nodes is the signature of the search."""
    from tricorn.bench import bench as measured
    from tricorn.bench import totals
    from tricorn.commands.output import console, print_json
    from tricorn.commands.progress import watched

    rows = list(watched(measured(quick), "set"))
    total = totals(rows)
    if json:
        print_json({"rows": [row.to_dict() for row in rows], "quick": quick, **total})
        return
    from tricorn.commands.tables import new_table

    table = new_table("set", "positions", "nodes", "CPU s", "nodes/s", right=("positions", "nodes", "CPU s", "nodes/s"))
    for row in rows:
        speed = row.nodes / row.cpu_s if row.cpu_s else 0.0
        table.add_row(row.name, str(row.positions), f"{row.nodes:,}", f"{row.cpu_s:.2f}", f"{speed:,.0f}")
    out = console()
    out.print(table)
    out.print(f"{total['nodes']} nodes, {total['cpu_s']:.2f} s of CPU")
