"""Matches between two players on duplicate deals: the same deal is played in every seating, and only differences count.

A block is one deal in all its seatings. Russi, and Ruffe with two sides: both players sit on either side once, and the
score of a seating is half of own tricks less the other side's. Rassi, and Ruffe with more sides: the first player against
copies of the second, once in every seat; the score is the mean of the others' penalty less the own one (Ruffe: own tricks
less the others' mean). Identical players whose choices depend on view and seed alone score exactly zero. The block is the
unit of the statistics.
"""

import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tricorn import games
from tricorn.cards import quote
from tricorn.errors import TricornError
from tricorn.games import Position
from tricorn.limit import Limit
from tricorn.players import Player, parse_player
from tricorn.worker import Progress
from tricorn_analysis.log import Log

_DECIDED = math.log(0.95 / 0.05)  # where a sequential test with 5 % of errors either way stops
_FEWEST = 20  # blocks before a sequential test may stop: below, the variance is hardly known


@dataclass(frozen=True, slots=True)
class Setup:
    """What is played: all that a block's score depends on.

    Attributes:
        game: "russi", "ruffe" or "rassi".
        players: the two players as text; the score is the first one's.
        seed: of the deals and of the players' samples.
        rules: options of the game's `Rules`, as keyword arguments.
        deal: further arguments of the game's `deal`, for example {"players": 4} in Rassi.
        worlds, time_s: the limit of a move for players that name none.
    """

    game: str
    players: tuple[str, str]
    seed: int
    rules: tuple[tuple[str, Any], ...] = ()
    deal: tuple[tuple[str, Any], ...] = ()
    worlds: int | None = None
    time_s: float | None = None


@dataclass(frozen=True, slots=True)
class Block:
    """One deal in all its seatings: the first player's mean score, and the seconds and number of choices of both."""

    deal: int
    score: float
    seconds: tuple[float, float]
    choices: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a match.

    Attributes:
        deals: blocks played.
        mean: the first player's mean score a deal.
        stderr: its standard error over blocks.
        ci: 95 % interval of the mean (Student's t over blocks).
        ms_a_move: mean milliseconds of a choice, first and second player.
        llr: of a sequential test, the log likelihood ratio of its second mean against its first; None without a test.
        verdict: "first" or "second", the mean that a sequential test has decided for; None while it is open.
    """

    setup: Setup
    deals: int
    mean: float
    stderr: float
    ci: tuple[float, float]
    ms_a_move: tuple[float, float]
    llr: float | None = None
    verdict: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return asdict(self)


def seatings(position: Position) -> list[tuple[int, ...]]:
    """For each seating of the two players (0, 1), who sits where, by seat.

    >>> from tricorn import russi
    >>> seatings(russi.deal(seed=1))
    [(0, 1), (1, 0)]
    """
    sides = sides_of(position)
    count = max(sides) + 1
    return [tuple(0 if side == chosen else 1 for side in sides) for chosen in range(count)]


def sides_of(position: Position) -> tuple[int, ...]:
    """The side of each seat: seats of one side win and lose together."""
    sides = getattr(position, "sides", None)
    return tuple(sides) if sides is not None else tuple(range(position.seats))


def play_deal(
    position: Position, players: tuple[Player, Player], seating: tuple[int, ...], seed: int
) -> tuple[Position, list[float], list[int]]:
    """The deal played out, with the seconds and the number of free choices of each of the two players."""
    seconds, choices = [0.0, 0.0], [0, 0]
    while position.to_move is not None:
        seat = position.to_move
        actions = position.legal()
        if len(actions) == 1:
            position = position.play(actions[0])
            continue
        who = seating[seat]
        started = time.perf_counter()
        action = players[who].choose(position.view(seat), seed)
        seconds[who] += time.perf_counter() - started
        choices[who] += 1
        position = position.play(action)
    return position, seconds, choices


def score(position: Position, seating: tuple[int, ...]) -> float:
    """The first player's score of a finished deal, more is better (see the head of this module)."""
    own = [seat for seat, who in enumerate(seating) if who == 0]
    others = [seat for seat, who in enumerate(seating) if who == 1]
    points = points_of(position)
    sides = sides_of(position)
    if len(set(sides)) == 2:
        return (sum(points[seat] for seat in own) - sum(points[seat] for seat in others)) / 2
    return sum(points[seat] for seat in own) / len(own) - sum(points[seat] for seat in others) / len(others)


def points_of(position: Any) -> list[float]:
    """What each seat's tricks or penalty are worth to it."""
    if games.name_of(position) == "rassi":
        return [-float(points) for points in position.result().points]
    return [float(tricks) for tricks in position.taken]


def play_block(setup: Setup, deal: int) -> Block:
    """One deal of the match in all its seatings."""
    package = games.load(setup.game)
    start = package.deal(seed=setup.seed + deal, rules=package.Rules(**dict(setup.rules)), **dict(setup.deal))
    limit = Limit(setup.time_s, setup.worlds) if setup.worlds or setup.time_s else None
    first, second = (parse_player(text, limit) for text in setup.players)
    scores, seconds, choices = [], [0.0, 0.0], [0, 0]
    for seating in seatings(start):
        end, used, chosen = play_deal(start, (first, second), seating, setup.seed + deal)
        scores.append(score(end, seating))
        seconds = [a + b for a, b in zip(seconds, used, strict=True)]
        choices = [a + b for a, b in zip(choices, chosen, strict=True)]
    return Block(deal, sum(scores) / len(scores), (seconds[0], seconds[1]), (choices[0], choices[1]))


def play_match(
    setup: Setup,
    deals: int,
    *,
    log: Path | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    sprt: tuple[float, float] | None = None,
) -> Report:
    """Play blocks 0..deals-1 and sum them up.

    Args:
        setup: what is played.
        deals: blocks.
        log: a JSON Lines file that every finished block is added to; blocks it already holds are not played again.
        executor: where blocks are played; None: here, one after another.
        progress: called with (blocks done, blocks wanted).
        sprt: two means of the score to decide between, the lower one first; the match ends as soon as it is decided,
            with 5 % of errors either way (generalised sequential probability ratio test, the variance estimated).

    Raises:
        TricornError: an unknown player or game, fewer than 2 deals, or a log of another match.
    """
    if deals < 2:
        raise TricornError(f"deals {deals}: a match needs 2 or more")
    if sprt is not None and not sprt[0] < sprt[1]:
        raise TricornError(f"sprt {sprt[0]},{sprt[1]}: the lower mean comes first")
    for text in setup.players:
        parse_player(text)
    games.load(setup.game)
    written = Log(log, asdict(setup)) if log is not None else None
    finished = [_block(row, written) for row in written.rows] if written is not None else []
    blocks = {block.deal: block for block in finished}
    missing = [deal for deal in range(deals) if deal not in blocks]
    played: Iterator[Block] = (
        (play_block(setup, deal) for deal in missing)
        if executor is None
        else iter(executor.map(play_block, [setup] * len(missing), missing))
    )
    looked = 0  # the test looks at blocks 0..looked-1, so that a resumed match ends where a whole one does

    def decided() -> bool:
        nonlocal looked
        while sprt is not None and looked in blocks:
            looked += 1
            if looked >= _FEWEST and abs(ratio([blocks[deal] for deal in range(looked)], sprt)) >= _DECIDED:
                return True
        return False

    if decided():
        return summary(setup, [blocks[deal] for deal in range(looked)], sprt)
    for block in played:
        blocks[block.deal] = block
        if written is not None:
            written.add(asdict(block))
        if progress is not None:
            progress(len(blocks), deals)
        if decided():
            return summary(setup, [blocks[deal] for deal in range(looked)], sprt)
    return summary(setup, [blocks[deal] for deal in range(deals)], sprt)


def ratio(blocks: list[Block], means: tuple[float, float]) -> float:
    """The log likelihood ratio of the second mean against the first, scores taken as normal with the variance estimated."""
    count = len(blocks)
    mean = math.fsum(block.score for block in blocks) / count
    variance = math.fsum((block.score - mean) ** 2 for block in blocks) / (count - 1)
    pull = (means[1] - means[0]) * (mean - (means[0] + means[1]) / 2)
    return count * pull / variance if variance else math.copysign(math.inf, pull) if pull else 0.0


def summary(setup: Setup, blocks: list[Block], sprt: tuple[float, float] | None = None) -> Report:
    """Mean, standard error and interval over blocks, and the state of a sequential test."""
    from scipy.special import stdtrit

    count = len(blocks)
    mean = math.fsum(block.score for block in blocks) / count
    variance = math.fsum((block.score - mean) ** 2 for block in blocks) / (count - 1)
    error = math.sqrt(variance / count)
    half = float(stdtrit(count - 1, 0.975)) * error
    times = tuple(
        1000 * math.fsum(block.seconds[who] for block in blocks) / max(1, sum(block.choices[who] for block in blocks))
        for who in (0, 1)
    )
    llr = None if sprt is None else ratio(blocks, sprt)
    verdict = None if llr is None or abs(llr) < _DECIDED else "second" if llr > 0 else "first"
    return Report(setup, count, mean, error, (mean - half, mean + half), (times[0], times[1]), llr, verdict)


def _block(row: dict[str, Any], log: Log) -> Block:
    """The block that a row of a log holds."""
    try:
        return Block(row["deal"], row["score"], tuple(row["seconds"]), tuple(row["choices"]))
    except (KeyError, TypeError) as error:
        raise TricornError(f"{log.path.name}: {quote(json.dumps(row))} is not a block of a match ({error})") from None
