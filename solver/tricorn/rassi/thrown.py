"""What it does to a hand that the seat has thrown cards away: nobody else can hold them.

The exchange table takes the other cards to lie at random in the whole pack. A seat that has changed knows better: the six
cards it threw away are out of play, and hands worth throwing away are no random ones. In a mean over fresh hands that is
0.25 points a stake (root mean square), in some cases over one. The difference is taken to be linear in d, how many cards of
each rank were thrown away beyond what random ones would have been; its slopes depend on the hand through its mean penalty
and through how much of it lies above the rank. They were fitted to deals on open cards (`data/thrown.json`, which says how
many; `python -m tricorn_analysis.rassi_thrown`).
"""

import json
from functools import lru_cache
from importlib import resources
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tricorn.cards import cards_of
from tricorn.rassi.exchange_table import Floats, counts, shipped
from tricorn.rassi.rules import HAND, height

GROUPS: Final = 3
"""Slopes of a rank: of d alone, of d times the mean penalty of the hand, of d times its share above the rank."""


def excess(thrown: NDArray[np.float64], held: NDArray[np.uint8]) -> Floats:
    """How many cards of each rank were thrown away, less how many of as many random cards that are not in the hand.

    Args:
        thrown: cards thrown away by rank, [13] or [hands, 13].
        held: cards of the hands by rank, [hands, 13].
    """
    found: Floats = thrown - thrown.sum(axis=-1, keepdims=True) * (4.0 - held) / (52 - HAND)
    return found


def above(held: NDArray[np.uint8]) -> Floats:
    """The share of each hand that lies above each rank, cards of the rank itself counted half: [hands, 13]."""
    cards = held.astype(np.float64)
    found: Floats = (cards[:, ::-1].cumsum(axis=1)[:, ::-1] - cards / 2) / HAND
    return found


@lru_cache(maxsize=1)
def _above() -> Floats:
    return above(counts())


@lru_cache(maxsize=1)
def fitted() -> dict[str, Any]:
    """What is in `data/thrown.json`: "about" says where it is from, "slopes" by number of players and place, [3, 13].

    In "about", "residual" is what the effects leave, points on open cards in root mean square, after one, two, three hands
    thrown away: of the mean over "fresh" hands, and of one "hand" that is held; the greater of what `rassi_thrown` measures on
    random hands and what was found in views of the exchange.
    """
    text = (resources.files("tricorn.rassi") / "data" / "thrown.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def effects(players: int, place: int, thrown: int) -> Floats | float:
    """By how much the table's mean penalty of every hand goes up when the seat has thrown these cards away.

    Args:
        players, place: as in the exchange table; with eight players nobody can change, and the effect is 0.
        thrown: set of cards, 0 or more hands of six. Fitted were one and two; against deals, three leave an error of a
            mean over fresh hands more than twice that of two (`residual`), and not a third of what no effect would leave.

    Returns:
        float64 [18395], in points on open cards without multiplier; 0.0 if nothing was thrown away.
    """
    slopes = fitted()["slopes"].get(str(players))
    if not thrown or slopes is None:
        return 0.0
    ranks = np.zeros(13)
    for card in cards_of(thrown):
        ranks[height(card) - 2] += 1
    alone, by_mean, by_share = np.array(slopes[place])
    mean = shipped().mean[players][place].astype(np.float64)[:, None]
    found: Floats = (excess(ranks, counts()) * (alone + mean * by_mean + _above() * by_share)).sum(axis=1)
    return found


def residual(changes: int, kind: str) -> float:
    """Error of the effects of so many hands thrown away, points on open cards; `kind`: "fresh" or "hand"."""
    rows = fitted()["about"]["residual"][kind]
    return float(rows[min(changes, len(rows)) - 1]) if changes else 0.0
