"""How often another player changes at a step of the exchange, from what a hand costs in his seat and what all have seen of him.

He is taken to look at one step only and to want few points: he changes "free" if his hand costs more than a fresh one, doubles
if it costs more than a fresh one at twice the price, with the redouble to fall back on, and redoubles likewise. What he kept at
an earlier step tells of his hand; a fresh one tells nothing.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tricorn.rassi.exchange_table import Floats, chances, counts

if TYPE_CHECKING:
    from tricorn.rassi.rules import Rules

_FACES = slice(9, 12)


@dataclass(frozen=True, slots=True)
class Habit:
    """How often a player in one seat changes.

    Attributes:
        free: at "free".
        fresh, kept: at "doubles", holding a fresh hand, or the one that he kept at "free".
        again: at "redouble" after doubling.
        single: at "redouble" with a hand that came at "free", where that barred him from doubling. Who could have doubled
            and did not never redoubles: what four times a fresh hand is too cheap for, the smaller price was too cheap for.
    """

    free: float
    fresh: float
    kept: float
    again: float
    single: float

    @classmethod
    def of(cls, cost: Floats) -> "Habit":
        """That of a seat in which each of the 18,395 hands costs so much without multiplier."""
        common = chances(np.full(13, 4))
        mean = float((common * cost).sum())  # not @, which may wait for the threads of a linear algebra library
        free = (counts()[:, _FACES].sum(axis=1) == 0) & (cost > mean)
        doubles = cost > float((common * np.minimum(2 * cost, 4 * mean)).sum())
        return cls(
            free=float(common[free].sum()),
            fresh=float(common[doubles].sum()),
            kept=float(common[doubles & ~free].sum() / common[~free].sum()),
            again=float(common[2 * cost > 4 * mean].sum()),
            single=float(common[cost > 4 * mean].sum()),
        )

    def chance(self, step: int, rules: "Rules", free: bool | None, doubled: bool | None) -> float:
        """How often he changes at a step, 0 to 2; `free`, `doubled`: whether he did before, None where he is still to be asked."""
        if step == 0:
            return self.free
        if free is None:
            return self.free * self.chance(step, rules, True, doubled) + (1 - self.free) * self.chance(step, rules, False, doubled)
        may = rules.doubles == "any" or not free
        doubles = 0.0 if not may else self.fresh if free else self.kept
        if step == 1:
            return doubles
        twice = doubles if doubled is None else float(doubled)
        single = self.single if rules.redouble == "anyone" and not may else 0.0
        return twice * self.again + (1 - twice) * single
