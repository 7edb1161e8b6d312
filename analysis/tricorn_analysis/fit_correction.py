"""Fits what expectations are worth, from the logs of `tricorn calibrate`.

    tricorn calibrate russi --deals 400 --seed 3000000 --log russi.jsonl
    python -m tricorn_analysis.fit_correction russi.jsonl ruffe.jsonl rassi.jsonl --write

For each game, each way that worlds were valued and each of four stages of the deal: a least-squares line from predicted to
realised means, how far what came lay from it, and a logistic line from the predicted log-odds of the chance to what happened.
Every fourth deal is held out; of these are the errors printed, as they were and corrected. A line that does not tell better than
none what came in the deals held out is left out.
"""

import argparse
import json
from pathlib import Path
from pprint import pformat
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from tricorn.correction import Correction, variant_of
from tricorn.correction_fit import FITS, PROVENANCE, Stage
from tricorn.games import load

STAGES = {"russi": ((21, 26), (15, 20), (9, 14), (1, 8)), "ruffe": ((10, 12), (7, 9), (4, 6), (1, 3))}
STAGES["rassi"] = ((6, 6), (5, 5), (4, 4), (1, 3))
_PLAYS = {"russi": (26, 2), "ruffe": (12, 4), "rassi": (6, 4)}  # tricks of a deal, cards of a trick
_HELD_OUT = 4
_AS_IT_IS = (0.0, 1.0)  # the line that corrects nothing
_FEWEST = 30  # decisions held out, without which a stage is left uncorrected

Floats = NDArray[np.float64]


def line(x: Floats, y: Floats) -> tuple[float, float]:
    """The least-squares line y = a + b x."""
    slope = float(np.cov(x, y, bias=True)[0, 1] / max(x.var(), 1e-9))
    return round(float(y.mean() - slope * x.mean()), 3), round(slope, 3)


def logistic(p: Floats, hit: Floats) -> tuple[float, float]:
    """(c, d) of the likeliest P(hit) = logistic(c + d log-odds(p))."""
    p = np.clip(p, 1e-3, 1 - 1e-3)
    odds = np.log(p / (1 - p))

    def loss(w: Floats) -> float:
        return float(np.mean(np.logaddexp(0, -(2 * hit - 1) * (w[0] + w[1] * odds))))

    found = minimize(loss, np.array([0.0, 1.0]), method="BFGS")
    return round(float(found.x[0]), 3), round(float(found.x[1]), 3)


def fit(path: Path) -> dict[tuple[str, str, str], tuple[tuple[Stage, ...], dict[str, Any]]]:
    """By key of `tricorn.correction_fit.FITS`, the stages of one log and their provenance."""
    head, *rows = map(json.loads, path.read_text().splitlines())
    game = head["game"]
    first: Any = load(game).deal(seed=0, **dict(head["deal"]))
    while first.phase != "play":
        first = first.play(first.legal()[0])
    variant = variant_of(first.view(first.to_move))
    tricks, cards = _PLAYS[game]
    by_how: dict[str, list[tuple[float, ...]]] = {}
    for row in rows:
        for plays, mean, came, chance, hit, stake, _, _, how, _ in row["decisions"]:
            if plays >= 0 and how:  # what is exact needs no correction
                left = tricks - plays // cards
                seen = (row["deal"], left, mean / stake, came / stake, np.nan if chance is None else chance, hit or 0)
                by_how.setdefault(how, []).append(seen)
    found = {}
    for how, lines in by_how.items():
        table = np.array(lines, dtype=float)
        stages, errors = _stages(game, table, tricks if game != "rassi" else 13)
        found[game, variant, how] = stages, {"study": head, "deals": len(rows), "decisions": len(table), "held_out": errors}
    return found


def _surprise(chance: tuple[float, float], held: Floats) -> float:
    """Mean log-loss of corrected chances."""
    p = np.array([Correction(_AS_IT_IS, chance).of_chance(x) for x in held[:, 4]])
    return float(-np.mean(np.log(np.where(held[:, 5] > 0, p, 1 - p))))


def _misses(mean: tuple[float, float], held: Floats) -> float:
    """Mean square of what corrected means miss."""
    return float(np.mean((held[:, 3] - mean[0] - mean[1] * held[:, 2]) ** 2))


def _stages(game: str, table: Floats, highest: int) -> tuple[tuple[Stage, ...], list[dict[str, Any]]]:
    """Fits and errors of one way to value worlds; a row of `table` is a decision: deal, tricks left, mean, came, chance, hit."""
    test = table[:, 0] % _HELD_OUT == _HELD_OUT - 1
    stages: list[Stage] = []
    errors = []
    for least, most in STAGES[game]:
        here = (table[:, 1] >= least) & (table[:, 1] <= most)
        made, held = table[here & ~test], table[here & test]
        if len(held) < _FEWEST:  # this way is not gone here, as worlds are not played out late in Russi
            continue
        chance = None if np.isnan(made[0, 4]) else logistic(made[:, 4], made[:, 5])
        if chance is not None and _surprise(chance, held) >= _surprise(_AS_IT_IS, held):
            chance = _AS_IT_IS
        mean = line(made[:, 2], made[:, 3])
        if _misses(mean, held) >= _misses(_AS_IT_IS, held):
            mean = _AS_IT_IS
        now = Correction(mean, chance)
        spread = None
        if game != "rassi":
            low, high = np.quantile(made[:, 3] - [now.of_mean(x, 0, highest) for x in made[:, 2]], (0.1, 0.9))
            spread = (round(float(low), 2), round(float(high), 2))
            now = Correction(mean, chance, spread)
        stages.append((least, most, mean, chance, spread))
        better = np.array([now.of_mean(x, 0, highest) for x in held[:, 2]])
        error = {
            "tricks_left": [least, most],
            "decisions": len(held),
            "bias": round(float((held[:, 2] - held[:, 3]).mean()), 3),
            "corrected": round(float((better - held[:, 3]).mean()), 3),
        }
        if spread is not None:
            within = [now.within(x, 0, highest) for x in better]
            inside = [lo <= came <= hi for (lo, hi), came in zip(filter(None, within), held[:, 3], strict=True)]
            error["inside"] = round(float(np.mean(inside)), 3)
        errors.append(error)
    return tuple(stages), errors


def _literal(table: dict[Any, Any]) -> str:
    """The source of a dict, its entries on lines of their own."""
    return "{\n " + pformat(table, width=120, sort_dicts=False)[1:-1] + ",\n}"


def main() -> None:
    """Fits, prints, and with --write keeps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="into tricorn/correction_fit.py")
    args = parser.parse_args()
    fits, provenance = dict(FITS), dict(PROVENANCE)  # those of other games stay
    for path in args.logs:
        for key, (stages, about) in fit(path).items():
            fits[key], provenance[", ".join(filter(None, key))] = stages, about
            print(json.dumps({"game": key, "stages": stages, **about}))
    if args.write:
        import tricorn.correction_fit

        target = Path(tricorn.correction_fit.__file__)
        text = target.read_text()
        text = text[: text.index("FITS: Final")]
        text += f"FITS: Final[dict[tuple[str, str, str], tuple[Stage, ...]]] = {_literal(fits)}\n\n"
        text += f"PROVENANCE: Final[dict[str, Any]] = {_literal(provenance)}\n"
        target.write_text(text)


if __name__ == "__main__":
    main()
