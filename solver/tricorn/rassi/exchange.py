"""The exchange of Rassi as optimal stopping: keep the hand, or pay for a fresh one.

What the others hold is unknown, so an action is worth an expectation over it, and the best action has the best
expectation: a choice is made between means, never a mean of choices that would need to see the cards. Choices of later
steps, when the fresh hand has been seen, are inside the mean.

A hand is worth what `exchange_table` says of it in its seat, brought from open cards to hidden ones by a fit to self-play
(`tricorn.rassi.hidden`). A fresh hand is any six of the cards not seen yet, so own
cards, kept or thrown away, are left out, and out of the other hands too (`tricorn.rassi.thrown`). Steps: "free" may be
followed by "doubles", "doubles" by "redouble"; whether six cards are still there then depends on the others, each of whom
is taken to change as often as the table makes a player in that seat change, what he did before considered
(`tricorn.rassi.exchange_others`). Not taken into account: that the others' hands
get better by their changes, and what a fresh hand that is thrown away in turn takes from the hand after it and from the
others.

Utility "points" is the own expected penalty. "match" is the probability of winning, from an equity: who pays if not this
seat, and how much, as often as in all deals of the table, times the others' multipliers; what this seat pays is one of its
own six cards, leaning to high or low ones as far as its mean penalty says. What cards thrown away change in the mean is taken
there as a change of how often this seat pays.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from tricorn.cards import cards_of
from tricorn.equity import Equity, Utility
from tricorn.errors import TricornError
from tricorn.rassi.equity import default_equity, next_dealer
from tricorn.rassi.exchange_others import Habit
from tricorn.rassi.exchange_table import PLAYERS, Floats, chances, hand_number, hands, shipped
from tricorn.rassi.hidden import hidden, level, scatter, slope
from tricorn.rassi.risk import safe_plays
from tricorn.rassi.rules import HAND, STEPS, height
from tricorn.rassi.table import CHANGE, KEEP
from tricorn.rassi.thrown import effects, residual

if TYPE_CHECKING:
    from tricorn.rassi.rules import Rules
    from tricorn.rassi.view import View

_HALVINGS: Final = 40  # of the interval in which a tilt lies


@dataclass(frozen=True, slots=True)
class Choice:
    """What the exchange comes to for the seat that is asked.

    Attributes:
        best: "keep" or "change".
        keep, change: expected own penalty ("points", less is better) or probability of winning ("match", more is better),
            later steps included; `change` is None where it is not allowed.
        stderr, change_stderr: standard errors of `keep` and `change`, later steps aside: the table's sampling error, and that of
            its model, which is how far two players of the engine are apart in self-play (`tricorn.rassi.hidden`) and what the
            effects of cards thrown away leave. Of "match" they are the same share of what the hand costs.
        gap_stderr: standard error of `change` less `keep`; less than both together, because much of their error is common.
        utility: "points" or "match".
        safe: whether it is proven that after `keep` the seat need never pay (`tricorn.rassi.risk`); `keep` is then what paying
            nothing is worth, without error, and `best` is "keep".
    """

    best: str
    keep: float
    change: float | None
    stderr: float
    change_stderr: float
    gap_stderr: float
    utility: Utility
    safe: bool = False

    @property
    def close(self) -> bool:
        """Whether keep and change are not told apart: their difference is within 1.96 standard errors."""
        return self.change is None or (not self.safe and abs(self.keep - self.change) <= 1.96 * self.gap_stderr)


def choose(view: "View", *, utility: Utility = "points", equity: Equity | None = None) -> Choice | None:
    """The better of keep and change for the seat that is asked; None where the table does not say.

    It does not for nine players, jokers, optional overtaking and `last_tie="all"`.

    Args:
        view: a view whose seat is asked at "free", "doubles" or "redouble".
        utility: what to be best for.
        equity: for "match"; the default one if None.

    Raises:
        TricornError: the seat is not asked.
        NoWorldError: no full deal agrees with the view.

    >>> from tricorn.rassi import Position
    >>> from tricorn.cards import parse_hand
    >>> hand = parse_hand("SQ SJ HJ ST HT DT")
    >>> rest = [card for card in range(52) if not hand >> card & 1]
    >>> other = sum(1 << card for card in rest[::8][:5] + rest[1:2])
    >>> position = Position.start([other, hand], [card for card in rest if not other >> card & 1], dealer=0)
    >>> choose(position.play("keep").play("keep").view(1)).best
    'change'
    """
    if view.phase not in STEPS or view.to_move != view.seat:
        raise TricornError(f"seat {view.seat} is not asked to change (seat to move: {view.to_move}, phase: {view.phase})")
    if not covers(view.rules, view.seats):
        return None
    asked = Asked.of(view)
    (now, nothing), (then, _) = (
        _costs(view, asked.place, cards, utility, equity) for cards in (asked.gone, asked.gone | view.hand)
    )
    plan = Plan(view, asked.place, then, fresh_hands(view))
    keep = float(plan.kept(now, asked.step, asked.own, *asked.flags, asked.left)[asked.number])
    change = None
    if CHANGE in view.legal():
        change = plan.changed(asked.step, asked.own, *asked.flags, asked.left)
    # The table plays everybody by rule; a plan that never pays, whatever all others do, is worth more than its mean.
    safe = bool(safe_plays(view, [KEEP])[KEEP])
    if safe:
        keep = nothing
    best = CHANGE if change is not None and change < keep and not safe else KEEP
    errors = _errors(view, asked, plan.fresh)
    lost = (abs(keep - nothing), 0.0 if change is None else abs(change - nothing))
    all_alike = level(view.seats)
    alone = [share * much for share, much in zip(errors, lost, strict=True)]
    stderr, change_stderr = (math.hypot(error, all_alike * much) for error, much in zip(alone, lost, strict=True))
    gap = math.hypot(*alone, all_alike * (lost[1] - lost[0]))
    if utility == "match":
        keep, change = -keep, None if change is None else -change
    return Choice(best, keep, change, stderr, change_stderr, gap, utility, safe)


def _errors(view: "View", asked: "Asked", fresh: Floats) -> tuple[float, float]:
    # Standard errors as shares of what the hand held and a fresh one cost: of the table, of one hand among those alike, and of
    # what cards thrown away do. The first two are taken to have nothing to do with each other from hand to hand, so little of
    # them is left in a mean over fresh ones.
    players, place, changes = view.seats, asked.place, sum(map(bool, view.thrown))
    held = np.zeros_like(fresh)
    held[asked.number] = 1
    shares = []
    for thrown, weights, left in (
        (asked.gone, held, residual(changes, "hand")),
        (asked.gone | view.hand, fresh, residual(changes + 1, "fresh")),
    ):
        cost = float((weights * penalties_without(players, place, thrown)).sum())
        steep = weights * slope(players, place, _told(players, place, thrown))
        cells = ((steep * shipped().error[players][place]) ** 2).sum()
        alike = scatter(players, cost) ** 2 * (weights**2).sum()
        shares.append(float(np.sqrt(cells + alike + (left * steep.sum()) ** 2)) / max(cost, 1e-9))
    return shares[0], shares[1]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the seat that is asked stands at.

    Attributes:
        place: from the dealer's left.
        number: of its hand.
        gone: set of cards that it has thrown away.
        step: 0 "free", 1 "doubles", 2 "redouble".
        own: its multiplier.
        flags: whether it has changed at "free", at "doubles".
        left: changes in the stock.
    """

    place: int
    number: int
    gone: int
    step: int
    own: int
    flags: tuple[bool, bool]
    left: int

    @classmethod
    def of(cls, view: "View") -> "Asked":
        """That of the seat of a view in the exchange."""
        free, double, _ = view.changed[view.seat]
        return cls(
            place=(view.seat - view.dealer - 1) % view.seats,
            number=hand_number(view.hand),
            gone=view.thrown[0] | view.thrown[1] | view.thrown[2],
            step=STEPS.index(view.phase),
            own=view.multipliers[view.seat],
            flags=(free, double),
            left=view.stock_size // HAND,
        )


def covers(rules: "Rules", seats: int) -> bool:
    """Whether the table was made for these rules and this number of players."""
    return (
        seats in PLAYERS and rules.overtake == "forced" and rules.last_tie == "last" and rules.pack_size(seats) == 52
    )  # fmt: skip


@lru_cache(maxsize=64)
def penalties(players: int, place: int) -> Floats:
    """Expected penalty of every hand without multiplier, hidden cards: float64 [18395]. Place: from the dealer's left."""
    return penalties_without(players, place, 0)


def penalties_without(players: int, place: int, thrown: int) -> Floats:
    """The same after the seat has thrown away a set of cards, which nobody can hold. No hand costs more than its dearest
    card."""
    found: Floats = np.clip(hidden(players, place, "mean", _told(players, place, thrown)), 0, _dearest())
    return found


@lru_cache(maxsize=1)
def _dearest() -> Floats:
    found: Floats = worths().max(axis=1)
    return found


@lru_cache(maxsize=32)
def _told(players: int, place: int, thrown: int) -> Floats:
    # The means on open cards.
    found: Floats = shipped().mean[players][place].astype(np.float64) + effects(players, place, thrown)
    return found


@lru_cache(maxsize=1)
def worths() -> Floats:
    """What the cards of every hand cost in the last trick: float64 [18395, 6]."""
    found: Floats = np.where(hands() == 12, 1, hands().astype(np.int64) + 2).astype(np.float64)
    return found


@lru_cache(maxsize=64)
def last_tricks(players: int, place: int) -> Floats:
    """Probability of the last trick for every hand, hidden cards: float64 [18395]."""
    found: Floats = np.clip(hidden(players, place, "last", shipped().last[players][place].astype(np.float64)), 0, 1)
    return found


@lru_cache(maxsize=16)
def payments(players: int, place: int) -> Floats:
    """P(pays r | hand) without multiplier: float64 [18395, 14]; column 0 is P(pays nothing).

    The rank paid is one of the hand's own. Among them it is distributed as among all deals, tilted (times exp(t r)) so
    that the mean is that of `penalties`. Where none of the hand's cards is dear or cheap enough for the mean and
    `last_tricks` both, it pays more or less often instead.
    """
    last = last_tricks(players, place)
    worth = worths().astype(np.int64)
    base = shipped().outcomes[players][place][worth] + 1e-9
    wanted = penalties(players, place) / np.maximum(last, 1e-9)
    wanted = np.clip(wanted, worth.min(axis=1) + 1e-6, worth.max(axis=1) - 1e-6)
    low, high = np.full(len(last), -20.0), np.full(len(last), 20.0)
    centred = worth - worth.mean(axis=1, keepdims=True)
    for _ in range(_HALVINGS):
        tilt = (low + high) / 2
        weights = base * np.exp(tilt[:, None] * centred)
        mean = (weights * worth).sum(axis=1) / weights.sum(axis=1)
        low, high = np.where(mean < wanted, tilt, low), np.where(mean < wanted, high, tilt)
    last = np.minimum(penalties(players, place) / mean, 1)
    shares = weights / weights.sum(axis=1, keepdims=True) * last[:, None]
    found = np.zeros((len(last), 14))
    for card in range(HAND):
        np.add.at(found, (np.arange(len(last)), worth[:, card]), shares[:, card])
    found[:, 0] = 1 - last
    return found


def payments_without(players: int, place: int, thrown: int) -> Floats:
    """The same after the seat has thrown away a set of cards: it pays more or less often, as the mean goes up or down; where
    it would have to pay more often than always, it pays its dearest card instead."""
    paid, wanted = payments(players, place), penalties_without(players, place, thrown)
    ratio = wanted / np.maximum(penalties(players, place), 1e-9)
    found: Floats = paid * np.minimum(ratio, 1 / np.maximum(1 - paid[:, 0], 1e-9))[:, None]
    found[:, 0] = 0
    mean, dearest = (found * np.arange(14)).sum(axis=1), _dearest()
    more = np.flatnonzero(mean < wanted - 1e-9)
    share = (wanted[more] - mean[more]) / np.maximum(dearest[more] - mean[more], 1e-9)
    found[more] *= 1 - share[:, None]
    found[more, dearest[more].astype(np.int64)] += share
    found[:, 0] = 1 - found.sum(axis=1)
    return found


def fresh_hands(view: "View") -> Floats:
    """The probability of every hand as the next six cards, from what the seat has not seen: float64 [18395]."""
    left = np.zeros(13, np.int64)
    for card in cards_of(view.unseen):
        left[height(card) - 2] += 1
    return chances(left)


def _costs(view: "View", place: int, thrown: int, utility: Utility, equity: Equity | None) -> tuple[dict[int, Floats], float]:
    # By multiplier and hand, less is better, and that of paying nothing; `thrown`: cards that nobody can hold.
    return _points(view.seats, place, thrown) if utility == "points" else _match(view, place, thrown, equity)


def _points(players: int, place: int, thrown: int) -> tuple[dict[int, Floats], float]:
    cost = penalties_without(players, place, thrown)
    return {multiplier: multiplier * cost for multiplier in (1, 2, 4)}, 0.0


def _match(view: "View", place: int, thrown: int, equity: Equity | None) -> tuple[dict[int, Floats], float]:
    # Minus the probability of winning.
    equity = equity or default_equity(view.rules.out_at)

    def win(seat: int, more: int) -> float:
        scores = [score + more * (other == seat) for other, score in enumerate(view.scores)]
        return equity.wins(scores, next_dealer(scores, view.dealer, view.rules))[view.seat]

    others, weight = 0.0, 0.0
    for other in range(view.seats):
        if other != view.seat:
            for rank, share in enumerate(shipped().outcomes[view.seats][(other - view.dealer - 1) % view.seats]):
                if share > 0:
                    others += share * win(other, rank * view.multipliers[other])
                    weight += share
    paid, spared = payments_without(view.seats, place, thrown), others / weight
    found = {}
    for multiplier in (1, 2, 4):
        worth = np.array([win(view.seat, rank * multiplier) for rank in range(1, 14)])
        found[multiplier] = -spared - (paid[:, 1:] * (worth - spared)).sum(axis=1)
    return found, -float(spared)


class Plan:
    """Expected costs at the steps of one seat, from the redouble backwards. A cost is an array over hands where the hand is
    seen, and a number where it is still to come. `costs`: by multiplier, of a hand that comes by a change."""

    def __init__(self, view: "View", place: int, costs: dict[int, Floats], fresh: Floats) -> None:
        self.rules = view.rules
        self.players = view.seats
        self.place = place
        self.costs = costs
        self.fresh = fresh
        # of the others by place: whether they changed at "free" and doubled, None where they have yet to be asked
        step = STEPS.index(view.phase)
        by_place = [view.changed[(view.dealer + 1 + p) % view.seats] for p in range(view.seats)]
        self.known: list[tuple[bool | None, bool | None]] = [
            (free if (step, place) > (0, p) else None, doubled if (step, place) > (1, p) else None)
            for p, (free, doubled, _) in enumerate(by_place)
        ]

    def kept(self, costs: dict[int, Floats], step: int, own: int, took_free: bool, doubled: bool, left: int) -> Floats:
        """After keeping a hand of such costs at a step, with `left` changes in the stock."""
        if step == 2:
            return costs[own]
        found: Floats = np.zeros(len(self.fresh))
        for now, chance in enumerate(self.left_then(step, left)):
            if chance > 0:
                found += chance * self.asked(costs, step + 1, own, took_free, doubled, now)
        return found

    def changed(self, step: int, own: int, took_free: bool, doubled: bool, left: int) -> float:
        """The mean after changing at a step; `left` counts the change itself, the flags stand as before it."""
        free, double = took_free or step == 0, doubled or step == 1
        costs = self.kept(self.costs, step, max(own, 1 << step), free, double, left - 1)
        return float((self.fresh * costs).sum())  # not @, which may wait for the threads of a linear algebra library

    def asked(self, costs: dict[int, Floats], step: int, own: int, took_free: bool, doubled: bool, left: int) -> Floats:
        """When asked at a step, with the better action for every hand of such costs."""
        keep = self.kept(costs, step, own, took_free, doubled, left)
        if left < 1 or not self.may(step, took_free, doubled):
            return keep
        return np.minimum(keep, self.changed(step, own, took_free, doubled, left))

    def may(self, step: int, took_free: bool, doubled: bool) -> bool:
        """Whether the rules let the seat change at "doubles" (1) or "redouble" (2)."""
        if step == 1:
            return self.rules.doubles == "any" or not took_free
        return self.rules.redouble == "anyone" or doubled

    def left_then(self, step: int, left: int) -> Sequence[float]:
        """How many changes are left when the seat is asked at the next step: probabilities of 0..left. Between lie the seats
        after it at this step and those before it at the next."""
        odds = [1.0] + [0.0] * left  # by changes made
        for other in range(self.players):
            if other == self.place:
                continue
            when = step if other > self.place else step + 1
            chance = habit(self.players, other).chance(when, self.rules, *self.known[other])
            odds = [
                odds[made] * (1 - chance if made < left else 1) + (odds[made - 1] * chance if made else 0.0)
                for made in range(left + 1)
            ]
        return odds[::-1]


@lru_cache(maxsize=64)
def habit(players: int, place: int) -> Habit:
    """How often a player in this seat changes. Place: from the dealer's left."""
    return Habit.of(penalties(players, place))
