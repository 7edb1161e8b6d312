"""Which worlds are likely, by what the others have played.

Worlds that agree with a view are equally likely as far as the rules go, but not as far as play goes: a world in which the
others chose as they did by good sense is likelier than one in which they must have blundered. The others' choices are taken to
be those of the policy `fast`, softened (see `ext/tricorn/_inference.pyx`); each is asked by its own sight in each world.
In Ruffe what the taker of the head threw away unseen counts as a choice too, by the rule that ranks discards
(`tricorn.ruffe.thrown`). What a seat has seen is all that goes in, so weights can't peek.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from tricorn import games
from tricorn._inference import Likelihood
from tricorn.errors import TricornError
from tricorn.fast import policy
from tricorn.games import View
from tricorn.source import past_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn._ruffe_thrown import Thrown
    from tricorn._stop import Stop
    from tricorn.worldvalues import WorldValues


@dataclass(frozen=True, slots=True)
class Softness:
    """How far the others are taken to follow the policy `fast`.

    Attributes:
        temperature: in scores of the policy, above 0; the higher, the less a better score counts.
        blur: the share of choices that are any legal card, above 0 up to 1.
        discard_temperature: Ruffe: how soft the taker of the head is in what he throws away, in scores of
            `tricorn.ruffe.discard_scores`, 0.05 or more.
        discard_blur: Ruffe: the share of discards that are any four cards, above 0 up to 1; with 1 they tell nothing.
    """

    temperature: float
    blur: float
    discard_temperature: float = 0.5
    discard_blur: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.temperature < float("inf") or not 1e-6 <= self.blur <= 1:
            raise TricornError(f"softness: temperature {self.temperature} must be above 0, blur {self.blur} above 0 up to 1")
        if not 0.05 <= self.discard_temperature < float("inf") or not 1e-6 <= self.discard_blur <= 1:
            raise TricornError(
                f"softness: discard_temperature {self.discard_temperature} must be 0.05 or more, "
                f"discard_blur {self.discard_blur} above 0 up to 1"
            )


SOFTNESS: Final = {"russi": Softness(6200, 0.05), "ruffe": Softness(1000, 0.3), "rassi": Softness(1500, 0.05)}
"""Fitted to what `default:worlds=16` plays by `python -m tricorn_analysis.fit_softness`, and rounded; of two players of Rassi
what a best response gains least against."""
MANY: Final = Softness(5000, 0.1)
"""Of Rassi with more than two players, where networks score the cards."""
CANDIDATES: Final = {"russi": 32, "ruffe": 32, "rassi": 4}
"""Worlds from which one is picked to be solved. Where solving one takes microseconds, few."""
_FEW: Final = 4  # so many also where few tricks are left
_FEW_TRICKS: Final = 6
DEFENCE: Final = 0.25
"""Share of the picks that is not by likelihood: no weight is then more than 4/3 of what it would be without, and the worlds
weighted alike are not lost sight of."""


def usual(view: View) -> Softness:
    """How far the others are taken to follow the policy `fast` where nothing else is said."""
    game = games.name_of(view)
    return MANY if game == "rassi" and view.seats > 2 else SOFTNESS[game]


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
    """Whether the record of a view holds a card played, or in Ruffe a discard unseen: what lay on the table when an ending
    began tells nothing here."""
    silent = 0
    if games.name_of(view) == "ruffe":
        silent = int(view.taker == view.seat)  # type: ignore[attr-defined]
    elif games.name_of(view) == "rassi":
        silent = len(view.exchanges)  # type: ignore[attr-defined]
    return view.phase == "play" and view.to_move == view.seat and len(view.record) > silent


def candidates(view: View) -> int:
    """From how many worlds each one that is solved is picked."""
    game = games.name_of(view)
    left: int = max(view.sizes) if game == "rassi" else view.tricks_left  # type: ignore[attr-defined]
    return _FEW if left <= _FEW_TRICKS else CANDIDATES[game]


@lru_cache(maxsize=16)  # the blocks of worlds of one search ask for the same view
def likelihood(view: Any, softness: Softness) -> Likelihood:
    """What the others' choices say of the worlds of a view.

    Raises:
        TricornError, NoWorldError: as `tricorn.source.source_of`.
    """
    start, actions = past_of(view, thrown(view, softness))
    return Likelihood(start, actions, policy(games.name_of(view)), softness.temperature, softness.blur)


def thrown(view: Any, softness: Softness | None = None) -> "Thrown | None":
    """Ruffe: how the taker has chosen what he threw away, by which discards are drawn wherever worlds are weighted; None where
    the seat knows them, or they tell nothing. `softness` None: that of the game."""
    soft = softness or usual(view)
    if games.name_of(view) != "ruffe" or soft.discard_blur == 1:
        return None
    from tricorn.ruffe.thrown import is_hidden, model

    return model(view.rules.follow, view.trump, soft.discard_temperature, soft.discard_blur) if is_hidden(view) else None


def pick(view: View, seed: int, first: int, count: int, stop: "Stop | None" = None, softness: Softness | None = None) -> Picks:
    """The worlds of slots `first` .. `first + count - 1` of the stream `seed`; fewer when `stop` goes up. `softness` None: that
    of the game.

    >>> from tricorn import russi
    >>> view = russi.deal(seed=7).play("C2").view(1)
    >>> pick(view, seed=1, first=0, count=3).numbers.shape
    (3,)
    """
    import numpy as np

    numbers, posterior, uniform = np.zeros(count, np.int64), np.zeros(count), np.zeros(count)
    soft = softness or usual(view)
    told: Likelihood = likelihood(view, soft)  # type: ignore[arg-type]  # all views are hashable
    done = told.pick(seed, first, candidates(view), DEFENCE, numbers, posterior, uniform, stop)
    return Picks(numbers[:done], posterior[:done], uniform[:done])


def weighed(
    view: View, found: "WorldValues", seed: int, worlds: "Sequence[int] | NDArray[np.int64]", softness: Softness | None = None
) -> "WorldValues":
    """The values of these worlds of the stream `seed`, each world weighted by how likely what was played is in it."""
    import numpy as np

    told: Likelihood = likelihood(view, softness or usual(view))  # type: ignore[arg-type]
    pairs = [told.log_weights(seed, int(world), 1)[0] for world in worlds[: len(found.values)]]
    likely, tilt = np.array(pairs).reshape(-1, 2).T
    return replace(found, posterior=likely - tilt, uniform=-tilt)
