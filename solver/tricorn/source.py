"""The worlds of a view for compiled code that plays them out."""

from typing import TYPE_CHECKING, Any

from tricorn import games
from tricorn._source import RassiSource, RuffeSource, RussiSource, Source
from tricorn.cards import parse_card
from tricorn.errors import NoWorldError, TricornError
from tricorn.fast import out_of_play
from tricorn.games import View

if TYPE_CHECKING:
    from tricorn import rassi, ruffe, russi


def source_of(view: View) -> Source:
    """The worlds of a view whose seat is to play a card: world `i` of a seed is that of `worlds.sample`, up to suits in Rassi.

    Raises:
        TricornError: the seat is not to move, or a discard or an exchange is due.
        NoWorldError: no full deal agrees with the view.
    """
    if view.to_move != view.seat or view.phase != "play":
        raise TricornError(f"seat {view.seat} has no card to play (seat to move: {view.to_move}, phase: {view.phase})")
    makers: dict[str, Any] = {"russi": _russi, "ruffe": _ruffe, "rassi": _rassi}
    found: Source = makers[games.name_of(view)](view)
    return found


def action_of(view: View, text: str) -> int:
    """The number that compiled code knows a card by: the card, in Rassi its rank 0..12."""
    card = parse_card(text)
    return (card % 13 if card < 52 else 12) if games.name_of(view) == "rassi" else card


def _russi(view: "russi.View") -> Source:
    from tricorn.russi.worlds import count

    if count(view) == 0:
        raise NoWorldError("no full deal agrees with this view")
    ups = [[up for covered, up in row if covered and up is not None] for row in view.piles]
    base = {
        "hand": [view.hand if seat == view.seat else 0 for seat in (0, 1)],
        "up": [view.table_up(seat) for seat in (0, 1)],
        "cover": [view.table_up(seat) & ~view.now.singles(seat) for seat in (0, 1)],
        "down": [0, 0],
        "under": [0] * 52,
        "taken": list(view.taken),
        "leader": view.leader,
        "led": -1 if view.led is None else view.led,
    }
    lacks = [view.now.shown_void if seat == view.seat else view.now.void for seat in (0, 1)]
    allowed = view.candidates
    return RussiSource(base, lacks, view.seat, ups, allowed, view.unseen & ~allowed, view.opponent_hand_size)


def _ruffe(view: "ruffe.View") -> Source:
    from tricorn.ruffe.worlds import READINGS, sampler

    made = sampler(view)
    if made is None:
        raise NoWorldError(f"no deal agrees with all that seat {view.seat} has seen")
    seats = view.seats
    rules = view.rules
    table = [card for _, card in view.trick]

    def four(items: Any) -> list[int]:
        row = list(items)
        return row + [0] * (4 - len(row))

    base = {
        "options": {
            "seats": seats,
            "hand_size": rules.hand_size,
            "follow": READINGS.index(rules.follow),
            "par_dealt": rules.par == "dealt",
            "show_suit": rules.show == "suit",
            "tie_eldest": rules.ruff_tie == "eldest",
            "unclaimed_out": rules.unclaimed_head == "out",
        },
        "hand": [0] * 4,
        "dealt": [0] * 4,
        "head": 0,
        "thrown": view.discards,
        "dead": 0,
        "shown": view.shown,
        "claim": view.shown,
        "table": four(table),
        "on_table": len(table),
        "phase": 1,
        "leader": view.leader,
        "side": four(view.sides),
        "taken": four(view.taken),
        "total": four(view.totals),
        "trump": -1 if view.trump is None else view.trump,
        "turn_up": -1 if view.turn_up is None else view.turn_up,
        "taker": -1 if view.taker is None else view.taker,
        "winner": -1 if view.ruff_winner is None else view.ruff_winner,
        "dealer": view.dealer,
    }
    return RuffeSource(base, view.voids, view.seat, made, view.played)


def _rassi(view: "rassi.View") -> Source:
    from tricorn.rassi.plan import plan
    from tricorn.rassi.rules import height, points

    found = plan(view)
    seats, size = view.seats, max(view.sizes)

    def nine(items: Any) -> list[int]:
        row = list(items)
        return row + [0] * (9 - len(row))

    measure = points if size == 1 else height
    heights = [measure(card) for _, card in view.trick]
    high = max(heights, default=0)
    tied = [seat for (seat, _), tall in zip(view.trick, heights, strict=True) if tall == high]
    base = {
        "hand": nine(view.hand if seat == view.seat else 0 for seat in range(seats)),
        "stock": [0] * 42,
        "drawn": 0,
        "stock_size": 0,
        "changed": [0] * 9,
        "multiplier": nine(view.multipliers),
        "seats": seats,
        "dealer": view.dealer,
        "phase": 3,
        "asked": 0,
        "turn": view.seat,
        "leader": view.leader,
        "size": size,
        "laid": len(view.trick),
        "high": high,
        "holder": tied[-1] if tied else view.leader,
        "tied": sum(1 << seat for seat in tied),
        "others": view.rules.doubles == "others",
        "anyone": view.rules.redouble == "anyone",
        "optional": view.rules.overtake == "optional",
        "all_pay": view.rules.last_tie == "all",
    }
    low, top = [lo for lo, _ in view.intervals], [hi for _, hi in view.intervals]
    return RassiSource(base, nine(low), nine(top), view.seat, out_of_play(view), found.sampler, found.owners, found.hidden)
