"""Ruffe with all cards known: what a reading of the duty to follow costs beside `suit`, on the same deals in one run.

    python benchmarks/ruffe_readings.py --deals 100
    python benchmarks/ruffe_readings.py --deals 20 --follow suit-or-trump --cards 10 --every

Random deals of four players in pairs, random trump, random leader, each solved under `suit` and then under the other reading,
both from a new solver: the value, or with `--every` every card. Prints the summed CPU time of both and `ratio`, the one over
the other, the geometric mean of the deals' ratios, the nodes (tricks begun), and `clock`.
"""

import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from clock import clock_ms
from ruffe_open import random_game
from tricorn._ruffe_search import READINGS, Solver


def solved(hands: list[int], trump: int, leader: int, follow: str, every: bool) -> tuple[float, int]:
    """CPU seconds and nodes of a cold solve."""
    start = time.process_time()
    *_, nodes = Solver(4, trump, [0, 1, 0, 1], follow).solve(hands, leader, cards=every)
    return time.process_time() - start, nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--follow", choices=READINGS, default="suit-else-trump")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=90_000)
    parser.add_argument("--every", action="store_true", help="value every card, not the best alone")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    both: list[tuple[float, float]] = []
    nodes = [0, 0]
    for _ in range(options.deals):
        hands, trump, leader = random_game(rng, 4, options.cards)
        pair = []
        for at, follow in enumerate(("suit", options.follow)):
            spent, count = solved(hands, trump, leader, follow, options.every)
            pair.append(spent)
            nodes[at] += count
        both.append((pair[0], pair[1]))
    suit, other = (sum(pair[at] for pair in both) for at in (0, 1))
    report = {
        "follow": options.follow,
        "cards": options.cards,
        "deals": options.deals,
        "suit_s": round(suit, 4),
        "follow_s": round(other, 4),
        "ratio": round(other / suit, 3),
        "geometric": round(math.exp(sum(math.log(b / a) for a, b in both) / len(both)), 3),
        "suit_nodes": nodes[0],
        "follow_nodes": nodes[1],
        "clock": round(clock_ms(), 2),
    }
    print(json.dumps(report) if options.json else "\n".join(f"{name:16} {value}" for name, value in report.items()))


if __name__ == "__main__":
    main()
