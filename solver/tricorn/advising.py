"""The best play for a seat that does not see all cards: every play valued on the same sample of worlds.

Each world is a full deal that agrees with the view. In each of them every legal play is searched with all cards known, or played
out by a policy that sees only what each seat sees (`tricorn.plan` says which where, `tricorn.valuer` does it), and the means are
compared (determinization, or perfect-information Monte Carlo: Levy, "The million pound bridge program", 1989; Ginsberg, "GIB:
imperfect information in a computationally challenging game", JAIR 14, 2001). Common worlds across the plays make their differences
far more certain than their means. Worlds are equally likely, or weighted by what the others have played (`tricorn.inference`). What
is taken for granted, the answer says.
"""

import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from tricorn import games
from tricorn._stop import Stop
from tricorn.advice import Advice
from tricorn.blending import FIRST, MOST_PLAYED, PLAYED, blended
from tricorn.cards import quote
from tricorn.correction import corrected
from tricorn.equity import Equity, Utility
from tricorn.errors import NoWorldError, TricornError
from tricorn.games import View
from tricorn.limit import Limit
from tricorn.plan import METHODS, Plan, is_played_out, plan_for
from tricorn.racing import Race
from tricorn.rounds import Value, in_rounds
from tricorn.summary import student, summary, widest
from tricorn.valuer import Valuer
from tricorn.worker import Progress, run
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tricorn.inference import Softness
    from tricorn.rassi.view import View as RassiView

DEFAULT_WORLDS = 100
DEFAULT_TIME_S = 0.6
RACED_WORLDS = {"russi": 200, "ruffe": 200, "rassi": 2000}
"""Plays race where so many worlds or more are wanted. Fewer seldom settle anything, and in Rassi a world takes so little that
a look costs more than it saves."""
_FIRST_LOOK = {"russi": 64, "ruffe": 64, "rassi": 512}
_MOST_WORLDS = 30_000  # ends a search under a time limit alone: more tell little, and summing them up takes time of its own
_BLOCK = {"russi": 16, "ruffe": 16, "rassi": 128}  # worlds a thread takes at a time
_PLAYOUT_BLOCK = 128
_SAFE_WORLDS = 30  # solved, where worlds are played out, for the plays that are not safe: a proof that there is none takes longer
_SAFE_S = 0.02  # for the proofs, beyond a time that worlds have used up
_FIRST_NODES = 200  # the budget of the one world that is looked at before the clock may end the search
_WORLD_NODES = {"russi": 1_000, "ruffe": 60_000, "rassi": 1_000_000}  # budget of a world when the limit names none
_MOST_DISCARDS = 30  # of the taker's 1,820
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
        method: one of `METHODS`; None: "table" (given 0.3 s or more) or "equilibrium" where it is made for the view; else in
            Russi "blended" while 15 tricks or more are left, then "weighted"; in Ruffe "weighted" where another seat has
            thrown cards away unseen; in the play of Rassi, in points, with two players "weighted", with more "recursive"
            with weighted worlds, ten for each one of `limit.worlds`, unless `limit.nodes` is given; else "worlds". "ismcts"
            grows one tree (see `tricorn.ismcts`), in the play alone and in points; `limit.worlds` is then the number of
            simulations, and `visits` those of each play.
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
    if game != "rassi" or is_played_out(view, method, limit, equity):  # else worlds are many
        student(2)  # what the summary of few worlds imports is loaded inside the time that was given
    equity = _equity(game, view, equity, utility)
    same = _candidates(game, view, actions)
    candidates = tuple(same)
    consistent = games.load(game).worlds.count(view)
    if consistent == 0:
        raise NoWorldError("no full deal agrees with this view")
    plan = plan_for(view, method, limit, equity, softness, consistent)
    if plan.mixed and consistent != 1:
        from tricorn.rassi.mixing import is_prepared

        if not is_prepared(cast("RassiView", view), limit.time_s, stop):
            plan = plan_for(view, method, limit, equity, softness, consistent, mixes=False)
    tabled = None
    if plan.tabled:
        from tricorn.rassi.exchange_advice import choices

        tabled = choices(cast("RassiView", view), equity)
    wanted = limit.worlds or (DEFAULT_WORLDS if limit.time_s is None else _MOST_WORLDS)
    if consistent == 1 or (len(candidates) == 1 and limit.worlds is None and limit.time_s is not None):
        wanted = 1 if consistent == 1 else min(wanted, DEFAULT_WORLDS)
    if method is None and not plan.searched and limit.worlds is not None:
        wanted = min(PLAYED * wanted, max(wanted, MOST_PLAYED))
    valuer = Valuer(view, candidates, plan, limit.seed, wanted, softness, ending, equity)
    spare = 0.0
    if plan.mixed and limit.time_s is not None:
        from tricorn.rassi.mixing import spare_s

        spare = spare_s(cast("RassiView", view), limit.time_s)
    ends = None if limit.time_s is None else started + limit.time_s - spare
    alike = not (plan.weighted or plan.blended or plan.tabled or plan.mixed)
    races = racing and alike and equity is None and valuer.listed is None
    plan, found = _valued(view, valuer, plan, limit, threads, stop, progress, ends, races)
    match = None
    if equity is not None and found.outcomes is not None:
        from tricorn.rassi.outcomes import match_values

        match = match_values(cast("RassiView", view), candidates, found.outcomes, equity)
    safe = {}
    if game == "rassi":
        left = None if limit.time_s is None else max(limit.time_s + _SAFE_S - (time.monotonic() - started), 1e-3)
        safe = run(lambda stop: _safe(view, candidates, valuer, plan, found, stop), left, stop)
    listed = valuer.listed
    whole = consistent == 1 or (listed is not None and listed.whole and len(found.values) == listed.count)
    advice = summary(view, game, candidates, same, found, consistent, limit.seed, match, utility, safe, plan, whole)
    if valuer.discards:
        advice = replace(advice, assumes=f"{advice.assumes}; the taker threw away what a rule of thumb would, softened too")
    if tabled is not None:
        from tricorn.rassi.exchange_advice import with_exchange

        advice = with_exchange(advice, tabled)
    if plan.mixed and not advice.exact:
        from tricorn.rassi.mixing import mixed_advice

        rest = None if limit.time_s is None else max(limit.time_s - (time.monotonic() - started), 1e-3)
        advice = mixed_advice(advice, cast("RassiView", view), rest, stop)
    elif tabled is None and equity is None and ending is None and (softness is None or softness == _usual(view)):
        advice = corrected(advice, view)
    return replace(advice, time_s=time.monotonic() - started)


def _valued(
    view: View,
    valuer: Valuer,
    plan: Plan,
    limit: Limit,
    threads: int,
    stop: Stop | None,
    progress: Progress | None,
    ends: float | None,
    races: bool,
) -> tuple[Plan, WorldValues]:
    """All plays in the worlds that the plan wants, until the clock reaches `ends`, and what of the plan there was time for."""
    game, count = games.name_of(view), valuer.plays
    sign = -1 if game == "rassi" else 1
    nodes = limit.nodes or _WORLD_NODES[game]
    value: Value = partial(valuer.search, nodes) if plan.searched else valuer.play_out
    once: Value = partial(valuer.search, min(nodes, _FIRST_NODES)) if plan.searched else valuer.play_out
    # One world on a small budget first: whatever the clock says, there is an answer.
    quick = once(tuple(range(count)), 0, 1, Stop()) if ends is not None or stop is not None else None
    race = None
    if races and valuer.wanted >= RACED_WORLDS[game]:
        race = Race(count, widest(game, view), first=_FIRST_LOOK[game])
    left = _left(ends)
    if left is not None and plan.blended:
        left *= _SEARCHED_S
    shown = valuer.wanted if limit.worlds or limit.time_s is None else 0  # 0: as many as the time allows
    block = _BLOCK[game] if plan.searched else _PLAYOUT_BLOCK
    done = run(
        lambda stop: in_rounds(value, count, valuer.wanted, block, threads, stop, progress, shown, race, sign), left, stop
    )
    found = done or quick
    assert found is not None
    if not plan.blended:
        return plan, found
    more = min(PLAYED * len(found.values), MOST_PLAYED)

    def far(plays: tuple[int, ...], first: int, count: int, stop: Stop) -> WorldValues:
        return valuer.play_out(plays, FIRST + first, count, stop)

    played = run(
        lambda stop: in_rounds(far, count, more, _PLAYOUT_BLOCK, threads, stop, None, 0, None, sign), _left(ends), stop
    )
    return (replace(plan, played=False), found) if played is None else (plan, blended(found, played))


def _left(ends: float | None) -> float | None:
    """Seconds until the clock reaches `ends`, a thousandth at least."""
    return None if ends is None else max(ends - time.monotonic(), 1e-3)


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


def _safe(
    view: Any, candidates: tuple[str, ...], valuer: Valuer, plan: Plan, found: WorldValues, stop: Stop
) -> dict[str, bool | None]:
    """Rassi: which plays are proven to cost nothing. A play that costs something in one world, where every other player
    merely keeps his own penalty low, is not safe against all together: only the others need a proof. Of two who count the
    difference a seat might pay by choice, if the other then pays more (last_tie=all); who pays no less had no choice."""
    import numpy as np

    from tricorn.rassi.risk import safe_plays

    if not plan.searched:  # worlds played out prove nothing, so a few are solved
        found = valuer.search(_WORLD_NODES["rassi"], tuple(range(len(candidates))), 0, _SAFE_WORLDS, stop)
    pays = found.lo > 0 if found.differences is None else (found.lo > 0) & (found.differences >= 0)
    costly: NDArray[np.bool_] = np.any(pays, axis=0)
    clean = [action for action, costs in zip(candidates, costly.tolist(), strict=True) if not costs]
    return dict.fromkeys(candidates, False) | safe_plays(view, clean, stop=stop)


def _usual(view: View) -> "Softness":
    """The softness of the game, which corrections were fitted with."""
    from tricorn.inference import usual

    return usual(view)


def _candidates(game: str, view: View, actions: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The actions to value, one for each set of equals, with the others of the set; of Ruffe's discards those that a
    cheap rule likes best."""
    if game == "ruffe" and view.phase == "discard":
        return dict(games.load(game).best_discards(view, _MOST_DISCARDS))
    same = view.equals()
    candidates = [action for action in actions if same.get(action, action) == action]
    return {one: tuple(other for other in actions if other != one and same.get(other) == one) for one in candidates}
