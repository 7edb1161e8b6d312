"""`tricorn verify`: golden files checked against the exact search."""

from typing import Annotated

import typer

from tricorn.commands.options import Json, TableMb


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Golden files; - for standard input.")],
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=1, help="The first N of each file.")] = None,
    table_mb: TableMb = None,
    json: Json = False,
) -> None:
    """Solve every position of golden files and compare every value; nothing is skipped silently.

    The last line says `N positions, M wrong`. Exit status 0 if all agree, 1 if any is wrong, 2 if a line is malformed
    (said with file and line number) or a file is empty.
    """
    from tricorn.commands.output import print_json
    from tricorn.commands.progress import watched
    from tricorn.commands.read import MOST_GOLDEN_BYTES, read_text
    from tricorn.golden import read_cases
    from tricorn.verify import verify as verified

    texts = [(name, read_text(name, MOST_GOLDEN_BYTES)) for name in files]
    # every line is read before the first is solved, so that a malformed one is said at once
    cases = [case for name, text in texts for case in read_cases(name, text, limit)]
    wrong = values = nodes = 0
    mistakes = []
    for checked in watched(verified(cases, table_mb=table_mb), "position", len(cases)):
        values += checked.values
        nodes += checked.nodes
        if checked.mistakes:
            wrong += 1
            mistakes.append(checked.to_dict())
            if not json:
                print(f"{checked.where}: {checked.id}: {'; '.join(checked.mistakes)}")
    if json:
        print_json(
            {"positions": len(cases), "wrong": wrong, "values": values, "nodes": nodes, "mistakes": mistakes}
        )
    else:
        print(f"{values:,} values compared, {nodes:,} nodes")
        print(f"{len(cases)} positions, {wrong} wrong")
    if wrong:
        raise typer.Exit(1)
