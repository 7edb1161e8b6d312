"""The method `ismcts`: one tree of what the seat can tell apart, grown by simulations in compiled code.

Unlike the mean over solved worlds it never plays as if it knew the hidden cards: at each of its own decisions in the tree one
play must serve all worlds that come there. See `docs/algorithms-hidden.md`.
"""

import math
import time
from typing import TYPE_CHECKING, Any, Final

from tricorn import games
from tricorn._ismcts import Tree
from tricorn._stop import Stop
from tricorn.advice import Advice, PlayAdvice
from tricorn.cards import quote
from tricorn.errors import TricornError
from tricorn.fast import policy
from tricorn.games import View
from tricorn.inference import DEFENCE, candidates, likelihood, tells, thrown, usual
from tricorn.limit import Limit
from tricorn.source import action_of, source_of
from tricorn.worker import Progress, run

if TYPE_CHECKING:
    from tricorn.solution import Unit

LEAVES: Final = ("random", "fast", "exact")
"""What a simulation does below the tree: plays at random, plays by the policy `fast`, or plays by that policy and lets an
exact search with all cards known finish."""

DEFAULT_SIMS: Final = 3000
_MOST_SIMS: Final = 60_000_000  # as many as the tree has room for
_CHUNK: Final = 1000  # simulations between two looks at the progress
# The share of the range of results that a play hardly tried is favoured by; found in matches. The range: all tricks left; in
# Rassi 13 points, with two players, of whom one's penalty is the other's gain, 13 of each with the multipliers.
EXPLORE: Final = {"russi": 0.3, "ruffe": 0.3, "rassi": 0.5}
_EXPLORE_TWO: Final = 0.25
PER_WORLD: Final = {"russi": 1, "ruffe": 4, "rassi": 1}
"""Simulations that share a world; a world of Ruffe with its announced totals takes longer to draw than to play out."""
_ENDING: Final = {"russi": 3, "ruffe": 2, "rassi": 2}  # cards in each hand from which on leaf=exact searches
_ASSUMES: Final = {
    False: "all worlds equally likely, whatever the others played by choice; ",
    True: "worlds as likely as what the others have played is in them, chosen by the policy 'fast' with a share of chance; ",
}
_ANSWERS: Final = "the others answer this seat's cards, not one another's"


def tree_of(
    view: View,
    *,
    leaf: str = "fast",
    explore: float | None = None,
    ending: int | None = None,
    per_world: int | None = None,
    weigh: bool | None = None,
    seed: int = 0,
) -> tuple[Tree, dict[int, str]]:
    """A tree without simulations, and the plays at its root by number: one for each set of plays that are the same.

    Raises:
        TricornError: the seat has no card to play, or an unknown `leaf`.
        NoWorldError: no full deal agrees with the view.
    """
    if leaf not in LEAVES:
        raise TricornError(f"leaf {quote(leaf)} is none of {', '.join(LEAVES)}")
    game = games.name_of(view)
    told = _likelihood(view) if is_weighed(view, weigh) else {}
    source = source_of(view, thrown(view) if told else None)
    same = view.equals()
    plays = {action_of(view, action): action for action in view.legal() if same.get(action, action) == action}
    tree = Tree(
        source,
        sorted(plays),
        policy(game),
        leaf,
        _ENDING[game] if ending is None else ending,
        (_EXPLORE_TWO if is_rassi_of_two(view) else EXPLORE[game]) if explore is None else explore,
        PER_WORLD[game] if per_world is None else per_world,
        seed,
        by_hand=is_rassi_of_two(view),
        **told,
    )
    return tree, plays


def _likelihood(view: View) -> dict[str, Any]:
    if not tells(view):
        return {}
    told = likelihood(view, usual(view))  # type: ignore[arg-type]  # all views are hashable
    return {"likelihood": told, "candidates": candidates(view), "defence": DEFENCE}


def is_rassi_of_two(view: View) -> bool:
    """Whether it is Rassi of two players, where one's penalty is the other's gain."""
    return games.name_of(view) == "rassi" and view.seats == 2


def is_weighed(view: View, weigh: bool | None) -> bool:
    """Whether worlds are drawn by how likely what the others have played is in them; None: in Rassi of two players."""
    return is_rassi_of_two(view) if weigh is None else weigh


def advise_ismcts(
    view: View,
    limit: Limit | None = None,
    *,
    leaf: str = "fast",
    explore: float | None = None,
    weigh: bool | None = None,
    stop: Stop | None = None,
    progress: Progress | None = None,
) -> Advice:
    """The plays of a view by visits, the most visited first; arguments and errors as in `tricorn.advice.advise`.

    `limit.worlds` is the number of simulations, each in a world of its own (3,000 if no time is given either); `nodes` ends
    the search when the tree has so many. The same view, seed and number of simulations give the same answer.
    """
    limit = limit or Limit()
    started = time.monotonic()
    game = games.name_of(view)
    if view.phase != "play" and view.to_move == view.seat:
        due = "a discard" if game == "ruffe" else "an answer to the exchange"
        raise TricornError(f"method 'ismcts' is made for plays of a card, and {due} is due (phase: {view.phase})")
    tree, plays = tree_of(view, leaf=leaf, explore=explore, weigh=weigh, seed=limit.seed)
    by_time = limit.time_s is not None or limit.nodes is not None
    wanted = max(limit.worlds or (_MOST_SIMS if by_time else DEFAULT_SIMS), len(plays))
    done = tree.run(len(plays))  # the first simulations try every play once: whatever the clock says, there is an answer

    def grow(flag: Stop) -> int:
        done = len(plays)
        while done < wanted and not flag.is_set() and (limit.nodes is None or tree.nodes < limit.nodes):
            done = tree.run(min(_CHUNK, wanted - done), flag)
            if progress is not None:
                progress(done, 0 if by_time and limit.worlds is None else wanted)
        return done

    left = None if limit.time_s is None else max(limit.time_s - (time.monotonic() - started), 1e-3)
    if done < wanted:
        done = run(grow, left, stop)
    return _advice(view, game, tree, plays, done, limit.seed, leaf, is_weighed(view, weigh), time.monotonic() - started)


def _advice(
    view: View, game: str, tree: Tree, plays: dict[int, str], done: int, seed: int, leaf: str, weighed: bool, time_s: float
) -> Advice:
    from scipy.special import stdtrit

    any_view: Any = view
    times = int(any_view.multipliers[view.seat]) if game == "rassi" else 1
    most = 13 * times if game == "rassi" else int(any_view.tricks_left)
    same = view.equals()
    rows = []
    for number, counted in tree.results().items():
        dist = {value * times: how_often for value, how_often in counted.items()}
        visits = sum(dist.values())
        mean = math.fsum(value * n for value, n in dist.items()) / visits
        variance = math.fsum((value - mean) ** 2 * n for value, n in dist.items()) / max(1, visits - 1)
        error = math.sqrt(variance / visits) if visits > 1 else None
        half = float(stdtrit(visits - 1, 0.975)) * error if error is not None else math.inf
        shares = {value: n / visits for value, n in sorted(dist.items())}
        win = draw = last = out = None
        if game == "russi":
            total = sum(any_view.taken) + any_view.tricks_left
            taken = any_view.taken[view.seat]
            win = sum(share for value, share in shares.items() if 2 * (taken + value) > total)
            draw = sum(share for value, share in shares.items() if 2 * (taken + value) == total)
        elif game == "rassi":
            last = sum(share for value, share in shares.items() if value)
            score = any_view.scores[view.seat]
            out = sum(share for value, share in shares.items() if score + value >= any_view.rules.out_at)
        card = plays[number]
        rows.append(
            PlayAdvice(
                card=card,
                equals=tuple(other for other, to in same.items() if to == card and other != card),
                mean=mean,
                stderr=error,
                ci=(max(mean - half, 0), min(mean + half, most)),
                lo=0.0,
                hi=float(most),
                win=win,
                draw=draw,
                last=last,
                out=out,
                dist=shares,
                tied=False,
                visits=visits,
            )
        )
    better = -1 if game == "rassi" else 1
    rows.sort(key=lambda row: (-row.visits, -better * row.mean, row.card))
    unit: Unit = "penalty" if game == "rassi" else "tricks"
    return Advice(
        game=game,
        seat=view.seat,
        unit=unit,
        plays=tuple(_with_ties(rows)),
        worlds=done,
        solved=0,
        consistent=games.load(game).worlds.count(view),
        nodes=tree.nodes,
        time_s=time_s,
        seed=seed,
        method=f"information-set tree search, leaves {leaf}",
        assumes=_ASSUMES[weighed] + _ANSWERS,
    )


def _with_ties(rows: list[PlayAdvice]) -> list[PlayAdvice]:
    """Marks the plays whose 95 % interval of the difference to the first one's mean holds 0."""
    from dataclasses import replace

    best = rows[0]
    out = []
    for row in rows:
        if row.stderr is None or best.stderr is None:
            tied = True
        else:
            tied = abs(row.mean - best.mean) <= 1.96 * math.hypot(row.stderr, best.stderr)
        out.append(replace(row, tied=tied or row is best))
    return out
