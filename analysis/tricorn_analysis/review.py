"""What a recorded deal was worth, and where it was lost: every play with the open-card value before and after it.

All cards are known, so this is hindsight: the regret of a play is what it cost against perfect play by all from there
on, not a verdict on what its player could know. The deal is reviewed from its last play to its first, with one solver
that keeps its table: what is known of a position narrows what the play before it can be worth.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tricorn.errors import IllegalPositionError
from tricorn.games import Position, load, name_of
from tricorn.limit import Limit
from tricorn.solution import Solution, Unit

if TYPE_CHECKING:
    from tricorn._stop import Stop

DEFAULT_NODES: Final = {"russi": 300_000, "ruffe": 20_000_000, "rassi": None}
"""Positions visited for each action if no limit is given: whole deals of Ruffe and Rassi are solved, the last 15 or so
tricks of Russi."""
_VALUED: Final = ("play", "discard")  # the phases whose actions have an open-card value


@dataclass(frozen=True, slots=True)
class ReviewedPlay:
    """One action of the deal, from the point of view of the seat that chose it (in Ruffe of its side).

    Attributes:
        number: in the record, from 1.
        seat, action: who did what.
        best: a best play here, the action itself if it is one.
        before, after: proven bounds of the value before the action (with best play) and after it; None for the exchanges
            of Rassi, which have no open-card value.
        regret: proven bounds of what the action cost; (0, 0) if it was best.
        nodes: positions visited.
    """

    number: int
    seat: int
    action: str
    best: str | None
    before: tuple[int, int] | None
    after: tuple[int, int] | None
    regret: tuple[int, int] | None
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether the values are known exactly."""
        bounds = (self.before, self.after, self.regret)
        return all(pair is not None and pair[0] == pair[1] for pair in bounds)


@dataclass(frozen=True, slots=True)
class Review:
    """A deal, play by play.

    Attributes:
        game: "russi", "ruffe" or "rassi".
        unit: "tricks" (more is better) or "penalty" (less is better).
        plays: every action of the record, in order.
        totals: by seat, proven bounds of the regret of all its plays together.
        nodes: positions visited.
    """

    game: str
    unit: Unit
    plays: tuple[ReviewedPlay, ...]
    totals: tuple[tuple[int, int], ...]
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether every play that has a value has an exact one."""
        return all(play.exact for play in self.plays if play.before is not None)

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON, with `exact` written out."""
        rows = [{**asdict(play), "exact": play.exact} for play in self.plays]
        return {**asdict(self), "plays": rows, "exact": self.exact}


def review(
    deal: Position,
    limit: Limit | None = None,
    *,
    stop: "Stop | None" = None,
    progress: Callable[[int, int], None] | None = None,
    solver: Any = None,
) -> Review:
    """Values every play of a recorded deal with all cards known.

    Args:
        deal: a position with a record; the deal need not be over.
        limit: of each position; `DEFAULT_NODES` if None. Where it does not suffice, bounds stand in for values.
        stop: ends the searches early; what is then not known stays a bound.
        progress: called with (plays reviewed, plays to review).
        solver: a solver of the game that keeps its table; a new one if None.

    Raises:
        IllegalPositionError: nothing has been played.
    """
    if not deal.record:
        raise IllegalPositionError("review", ["the record is empty, there is no play to review"])
    game = name_of(deal)
    limit = limit or Limit(nodes=DEFAULT_NODES[game])
    positions = replayed(deal)
    kept = solver if solver is not None else import_module(f"tricorn.{game}.solve").Solver()
    rows: list[ReviewedPlay] = []
    later: tuple[int, int] | None = None  # what is known of the value of the position after the play, for its mover
    if positions[-1].phase in _VALUED:
        last = positions[-1].solve(limit, stop=stop, solver=kept)
        later = (last.lo, last.hi)
    total = len(positions) - 1
    for index in range(total - 1, -1, -1):
        here, after = positions[index], positions[index + 1]
        action = deal.record[index]
        if here.phase not in _VALUED:
            assert here.to_move is not None
            rows.append(ReviewedPlay(index + 1, here.to_move, action, None, None, None, None, 0))
        else:
            row = _row(index + 1, action, here, after, here.solve(limit, stop=stop, solver=kept), later)
            later = row.before
            rows.append(row)
        if progress is not None:
            progress(total - index, total)
    rows.reverse()
    unit: Unit = "penalty" if game == "rassi" else "tricks"
    return Review(game, unit, tuple(rows), _totals(rows, deal.seats), sum(row.nodes for row in rows))


def replayed(deal: Position) -> list[Position]:
    """The positions of a deal from its start on, one more than there are actions in the record."""
    start = {key: value for key, value in deal.to_dict().items() if key != "record"}
    position = load(name_of(deal)).Position.from_dict(start)
    positions = [position]
    for action in deal.record:
        position = position.play(action)
        positions.append(position)
    return positions


def _row(
    number: int, action: str, here: Position, after: Position, found: Solution, later: tuple[int, int] | None
) -> ReviewedPlay:
    seat = here.to_move
    assert seat is not None
    sign = -1 if found.unit == "penalty" else 1  # bounds below are of `sign` times the value: more is better
    values = {card: _signed(row.lo, row.hi, sign) for row in found.plays for card in (row.card, *row.equals)}
    lo, hi = values[action]
    if found.unit == "tricks":
        known = _carried(here, after, later)
        if known is not None:
            lo, hi = max(lo, known[0]), min(hi, known[1])
    values[action] = (lo, hi)
    most = _signed(found.lo, found.hi, sign)
    before = (max(most[0], *(v[0] for v in values.values()), lo), min(most[1], max(v[1] for v in values.values())))
    best_rivals = [v for card, v in values.items() if card != action]
    regret = (max(0, before[0] - hi), max(0, before[1] - lo))
    if not best_rivals or all(v[1] <= lo for v in best_rivals):  # no other play can be better than this one surely is
        regret, before = (0, 0), (lo, hi)
    best = action if regret == (0, 0) else max(values, key=lambda card: (*values[card], card == action))
    return ReviewedPlay(
        number, seat, action, best, _signed(*before, sign), _signed(lo, hi, sign), regret, found.nodes
    )


def _signed(lo: int, hi: int, sign: int) -> tuple[int, int]:
    return (lo, hi) if sign > 0 else (-hi, -lo)


def _carried(here: Position, after: Position, later: tuple[int, int] | None) -> tuple[int, int] | None:
    """Bounds of a play from those of the position it leads to: tricks of the mover's side, the current one included.

    In a game of two sides the tricks still to be won are shared out between them, so what the next mover's side gets
    says what this one gets. With more sides each value is of one side against all the others, and the values of
    different sides do not add up: then nothing is carried over unless the side stays the same.
    """
    place: Any = here
    then: Any = after
    sides: Sequence[int] = place.sides if hasattr(place, "sides") else (0, 1)
    mine = sides[here.to_move]  # type: ignore[index]
    won = _won(then, sides, mine) - _won(place, sides, mine)
    if after.is_over:
        return won, won
    if later is None:
        return None
    if sides[after.to_move] == mine:  # type: ignore[index]
        return won + later[0], won + later[1]
    if len(set(sides)) > 2:
        return None
    left = then.tricks_left
    return won + left - later[1], won + left - later[0]


def _won(position: Any, sides: Sequence[int], side: int) -> int:
    return sum(took for seat, took in enumerate(position.taken) if sides[seat] == side)


def _totals(rows: Sequence[ReviewedPlay], seats: int) -> tuple[tuple[int, int], ...]:
    totals = [[0, 0] for _ in range(seats)]
    for row in rows:
        if row.regret is not None:
            totals[row.seat][0] += row.regret[0]
            totals[row.seat][1] += row.regret[1]
    return tuple((lo, hi) for lo, hi in totals)
