"""How fast this machine is just now: the CPU time that DDS (through endplay) takes for 20 fixed 12-card deals.

Every benchmark prints this `clock` beside its figures, so that times taken on different machines, or on a loaded one,
can be compared: a figure is normalised by `12.4 / clock`.

    python benchmarks/clock.py
"""

import random
import time

DEALS = 20
NOMINAL_MS = 12.4  # what the machine of the first measurements took for one deal


def _deals() -> list[str]:
    """Twenty seeded deals of 48 cards as PBN: one random card of each suit is out."""
    rng = random.Random(20260101)
    ranks = "23456789TJQKA"
    deals = []
    for _ in range(DEALS):
        pack = [suit + rank for suit in "SHDC" for rank in ranks]
        for suit in "SHDC":
            pack.remove(suit + rng.choice(ranks))
        rng.shuffle(pack)
        hands = []
        for seat in range(4):
            held = pack[12 * seat : 12 * seat + 12]
            hands.append(".".join("".join(r for r in reversed(ranks) if suit + r in held) for suit in "SHDC"))
        deals.append("N:" + " ".join(hands))
    return deals


def clock_ms() -> float:
    """CPU milliseconds that DDS takes for one deal: no trumps, North leads, a value for every card."""
    from endplay.dds import solve_board
    from endplay.types import Deal, Denom, Player

    deals = [Deal(text, first=Player.north, trump=Denom.nt) for text in _deals()]
    solve_board(deals[0])  # the library sets itself up
    start = time.process_time()
    for deal in deals:
        solve_board(deal)
    return (time.process_time() - start) * 1000 / DEALS


if __name__ == "__main__":
    print(f"clock {clock_ms():.2f} ms")
