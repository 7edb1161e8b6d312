"""By what methods plays are valued in a view: those asked for, or those that have been worth most there."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from tricorn import games
from tricorn.blending import TRICKS
from tricorn.correction import tricks_left
from tricorn.equity import Equity
from tricorn.errors import TricornError
from tricorn.games import View
from tricorn.limit import Limit

if TYPE_CHECKING:
    from tricorn.inference import Softness
    from tricorn.rassi.view import View as RassiView
    from tricorn.ruffe.view import View as RuffeView

METHODS: Final = ("worlds", "weighted", "recursive", "blended", "table", "equilibrium", "ismcts")
"""How plays can be valued: over solved worlds, all alike; over worlds weighted by what the others have played; over worlds played
out by the policy `fast`, every seat by its own sight; over weighted worlds, half solved and half played out; over worlds, and
the means of keep and change by the exchange table (Rassi); over worlds, and mixed by the equilibrium of a hidden-card ending
(Rassi, two players); or by one tree of what the seat can tell apart."""
_TABLE_S: Final = 0.3  # with less time the exchange table stays closed: the first look at it takes about half of that


@dataclass(frozen=True, slots=True)
class Plan:
    """What goes into an answer over worlds.

    Attributes:
        searched: worlds are searched with all cards open.
        played: worlds are played out by the policy `fast`.
        weighted: worlds are weighted by what the others have played.
        tabled: Rassi: keep and change have their means from the exchange table.
        mixed: Rassi of two players: plays get shares by the equilibrium of the ending, or by the search of the trick before it.
    """

    searched: bool = True
    played: bool = False
    weighted: bool = False
    tabled: bool = False
    mixed: bool = False

    @property
    def blended(self) -> bool:
        """Whether some worlds are searched and others played out."""
        return self.searched and self.played

    @property
    def how(self) -> str:
        """The name by which corrections are kept (`Advice.how`)."""
        if self.blended:
            return "blended"
        names = [name for name, so in (("recursive", self.played), ("weighted", self.weighted)) if so]
        return ", ".join(names) or "worlds"


def plan_for(
    view: View,
    method: str | None,
    limit: Limit,
    equity: Equity | None,
    softness: "Softness | None",
    worlds: int | None,
    *,
    mixes: bool = True,
) -> Plan:
    """The plan for a view; `method`, `limit`, `equity` and `softness` as in `tricorn.advising.advise`.

    Args:
        worlds: how many agree with the view, None if that is not known; a single one is searched.
        mixes: False: plays get no shares, for there was no time to find them.

    Raises:
        TricornError: the method is not made for what is asked.
    """
    tabled, mixed = _is_tabled(view, method, limit), mixes and _is_mixed(view, method, equity, limit.time_s)
    if worlds == 1:
        return Plan(tabled=tabled, mixed=mixed)
    if is_played_out(view, method, limit, equity):
        from tricorn.inference import tells

        return Plan(searched=False, played=True, weighted=tells(view))
    blended = _is_blended(view, method)
    recursive = method == "recursive" and view.phase == "play"
    weighted = not mixed and _is_weighted(view, method, equity, softness)
    return Plan(not recursive, recursive or blended, weighted, tabled, mixed)


def is_played_out(view: View, method: str | None, limit: Limit, equity: Equity | None) -> bool:
    """Whether worlds are played out unasked: in the play of Rassi with more than two players, in points, and where no number of
    nodes is named, for they have none."""
    if method is not None or equity is not None or limit.nodes is not None or games.name_of(view) != "rassi":
        return False
    return view.phase == "play" and view.seats > 2


def _is_tabled(view: View, method: str | None, limit: Limit) -> bool:
    """Whether the plays get their means from the exchange table of Rassi; unasked only where there is time to read it."""
    found = False
    hurried = method is None and limit.time_s is not None and limit.time_s < _TABLE_S
    if games.name_of(view) == "rassi" and view.phase != "play" and method in (None, "table") and not hurried:
        from tricorn.rassi.exchange_advice import tabled

        found = tabled(cast("RassiView", view))
    if method == "table" and not found:
        raise TricornError("method 'table' is made for the exchange of rassi, under rules that the exchange table covers")
    return found


def _is_blended(view: View, method: str | None) -> bool:
    """Whether half of the weight goes to worlds played out; unasked early in the deals of Russi."""
    if view.phase != "play" or method not in (None, "blended"):
        return False
    game = games.name_of(view)
    return method == "blended" or (game in TRICKS and tricks_left(view) >= TRICKS[game])


def _is_weighted(view: View, method: str | None, equity: Equity | None, softness: "Softness | None") -> bool:
    """Whether worlds are weighted by what the others have played; where they have not, or before the play, all are alike."""
    game = games.name_of(view)
    if method is None:
        if game == "rassi" and (view.seats != 2 or equity is not None):
            return False
        if game == "ruffe":
            from tricorn.ruffe.thrown import is_hidden

            if not is_hidden(cast("RuffeView", view)):
                return False
    elif method not in ("weighted", "blended") and not (method == "recursive" and softness is not None):
        return False
    from tricorn.inference import tells

    return tells(view)


def _is_mixed(view: View, method: str | None, equity: Equity | None, time_s: float | None) -> bool:
    """Whether the plays get shares by the equilibrium of the ending, or by the search of the trick before it."""
    game = games.name_of(view)
    if method not in (None, "equilibrium") or game != "rassi" or (method is None and equity is not None):
        if method == "equilibrium":
            raise TricornError(f"method 'equilibrium' is made for the ending of two players of rassi, not for {game}")
        return False
    from tricorn.rassi.equilibrium import applies
    from tricorn.rassi.mixing import is_mixed

    if method == "equilibrium" and (not applies(cast("RassiView", view)) or equity is not None):
        raise TricornError("method 'equilibrium' is made for the last 2 or 3 cards of two players, in points")
    return is_mixed(cast("RassiView", view), time_s)
