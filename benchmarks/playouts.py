"""Random full games from the deal to the last card, one core: plies per CPU second by game.

A ply is one action: a card, in Ruffe also the taker's discard, in Rassi also each answer in the exchange. Shuffling and
dealing count in the time but not in the plies.

    python benchmarks/playouts.py [--games N] [--json]
"""

import argparse
import json
import time

from tricorn._deals import random_games

GAMES = {"russi": (0, 2), "ruffe": (1, 4), "rassi": (2, 4)}


def plies_per_s(game: str, games: int, tries: int = 3) -> float:
    """The best of several tries: what else the machine does can only slow one down."""
    number, seats = GAMES[game]
    best = 0.0
    for attempt in range(tries):
        started = time.process_time()
        plies, _ = random_games(number, 1, attempt * games, games, seats)
        best = max(best, plies / (time.process_time() - started))
    return best


def main() -> None:
    """The figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {game: plies_per_s(game, args.games) for game in GAMES}
    if args.json:
        print(json.dumps({"plies_per_s": found, "games": args.games}))
        return
    for game, speed in found.items():
        print(f"{game:6} {speed / 1e6:6.1f} M plies per CPU second")


if __name__ == "__main__":
    main()
