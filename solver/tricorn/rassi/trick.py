"""The trick before the last three of two players: searched one trick deep, with the values of the endings that may follow."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb
from typing import TYPE_CHECKING, Any, Final

from tricorn._rassi_equilibrium import Equilibrium
from tricorn._rassi_leaf import advantages, pair_values, rests, set_leaf, set_leaves
from tricorn.rassi.ending import Ending, Ranges
from tricorn.worker import run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn._stop import Stop

CARDS: Final = 4
"""Cards in each hand in the trick that is searched; what follows are endings of a card less."""
TIME_S: Final = 0.5
"""With less time a trick is not searched: of the full pack it takes 0.2 s, the first one 0.5."""
FLOOR: Final = 0.1
"""No play is taken to be rarer in what it tells of a hand: others do not play by this search."""
_POLL_S: Final = 0.02  # how long a stop may wait
_MOST_PAIRS: Final = 1_000_000  # pairs of hands, over all ways to play the trick, up to which every ending is solved: 0.7 s
_ENDING_ROUNDS: Final = 16  # iterations of an ending: an exploitability of some 0.02 points
_ROUNDS: Final = 32  # iterations of the trick
_ROUGH_ROUNDS: Final = 24  # of a large one, the later ones counting by their squares
_INFORMED: Final = 0.3  # the share of the endings that know how the trick is played; with those alone plays go round in circles


@dataclass(frozen=True, slots=True)
class Searched:
    """A trick that has been searched.

    Attributes:
        ranks: those that the game counts, of 0..12, the ace last.
        game: of the one trick; its averages are the strategies.
    """

    ranks: tuple[int, ...]
    game: Equilibrium
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)

    def plays(self, path: tuple[int, ...], hand: tuple[int, ...]) -> list[tuple[int, float, float | None]]:
        """`(rank, share, advantage)` of each play after the ranks of `path`, none or the one led, with this hand."""
        small = {rank: number for number, rank in enumerate(self.ranks)}
        with self._lock:  # asking the game changes it for a moment
            rows = advantages(self.game, [small[rank] for rank in path], [small[rank] for rank in hand])
        return [(self.ranks[rank], share, advantage) for rank, share, advantage in rows]

    def weights(self, led: int, answer: int) -> list[dict[tuple[int, ...], float]]:
        """How likely each rest of the leader's and of the follower's hand is after the trick, by ranks, up to a factor."""
        place = self.ranks.index(led), self.ranks.index(answer)
        hands = [tuple(self.ranks[r] for r in hand) for hand in _hands(len(self.ranks), CARDS - 1)]
        return [dict(zip(hands, rests(self.game, seat, *place, FLOOR), strict=True)) for seat in range(2)]


@dataclass(frozen=True, slots=True)
class Past:
    """How an ending was come to: the trick before it, and what was played in it.

    Attributes:
        trick: the game at the start of that trick.
        led, answer: ranks, 0..12.
    """

    trick: Ending
    led: int
    answer: int

    def ranges(self, time_s: float | None, stop: "Stop | None") -> Ranges | None:
        """For the leader of the ending and the other what the trick tells of their hands; None if there was no time for that."""
        found = searched(self.trick, time_s, stop)
        if found is None:
            return None
        weights = found.weights(self.led, self.answer)
        if self.answer >= self.led:
            weights.reverse()
        first, second = ([by_hand.get(hand, 0.0) for hand in _hands(13, CARDS - 1)] for by_hand in weights)
        return first, second


def is_ready(trick: Ending, time_s: float | None) -> bool:
    """Whether a trick can be searched in this time; that it was searched before must not change an answer."""
    return trick.cards == CARDS and (time_s is None or time_s >= TIME_S)


def searched(trick: Ending, time_s: float | None, stop: "Stop | None") -> Searched | None:
    """The trick, searched; those searched lately are not searched again. None if time or flag ended the search."""
    kept = _kept(trick)
    if kept.found is not None:
        return kept.found
    stopped = stop is not None and stop.is_set()
    if stopped or not kept.lock.acquire(blocking=False):  # or another thread is at it
        return run(lambda flag: _search(trick, flag), time_s, stop)
    try:
        kept.found = kept.found or run(lambda flag: _search(trick, flag), time_s, stop)
        return kept.found
    finally:
        kept.lock.release()


class _Kept:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.found: Searched | None = None


@lru_cache(maxsize=4)  # up to 10 MB each
def _kept(trick: Ending) -> _Kept:
    return _Kept()


def _search(trick: Ending, stop: "Stop") -> Searched | None:
    ranks = _ranks(trick)
    pairs = (len(ranks) * _count(len(ranks), CARDS - 1)) ** 2
    return _close(trick, ranks, stop) if pairs <= _MOST_PAIRS else _rough(trick, stop)


def _close(trick: Ending, ranks: tuple[int, ...], stop: "Stop") -> Searched | None:
    """A small trick. First every ending that may follow is solved with all hands alike that the plays allow, and the trick with
    the values that pairs of hands then have. Then the endings are solved once more, with hands as likely as the trick leaves
    them, and the trick with a mean of both values."""
    counts = [trick.counts[rank] for rank in ranks]
    options: dict[str, Any] = {
        "optional": trick.optional,
        "all_pay": trick.all_pay,
        "worths": [rank + 2 if rank < 12 else 1 for rank in ranks],
    }
    inside = [
        [float(low <= ranks[hand[0]] and ranks[hand[-1]] <= high) for hand in _hands(len(ranks), CARDS)]
        for low, high in trick.intervals
    ]
    game = Equilibrium(counts, CARDS, inside, multipliers=trick.multipliers, one_trick=True, **options)
    first, second = trick.multipliers
    endings = [Equilibrium(counts, CARDS - 1, multipliers=stakes, **options) for stakes in ((first, second), (second, first))]
    for floor, share in ((1.0, 1.0), (FLOOR, _INFORMED)):
        for led, answer in product(range(len(ranks)), repeat=2):
            left = list(counts)
            left[led] -= 1
            left[answer] -= 1
            if min(left) < 0:
                continue
            weights = [rests(game, seat, led, answer, floor) for seat in range(2)]
            winner = int(answer >= led)
            if winner:
                weights.reverse()
            try:
                endings[winner].renew(left, weights)
            except ValueError:  # nobody can play like this
                continue
            endings[winner].run(_ENDING_ROUNDS, stop)
            if stop.is_set():
                return None
            set_leaf(game, led, answer, endings[winner], share)
        game.renew(counts, inside)
        game.run(_ROUNDS, stop)
    return None if stop.is_set() else Searched(ranks, game)


def _rough(trick: Ending, stop: "Stop") -> Searched | None:
    """A large trick, with the values that pairs of hands have where three cards each are dealt from the whole pack: they do not
    know what was played, but of so many cards that changes little."""
    first, second = trick.multipliers
    options = (trick.optional, trick.all_pay)
    leads = _pack_values(*options, (first, second)).filled(stop)
    follows = _pack_values(*options, (second, first)).filled(stop)
    if leads is None or follows is None:
        return None
    inside = [[float(low <= hand[0] and hand[-1] <= high) for hand in _hands(13, CARDS)] for low, high in trick.intervals]
    game = Equilibrium(
        trick.counts,
        CARDS,
        inside,
        optional=trick.optional,
        all_pay=trick.all_pay,
        multipliers=trick.multipliers,
        one_trick=True,
        alike=True,
    )
    set_leaves(game, leads, follows)
    game.run(_ROUGH_ROUNDS, stop)
    return None if stop.is_set() else Searched(tuple(range(13)), game)


class _PackValues:
    """What pairs of hands are worth for the leader of an ending that is dealt from the whole pack, once they are worked out."""

    def __init__(self, optional: bool, all_pay: bool, multipliers: tuple[int, int]) -> None:
        self.options: dict[str, Any] = {"optional": optional, "all_pay": all_pay, "multipliers": multipliers}
        self.lock = threading.Lock()
        self.ending: Equilibrium | None = None
        self.values: NDArray[np.float32] | None = None
        self.done = 0

    def filled(self, stop: "Stop") -> "NDArray[np.float32] | None":
        """By the leader's hand and the other's; None if the flag went up before they were there, the next call goes on then."""
        import numpy as np

        while not self.lock.acquire(timeout=_POLL_S):  # another thread is at it
            if stop.is_set():
                return None
        try:
            if self.values is None or self.ending is None:
                ending = Equilibrium([4] * 13, CARDS - 1, **self.options)
                ending.run(_ENDING_ROUNDS, stop)
                if stop.is_set():
                    return None
                self.ending, self.values = ending, np.zeros((_count(13, CARDS - 1),) * 2, np.float32)
            if self.done < len(self.values):
                self.done = pair_values(self.ending, self.values, self.done, stop)
            return self.values if self.done == len(self.values) else None
        finally:
            self.lock.release()


@lru_cache(maxsize=8)  # 2 MB each
def _pack_values(optional: bool, all_pay: bool, multipliers: tuple[int, int]) -> _PackValues:
    return _PackValues(optional, all_pay, multipliers)


def _ranks(trick: Ending) -> tuple[int, ...]:
    # The ranks that a hand may hold, and the ace.
    return (
        *(rank for rank in range(12) if trick.counts[rank] and any(low <= rank <= high for low, high in trick.intervals)),
        12,
    )


def _hands(ranks: int, cards: int) -> Iterator[tuple[int, ...]]:
    return combinations_with_replacement(range(ranks), cards)


def _count(ranks: int, cards: int) -> int:
    return comb(ranks + cards - 1, cards)
