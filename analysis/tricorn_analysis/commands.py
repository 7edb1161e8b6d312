"""Commands of the command line that live here; `tricorn` finds them under the entry-point group `tricorn.commands`."""

from typing import TYPE_CHECKING

from tricorn.commands.options import Json, Nodes, PositionFile, TimeS

if TYPE_CHECKING:
    from tricorn_analysis.review import Review


def review(deal: PositionFile, nodes: Nodes = None, time_s: TimeS = None, json: Json = False) -> None:
    """Review a recorded deal card by card: open-card value before and after each play, regret, totals per player.

    --nodes and --time-s limit the search of each play. Where that does not suffice, as in the first half of a deal of
    Russi, proven bounds stand in for values.
    """
    from tricorn.commands.output import print_json
    from tricorn.commands.progress import progress_bar
    from tricorn.commands.read import limit_of, read_position
    from tricorn_analysis.review import review as reviewed

    limit = limit_of(time_s, nodes) if nodes or time_s else None
    position = read_position(deal)
    with progress_bar("play") as progress:
        found = reviewed(position, limit, progress=progress)
    if json:
        print_json(found.to_dict())
        return
    _print(found)


def _print(review: "Review") -> None:
    from tricorn.commands.output import console
    from tricorn.commands.tables import bounds, new_table

    out = console()
    what = "penalty, less is better" if review.unit == "penalty" else "tricks still to be won"
    whose = "side of the seat to move" if review.game == "ruffe" else "seat to move"
    out.print(f"{review.game}: {what}, for the {whose}; all cards known")
    right = ("", "seat", "before", "after", "regret")
    table = new_table("", "seat", "play", "before", "after", "regret", "best", right=right)
    for row in review.plays:
        values = ["", "", ""]
        if row.before is not None and row.after is not None and row.regret is not None:
            values = [bounds(*row.before), bounds(*row.after), bounds(*row.regret) if row.regret != (0, 0) else ""]
        best = row.best if row.best is not None and row.best != row.action else ""
        table.add_row(str(row.number), str(row.seat), row.action, *values, best)
    out.print(table)
    totals = ", ".join(f"seat {seat}: {bounds(*total)}" for seat, total in enumerate(review.totals))
    out.print(f"regret in all: {totals}")
    note = "every value exact" if review.exact else "a..b: proven bounds"
    out.print(f"{note}; {review.nodes:,} nodes")
