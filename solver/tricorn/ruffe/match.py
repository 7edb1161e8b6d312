"""A match of Ruffe and Trumps: deals to the target, the deal passing clockwise."""

from dataclasses import dataclass, field, replace
from typing import Any

from tricorn.errors import IllegalPositionError
from tricorn.ruffe.position import Position
from tricorn.ruffe.result import Result
from tricorn.ruffe.rules import RUFF_POINTS, Rules


@dataclass(frozen=True, slots=True)
class Match:
    """The score after some deals: an immutable value; `add` gives the next.

    Ruff points count when the ruff is shown: a side that reaches the target with them has won, and the deal is not
    played. Card points count at the end of the deal; if several sides are at the target then, the higher total wins,
    and equal totals are decided by another deal.

    Attributes:
        rules: the options.
        first_dealer: who dealt the first deal.
        results: of the deals so far, in order; of one that the ruff made needless it holds the ruff points only.

    >>> match = Match(Rules(target=20)).add(Result((12, 0), (5, 7), (20, 28), (0, 4)))
    >>> match.points, match.winner, match.dealer
    ((12, 4), None, 1)
    >>> match.add(Result((12, 0), (1, 11), (4, 44), (0, 20))).winner  # 24 when shown: the cards no longer count
    0
    """

    rules: Rules = field(default_factory=Rules)
    first_dealer: int = 0
    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        problems = []
        sides = max(self.rules.side_of) + 1
        if not 0 <= self.first_dealer < self.rules.seats:
            problems.append(f"first dealer {self.first_dealer} is none of 0..{self.rules.seats - 1}")
        points = (0,) * sides
        over = False
        kept = []
        for number, result in enumerate(self.results, 1):
            wrong = _problem(result, sides)
            if wrong or over:
                problems.append(f"deal {number}: {wrong or 'the match was over'}")
                break
            if _by_ruff(points, result, self.rules.goal) is not None:
                result = Result(result.ruff, (0,) * sides, (0,) * sides, (0,) * sides)
            over = _winner(points, result, self.rules.goal) is not None
            points = _plus(points, result.points)
            kept.append(result)
        if problems:
            raise IllegalPositionError("match of Ruffe", problems)
        object.__setattr__(self, "results", tuple(kept))

    def add(self, result: Result) -> "Match":
        """The match after one more deal. If its ruff points end the match, nothing else of the deal counts.

        Raises:
            IllegalPositionError: the match is over, or the result is of no deal under these rules.
        """
        return replace(self, results=(*self.results, result))

    def add_ruff(self, position: Position) -> "Match | None":
        """The match after the ruff of a deal alone, if that ends it; None when the deal has to be played."""
        sides = max(self.rules.side_of) + 1
        ruff = [0] * sides
        if position.ruff_winner is not None:
            ruff[position.sides[position.ruff_winner]] = RUFF_POINTS
        after = self.add(Result(tuple(ruff), (0,) * sides, (0,) * sides, (0,) * sides))
        return after if after.is_over else None

    @property
    def dealer(self) -> int:
        """Who deals next."""
        return (self.first_dealer + len(self.results)) % self.rules.seats

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each side."""
        points = (0,) * (max(self.rules.side_of) + 1)
        for result in self.results:
            points = _plus(points, result.points)
        return points

    @property
    def winner(self) -> int | None:
        """The side that has won, or None while the match goes on."""
        if not self.results:
            return None
        return _winner(replace(self, results=self.results[:-1]).points, self.results[-1], self.rules.goal)

    @property
    def is_over(self) -> bool:
        """Whether a side has won."""
        return self.winner is not None

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return {
            "rules": self.rules.to_dict(),
            "first_dealer": self.first_dealer,
            "results": [result.to_dict() for result in self.results],
            "points": list(self.points),
            "winner": self.winner,
        }


def _plus(points: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(points, more, strict=True))


def _by_ruff(points: tuple[int, ...], result: Result, goal: int) -> int | None:
    """The side that the ruff of a deal takes to the goal: it has won at once, whatever others have."""
    after = _plus(points, result.ruff)
    return next((side for side, ruff in enumerate(result.ruff) if ruff and after[side] >= goal), None)


def _winner(points: tuple[int, ...], result: Result, goal: int) -> int | None:
    """Who wins with a deal: by the ruff, or at its end the side at the goal with most points; None if nobody, or several."""
    by_ruff = _by_ruff(points, result, goal)
    if by_ruff is not None:
        return by_ruff
    after = _plus(points, result.points)
    best = [side for side, total in enumerate(after) if total == max(after)]
    return best[0] if max(after) >= goal and len(best) == 1 else None


def _problem(result: Result, sides: int) -> str | None:
    for name in ("ruff", "tricks", "cards", "card_points"):
        row = getattr(result, name)
        if len(row) != sides or min(row) < 0:
            return f"{name} {list(row)}: a number of 0 or more for each of {sides} sides is wanted"
    if sorted(result.ruff)[-2:] not in ([0, 0], [0, RUFF_POINTS]):
        return f"ruff {list(result.ruff)}: one side has {RUFF_POINTS} points, or none has"
    return None
