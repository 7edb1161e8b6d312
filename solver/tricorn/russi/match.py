"""A match of Russi: several deals, the deal passing to the other player each time."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tricorn.errors import IllegalPositionError
from tricorn.russi.position import Result
from tricorn.russi.rules import TRICKS


@dataclass(frozen=True, slots=True)
class Match:
    """The score after some deals: an immutable value; `add` gives the next.

    Attributes:
        first_dealer: who dealt the first deal.
        results: of the deals played, in order.

    >>> match = Match(first_dealer=1).add(Result((15, 11), 0)).add(Result((13, 13), None))
    >>> match.dealer, match.wins, match.draws, match.tricks, match.leader
    (1, (1, 0), 1, (28, 24), 0)
    """

    first_dealer: int = 1
    results: tuple[Result, ...] = ()

    def __post_init__(self) -> None:
        problems = []
        if self.first_dealer not in (0, 1):
            problems.append(f"first dealer {self.first_dealer} is neither 0 nor 1")
        for number, result in enumerate(self.results, 1):
            mine, other = result.tricks
            if mine + other != TRICKS or min(mine, other) < 0:
                problems.append(f"deal {number}: {mine} and {other} tricks are not {TRICKS} tricks")
            elif result.winner != (None if mine == other else int(other > mine)):
                problems.append(f"deal {number}: {mine} to {other} is not won by {result.winner}")
        if problems:
            raise IllegalPositionError("match of Russi", problems)

    def add(self, result: Result) -> "Match":
        """The match after one more deal."""
        return Match(self.first_dealer, (*self.results, result))

    @property
    def dealer(self) -> int:
        """Who deals next: the deal alternates."""
        return (self.first_dealer + len(self.results)) % 2

    @property
    def wins(self) -> tuple[int, int]:
        """Deals won, by seat."""
        return tuple_of(sum(result.winner == seat for result in self.results) for seat in (0, 1))

    @property
    def draws(self) -> int:
        """Deals drawn."""
        return sum(result.winner is None for result in self.results)

    @property
    def tricks(self) -> tuple[int, int]:
        """Tricks won in all deals, by seat."""
        return tuple_of(sum(result.tricks[seat] for result in self.results) for seat in (0, 1))

    @property
    def leader(self) -> int | None:
        """Who has won more deals, None while level."""
        mine, other = self.wins
        return None if mine == other else int(other > mine)

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        results = [result.to_dict() for result in self.results]
        return {"first_dealer": self.first_dealer, "results": results, "wins": list(self.wins), "draws": self.draws}


def tuple_of(pair: Iterable[int]) -> tuple[int, int]:
    """Two numbers as a pair."""
    first, second = pair
    return first, second
