"""How the exchange table's open-card figures relate to what hands cost players who don't see each other's cards.

`python -m tricorn_analysis.rassi_calibration OUT --player rule --deals 10000`
"""

from pathlib import Path
from typing import Annotated

import typer

from tricorn.commands.options import Seed


def rassi_calibration(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The JSON file to write.")],
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Who plays all seats.")] = "rule",
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=100, help="Deals for each number of players.")] = 10_000,
    seed: Seed = 0,
) -> None:
    """Play deals without exchange between copies of one player; fit the penalty paid, and the last trick taken, as a
    straight line in the table's figure, for each number of players and seat."""
    import json

    import numpy as np

    from tricorn import rassi
    from tricorn.commands.progress import progress_bar
    from tricorn.players import parse_player
    from tricorn.rassi.exchange_table import PLAYERS, hand_number, shipped

    who, table = parse_player(player), shipped()
    lines: dict[int, list[dict[str, list[float]]]] = {}
    with progress_bar("deal") as progress:
        for players in PLAYERS:
            held = np.zeros((deals, players), np.int64)
            paid = np.zeros((deals, players))
            for number in range(deals):
                position = rassi.deal(seed + number, players, dealer=players - 1)
                while position.phase != "play" and position.to_move is not None:
                    position = position.play("keep")
                held[number] = [hand_number(hand) for hand in position.hands]
                while position.to_move is not None:
                    actions = position.legal()
                    view = position.view(position.to_move)
                    position = position.play(actions[0] if len(actions) == 1 else who.choose(view, seed + number))
                result = position.result()
                assert result is not None
                paid[number] = result.points
                if progress is not None and number % 100 == 99:
                    progress((players - 2) * deals + number + 1, len(PLAYERS) * deals)
            lines[players] = []
            for seat in range(players):
                fits = {}
                for name, told, seen in (
                    ("mean", table.mean[players][seat][held[:, seat]], paid[:, seat]),
                    ("last", table.last[players][seat][held[:, seat]], (paid[:, seat] > 0).astype(float)),
                ):
                    slope, start = np.polyfit(told, seen, 1)
                    fits[name] = [round(float(start), 4), round(float(slope), 4)]
                lines[players].append(fits)
    about = {"player": player, "deals": deals, "seed": seed, "table": table.about["deals"]}
    rows = ",\n".join(f'"{players}": {json.dumps(row)}' for players, row in lines.items())
    out.write_text(f'{{"about": {json.dumps(about)},\n"lines": {{\n{rows}\n}}}}\n', encoding="utf-8")


if __name__ == "__main__":
    typer.run(rassi_calibration)
