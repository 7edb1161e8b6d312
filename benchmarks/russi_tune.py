"""Fits the weights of the order of replies in Russi, and of the order near the root, by hill climbing on node counts.

    python benchmarks/russi_tune.py --minutes 5 --out weights.json

Solves a fixed set of positions again and again with one or two weights changed, and keeps a change that lowers the mean
logarithm of the work. Work is nodes plus a fifth of the positions looked at, a fair image of the time that does not depend
on the machine. Prints every improvement, and at the end the work on other positions, held out, before and after.
The training seeds are 700000 and up, the held-out ones 800000 and up; the benchmark uses neither.
"""

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from russi_positions import Plain, deal, play_down
from tricorn._russi_search import DEFAULT_WEIGHTS, Solver


def positions(first: int, count: int, tricks: list[int]) -> list[Plain]:
    """Seeded positions, the given numbers of tricks in turn."""
    return [play_down(deal(first + i), tricks[i % len(tricks)], random.Random(first + i)) for i in range(count)]


def work(solver: Solver, position: Plain) -> float:
    """Logarithm of the work of solving from an empty table."""
    solver.forget()
    before = solver.looked
    found = solver.solve(*position, every=False, line=False)
    return math.log(50 + found.nodes + 0.2 * (solver.looked - before))


def changed(weights: list[int], rng: random.Random) -> list[int]:
    """The weights with one or two of them moved."""
    new = list(weights)
    for index in rng.sample(range(len(new)), rng.choice((1, 1, 2))):
        kind = rng.random()
        if kind < 0.5 and new[index]:
            new[index] = round(new[index] * rng.choice((0.5, 0.7, 0.85, 1.2, 1.5, 2.0)))
        elif kind < 0.9:
            new[index] += rng.choice((-1, 1)) * rng.choice((5, 20, 60, 200, 600, 2000, 5000))
        else:
            new[index] = -new[index] if kind < 0.95 else 0
    return new


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=5.0, help="CPU minutes")
    parser.add_argument("--count", type=int, default=36)
    parser.add_argument("--tricks", type=int, nargs="+", default=[15, 16, 17])
    parser.add_argument("--seed", type=int, default=700_000)
    parser.add_argument("--start", type=Path, help="weights to start from; default: those built in")
    parser.add_argument("--out", type=Path, help="where to keep the best weights")
    args = parser.parse_args()

    rng = random.Random(args.seed)
    solver = Solver(16)
    training = positions(args.seed, args.count, args.tricks)
    best = list(json.loads(args.start.read_text()) if args.start else DEFAULT_WEIGHTS)
    solver.set_weights(best)
    costs = [work(solver, position) for position in training]
    print(f"start {sum(costs) / len(costs):.4f}", flush=True)
    steps = 0
    while time.process_time() < 60 * args.minutes:
        steps += 1
        new = changed(best, rng)
        solver.set_weights(new)
        tried: list[float] = []
        for position, _ in zip(training, costs, strict=True):
            tried.append(work(solver, position))
            if sum(tried) > sum(costs[: len(tried)]) + 0.03 * math.sqrt(len(tried)) + 0.2:
                break
        else:
            if sum(tried) < sum(costs):
                best, costs = new, tried
                print(f"{time.process_time():6.0f} s, step {steps}: {sum(costs) / len(costs):.4f}", flush=True)
                if args.out:
                    args.out.write_text(json.dumps(best))
    print(json.dumps(best))
    held_out = positions(800_000, args.count, args.tricks)
    for name, weights in (("built in", list(DEFAULT_WEIGHTS)), ("fitted", best)):
        solver.set_weights(weights)
        print(f"held out, {name}: {sum(work(solver, position) for position in held_out) / len(held_out):.4f}")


if __name__ == "__main__":
    main()
