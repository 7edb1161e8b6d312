"""Arguments and options that several commands share."""

from typing import Annotated

import typer

File = Annotated[str, typer.Argument(metavar="FILE", help="A position or view as JSON; - for standard input.")]
PositionFile = Annotated[str, typer.Argument(metavar="POSITION", help="A position as JSON; - for standard input.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]
Nodes = Annotated[int | None, typer.Option("--nodes", metavar="N", help="Stop after N positions visited.")]
TimeS = Annotated[float | None, typer.Option("--time-s", metavar="SECONDS", help="Stop after this many seconds.")]
TableMb = Annotated[int | None, typer.Option("--table-mb", metavar="MB", min=1, max=1 << 16, help="Size of the table.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, max=2**64 - 1, help="Seed of the random numbers.")]
Seat = Annotated[int | None, typer.Option("--seat", metavar="K", help="Seat, from 0; the seat to move if left out.")]
