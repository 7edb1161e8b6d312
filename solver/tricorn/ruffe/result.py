"""The result of a deal."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """What a deal brought each side; every tuple has one number for each side.

    Attributes:
        ruff: ruff points, 12 for the side that won it.
        tricks: tricks taken.
        cards: cards captured.
        card_points: one for each card captured above par.

    >>> Result(ruff=(12, 0), tricks=(5, 7), cards=(20, 28), card_points=(0, 4)).points
    (12, 4)
    """

    ruff: tuple[int, ...]
    tricks: tuple[int, ...]
    cards: tuple[int, ...]
    card_points: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """Ruff and card points together."""
        return tuple(ruff + cards for ruff, cards in zip(self.ruff, self.card_points, strict=True))

    def to_dict(self) -> dict[str, Any]:
        """A plain dict of lists for JSON, with `points` written out."""
        return {name: list(row) for name, row in {**asdict(self), "points": self.points}.items()}
