"""Plays valued by playing their worlds out by the policy `fast`, every seat by its own sight.

In a world that is solved all players see all cards after the play; here partner and opponents know what they have seen and nothing
more, and so does the seat itself (recursive Monte Carlo with a cheap inner player: Furtak and Buro, "Recursive Monte Carlo
search for imperfect information games", CIG 2013). The last tricks, where most cards are known, are searched with all cards open.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tricorn import games
from tricorn._source import Source
from tricorn.errors import TricornError
from tricorn.fast import policy
from tricorn.games import View
from tricorn.source import action_of, source_of
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    from tricorn._ruffe_thrown import Thrown
    from tricorn._stop import Stop

ENDING: Final = {"russi": 3, "ruffe": 2, "rassi": 1}
"""Cards in each hand from which on the rest is searched."""

_MOST_ENDING: Final = 6


class Playouts:
    """The worlds of a view whose seat is to play a card, ready to be played out.

    Args:
        view: the view.
        ending: cards in each hand from which on the rest is searched with all cards open; None: those of `ENDING`.
        thrown: Ruffe, as in `tricorn.source.source_of`.

    Raises:
        TricornError: an `ending` outside 0..6, where the search takes too long; and, like NoWorldError, as
            `tricorn.source.source_of`.
    """

    def __init__(self, view: View, ending: int | None = None, thrown: "Thrown | None" = None) -> None:
        any_view: Any = view
        if ending is not None and not 0 <= ending <= _MOST_ENDING:
            raise TricornError(f"ending {ending} must be 0 to {_MOST_ENDING}")
        self._view = view
        self._game = games.name_of(view)
        self._source: Source = source_of(view, thrown)
        self._ending = ENDING[self._game] if ending is None else ending
        self._stake = int(any_view.multipliers[view.seat]) if self._game == "rassi" else 1
        self._most = 13 * self._stake if self._game == "rassi" else int(any_view.tricks_left)

    def values(self, actions: Sequence[str], seed: int, first: int, count: int, stop: "Stop | None" = None) -> WorldValues:
        """What each action came to in worlds `first` .. `first + count - 1` of the stream `seed`, in the unit of
        `worlds.evaluate`; no world is solved, and no more is proven than that values are between none and all.

        >>> from tricorn import russi
        >>> Playouts(russi.deal(seed=7).view(0)).values(["S2"], seed=1, first=0, count=3).values.shape
        (3, 1)
        """
        import numpy as np

        values = np.zeros((count, len(actions)), np.int16)
        numbers = [action_of(self._view, action) for action in actions]
        done = self._source.rollouts(numbers, policy(self._game), seed, first, values, stop, self._ending)
        values = values[:done] * np.int16(self._stake)
        least, most = np.zeros_like(values), np.full_like(values, self._most)
        return WorldValues(values, least, most, np.zeros(done, np.bool_), 0)
