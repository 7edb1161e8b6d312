"""The exchange of Rassi as optimal stopping: keep the hand, or pay for a fresh one.

What the others hold is unknown, so an action is worth an expectation over it, and the best action has the best
expectation: a choice is made between means, never a mean of choices that would need to see the cards. Choices of later
steps, when the fresh hand has been seen, are inside the mean.

A hand is worth what `exchange_table` says of it in its seat, brought from open cards to hidden ones by a straight line
(`data/calibration.json`, fitted to self-play; it says whose). A fresh hand is any six of the cards not seen yet, so own
cards, kept or thrown away, are left out, and out of the other hands too (`tricorn.rassi.thrown`). Steps: "free" may be
followed by "doubles", "doubles" by "redouble"; whether six cards are still there then depends on the others, each of whom
is taken to change as often as the table makes a player in that seat change. Not taken into account: that the others' hands
get better by their changes, and what a fresh hand that is thrown away in turn takes from the hand after it and from the
others.

Utility "points" is the own expected penalty. "match" is the probability of winning, from an equity: who pays if not this
seat, and how much, as often as in all deals of the table, times the others' multipliers; what this seat pays is one of its
own six cards, leaning to high or low ones as far as its mean penalty says. What cards thrown away change in the mean is taken
there as a change of how often this seat pays.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tricorn.cards import cards_of
from tricorn.equity import Equity, Utility
from tricorn.errors import TricornError
from tricorn.rassi.equity import default_equity, next_dealer
from tricorn.rassi.exchange_table import PLAYERS, Floats, chances, counts, hand_number, hands, shipped
from tricorn.rassi.risk import safe_plays
from tricorn.rassi.rules import HAND, STEPS, height
from tricorn.rassi.table import CHANGE, KEEP
from tricorn.rassi.thrown import effects

if TYPE_CHECKING:
    from tricorn.rassi.rules import Rules
    from tricorn.rassi.view import View

_FACES: Final = slice(9, 12)
_HALVINGS: Final = 40  # of the interval in which a tilt lies


@dataclass(frozen=True, slots=True)
class Choice:
    """What the exchange comes to for the seat that is asked.

    Attributes:
        best: "keep" or "change".
        keep, change: expected own penalty ("points", less is better) or probability of winning ("match", more is better),
            later steps included; `change` is None where it is not allowed.
        stderr, change_stderr: standard errors of `keep` and `change` that the table's own sampling error leaves, later steps
            aside; 0 for "match", where they are not worked out.
        utility: "points" or "match".
        safe: whether it is proven that after `keep` the seat need never pay (`tricorn.rassi.risk`); `keep` is then what paying
            nothing is worth, without error, and `best` is "keep".
    """

    best: str
    keep: float
    change: float | None
    stderr: float
    change_stderr: float
    utility: Utility
    safe: bool = False

    @property
    def close(self) -> bool:
        """Whether keep and change are not told apart: their difference is within two standard errors."""
        return self.change is None or bool(abs(self.keep - self.change) <= 1.96 * np.hypot(self.stderr, self.change_stderr))


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
    place = (view.seat - view.dealer - 1) % view.seats
    number = hand_number(view.hand)
    gone = view.thrown[0] | view.thrown[1] | view.thrown[2]
    step = STEPS.index(view.phase)
    own = view.multipliers[view.seat]
    took_free, doubled, _ = view.changed[view.seat]
    (now, nothing), (then, _) = (_costs(view, place, cards, utility, equity) for cards in (gone, gone | view.hand))
    plan = _Plan(view, place, then, _fresh(view))
    keep = float(plan.kept(now, step, own, took_free, doubled, view.stock_size // HAND)[number])
    change = None
    if CHANGE in view.legal():
        change = plan.changed(step, own, took_free, doubled, view.stock_size // HAND)
    # The table plays everybody by rule; a plan that never pays, whatever all others do, is worth more than its mean.
    safe = bool(safe_plays(view, [KEEP])[KEEP])
    if safe:
        keep = nothing
    best = CHANGE if change is not None and change < keep and not safe else KEEP
    if utility == "match":
        return Choice(best, -keep, None if change is None else -change, 0.0, 0.0, utility, safe)
    errors = shipped().error[view.seats][place].astype(np.float64) * line(view.seats, place, "mean")[1]
    over_hands = float(np.sqrt(((plan.fresh * errors) ** 2).sum()))
    error = 0.0 if safe else own * float(errors[number])
    return Choice(best, keep, change, error, max(own, 1 << step) * over_hands, utility, safe)


def covers(rules: "Rules", seats: int) -> bool:
    """Whether the table was made for these rules and this number of players."""
    return (
        seats in PLAYERS and rules.overtake == "forced" and rules.last_tie == "last" and rules.pack_size(seats) == 52
    )  # fmt: skip


@lru_cache(maxsize=1)
def calibration() -> dict[str, Any]:
    """What is in `data/calibration.json`: "about" says where it is from, "lines" by number of players and place."""
    text = (resources.files("tricorn.rassi") / "data" / "calibration.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def line(players: int, place: int, name: str) -> tuple[float, float]:
    """Start and slope of the line from the table's figure ("mean" or "last") to that of players who see own cards only."""
    start, slope = calibration()["lines"][str(players)][place][name]
    return float(start), float(slope)


@lru_cache(maxsize=64)
def penalties(players: int, place: int) -> Floats:
    """Expected penalty of every hand without multiplier, hidden cards: float64 [18395]. Place: from the dealer's left."""
    return penalties_without(players, place, 0)


def penalties_without(players: int, place: int, thrown: int) -> Floats:
    """The same after the seat has thrown away a set of cards, which nobody can hold. No hand costs more than its dearest
    card."""
    start, slope = line(players, place, "mean")
    told = shipped().mean[players][place].astype(np.float64) + effects(players, place, thrown)
    found: Floats = np.clip(start + slope * told, 0, worths().max(axis=1))
    return found


@lru_cache(maxsize=1)
def worths() -> Floats:
    """What the cards of every hand cost in the last trick: float64 [18395, 6]."""
    found: Floats = np.where(hands() == 12, 1, hands().astype(np.int64) + 2).astype(np.float64)
    return found


@lru_cache(maxsize=64)
def last_tricks(players: int, place: int) -> Floats:
    """Probability of the last trick for every hand, hidden cards: float64 [18395]."""
    start, slope = line(players, place, "last")
    found: Floats = np.clip(start + slope * shipped().last[players][place].astype(np.float64), 0, 1)
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


def _fresh(view: "View") -> Floats:
    # The probability of every hand as the next six cards, from what the seat has not seen.
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
    paid, spared = payments(view.seats, place), others / weight
    # how often the seat pays goes up and down with its mean penalty
    ratio = penalties_without(view.seats, place, thrown) / np.maximum(penalties(view.seats, place), 1e-9)
    ratio = np.minimum(ratio, 1 / np.maximum(1 - paid[:, 0], 1e-9))
    found = {}
    for multiplier in (1, 2, 4):
        worth = np.array([win(view.seat, rank * multiplier) for rank in range(1, 14)])
        found[multiplier] = -spared - ratio * (paid[:, 1:] * (worth - spared)).sum(axis=1)
    return found, -float(spared)


class _Plan:
    """Expected costs at the steps of one seat, from the redouble backwards. A cost is an array over hands where the hand is
    seen, and a number where it is still to come. `costs`: by multiplier, of a hand that comes by a change."""

    def __init__(self, view: "View", place: int, costs: dict[int, Floats], fresh: Floats) -> None:
        self.rules = view.rules
        self.players = view.seats
        self.place = place
        self.costs = costs
        self.fresh = fresh
        # of the others by place: whether they doubled, None where they have yet to be asked or may still
        step = STEPS.index(view.phase)
        by_place = [view.changed[(view.dealer + 1 + p) % view.seats] for p in range(view.seats)]
        self.doubled: list[bool | None] = [
            changed[1] if step > 1 or (step == 1 and p < place) else None for p, changed in enumerate(by_place)
        ]

    def kept(self, costs: dict[int, Floats], step: int, own: int, took_free: bool, doubled: bool, left: int) -> Floats:
        """After keeping a hand of such costs at a step, with `left` changes in the stock."""
        if step == 2:
            return costs[own]
        found: Floats = np.zeros(len(self.fresh))
        for now, chance in enumerate(self._left_then(step, left)):
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
        if left < 1 or not self._may(step, took_free, doubled):
            return keep
        return np.minimum(keep, self.changed(step, own, took_free, doubled, left))

    def _may(self, step: int, took_free: bool, doubled: bool) -> bool:
        if step == 1:
            return self.rules.doubles == "any" or not took_free
        return self.rules.redouble == "anyone" or doubled

    def _left_then(self, step: int, left: int) -> Sequence[float]:
        # How many changes are left when the seat is asked at the next step: probabilities of 0..left. Between lie the seats
        # after it at this step and those before it at the next.
        odds = [1.0] + [0.0] * left  # by changes made
        for other in range(self.players):
            if other == self.place:
                continue
            when = step if other > self.place else step + 1
            chance = rates(self.players, other)[when]
            if when == 2 and self.rules.redouble == "doubled":
                known = self.doubled[other]
                chance *= rates(self.players, other)[1] if known is None else float(known)
            odds = [
                odds[made] * (1 - chance if made < left else 1) + (odds[made - 1] * chance if made else 0.0)
                for made in range(left + 1)
            ]
        return odds[::-1]


@lru_cache(maxsize=64)
def rates(players: int, place: int) -> tuple[float, float, float]:
    """How often a player changes at "free" (of all hands), "doubles" (of all hands), "redouble" (of those that doubled), who
    looks at one step only and wants few points."""
    common = chances(np.full(13, 4))
    cost = penalties(players, place)
    fresh = float(common @ cost)
    faceless = counts()[:, _FACES].sum(axis=1) == 0
    doubled = float(common @ np.minimum(2 * cost, 4 * fresh))
    return (
        float(common[faceless & (cost > fresh)].sum()),
        float(common[cost > doubled].sum()),
        float(common[2 * cost > 4 * fresh].sum()),
    )
