"""Who pays how much in a deal of Rassi, counted over self-play: what match equity is worked out from.

`python -m tricorn_analysis.rassi_outcomes OUT --player rule --deals 10000`
"""

from pathlib import Path
from typing import Annotated

import typer

from tricorn.commands.options import Seed


def rassi_outcomes(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The JSON file to write.")],
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Who plays all seats.")] = "rule",
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="Deals for each number of players.")] = 10_000,
    seed: Seed = 0,
) -> None:
    """Play deals between copies of one player and write how often each seat pays each number of points."""
    import json

    from tricorn import rassi
    from tricorn.commands.progress import progress_bar
    from tricorn.commands.write import check_output
    from tricorn.players import parse_player

    check_output(out)
    who = parse_player(player)
    counts: dict[int, list[dict[int, int]]] = {}
    with progress_bar("deal") as progress:
        for players in range(2, 10):
            # by place, counted from the dealer's left: points, and how many deals they were paid in
            paid: list[dict[int, int]] = [{} for _ in range(players)]
            for number in range(deals):
                position = rassi.deal(seed + number, players, dealer=players - 1)
                while position.to_move is not None:
                    actions = position.legal()
                    view = position.view(position.to_move)
                    position = position.play(actions[0] if len(actions) == 1 else who.choose(view, seed + number))
                result = position.result()
                assert result is not None
                for place, points in enumerate(result.points):
                    if points:
                        paid[place][points] = paid[place].get(points, 0) + 1
                if progress is not None and number % 100 == 99:
                    progress((players - 2) * deals + number + 1, 8 * deals)
            counts[players] = [dict(sorted(row.items())) for row in paid]
    about = {"player": player, "deals": deals, "seed": seed, "rules": "default; two jokers with nine players only"}
    rows = ",\n".join(f'"{players}": {json.dumps(row)}' for players, row in counts.items())
    out.write_text(f'{{"about": {json.dumps(about)},\n"paid": {{\n{rows}\n}}}}\n', encoding="utf-8")


if __name__ == "__main__":
    from tricorn_analysis.alone import run_alone

    run_alone(rassi_outcomes)
