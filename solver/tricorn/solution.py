"""What an exact search with all cards known found."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

Unit = Literal["tricks", "penalty"]


@dataclass(frozen=True, slots=True)
class PlayValue:
    """One legal play of the side to move.

    Attributes:
        card: the play, as text.
        equals: other legal plays proven to be worth the same, because nothing can tell them apart here.
        lo, hi: proven bounds of its value; they meet when it is exact. By max^n with ties="both": of its two values.
        vector: max^n only: the value of every seat after this play (penalty in Rassi, tricks in Ruffe); empty elsewhere.
        other_vector: the same under the second tie order of ties="both" (Rassi: lowest first, Ruffe: last best); empty elsewhere.
    """

    card: str
    equals: tuple[str, ...]
    lo: int
    hi: int
    vector: tuple[int, ...] = ()
    other_vector: tuple[int, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lo == self.hi

    @property
    def solved(self) -> bool:
        """Whether nothing is left to search: exact, or by both tie orders, where `lo` and `hi` may be two values."""
        return self.exact or bool(self.vector and self.other_vector)

    @property
    def value(self) -> int | None:
        """The exact value, or None while only bounds are known."""
        return self.lo if self.lo == self.hi else None


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position with all cards known, and of every legal play.

    Attributes:
        game: "russi", "ruffe" or "rassi".
        seat: whose turn it is; every value is from the point of view of this seat, in Ruffe of its side.
        unit: "tricks": tricks still to be won, the current one included, more is better;
            "penalty": penalty points of this deal, the seat's own multiplier included, less is better.
        lo, hi: proven bounds of the value of the position; by max^n with ties="both", where `solved`, its two values.
        plays: every legal play, best first.
        line: a best line of play from here, as far as it was established.
        nodes: positions visited.
        time_s: wall time.
        method: how it was searched, for example "alpha-beta", "max^n, highest first", "max^n, highest and lowest first" (of
            two values the range), "paranoid".
    """

    game: str
    seat: int
    unit: Unit
    lo: int
    hi: int
    plays: tuple[PlayValue, ...]
    line: tuple[str, ...]
    nodes: int
    time_s: float
    method: str

    @property
    def exact(self) -> bool:
        """Whether the value of the position is known exactly."""
        return self.lo == self.hi

    @property
    def value(self) -> int | None:
        """The exact value, or None while only bounds are known."""
        return self.lo if self.lo == self.hi else None

    @property
    def solved(self) -> bool:
        """Whether nothing is left to search: exact, or every play solved by both tie orders, whose values differ."""
        return self.exact or (any(row.other_vector for row in self.plays) and all(row.solved for row in self.plays))

    @property
    def best(self) -> str | None:
        """The best play found, or None when nobody is to move."""
        return self.plays[0].card if self.plays else None

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON, with `value`, `exact`, `solved` and `best` written out."""
        rows = [{**asdict(row), "value": row.value, "exact": row.exact, "solved": row.solved} for row in self.plays]
        told = {"value": self.value, "exact": self.exact, "solved": self.solved, "best": self.best}
        return {**asdict(self), "plays": rows, **told}
