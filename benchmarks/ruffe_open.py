"""Ruffe with all cards known: CPU time and nodes by players, cards, reading and task.

    python benchmarks/ruffe_open.py --players 4 --cards 12 --follow suit-else-trump --deals 100 --seed 90000
    python benchmarks/ruffe_open.py --players 2 --cards 24 --follow suit-else-trump --deals 20 --task value
    python benchmarks/ruffe_open.py --task game --deals 20        # every card at each play of a whole game, table kept
    python benchmarks/ruffe_open.py --task best --deals 20        # the best of the 1,820 discards; --task discards: all
    python benchmarks/ruffe_open.py --task maxn --players 3 --cards 9   # cut-throat, every card
    python benchmarks/ruffe_open.py --task freak                  # the deal that is hard for every solver of this kind

Random deals of the given size, random trump, random leader; pairs with four players, with three seat 0 leads against the two
others. Each deal starts from a new solver. Prints the median, mean, 95th percentile and maximum of the CPU time, the
median of the nodes (tricks begun), the largest table, and `clock`.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).parent))
from clock import clock_ms
from tricorn._ruffe_maxn import MaxN
from tricorn._ruffe_search import PARTS, READINGS, Solver
from tricorn.cards import card_set, card_text, parse_hand
from tricorn.ruffe import Position, Rules

TASKS = ("value", "cards", "game", "best", "discards", "freak", "maxn")
SIDES = {2: [0, 1], 3: [0, 1, 1], 4: [0, 1, 0, 1]}
FREAK = ("AJ962.KT7..Q853", "Q853.AJ96.KT74.", ".Q853.AJ96.KT74", "KT7..Q853.AJ962")


def random_game(rng: random.Random, players: int, size: int) -> tuple[list[int], int, int]:
    """Hands, trump, leader."""
    pack = list(range(52))
    rng.shuffle(pack)
    hands = [card_set(pack[size * seat : size * seat + size]) for seat in range(players)]
    return hands, rng.randrange(4), 0 if players == 3 else rng.randrange(players)


def whole_game(hands: list[int], trump: int, leader: int, follow: str) -> tuple[float, float, int, int]:
    """CPU seconds of the first hint, of all, nodes and table bytes: every card at every play of a best line."""
    solver = Solver(4, trump, SIDES[4], follow)
    position = Position.ending(Rules(follow=follow), hands, leader, trump)  # type: ignore[arg-type]
    first = total = 0.0
    while not position.is_over:
        trick = [card for _, card in position.trick]
        start = time.process_time()
        _, _, rows, _, _ = solver.solve(position.hands, position.leader, trick)
        spent = time.process_time() - start
        first = first or spent
        total += spent
        position = position.play(card_text(rows[0][0]))
    return first, total, solver.nodes, solver.table_bytes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=4)
    parser.add_argument("--cards", type=int, default=12)
    parser.add_argument("--follow", choices=READINGS, default="suit-else-trump")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=90_000)
    parser.add_argument("--task", choices=TASKS, default="value")
    parser.add_argument("--off", default="", help="parts of the search to turn off, set apart by commas: " + ", ".join(PARTS))
    parser.add_argument("--nodes", type=int, help="stop each deal after so many nodes")
    parser.add_argument("--table-mb", type=float, default=1024)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    parts = [part for part in PARTS if part not in options.off.split(",")]
    unsolved = 0
    spent: list[float] = []
    nodes: list[int] = []
    firsts: list[float] = []
    table = 0
    for _ in range(1 if options.task == "freak" else options.deals):
        hands, trump, leader = random_game(rng, options.players, options.cards)
        if options.task == "freak":
            hands, trump, leader, options.follow = [parse_hand(text) for text in FREAK], -1, 3, "suit"
        if options.task == "game":
            first, total, count, size = whole_game(hands, trump, leader, options.follow)
            firsts.append(first)
            spent.append(total)
            nodes.append(count)
            table = max(table, size)
            continue
        if options.task in ("best", "discards"):
            rest = [card for card in range(52) if not any(hand >> card & 1 for hand in hands)]
            hands[0] |= card_set(rng.sample(rest, 4))
        start = time.process_time()
        sides = SIDES[options.players]
        solver = Solver(options.players, trump, sides, options.follow, table_mb=options.table_mb, parts=parts)
        if options.task == "maxn":
            search = MaxN(options.players, trump, options.follow, table_mb=options.table_mb)
            nodes.append(search.solve(hands, leader)[2])
        elif options.task in ("best", "discards"):
            solver.discards(hands, 0, leader, every=options.task == "discards")
        else:
            lo, hi, *_ = solver.solve(hands, leader, cards=options.task == "cards", nodes=options.nodes)
            unsolved += lo != hi
        spent.append(time.process_time() - start)
        if options.task != "maxn":
            nodes.append(solver.nodes)
        table = max(table, solver.table_bytes)
    ordered = sorted(spent)
    report = {
        "task": options.task,
        "players": len(hands),
        "cards": options.cards,
        "follow": options.follow,
        "deals": len(spent),
        "median_s": round(median(spent), 6),
        "mean_s": round(mean(spent), 6),
        "p95_s": round(ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))], 6),
        "max_s": round(ordered[-1], 6),
        "median_nodes": int(median(nodes)),
        "mean_nodes": int(mean(nodes)),
        "unsolved": unsolved,
        "table_mb": round(table / (1 << 20), 2),
        "clock": round(clock_ms(), 2),
    }
    if firsts:
        report["game_over_first"] = round(sum(spent) / sum(firsts), 3)
    print(json.dumps(report) if options.json else "\n".join(f"{name:16} {value}" for name, value in report.items()))


if __name__ == "__main__":
    main()
