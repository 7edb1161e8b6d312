"""What a seat that is asked in the exchange comes to pay: single outcomes beside the means of `tricorn.rassi.exchange`.

The same plan and the same figures, so the mean over these outcomes is the mean of the choice: how often a hand pays which of
its cards says `payments`, and at later steps the seat takes the better action for the hand it will then have seen.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tricorn.rassi.exchange import Asked, Plan, fresh_hands, payments_without, penalties_without
from tricorn.rassi.exchange_table import Floats
from tricorn.rassi.table import CHANGE

if TYPE_CHECKING:
    from tricorn.rassi.view import View

_MOST = 4 * 13  # points that one deal can cost
_RARE = 1e-7  # shares that are left out


def outcomes(view: "View") -> tuple[dict[int, float], dict[int, float] | None]:
    """How likely the seat is to pay what, in points of this deal, multiplier and later steps included: after keep, and after
    change (None where it is not allowed). The view must be one that `choose` answers.

    >>> from tricorn import rassi
    >>> from tricorn.rassi.exchange import choose
    >>> view = rassi.deal(1, 4).view(1)
    >>> keep, change = outcomes(view)
    >>> round(sum(keep.values()), 6), abs(sum(x * share for x, share in keep.items()) - choose(view).keep) < 1e-3
    (1.0, True)
    """
    asked = Asked.of(view)
    ways = _Ways(view, asked)
    kept = ways.kept(asked.step, asked.own, *asked.flags, asked.left, ways.now)
    held = np.zeros_like(ways.plan.fresh)
    held[asked.number] = 1
    keep = _told(kept.paid(held, payments_without(view.seats, asked.place, asked.gone)))
    if CHANGE not in view.legal():
        return keep, None
    return keep, _told(ways.changed(asked.step, asked.own, *asked.flags, asked.left))


def _told(shares: Floats) -> dict[int, float]:
    likely = {int(level): float(shares[level]) for level in np.flatnonzero(shares > _RARE)}
    whole = sum(likely.values())
    return {level: share / whole for level, share in likely.items()}


@dataclass(frozen=True, slots=True)
class _Lot:
    """What becomes of every hand.

    Attributes:
        held: by multiplier how likely it is kept to the end, [hands] each.
        swapped: pairs: how likely it is changed for another, [hands], and how likely that one is to pay what, [53].
    """

    held: dict[int, Floats]
    swapped: tuple[tuple[Floats, Floats], ...] = ()

    def times(self, shares: Floats) -> "_Lot":
        """Where this comes about in such shares of the cases only."""
        held = {multiplier: shares * row for multiplier, row in self.held.items()}
        return _Lot(held, tuple((shares * row, paid) for row, paid in self.swapped))

    def plus(self, other: "_Lot") -> "_Lot":
        """One or the other."""
        both = dict(self.held)
        for multiplier, row in other.held.items():
            both[multiplier] = both[multiplier] + row if multiplier in both else row
        return _Lot(both, self.swapped + other.swapped)

    def paid(self, weights: Floats, payments: Floats) -> Floats:
        """How likely which points are, [53], over hands of such weights that pay like this."""
        found = np.zeros(_MOST + 1)
        for multiplier, row in self.held.items():
            found[: 13 * multiplier + 1 : multiplier] += ((weights * row)[:, None] * payments).sum(axis=0)
        for row, paid in self.swapped:
            found += float((weights * row).sum()) * paid
        return found


class _Ways:
    """The steps of a plan again, with what becomes of every hand in place of what it costs."""

    def __init__(self, view: "View", asked: Asked) -> None:
        stakes = (1, 2, 4)
        now, then = (penalties_without(view.seats, asked.place, cards) for cards in (asked.gone, asked.gone | view.hand))
        self.now = {stake: stake * now for stake in stakes}
        self.plan = Plan(view, asked.place, {stake: stake * then for stake in stakes}, fresh_hands(view))
        self.payments = payments_without(view.seats, asked.place, asked.gone | view.hand)

    def kept(self, step: int, own: int, free: bool, doubled: bool, left: int, costs: dict[int, Floats]) -> _Lot:
        whole = np.ones_like(self.plan.fresh)
        if step == 2:
            return _Lot({own: whole})
        found = _Lot({})
        for now, chance in enumerate(self.plan.left_then(step, left)):
            if chance > 0:
                found = found.plus(self.asked(step + 1, own, free, doubled, now, costs).times(chance * whole))
        return found

    def changed(self, step: int, own: int, free: bool, doubled: bool, left: int) -> Floats:
        lot = self.kept(step, max(own, 1 << step), free or step == 0, doubled or step == 1, left - 1, self.plan.costs)
        return lot.paid(self.plan.fresh, self.payments)

    def asked(self, step: int, own: int, free: bool, doubled: bool, left: int, costs: dict[int, Floats]) -> _Lot:
        keep = self.kept(step, own, free, doubled, left, costs)
        if left < 1 or not self.plan.may(step, free, doubled):
            return keep
        change = self.plan.changed(step, own, free, doubled, left)
        away = (change < self.plan.kept(costs, step, own, free, doubled, left)).astype(np.float64)
        if not away.any():
            return keep
        return keep.times(1 - away).plus(_Lot({}, ((away, self.changed(step, own, free, doubled, left)),)))
