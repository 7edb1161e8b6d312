"""The best play for a seat that does not see all cards: every play valued on the same sample of worlds.

Each world is a full deal that agrees with the view, drawn exactly uniformly; in each of them every legal play is solved
with all cards known, and the means are compared (determinization, or perfect-information Monte Carlo: Levy, "The million
pound bridge program", 1989; Ginsberg, "GIB: imperfect information in a computationally challenging game", JAIR 14, 2001).
Common worlds across the plays make their differences far more certain than their means. What it assumes, and the answer
says so: worlds are equally likely, and after this play everybody sees all cards.
"""

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from tricorn import games
from tricorn._stop import Stop
from tricorn.equity import Equity, Utility
from tricorn.errors import NoWorldError, TricornError
from tricorn.games import View
from tricorn.limit import Limit
from tricorn.solution import Unit
from tricorn.worker import run
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn.rassi.view import View as RassiView

Progress = Callable[[int, int], None]
"""Called now and then with the worlds done and the worlds wanted (0: as many as the time allows)."""

DEFAULT_WORLDS = 100
DEFAULT_TIME_S = 0.7
_MOST_WORLDS = 1_000_000  # ends a search under a time limit alone when the sample can tell no more
_BLOCK = 16  # worlds a thread takes at a time
_FIRST_NODES = 200  # the budget of the one world that is looked at before the clock may end the search
_WORLD_NODES = {"russi": 2_000, "ruffe": 60_000, "rassi": 1_000_000}  # budget of a world when the limit names none
_MOST_DISCARDS = 30  # of the taker's 1,820
_ASSUMES = "all worlds equally likely, whatever the others played by choice; after this play everybody sees all cards"
_ASSUMES_MATCH = "after this deal the chances of the match are those of the equity"


@dataclass(frozen=True, slots=True)
class PlayAdvice:
    """One legal play, valued over the worlds, from the point of view of the seat (in Ruffe of its side).

    Attributes:
        card: the play, as text.
        equals: other legal plays that are the same play in every world.
        mean: mean value over the worlds, in the unit of the advice.
        stderr: standard error of the mean; 0 when every world was looked at, None after one world of several.
        ci: 95 % interval of the mean (Student's t).
        lo, hi: proven bounds of the true expectation over all worlds.
        win, draw: Russi: share of worlds in which the deal is won, drawn; None elsewhere.
        last: Rassi: probability of taking the last trick; None elsewhere.
        out: Rassi: probability of going out of the match in this deal; None elsewhere.
        dist: share of worlds by value, for example {6: 0.25, 7: 0.75}.
        tied: whether this play is not separated from the best one (paired 95 % interval of the difference holds 0).
        visits: worlds in which it was valued.
        safe: Rassi: True: proven that after it the seat need never pay, whatever the cards and whatever all others do
            (`tricorn.rassi.risk`); False: there is no such guarantee; None: not established, and in other games.
        match: Rassi, where an equity was given: mean probability of winning the match; None elsewhere.
    """

    card: str
    equals: tuple[str, ...]
    mean: float
    stderr: float | None
    ci: tuple[float, float]
    lo: float
    hi: float
    win: float | None
    draw: float | None
    last: float | None
    out: float | None
    dist: dict[int, float] = field(hash=False)
    tied: bool
    visits: int
    safe: bool | None = None
    match: float | None = None

    @property
    def exact(self) -> bool:
        """Whether the proven bounds meet."""
        return self.lo == self.hi


@dataclass(frozen=True, slots=True)
class Advice:
    """What to play, and what each play is worth.

    Attributes:
        game, seat: whose view it is.
        unit: "tricks": tricks still to be won, the current one included, more is better; "penalty": the seat's own
            penalty points in this deal, multiplier included, less is better.
        plays: every play valued, best first; of Ruffe's 1,820 discards only the ones a cheap rule likes best.
        worlds: worlds looked at.
        solved: how many of them were solved exactly; in the others the values come from playouts within proven bounds.
        consistent: number of worlds that agree with the view, where the sampler knows it.
        nodes, time_s, seed: positions visited, wall time, seed of the sample.
        method: how the worlds were valued.
        assumes: what the expectations take for granted, in a sentence.
        utility: what the plays are ordered by: "points", the mean in this deal, or "match", the chance to win the match.
    """

    game: str
    seat: int
    unit: Unit
    plays: tuple[PlayAdvice, ...]
    worlds: int
    solved: int
    consistent: int | None
    nodes: int
    time_s: float
    seed: int
    method: str
    assumes: str
    utility: Utility = "points"

    @property
    def best(self) -> str:
        """The best play. Equal means: the lowest rank, then the first in the order of legal plays."""
        return self.plays[0].card

    @property
    def ties(self) -> tuple[str, ...]:
        """The best play and those not separated from it, best first."""
        return tuple(row.card for row in self.plays if row.tied)

    @property
    def exact(self) -> bool:
        """Whether all values are exact expectations: every world looked at and solved."""
        return all(row.exact for row in self.plays)

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON, with `best`, `ties` and `exact` written out."""
        rows = [
            {**asdict(row), "exact": row.exact, "dist": {str(value): share for value, share in row.dist.items()}}
            for row in self.plays
        ]
        return {**asdict(self), "plays": rows, "best": self.best, "ties": list(self.ties), "exact": self.exact}


def advise(
    view: View,
    limit: Limit | None = None,
    *,
    threads: int = 1,
    stop: Stop | None = None,
    progress: Progress | None = None,
    equity: Equity | None = None,
    utility: Utility = "points",
) -> Advice:
    """Value every legal play of the seat to move over worlds that agree with its view.

    Args:
        view: a view of any of the games whose seat is to move.
        limit: `worlds` to sample (100 if only `nodes` is given), `nodes` for each world, `time_s`, `seed`. Where none of the
            three is given: 100 worlds, or as many as 0.7 s allow.
        threads: worker threads; under `worlds` and `nodes` the answer does not depend on it.
        stop: a flag that ends the search early from another thread; the answer then stands on the worlds done so far.
        progress: called now and then with (worlds done, worlds wanted).
        equity: Rassi: what scores are worth; every play then also has its chance of winning the match.
        utility: what the best play is best for. "match" needs an equity; Rassi's default one is taken if none is given.

    Raises:
        TricornError: it is not this seat's turn, `threads` is less than 1, or an equity for another game than Rassi.
        NoWorldError: no full deal agrees with the view.
    """
    started = time.monotonic()
    limit = limit or Limit()
    if limit.worlds is None and limit.nodes is None and limit.time_s is None:
        limit = replace(limit, worlds=DEFAULT_WORLDS, time_s=DEFAULT_TIME_S)
    if threads < 1:
        raise TricornError(f"threads {threads} must be 1 or more")
    actions = view.legal()
    if view.to_move != view.seat or not actions:
        raise TricornError(f"seat {view.seat} is not to move (seat to move: {view.to_move}, phase: {view.phase})")
    _student(2)  # what the summary imports is loaded inside the time that was given
    game = games.name_of(view)
    equity = _equity(game, view, equity, utility)
    worlds = games.load(game).worlds
    same = view.equals()
    candidates = _candidates(game, view, actions, same)
    consistent = worlds.count(view)
    if consistent == 0:
        raise NoWorldError("no full deal agrees with this view")
    wanted = limit.worlds or (DEFAULT_WORLDS if limit.time_s is None else _MOST_WORLDS)
    if consistent == 1 or (len(candidates) == 1 and limit.worlds is None and limit.time_s is not None):
        wanted = 1 if consistent == 1 else min(wanted, DEFAULT_WORLDS)
    nodes = limit.nodes or _WORLD_NODES[game]
    shown = wanted if limit.worlds or limit.time_s is None else 0  # 0: as many as the time allows
    flag = stop if stop is not None else Stop()

    def value(first: int, count: int, budget: int, stop: Stop) -> WorldValues:
        found: WorldValues = worlds.evaluate(
            view, candidates, seed=limit.seed, first=first, count=count, nodes=budget, stop=stop
        )
        if equity is not None:
            from tricorn.rassi.outcomes import outcomes

            words = outcomes(
                cast("RassiView", view), candidates, seed=limit.seed, first=first, count=len(found.values), nodes=budget
            )
            found = replace(found, outcomes=words)
        return found

    # One world on a small budget first: whatever the clock says, there is an answer.
    quick = value(0, 1, min(nodes, _FIRST_NODES), Stop()) if limit.time_s is not None or stop is not None else None
    left = None if limit.time_s is None else max(limit.time_s - (time.monotonic() - started), 1e-3)
    blocks = run(lambda stop: _blocks(value, wanted, nodes, threads, stop, progress, shown), left, flag)
    done = [block for block in blocks if len(block.values)]
    if not done and quick is not None:
        done = [quick]
    found = _joined(done)
    match = None
    if equity is not None and found.outcomes is not None:
        from tricorn.rassi.outcomes import match_values

        match = match_values(cast("RassiView", view), candidates, found.outcomes, equity)
    safe = _safe(view, candidates, found) if game == "rassi" else {}
    advice = _summary(view, game, candidates, same, found, consistent, limit.seed, match, utility, safe)
    return replace(advice, time_s=time.monotonic() - started)


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
    merely keeps his own penalty low, is not safe against all together: only the others need a proof."""
    import numpy as np

    from tricorn.rassi.risk import safe_plays

    costly: NDArray[np.bool_] = np.any(found.lo > 0, axis=0)
    clean = [action for action, costs in zip(candidates, costly.tolist(), strict=True) if not costs]
    return dict.fromkeys(candidates, False) | safe_plays(view, clean)


def _candidates(game: str, view: View, actions: tuple[str, ...], same: dict[str, str]) -> tuple[str, ...]:
    """The actions to value: one for each set of equals; of Ruffe's discards those that a cheap rule likes best."""
    if game == "ruffe" and view.phase == "discard":
        ranked = dict.fromkeys(same.get(action, action) for _, action in games.load(game).discard_scores(view))
        return tuple(islice(ranked, _MOST_DISCARDS))
    return tuple(action for action in actions if same.get(action, action) == action)


def _blocks(
    value: Callable[[int, int, int, Stop], WorldValues],
    wanted: int,
    nodes: int,
    threads: int,
    stop: Stop,
    progress: Progress | None,
    shown: int,
) -> list[WorldValues]:
    """Blocks of worlds valued on a pool of threads, in the order of the worlds; those not begun when `stop` rises are left."""
    size = max(1, min(_BLOCK, -(-wanted // threads)))
    starts = iter(range(0, wanted, size))
    finished: dict[int, WorldValues] = {}
    waiting: dict[Future[WorldValues], int] = {}
    worlds_done = 0

    def keep(start: int, block: WorldValues) -> None:
        nonlocal worlds_done
        finished[start] = block
        worlds_done += len(block.values)
        if progress is not None:
            progress(worlds_done, shown)

    if threads == 1:
        for start in starts:
            if stop.is_set():
                break
            keep(start, value(start, min(size, wanted - start), nodes, stop))
    else:
        with ThreadPoolExecutor(threads) as pool:
            more = True
            while more or waiting:
                while more and len(waiting) < threads + 1 and not stop.is_set():
                    following = next(starts, None)
                    more = following is not None
                    if following is not None:
                        block = pool.submit(value, following, min(size, wanted - following), nodes, stop)
                        waiting[block] = following
                more = more and not stop.is_set()
                for future in wait(waiting, return_when=FIRST_COMPLETED).done if waiting else ():
                    keep(waiting.pop(future), future.result())
    return [finished[start] for start in sorted(finished)]


def _joined(blocks: Sequence[WorldValues]) -> WorldValues:
    """Blocks in a row as one."""
    import numpy as np

    words = [block.outcomes for block in blocks if block.outcomes is not None]
    return WorldValues(
        values=np.concatenate([block.values for block in blocks]),
        lo=np.concatenate([block.lo for block in blocks]),
        hi=np.concatenate([block.hi for block in blocks]),
        solved=np.concatenate([block.solved for block in blocks]),
        nodes=sum(block.nodes for block in blocks),
        outcomes=np.concatenate(words) if words else None,
    )


def _summary(
    view: View,
    game: str,
    actions: tuple[str, ...],
    same: dict[str, str],
    found: WorldValues,
    consistent: int | None,
    seed: int,
    match: "NDArray[np.float64] | None",
    utility: Utility,
    safe: dict[str, bool | None],
) -> Advice:
    """Means, intervals, ties and the shares of outcomes from the value of every action in every world."""
    import numpy as np

    values = found.values.astype(np.float64)
    count = len(values)
    less_is_better = game == "rassi"
    solved = int(found.solved.sum())
    every_world = consistent is not None and consistent == 1 and solved == count
    means = values.mean(axis=0)
    errors = np.zeros(len(actions)) if every_world else _stderr(values)
    goal = match if utility == "match" and match is not None else -values if less_is_better else values
    aims = goal.mean(axis=0)
    order = sorted(range(len(actions)), key=lambda i: (-aims[i], _rank_key(actions[i]), i))
    best = order[0]
    t = _student(count)
    gaps = goal - goal[:, [best]]
    gap_error = np.zeros(len(actions)) if every_world else _stderr(gaps)
    tied = np.abs(gaps.mean(axis=0)) <= t * gap_error
    tied |= aims == aims[best]
    if count == 1 and not every_world:  # one world says nothing about the others
        tied[:] = True
    least, most = 0, _most(game, view)
    rows = []
    for i in order:
        column = found.values[:, i]
        mean, error = float(means[i]), float(errors[i])
        half = t * error if count > 1 or every_world else math.inf
        win, draw = _won(view, column) if game == "russi" else (None, None)
        last, out = _penalised(view, column) if game == "rassi" else (None, None)
        levels, shares = np.unique(column, return_counts=True)
        rows.append(
            PlayAdvice(
                card=actions[i],
                equals=tuple(other for other, to in same.items() if to == actions[i] and other != actions[i]),
                mean=mean,
                stderr=error if math.isfinite(error) else None,
                ci=(max(mean - half, least), min(mean + half, most)),
                lo=mean if every_world else float(least),
                hi=mean if every_world else float(most),
                win=win,
                draw=draw,
                last=last,
                out=out,
                dist={int(level): float(share) / count for level, share in zip(levels, shares, strict=True)},
                tied=bool(tied[i]),
                visits=count,
                safe=safe.get(actions[i]),
                match=None if match is None else float(match[:, i].mean()),
            )
        )
    return Advice(
        game=game,
        seat=view.seat,
        unit="penalty" if less_is_better else "tricks",
        plays=tuple(rows),
        worlds=count,
        solved=solved,
        consistent=consistent,
        nodes=found.nodes,
        time_s=0.0,
        seed=seed,
        method="uniform worlds, each solved" if solved == count else "uniform worlds, solved or played out within bounds",
        assumes=_ASSUMES if match is None else f"{_ASSUMES}; {_ASSUMES_MATCH}",
        utility=utility,
    )


def _stderr(values: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """Standard error of the mean of each column; infinite with one row."""
    import numpy as np

    count = len(values)
    if count < 2:
        return np.full(values.shape[1], np.inf)
    error: NDArray[np.float64] = values.std(axis=0, ddof=1) / math.sqrt(count)
    return error


def _student(count: int) -> float:
    """The 97.5 % point of Student's t for the mean of `count` values."""
    if count < 2:
        return 1.0
    from scipy.special import stdtrit

    return float(stdtrit(count - 1, 0.975))


def _rank_key(action: str) -> int:
    """The rank of a card's text, low first, so that equal means give away as little as possible."""
    return "23456789TJQKA".find(action[1]) if len(action) == 2 else -1


def _won(view: Any, column: "NDArray[np.int16]") -> tuple[float, float]:
    """Russi: shares of worlds in which the seat takes more than half of all tricks of the deal, and exactly half."""
    total = sum(view.taken) + view.tricks_left
    doubled = 2 * (view.taken[view.seat] + column.astype(int))
    return float((doubled > total).mean()), float((doubled == total).mean())


def _most(game: str, view: Any) -> int:
    """The highest value that a play can have, whatever the cards."""
    if game != "rassi":
        return int(view.tricks_left)
    return 13 * (4 if view.phase != "play" else int(view.multipliers[view.seat]))


def _penalised(view: Any, column: "NDArray[np.int16]") -> tuple[float, float]:
    """Rassi: shares of worlds in which the seat takes the last trick, and in which that puts it out of the match."""
    return float((column > 0).mean()), float((view.scores[view.seat] + column.astype(int) >= view.rules.out_at).mean())
