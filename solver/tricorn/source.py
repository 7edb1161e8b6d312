"""The worlds of a view for compiled code that plays them out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tricorn import games
from tricorn._source import RassiSource, RuffeSource, RussiSource, Source
from tricorn.cards import card_set, card_text, parse_card
from tricorn.errors import NoWorldError, TricornError
from tricorn.fast import out_of_play
from tricorn.games import View

if TYPE_CHECKING:
    from tricorn import rassi, ruffe, russi
    from tricorn._ruffe_thrown import Thrown
    from tricorn.rassi.table import Table
    from tricorn.ruffe.witness import Witness
    from tricorn.russi.view import Scene


def source_of(view: View, thrown: "Thrown | None" = None) -> Source:
    """The worlds of a view whose seat is to play a card: world `i` of a seed is that of `worlds.sample`, up to suits in Rassi.

    `thrown`: Ruffe, how the taker is taken to have chosen what he threw away unseen; the discards are then drawn by it.

    Raises:
        TricornError: the seat is not to move, or a discard or an exchange is due.
        NoWorldError: no full deal agrees with the view.
    """
    _must_play(view)
    makers: dict[str, Any] = {
        "russi": lambda view: _russi(view, view.now),
        "ruffe": lambda view: _ruffe(view, view, thrown),
        "rassi": lambda view: _rassi(view, view.table),
    }
    found: Source = makers[games.name_of(view)](view)
    return found


def past_of(view: View, thrown: "Thrown | None" = None) -> tuple[Source, list[int]]:
    """The same worlds as they lay before the first card of the record was played, and the actions played since, by all seats.

    Raises:
        TricornError, NoWorldError: as `source_of`.
    """
    _must_play(view)
    makers: dict[str, Any] = {"russi": _russi_past, "ruffe": lambda view: _ruffe_past(view, thrown), "rassi": _rassi_past}
    found: tuple[Source, list[str]] = makers[games.name_of(view)](view)
    return found[0], [action_of(view, text) for text in found[1]]


def _must_play(view: View) -> None:
    if view.to_move != view.seat or view.phase != "play":
        raise TricornError(f"seat {view.seat} has no card to play (seat to move: {view.to_move}, phase: {view.phase})")


def _russi_past(view: "russi.View") -> tuple[Source, list[str]]:
    from tricorn.russi.testimony import parse_play

    plays = [card_text(parse_play(text)[1]) for text in view.record]
    return _russi(view, view.start, view.record), plays


def _ruffe_past(view: "ruffe.View", thrown: "Thrown | None") -> tuple[Source, list[str]]:
    from tricorn.ruffe.witness import Witness

    before = 0 if view.taker is None else 1  # the discard
    return _ruffe(view, Witness.of(view.seen, view.record[:before]), thrown), list(view.record[before:])


def _rassi_past(view: "rassi.View") -> tuple[Source, list[str]]:
    played = [card_text(card) for trick in (*view.table.tricks, view.table.trick) for _, card in trick]
    return _rassi(view, view.table.rewound(0)), played


def action_of(view: View, text: str) -> int:
    """The number that compiled code knows a card by: the card, in Rassi its rank 0..12."""
    card = parse_card(text)
    return (card % 13 if card < 52 else 12) if games.name_of(view) == "rassi" else card


def _russi(view: "russi.View", at: "Scene", since: Sequence[str] = ()) -> Source:
    """At a scene of the view, with the plays made since."""
    from tricorn.russi.testimony import parse_play
    from tricorn.russi.worlds import count

    if count(view) == 0:
        raise NoWorldError("no full deal agrees with this view")
    seat, other = view.seat, 1 - view.seat
    hands, down, under = [0, 0], [0, 0], [0] * 52
    hands[seat] = at.hand
    # Cards turned up since then lay face down; what else the opponent has played and had not before him, he had in hand.
    for text in since:
        _, card, turned, _ = parse_play(text)
        if turned is not None:
            under[card] = turned
            down[at.table_up(1) >> card & 1] |= 1 << turned
    lain = at.hand | at.table_up(0) | at.table_up(1) | down[0] | down[1]
    hands[other] = card_set(parse_play(text)[1] for text in since) & ~lain
    ups = [[up for covered, up in row if covered and up is not None] for row in view.piles]
    base = {
        "hand": hands,
        "up": [at.table_up(owner) for owner in (0, 1)],
        "cover": [at.table_up(owner) & ~at.singles(owner) for owner in (0, 1)],
        "down": down,
        "under": under,
        "taken": list(at.taken),
        "leader": at.leader,
        "led": -1 if at.led is None else at.led,
    }
    lacks = [at.shown_void if owner == seat else at.void for owner in (0, 1)]
    allowed = view.candidates
    return RussiSource(base, lacks, seat, ups, allowed, view.unseen & ~allowed, view.opponent_hand_size)


def _ruffe(view: "ruffe.View", at: "ruffe.View | Witness", thrown: "Thrown | None") -> Source:
    """At a moment of the view."""
    from tricorn.ruffe.worlds import READINGS, sampler

    made = sampler(view, thrown)
    if made is None:
        raise NoWorldError(f"no deal agrees with all that seat {view.seat} has seen")
    seats = view.seats
    rules = view.rules
    table = [card for _, card in at.trick]

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
        "leader": at.leader,
        "side": four(view.sides),
        "taken": four(at.taken),
        "total": four(view.totals),
        "trump": -1 if view.trump is None else view.trump,
        "turn_up": -1 if view.turn_up is None else view.turn_up,
        "taker": -1 if view.taker is None else view.taker,
        "winner": -1 if view.ruff_winner is None else view.ruff_winner,
        "dealer": view.dealer,
    }
    return RuffeSource(base, at.voids, view.seat, made, at.played)


def _rassi(view: "rassi.View", at: "Table") -> Source:
    """At a moment of the view, told by what lay open then."""
    from tricorn.rassi.plan import plan
    from tricorn.rassi.rules import height, points

    found = plan(view)
    seats, size = view.seats, max(at.sizes)

    def nine(items: Any) -> list[int]:
        row = list(items)
        return row + [0] * (9 - len(row))

    # What a seat has played since then, it held; what it still holds is drawn, but for the own hand.
    since = [set(view.table.played(seat)) - set(at.played(seat)) for seat in range(seats)]
    held = [card_set(cards) | (view.hand if seat == view.seat else 0) for seat, cards in enumerate(since)]
    played = [card for cards in since for card in cards]
    measure = points if size == 1 else height
    heights = [measure(card) for _, card in at.trick]
    high = max(heights, default=0)
    tied = [seat for (seat, _), tall in zip(at.trick, heights, strict=True) if tall == high]
    base = {
        "hand": nine(held),
        "stock": [0] * 42,
        "drawn": 0,
        "stock_size": 0,
        "changed": [0] * 9,
        "multiplier": nine(view.multipliers),
        "seats": seats,
        "dealer": view.dealer,
        "phase": 3,
        "asked": 0,
        "turn": at.to_move,
        "leader": at.leader,
        "size": size,
        "laid": len(at.trick),
        "high": high,
        "holder": tied[-1] if tied else at.leader,
        "tied": sum(1 << seat for seat in tied),
        "others": view.rules.doubles == "others",
        "anyone": view.rules.redouble == "anyone",
        "optional": view.rules.overtake == "optional",
        "all_pay": view.rules.last_tie == "all",
    }
    low, top = [lo for lo, _ in at.intervals], [hi for _, hi in at.intervals]
    gone = out_of_play(view) & ~card_set(played)
    return RassiSource(base, nine(low), nine(top), view.seat, gone, found.sampler, found.owners, found.hidden)
