"""Fixed positions of all three games; the nodes visited in all of them are the signature of the search.

The positions are dealt from seeds and led into the deal by random plays from seeds, so they depend on the rules alone.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from tricorn._rng import below
from tricorn.games import Position
from tricorn.limit import Limit

_PURPOSE: Final = 0x42454E  # the random streams of this module's plays


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One set of positions.

    Attributes:
        name: of the set.
        positions: how many.
        nodes: visited in all of them together.
        cpu_s: seconds of CPU time of the process.
    """

    name: str
    positions: int
    nodes: int
    cpu_s: float

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return asdict(self)


def bench(quick: bool = False) -> Iterator[BenchRow]:
    """Runs the sets one after the other; `quick` takes a tenth of the positions of each, at least one."""
    for name, count, search in _SETS:
        count = max(1, count // 10) if quick else count
        started = time.process_time()
        nodes = sum(search(seed) for seed in range(count))
        yield BenchRow(name, count, nodes, time.process_time() - started)


def totals(rows: Iterable[BenchRow]) -> dict[str, Any]:
    """The signature and the time of all sets together."""
    rows = list(rows)
    return {"nodes": sum(row.nodes for row in rows), "cpu_s": sum(row.cpu_s for row in rows)}


def led(position: Position, plays: int, seed: int) -> Position:
    """The position after `plays` more actions, each drawn from those legal.

    >>> from tricorn import russi
    >>> led(russi.deal(1), 5, seed=1).record == led(russi.deal(1), 5, seed=1).record
    True
    """
    for step in range(plays):
        actions = position.legal()
        position = position.play(actions[below(seed, step, len(actions), 1, _PURPOSE)[0]])
    return position


def in_play(position: Position, seed: int) -> Position:
    """The position when the phases before the play are over: random choices in Ruffe, all cards kept in Rassi."""
    while position.phase not in ("play", "over"):
        position = position.play("keep") if "keep" in position.legal() else led(position, 1, seed)
    return position


def _russi(seed: int) -> int:
    from tricorn import russi

    return led(russi.deal(seed), 20, seed).solve().nodes


def _ruffe(follow: str, plays: int = 0) -> Callable[[int], int]:
    def search(seed: int) -> int:
        from tricorn import ruffe

        deal = ruffe.deal(seed, ruffe.Rules(follow=follow))  # type: ignore[arg-type]
        return led(in_play(deal, seed), plays, seed).solve().nodes

    return search


def _ruffe_long(seed: int) -> int:
    from tricorn import ruffe

    return led(in_play(ruffe.deal(seed, ruffe.Rules("3-long")), seed), 12, seed).solve().nodes


def _rassi(seed: int) -> int:
    from tricorn import rassi

    return in_play(rassi.deal(seed, 2 + seed % 8), seed).solve().nodes


def _advice(game: str) -> Callable[[int], int]:
    def search(seed: int) -> int:
        from tricorn import games

        position = led(in_play(games.load(game).deal(seed), seed), 5, seed)
        assert position.to_move is not None
        return position.view(position.to_move).advise(Limit(worlds=10, nodes=2_000, seed=seed)).nodes

    return search


_SETS: Final[tuple[tuple[str, int, Callable[[int], int]], ...]] = (
    ("russi, 16 tricks left", 20, _russi),
    ("ruffe, whole deals, suit-else-trump", 20, _ruffe("suit-else-trump")),
    ("ruffe, whole deals, suit", 20, _ruffe("suit")),
    ("ruffe, 9 tricks left, suit-or-trump", 10, _ruffe("suit-or-trump", 12)),
    ("ruffe, 12 tricks left, 3-long", 10, _ruffe_long),
    ("rassi, whole deals, 2..9 players", 40, _rassi),
    ("russi, advice, 10 worlds", 10, _advice("russi")),
    ("ruffe, advice, 10 worlds", 10, _advice("ruffe")),
    ("rassi, advice, 10 worlds", 10, _advice("rassi")),
)
