"""The exchange in an advice: keep and change valued by the exchange table, as the player `default` values them."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tricorn.advice import Advice, PlayAdvice
from tricorn.equity import Equity
from tricorn.rassi.exchange import Choice, choose, covers
from tricorn.rassi.rules import STEPS
from tricorn.rassi.table import KEEP

if TYPE_CHECKING:
    from tricorn.rassi.view import View

_HALF: Final = 1.96  # standard errors in half of a 95 % interval
_ASSUMES = (
    "means are those of the exchange table: the other cards lie at random, hands are played as in the self-play of its "
    "calibration, the better action is taken at later steps; last, out and dist are those of the worlds, where everybody sees "
    "all cards and whoever is asked later keeps"
)
_ASSUMES_MATCH = "after this deal the chances of the match are those of the equity"


def tabled(view: "View") -> bool:
    """Whether the view is a question of the exchange that the table answers."""
    return view.phase in STEPS and view.to_move == view.seat and covers(view.rules, view.seats)


def choices(view: "View", equity: Equity | None) -> tuple[Choice, Choice | None]:
    """What keep and change come to in points, and with an equity in the match; the view must be `tabled`."""
    points = choose(view)
    match = choose(view, utility="match", equity=equity) if equity is not None else None
    assert points is not None
    return points, match


def with_exchange(advice: Advice, found: tuple[Choice, Choice | None]) -> Advice:
    """The advice with the table's means (and chances of the match) in place of the worlds', the table's choice first.

    Intervals are those that the sampling error of the table leaves, not the error of its model, which is some tenths of a
    point a stake (`docs/algorithms-rassi-exchange.md`). The table gives a mean, so all that is said about single outcomes
    (`last`, `out`, `dist`) stays what the worlds say, and so does what is proven (`lo`, `hi`, `safe`). A hand proven safe
    costs nothing, whatever the table says.
    """
    points, match = found
    decides = match if advice.utility == "match" and match is not None else points

    def row_of(row: PlayAdvice) -> PlayAdvice:
        keeps = row.card == KEEP
        if keeps and points.safe:
            chance = None if match is None else match.keep
            nothing = replace(row, mean=0.0, stderr=0.0, ci=(0.0, 0.0), lo=0.0, hi=0.0, last=0.0, out=0.0, dist={0: 1.0})
            return replace(nothing, safe=True, match=chance, tied=True)
        mean, error = (points.keep, points.stderr) if keeps else (points.change, points.change_stderr)
        assert mean is not None
        low, high = max(mean - _HALF * error, row.lo), min(mean + _HALF * error, row.hi)
        chance = None if match is None else match.keep if keeps else match.change
        best = row.card == decides.best
        return replace(row, mean=mean, stderr=error, ci=(low, high), match=chance, tied=best or decides.close)

    assumes = _ASSUMES if match is None else f"{_ASSUMES}; {_ASSUMES_MATCH}"
    rows = sorted(map(row_of, advice.plays), key=lambda row: row.card != decides.best)
    return replace(advice, plays=tuple(rows), method=f"exchange table; outcomes: {advice.method}", assumes=assumes)
