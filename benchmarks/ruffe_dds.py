"""Ruffe with `follow=suit` in pairs beside DDS: the same deals, one after the other, in one process.

    python benchmarks/ruffe_dds.py --deals 200
    python benchmarks/ruffe_dds.py --deals 200 --file tests/data/whist-12card-dds.jsonl --json

Each side answers through its Python call (`Solver.solve`, `endplay.dds.solve_board`), both with an emptied table: Tricorn clears
its solver (timed), and before each call of DDS a tiny foreign deal in another trump is solved, else it would keep its table.
Figures are ratios Tricorn / DDS of CPU time, sums first, geometric means of the deals beside them: `value` (12 cards, value alone),
`cards` (12 cards, every card), `small` (4 to 8 cards, every card). Every answer is compared: `differences` must be 0.
With `--file` the deals come from a golden file (those of 12 cards first, random ones fill up to N); all its small ones at a
lead are taken. Without, 40 random endings of each size.
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from endplay.dds import solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

from clock import clock_ms
from tricorn._ruffe_search import Solver
from tricorn.cards import card_set, hand_text, parse_card, parse_hand

DENOMS = [Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt]
Game = tuple[list[int], int, int]  # hands, trump (-1: none), leader


def random_game(rng: random.Random, size: int) -> Game:
    pack = list(range(52))
    rng.shuffle(pack)
    hands = [card_set(pack[size * seat : size * seat + size]) for seat in range(4)]
    return hands, rng.randrange(-1, 4), rng.randrange(4)


def from_file(path: str) -> list[Game]:
    games = []
    for text in Path(path).read_text().splitlines():
        line = json.loads(text)
        if not line.get("trick"):
            hands = [parse_hand(line["hands"][seat]) for seat in "NESW"]
            games.append((hands, "SHDC".find(line["trump"]), "NESW".index(line["lead"])))
    return games


class Tally:
    """Summed CPU time of both, and the logarithms of the ratios."""

    def __init__(self) -> None:
        self.ours = self.theirs = self.logs = 0.0
        self.count = 0

    def add(self, ours: float, theirs: float) -> None:
        self.ours += ours
        self.theirs += theirs
        self.logs += math.log(max(ours, 1e-7) / max(theirs, 1e-7))
        self.count += 1

    def ratio(self) -> float:
        return self.ours / self.theirs if self.count else math.nan

    def geometric(self) -> float:
        return math.exp(self.logs / self.count) if self.count else math.nan


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    answer = call()
    return time.process_time() - start, answer


def tiny(trump: int) -> Deal:
    """A foreign deal of two cards each in another trump suit."""
    deal = Deal("N:A2... .A2.. ..A2. ...A2", first=Player.north)
    deal.trump = DENOMS[(trump + 1) % 4]
    return deal


SOLVERS = {trump: Solver(4, trump, [0, 1, 0, 1], "suit") for trump in range(-1, 4)}


def cold_solve(trump: int, hands: list[int], leader: int, every: bool) -> Any:
    """Solve with an empty table."""
    SOLVERS[trump].clear()
    return SOLVERS[trump].solve(hands, leader, cards=every)


def compare(game: Game, every: bool, tally: Tally) -> int:
    """Both solve a game; the number of differing answers."""
    hands, trump, leader = game
    board = Deal("N:" + " ".join(map(hand_text, hands)), first=Player(leader), trump=DENOMS[trump])
    foreign = tiny(trump)
    mode = SolveMode.Default if every else SolveMode.OptimalOne
    solve_board(foreign)
    theirs, found = timed(lambda: solve_board(board, mode))
    ours, (lo, hi, rows, _, _) = timed(lambda: cold_solve(trump, hands, leader, every))
    tally.add(ours, theirs)
    want = {parse_card(str(card)): tricks for card, tricks in found}
    if not every:
        return int(lo != hi or lo != max(want.values()))
    got = {card: low for first, equals, low, high in rows if low == high for card in (first, *equals)}
    return sum(got.get(card) != tricks for card, tricks in want.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--file")
    parser.add_argument("--seed", type=int, default=90_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    given = from_file(options.file) if options.file else []
    large = [game for game in given if game[0][0].bit_count() == 12][: options.deals]
    large += [random_game(rng, 12) for _ in range(options.deals - len(large))]
    small = [game for game in given if 4 <= game[0][0].bit_count() <= 8]
    small = small or [random_game(rng, size) for size in range(4, 9) for _ in range(40)]
    value, cards, endings = Tally(), Tally(), Tally()
    solve_board(tiny(0))  # the library sets itself up
    differences = sum(compare(game, False, value) + compare(game, True, cards) for game in large)
    differences += sum(compare(game, True, endings) for game in small)
    report = {
        "deals": len(large),
        "small": len(small),
        "differences": differences,
        "value_ratio": round(value.ratio(), 4),
        "cards_ratio": round(cards.ratio(), 4),
        "small_ratio": round(endings.ratio(), 4),
        "value_geometric": round(value.geometric(), 4),
        "cards_geometric": round(cards.geometric(), 4),
        "small_geometric": round(endings.geometric(), 4),
        "value_ms": [round(1000 * value.ours / len(large), 3), round(1000 * value.theirs / len(large), 3)],
        "cards_ms": [round(1000 * cards.ours / len(large), 3), round(1000 * cards.theirs / len(large), 3)],
        "small_ms": [round(1000 * endings.ours / len(small), 4), round(1000 * endings.theirs / len(small), 4)],
        "clock": round(clock_ms(), 2),
    }
    if options.json:
        print(json.dumps(report))
        return
    print(f"{len(large)} deals of 12 cards, {len(small)} endings of 4 to 8, {differences} differences")
    print("             sum    geometric   ms Tricorn   ms DDS")
    for name in ("value", "cards", "small"):
        ours, theirs = report[f"{name}_ms"]  # type: ignore[misc]
        ratio, mean = report[f"{name}_ratio"], report[f"{name}_geometric"]
        print(f"{name + '_ratio':12} {ratio:<7} {mean:<11} {ours:<12} {theirs}")
    print(f"clock {report['clock']}")


if __name__ == "__main__":
    main()
