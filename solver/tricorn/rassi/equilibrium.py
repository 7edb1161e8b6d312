"""The last cards of two players as a game of hidden hands: mixed strategies, with their exploitability beside them."""

import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from tricorn._rng import below
from tricorn.cards import card_text, display_order
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.rassi.ending import Ranges, Solved, Standing, solved, solved_once
from tricorn.rassi.rules import height
from tricorn.rassi.trick import Past, is_ready

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.view import View

CARDS: Final = 3
"""Cards in hand up to which an ending is solved in a fraction of a second; four take about ten."""
TARGET: Final = 0.003
"""Exploitability in penalty points at which the iterations end."""
_ASSUMES = "before {when} {how}, and both know what this seat threw away; the other plays its part of the equilibrium"
_ALIKE = "every hand that the plays leave possible was equally likely for both"
_TOLD = "hands were as likely for both as the search of the trick before them has it"


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
        value: expected penalty of the other less that of this seat, over all hands at the start of the game solved.
        cards: in each hand at that start: those of this trick, or `CARDS` where the strategy of the ending is kept.
        exploitability: what a best response gains against these strategies in either seat, half the sum, in points.
        iterations, time_s: the work done.
        assumes: what it takes for granted.
    """

    seat: int
    plays: tuple[MixedPlay, ...]
    value: float
    cards: int
    exploitability: float
    iterations: int
    time_s: float
    assumes: str

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
    ranges: Ranges = (None, None),
    stop: "Stop | None" = None,
) -> Mixed:
    """The mixed strategy of the seat to move, near the equilibrium of a hidden-card ending.

    The game takes both hands as hidden from the other: each is any hand that the rank intervals leave possible at its start.
    It starts where both had `CARDS` cards, so that from trick to trick one strategy is played on: it is solved again from the
    same public start and comes out the same. Where a seat has since played what this strategy hardly ever does (a hundredth of
    the time), where the time does not suffice, or where ranges are given, the game starts with this trick.

    Where the trick before that start is on record, and there is the time to search it (`tricorn.rassi.trick`), hands are at the
    start as likely as the strategies of that search leave them, else all alike.

    Cards that this seat threw away are out of play, so its belief about the other's hand is right; but in the game the other
    knows it too, which in truth it does not. That gives the other more than it has: the strategy is one against a better
    informed opponent. Where neither knows, expectations are off by some 0.4 points and choices are no better
    (`docs/algorithms-rassi.md`). Not taken into account: that hands which the other threw away at "free" held no K, Q, J.

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
    started = time.monotonic()
    standing, found, past = _found(view, (limit or Limit()).time_s, target, ranges, stop)
    groups: dict[int, list[str]] = {}
    legal = set(view.legal())
    for card in display_order(view.hand):
        if card_text(card) in legal:
            groups.setdefault(height(card) - 2, []).append(card_text(card))
    rows = [
        MixedPlay(groups[rank][0], tuple(groups[rank][1:]), share, mean, last, advantage)
        for rank, share, advantage, mean, last in found.rows
    ]
    return Mixed(
        seat=view.seat,
        plays=tuple(sorted(rows, key=lambda row: -row.share)),
        value=found.value if standing.leads else -found.value,
        cards=standing.ending.cards,
        exploitability=found.exploitability,
        iterations=found.iterations,
        time_s=time.monotonic() - started,
        assumes=_ASSUMES.format(
            when=f"the last {CARDS} tricks" if standing.ending.cards > view.sizes[view.seat] else "this trick",
            how=_ALIKE if past is None else _TOLD,
        ),
    )


def _found(
    view: "View", time_s: float | None, target: float, ranges: Ranges, stop: "Stop | None"
) -> tuple[Standing, Solved, Past | None]:
    started = time.monotonic()
    now = Standing.of(view)
    cards = now.ending.cards
    if any(given is not None for given in ranges) or cards > CARDS:
        by_turn = (ranges[view.leader], ranges[1 - view.leader])
        return now, solved(now, now.ending.game(by_turn), target, time_s, stop), None
    earlier = min(CARDS - cards, len(view.table.tricks))
    whole, past = Standing.of(view, earlier), past_of(view, time_s)
    # the smaller game is solved in a few milliseconds; in a hurry it goes first, so that there is an answer
    alike = earlier == 0 and past is None
    least = solved_once(now, target, time_s, stop) if alike or time_s is not None else None
    for told in dict.fromkeys((past, None)):
        if earlier == 0 and told is None:
            break
        left = None if time_s is None else max(time_s - (time.monotonic() - started), 1e-3)
        found = solved_once(whole, target, left, stop, told)
        if found is not None and found.kept and found.exploitability <= max(target, least.exploitability if least else 0):
            return whole, found, told
    least = least or solved_once(now, target, None, stop)
    assert least is not None
    return now, least, None


def past_of(view: "View", time_s: float | None) -> Past | None:
    """The trick before the last `CARDS`, as the view's record has it; None where it is not on record, or not to be searched in
    this time."""
    earlier = CARDS - view.sizes[view.seat]
    if len(view.table.tricks) <= earlier:
        return None
    before = Standing.of(view, earlier + 1)
    return Past(before.ending, before.path[0], before.path[1]) if is_ready(before.ending, time_s) else None
