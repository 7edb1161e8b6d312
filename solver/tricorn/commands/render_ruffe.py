"""Ruffe and Trumps on the terminal."""

from typing import TYPE_CHECKING, Any

from tricorn.cards import SUITS, card_text, parse_card
from tricorn.commands.render import TrickRow, cards_left, does, hand_text, seat_name, suit_text
from tricorn.commands.tables import new_table
from tricorn.ruffe.follow import winning

if TYPE_CHECKING:
    from tricorn.ruffe import Position, View


def table(document: "Position | View") -> list[Any]:
    """Trumps and head, then a row for each seat: its cards as far as known, ruff total, tricks."""
    whole = document.turn_up is not None
    parts: list[Any] = [f"trumps {suit_text(document.trump)}" + (f", {_head(document)}" if whole else "")]
    columns = ["", "side", "cards", *(["ruff"] if whole else []), "tricks"]
    rows = new_table(*columns, right=("ruff", "tricks"))
    for seat in range(document.seats):
        ruff = [f"{document.totals[seat]}{'*' if seat == document.ruff_winner else ''}"] if whole else []
        name = seat_name(seat, document) + (" (dealer)" if whole and seat == document.dealer else "")
        rows.add_row(name, str(document.sides[seat]), _cards(document, seat), *ruff, str(document.taken[seat]))
    parts.append(rows)
    if document.shown and document.ruff_winner is not None:
        winner = does(document.ruff_winner, document, "win")
        parts.append(f"*: {winner} the ruff with {hand_text(document.shown)}, shown to all")
    if document.discards:
        parts.append(f"thrown away: {hand_text(document.discards)}")
    if not hasattr(document, "seat") and document.dead:
        parts.append(f"dead: {hand_text(document.dead)}")
    return parts


def _head(document: Any) -> str:
    assert document.turn_up is not None
    shown = " ".join(map(card_text, document.head)) if document.head else f"{card_text(document.turn_up)} turned up"
    taker = "nobody takes it" if document.taker is None else f"{does(document.taker, document, 'take')} it"
    return f"head {shown}, {taker}"


def _cards(document: Any, seat: int) -> str:
    if not hasattr(document, "seat"):
        return hand_text(document.hands[seat])
    if seat == document.seat:
        return hand_text(document.hand)
    voids = [SUITS[suit] for suit in range(4) if document.voids[seat] >> suit & 1]
    return cards_left(document.sizes[seat]) + (f", no {' '.join(voids)}" if voids else "")


def tricks(document: "Position | View") -> list[TrickRow]:
    """The tricks of the record, those an ending started with cards of on the table included."""
    start = document.seen if hasattr(document, "seen") else document.start
    plays = [card_text(card) for card in start.trick]
    plays += [action for action in document.record if not action.startswith("discard")]
    leader, rows = start.leader, []
    for first in range(0, len(plays), document.seats):
        cards = tuple(plays[first : first + document.seats])
        winner = None
        if len(cards) == document.seats:
            winner = (leader + winning([parse_card(card) for card in cards], document.trump)) % document.seats
        rows.append(TrickRow(leader, cards, winner))
        leader = leader if winner is None else winner
    return rows


def events(before: "View | None", after: "View") -> list[str]:
    """The last action in words; at the start what was announced, and what the winner of the ruff shows."""
    if before is None:
        return _opening(after)
    seat = before.to_move
    assert seat is not None
    if before.phase == "discard":
        thrown = f": {hand_text(after.discards)}" if after.discards else ""
        return [f"{does(seat, after, 'throw')} four cards away{thrown}", *_ruff(after)]
    lines = [f"{does(seat, after, 'play')} {after.record[-1]}"]
    if not after.trick:
        count = after.taken[after.leader]
        lines.append(f"{does(after.leader, after, 'take')} the trick (seat {after.leader}: {count})")
    return lines


def _opening(view: "View") -> list[str]:
    if view.turn_up is None:
        return [f"{does(view.leader, view, 'lead')} to the first trick."]
    order = [(view.dealer + step) % view.seats for step in range(1, view.seats + 1)]
    said = ", ".join(f"{seat_name(seat, view)} {view.totals[seat]}" for seat in order)
    turn_up = card_text(view.turn_up)
    lines = [
        f"{does(view.dealer, view, 'deal')}; {turn_up} is turned up, trumps are {suit_text(view.trump)}.",
        f"ruff totals: {said}",
        "nobody takes the head." if view.taker is None else f"{does(view.taker, view, 'take')} the head.",
    ]
    return lines + (_ruff(view) if view.phase != "discard" else [])


def _ruff(view: "View") -> list[str]:
    if view.ruff_winner is None:
        return ["nobody wins the ruff."]
    verb = "show" if view.ruff_winner == view.seat else "shows"
    return [f"{does(view.ruff_winner, view, 'win')} the ruff and {verb} {hand_text(view.shown)}"]


def result(position: "Position", seat: int | None = None) -> list[str]:
    """Points of each side."""
    outcome = position.result()
    if outcome is None:
        return []
    lines = []
    for side, points in enumerate(outcome.points):
        seats = [at for at in range(position.seats) if position.sides[at] == side]
        mine = ", yours" if seat in seats else ""
        lines.append(
            f"side {side} (seats {', '.join(map(str, seats))}{mine}): {outcome.tricks[side]} tricks, "
            f"{points} points ({outcome.ruff[side]} ruff, {outcome.card_points[side]} cards)"
        )
    return lines
