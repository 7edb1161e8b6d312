"""The options of Ruffe and Trumps.

From two to four players and 52 cards. Hands are dealt four cards at a time, the last four are the head: its top card is
turned up and fixes trumps. Every player announces the best suit total of his hand; the highest earns 12 points and is
shown. Who holds the trump ace takes the head and throws four cards away. Then tricks are played, and each card captured
above par is a point.
"""

from dataclasses import dataclass, fields
from typing import Any, Final, Literal, get_args

from tricorn.cards import quote
from tricorn.errors import IllegalPositionError

Format = Literal["4", "3-long", "2-long", "3-short", "2-short"]
Sides = Literal["pairs", "singles"]
Follow = Literal["suit-else-trump", "suit-or-trump", "suit"]
Par = Literal["dealt", "12"]
Show = Literal["suit", "hand"]
RuffTie = Literal["eldest", "nobody"]
UnclaimedHead = Literal["out", "dealer"]

RUFF_POINTS: Final = 12
HEAD_SIZE: Final = 4
_SHAPE: Final[dict[str, tuple[int, int, int]]] = {  # players, cards in a hand, usual target
    "4": (4, 12, 52),
    "3-long": (3, 16, 40),
    "2-long": (2, 24, 36),
    "3-short": (3, 12, 40),
    "2-short": (2, 12, 36),
}
_VALUES: Final[dict[str, tuple[str, ...]]] = {
    "format": get_args(Format),
    "follow": get_args(Follow),
    "par": get_args(Par),
    "show": get_args(Show),
    "ruff_tie": get_args(RuffTie),
    "unclaimed_head": get_args(UnclaimedHead),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The options, each with its default first.

    Attributes:
        format: players and length: "4", "3-long", "2-long" (all cards dealt but the head), "3-short", "2-short" (12
            cards each, the rest dead).
        sides: "pairs" (partners opposite, four players only) or "singles"; None takes the usual one of the format.
        follow: "suit-else-trump": the led suit if able, else a trump if able, else any card. "suit-or-trump": a card
            of the led suit or a trump at choice, with neither any card. "suit": the led suit if able, else any card.
        par: cards that a side captures before points count: "dealt", the number dealt to the side, or "12".
        show: what the winner of the ruff shows: the claimed "suit", or the whole "hand" as dealt.
        ruff_tie: who wins equal totals: the "eldest" (first from the dealer's left) or "nobody".
        unclaimed_head: where the head goes when the trump ace is in nobody's hand: "out", or to the "dealer".
        target: points that win the match; None takes the usual target of the format.

    >>> Rules("3-short").target, Rules().sides, Rules("2-long").sides
    (40, 'pairs', 'singles')
    >>> Rules(par="13", show="all")
    Traceback (most recent call last):
    tricorn.errors.IllegalPositionError: rules: par '13' is none of dealt, 12; show 'all' is none of suit, hand
    """

    format: Format = "4"
    sides: Sides | None = None
    follow: Follow = "suit-else-trump"
    par: Par = "dealt"
    show: Show = "suit"
    ruff_tie: RuffTie = "eldest"
    unclaimed_head: UnclaimedHead = "out"
    target: int | None = None

    def __post_init__(self) -> None:
        problems = []
        for name, allowed in _VALUES.items():
            value = getattr(self, name)
            if value not in allowed:
                problems.append(f"{name} {quote(value)} is none of {', '.join(allowed)}")
        known = self.format in _VALUES["format"]
        if self.sides is None:
            object.__setattr__(self, "sides", "pairs" if self.format == "4" else "singles")
        elif self.sides not in get_args(Sides):
            problems.append(f"sides {quote(self.sides)} is none of pairs, singles")
        elif self.sides == "pairs" and known and self.format != "4":
            problems.append(f"sides 'pairs' needs four players, format {quote(self.format)} has {self.seats}")
        if self.target is None:
            object.__setattr__(self, "target", _SHAPE[self.format][2] if known else 52)
        elif isinstance(self.target, bool) or not isinstance(self.target, int) or not 1 <= self.target < 1 << 31:
            problems.append(f"target {quote(self.target)} must be a whole number of 1 or more")
        if problems:
            raise IllegalPositionError("rules", problems)

    @classmethod
    def literal(cls, **options: Any) -> "Rules":
        """The preset that keeps to the letter of the description the project starts from; other options may be added.

        >>> Rules.literal(format="3-long").par
        '12'
        """
        return cls(**{"follow": "suit-or-trump", "par": "12", "show": "hand", **options})

    def to_dict(self) -> dict[str, Any]:
        """All options written out."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def seats(self) -> int:
        """The number of players."""
        return _SHAPE[self.format][0]

    @property
    def hand_size(self) -> int:
        """The number of cards dealt to each player, which is the number of tricks."""
        return _SHAPE[self.format][1]

    @property
    def dead_count(self) -> int:
        """The number of cards that stay out of the deal, head not counted."""
        return 52 - HEAD_SIZE - self.seats * self.hand_size

    @property
    def goal(self) -> int:
        """The target as a plain number."""
        assert self.target is not None  # set when the rules were made
        return self.target

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side of each seat.

        >>> Rules().side_of, Rules("3-long").side_of
        ((0, 1, 0, 1), (0, 1, 2))
        """
        return (0, 1, 0, 1) if self.sides == "pairs" else tuple(range(self.seats))

    def par_of(self, size: int) -> int:
        """The cards that a side of `size` players captures before points count.

        >>> Rules().par_of(2), Rules(par="12").par_of(2)
        (24, 12)
        """
        return 12 if self.par == "12" else self.hand_size * size
