"""Which worlds are likely, by what the others have played.

Worlds that agree with a view are equally likely as far as the rules go, but not as far as play goes: a world in which the
others chose as they did by good sense is likelier than one in which they must have blundered. The others' choices are taken to
be those of the policy `fast`, softened (see `ext/tricorn/_inference.pyx`); each is asked by its own sight in each world.
What a seat has seen is all that goes in, so weights can't peek.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tricorn import games
from tricorn._inference import Likelihood
from tricorn.fast import policy
from tricorn.games import View
from tricorn.source import past_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn._stop import Stop


@dataclass(frozen=True, slots=True)
class Softness:
    """How far the others are taken to follow the policy `fast`.

    Attributes:
        temperature: in scores of the policy; the higher, the less a better score counts.
        blur: the share of choices that are any legal card.
    """

    temperature: float
    blur: float


SOFTNESS: Final = {"russi": Softness(6200, 0.05), "ruffe": Softness(1000, 0.3), "rassi": Softness(3900, 0.2)}
"""Fitted to what `default:worlds=16` plays by `python -m tricorn_analysis.fit_softness`, rounded towards softness."""
CANDIDATES: Final = {"russi": 32, "ruffe": 32, "rassi": 4}
"""Worlds from which one is picked to be solved. Where solving one takes microseconds, few."""
DEFENCE: Final = 0.25
"""Share of the picks that is not by likelihood: no weight is then more than 4/3 of what it would be without, and the worlds
weighted alike are not lost sight of."""


@dataclass(frozen=True, slots=True)
class Picks:
    """Worlds to look at.

    Attributes:
        numbers: int64: worlds of the stream.
        posterior, uniform: float64: logarithms of the weights with which they stand for all worlds, weighted by likelihood
            and weighted alike.
    """

    numbers: "NDArray[np.int64]"
    posterior: "NDArray[np.float64]"
    uniform: "NDArray[np.float64]"


def tells(view: View) -> bool:
    """Whether the record of a view holds a card that another seat has played."""
    if view.phase != "play" or view.to_move != view.seat:
        return False
    return bool(past_of(view)[1])


@lru_cache(maxsize=16)  # the blocks of worlds of one search ask for the same view
def likelihood(view: Any, softness: Softness | None = None) -> Likelihood:
    """What the others' choices say of the worlds of a view; `softness` None: that of the game.

    Raises:
        TricornError, NoWorldError: as `tricorn.source.source_of`.
    """
    game = games.name_of(view)
    start, actions = past_of(view)
    soft = softness or SOFTNESS[game]
    return Likelihood(start, actions, policy(game), soft.temperature, soft.blur)


def pick(view: View, seed: int, first: int, count: int, stop: "Stop | None" = None, softness: Softness | None = None) -> Picks:
    """The worlds of slots `first` .. `first + count - 1` of the stream `seed`; fewer when `stop` goes up.

    >>> from tricorn import russi
    >>> view = russi.deal(seed=7).play("C2").view(1)
    >>> pick(view, seed=1, first=0, count=3).numbers.shape
    (3,)
    """
    import numpy as np

    numbers, posterior, uniform = np.zeros(count, np.int64), np.zeros(count), np.zeros(count)
    told: Likelihood = likelihood(view, softness)  # type: ignore[arg-type]  # all views are hashable
    done = told.pick(seed, first, CANDIDATES[games.name_of(view)], DEFENCE, numbers, posterior, uniform, stop)
    return Picks(numbers[:done], posterior[:done], uniform[:done])
