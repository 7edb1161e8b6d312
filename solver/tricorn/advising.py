"""The best play for a seat that does not see all cards: every play valued on the same sample of worlds.

Each world is a full deal that agrees with the view, drawn exactly uniformly; in each of them every legal play is solved
with all cards known, and the means are compared (determinization, or perfect-information Monte Carlo: Levy, "The million
pound bridge program", 1989; Ginsberg, "GIB: imperfect information in a computationally challenging game", JAIR 14, 2001).
Common worlds across the plays make their differences far more certain than their means. What it assumes, and the answer
says so: worlds are equally likely, and after this play everybody sees all cards.
"""

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from tricorn import games
from tricorn._stop import Stop
from tricorn.advice import Advice
from tricorn.blending import MOST_PLAYED, PLAYED, TRICKS, blended
from tricorn.cards import quote
from tricorn.correction import corrected, tricks_left
from tricorn.equity import Equity, Utility
from tricorn.errors import NoWorldError, TricornError
from tricorn.games import View
from tricorn.limit import Limit
from tricorn.racing import Race
from tricorn.rounds import cut, in_rounds
from tricorn.summary import Valued, student, summary, widest
from tricorn.worker import Progress, run
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tricorn.inference import Softness
    from tricorn.rassi.view import View as RassiView
    from tricorn.ruffe.view import View as RuffeView
    from tricorn.russi.view import View as RussiView

METHODS = ("worlds", "weighted", "recursive", "blended", "table", "equilibrium", "ismcts")
"""How plays can be valued: over solved worlds, all alike; over worlds weighted by what the others have played; over worlds played
out by the policy `fast`, every seat by its own sight; over weighted worlds, half solved and half played out; over worlds, and
the means of keep and change by the exchange table (Rassi); over worlds, and mixed by the equilibrium of a hidden-card ending
(Rassi, two players); or by one tree of what the seat can tell apart."""
DEFAULT_WORLDS = 100
DEFAULT_TIME_S = 0.6
RACED_WORLDS = {"russi": 200, "ruffe": 200, "rassi": 2000}
"""Plays race where so many worlds or more are wanted. Fewer seldom settle anything, and in Rassi a world takes so little that
a look costs more than it saves."""
_FIRST_LOOK = {"russi": 64, "ruffe": 64, "rassi": 512}
_MOST_WORLDS = 30_000  # ends a search under a time limit alone: more tell little, and summing them up takes time of its own
_BLOCK = {"russi": 16, "ruffe": 16, "rassi": 128}  # worlds a thread takes at a time
_PLAYOUT_BLOCK = 128
_FIRST_NODES = 200  # the budget of the one world that is looked at before the clock may end the search
_WORLD_NODES = {"russi": 1_000, "ruffe": 60_000, "rassi": 1_000_000}  # budget of a world when the limit names none
_MOST_DISCARDS = 30  # of the taker's 1,820
_TABLE_S = 0.3  # with less time the exchange table stays closed: the first look at it takes about half of that
_WEIGHTED = (None, "weighted", "blended")
_SEARCHED_S = 0.6  # of the time, for the worlds that are searched where others are played out


def advise(
    view: View,
    limit: Limit | None = None,
    *,
    threads: int = 1,
    stop: Stop | None = None,
    progress: Progress | None = None,
    equity: Equity | None = None,
    utility: Utility = "points",
    method: str | None = None,
    softness: "Softness | None" = None,
    ending: int | None = None,
    racing: bool = True,
) -> Advice:
    """Value every legal play of the seat to move over worlds that agree with its view.

    Args:
        view: a view of any of the games whose seat is to move.
        limit: `worlds` to sample (100 if only `nodes` is given), `nodes` for each world, `time_s`, `seed`. Where none of the
            three is given: 100 worlds, or as many as 0.6 s allow.
        threads: worker threads; under `worlds` and `nodes` the answer does not depend on it.
        stop: a flag that ends the search early from another thread; the answer then stands on the worlds done so far.
        progress: called now and then with (worlds done, worlds wanted).
        equity: Rassi: what scores are worth; every play then also has its chance of winning the match.
        utility: what the best play is best for. "match" needs an equity; Rassi's default one is taken if none is given.
        method: one of `METHODS`; None: "table" (given 0.3 s or more) or "equilibrium" where it is made for the view, in Ruffe
            "weighted" where another seat has thrown cards away unseen, in Russi "blended" while 15 tricks or more are left and
            "weighted" then, else "worlds". "ismcts" grows one tree (see
            `tricorn.ismcts`), in the play alone and in points; `limit.worlds` is then the number of simulations, and `visits`
            those of each play.
        softness: how far the others are taken to play by sense (`tricorn.inference`). None: for "weighted" that of the game; for
            "recursive" worlds are all alike. "blended" searches half of the weight and plays out the other half, ten worlds for
            each one of `limit.worlds` (`tricorn.blending`).
        ending: for "recursive" and "blended", cards in each hand from which on worlds played out are searched with all cards open;
            None: that of the game.
        racing: whether plays that are surely worse than another are dropped, with a probability of at most 5 % that the best
            one ever is (`tricorn.racing`); `visits` tells after how many worlds. Only where `RACED_WORLDS` or more are
            wanted, all alike and sampled, and no equity.

    Raises:
        TricornError: it is not this seat's turn, `threads` is less than 1, an equity for another game than Rassi, an `ending`
            outside 0..6, or a method that is unknown or not made for what is asked.
        NoWorldError: no full deal agrees with the view.
    """
    started = time.monotonic()
    given = limit = limit or Limit()
    if limit.worlds is None and limit.nodes is None and limit.time_s is None:
        limit = replace(limit, worlds=DEFAULT_WORLDS, time_s=DEFAULT_TIME_S)
    if threads < 1:
        raise TricornError(f"threads {threads} must be 1 or more")
    actions = view.legal()
    if view.to_move != view.seat or not actions:
        raise TricornError(f"seat {view.seat} is not to move (seat to move: {view.to_move}, phase: {view.phase})")
    if method not in (None, *METHODS):
        raise TricornError(f"method {quote(str(method))} is none of {', '.join(METHODS)}")
    if method in ("ismcts", "recursive", "blended") and (utility != "points" or equity is not None):
        raise TricornError(f"method {method!r} knows points only: no equity, and no utility 'match'")
    if method == "ismcts":
        from tricorn.ismcts import advise_ismcts

        return advise_ismcts(view, given, stop=stop, progress=progress)
    game = games.name_of(view)
    if game != "rassi":  # whose worlds are many
        student(2)  # what the summary of few worlds imports is loaded inside the time that was given
    equity = _equity(game, view, equity, utility)
    tabled = None
    if _is_tabled(game, view, method, limit):
        from tricorn.rassi.exchange_advice import choices

        tabled = choices(cast("RassiView", view), equity)
    worlds = games.load(game).worlds
    same = _candidates(game, view, actions)
    candidates = tuple(same)
    consistent = worlds.count(view)
    if consistent == 0:
        raise NoWorldError("no full deal agrees with this view")
    wanted = limit.worlds or (DEFAULT_WORLDS if limit.time_s is None else _MOST_WORLDS)
    if consistent == 1 or (len(candidates) == 1 and limit.worlds is None and limit.time_s is not None):
        wanted = 1 if consistent == 1 else min(wanted, DEFAULT_WORLDS)
    nodes = limit.nodes or _WORLD_NODES[game]

    blends = _is_blended(view, method) and consistent != 1
    weighted = _is_weighted(view, method, softness) and consistent != 1
    drawn: Any = {}
    if weighted:
        from tricorn.inference import pick, thrown, weighed

        drawn = {"thrown": thrown(view, softness)} if game == "ruffe" else {}
    playouts = None
    if blends or (method == "recursive" and view.phase == "play" and consistent != 1):
        from tricorn.recursive import Playouts

        playouts = Playouts(view, ending, **drawn)
    listed = None
    searches = playouts is None or blends
    if game == "russi" and searches and consistent != 1:
        from tricorn.russi.listing import listing

        listed = listing(cast("RussiView", view), wanted)
        wanted = wanted if listed is None else listed.count
    shown = wanted if limit.worlds or limit.time_s is None else 0  # 0: as many as the time allows

    def play_out(plays: tuple[int, ...], first: int, count: int, stop: Stop) -> WorldValues:
        assert playouts is not None
        found = playouts.values([candidates[play] for play in plays], limit.seed, first, count, stop)
        return weighed(view, found, limit.seed, range(first, first + count), softness) if weighted else found

    def search(budget: int, plays: tuple[int, ...], first: int, count: int, stop: Stop) -> WorldValues:
        numbers = posterior = uniform = None
        asked = [candidates[play] for play in plays]
        if listed is not None:
            numbers = listed.numbers(limit.seed, first, count)
        elif weighted:
            picks = pick(view, limit.seed, first, count, stop, softness)
            numbers, posterior, uniform, count = picks.numbers, picks.posterior, picks.uniform, len(picks.numbers)
        about: dict[str, Any] = {"seed": limit.seed, "first": first, "nodes": budget, "stop": stop, "numbers": numbers} | drawn
        found = worlds.evaluate(view, asked, count=count, **about)
        if listed is not None and weighted:
            return weighed(view, found, limit.seed, listed.numbers(limit.seed, first, count), softness)
        found = replace(found, posterior=posterior, uniform=uniform)
        if equity is not None:
            from tricorn.rassi.outcomes import outcomes

            words = outcomes(cast("RassiView", view), candidates, count=len(found.values), **about)
            found = replace(found, outcomes=words)
        return cut(found, len(found.values) if found.outcomes is None else len(found.outcomes))

    # One world on a small budget first: whatever the clock says, there is an answer.
    every = tuple(range(len(candidates)))
    value = partial(search, nodes) if searches else play_out
    hurried = limit.time_s is not None or stop is not None
    once = partial(search, min(nodes, _FIRST_NODES)) if searches else play_out
    quick = once(every, 0, 1, Stop()) if hurried else None
    mixed = _is_mixed(game, view, method, equity, limit.time_s)
    spare = 0.0
    if mixed and limit.time_s is not None:
        from tricorn.rassi.mixing import spare_s

        spare = spare_s(cast("RassiView", view), limit.time_s)
    left = None if limit.time_s is None else max(limit.time_s - spare - (time.monotonic() - started), 1e-3)
    ends = None if left is None else time.monotonic() + left
    left = left if left is None or not blends else left * _SEARCHED_S
    plain = equity is None and tabled is None and listed is None and not weighted and not mixed and not blends
    races = racing and plain and wanted >= RACED_WORLDS[game]
    race = Race(len(candidates), widest(game, view), first=_FIRST_LOOK[game]) if races else None
    sign = -1 if game == "rassi" else 1
    about_all = (len(candidates), wanted, _BLOCK[game] if searches else _PLAYOUT_BLOCK, threads)
    done = run(lambda stop: in_rounds(value, *about_all, stop, progress, shown, race, sign), left, stop)
    found = done or quick
    assert found is not None
    if blends:
        left = None if ends is None else max(ends - time.monotonic(), 1e-3)
        about_all = (len(candidates), min(PLAYED * len(found.values), MOST_PLAYED), _PLAYOUT_BLOCK, threads)
        played = run(lambda stop: in_rounds(play_out, *about_all, stop, None, 0, None, sign), left, stop)
        blends = played is not None
        found = found if played is None else blended(found, played)
    match = None
    if equity is not None and found.outcomes is not None:
        from tricorn.rassi.outcomes import match_values

        match = match_values(cast("RassiView", view), candidates, found.outcomes, equity)
    safe = _safe(view, candidates, found) if game == "rassi" else {}
    whole = consistent == 1 or (listed is not None and listed.whole and len(found.values) == listed.count)
    valued: Valued = "blended" if blends else "searched" if searches else "played"
    advice = summary(view, game, candidates, same, found, consistent, limit.seed, match, utility, safe, valued, whole)
    hows = [name for name, so in (("recursive", not searches), ("weighted", weighted)) if so]
    advice = replace(advice, how="blended" if blends else ", ".join(hows) or "worlds")
    if drawn.get("thrown") is not None:
        advice = replace(advice, assumes=f"{advice.assumes}; the taker threw away what a rule of thumb would, softened too")
    if tabled is not None:
        from tricorn.rassi.exchange_advice import with_exchange

        advice = with_exchange(advice, tabled)
    if mixed and not advice.exact:
        from tricorn.rassi.mixing import mixed_advice

        rest = None if limit.time_s is None else max(limit.time_s - (time.monotonic() - started), 1e-3)
        advice = mixed_advice(advice, cast("RassiView", view), rest, stop)
    elif tabled is None:
        advice = corrected(advice, view)
    return replace(advice, time_s=time.monotonic() - started)


def _is_tabled(game: str, view: View, method: str | None, limit: Limit) -> bool:
    """Whether the plays get their means from the exchange table of Rassi; unasked only where there is time to read it."""
    found = False
    hurried = method is None and limit.time_s is not None and limit.time_s < _TABLE_S
    if game == "rassi" and view.phase != "play" and method in (None, "table") and not hurried:
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


def _is_weighted(view: View, method: str | None, softness: "Softness | None") -> bool:
    """Whether worlds are weighted by what the others have played; where they have not, or before the play, all are alike."""
    if method is None and games.name_of(view) == "rassi":
        return False
    if method is None and games.name_of(view) == "ruffe":
        from tricorn.ruffe.thrown import is_hidden

        if not is_hidden(cast("RuffeView", view)):
            return False
    elif method not in _WEIGHTED and not (method == "recursive" and softness is not None):
        return False
    from tricorn.inference import tells

    return tells(view)


def _is_mixed(game: str, view: View, method: str | None, equity: Equity | None, time_s: float | None) -> bool:
    """Whether the plays get shares by the equilibrium of the ending, or by the search of the trick before it."""
    if method not in (None, "equilibrium") or game != "rassi" or (method is None and equity is not None):
        if method == "equilibrium":
            raise TricornError(f"method 'equilibrium' is made for the ending of two players of rassi, not for {game}")
        return False
    from tricorn.rassi.equilibrium import applies
    from tricorn.rassi.mixing import is_mixed

    if method == "equilibrium" and (not applies(cast("RassiView", view)) or equity is not None):
        raise TricornError("method 'equilibrium' is made for the last 2 or 3 cards of two players, in points")
    return is_mixed(cast("RassiView", view), time_s)


def _equity(game: str, view: Any, equity: Equity | None, utility: Utility) -> Equity | None:
    """The equity to value plays by; None if nobody asks for the match."""
    if utility not in ("points", "match"):
        raise TricornError(f"utility {utility!r} is not 'points' or 'match'")
    if game != "rassi" and (equity is not None or utility == "match"):
        raise TricornError(f"match equity is worked out for rassi, not for {game}")
    if equity is None and utility == "match":
        from tricorn.rassi.equity import default_equity

        return default_equity(view.rules.out_at)
    return equity


def _safe(view: Any, candidates: tuple[str, ...], found: WorldValues) -> dict[str, bool | None]:
    """Rassi: which plays are proven to cost nothing. A play that costs something in one world, where every other player
    merely keeps his own penalty low, is not safe against all together: only the others need a proof. Of two who count the
    difference a seat might pay by choice, if the other then pays more (last_tie=all); who pays no less had no choice."""
    import numpy as np

    from tricorn.rassi.risk import safe_plays

    pays = found.lo > 0 if found.differences is None else (found.lo > 0) & (found.differences >= 0)
    costly: NDArray[np.bool_] = np.any(pays, axis=0)
    clean = [action for action, costs in zip(candidates, costly.tolist(), strict=True) if not costs]
    return dict.fromkeys(candidates, False) | safe_plays(view, clean)


def _candidates(game: str, view: View, actions: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The actions to value, one for each set of equals, with the others of the set; of Ruffe's discards those that a
    cheap rule likes best."""
    if game == "ruffe" and view.phase == "discard":
        return dict(games.load(game).best_discards(view, _MOST_DISCARDS))
    same = view.equals()
    candidates = [action for action in actions if same.get(action, action) == action]
    return {one: tuple(other for other in actions if other != one and same.get(other) == one) for one in candidates}
