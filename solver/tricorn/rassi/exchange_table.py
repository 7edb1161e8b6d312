"""What every hand of Rassi is worth before the first trick: the table behind the exchange, and how it is filled.

A cell is a hand (one of 18,395 multisets of six ranks), a number of players (2 to 8; nine leave no stock) and a seat,
counted from the dealer's left. It holds the mean penalty without multiplier and the probability of taking the last trick,
when the other cards lie at random and the deal is played by max^n on open cards with the highest of equally good cards
first, under the default rules and a pack of 52. Open cards make the figures optimistic for everybody: players who don't
see each other's cards pay more often with a good hand and less often with a bad one.

The table grows by running longer: a `Tally` keeps sums, any number of deals can be added, and `quantised` turns them into
the file that is shipped (`data/exchange.npz`, no pickle in it).
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from itertools import combinations_with_replacement
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import numpy as np
from numpy.typing import NDArray

from tricorn._rassi_table import add_deals
from tricorn.cards import cards_of, quote
from tricorn.errors import TricornError
from tricorn.rassi.rules import height

if TYPE_CHECKING:
    from tricorn._stop import Stop

PLAYERS: Final = range(2, 9)
"""Numbers of players that the table covers."""
POLICY: Final = "max^n on open cards, the highest of equally good cards first; default rules, 52 cards, no exchange"
_MEAN: Final = 5000  # units of a stored mean in one point
_LAST: Final = 65535  # of a stored probability
_ERROR: Final = 200  # of a stored standard error in one point
_SUMS: Final = 7
Floats = NDArray[np.float64]


@lru_cache(maxsize=1)
def hands() -> NDArray[np.uint8]:
    """All hands: uint8 [18395, 6], ranks 0..12 (2..A) lowest first, in lexicographic order.

    >>> hands().shape, hands()[0].tolist()
    ((18395, 6), [0, 0, 0, 0, 1, 1])
    """
    rows = np.array(list(combinations_with_replacement(range(13), 6)), np.uint8)
    possible: NDArray[np.uint8] = rows[(rows[:, 4:] != rows[:, :2]).all(axis=1)]  # sorted: five alike stand in a row
    return possible


@lru_cache(maxsize=1)
def counts() -> NDArray[np.uint8]:
    """How many cards of each rank a hand has: uint8 [18395, 13]."""
    found: NDArray[np.uint8] = (hands()[:, :, None] == np.arange(13)).sum(axis=1).astype(np.uint8)
    return found


@lru_cache(maxsize=1)
def _by_rank() -> NDArray[np.intp]:
    return np.ascontiguousarray(counts().T.astype(np.intp))


@lru_cache(maxsize=1)
def places() -> NDArray[np.int16]:
    """The number of a hand by its rank among all multisets, -1 where more than four cards are alike: int16 [18564]."""
    found = np.full(comb(18, 6), -1, np.int16)
    found[multiset_rank(hands())] = np.arange(len(hands()))
    return found


def multiset_rank(ranks: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The rank of sorted hands [..., 6] among all multisets of six of 13: the sum of C(r_i + i, i + 1)."""
    choose = np.array([[comb(r + i, i + 1) for r in range(13)] for i in range(6)], np.int64)
    found: NDArray[np.int64] = choose[np.arange(6), ranks].sum(axis=-1)
    return found


def hand_number(held: int) -> int:
    """The number of a set of six cards, -1 where more than four (jokers) count alike.

    >>> from tricorn.cards import parse_hand
    >>> hand_number(parse_hand("S2 H2 D2 C2 S3 H3"))
    0
    """
    ranks = np.array(sorted(height(card) - 2 for card in cards_of(held)), np.uint8)
    return int(places()[multiset_rank(ranks)])


def chances(left: NDArray[np.int64]) -> Floats:
    """The probability of every hand when six cards are drawn from `left[r]` cards of each rank r: float64 [18395].

    >>> round(float(chances(np.full(13, 4))[(counts()[:, 9:12] == 0).all(axis=1)].sum()), 4)  # no K, Q, J
    0.1885
    """
    # cards beyond four of a rank (jokers) are left out, so the sum may fall short of 1: it is made whole
    product = np.ones(len(hands()))
    for rank, held in enumerate(_by_rank()):
        product *= np.array([comb(int(left[rank]), k) for k in range(5)], np.float64)[held]
    whole: Floats = product / product.sum()
    return whole


@lru_cache(maxsize=1)
def _ratio() -> Floats:
    found: Floats = 0.5 + 0.5 / (len(hands()) * chances(np.full(13, 4)))
    return found


@dataclass(slots=True)
class Tally:
    """Sums over deals, for every number of players; more deals can be added at any time.

    Attributes:
        seed: of the deals; deal k of n players is the same in every run.
        done: deals counted by number of players.
        sums: float64 [players, hands, 7] by number of players (see `tricorn._rassi_table.add_deals`).
        outcomes: float64 [players, 14] by number of players: weight by who paid and how much.
    """

    seed: int
    done: dict[int, int] = field(default_factory=dict)
    sums: dict[int, Floats] = field(default_factory=dict)
    outcomes: dict[int, Floats] = field(default_factory=dict)

    def add(self, players: int, count: int, stop: "Stop | None" = None) -> int:
        """Play the next `count` deals of a number of players; returns how many were before `stop` went up."""
        if players not in PLAYERS:
            raise TricornError(f"{players} players: the exchange table is for 2 to 8")
        if players not in self.sums:
            self.done[players] = 0
            self.sums[players] = np.zeros((players, len(hands()), _SUMS))
            self.outcomes[players] = np.zeros((players, 14))
        new = add_deals(
            players,
            self.seed,
            self.done[players],
            count,
            places(),
            hands(),
            _ratio(),
            self.sums[players],
            self.outcomes[players],
            stop,
        )
        self.done[players] += new
        return new

    def save(self, path: Path) -> None:
        """Write the sums, all or nothing: a run that is killed leaves the last whole file."""
        from tricorn import __version__

        arrays: dict[str, Any] = {f"sums{n}": self.sums[n] for n in self.sums}
        arrays |= {f"outcomes{n}": self.outcomes[n] for n in self.sums}
        about = {"seed": self.seed, "deals": self.done, "policy": POLICY, "version": __version__}
        with _whole(path) as file:
            np.savez(file, about=np.array(json.dumps(about)), **arrays)

    @classmethod
    def load(cls, path: Path) -> "Tally":
        """What `save` wrote; a `TricornError` says what is wrong with the file."""
        about, arrays = _read(path, "does not hold the sums of an exchange table")
        problem = _unsound(about, arrays)
        if problem:
            raise TricornError(f"{path} does not hold the sums of an exchange table: {problem}")
        if about.get("policy", POLICY) != POLICY:  # files of before the policy was written down hold this one
            raise TricornError(f"{path} holds deals played by another policy: {quote(str(about['policy']))}")
        done = {int(n): count for n, count in about["deals"].items()}
        return cls(
            about["seed"],
            done,
            {n: np.ascontiguousarray(arrays[f"sums{n}"]) for n in done},
            {n: np.ascontiguousarray(arrays[f"outcomes{n}"]) for n in done},
        )


def _read(path: Path, what: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a file says about itself, and its arrays. A spoiled file can fail in any way: all are one error, whose words are
    not those of the reader, which proposes to load it unsafely."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        about = json.loads(str(arrays.pop("about")))
    except OSError as error:
        raise TricornError(f"{path} {what}: {error.strerror or 'it can not be read'}") from None
    except Exception:
        raise TricornError(f"{path} {what}: it is spoiled, or a file of another kind") from None
    if not isinstance(about, dict):
        raise TricornError(f"{path} {what}: it does not say what it holds")
    return about, arrays


def _unsound(about: dict[str, Any], arrays: dict[str, Any]) -> str:
    # What is wrong with sums, or nothing.
    deals = about.get("deals")
    if type(about.get("seed")) is not int:
        return "its seed is not an integer"
    if not isinstance(deals, dict) or not set(deals) <= set(map(str, PLAYERS)):
        return "its numbers of players are not those of the table"
    if not all(type(count) is int and count >= 0 for count in deals.values()):
        return "its deals are not numbers"
    for n in map(int, deals):
        for name, shape in ((f"sums{n}", (n, len(hands()), _SUMS)), (f"outcomes{n}", (n, 14))):
            array = arrays.get(name)
            if array is None or array.dtype != np.float64 or array.shape != shape:
                return f"{name} is missing, or of another kind"
            if not np.isfinite(array).all() or (array < 0).any():
                return f"{name} holds what is no sum"
    return ""


@dataclass(frozen=True, slots=True)
class ExchangeTable:
    """The table as it is used.

    Attributes:
        mean: by number of players float32 [players, hands]: mean penalty without multiplier. Seat 0 is the dealer's left.
        last: the same of the probability of taking the last trick.
        error: the same of the standard error of the mean.
        outcomes: by number of players float64 [players, 14]: P(this seat pays this much), over all deals.
        about: provenance: policy, seed, deals by number of players, mean and greatest standard error.
    """

    mean: dict[int, NDArray[np.float32]]
    last: dict[int, NDArray[np.float32]]
    error: dict[int, NDArray[np.float32]]
    outcomes: dict[int, Floats]
    about: dict[str, Any]

    @classmethod
    def load(cls, path: Path) -> "ExchangeTable":
        """A table from a file; a `TricornError` says what is wrong with it."""
        about, arrays = _read(path, "is not an exchange table")
        try:
            numbers = [int(n) for n in about["deals"]]
            return cls(
                {n: arrays[f"mean{n}"].astype(np.float32) / _MEAN for n in numbers},
                {n: arrays[f"last{n}"].astype(np.float32) / _LAST for n in numbers},
                {n: arrays[f"error{n}"].astype(np.float32) / _ERROR for n in numbers},
                {n: arrays[f"outcomes{n}"] for n in numbers},
                about,
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            raise TricornError(f"{path} is not an exchange table: arrays are missing in it") from None


def estimates(sums: Floats) -> tuple[Floats, Floats, Floats]:
    """Mean, probability of the last trick, and standard error of the mean, each [players, hands], from sums.

    The standard error is that of a ratio of sums, sqrt(sum w^2 (x - mean)^2) / sum w. A hand that has not paid in any of
    its deals has none of its own: it gets what one payment of 5 points in all its deals would give.
    """
    w, ww, wx, wwx, wwxx, wl, _ = np.moveaxis(sums, -1, 0)
    mean = wx / np.maximum(w, 1e-300)
    last = wl / np.maximum(w, 1e-300)
    square = wwxx - 2 * mean * wwx + mean**2 * ww
    effective = w**2 / np.maximum(ww, 1e-300)
    error = np.sqrt(np.maximum(square, 0)) / np.maximum(w, 1e-300)
    return mean, last, np.maximum(error, np.where(wl == 0, 5 / np.maximum(effective, 1), 0))


def quantised(tally: Tally, path: Path) -> dict[str, Any]:
    """Write the table that the sums give, small enough to ship; returns its provenance, which is in the file too."""
    arrays: dict[str, Any] = {}
    about: dict[str, Any] = {"policy": POLICY, "seed": tally.seed, "deals": {}, "stderr_mean": {}, "stderr_max": {}}
    for n in sorted(tally.sums):
        mean, last, error = estimates(tally.sums[n])
        if not (tally.sums[n][:, :, 0] > 0).all():
            raise TricornError(f"{n} players: some hands have had no deal yet, run longer")
        arrays[f"mean{n}"] = np.rint(mean * _MEAN).astype(np.uint16)
        arrays[f"last{n}"] = np.rint(last * _LAST).astype(np.uint16)
        arrays[f"error{n}"] = np.minimum(np.ceil(error * _ERROR), 255).astype(np.uint8)
        arrays[f"outcomes{n}"] = tally.outcomes[n] / tally.outcomes[n].sum()
        about["deals"][n] = tally.done[n]
        about["stderr_mean"][n] = round(float(error.mean()), 4)
        about["stderr_max"][n] = round(float(error.max()), 4)
    with _whole(path) as file:
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
    return about


def half_of(path: Path) -> Path:
    """Where a file is written before it takes its name: beside the file itself, if the path is a link to it."""
    path = path.resolve()
    return path.with_name(path.name + ".part")


@contextmanager
def _whole(path: Path) -> Iterator[BinaryIO]:
    # All or nothing: who is killed while he writes leaves the last whole file. A device can't be replaced.
    plain = path.is_file() or not path.exists()
    half = half_of(path) if plain else path
    with half.open("wb") as file:
        yield file
    if plain:
        os.replace(half, path.resolve())


@lru_cache(maxsize=1)
def shipped() -> ExchangeTable:
    """The table that comes with Tricorn."""
    with resources.as_file(resources.files("tricorn.rassi") / "data" / "exchange.npz") as path:
        return ExchangeTable.load(path)
