"""The ending of two players in an advice: how often each play is to be made, and how far the strategy can be exploited."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tricorn.advice import Advice, PlayAdvice
from tricorn.limit import Limit
from tricorn.rassi.equilibrium import solve_ending

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.view import View


def with_equilibrium(advice: Advice, view: "View", time_s: float | None, stop: "Stop | None") -> Advice:
    """The advice with the equilibrium's shares, means and P(last trick), the most frequent play first.

    The rows keep their intervals and distributions, which come from worlds; where the equilibrium has no mean for a
    play, because the other would never have played as it did, the mean over worlds stays. No two plays of a share above
    0 are told apart as better and worse: they are a tie.
    """
    mixed = solve_ending(view, Limit(time_s=time_s), stop=stop)
    of_card = {card: row for row in mixed.plays for card in (row.card, *row.equals)}

    def mixed_row(row: PlayAdvice) -> PlayAdvice:
        found = of_card[row.card]
        mean = row.mean if found.mean is None else found.mean
        return replace(
            row,
            share=found.share,
            mean=mean,
            ci=(min(row.ci[0], mean), max(row.ci[1], mean)),
            last=row.last if found.last is None else found.last,
            tied=found.share > 0,
        )

    rows = sorted((mixed_row(row) for row in advice.plays), key=lambda row: -(row.share or 0.0))
    return replace(
        advice,
        plays=(replace(rows[0], tied=True), *rows[1:]),
        method=f"equilibrium of the hidden-card ending, {mixed.iterations} iterations; {advice.method}",
        assumes=mixed.assumes,
        exploitability=mixed.exploitability,
    )
