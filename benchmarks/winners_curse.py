"""How much too good the chosen play looks, and whether the held-out mean is free of it.

    python benchmarks/winners_curse.py rassi --views 1000 --worlds 30

Views as in `racing.py`. The best play's mean over `--worlds` worlds and the mean held out from them (`tricorn.holdout`), each
less the mean of the same play in `--fresh` other worlds, with 95 % intervals; more is better in all games.
"""

import argparse
import json

import numpy as np

from racing import views
from tricorn import Limit, games
from tricorn.advising import advise


def main() -> None:
    """One line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--views", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=30)
    parser.add_argument("--fresh", type=int, default=2000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    sign = -1 if args.game == "rassi" else 1
    luck: dict[str, list[float]] = {"chosen": [], "held_out": []}
    for number, view in enumerate(views(args.game, args.views)):
        advice = advise(view, Limit(worlds=args.worlds, seed=number), method="worlds", racing=False)
        if advice.held_out is None:
            continue
        fresh = Limit(worlds=args.fresh, seed=10**6 + number)
        rows = advise(view, fresh, method="worlds", racing=False).plays
        true = next(row.mean for row in rows if row.card == advice.best)
        luck["chosen"].append(sign * (advice.plays[0].mean - true))
        luck["held_out"].append(sign * (advice.held_out - true))
    out: dict[str, object] = {"game": args.game, "worlds": args.worlds, "views": len(luck["chosen"])}
    for name, gaps in luck.items():
        half = 1.96 * float(np.std(gaps, ddof=1)) / len(gaps) ** 0.5
        out[name] = [round(float(np.mean(gaps)), 4), round(float(np.mean(gaps)) - half, 4), round(float(np.mean(gaps)) + half, 4)]
    print(json.dumps(out) if args.json else "  ".join(f"{key} {value}" for key, value in out.items()))


if __name__ == "__main__":
    main()
