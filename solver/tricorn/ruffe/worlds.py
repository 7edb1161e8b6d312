"""The worlds of a view of Ruffe and Trumps: their exact number, uniform samples, and the value of every action in them.

A world is the hands as dealt, the face-down head, the dead cards and the taker's discards; see `tricorn.ruffe.knowledge`
for what binds it. Counting and drawing are exact, announced totals included, in every phase.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tricorn._ruffe_values import Evaluator
from tricorn._ruffe_worlds import Sampler
from tricorn._stop import Stop
from tricorn.cards import cards_of, parse_card, quote
from tricorn.errors import IllegalPlayError, NotationError, NoWorldError, TricornError
from tricorn.ruffe.knowledge import Knowledge
from tricorn.ruffe.position import DISCARD, Position, discard_text, parse_discard

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn._ruffe_thrown import Thrown
    from tricorn.ruffe.view import View
    from tricorn.worldvalues import WorldValues

READINGS = ("suit-else-trump", "suit-or-trump", "suit")
"""The readings of the duty to follow, in the order in which the compiled modules number them."""


@lru_cache(maxsize=8)  # the blocks of worlds of one search ask for the same view again and again
def sampler(view: "View", thrown: "Thrown | None" = None) -> Sampler | None:
    """What draws the worlds of a view; None if there is no world. It is immutable, so threads may share it.

    `thrown`: how the taker is taken to have chosen what he threw away unseen (`tricorn.ruffe.thrown`); worlds are then not alike.
    """
    try:
        made = Sampler(Knowledge.of(view), thrown=thrown)
    except NoWorldError:
        return None
    return made if made.count else None


def _sampler(view: "View", thrown: "Thrown | None" = None) -> Sampler:
    made = sampler(view, thrown)
    if made is None:
        raise NoWorldError(f"no deal agrees with all that seat {view.seat} has seen")
    return made


def count(view: "View") -> int:
    """The exact number of worlds that agree with a view; 0 if there is none.

    >>> from tricorn import ruffe
    >>> from tricorn.cards import parse_hand
    >>> hands = [parse_hand(text) for text in ("AK...", "Q.2..", "J.3..")]
    >>> ending = ruffe.Position.ending(ruffe.Rules("3-long"), hands, leader=0, trump=0)
    >>> count(ending.view(0)), count(ending.view(1))
    (6, 6)
    >>> count(ending.play("SA").play("SQ").play("SJ").view(0))
    2
    """
    made = sampler(view)
    return made.count if made else 0


def sample(view: "View", seed: int, index: int) -> Position:
    """World `index` of the stream `seed`, each world equally likely: a position whose view from the seat is `view`.

    Raises:
        NoWorldError: no deal agrees with the view.

    >>> from tricorn import ruffe
    >>> view = ruffe.deal(seed=3).view(2)
    >>> sample(view, 1, 0).view(2) == view, sample(view, 1, 0) == sample(view, 1, 1)
    (True, False)
    """
    return position_of(view, _sampler(view).draw(seed, index))


def position_of(view: "View", world: tuple[tuple[int, ...], int, int, int]) -> Position:
    """The position of a view in a world: (hands as dealt, head, dead cards, discards unknown to the view or 0)."""
    dealt, head, dead, thrown = world
    seen, hands = view.seen, dealt[: view.seats]
    if seen.turn_up is None:
        return Position.ending(
            seen.rules,
            hands,
            seen.leader,
            seen.trump,
            sides=seen.sides,
            trick=seen.trick,
            taken=seen.taken,
            dealer=seen.dealer,
            record=view.record,
        )
    record = (discard_text(thrown), *view.record[1:]) if thrown else view.record
    cards = (seen.turn_up, *cards_of(head & ~(1 << seen.turn_up)))
    return Position.whole(seen.rules, seen.dealer, hands, cards, dead, record)


def evaluator(view: "View", actions: Sequence[str], thrown: "Thrown | None" = None) -> Evaluator:
    """Actions of a view, checked and ready to be valued in its worlds; `thrown` as in `sampler`.

    Raises:
        TricornError: no actions, the seat is not to move, or an action is not legal; every one is named.
        NoWorldError: no deal agrees with the view.
    """
    if view.to_move != view.seat:
        who = "nobody" if view.to_move is None else f"seat {view.to_move}"
        raise TricornError(f"evaluate: seat {view.seat} has nothing to choose, {who} is to move")
    if not actions:
        raise TricornError("evaluate: no actions")
    discarding = view.phase == DISCARD
    chosen, problems = [], []
    legal = set() if discarding else set(map(parse_card, view.legal()))
    for action in actions:
        try:
            if discarding:
                chosen.append(parse_discard(action))
                if chosen[-1] & ~view.hand:
                    problems.append(f"{quote(action)} throws away what is not held")
            else:
                card = parse_card(action)
                chosen.append(1 << card)
                if card not in legal:
                    problems.append(f"{quote(action)} is not legal")
        except (IllegalPlayError, NotationError) as error:
            problems.append(str(error))
    if problems:
        raise IllegalPlayError("evaluate: " + "; ".join(problems))
    side = view.sides[view.seat]
    plan: dict[str, Any] = {
        "players": view.seats,
        "trump": -1 if view.trump is None else view.trump,
        "reading": READINGS.index(view.rules.follow),
        "sides": tuple(int(other != side) for other in view.sides),
        "seat": view.seat,
        "leader": view.leader,
        "table": tuple(card for _, card in view.trick),
        "played": view.played,
        "thrown": view.discards,
        "taker": -1 if view.taker is None else view.taker,
        "discarding": discarding,
    }
    return Evaluator(_sampler(view, thrown), plan, chosen)


def evaluate(
    view: "View",
    actions: Sequence[str],
    *,
    seed: int = 0,
    first: int = 0,
    count: int,
    nodes: int | None = None,
    stop: Stop | None = None,
    numbers: "NDArray[np.int64] | None" = None,
    thrown: "Thrown | None" = None,
) -> "WorldValues":
    """The value of every action in each of the worlds `first`.. of the stream `seed`, those that `sample` gives.

    Values are tricks still to be won by the side of the view's seat, the trick on the table included, all cards known: with
    three sides or more, all others play against it. A world that its `nodes` (positions visited; None: no limit) do not
    solve gets a playout by rules of thumb inside the bounds proven for each action. When `stop` goes up, fewer worlds come
    back: the complete ones, in order. `numbers`: the worlds themselves, in place of `first` and the next. `thrown`: the
    worlds are those of `sampler` with it.

    Raises:
        TricornError: the seat is not to move, or an action is not legal.
        NoWorldError: no deal agrees with the view.

    >>> from tricorn import ruffe
    >>> from tricorn.cards import parse_hand
    >>> hands = [parse_hand(text) for text in ("AJ...", "KQ...")]
    >>> view = ruffe.Position.ending(ruffe.Rules("2-long"), hands, leader=0, trump=None).view(0)
    >>> found = evaluate(view, ["SA", "SJ"], count=2)
    >>> found.values.tolist(), found.solved.tolist()
    ([[1, 1], [1, 1]], [True, True])
    """
    import numpy as np

    from tricorn.worldvalues import WorldValues

    ready = evaluator(view, actions, thrown)
    values, lo, hi = (np.zeros((count, len(actions)), dtype=np.int16) for _ in range(3))
    solved = np.zeros(count, dtype=np.bool_)
    done, visited = ready.evaluate(seed, first, values, lo, hi, solved.view(np.uint8), nodes or 0, stop or Stop(), numbers)
    return WorldValues(values[:done], lo[:done], hi[:done], solved[:done], visited)
