"""Speed of open-card Rassi: max^n, paranoid, and worlds a second; CPU time of one core.

    python benchmarks/rassi_open.py [--players N] [--overtake forced|optional] [--deals N] [--seed S] [--json]

Six cards each, dealt at random, seat 0 leads. `maxn_*`: the penalties of all seats under the default tie rule (highest
first), per deal. `paranoid_*`: the penalty that one seat (deal number modulo players) can hold itself to; a deal that needs
more than 5,000,000 nodes is given up and counted in `paranoid_unfinished`. `worlds_per_s`: the other hands drawn for views
after two random tricks (16 views); `valued_worlds_per_s`: worlds drawn for views at the first lead (16 views), and every
play valued in each. `clock`: CPU ms of DDS for a fixed 12-card deal (`clock.py`).
"""

import argparse
import json
import random
import statistics
import time

from clock import clock_ms
from tricorn import rassi
from tricorn._rassi_paranoid import Paranoid
from tricorn._rassi_search import Solver
from tricorn._rng import shuffled
from tricorn.rassi import worlds
from tricorn.rassi.plan import plan


def deals(players: int, count: int, seed: int) -> list[list[list[int]]]:
    """Hands of ranks 0..12; with nine players the pack has two jokers, which rank as aces."""
    pack = [card % 13 if card < 52 else 12 for card in range(54 if players == 9 else 52)]
    out = []
    for number in range(count):
        order = shuffled(seed, number, len(pack))
        out.append([[pack[card] for card in order[seat * 6 : seat * 6 + 6]] for seat in range(players)])
    return out


def times(task, items) -> list[float]:
    """CPU ms of the task for each item, the shortest of three."""
    out = []
    for item in items:
        best = 1e15
        for _ in range(3):
            start = time.process_time_ns()
            task(item)
            best = min(best, time.process_time_ns() - start)
            if best > 50e6:  # long enough to be measured once
                break
        out.append(best / 1e6)
    return sorted(out)


def opening(players: int, overtake: str, seed: int) -> rassi.Position:
    """A deal in which nobody changed, at the first lead."""
    position = rassi.deal(seed, players, rules=rassi.Rules(overtake=overtake))
    while position.phase != "play":
        position = position.play("keep")
    return position


def world_rates(players: int, overtake: str, seed: int) -> tuple[float, float]:
    """Worlds drawn a second in mid-game, worlds with every play valued a second at the first lead."""
    drawn = spent = 0.0
    for number in range(16):
        position = opening(players, overtake, seed * 1000 + number)
        pick = random.Random(seed * 1000 + number)
        for _ in range(2 * players):
            position = position.play(pick.choice(position.legal()))
        sampler = plan(position.view(position.to_move)).sampler
        sampler.ranks(seed, 0, 1)  # what the first call loads is no sampling
        start = time.process_time()
        sampler.ranks(seed, 0, 20_000)
        spent += time.process_time() - start
        drawn += 20_000
    sampled = drawn / spent
    drawn = spent = 0.0
    for number in range(16):
        position = opening(players, overtake, seed * 1000 + number)
        view = position.view(position.to_move)
        worlds.evaluate(view, view.legal(), seed=seed, first=0, count=1, nodes=None, stop=None)
        start = time.process_time()
        worlds.evaluate(view, view.legal(), seed=seed, first=0, count=2_000, nodes=None, stop=None)
        spent += time.process_time() - start
        drawn += 2_000
    return sampled, drawn / spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=range(2, 10))
    parser.add_argument("--overtake", default="forced", choices=["forced", "optional"])
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    optional = args.overtake == "optional"
    hands = deals(args.players, args.deals, args.seed)
    solver, paranoid = Solver(1), Paranoid(16)
    maxn = times(lambda held: solver.value(held, 0, optional=optional), hands)
    numbered = list(enumerate(hands))
    unfinished = set()

    def hold(item: tuple[int, list[list[int]]]) -> None:
        number, held = item
        lo, hi, _ = paranoid.value(held, 0, seat=number % args.players, optional=optional, nodes=5_000_000)
        if lo < hi:
            unfinished.add(number)

    alone = times(hold, numbered)
    sampled, valued = world_rates(args.players, args.overtake, args.seed)
    figures = {
        "players": args.players,
        "overtake": args.overtake,
        "deals": args.deals,
        "maxn_median_ms": round(statistics.median(maxn), 5),
        "maxn_max_ms": round(maxn[-1], 4),
        "paranoid_median_ms": round(statistics.median(alone), 4),
        "paranoid_p95_ms": round(alone[int(len(alone) * 0.95)], 3),
        "paranoid_unfinished": len(unfinished),
        "worlds_per_s": round(sampled),
        "valued_worlds_per_s": round(valued),
        "clock": round(clock_ms(), 2),
    }
    if args.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:22} {figure}")


if __name__ == "__main__":
    main()
