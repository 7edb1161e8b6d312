"""How the exchange table's open-card figures relate to what hands cost players who don't see each other's cards.

`python -m tricorn_analysis.rassi_calibration OUT --players 4 --deals 4000`
"""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from tricorn.commands.options import Seed

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from tricorn.players import Player

_KNOTS: Final = (0.0, 0.3, 0.55, 0.8, 0.95, 1.0)  # shares of all hands that lie below a knot
_APART: Final = 0.02  # least distance of two knots
_ROUNDS: Final = 8  # of least squares, each about the answer of the one before
_BENT: Final = {"mean": 0.5, "last": 0.05}  # how far a curve is expected to leave the line of the piece before
_ROUGH: Final = {"mean": 0.3, "last": 0.03}  # and what a rank adds, the line through its neighbours
NAMES: Final = ("mean", "last")


def rassi_calibration(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The JSON file to write; other numbers of players stay in it.")],
    players: Annotated[list[int] | None, typer.Option("--players", metavar="N", help="Number of players; again for more.")] = None,
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Who plays all seats.")] = "uniform:worlds=16",
    deals: Annotated[int, typer.Option("--deals", metavar="D", min=100, help="Deals for each number of players.")] = 4000,
    second: Annotated[str, typer.Option("--second", metavar="NAME", help="Who shows how far the fit can be trusted.")] = "rule",
    second_deals: Annotated[int, typer.Option("--second-deals", metavar="D", min=100, help="The deals of that one.")] = 3000,
    seed: Seed = 0,
) -> None:
    """Play deals without exchange between copies of one player, and fit the penalty paid and the last trick taken: for each
    seat a rising curve in the table's figure, and for all seats together what the ranks held add."""
    import json

    from tricorn.commands.progress import progress_bar
    from tricorn.commands.write import check_output
    from tricorn.errors import TricornError
    from tricorn.players import parse_player
    from tricorn.rassi.exchange_table import PLAYERS, shipped

    check_output(out)
    numbers = list(players or PLAYERS)
    if wrong := [number for number in numbers if number not in PLAYERS]:
        raise TricornError(f"{wrong[0]} players: the exchange table is for 2 to 8")
    who, other = parse_player(player), parse_player(second)
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {"about": {}, "players": {}}
    with progress_bar("deal") as progress:
        whole = deals + second_deals
        for at, number in enumerate(numbers):

            def tell(done: int, before: int) -> None:
                if progress is not None:
                    progress(before + done, whole * len(numbers))

            first = played(who, number, deals, seed, partial(tell, before=at * whole))
            check = played(other, number, second_deals, seed, partial(tell, before=at * whole + deals))
            found["players"][str(number)] = calibrated(number, first, check)
            found["about"][str(number)] = {
                "player": player,
                "deals": deals,
                "second": second,
                "second_deals": second_deals,
                "seed": seed,
                "table": shipped().about["deals"][str(number)],
            }
    rows = ",\n".join(f'"{n}": {json.dumps(found["players"][n])}' for n in sorted(found["players"]))
    about = dict(sorted(found["about"].items()))
    out.write_text(f'{{"about": {json.dumps(about)},\n"players": {{\n{rows}\n}}}}\n', encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Played:
    """Deals of self-play without exchange. `held`: numbers of the hands, [deals, players]; `paid`: the penalties."""

    held: "NDArray[np.int64]"
    paid: "NDArray[np.float64]"


def played(who: "Player", players: int, deals: int, seed: int, tell: "Callable[[int], None] | None" = None) -> Played:
    """So many deals; seat 0 leads."""
    import numpy as np

    from tricorn import rassi
    from tricorn.rassi.exchange_table import hand_number

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
        if tell is not None and number % 100 == 99:
            tell(number + 1)
    return Played(held, paid)


@dataclass(frozen=True, slots=True)
class Fit:
    """One figure of one number of players.

    Attributes:
        name: "mean" or "last".
        knots: [players, knots] where the pieces of the curves meet, and
        values: the curves there.
        ranks: what a card of each rank adds, [13], 0 in the mean over the ranks.
        covariance: of values (in a row) and ranks.
        noise: variance of what is left.
    """

    name: str
    knots: "NDArray[np.float64]"
    values: "NDArray[np.float64]"
    ranks: "NDArray[np.float64]"
    covariance: "NDArray[np.float64]"
    noise: float

    def of_hands(self, place: int, told: "NDArray[np.float64]") -> "tuple[NDArray[np.float64], NDArray[np.float64]]":
        """The figure of all 18,395 hands from that on open cards; and how it goes up with each term, [hands, terms]."""
        import numpy as np

        from tricorn.rassi.exchange_table import counts
        from tricorn.rassi.hidden import bent, steepness

        size = len(self.knots[0])
        terms = np.zeros((len(told), self.knots.size + 13))
        terms[:, place * size : (place + 1) * size] = hats(told, self.knots[place])
        terms[:, self.knots.size :] = counts()
        sums = (terms * np.concatenate([self.values.ravel(), self.ranks])).sum(axis=1)
        return bent(sums, self.name), terms * steepness(sums, self.name)[:, None]


def hats(told: "NDArray[np.float64]", knots: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """What each knot has in a point between knots, [points, knots]."""
    import numpy as np

    return np.stack([np.interp(told, knots, one) for one in np.eye(len(knots))], axis=1)


def table_of(players: int, name: str) -> "NDArray[np.float64]":
    """The figure on open cards, [players, hands]."""
    import numpy as np

    from tricorn.rassi.exchange_table import shipped

    table = shipped()
    return (table.mean if name == "mean" else table.last)[players].astype(np.float64)


def fitted(players: int, deals: Played, name: str) -> Fit:
    """Least squares, the curves held to rising. The covariance is that without this condition, so somewhat too large."""
    from itertools import pairwise

    import numpy as np
    from scipy.optimize import lsq_linear

    from tricorn.rassi.exchange_table import chances, counts
    from tricorn.rassi.hidden import bent, steepness

    table, common = table_of(players, name), chances(np.full(13, 4))
    sought = deals.paid if name == "mean" else (deals.paid > 0).astype(np.float64)
    count, size = len(sought), len(_KNOTS)
    width = players * size + 13
    knots = np.zeros((players, size))
    rows = np.zeros((players * count, width))
    usual = float(sought.std())  # of one deal; what is expected beforehand counts as much as it is sure
    holds = np.zeros((players * (size - 2) + 11 + 1, width))
    for place in range(players):
        order = np.argsort(table[place])
        below = common[order].cumsum()
        at = np.minimum(np.searchsorted(below, _KNOTS), len(order) - 1)
        knots[place] = np.maximum(table[place][order][at], (_APART if name == "mean" else _APART / 10) * np.arange(size))
        knots[place] = np.maximum.accumulate(knots[place] + 1e-6 * np.arange(size))
        part = slice(place * size, (place + 1) * size)
        rows[place * count : (place + 1) * count, part] = hats(table[place][deals.held[:, place]], knots[place])
        rows[place * count : (place + 1) * count, -13:] = counts()[deals.held[:, place]]
        apart = np.diff(knots[place])
        for k, (one, two) in enumerate(pairwise(apart)):
            row = place * (size - 2) + k
            holds[row, part][k : k + 3] = np.array([1 / one, -1 / one - 1 / two, 1 / two]) * min(one, two) * usual / _BENT[name]
    for rank in range(11):
        holds[rank - 12, width - 13 + rank :][:3] = np.array([1.0, -2.0, 1.0]) * usual / _ROUGH[name]
    holds[-1, -13:] = 1.0  # six cards: what all ranks add alike is one with the curves
    sought = sought.T.ravel()
    rises = np.eye(width)
    for place in range(players):
        part = slice(place * size, (place + 1) * size)
        rises[part, part] = np.tril(np.ones((size, size)))  # a value is the first one and all rises up to it
    free = np.full(width, -np.inf)
    free[: players * size] = np.where(np.arange(players * size) % size == 0, -np.inf, 0)
    answer = np.concatenate([np.ones(players * size), np.zeros(13)])
    for _ in range(_ROUNDS):
        sums = rows @ answer
        steep = steepness(sums, name)
        whole = np.concatenate([rows * steep[:, None], holds])
        target = np.concatenate([sought - bent(sums, name) + steep * sums, np.zeros(len(holds))])
        # the sums alone: 70 numbers instead of thousands of deals
        square, side = (whole @ rises).T @ (whole @ rises), (whole @ rises).T @ target
        root = np.linalg.cholesky(square + 1e-9 * np.trace(square) / width * np.eye(width))
        answer = rises @ lsq_linear(root.T, np.linalg.solve(root, side), bounds=(free, np.inf), method="bvls").x
    left = sought - bent(rows @ answer, name)
    inverse = np.linalg.inv(whole.T @ whole)
    covariance = inverse @ ((whole[: len(rows)] * left[:, None] ** 2).T @ whole[: len(rows)]) @ inverse
    values, ranks = answer[:-13].reshape(players, size), answer[-13:]
    # of all ranks alike, six cards: into the curves
    return Fit(
        name, knots, values + 6 * ranks.mean(), ranks - ranks.mean(), covariance, float((left**2).sum() / (len(rows) - width))
    )


def calibrated(players: int, first: Played, second: Played) -> dict[str, Any]:
    """The fits of one number of players as `data/calibration.json` holds them."""
    import numpy as np

    from tricorn.rassi.exchange_table import chances

    fits = {name: fitted(players, first, name) for name in NAMES}
    other = fitted(players, second, "mean")
    common = chances(np.full(13, 4))
    levels, apart, size = [], [], 0.0
    for place, told in enumerate(table_of(players, "mean")):
        ours, terms = fits["mean"].of_hands(place, told)
        theirs, _ = other.of_hands(place, told)
        all_terms = common @ terms
        errors = [float(all_terms @ fit.covariance @ all_terms) for fit in (fits["mean"], other)]
        mean, ratio = float(common @ ours), float(common @ ours) / float(common @ theirs)
        levels.append((max((1 - 1 / ratio) ** 2 - sum(errors) / mean**2, 0.0), errors[0] / mean**2))
        # what is left from hand to hand when both are of one level: own error, and the difference beyond both errors
        own, his = (np.einsum("ij,jk,ik->i", terms, fit.covariance, terms) for fit in (fits["mean"], other))
        differ = float(common @ ((ours - ratio * theirs) ** 2 - own - ratio**2 * his))
        apart.append(max(differ, 0.0) + float(common @ own))
        size += mean
    return {
        "level": round(float(np.sqrt(np.mean([a + b for a, b in levels]))), 4),
        "scatter": round(float(np.sqrt(sum(apart) / size)), 4),
        "ranks": {name: np.round(fits[name].ranks, 4).tolist() for name in NAMES},
        "places": [
            {name: [np.round(part[place], 4).tolist() for part in (fits[name].knots, fits[name].values)] for name in NAMES}
            for place in range(players)
        ],
    }


if __name__ == "__main__":
    from tricorn_analysis.alone import run_alone

    run_alone(rassi_calibration)
