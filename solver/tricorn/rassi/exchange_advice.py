"""The exchange in an advice: keep and change valued by the exchange table, as the player `default` values them."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tricorn.advice import Advice, PlayAdvice
from tricorn.equity import Equity
from tricorn.rassi.exchange import Choice, choose, covers
from tricorn.rassi.exchange_outcomes import outcomes
from tricorn.rassi.rules import STEPS
from tricorn.rassi.table import CHANGE, KEEP

if TYPE_CHECKING:
    from tricorn.rassi.view import View

_HALF: Final = 1.96  # standard errors in half of a 95 % interval
_ASSUMES = (
    "the other cards lie at random, hands are played as in the self-play that the exchange table was fitted to, the better action "
    "is taken at later steps; intervals hold the error of the table and how far two players of the engine are apart; the worlds "
    "bear on proven bounds only"
)
_ASSUMES_MATCH = "after this deal the chances of the match are those of the equity"


@dataclass(frozen=True, slots=True)
class Tabled:
    """What the table says to a view.

    Attributes:
        points, match: what keep and change come to in points, and with an equity in the match.
        paid: by action how likely it is to pay what.
        room: points that put the seat out of the match.
    """

    points: Choice
    match: Choice | None
    paid: dict[str, dict[int, float]]
    room: int


def tabled(view: "View") -> bool:
    """Whether the view is a question of the exchange that the table answers."""
    return view.phase in STEPS and view.to_move == view.seat and covers(view.rules, view.seats)


def choices(view: "View", equity: Equity | None) -> Tabled:
    """What keep and change come to; the view must be `tabled`."""
    points = choose(view)
    match = choose(view, utility="match", equity=equity) if equity is not None else None
    assert points is not None
    keep, change = outcomes(view)
    paid = {KEEP: {0: 1.0} if points.safe else keep} | ({} if change is None else {CHANGE: change})
    return Tabled(points, match, paid, view.rules.out_at - view.scores[view.seat])


def with_exchange(advice: Advice, found: Tabled) -> Advice:
    """The advice by the table in place of the worlds', the table's choice first.

    Of the worlds only what is proven stays (`lo`, `hi`, `safe`). A hand proven safe costs nothing, whatever the table says.
    `tied` goes by the error of the difference, of which much less is left than of the means (`Choice.gap_stderr`).
    """
    points, match = found.points, found.match
    decides = match if advice.utility == "match" and match is not None else points

    def row_of(row: PlayAdvice) -> PlayAdvice:
        keeps = row.card == KEEP
        mean, error = (points.keep, points.stderr) if keeps else (points.change, points.change_stderr)
        assert mean is not None
        if keeps and points.safe:
            row = replace(row, lo=0.0, hi=0.0, safe=True)
        low, high = max(mean - _HALF * error, row.lo), min(mean + _HALF * error, row.hi)
        best, paid = row.card == decides.best, found.paid[row.card]
        return replace(
            row,
            mean=mean,
            stderr=error,
            ci=(low, high),
            last=sum(share for price, share in paid.items() if price > 0),
            out=sum(share for price, share in paid.items() if price >= found.room),
            dist=paid,
            tied=best or decides.close,
            match=None if match is None else match.keep if keeps else match.change,
        )

    assumes = _ASSUMES if match is None else f"{_ASSUMES}; {_ASSUMES_MATCH}"
    rows = sorted(map(row_of, advice.plays), key=lambda row: row.card != decides.best)
    return replace(advice, plays=tuple(rows), method="exchange table", assumes=assumes, held_out=None, held_out_stderr=None)
