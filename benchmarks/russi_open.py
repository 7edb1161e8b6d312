"""Russi with all cards known: how long the exact value takes, by the number of tricks left.

    python benchmarks/russi_open.py --tricks 18 --positions 50 --seed 1
    python benchmarks/russi_open.py --tricks 26 --positions 30 --seed 1 --limit-s 10

Positions: full deals from consecutive seeds, played at random down to the wanted number of tricks. Prints the median
and 95th percentile of the CPU time, the median of the nodes (positions expanded), the unsolved ones, and `clock`; with
`--limit-s` also the mean and median width of the proven bounds after 1 s and 10 s. Each position starts from an empty
table.
"""

import argparse
import json
import random
import resource
import sys
import threading
import time
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).parent))
from clock import clock_ms
from russi_positions import deal, play_down
from tricorn._russi_search import Solver
from tricorn._stop import Stop


def percentile(values: list[float], share: float) -> float:
    """The smallest value that at least `share` of all are not above."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


class Watch:
    """Notes how wide the bounds are after 1 s and 10 s, and ends the search when the time is up."""

    def __init__(self, start: float, limit_s: float, tricks: int) -> None:
        self.start = start
        self.stop = Stop()
        self.width = {1.0: tricks, 10.0: tricks}
        threading.Thread(target=self.run, args=(limit_s,), daemon=True).start()

    def run(self, limit_s: float) -> None:
        while not self.stop.is_set():
            if time.process_time() - self.start > limit_s:
                self.stop.set()
            time.sleep(0.005)

    def __call__(self, lo: int, hi: int, nodes: int) -> None:
        for mark in self.width:
            if time.process_time() - self.start <= mark:
                self.width[mark] = hi - lo


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tricks", type=int, default=16)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit-s", type=float, default=None, help="CPU seconds for one position")
    parser.add_argument("--table-mb", type=float, default=64)
    parser.add_argument("--every", action="store_true", help="value every legal card, not the position alone")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()

    clock = clock_ms()
    solver = Solver(args.table_mb)
    times: list[float] = []
    nodes: list[int] = []
    widths: dict[float, list[int]] = {1.0: [], 10.0: []}
    unsolved = 0
    for seed in range(args.seed, args.seed + args.positions):
        position = play_down(deal(seed), args.tricks, random.Random(seed))
        solver.forget()
        start = time.process_time()
        if args.limit_s is None:
            found = solver.solve(*position, every=args.every, line=False)
            lo, hi, spent = found.lo, found.hi, found.nodes
        else:
            watch = Watch(start, args.limit_s, args.tricks)
            found = solver.solve(*position, every=args.every, line=False, stop=watch.stop, progress=watch)
            watch.stop.set()
            lo, hi, spent = found.lo, found.hi, found.nodes
            for mark, width in watch.width.items():
                widths[mark].append(width)
        times.append(time.process_time() - start)
        nodes.append(spent)
        unsolved += lo != hi
    figures: dict[str, object] = {
        "tricks": args.tricks,
        "positions": args.positions,
        "seed": args.seed,
        "median_s": round(median(times), 6),
        "p95_s": round(percentile(times, 0.95), 6),
        "max_s": round(max(times), 6),
        "mean_s": round(mean(times), 6),
        "median_nodes": int(median(nodes)),
        "total_nodes": sum(nodes),
        "unsolved": unsolved,
        "memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "clock": round((clock + clock_ms()) / 2, 2),
    }
    if args.limit_s is not None:
        for mark, found_widths in widths.items():
            if args.limit_s >= mark:
                figures[f"width_{mark:.0f}s"] = median(found_widths)
                figures[f"mean_width_{mark:.0f}s"] = round(mean(found_widths), 2)
    if args.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:15} {value}")


if __name__ == "__main__":
    main()
