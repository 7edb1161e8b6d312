"""The options of Rassi, and what the ranks are worth."""

from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from tricorn.cards import cards_of, quote
from tricorn.errors import IllegalPositionError

HAND: Final = 6
"""Cards dealt to each player, cards of one exchange, and tricks of a deal."""
STEPS: Final = ("free", "doubles", "redouble")
"""The three rounds of exchange, in order."""
HIGH: Final = 14
"""Height of an ace or a joker in all tricks but the last."""
LOW: Final = 1
"""Height of an ace or a joker in the last trick."""

_CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "doubles": ("any", "others"),
    "redouble": ("doubled", "anyone"),
    "overtake": ("forced", "optional"),
    "last_tie": ("last", "all"),
    "jokers": ("auto", 0, 2),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of the game; the first value named is the default.

    Attributes:
        doubles: who may change in the second round of exchange. "any": every player; "others": whoever took no free
            hand.
        redouble: who may change in the third round. "doubled": who changed in the second; "anyone": every player.
            Either way the penalty of who changes there counts fourfold.
        overtake: "forced": who can play as high as the highest card of the trick must; "optional": the lowest card
            is allowed too.
        last_tie: who scores when equal cards are highest in the last trick. "last": who played the last of them;
            "all": all who played one.
        jokers: "auto": two with nine players, else none; 0; 2.
        out_at: points at which a player is out of the match.

    >>> Rules.literal()
    Rules(doubles='others', redouble='anyone', overtake='forced', last_tie='last', jokers='auto', out_at=50)
    >>> Rules(jokers=1, out_at=0)
    Traceback (most recent call last):
    tricorn.errors.IllegalPositionError: rules of rassi: jokers '1' is not 'auto', 0 or 2; out_at 0 is not in 1..10000
    """

    doubles: Literal["any", "others"] = "any"
    redouble: Literal["doubled", "anyone"] = "doubled"
    overtake: Literal["forced", "optional"] = "forced"
    last_tie: Literal["last", "all"] = "last"
    jokers: Literal["auto", 0, 2] = "auto"
    out_at: int = 50

    def __post_init__(self) -> None:
        problems = []
        for name, choices in _CHOICES.items():
            value = getattr(self, name)
            if isinstance(value, bool) or value not in choices:
                listed = ", ".join(map(repr, choices[:-1]))
                problems.append(f"{name} {quote(value)} is not {listed} or {choices[-1]!r}")
        if isinstance(self.out_at, bool) or not isinstance(self.out_at, int) or not 1 <= self.out_at <= 10_000:
            shown = self.out_at if isinstance(self.out_at, int) else quote(self.out_at)
            problems.append(f"out_at {shown} is not in 1..10000")
        if problems:
            raise IllegalPositionError("rules of rassi", problems)

    @classmethod
    def literal(cls) -> "Rules":
        """The letter of the description the project starts from, where a default departs from it."""
        return cls(doubles="others", redouble="anyone")

    def to_dict(self) -> dict[str, Any]:
        """The options that differ from the default."""
        return {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}

    @classmethod
    def from_dict(cls, options: dict[str, Any]) -> "Rules":
        """The rules with these options; an option that does not exist is a defect like a bad value.

        >>> Rules.from_dict({"overtake": "optional"}).overtake
        'optional'
        """
        names = {f.name for f in fields(cls)}
        problems = [f"there is no option {quote(name)}" for name in options if name not in names]
        try:
            rules = cls(**{name: value for name, value in options.items() if name in names})
        except IllegalPositionError as error:
            problems += error.problems
        if problems:
            raise IllegalPositionError("rules of rassi", problems)
        return rules

    def pack_size(self, players: int) -> int:
        """Cards in the pack of a deal: 52, or 54 with the jokers.

        >>> Rules().pack_size(8), Rules().pack_size(9), Rules(jokers=2).pack_size(2)
        (52, 54, 54)
        """
        with_jokers = players == 9 if self.jokers == "auto" else self.jokers == 2
        return 54 if with_jokers else 52


def height(card: int) -> int:
    """How high a card counts in all tricks but the last: 2..13, an ace or a joker 14.

    >>> height(0), height(11), height(12), height(53)
    (2, 13, 14, 14)
    """
    return HIGH if card >= 52 else card % 13 + 2


def points(card: int) -> int:
    """How high a card counts in the last trick, and the penalty for taking that trick with it: 1..13.

    >>> points(12), points(52), points(11), points(0)
    (1, 1, 13, 2)
    """
    value = height(card)
    return LOW if value == HIGH else value


def has_face(held: int) -> bool:
    """Whether a hand holds a K, Q or J, which bars it from the free exchange."""
    return any(card < 52 and 9 <= card % 13 <= 11 for card in cards_of(held))


def playable(held: int, highest: int | None, overtake: str) -> int:
    """The cards of a hand that may be played: all to a lead (`highest` None), else those at least as high as the
    highest card of the trick so far; who has none, and with "optional" anybody, may play the lowest card held.

    The last trick needs no case of its own: one card is left, and it must be played.
    """
    if highest is None:
        return held
    over = lowest = 0
    floor = HIGH + 1
    for card in cards_of(held):
        value = height(card)
        if value >= highest:
            over |= 1 << card
        if value < floor:
            floor, lowest = value, 0
        if value == floor:
            lowest |= 1 << card
    if not over:
        return lowest
    return over if overtake == "forced" else over | lowest
