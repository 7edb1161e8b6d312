"""Fits the linear estimate of Russi positions to solved ones, and measures how well it chooses.

    python benchmarks/russi_fit.py --positions 16000 --seed 2000000     # fit: prints the weights and the error held out
    python benchmarks/russi_fit.py --check --tricks 18 --positions 150 # leads chosen by it against exact values

Positions: a third each played down at random, greedily, and half and half. The fit is a ridge regression on four fifths of
them. The check prints, for one to three tricks of minimax before the estimate, the share of optimal leads, the tricks lost and
the CPU time of a choice.
"""

import argparse
import random
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from clock import clock_ms
from russi_positions import Plain, deal, play_down
from tricorn._russi_search import Solver

RIDGE = 8.0


def position(seed: int, tricks: int) -> Plain:
    """The seeded position, in one of the three manners in turn."""
    return play_down(deal(seed), tricks, random.Random(seed), greed=(0.0, 1.0, 0.5)[seed % 3])


def fit(args: argparse.Namespace) -> None:
    solver = Solver(16)
    rows, wants, counts = [], [], []
    for i in range(args.positions):
        tricks = args.mix[i % len(args.mix)]
        here = position(args.seed + i, tricks)
        solver.forget()
        found = solver.solve(*here, every=False, line=False)
        rows.append(solver.features(*here))
        wants.append(found.lo - tricks / 2)
        counts.append(tricks)
    x, y, n = np.array(rows, dtype=float), np.array(wants), np.array(counts)
    held_out = np.arange(len(y)) % 5 == 4
    a, b = x[~held_out], y[~held_out]
    weights = np.linalg.solve(a.T @ a + RIDGE * np.eye(x.shape[1]), a.T @ b)
    error = x @ weights - y
    print("error held out", round(float(np.sqrt(np.mean(error[held_out] ** 2))), 3), "of", round(float(y.std()), 3))
    for tricks in sorted(set(counts)):
        chosen = held_out & (n == tricks)
        print(f"  {tricks} tricks: {np.sqrt(np.mean(error[chosen] ** 2)):.3f}, bias {error[chosen].mean():+.3f}")
    print([round(float(w) * 1000) for w in weights])


def check(args: argparse.Namespace) -> None:
    solver = Solver(64)
    depths = (1, 2, 3)
    good, lost, spent = dict.fromkeys(depths, 0), dict.fromkeys(depths, 0), dict.fromkeys(depths, 0.0)
    error = dict.fromkeys(depths, 0.0)
    for seed in range(args.seed, args.seed + args.positions):
        here = position(seed, args.tricks)
        solver.forget()
        truth = solver.solve(*here, line=False)
        values = {card: lo for card, lo, _, _ in truth.cards}
        for depth in depths:
            start = time.process_time()
            card, estimate, _ = solver.estimate(*here, tricks=depth)[0]
            spent[depth] += time.process_time() - start
            good[depth] += values[card] == truth.lo
            lost[depth] += truth.lo - values[card]
            error[depth] += (estimate / 1000 - truth.lo) ** 2
    print(f"{args.tricks} tricks left, {args.positions} positions, clock {clock_ms():.2f} ms")
    for depth in depths:
        share, loss = good[depth] / args.positions, lost[depth] / args.positions
        rmse, ms = (error[depth] / args.positions) ** 0.5, 1000 * spent[depth] / args.positions
        print(f"  {depth} tricks ahead: optimal {share:.3f}, lost {loss:.3f}, value off by {rmse:.2f}, {ms:.3f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=900_000)
    parser.add_argument("--mix", type=int, nargs="+", default=[12, 14, 16, 14, 15, 16, 18], help="tricks left, in turn")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--tricks", type=int, default=18)
    args = parser.parse_args()
    if args.check:
        check(args)
    else:
        fit(args)


if __name__ == "__main__":
    main()
