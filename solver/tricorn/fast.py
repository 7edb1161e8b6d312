"""The policy `fast`: rules of thumb with fitted weights, about a millionth of a second a choice.

In Rassi with more than two players a small network scores the ranks of the hand (`ext/tricorn/_rassi_net.pyx`). Everywhere else
each legal card gets a weighted sum of a few small numbers (`ext/tricorn/_fast.pyx` names them), and the highest sum is
played. The numbers come from a *sight*: own cards, cards on the table, cards not seen, and what plays have shown of the
others' hands. The weights were fitted by self-play (`python -m tricorn_analysis.fit_fast`).
"""

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from tricorn import games
from tricorn._fast import Policy
from tricorn.cards import card_set, card_text
from tricorn.errors import TricornError
from tricorn.fast_weights import WEIGHTS
from tricorn.games import View

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tricorn import rassi, ruffe, russi

_PACK = (1 << 54) - 1


@cache
def policy(game: str) -> Policy:
    """The fitted policy of a game for compiled code."""
    return Policy(game, WEIGHTS[game], nets() if game == "rassi" else None)


@cache
def nets() -> "NDArray[np.int16]":
    """The networks of Rassi with more than two players, as `Policy` takes them (`python -m tricorn_analysis.fit_rassi_net`)."""
    import numpy as np

    with resources.as_file(resources.files("tricorn.rassi") / "data" / "fast.npz") as path, np.load(path) as file:
        found: NDArray[np.int16] = file["nets"]
        return found


def fast_play(view: View) -> str:
    """The choice of the player `fast`; before the play that of the player `rule`.

    Raises:
        TricornError: the seat is not to move.

    >>> from tricorn import russi
    >>> view = russi.deal(seed=7).view(0)
    >>> fast_play(view) in view.legal()
    True
    """
    game = games.name_of(view)
    legal = view.legal()
    if not legal:
        raise TricornError(f"seat {view.seat} is not to move (seat to move: {view.to_move}, phase: {view.phase})")
    if view.phase != "play":
        action: str = games.load(game).rule_play(view)
        return action
    if len(legal) == 1:
        return legal[0]
    return card_text(policy(game).choose(sight(view)))


def sight(view: Any) -> dict[str, Any]:
    """What the seat to move sees, as the compiled policy of its game wants it (the structs in `ext/tricorn/_fast.pxd`)."""
    looks: dict[str, Any] = {"russi": _russi, "ruffe": _ruffe, "rassi": _rassi}
    found: dict[str, Any] = looks[games.name_of(view)](view)
    return found


def _russi(view: "russi.View") -> dict[str, Any]:
    up = view.table_up(view.seat)
    return {
        "hand": view.hand,
        "up": up,
        "cover": up & ~view.now.singles(view.seat),
        "his_up": view.table_up(1 - view.seat),
        "unseen": view.unseen,
        "candidates": view.candidates,
        "his_hand": view.opponent_hand_size,
        "led": -1 if view.led is None else view.led,
    }


def _ruffe(view: "ruffe.View") -> dict[str, Any]:
    from tricorn.cards import parse_card
    from tricorn.ruffe.follow import winning

    table = [card for _, card in view.trick]
    win = winning(table, view.trump) if table else -1
    coming = [(view.seat + step) % view.seats for step in range(1, view.seats - len(table))]
    foes = [view.voids[seat] for seat in coming if view.sides[seat] != view.sides[view.seat]]
    friends = [view.voids[seat] for seat in coming if view.sides[seat] == view.sides[view.seat]]
    return {
        "hand": view.hand,
        "legal": card_set(map(parse_card, view.legal())),
        "unseen": view.unseen,
        "trump": -1 if view.trump is None else view.trump,
        "laid": len(table),
        "best": table[win] if table else -1,
        "suit": table[0] // 13 if table else -1,
        "ours": bool(table) and view.sides[view.trick[win][0]] == view.sides[view.seat],
        "foes": len(foes),
        "foe_void": foes + [0] * (3 - len(foes)),
        "friend_void": friends[0] if friends else -1,
    }


def _rassi(view: "rassi.View") -> dict[str, Any]:
    from tricorn.cards import parse_card
    from tricorn.rassi.rules import height

    others = [(view.seat + step) % view.seats for step in range(1, view.seats)]
    high = max((height(card) for _, card in view.trick), default=0)
    holder = next((seat for seat, card in reversed(view.trick) if height(card) == high), view.seat)
    return {
        "hand": view.hand,
        "legal": card_set(map(parse_card, view.legal())),
        "unseen": _PACK & ~(view.hand | out_of_play(view)),
        "seats": view.seats,
        "size": max(view.sizes),
        "laid": len(view.trick),
        "high": high,
        "to_come": view.seats - len(view.trick) - 1,
        "holder": (holder - view.seat) % view.seats,
        "top": [view.intervals[seat][1] for seat in others] + [0] * (10 - view.seats),
        "low": [view.intervals[seat][0] for seat in others] + [0] * (10 - view.seats),
    }


def out_of_play(view: "rassi.View") -> int:
    """Rassi: the cards that all know to be in no hand, those that are not in the pack included; own cards thrown away are not
    among them, for the policy forgets them."""
    out = (_PACK & ~view.pack) | view.gone
    for cards in view.played:
        out |= card_set(cards)
    return out
