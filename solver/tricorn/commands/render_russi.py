"""Russi on the terminal."""

from typing import TYPE_CHECKING, Any

from tricorn.cards import SUITS, card_text, parse_card
from tricorn.commands.render import TrickRow, cards_left, does, hand_text, seat_name
from tricorn.commands.tables import new_table
from tricorn.russi.rules import reply_wins

if TYPE_CHECKING:
    from tricorn.russi import Position, View


def table(document: "Position | View") -> list[Any]:
    """Hands and piles: `?<S4` covers a card that nobody has seen, `H7<S4` covers the H7, `–` is a pile that is gone."""
    rows = new_table("", "hand", "piles", "tricks", right=("tricks",))
    for seat in (0, 1):
        name, piles = seat_name(seat, document), " ".join(_piles(document, seat))
        rows.add_row(name, _hand(document, seat), piles, str(document.taken[seat]))
    return [rows]


def _hand(document: Any, seat: int) -> str:
    if not hasattr(document, "seat"):
        return hand_text(document.hands[seat])
    if seat == document.seat:
        return hand_text(document.hand)
    voids = [SUITS[suit] for suit in range(4) if document.void_suits[suit]]
    return cards_left(document.opponent_hand_size) + (f", no {' '.join(voids)}" if voids else "")


def _piles(document: Any, seat: int) -> list[str]:
    shown = []
    for first, up in document.piles[seat]:
        if hasattr(document, "seat"):
            shown.append("–" if up is None else ("?<" if first else "") + card_text(up))
        elif first is None:
            shown.append("–")
        else:
            shown.append(card_text(first) if up is None else f"{card_text(first)}<{card_text(up)}")
    return shown


def tricks(document: "Position | View") -> list[TrickRow]:
    """The tricks of the record; `S4^H7` is a play that turned up the H7."""
    record = document.record if hasattr(document, "seat") else document.seen_record()
    leader, rows = document.start.leader, []
    for first in range(0, len(record), 2):
        plays = record[first : first + 2]
        if len(plays) < 2:
            rows.append(TrickRow(leader, plays, None))
            break
        led, reply = (parse_card(play.partition("^")[0]) for play in plays)
        winner = 1 - leader if reply_wins(led, reply) else leader
        rows.append(TrickRow(leader, plays, winner))
        leader = winner
    return rows


def events(before: "View | None", after: "View") -> list[str]:
    """The last play in words."""
    if before is None:
        dealer = "" if after.dealer is None else f"{does(after.dealer, after, 'deal')}; "
        return [f"{dealer}{does(after.leader, after, 'lead')} to the first trick."]
    assert before.to_move is not None
    card, _, turned = after.record[-1].partition("^")
    lines = [f"{does(before.to_move, after, 'play')} {card}" + (f", {turned} is turned up" if turned else "")]
    if after.led is None:
        lines.append(f"{does(after.leader, after, 'take')} the trick ({after.taken[0]}–{after.taken[1]})")
    return lines


def result(position: "Position", seat: int | None = None) -> list[str]:
    """Who won the deal."""
    outcome = position.result()
    if outcome is None:
        return []
    score = f"{outcome.tricks[0]}–{outcome.tricks[1]}"
    if outcome.winner is None:
        return [f"result: {score}, a draw"]
    return [f"result: {score}, {'you win' if outcome.winner == seat else f'seat {outcome.winner} wins'}"]
