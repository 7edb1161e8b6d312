"""Plays that can't cost anything, with proof."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tricorn._rassi_safe import sure_plays
from tricorn.cards import cards_of, parse_card
from tricorn.rassi.plan import plan
from tricorn.rassi.rules import STEPS, height
from tricorn.rassi.table import KEEP

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.view import View

NODES: Final = 5_000
"""The default budget of one play, some milliseconds."""


def safe_plays(
    view: "View", actions: Sequence[str] | None = None, *, nodes: int = NODES, stop: "Stop | None" = None
) -> dict[str, bool | None]:
    """Which actions leave the seat to move a plan that never pays.

    Args:
        view: a view whose seat is to move.
        actions: those to look at; all legal ones by default.
        nodes: budget of each.

    Returns:
        By action True: there is a plan, resting on what the seat will see alone, that takes no penalty in any world that
        agrees with the view, against all others together. False: there is none. None: not established; so it always is
        for a change, which brings unknown cards, and for a keep that is not True.

    Raises:
        NoWorldError: no full deal agrees with the view.

    A seat that holds two aces in the last trick but one, with only higher cards out, is safe:

    >>> from tricorn.rassi import Position
    >>> from tricorn.cards import parse_hand
    >>> ending = Position.start([parse_hand("SA HA"), parse_hand("S2 S9"), parse_hand("S3 S8")], leader=0)
    >>> safe_plays(ending.view(0))
    {'SA': True, 'HA': True}
    """
    actions = view.legal() if actions is None else tuple(actions)
    seen = plan(view)  # refuses a view that no deal agrees with
    own = [height(card) - 2 for card in cards_of(view.hand)]
    exchange = view.phase in STEPS
    # After a keep: whoever changes later holds six cards from among the unseen as before, and this seat can go on keeping,
    # so the play starts from what is seen now.
    ranks = None if exchange else sorted({height(parse_card(action)) - 2 for action in actions})
    found: dict[str, bool | None] = dict.fromkeys(actions)
    if not actions or (exchange and KEEP not in actions):
        return found
    answers, _ = sure_plays(
        own,
        seen.counts,
        [(low - 2, high - 2) for low, high in view.intervals],
        view.sizes,
        seat=view.seat,
        leader=view.leader,
        trick=[height(card) - 2 for _, card in view.trick],
        optional=view.rules.overtake == "optional",
        all_pay=view.rules.last_tie == "all",
        plays=ranks,
        nodes=nodes,
        stop=stop,
    )
    if ranks is None:
        return found | {KEEP: answers[0] or None}
    # Hands thrown away at "free" hold no K, Q, J. The proof does not know it: it looks at more worlds than there are, so
    # it claims no less than it may, but what it fails to prove there may still hold.
    if view.dead_free:
        answers = [answer or None for answer in answers]
    by_rank = dict(zip(ranks, answers, strict=True))
    return {action: by_rank[height(parse_card(action)) - 2] for action in actions}
