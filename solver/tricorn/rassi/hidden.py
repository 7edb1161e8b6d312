"""What hands cost players who don't see each other's cards, from what the exchange table says they cost on open cards.

For each number of players and seat a rising curve of straight pieces leads from the table's figure ("mean" or "last") to
that of play with hidden cards, and the ranks held add to it: middling cards, which can be got rid of in time when all cards
are seen, cost up to a point more each when they are not. Both were fitted to self-play (`data/calibration.json` says whose;
`python -m tricorn_analysis.rassi_calibration`).

How far the figures can be trusted was measured by fitting the self-play of a second player in the same way. `level` is by how
much of itself the cost of all hands of a seat differs between the two; it makes a hand and a fresh one dearer alike, so it
hardly matters to which of them is better. `scatter` is what is left from hand to hand.
"""

import json
from functools import lru_cache
from importlib import resources
from typing import Any, Final

import numpy as np

from tricorn.rassi.exchange_table import Floats, counts

_BEND: Final = {"mean": 1.0, "last": 0.1}  # twice what a sum of 0 stands for
_LEAST: Final = 0.25  # points, below which the scatter gets no smaller


@lru_cache(maxsize=1)
def calibration() -> dict[str, Any]:
    """What is in `data/calibration.json`: "about" says where it is from, "players" holds the fits by number of players.

    A fit: "ranks", by name what a card of each rank adds; "places", by place and name the curve, `[xs, ys]`; "level" and
    "scatter".
    """
    text = (resources.files("tricorn.rassi") / "data" / "calibration.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def hidden(players: int, place: int, name: str, told: Floats) -> Floats:
    """The figure "mean" or "last" of every hand in play with hidden cards: float64 [18395], above 0.

    Args:
        players, place: as in the exchange table.
        told: the same on open cards.
    """
    return bent(_sums(players, place, name, told), name)


def slope(players: int, place: int, told: Floats) -> Floats:
    """By how much the hidden mean goes up with that on open cards: float64 [18395]."""
    xs, ys = calibration()["players"][str(players)]["places"][place]["mean"]
    rise = np.append(np.diff(ys) / np.diff(xs), 0.0)
    steep = rise[np.searchsorted(xs, told, side="right").clip(1, len(xs)) - 1]
    found: Floats = steep * steepness(_sums(players, place, "mean", told), "mean")
    return found


def bent(sums: Floats, name: str) -> Floats:
    """A figure from the sum of curve and ranks: the sum itself where it is large, and never below 0.

    >>> bent(np.array([-9.0, 0.0, 9.0]), "mean").round(2).tolist()
    [0.03, 0.5, 9.03]
    """
    found: Floats = (sums + np.sqrt(sums**2 + _BEND[name] ** 2)) / 2
    return found


def steepness(sums: Floats, name: str) -> Floats:
    """The derivative of `bent`."""
    found: Floats = (1 + sums / np.sqrt(sums**2 + _BEND[name] ** 2)) / 2
    return found


def _sums(players: int, place: int, name: str, told: Floats) -> Floats:
    fit = calibration()["players"][str(players)]
    xs, ys = fit["places"][place][name]
    found: Floats = np.interp(told, xs, ys) + _of_ranks(players, name)
    return found


@lru_cache(maxsize=32)
def _of_ranks(players: int, name: str) -> Floats:
    found: Floats = (counts() * np.array(calibration()["players"][str(players)]["ranks"][name])).sum(axis=1)
    return found


def level(players: int) -> float:
    """Standard error of the cost of all hands of a seat together, as a share of it."""
    return float(calibration()["players"][str(players)]["level"])


def scatter(players: int, mean: float) -> float:
    """Standard error of the mean of one hand that comes on top: it grows with the root of the mean."""
    return float(calibration()["players"][str(players)]["scatter"]) * float(np.sqrt(max(mean, _LEAST)))
