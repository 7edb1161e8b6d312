"""What to play, and what each play is worth, for a seat that does not see all cards. See `tricorn.advising` for how."""

from dataclasses import asdict, dataclass, field
from typing import Any

from tricorn.equity import Utility
from tricorn.solution import Unit


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
        visits: worlds in which it was valued: fewer than all where it was dropped as surely worse (`tricorn.racing`).
        safe: Rassi: True: proven that after it the seat need never pay, whatever the cards and whatever all others do
            (`tricorn.rassi.risk`); False: there is no such guarantee; None: not established, and in other games.
        match: Rassi, where an equity was given: mean probability of winning the match; None elsewhere.
        uniform: where worlds are weighted by what the others have played, the mean over worlds all alike; else None.
        expected: what such a mean has been worth in play (`tricorn.correction`), in the same unit; None where that is not known.
        likely: the same of the chance, in Russi `win`, in Rassi `last`; None elsewhere.
        within: (lo, hi), in tricks: where four outcomes in five lay round such an `expected` in play; None where that is not known.
        difference: Rassi of two players, in the play, over solved worlds: the mean of the own penalty less the other's,
            multipliers included, by which plays are ordered in points; None elsewhere.
        share: how often the play is to be made, where the answer is a mixed strategy (the last four cards of two players of
            Rassi); None elsewhere.
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
    share: float | None = None
    uniform: float | None = None
    expected: float | None = None
    likely: float | None = None
    within: tuple[float, float] | None = None
    difference: float | None = None

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
        solved: how many of them were solved exactly; the others have estimates (Russi) or playouts within proven bounds.
        consistent: number of worlds that agree with the view, where the sampler knows it.
        nodes, time_s, seed: positions visited, wall time, seed of the sample.
        method: how the worlds were valued.
        how: the same as corrections name it (`tricorn.correction`): "worlds", "weighted", "recursive", "recursive, weighted"
            or "blended"; "" for a tree.
        assumes: what the expectations take for granted, in a sentence.
        utility: what the plays are ordered by: "points", the mean in this deal (`difference` where it is told), or "match", the
            chance to win the match.
        effective: where worlds are weighted by what the others have played, how many worlds of equal weight tell as much; else
            None.
        held_out: the best play's mean without the luck of having been chosen: each world tells of the play that all other worlds
            choose (`tricorn.holdout`), in the unit of the advice; None after one world, where every world was looked at, and
            where plays are not valued over worlds.
        held_out_stderr: its standard error.
        exploitability: of a mixed strategy, what a best response gains against it in either seat, half the sum, in points;
            None where the answer is no mixed strategy, or one whose gap nobody knows: a searched trick's.
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
    exploitability: float | None = None
    effective: float | None = None
    held_out: float | None = None
    held_out_stderr: float | None = None
    how: str = ""

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
