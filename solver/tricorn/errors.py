"""What goes wrong with input: every error is a `ValueError`, quotes the offending text and names every defect found."""

from collections.abc import Sequence
from typing import Final

_MOST_TOLD: Final = 100


class TricornError(ValueError):
    """Bad input, in one line. Base of all errors that Tricorn raises on purpose."""


class NotationError(TricornError):
    """A text that can't be read as a card, a hand or a play."""


class IllegalPositionError(TricornError):
    """A position, deal or view that breaks the rules. `problems` names every defect, in the order found.

    The text has room for the first hundred of them, so that a long document of nonsense does not come back as a longer line.
    """

    def __init__(self, what: str, problems: Sequence[str]) -> None:
        self.what = what
        self.problems = tuple(problems)
        more = len(self.problems) - _MOST_TOLD
        shown = [*self.problems[:_MOST_TOLD], *([f"and {more} more"] if more > 0 else [])]
        super().__init__(f"{what}: " + "; ".join(shown))

    def __reduce__(self) -> tuple[type["IllegalPositionError"], tuple[str, tuple[str, ...]]]:
        return type(self), (self.what, self.problems)


class IllegalPlayError(TricornError):
    """A play that the rules do not allow here; the text says why."""


class NoWorldError(TricornError):
    """A view that no full deal agrees with."""
