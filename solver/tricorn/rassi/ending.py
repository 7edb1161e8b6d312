"""The last tricks of two players as a game of hidden hands: where it starts, what has been played since, and its solution."""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from tricorn._rassi_equilibrium import Equilibrium
from tricorn.cards import card_set, cards_of
from tricorn.errors import NoWorldError
from tricorn.rassi.rules import height
from tricorn.worker import run

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.trick import Past
    from tricorn.rassi.view import View

Ranges = tuple[Sequence[float] | None, Sequence[float] | None]
PLAYED: Final = 0.01
"""How often a strategy must play as its seat did for the play to be its own; below it is dust of the first iterations, and
what the strategy says after it is nothing to go by."""
_CHUNK: Final = 16  # iterations between two looks at the exploitability
_MOST: Final = 4096


@dataclass(frozen=True, slots=True)
class Ending:
    """The game as its public start makes it. The first of two things is the leader's; ranks are 0..12.

    Attributes:
        counts: by rank the cards that the hands may hold.
        cards: in each hand.
        intervals: the lowest and the highest rank of each hand.
        optional, all_pay: the options of the rules.
        multipliers: of the penalties.
    """

    counts: tuple[int, ...]
    cards: int
    intervals: tuple[tuple[int, int], tuple[int, int]]
    optional: bool
    all_pay: bool
    multipliers: tuple[int, int]

    def game(self, ranges: Ranges = (None, None)) -> Equilibrium:
        """The game, unsolved.

        Args:
            ranges: for the leader and the other weights of the hands as in `Equilibrium.hands()`; None: all that the intervals
                allow, alike.

        Raises:
            NoWorldError: no pair of hands is left.
        """
        game = Equilibrium(self.counts, self.cards, optional=self.optional, all_pay=self.all_pay, multipliers=self.multipliers)
        weights = []
        for (low, high), given in zip(self.intervals, ranges, strict=True):
            inside = [float(low <= hand[0] and hand[-1] <= high) for hand in game.hands()]
            weights.append(inside if given is None else [ok * share for ok, share in zip(inside, given, strict=True)])
        try:
            game.set_ranges(weights)
        except ValueError as error:
            raise NoWorldError(f"no full deal agrees with this view: {error}") from None
        return game


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat stands in an ending that started some finished tricks ago.

    Attributes:
        ending: the game.
        leads: whether the seat led its first trick.
        path: ranks played since, by both.
        hand: ranks that the seat holds.
    """

    ending: Ending
    leads: bool
    path: tuple[int, ...]
    hand: tuple[int, ...]

    @classmethod
    def of(cls, view: "View", earlier: int = 0) -> "Standing":
        """That of the seat of a view of two players, in the ending of `earlier` finished tricks, this trick and those to come.

        What was played since is back in the hands; what this seat threw away is out of play, and so known to both.
        """
        tricks = view.table.tricks
        table = view.table.rewound(len(tricks) - earlier)
        gone = view.gone | view.thrown[0] | view.thrown[1] | view.thrown[2]
        gone |= card_set(card for trick in table.tricks for _, card in trick)
        ranks = [height(card) - 2 for card in cards_of(view.pack & ~gone)]
        order = (table.leader, 1 - table.leader)
        (low, high), (other_low, other_high) = (table.intervals[seat] for seat in order)
        return cls(
            Ending(
                tuple(ranks.count(rank) for rank in range(13)),
                view.sizes[view.seat] + earlier,
                ((low - 2, high - 2), (other_low - 2, other_high - 2)),
                view.rules.overtake == "optional",
                view.rules.last_tie == "all",
                (view.multipliers[order[0]], view.multipliers[order[1]]),
            ),
            view.seat == table.leader,
            tuple(height(card) - 2 for trick in (*tricks[len(tricks) - earlier :], view.trick) for _, card in trick),
            tuple(height(card) - 2 for card in cards_of(view.hand)),
        )


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solved game says where a seat stands.

    Attributes:
        rows: of every play `(rank, share, advantage, penalty, last)`, as `Equilibrium.play_values` has them.
        value: of the game for its first leader.
        exploitability: in points.
        iterations: run.
        kept: whether both have played since the start as the strategies play, the seat at least `PLAYED` of the time.
    """

    rows: list[tuple[int, float, float | None, float | None, float | None]]
    value: float
    exploitability: float
    iterations: int
    kept: bool


def solved(standing: Standing, game: Equilibrium, target: float, time_s: float | None, stop: "Stop | None") -> Solved:
    """Runs a game to the target exploitability, or as far as the time allows."""
    value, gains, _ = run(partial(_iterate, game, target), time_s, stop)
    return _said(standing, game, value, gains)


def solved_once(
    standing: Standing, target: float, time_s: float | None, stop: "Stop | None", past: "Past | None" = None
) -> Solved | None:
    """The same; games solved lately are not solved again. The answer is that of a game solved anew, and so with
    a flag that is up already it is that of no iterations, whatever was solved lately.

    `past`: what the trick before tells of the hands; None: nothing. The answer is None if there was no time to work that out.
    """
    kept = _kept(standing.ending, target, past)
    stopped = stop is not None and stop.is_set()
    alone = stopped or not kept.lock.acquire(blocking=False)  # or another thread is at it
    try:
        if kept.found is None or alone:
            started = time.monotonic()
            ranges: Ranges | None = (None, None) if past is None else past.ranges(time_s, stop)
            if ranges is None:
                return None
            game = standing.ending.game(ranges)
            left = None if time_s is None else max(time_s - (time.monotonic() - started), 1e-3)
            value, gains, whole = run(partial(_iterate, game, target), left, stop)
            if alone or not whole:  # not what a game solved anew would say, however near the target it came
                return _said(standing, game, value, gains)
            kept.found = game, value, gains
        return _said(standing, *kept.found)
    finally:
        if not alone:
            kept.lock.release()


class _Kept:
    """A game that ran to its end, with its value and exploitability. Asking it changes it for a moment: one at a time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.found: tuple[Equilibrium, float, float] | None = None


@lru_cache(maxsize=4)  # some 2 MB each with three cards
def _kept(ending: Ending, target: float, past: "Past | None") -> _Kept:
    return _Kept()


def _iterate(game: Equilibrium, target: float, stop: "Stop") -> tuple[float, float, bool]:
    # The value, the exploitability, and whether no flag has cut the iterations short.
    while True:
        game.run(_CHUNK, stop)
        value, first, second = game.exploitability()
        if (first + second) / 2 <= target or stop.is_set() or game.iterations >= _MOST:
            return value, (first + second) / 2, not stop.is_set()


def _said(standing: Standing, game: Equilibrium, value: float, gains: float) -> Solved:
    rows = game.play_values(standing.path, standing.hand)
    met = all(row[3] is not None for row in rows)  # the other plays like this now and then
    return Solved(rows, value, gains, game.iterations, met and _own_share(standing, game) >= PLAYED)


def _own_share(standing: Standing, game: Equilibrium) -> float:
    # How often the strategy plays as the seat did, with the cards that it had.
    seat = int(not standing.leads)
    hand, share = [*standing.hand, *game.played(standing.path, seat)], 1.0
    for length in range(len(standing.path)):
        before, after = standing.path[:length], standing.path[: length + 1]
        if len(game.played(after, seat)) > len(game.played(before, seat)):
            share *= dict(game.strategy(before, hand))[after[-1]]
            hand.remove(after[-1])
    return share
