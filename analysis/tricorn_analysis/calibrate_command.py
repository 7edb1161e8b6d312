"""`tricorn calibrate`: predicted against realised."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tricorn.commands.options import Json, Seed

if TYPE_CHECKING:
    from tricorn_analysis.calibration import Calibration


def calibrate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="russi, ruffe or rassi.")],
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=2, help="Deals to play out.")] = 100,
    worlds: Annotated[int, typer.Option("--worlds", metavar="N", min=1, help="Worlds of each prediction.")] = 30,
    opponent: Annotated[str, typer.Option("--opponent", metavar="NAME", help="self, or a player such as rule.")] = "self",
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Who plays and predicts.")] = "default",
    seed: Seed = 0,
    seats: Annotated[int, typer.Option("--seats", metavar="N", min=2, max=9, help="Rassi: players at the table.")] = 4,
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE", help="JSON Lines; a study that was cut goes on.")] = None,
    processes: Annotated[int, typer.Option("--processes", metavar="N", min=1, help="Processes to play on.")] = 1,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="PNG", help="Draw it (needs the extra `plot`).")] = None,
    json: Json = False,
) -> None:
    """Do the expectations come true? Every free choice of self-play (or against --opponent), predicted and realised."""
    from concurrent.futures import ProcessPoolExecutor
    from contextlib import nullcontext

    from tricorn.commands.output import print_json
    from tricorn.commands.progress import progress_bar
    from tricorn_analysis.calibration import Study, calibrate

    study = Study(game, seed, worlds, opponent, (("players", seats),) if game == "rassi" else (), player)
    with ProcessPoolExecutor(processes) if processes > 1 else nullcontext() as executor, progress_bar("deal") as progress:
        found = calibrate(study, deals, log=log, executor=executor, progress=progress)
    if plot is not None:
        from tricorn_analysis.calibration_plot import draw

        draw(found, plot)
    if json:
        print_json(found.to_dict())
    else:
        _print(found)


def _print(found: "Calibration") -> None:
    from tricorn.commands.output import console
    from tricorn.commands.tables import new_table

    out = console()
    unit = "points" if found.study.game == "rassi" else "tricks"
    who = f"player: {found.study.player}, opponent: {found.study.opponent}"
    out.print(f"{found.study.game}: {found.decisions:,} predictions in {found.deals:,} deals, {who}")
    table = new_table("", "value", "upper 95 %", right=("value", "upper 95 %"))
    table.add_row(f"bias ({unit}, predicted less came)", f"{found.bias.value:+.3f}", f"{found.bias.upper:.3f}")
    if found.corrected_bias is not None:
        table.add_row("bias, corrected", f"{found.corrected_bias.value:+.3f}", f"{found.corrected_bias.upper:.3f}")
    if found.corrected_ece is not None:
        table.add_row("calibration error, corrected", f"{found.corrected_ece.value:.3f}", f"{found.corrected_ece.upper:.3f}")
    table.add_row("slope", f"{found.slope.value:.3f}", f"{found.slope.upper:.3f}")
    if found.ece is not None:
        what = "P(last trick)" if found.study.game == "rassi" else "P(win)"
        table.add_row(f"calibration error of {what}", f"{found.ece.value:.4f}", f"{found.ece.upper:.4f}")
    out.print(table)
    if found.inside is not None:
        out.print(f"within the range made to hold four outcomes in five: {found.inside:.1%}")
    if found.brier is not None:
        out.print(
            f"Brier {found.brier:.4f} = reliability {found.reliability:.4f} - resolution {found.resolution:.4f} "
            f"+ uncertainty {found.uncertainty:.4f}, up to the spread within bins"
        )
    table = new_table("tenth by prediction", "predicted", "came", right=("tenth by prediction", "predicted", "came"))
    for number, (told, came) in enumerate(found.tenths, 1):
        table.add_row(str(number), f"{told:.2f}", f"{came:.2f}")
    out.print(table)
    out.print("bias by quarter of the deal: " + ", ".join(f"{bias:+.3f}" for _, bias in found.by_trick))
