"""How long a user waits: `import tricorn`, the first advice of a fresh process, and how far advice overruns its time.

Prints, as medians and maxima over alternating runs: `import_ms`, wall time of `python -c "import tricorn"` above that of a
bare interpreter; `first_s` by game, wall time of a fresh process that imports, deals, and advises at default settings;
`overrun_ms` by game, time taken beyond `Limit(time_s=0.2)`, over random views of every phase; `clock` (see clock.py).
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from clock import clock_ms

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from tables import GAME_PHASES, random_positions

FIRST = {
    game: f"from tricorn import {game}\np = {game}.deal(seed=3)\nprint(p.view(p.to_move).advise().best)"
    for game in ("russi", "ruffe", "rassi")
}
FIRST["rassi, play"] = FIRST["rassi"].replace(
    "print(", "while p.phase != 'play':\n    p = p.play('keep')\nprint("
)


def wall_s(code: str) -> float:
    """Seconds that a fresh interpreter takes for the code."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return time.perf_counter() - started


def overruns_ms(game: str, phase: str, views: int, time_s: float) -> list[float]:
    """Milliseconds beyond the limit, for each of the views."""
    from tricorn import Limit

    taken = []
    for position in random_positions(game, phase, views, seed=77):
        view = position.view(position.to_move)
        if not taken:
            view.advise(Limit(worlds=1, nodes=10))  # what a process imports once is in `first_s`
        started = time.perf_counter()
        view.advise(Limit(time_s=time_s))
        taken.append(1000 * (time.perf_counter() - started - time_s))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--views", type=int, default=10, help="views of each game and phase")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    gaps = [1000 * (wall_s("import tricorn") - wall_s("pass")) for _ in range(options.runs)]
    first = {game: [wall_s(code) for _ in range(options.runs)] for game, code in FIRST.items()}
    over: dict[str, list[float]] = {}
    for game, phase in GAME_PHASES:
        over.setdefault(game, []).extend(overruns_ms(game, phase, options.views, 0.2))
    report = {
        "import_ms": {"median": statistics.median(gaps), "max": max(gaps)},
        "first_s": {game: {"median": statistics.median(times), "max": max(times)} for game, times in first.items()},
        "overrun_ms": {game: {"median": statistics.median(times), "max": max(times)} for game, times in over.items()},
        "clock": clock_ms(),
    }
    if options.json:
        print(json.dumps(report))
        return
    print(f"import_ms   median {report['import_ms']['median']:.1f}  max {report['import_ms']['max']:.1f}")
    for name in ("first_s", "overrun_ms"):
        for game, row in report[name].items():
            print(f"{name:11} {game}  median {row['median']:.3f}  max {row['max']:.3f}")
    print(f"clock       {report['clock']:.2f}")


if __name__ == "__main__":
    main()
