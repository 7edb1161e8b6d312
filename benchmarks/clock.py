"""How fast this machine is just now: the CPU time that DDS (through endplay) takes for 20 fixed 12-card deals.

Every benchmark prints this `clock` beside its figures, so that times taken on different machines, or on a loaded one,
can be compared: a figure is normalised by `12.4 / clock`. The deals are the first 20 of the golden file; DDS finds the
value and one best card of each, with a cold table (a foreign small deal is solved in between).

    python benchmarks/clock.py
"""

import json
import time
from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "tests" / "data" / "whist-12card-dds.jsonl"
DEALS = 20
NOMINAL_MS = 12.4  # what the machine of the first measurements took for one deal


def clock_ms() -> float:
    """CPU milliseconds that DDS takes for one deal."""
    from endplay.dds import solve_board
    from endplay.dds.solve import SolveMode
    from endplay.types import Deal, Denom, Player

    denom = dict(zip("SHDCN", (Denom.spades, Denom.hearts, Denom.diamonds, Denom.clubs, Denom.nt), strict=True))
    player = dict(zip("NESW", (Player.north, Player.east, Player.south, Player.west), strict=True))
    foreign = Deal("N:A... K... Q... J...", first=Player.north, trump=Denom.hearts)
    total = 0.0
    with GOLDEN.open() as file:
        rows = [json.loads(line) for line, _ in zip(file, range(DEALS), strict=False)]
    for row in rows:
        hands = " ".join(row["hands"][seat] for seat in "NESW")
        deal = Deal(f"N:{hands}", first=player[row["lead"]], trump=denom[row["trump"]])
        solve_board(foreign)
        started = time.process_time()
        solve_board(deal, SolveMode.OptimalOne)
        total += time.process_time() - started
    return 1000 * total / DEALS


if __name__ == "__main__":
    print(f"clock {clock_ms():.2f} ms")
