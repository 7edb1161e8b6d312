"""Worlds of Ruffe: their number, set-up and draw, and the values of all plays in a world, by game and phase.

    python benchmarks/ruffe_worlds.py --deals 60
    python benchmarks/ruffe_worlds.py --deals 20 --values --nodes 200000

Views of the seat to move after so many random tricks of random deals (default rules; who took the head threw four random
cards away). Prints the median and the maximum of the CPU time, the median number of worlds, and `clock`.
"""

import argparse
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import get_args

sys.path.insert(0, str(Path(__file__).parent))
from clock import clock_ms
from tricorn.cards import card_set, cards_of
from tricorn.ruffe import Position, Rules, deal, worlds
from tricorn.ruffe.position import discard_text
from tricorn.ruffe.rules import Follow, Format


def position(rules: Rules, tricks: int, rng: random.Random) -> Position:
    """A random deal after some random tricks."""
    found = deal(rng.getrandbits(40), rules)
    if found.taker is not None:
        found = found.play(discard_text(card_set(rng.sample(list(cards_of(found.hands[found.taker])), 4))))
    for _ in range(tricks * rules.seats):
        found = found.play(rng.choice(found.legal()))
    return found


def main() -> None:
    """The table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--follow", default="suit-else-trump", choices=get_args(Follow))
    parser.add_argument("--values", action="store_true", help="value every play in 10 worlds of each view")
    parser.add_argument("--nodes", type=int, help="budget of a world")
    args = parser.parse_args()
    for shape in get_args(Format):
        for tricks in (0, 4, 8):
            rng = random.Random(1)
            made, drawn, numbers, valued, solved = [], [], [], [], 0
            for number in range(args.deals):
                start = position(Rules(shape, follow=args.follow), tricks, rng)
                if start.to_move is None:
                    continue
                view = start.view(start.to_move)
                began = time.process_time()
                sampler = worlds.sampler(view)
                made.append(time.process_time() - began)
                assert sampler is not None
                numbers.append(sampler.count)
                began = time.process_time()
                for index in range(500):
                    sampler.draw(1, index)
                drawn.append((time.process_time() - began) / 500)
                if args.values:
                    began = time.process_time()
                    found = worlds.evaluate(view, view.legal(), seed=number, count=10, nodes=args.nodes)
                    valued.append((time.process_time() - began) / 10)
                    solved += int(found.solved.sum())
            line = (
                f"{shape:8} after {tricks} tricks  worlds {median(numbers):8.1e}"
                f"  set-up {median(made) * 1e3:5.2f} ms (max {max(made) * 1e3:5.2f})"
                f"  draw {median(drawn) * 1e6:4.1f} us (max {max(drawn) * 1e6:4.1f})"
            )
            if valued:
                share = solved / len(valued) / 10
                line += f"  values {median(valued) * 1e3:6.2f} ms (max {max(valued) * 1e3:6.1f}), {share:4.0%} solved"
            print(line)
    print(f"clock {clock_ms():.1f} ms")


if __name__ == "__main__":
    main()
