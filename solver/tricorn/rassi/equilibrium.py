"""The last cards of two players as a game of hidden hands: mixed strategies, with their exploitability beside them."""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tricorn._rassi_equilibrium import Equilibrium
from tricorn._rng import below
from tricorn.cards import card_set, card_text, cards_of, display_order
from tricorn.errors import NoWorldError, TricornError
from tricorn.limit import Limit
from tricorn.rassi.rules import height
from tricorn.worker import run

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.view import View

CARDS: Final = 3
"""Cards in hand up to which an ending is solved in a fraction of a second; four take about ten."""
TARGET: Final = 0.003
"""Exploitability in penalty points at which the iterations end."""
_CHUNK = 16  # iterations between two looks at the exploitability
_MOST = 4096
_ASSUMES = (
    "before this trick every hand that the plays leave possible was equally likely for both, and both know what this seat "
    "threw away; the other plays its part of the equilibrium"
)


@dataclass(frozen=True, slots=True)
class MixedPlay:
    """One legal play.

    Attributes:
        card, equals: the play, and others that are the same play.
        share: how often it is to be played.
        mean: expected own penalty after it, multiplier included; None where the other never plays as it did.
        last: probability of taking the last trick after it; None likewise.
        advantage: the other's expected penalty less one's own after it, multipliers included; None likewise.
    """

    card: str
    equals: tuple[str, ...]
    share: float
    mean: float | None
    last: float | None
    advantage: float | None


@dataclass(frozen=True, slots=True)
class Mixed:
    """A mixed strategy for the seat to move.

    Attributes:
        seat: whose it is.
        plays: every legal play, the most frequent first.
        value: expected penalty of the other less that of this seat, over all hands at the start of the trick.
        exploitability: what a best response gains against these strategies in either seat, half the sum, in points.
        iterations, time_s: the work done.
        assumes: what it takes for granted.
    """

    seat: int
    plays: tuple[MixedPlay, ...]
    value: float
    exploitability: float
    iterations: int
    time_s: float
    assumes: str = _ASSUMES

    def draw(self, seed: int, index: int = 0) -> str:
        """A play drawn by the shares; the same numbers draw the same play."""
        point = below(seed, index, 1 << 53, 1)[0] / (1 << 53)
        for row in self.plays:
            point -= row.share
            if point < 0:
                return row.card
        return self.plays[0].card

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return asdict(self)


def applies(view: "View", cards: int = CARDS) -> bool:
    """Whether the view is an ending of two players, the seat to move, with 2 to `cards` cards and a choice to make."""
    return (
        view.seats == 2
        and view.phase == "play"
        and view.to_move == view.seat
        and 2 <= view.sizes[view.seat] <= cards
        and len(set(view.equals().values())) > 1
    )


def solve_ending(
    view: "View",
    limit: Limit | None = None,
    *,
    target: float = TARGET,
    ranges: tuple[Sequence[float] | None, Sequence[float] | None] = (None, None),
    stop: "Stop | None" = None,
) -> Mixed:
    """The mixed strategy of the seat to move, near the equilibrium of the hidden-card ending that starts with this trick.

    The game takes both hands as hidden from the other: each is any hand that the rank intervals leave possible. Cards that this
    seat threw away are out of play, so its belief about the other's hand is right; but in the game the other knows it too,
    which in truth it does not. That gives the other more than it has: the strategy is one against a better informed opponent.
    Where neither knows, expectations are off by some 0.4 points and choices are no better (`docs/algorithms-rassi.md`). Not
    taken into account: that hands which the other threw away at "free" held no K, Q, J.

    Args:
        view: see `applies`, which must hold (with up to 6 cards, memory and patience permitting).
        limit: `time_s` ends the iterations early; the exploitability reached is in the answer.
        target: exploitability, in points, at which to stop.
        ranges: for each seat weights of the hands as in `Equilibrium.hands()`, for its cards at the start of the trick; None:
            all that the intervals allow, alike.
        stop: a flag that ends the iterations from another thread.

    Raises:
        TricornError: the view is no such ending.
        NoWorldError: the ranges leave no pair of hands.
    """
    if not applies(view, 6):
        raise TricornError("no ending of two players with a choice of the seat to move")
    limit = limit or Limit()
    started = time.monotonic()
    seat, leader = view.seat, view.leader
    cards = view.sizes[seat]
    game = _game(view, cards, ranges)
    found = run(partial(_iterate, game, target), limit.time_s, stop)
    value, gains = found
    path = [height(card) - 2 for _, card in view.trick]
    groups: dict[int, list[str]] = {}
    legal = set(view.legal())
    for card in display_order(view.hand):
        if card_text(card) in legal:
            groups.setdefault(height(card) - 2, []).append(card_text(card))
    hand = [height(card) - 2 for card in cards_of(view.hand)]
    rows = [
        MixedPlay(groups[rank][0], tuple(groups[rank][1:]), share, mean, last, advantage)
        for rank, share, advantage, mean, last in game.play_values(path, hand)
    ]
    return Mixed(
        seat=seat,
        plays=tuple(sorted(rows, key=lambda row: -row.share)),
        value=value if seat == leader else -value,
        exploitability=gains,
        iterations=game.iterations,
        time_s=time.monotonic() - started,
    )


def _game(view: "View", cards: int, ranges: tuple[Sequence[float] | None, Sequence[float] | None]) -> Equilibrium:
    # The tree starts with the trick: what was led to it is back in the leader's hand.
    counts = [0] * 13
    gone = view.gone | card_set(card for trick in view.table.tricks for _, card in trick)
    gone |= view.thrown[0] | view.thrown[1] | view.thrown[2]
    for card in cards_of(view.pack & ~gone):
        counts[height(card) - 2] += 1
    order = (view.leader, 1 - view.leader)
    multipliers = [view.multipliers[seat] for seat in order]
    optional, all_pay = view.rules.overtake == "optional", view.rules.last_tie == "all"
    game = Equilibrium(counts, cards, optional=optional, all_pay=all_pay, multipliers=multipliers)
    weights = []
    for seat in order:
        low, high = view.intervals[seat]
        given = ranges[seat]
        inside = [low <= hand[0] + 2 and hand[-1] + 2 <= high for hand in game.hands()]
        weights.append([float(ok) * (given[i] if given is not None else 1.0) for i, ok in enumerate(inside)])
    try:
        game.set_ranges(weights)
    except ValueError as error:
        raise NoWorldError(f"no full deal agrees with this view: {error}") from None
    return game


def _iterate(game: Equilibrium, target: float, stop: "Stop") -> tuple[float, float]:
    while True:
        game.run(_CHUNK, stop)
        value, first, second = game.exploitability()
        if (first + second) / 2 <= target or stop.is_set() or game.iterations >= _MOST:
            return value, (first + second) / 2
