"""The ending of two players in an advice: how often each play is to be made, and how far the strategy can be exploited."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tricorn.advice import Advice, PlayAdvice
from tricorn.limit import Limit
from tricorn.rassi.ending import PLAYED
from tricorn.rassi.equilibrium import solve_ending

USEFUL = 0.05
"""Exploitability in points above which the shares are not worth saying: the iterations were cut too early."""

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.view import View


def with_equilibrium(advice: Advice, view: "View", time_s: float | None, stop: "Stop | None") -> Advice:
    """The advice with the equilibrium's shares, the most frequent play first; unchanged if the time was too short for it.

    Plays that belong to the strategy (a share of `PLAYED` or more) get the equilibrium's mean, difference and P(last trick),
    which are no samples: their interval is a point. All others keep those of the worlds, since what the seat would do after a
    play that it never makes says nothing about the play; so do plays proven to cost nothing, and all distributions. The plays
    that belong to the strategy are marked as tied: at the equilibrium none of them is better than another.
    """
    mixed = solve_ending(view, Limit(time_s=time_s), stop=stop)
    if mixed.exploitability > USEFUL:
        return advice
    of_card = {card: row for row in mixed.plays for card in (row.card, *row.equals)}

    def mixed_row(row: PlayAdvice) -> PlayAdvice:
        found = of_card[row.card]
        belongs = found.share >= PLAYED
        row = replace(row, share=found.share, tied=belongs)
        if not belongs or row.safe or found.mean is None or found.last is None:
            return row
        mean = max(0.0, found.mean) + 0.0
        difference = None if found.advantage is None else 0.0 - found.advantage
        return replace(row, mean=mean, stderr=0.0, ci=(mean, mean), last=min(1.0, max(0.0, found.last)), difference=difference)

    return replace(
        advice,
        plays=tuple(sorted(map(mixed_row, advice.plays), key=lambda row: -(row.share or 0.0))),
        method=f"equilibrium of the hidden-card ending, {mixed.iterations} iterations; {advice.method}",
        assumes=mixed.assumes,
        exploitability=mixed.exploitability,
        held_out=None,
        held_out_stderr=None,
    )
