"""Does racing pay? Nodes of an advice with plays dropped on the way and without, and how good the choice is.

    python benchmarks/racing.py rassi --views 40 --worlds 4000 --reference 20000
    python benchmarks/racing.py ruffe --views 12 --worlds 300 --reference 600
    python benchmarks/racing.py rassi --views 40 --time-s 0.05

Views are of free choices in deals that the player `fast` plays, one for each deal, at a trick drawn by lot. `nodes` is those with
racing over those without, at an equal number of worlds, `cpu` the same of CPU time, the least of four runs in turn. Regret is
what the chosen play is worth less than the best in `--reference` other worlds, in the unit of the game: without racing, with it,
and with it at as many more worlds as cost about equal nodes. `wrong`: how often the best play of the reference was dropped while
ahead there by two standard errors. With `--time-s`, in place of all this: worlds looked at in that time, `plain` without racing
and `racing` with it, medians, and the median `ratio`.
"""

import argparse
import json
import time
from typing import Any

import numpy as np

from tricorn import Limit, games
from tricorn.advising import advise
from tricorn.players import parse_player


def views(game: str, count: int) -> list[Any]:
    """Views with three different plays or more."""
    package, found, seed = games.load(game), [], 0
    players = {"players": 4} if game == "rassi" else {}
    fast, rule = parse_player("fast"), parse_player("rule")
    while len(found) < count:
        seed += 1
        position = package.deal(seed, **players)
        met = []
        while position.to_move is not None:
            view = position.view(position.to_move)
            if view.phase == "play" and len({view.equals().get(play, play) for play in view.legal()}) > 2:
                met.append(view)
            position = position.play((fast if view.phase == "play" else rule).choose(view, seed))
        if met:
            found.append(met[np.random.default_rng(seed).integers(len(met))])
    return found


def main() -> None:
    """One line for a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--views", type=int, default=20)
    parser.add_argument("--worlds", type=int, default=100)
    parser.add_argument("--reference", type=int, default=1000)
    parser.add_argument("--time-s", type=float)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    out = in_time(args.game, args.views, args.time_s) if args.time_s else at_worlds(args)
    print(json.dumps(out) if args.json else "  ".join(f"{key} {value}" for key, value in out.items()))


def in_time(game: str, count: int, time_s: float) -> dict[str, Any]:
    """Worlds looked at in a time, with racing and without, in turn."""
    seen = np.array(
        [
            [advise(view, Limit(time_s=time_s), method="worlds", racing=racing).worlds for racing in (False, True)]
            for view in views(game, count)
        ]
    )
    plain, racing = np.median(seen, axis=0).round().astype(int).tolist()
    ratio = round(float(np.median(seen[:, 1] / seen[:, 0])), 2)
    return {"game": game, "time_s": time_s, "plain": plain, "racing": racing, "ratio": ratio}


def at_worlds(args: argparse.Namespace) -> dict[str, Any]:
    """Nodes and regrets at a number of worlds."""
    sign = -1 if args.game == "rassi" else 1
    nodes: dict[str, int] = dict.fromkeys(("plain", "racing", "longer"), 0)
    cpu = {"plain": 0.0, "racing": 0.0}
    regret: dict[str, list[float]] = {name: [] for name in nodes}
    wrong = dropped = plays = 0
    for view in views(args.game, args.views):
        reference = advise(view, Limit(worlds=args.reference, seed=99), method="worlds", racing=False)
        worth = {row.card: sign * row.mean for row in reference.plays}
        best, second = reference.plays[:2]
        worlds, plain = args.worlds, 0
        took: dict[bool, list[float]] = {False: [], True: []}
        for race in (False, True) * 4:  # in turn, the quickest of each: the first ones after the reference find the memory cold
            started = time.process_time()
            advise(view, Limit(worlds=worlds, seed=1), method="worlds", racing=race)
            took[race].append(time.process_time() - started)
        for race, name in ((False, "plain"), (True, "racing")):
            cpu[name] += min(took[race])
        for name in nodes:
            advice = advise(view, Limit(worlds=worlds, seed=1), method="worlds", racing=name != "plain")
            nodes[name] += advice.nodes
            regret[name].append(max(worth.values()) - worth[advice.best])
            if name == "racing":
                plays += len(advice.plays)
                dropped += sum(row.visits < advice.worlds for row in advice.plays)
                row = next(row for row in advice.plays if row.card == best.card)
                clear = abs(best.mean - second.mean) > 2 * ((best.stderr or 0) + (second.stderr or 0))
                wrong += clear and row.visits < advice.worlds
                worlds = round(args.worlds * plain / advice.nodes) if advice.nodes else worlds
            plain = advice.nodes
    return {
        "game": args.game,
        "worlds": args.worlds,
        "plays": plays,
        "dropped": dropped,
        "wrong": wrong,
        "nodes": round(nodes["racing"] / nodes["plain"], 3),
        "cpu": round(cpu["racing"] / cpu["plain"], 3),
        "nodes_longer": round(nodes["longer"] / nodes["plain"], 3),
        **{f"regret_{name}": round(float(np.mean(rows)), 4) for name, rows in regret.items()},
        "regret_stderr": round(float(np.std(np.subtract(regret["longer"], regret["plain"])) / len(regret["plain"]) ** 0.5), 4),
    }


if __name__ == "__main__":
    main()
