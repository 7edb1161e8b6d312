"""What the compiled search reports about a block of worlds."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class WorldValues:
    """The value of every action in every world of a block.

    Attributes:
        values: int16 [worlds, actions]: the value; where a world was not solved an estimate (Russi) or the result of a
            playout by rules of thumb, clamped into the proven bounds.
        lo, hi: int16 [worlds, actions]: proven bounds.
        solved: bool [worlds]: whether every value of the world is exact.
        nodes: positions visited in all worlds together.
        posterior, uniform: float64 [worlds], where worlds are weighted by what the others have played: the logarithms of the
            weights with which these worlds stand for all, weighted so or weighted alike (`tricorn.inference`); else None.
        visits: where plays were dropped in a race, in how many of the worlds, the first ones, each action was valued; its rows
            after these hold zeros. None: in all.
        differences: int16 [worlds, actions], Rassi of two players, in the play: the own penalty less the other's, multipliers
            included, by which plays are ordered; of what `values` holds, be it exact or a playout. None elsewhere.
        kinds: where worlds of two kinds stand for all (`tricorn.blending`), how many rows are of the first kind; else 0.
        outcomes: Rassi, where match equity is asked for: uint16 [worlds, actions], who pays and how much; else None.
    """

    values: "NDArray[np.int16]"
    lo: "NDArray[np.int16]"
    hi: "NDArray[np.int16]"
    solved: "NDArray[np.bool_]"
    nodes: int
    outcomes: "NDArray[np.uint16] | None" = None
    posterior: "NDArray[np.float64] | None" = None
    uniform: "NDArray[np.float64] | None" = None
    visits: tuple[int, ...] | None = None
    differences: "NDArray[np.int16] | None" = None
    kinds: int = 0

    @property
    def aims(self) -> "NDArray[np.int16]":
        """What plays are compared by, in the sense of the game: `differences` where two players count them, else `values`."""
        return self.values if self.differences is None else self.differences
