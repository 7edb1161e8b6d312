"""What own cards thrown away change in the exchange table's figures, fitted to deals on open cards.

`python -m tricorn_analysis.rassi_thrown OUT --deals 600000`
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tricorn.commands.options import Seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAYERS: Final = range(2, 8)  # of eight nobody can change
_BLOCK: Final = 20_000


def rassi_thrown(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The JSON file to write.")],
    deals: Annotated[
        int, typer.Option("--deals", metavar="N", min=1000, help="Deals played for each number of players.")
    ] = 600_000,
    cases: Annotated[int, typer.Option("--cases", metavar="N", min=1, help="Cases that what is left is measured in.")] = 60,
    worlds: Annotated[int, typer.Option("--worlds", metavar="N", min=100, help="Deals of each case.")] = 1500,
    seed: Seed = 0,
) -> None:
    """Throw six cards away (of two to six players in one deal of four, twelve), deal from the others, play on open cards, and
    fit what the penalty is above the table's by least squares.

    Every second deal is thrown away at random; in the others only if the first six cards are worse than a random hand in a
    random seat, as hands are that are thrown away; the rest of these is neither played nor counted. Then what the fit leaves is
    measured, after one, two, and three hands thrown away, which are no part of the fit.
    """
    import json

    import numpy as np

    from tricorn.commands.progress import progress_bar
    from tricorn.commands.write import check_output
    from tricorn.rassi.thrown import GROUPS

    check_output(out)
    size = 13 * GROUPS
    slopes: dict[int, list[list[list[float]]]] = {}
    with progress_bar("deal") as progress:
        for players in PLAYERS:
            rng = np.random.default_rng([seed, players])
            squares, sums = np.zeros((players, size, size)), np.zeros((players, size))
            done = 0
            while done < deals:
                thrown, held, paid = played(rng, players, min(_BLOCK, deals - done))
                for place in range(players):
                    rows, more = terms(players, place, thrown, held[:, place], paid[:, place])
                    squares[place] += rows.T @ rows
                    sums[place] += rows.T @ more
                done += len(thrown)  # what was played, which is fewer
                if progress is not None:
                    progress((players - 2) * deals + done, len(PLAYERS) * deals)
            # the counts of d sum to nothing over the ranks, so one direction of each group is free: the least norm
            fits = [np.linalg.lstsq(squares[place], sums[place], rcond=1e-9)[0] for place in range(players)]
            slopes[players] = [np.round(fit.reshape(GROUPS, 13), 4).tolist() for fit in fits]
    about = {
        "deals": deals,
        "seed": seed,
        "policy": "max^n on open cards, the highest of equally good cards first",
        "residual": residuals(np.random.default_rng([seed, 1]), slopes, cases, worlds),
    }
    rows_text = ",\n".join(f'"{players}": {json.dumps(row)}' for players, row in slopes.items())
    out.write_text(f'{{"about": {json.dumps(about)},\n"slopes": {{\n{rows_text}\n}}}}\n', encoding="utf-8")


def played(
    rng: "np.random.Generator", players: int, deals: int
) -> "tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.float64]]":
    """At most so many deals: cards thrown away by rank [deals, 13], numbers of the hands and penalties [deals, players]."""
    import numpy as np

    from tricorn._rassi_search import Solver
    from tricorn.rassi.exchange_table import chances, multiset_rank, places, shipped

    table, common = shipped().mean[players], chances(np.full(13, 4))
    usual = table.astype(np.float64) @ common
    packs = np.repeat(np.arange(13, dtype=np.uint8), 4)[rng.random((deals, 52)).argsort(axis=1)]
    first = places()[multiset_rank(np.sort(packs[:, :6], axis=1))]
    seats = rng.integers(0, players, deals)
    packs = packs[(table[seats, first] > usual[seats]) | (np.arange(deals) % 2 == 0)]
    solver = Solver(1)
    thrown = np.zeros((len(packs), 13))
    held = np.zeros((len(packs), players), np.int64)
    paid = np.zeros((len(packs), players))
    for number, pack in enumerate(packs):
        size = 12 if number % 4 == 3 and players <= 6 else 6
        thrown[number] = np.bincount(pack[:size], minlength=13)
        hands = np.sort(pack[size : size + 6 * players].reshape(players, 6), axis=1)
        held[number] = places()[multiset_rank(hands)]
        paid[number] = solver.value(hands.tolist(), 0)[0]
    return thrown, held, paid


def terms(
    players: int,
    place: int,
    thrown: "NDArray[np.float64]",
    held: "NDArray[np.int64]",
    paid: "NDArray[np.float64]",
) -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
    """What the slopes multiply, [deals, 39], and what they explain, the penalty above the table's, [deals]."""
    import numpy as np

    from tricorn.rassi.exchange_table import counts, shipped
    from tricorn.rassi.thrown import above, excess

    mean = shipped().mean[players][place][held].astype(np.float64)
    cards = counts()[held]
    d = excess(thrown, cards)
    return np.concatenate([d, d * mean[:, None], d * above(cards)], axis=1), paid - mean


def residuals(
    rng: "np.random.Generator", slopes: dict[int, list[list[list[float]]]], cases: int, worlds: int
) -> dict[str, list[float]]:
    """What is left of penalties above the table's when the effects are taken off, root mean square without the noise of the
    deals: after one, two, three hands thrown away, of a mean over "fresh" hands and of one "hand" that is held."""
    import numpy as np

    found: dict[str, list[float]] = {"fresh": [], "hand": []}
    for changes in (1, 2, 3):
        for kind, row in found.items():
            total = 0.0
            for _ in range(cases):
                players = int(rng.integers(2, (52 - 6 * changes) // 6 + 1))
                place = int(rng.integers(0, players))
                left, noise = gap(rng, players, place, 6 * changes, np.array(slopes[players][place]), worlds, kind == "hand")
                total += left**2 - noise**2
            row.append(round(float(np.sqrt(max(total / cases, 0.0))), 3))
    return found


def gap(
    rng: "np.random.Generator", players: int, place: int, size: int, slopes: "NDArray[np.float64]", worlds: int, one: bool
) -> tuple[float, float]:
    """So many cards thrown away at random, the others dealt again and again, but for the hand of the seat if it is to be `one`:
    what the seat pays above table and effects, and the standard error of that."""
    import numpy as np

    from tricorn._rassi_search import Solver
    from tricorn.rassi.exchange_table import multiset_rank, places

    pack = rng.permutation(np.repeat(np.arange(13, dtype=np.uint8), 4))
    solver, held, paid = Solver(1), np.zeros(worlds, np.int64), np.zeros(worlds)
    for world in range(worlds):
        rest = rng.permutation(pack[size + 6 * one :])
        mine, others = (pack[size : size + 6], rest) if one else (rest[:6], rest[6:])
        rows = others[: 6 * players - 6].reshape(players - 1, 6)
        hands = np.sort(np.concatenate([rows[:place], mine[None], rows[place:]]), axis=1)
        held[world] = places()[multiset_rank(hands[place])]
        vector, _ = solver.value(hands.tolist(), 0)
        assert vector is not None  # no limit
        paid[world] = vector[place]
    thrown = np.tile(np.bincount(pack[:size], minlength=13).astype(np.float64), (worlds, 1))
    multiplied, more = terms(players, place, thrown, held, paid)
    left = more - multiplied @ slopes.ravel()
    return float(left.mean()), float(left.std() / np.sqrt(worlds))


if __name__ == "__main__":
    from tricorn_analysis.alone import run_alone

    run_alone(rassi_thrown)
