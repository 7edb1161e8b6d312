"""Plays valued in the numbered worlds of a view."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tricorn import games
from tricorn._stop import Stop
from tricorn.equity import Equity
from tricorn.games import View
from tricorn.plan import Plan
from tricorn.rounds import cut
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    from tricorn.inference import Softness
    from tricorn.rassi.view import View as RassiView
    from tricorn.russi.view import View as RussiView


class Valuer:
    """What searches worlds and plays them out, as a plan wants it.

    Args:
        view: whose plays are valued.
        actions: the plays, one for each set of equals.
        plan: which worlds are made ready.
        seed: of the stream of worlds.
        wanted: how many worlds.
        softness, ending: as in `tricorn.advising.advise`.
        equity: Rassi: worlds that are searched also tell who pays and how much.

    Attributes:
        plays: how many are valued.
        wanted: how many worlds to search: fewer where all that there are stand in a list.
        listed: Russi: the list; None where worlds are sampled.
        discards: Ruffe: whether the taker's discards are drawn by how likely he threw them away.

    Raises:
        TricornError: an `ending` outside 0..6.
    """

    def __init__(
        self,
        view: View,
        actions: tuple[str, ...],
        plan: Plan,
        seed: int,
        wanted: int,
        softness: "Softness | None",
        ending: int | None,
        equity: Equity | None,
    ) -> None:
        self._view, self._actions, self._seed = view, actions, seed
        self._weighted, self._softness, self._equity = plan.weighted, softness, equity
        game = games.name_of(view)
        self._worlds = games.load(game).worlds
        self._drawn: dict[str, Any] = {}
        if plan.weighted and game == "ruffe":
            from tricorn.inference import thrown

            self._drawn = {"thrown": thrown(view, softness)}
        self.discards = self._drawn.get("thrown") is not None
        if plan.played:
            from tricorn.recursive import Playouts

            self._playouts = Playouts(view, ending, **self._drawn)
        self.plays = len(actions)
        self.wanted = wanted
        self.listed = None
        if game == "russi" and plan.searched:
            from tricorn.russi.listing import listing

            self.listed = listing(cast("RussiView", view), wanted)
            self.wanted = wanted if self.listed is None else self.listed.count

    def search(self, nodes: int, plays: tuple[int, ...], first: int, count: int, stop: Stop) -> WorldValues:
        """The plays of these numbers in worlds `first` .. `first + count - 1`, each searched with all cards open for up to `nodes`
        positions; fewer worlds when `stop` goes up."""
        numbers = posterior = uniform = None
        asked = [self._actions[play] for play in plays]
        if self.listed is not None:
            numbers = self.listed.numbers(self._seed, first, count)
        elif self._weighted:
            from tricorn.inference import pick

            picks = pick(self._view, self._seed, first, count, stop, self._softness)
            numbers, posterior, uniform, count = picks.numbers, picks.posterior, picks.uniform, len(picks.numbers)
        about: dict[str, Any] = {"seed": self._seed, "first": first, "nodes": nodes, "stop": stop, "numbers": numbers} | self._drawn
        found: WorldValues = self._worlds.evaluate(self._view, asked, count=count, **about)
        if numbers is not None and posterior is None and self._weighted:
            return self._weighed(found, numbers)
        found = replace(found, posterior=posterior, uniform=uniform)
        if self._equity is not None:
            from tricorn.rassi.outcomes import outcomes

            words = outcomes(cast("RassiView", self._view), self._actions, count=len(found.values), **about)
            found = replace(found, outcomes=words)
        return cut(found, len(found.values) if found.outcomes is None else len(found.outcomes))

    def play_out(self, plays: tuple[int, ...], first: int, count: int, stop: Stop) -> WorldValues:
        """The same, each world played out by sight."""
        found = self._playouts.values([self._actions[play] for play in plays], self._seed, first, count, stop)
        return self._weighed(found, range(first, first + count)) if self._weighted else found

    def _weighed(self, found: WorldValues, numbers: Any) -> WorldValues:
        from tricorn.inference import weighed

        return weighed(self._view, found, self._seed, numbers, self._softness)
