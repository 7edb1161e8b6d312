"""Fits the weights of the policy `fast` by self-play: `python -m tricorn_analysis.fit_fast GAME`.

In each round all seats play deals by the weights of the round before (in the first round at random) and at a part of their
decisions every legal card is tried: played in the deal as it lies, the deal then played out by the policy, each seat by its
own sight. The new weights w maximise the mean over decisions of

    sum over cards of p(card) * result(card),    p = softmax of w . features / temperature,

the result expected of a softened policy, less a small penalty on w; L-BFGS from scipy does it. A result is that of one deal,
so noisy, but the sum is linear in it and no card is preferred for luck. A round's weights are kept if they win the match
against the best before them. Last, the weights become whole numbers.
"""

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from tricorn import games
from tricorn._fast import Policy
from tricorn._selfplay import decisions, duel

FEATURES: Final = 17
CONTEXTS: Final = {"russi": 4, "ruffe": 8, "rassi": 10}
SEATS: Final = {"russi": (2,), "ruffe": (4,), "rassi": (2, 3, 4, 5, 6)}
_SCALE: Final = 1000  # a whole weight for a weight of 1
_PENALTY: Final = 1e-4

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: decisions fitted, result expected before and after the fit, and the match against the best so far."""

    decisions: int
    before: float
    after: float
    mean: float
    stderr: float
    kept: bool


@dataclass(frozen=True, slots=True)
class Sample:
    """Decisions of self-play: rows of scaled features at the place of their context, row starts, results less their mean."""

    columns: NDArray[np.intp]
    features: Floats
    starts: NDArray[np.intp]
    group: NDArray[np.intp]
    values: Floats


def sample(game: str, policy: Policy | None, seed: int, first: int, count: int) -> Sample:
    """About `count` decisions of deals `first` onward of the stream `seed`."""
    kind, tables = games.NAMES.index(game), SEATS[game]
    parts = []
    for seats in tables:
        wanted = count // len(tables)
        rows = wanted * 14
        features = np.zeros((rows, FEATURES), np.int16)
        context, group = np.zeros(rows, np.int32), np.zeros(rows, np.int32)
        values = np.zeros(rows, np.int16)
        deals = max(1, wanted * 4 // {"russi": 40, "ruffe": 36, "rassi": 4 * seats}[game])
        filled, _ = decisions(kind, policy, seed, first + 10_000_000 * seats, deals, features, context, group, values, seats, 4)
        parts.append((features[:filled], context[:filled], group[:filled], values[:filled]))
    starts, at, total = [], 0, 0
    groups = []
    for _, _, group, _ in parts:
        edges = np.flatnonzero(np.diff(group, prepend=-1))
        starts.append(edges + at)
        groups.append(group + total)
        at += len(group)
        total += len(edges)
    group_all = np.concatenate(groups)
    values_all = np.concatenate([part[3] for part in parts]).astype(np.float64)
    start = np.concatenate(starts)
    means = np.add.reduceat(values_all, start) / np.bincount(group_all)
    return Sample(
        np.concatenate([part[1] for part in parts]).astype(np.intp),
        np.concatenate([part[0] for part in parts]).astype(np.float64),
        start,
        group_all.astype(np.intp),
        values_all - means[group_all],
    )


def expected(weights: Floats, found: Sample) -> tuple[float, Floats]:
    """The mean result that the softened policy expects, and its gradient; weights: float64 [contexts, FEATURES]."""
    score = np.einsum("rf,rf->r", found.features, weights[found.columns])
    score -= np.maximum.reduceat(score, found.starts)[found.group]
    share = np.exp(score)
    share /= np.add.reduceat(share, found.starts)[found.group]
    gain = np.add.reduceat(share * found.values, found.starts)
    slope = share * (found.values - gain[found.group])
    count = len(found.starts)
    gradient = np.zeros_like(weights)
    for context in range(len(weights)):
        rows = found.columns == context
        gradient[context] = slope[rows] @ found.features[rows]
    return float(gain.mean()), gradient / count


def fit(found: Sample, start: Floats, steps: int) -> Floats:
    """The weights that maximise `expected` less the penalty, searched from `start`."""
    spread = np.ones_like(start)
    for context in range(len(start)):
        rows = found.features[found.columns == context]
        if len(rows):
            spread[context] = np.maximum(rows.std(axis=0), 1e-3 + np.abs(rows).mean(axis=0) / 10)

    def loss(flat: Floats) -> tuple[float, Floats]:
        scaled = flat.reshape(start.shape)
        value, gradient = expected(scaled / spread, found)
        return -value + _PENALTY * float(flat @ flat), (-gradient / spread).ravel() + 2 * _PENALTY * flat

    done = minimize(loss, (start * spread).ravel(), jac=True, method="L-BFGS-B", options={"maxiter": steps})
    fitted: Floats = done.x.reshape(start.shape) / spread
    return fitted


def whole(weights: Floats) -> tuple[int, ...]:
    """The weights as whole numbers, context after context."""
    return tuple(int(number) for number in np.rint(weights * _SCALE).ravel())


def compare(game: str, ours: Policy | None, theirs: Policy | None, seed: int, deals: int) -> tuple[float, float]:
    """Mean and standard error of the score of `ours` against `theirs` over duplicate deals, over all numbers of seats."""
    kind = games.NAMES.index(game)
    scores = []
    for seats in SEATS[game]:
        row = np.zeros(deals // len(SEATS[game]))
        duel(kind, ours, theirs, seed, 10_000_000 * seats, row, seats)
        scores.append(row)
    joined = np.concatenate(scores)
    return float(joined.mean()), float(joined.std(ddof=1) / np.sqrt(len(joined)))


def fit_fast(
    game: str, *, rounds: int = 4, count: int = 60_000, steps: int = 60, deals: int = 20_000, seed: int = 1, verbose: bool = False
) -> tuple[tuple[int, ...], dict[str, Any]]:
    """The whole weights of a game and how they came about (see the head of this module)."""
    weights = np.zeros((CONTEXTS[game], FEATURES))
    best: Policy | None = None
    kept: tuple[int, ...] = ()
    report = []
    for number in range(rounds):
        found = sample(game, best, seed, 1_000_000 * number, count)
        before = expected(weights, found)[0]
        fitted = fit(found, weights, steps)
        after = expected(fitted, found)[0]
        candidate = Policy(game, whole(fitted))
        mean, error = compare(game, candidate, best, seed + number, deals)
        better = mean > 0
        if better:
            weights, best, kept = fitted, candidate, whole(fitted)
        report.append(Round(len(found.starts), before, after, mean, error, better))
        if verbose:
            print(f"round {number + 1}: {report[-1]}", file=sys.stderr)
    against = compare(game, best, None, seed + 1000, deals)
    provenance = {
        "command": f"python -m tricorn_analysis.fit_fast {game} --rounds {rounds} --decisions {count} --steps {steps} "
        f"--deals {deals} --seed {seed}",
        "against_random": {"mean": round(against[0], 3), "stderr": round(against[1], 3), "deals": deals},
        "rounds": [
            {name: round(item, 4) if isinstance(item, float) else item for name, item in asdict(row).items()} for row in report
        ],
    }
    return kept, provenance


def write(path: Path, game: str, weights: tuple[int, ...], provenance: dict[str, Any]) -> None:
    """Replaces the weights of one game in the module `tricorn.fast_weights`."""
    from tricorn import fast_weights

    table = {**fast_weights.WEIGHTS, game: weights}
    origin = {**fast_weights.PROVENANCE, game: provenance}
    lines = [
        '"""Weights of the policy `fast`, written by `python -m tricorn_analysis.fit_fast GAME --write`."""',
        "",
        "from typing import Any, Final",
        "",
        "WEIGHTS: Final[dict[str, tuple[int, ...]]] = {",
    ]
    for name, numbers in table.items():
        lines.append(f'    "{name}": (')
        for at in range(0, len(numbers), FEATURES):
            lines.append("        " + ", ".join(map(str, numbers[at : at + FEATURES])) + ",")
        lines.append("    ),")
    lines += ["}", '"""By game FEATURES numbers for each context, context after context (`ext/tricorn/_fast.pyx`)."""', ""]
    lines.append("PROVENANCE: Final[dict[str, dict[str, Any]]] = {")
    for name, data in origin.items():
        lines.append(f'    "{name}": {{')
        for key, value in data.items():
            if isinstance(value, list):
                rows = [f"            {_python(row)}," for row in value]
                lines += [f'        "{key}": [', *rows, "        ],"]
            else:
                lines.append(f'        "{key}": {_python(value)},')
        lines.append("    },")
    lines += ["}", '"""By game the command that fitted the weights, and what it saw: matches in tricks or points a deal."""', ""]
    path.write_text("\n".join(lines), encoding="utf-8")


def _python(value: Any) -> str:
    return json.dumps(value).replace("true", "True").replace("false", "False")


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--decisions", type=int, default=60_000, help="fitted in each round")
    parser.add_argument("--steps", type=int, default=60, help="of L-BFGS in each round")
    parser.add_argument("--deals", type=int, default=20_000, help="of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="put the weights into tricorn/fast_weights.py")
    args = parser.parse_args()
    weights, provenance = fit_fast(
        args.game, rounds=args.rounds, count=args.decisions, steps=args.steps, deals=args.deals, seed=args.seed, verbose=True
    )
    if args.write:
        from tricorn import fast_weights

        write(Path(fast_weights.__file__), args.game, weights, provenance)
    print(json.dumps({"weights": weights, "provenance": provenance}))


if __name__ == "__main__":
    main()
