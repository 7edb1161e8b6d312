"""Means, intervals, ties and the shares of outcomes, from the value of every action in every world."""

import math
from typing import TYPE_CHECKING, Any

from tricorn.advice import Advice, PlayAdvice
from tricorn.equity import Utility
from tricorn.games import View
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ASSUMES = "all worlds equally likely, whatever the others played by choice; after this play everybody sees all cards"
_ASSUMES_MATCH = "after this deal the chances of the match are those of the equity"
_UNSOLVED = {
    "russi": "solved, or estimated within proven bounds",
    "ruffe": "solved, or played out within proven bounds",
    "rassi": "solved, or played out within proven bounds",
}


def summary(
    view: View,
    game: str,
    actions: tuple[str, ...],
    same: dict[str, tuple[str, ...]],
    found: WorldValues,
    consistent: int | None,
    seed: int,
    match: "NDArray[np.float64] | None",
    utility: Utility,
    safe: dict[str, bool | None],
) -> Advice:
    """Means, intervals, ties and the shares of outcomes from the value of every action in every world."""
    import numpy as np

    values = found.values.astype(np.float64)
    count = len(values)
    less_is_better = game == "rassi"
    solved = int(found.solved.sum())
    every_world = consistent is not None and consistent == 1 and solved == count
    means = values.mean(axis=0)
    errors = np.zeros(len(actions)) if every_world else _stderr(values)
    goal = match if utility == "match" and match is not None else -values if less_is_better else values
    aims = goal.mean(axis=0)
    order = sorted(range(len(actions)), key=lambda i: (-aims[i], _rank_key(actions[i]), i))
    best = order[0]
    t = student(count)
    gaps = goal - goal[:, [best]]
    gap_error = np.zeros(len(actions)) if every_world else _stderr(gaps)
    tied = np.abs(gaps.mean(axis=0)) <= t * gap_error
    tied |= aims == aims[best]
    if count == 1 and not every_world:  # one world says nothing about the others
        tied[:] = True
    least, most = 0, _most(game, view)
    rows = []
    for i in order:
        column = found.values[:, i]
        mean, error = float(means[i]), float(errors[i])
        half = t * error if count > 1 or every_world else math.inf
        win, draw = _won(view, column) if game == "russi" else (None, None)
        last, out = _penalised(view, column) if game == "rassi" else (None, None)
        levels, shares = np.unique(column, return_counts=True)
        rows.append(
            PlayAdvice(
                card=actions[i],
                equals=same[actions[i]],
                mean=mean,
                stderr=error if math.isfinite(error) else None,
                ci=(max(mean - half, least), min(mean + half, most)),
                lo=mean if every_world else float(least),
                hi=mean if every_world else float(most),
                win=win,
                draw=draw,
                last=last,
                out=out,
                dist={int(level): float(share) / count for level, share in zip(levels, shares, strict=True)},
                tied=bool(tied[i]),
                visits=count,
                safe=safe.get(actions[i]),
                match=None if match is None else float(match[:, i].mean()),
            )
        )
    return Advice(
        game=game,
        seat=view.seat,
        unit="penalty" if less_is_better else "tricks",
        plays=tuple(rows),
        worlds=count,
        solved=solved,
        consistent=consistent,
        nodes=found.nodes,
        time_s=0.0,
        seed=seed,
        method="uniform worlds, " + ("each solved" if solved == count else _UNSOLVED[game]),
        assumes=_ASSUMES if match is None else f"{_ASSUMES}; {_ASSUMES_MATCH}",
        utility=utility,
    )


def _stderr(values: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Standard error of the mean of each column; infinite with one row."""
    import numpy as np

    count = len(values)
    if count < 2:
        return np.full(values.shape[1], np.inf)
    error: NDArray[np.float64] = values.std(axis=0, ddof=1) / math.sqrt(count)
    return error


def student(count: int) -> float:
    """The 97.5 % point of Student's t for the mean of `count` values."""
    if count < 2:
        return 1.0
    from scipy.special import stdtrit

    return float(stdtrit(count - 1, 0.975))


def _rank_key(action: str) -> int:
    """The rank of a card's text, low first, so that equal means give away as little as possible."""
    return "23456789TJQKA".find(action[1]) if len(action) == 2 else -1


def _won(view: Any, column: "NDArray[np.int16]") -> tuple[float, float]:
    """Russi: shares of worlds in which the seat takes more than half of all tricks of the deal, and exactly half."""
    total = sum(view.taken) + view.tricks_left
    doubled = 2 * (view.taken[view.seat] + column.astype(int))
    return float((doubled > total).mean()), float((doubled == total).mean())


def _most(game: str, view: Any) -> int:
    """The highest value that a play can have, whatever the cards."""
    if game != "rassi":
        return int(view.tricks_left)
    return 13 * (4 if view.phase != "play" else int(view.multipliers[view.seat]))


def _penalised(view: Any, column: "NDArray[np.int16]") -> tuple[float, float]:
    """Rassi: shares of worlds in which the seat takes the last trick, and in which that puts it out of the match."""
    return float((column > 0).mean()), float((view.scores[view.seat] + column.astype(int) >= view.rules.out_at).mean())
