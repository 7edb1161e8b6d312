"""Means, intervals, ties and the shares of outcomes, from the value of every action in every world."""

import math
from typing import TYPE_CHECKING, Any

from tricorn.advice import Advice, PlayAdvice
from tricorn.equity import Utility
from tricorn.games import View
from tricorn.holdout import held_out, parts_of
from tricorn.plan import Plan
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MANY = 29  # degrees of freedom from which Student's t is expanded
_WORLDS, _WEIGHTED = "uniform worlds", "worlds weighted by what was played"
_ALIKE = "all worlds equally likely, whatever the others played by choice"
_SENSIBLE = "the others chose as a softened `fast` player would"
_DIFFERENCE = "after this play both see all cards and keep the own penalty less the other's low"
_OPEN = "after this play everybody sees all cards"
_BY_SIGHT = "after this play everybody plays like `fast`"
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
    plan: Plan,
    whole: bool,
) -> Advice:
    """Means, intervals, ties and the shares of outcomes from the value of every action in every world.

    `plan`: what worlds were asked for; `whole`: whether these are all worlds there are, each once.
    """
    import numpy as np

    values = found.values.astype(np.float64)
    count = len(values)
    visits = found.visits or (count,) * len(actions)
    less_is_better = game == "rassi"
    solved = int(found.solved.sum())
    every_world = whole and solved == count and found.posterior is None
    shares = None if found.posterior is None else _shares(found.posterior)
    alike = None if found.uniform is None or not plan.weighted else _mean(values, _shares(found.uniform)[:, None])
    effective = count if shares is None else float(1 / (shares**2).sum())
    kinds = parts_of(count, found.kinds)
    fewest = effective if shares is None else min(_effective(shares[part]) for part in kinds)
    parts = None if shares is None else shares[:, None]
    if found.visits is not None:  # a play that was dropped has the mean of the worlds before
        parts = (np.arange(count)[:, None] < np.array(visits)).astype(np.float64)
    means = _mean(values, parts)
    errors = np.zeros(len(actions)) if every_world else _stderr(values, parts, kinds)
    goal = match if utility == "match" and match is not None else -found.aims.astype(np.float64) if less_is_better else values
    aims = _mean(goal, parts)
    differences = None if found.differences is None else _mean(found.differences.astype(np.float64), parts)
    order = sorted(range(len(actions)), key=lambda i: (visits[i] < count, -aims[i], _rank_key(actions[i]), i))
    best = order[0]
    telling = every_world or fewest >= 2  # one world, or as good as one, says nothing about the others
    t = student(fewest)
    gaps = goal - goal[:, [best]]
    gap_error = np.zeros(len(actions)) if every_world else _stderr(gaps, parts, kinds)
    tied = np.abs(_mean(gaps, parts)) <= t * gap_error
    tied |= aims == aims[best]
    tied &= np.array(visits) == count
    if not telling:
        tied[:] = True
    told = None
    if count > 1 and not whole and (telling or not found.kinds):  # over all worlds no luck is left in the choice
        kept = sorted((i for i in order if visits[i] == count), key=lambda i: (_rank_key(actions[i]), i))
        told = held_out(found.values[:, kept].astype(np.float64), np.asarray(goal)[:, kept], shares, found.kinds)
    least, highest = 0, most(game, view)
    rows = []
    for i in order:
        column = found.values[: visits[i], i]
        mean, error = float(means[i]), float(errors[i])
        half = t * error if telling else math.inf
        win, draw = _won(view, column, shares) if game == "russi" else (None, None)
        last, out = _penalised(view, column, shares) if game == "rassi" else (None, None)
        rows.append(
            PlayAdvice(
                card=actions[i],
                equals=same[actions[i]],
                mean=mean,
                stderr=error if math.isfinite(error) else None,
                ci=(max(mean - half, least), min(mean + half, highest)),
                lo=mean if every_world else float(least),
                hi=mean if every_world else float(highest),
                win=win,
                draw=draw,
                last=last,
                out=out,
                dist={int(level): _share(column == level, shares) for level in np.unique(column)},
                tied=bool(tied[i]),
                visits=visits[i],
                safe=safe.get(actions[i]),
                match=None if match is None else _share(match[:, i], shares),
                uniform=None if alike is None else float(alike[i]),
                difference=None if differences is None else float(differences[i]),
            )
        )
    weighted = shares is not None and plan.weighted
    after = _BY_SIGHT if not plan.searched else _OPEN if differences is None else _DIFFERENCE
    how = "played out by `fast`" if not plan.searched else "each solved" if solved == count else _UNSOLVED[game]
    if plan.blended:
        how = f"half of the weight on worlds {_UNSOLVED[game]}, half on worlds played out by `fast`"
        after = f"half of the time {after}, half of the time {_BY_SIGHT}"
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
        method=f"{_WEIGHTED if weighted else _WORLDS}, {how}",
        assumes=f"{_SENSIBLE if weighted else _ALIKE}; {after}"
        + ("" if match is None else f"; {_ASSUMES_MATCH}"),
        utility=utility,
        effective=effective if weighted else None,
        how=plan.how,
        held_out=None if told is None else told[0],
        held_out_stderr=None if told is None else told[1],
    )


def _shares(logs: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Weights that sum to 1, from their logarithms."""
    import numpy as np

    weights = np.exp(logs - logs.max())
    found: NDArray[np.float64] = weights / weights.sum()
    return found


def _mean(values: "NDArray[np.float64]", parts: "NDArray[np.float64] | None") -> "NDArray[np.float64]":
    """Mean of each column over the rows, weighted by the columns of `parts`, one for all or one for each; None: all alike."""
    import numpy as np

    if parts is None:
        plain: NDArray[np.float64] = values.mean(axis=0)
        return plain
    found: NDArray[np.float64] = (parts * values).sum(axis=0) / parts.sum(axis=0)
    return np.clip(found, values.min(axis=0), values.max(axis=0))  # but for the last digit it lies between


def _share(row: Any, shares: "NDArray[np.float64] | None") -> float:
    """Mean of one value for each world: of a condition, the share of worlds in which it holds."""
    return float(row.mean() if shares is None else (shares * row).sum())


def _effective(weights: "NDArray[np.float64]") -> float:
    """Kish's number of worlds of equal weight that tell as much."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _stderr(
    values: "NDArray[np.float64]", parts: "NDArray[np.float64] | None", kinds: "tuple[slice, ...]"
) -> "NDArray[np.float64]":
    """Standard error of the mean of each column, `parts` as in `_mean`; infinite with one row.

    The errors of several kinds of rows, each with its share of the weight, add up as those of independent samples.
    With weights by the delta method for a ratio of sums: the root of the sum of (share * deviation)^2, with the n / (n - 1) of
    a plain mean of n rows.
    """
    import numpy as np

    count = len(values)
    if len(kinds) > 1 and parts is not None:
        whole = parts.sum()
        errors = [parts[part].sum() / whole * _stderr(values[part], parts[part], kinds[:1]) for part in kinds]
        summed: NDArray[np.float64] = np.sqrt(sum(each**2 for each in errors))
        return summed
    if count < 2:
        return np.full(values.shape[1], np.inf)
    if parts is None:
        error: NDArray[np.float64] = values.std(axis=0, ddof=1) / math.sqrt(count)
        return error
    rows = np.count_nonzero(parts, axis=0)
    pulls = parts / parts.sum(axis=0) * (values - _mean(values, parts))
    error = np.sqrt((pulls**2).sum(axis=0) * rows / (rows - 1))
    return error


def student(count: float) -> float:
    """The 97.5 % point of Student's t for the mean of `count` values; a weighted sample counts as so many as it is worth.

    From 30 on by the expansion of Cornish and Fisher (Abramowitz and Stegun 26.7.5), right to 1e-6, so that many worlds do
    without scipy, whose import takes longer than they do.
    """
    if count < 2:
        return 1.0
    n = count - 1
    if n < _MANY:
        from scipy.special import stdtrit

        return float(stdtrit(n, 0.975))
    z = 1.959963984540054
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n**power for power, term in enumerate(terms, 1))


def _rank_key(action: str) -> int:
    """The rank of a card's text, low first, so that equal means give away as little as possible."""
    return "23456789TJQKA".find(action[1]) if len(action) == 2 else -1


def _won(view: Any, column: "NDArray[np.int16]", shares: "NDArray[np.float64] | None") -> tuple[float, float]:
    """Russi: shares of worlds in which the seat takes more than half of all tricks of the deal, and exactly half."""
    total = sum(view.taken) + view.tricks_left
    doubled = 2 * (view.taken[view.seat] + column.astype(int))
    return _share(doubled > total, shares), _share(doubled == total, shares)


def widest(game: str, view: Any) -> int:
    """The widest gap there can be between what two plays are compared by (`WorldValues.aims`) in one world."""
    both = game == "rassi" and view.seats == 2 and view.phase == "play"
    return 13 * sum(view.multipliers) if both else most(game, view)


def most(game: str, view: Any) -> int:
    """The highest value that a play can have, whatever the cards."""
    if game != "rassi":
        return int(view.tricks_left)
    return 13 * (4 if view.phase != "play" else int(view.multipliers[view.seat]))


def _penalised(view: Any, column: "NDArray[np.int16]", shares: "NDArray[np.float64] | None") -> tuple[float, float]:
    """Rassi: shares of worlds in which the seat takes the last trick, and in which that puts it out of the match."""
    out = view.scores[view.seat] + column.astype(int) >= view.rules.out_at
    return _share(column > 0, shares), _share(out, shares)
