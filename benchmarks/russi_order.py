"""Fits the weights of the order of leads in Russi, from what leads cost in searches.

    python benchmarks/russi_order.py --deals 240 --minutes 10 --out leads.json

1. Searches of whole deals and of 20 to 24 tricks note some of the positions that they meet. Where the answer is yes, each
   lead is asked by itself from an empty table: does it hold, and what did that cost (nodes plus a fifth of the positions
   looked at)? Trying a lead that fails costs its own work and that of the cheapest one that holds.
2. A weight for each place of the tables (see `ext/tricorn/_russi_order.pxd`): the score makes a choice at random in
   proportion to its exponential; the mean logarithm of what the choice costs, over the least cost there, becomes least.
3. Those weights and the built-in ones are mixed, with two factors for each table, climbing on the work of whole searches.

Seeds of deals from 740000, of the climb from 700000, held out from 800000; the benchmark uses none of them.
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

sys.path.insert(0, str(Path(__file__).parent))
from russi_positions import Plain, deal, play_down
from russi_tune import positions, work
from tricorn._russi_search import DEFAULT_LEADS, LEAD_TABLES, Solver

Weights = NDArray[np.float64]
SIZE = len(DEFAULT_LEADS)
SCALE = 1000  # of the whole numbers that the search adds up


def met(first: int, count: int) -> Iterator[tuple[Plain, int]]:
    """Positions that searches meet, each with the tricks its leader was asked for."""
    solver = Solver(64)
    for seed in range(first, first + count):
        tricks = (26, 24, 22, 20)[seed % 4]
        whole = play_down(deal(seed), tricks, random.Random(seed))
        down = dict(whole.piles[0] + whole.piles[1])
        solver.forget()
        solver.watch(4000 if tricks > 22 else 800)
        solver.solve(*whole, every=False, line=False, nodes=1_500_000)
        for mine, his, _, goal in solver.watch(0):
            hands, piles = [], []
            for held in (mine, his):
                intact = tuple((u, d) for u, d in down.items() if held >> u & 1)
                piles.append(intact)
                hands.append(held & ~sum(1 << u | 1 << d for u, d in intact))
            yield Plain((hands[0], hands[1]), (piles[0], piles[1]), 0), goal


def after(position: Plain, card: int) -> Plain:
    """The position with the card led from the hand or from a pile of the leader's."""
    pile = dict(position.piles[0])
    hand = position.hands[0] & ~(1 << card)
    if card in pile:
        hand |= 1 << pile.pop(card)
    return Plain((hand, position.hands[1]), (tuple(pile.items()), position.piles[1]), 0)


def costs(solver: Solver, position: Plain, goal: int) -> dict[int, float] | None:
    """For each lead the logarithm of what trying it first costs, over the least; None where there is no such choice."""
    solver.forget()
    found = solver.solve(*position, every=False, line=False, nodes=100_000, goal=goal)
    if found.lo < goal or len(found.cards) < 2:
        return None
    tricks = sum(map(int.bit_count, position.hands)) // 2 + len(position.piles[0] + position.piles[1])
    holds, spent = {}, {}
    for row in found.cards:
        solver.forget()
        looked = solver.looked
        wanted = tricks - goal + 1  # of the one who replies, if the lead fails
        asked = solver.solve(*after(position, row[0]), row[0], every=False, line=False, nodes=50_000, goal=wanted)
        if asked.lo < wanted <= asked.hi:
            return None
        holds[row[0]] = asked.hi < wanted
        spent[row[0]] = 1 + asked.nodes + 0.2 * (solver.looked - looked)
    least = min(cost for card, cost in spent.items() if holds[card])
    return {card: math.log((cost + (0 if holds[card] else least)) / least) for card, cost in spent.items()}


class Choices:
    """Many choices of a lead: the places of all leads as a matrix, and what each costs."""

    def __init__(self, rows: Sequence[Sequence[tuple[list[int], float]]]) -> None:
        places = np.array([place for row in rows for place, _ in row])
        ends = np.arange(0, places.size + 1, places.shape[1])
        self.matrix = csr_matrix((np.ones(places.size), places.ravel(), ends), shape=(len(places), SIZE))
        self.cost = np.array([cost for row in rows for _, cost in row])
        self.sizes = np.array([len(row) for row in rows])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])

    def mean(self, weights: Weights) -> float:
        """Mean cost of the leads with the highest scores."""
        scores = self.matrix @ weights
        spans = zip(self.starts, self.sizes, strict=True)
        return float(np.mean([self.cost[start + np.argmax(scores[start : start + size])] for start, size in spans]))

    def fit(self, strength: float) -> Weights:
        """The weights with the least mean cost of a random choice, held small by `strength`."""

        def loss(weights: Weights) -> tuple[float, Weights]:
            scores = self.matrix @ weights
            odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, self.starts), self.sizes))
            odds /= np.repeat(np.add.reduceat(odds, self.starts), self.sizes)
            mean = np.add.reduceat(odds * self.cost, self.starts)
            slope = self.matrix.T @ (odds * (self.cost - np.repeat(mean, self.sizes)))
            return float(mean.sum() + strength * (weights @ weights) / 2), slope + strength * weights

        found: Weights = minimize(loss, np.zeros(SIZE), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
        return found


def whole(weights: Weights) -> list[int]:
    """As the search takes them."""
    return [int(weight) for weight in np.round(SCALE * weights)]


def climb(fitted: Weights, minutes: float, training: Sequence[Plain]) -> Weights:
    """The best mixture found, table by table, of the fitted and the built-in weights."""
    table = np.searchsorted(np.array(LEAD_TABLES), np.arange(SIZE), side="right") - 1
    built_in = np.array(DEFAULT_LEADS) / SCALE
    solver, rng = Solver(32), np.random.default_rng(1)

    def mixed(factors: Weights) -> Weights:
        mixture: Weights = factors[0][table] * fitted + factors[1][table] * built_in
        return mixture

    def tried(factors: Weights, bar: list[float]) -> list[float] | None:
        solver.set_leads(whole(mixed(factors)))
        out: list[float] = []
        for position in training:
            out.append(work(solver, position))
            if bar and sum(out) > sum(bar[: len(out)]) + 0.05 * math.sqrt(len(out)) + 0.3:
                return None
        return out

    best = np.array([[0.1] * len(LEAD_TABLES), [1.0] * len(LEAD_TABLES)])
    bar = tried(best, []) or []
    end = time.process_time() + 60 * minutes
    while time.process_time() < end:
        new = best.copy()
        for place in rng.choice(new.size, size=rng.choice([1, 1, 2, 3]), replace=False):
            new.flat[place] *= math.exp(0.8 * rng.normal())
        got = tried(new, bar)
        if got and sum(got) < sum(bar):
            best, bar = new, got
            print(f"{end - time.process_time():5.0f} s left: {sum(bar) / len(bar):.4f}", flush=True)
    return mixed(best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=240)
    parser.add_argument("--minutes", type=float, default=10.0, help="CPU minutes of climbing")
    parser.add_argument("--strength", type=float, default=0.1, help="how small the weights are held")
    parser.add_argument("--tricks", type=int, nargs="+", default=[17, 18, 19], help="of the positions of the climb")
    parser.add_argument("--count", type=int, default=54, help="positions of the climb, and held out")
    parser.add_argument("--out", type=Path, help="where to keep the weights")
    args = parser.parse_args()

    solver = Solver(16)
    rows = []
    for position, goal in met(740_000, args.deals):
        cost = costs(solver, position, goal)
        if cost:
            rows.append([(places, cost[card]) for card, places in solver.lead_places(*position, goal)])
    cut = len(rows) * 17 // 20
    training, held_out = Choices(rows[:cut]), Choices(rows[cut:])
    built_in = np.array(DEFAULT_LEADS) / SCALE
    fitted = training.fit(args.strength)
    print(f"{len(rows)} choices; mean cost held out: built in {held_out.mean(built_in):.3f}, fitted {held_out.mean(fitted):.3f}")
    best = climb(fitted, args.minutes, positions(700_000, args.count, args.tricks))
    if args.out:
        args.out.write_text(json.dumps(whole(best)))
    check = positions(800_000, args.count, args.tricks)
    for name, weights in (("built in", built_in), ("fitted", best)):
        solver.set_leads(whole(weights))
        print(f"work held out, {name}: {sum(work(solver, position) for position in check) / len(check):.4f}")


if __name__ == "__main__":
    main()
