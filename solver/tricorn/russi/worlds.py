"""The worlds of a view of Russi: how many there are, exact samples, and the value of every play in each.

A world is the opponent's hand, a set of the unseen cards outside the suits he is known to lack, and the order of all
other unseen cards under the covered piles. Every world is equally likely, so the hand is a uniform subset and the rest
a uniform order.
"""

from collections.abc import Sequence
from math import comb, factorial
from typing import TYPE_CHECKING

from tricorn import _russi_worlds
from tricorn.cards import parse_card
from tricorn.errors import IllegalPlayError, NoWorldError
from tricorn.worldvalues import WorldValues

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn._stop import Stop
    from tricorn.russi.position import Position
    from tricorn.russi.view import View


def count(view: "View") -> int:
    """The exact number of worlds: C(a, h) × d! for a hand of h cards out of the a allowed, and d face-down cards.

    0 when there is none.

    >>> from tricorn import russi
    >>> count(russi.deal(seed=7).view(0)) == comb(26, 8) * factorial(18)
    True
    """
    size, down = view.opponent_hand_size, view.covered_count(0) + view.covered_count(1)
    if view.unseen.bit_count() != size + down:
        return 0
    return comb(view.candidates.bit_count(), size) * factorial(down)


def sample(view: "View", seed: int, index: int) -> "Position":
    """World `index` of the stream `seed`: each world is exactly as likely as any other. From index 2^61 on worlds are listed, not
    drawn: see `tricorn.russi.listing`.

    Raises:
        NoWorldError: no world agrees with the view.

    >>> from tricorn import russi
    >>> view = russi.deal(seed=7).view(0)
    >>> sample(view, 1, 0).view(0) == view
    True
    """
    _must_exist(view)
    slots = view.covered_count(0) + view.covered_count(1)
    allowed = view.candidates
    return view.position(*_russi_worlds.sample(allowed, view.unseen & ~allowed, view.opponent_hand_size, slots, seed, index))


def evaluate(
    view: "View",
    actions: Sequence[str],
    *,
    seed: int,
    first: int,
    count: int,
    nodes: int,
    stop: "Stop | None" = None,
    numbers: "NDArray[np.int64] | None" = None,
) -> WorldValues:
    """The value of every action in the worlds `first` to `first + count - 1` of the stream `seed`.

    Values are tricks still to be won by the view's seat, the current trick included. Each world is searched from an
    empty table within `nodes` positions; where that is not enough, the value is an estimate, two tricks of minimax before
    a linear evaluation fitted to solved positions, rounded and kept inside the proven bounds. It is off by about one
    trick, a playout by rules of thumb by two. When `stop` goes up, the worlds done until then come back. `numbers`: the
    worlds themselves, in place of `first` and the next.

    Raises:
        NoWorldError: no world agrees with the view.
        IllegalPlayError: an action is not legal; every such action is named.

    >>> from tricorn import russi
    >>> view = russi.deal(seed=7).view(0)
    >>> evaluate(view, view.legal(), seed=1, first=0, count=2, nodes=100).values.shape
    (2, 17)
    """
    import numpy as np

    legal = view.legal()
    wrong = [action for action in actions if action not in legal]
    if wrong or not actions:
        raise IllegalPlayError("; ".join(f"{action} is not a legal play here" for action in wrong) or "no actions to value")
    _must_exist(view)
    allowed = view.candidates
    ups = [[up for covered, up in row if covered and up is not None] for row in view.piles]
    singles = [view.now.singles(seat) | (view.hand if seat == view.seat else 0) for seat in (0, 1)]
    values, lo, hi = (np.zeros((count, len(actions)), dtype=np.int16) for _ in range(3))
    solved = np.zeros(count, dtype=np.uint8)
    done, spent = _russi_worlds.evaluate(
        singles,
        ups,
        view.seat,
        view.led,
        allowed,
        view.unseen & ~allowed,
        view.opponent_hand_size,
        [parse_card(action) for action in actions],
        seed,
        first,
        count,
        nodes,
        stop,
        values,
        lo,
        hi,
        solved,
        numbers,
    )
    return WorldValues(values[:done], lo[:done], hi[:done], solved[:done].astype(np.bool_), spent)


def _must_exist(view: "View") -> None:
    if count(view) == 0:
        unseen, places = view.unseen.bit_count(), view.covered_count(0) + view.covered_count(1)
        raise NoWorldError(
            f"no world agrees with this view: {unseen} unseen cards for {places} face-down places and a hand of "
            f"{view.opponent_hand_size}, in which {view.candidates.bit_count()} of them may be"
        )
