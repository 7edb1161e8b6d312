"""Rassi on the terminal."""

from typing import TYPE_CHECKING, Any, Final

from tricorn.cards import card_text
from tricorn.commands.render import TrickRow, cards_left, does, hand_text, seat_name
from tricorn.commands.tables import new_table
from tricorn.rassi.rules import HIGH, STEPS

if TYPE_CHECKING:
    from tricorn.rassi import Position, View

_HEIGHTS: Final = "0123456789TJQKA"
_QUESTION: Final = {"free": "Free?", "doubles": "Doubles?", "redouble": "Redouble?"}


def table(document: "Position | View") -> list[Any]:
    """A row for each seat: score, multiplier, the cards before it, and its hand as far as known."""
    view: Any = document if hasattr(document, "seat") else None
    rows = new_table("", "score", "times", "played", "hand", right=("score", "times"))
    for seat in range(document.seats):
        name = seat_name(seat, document) + (" (dealer)" if seat == document.dealer else "")
        played = " ".join(map(card_text, document.table.played(seat)))
        times = f"×{document.multipliers[seat]}"
        rows.add_row(name, str(document.scores[seat]), times, played, _hand(document, view, seat))
    parts: list[Any] = [rows]
    if view is not None and any(view.thrown):
        parts.append("you threw away: " + "; ".join(hand_text(six) for six in view.thrown if six))
    changed = [f"{seat_name(seat, document)} at {STEPS[step]}" for seat, step, did in document.exchanges if did]
    if changed:
        parts.append("changed: " + ", ".join(changed))
    if document.phase in STEPS:
        parts.append(f"{_QUESTION[document.phase]} {document.table.stock_size} cards in the stock")
    return parts


def _hand(document: Any, view: Any, seat: int) -> str:
    if view is None:
        return hand_text(document.hands[seat])
    if seat == view.seat:
        return hand_text(view.hand)
    lo, hi = view.intervals[seat]
    size = view.sizes[seat]
    if not size or (lo, hi) == (2, HIGH):
        return cards_left(size)
    return f"{cards_left(size)}, {_HEIGHTS[lo]}" + (f"..{_HEIGHTS[hi]}" if lo < hi else "")


def tricks(document: "Position | View") -> list[TrickRow]:
    """The tricks of the record; the winner of one is the leader of the next."""
    done = document.table.tricks
    leaders = [trick[0][0] for trick in done] + [document.table.leader]
    rows = [
        TrickRow(leaders[number], tuple(card_text(card) for _, card in trick), leaders[number + 1])
        for number, trick in enumerate(done)
    ]
    if document.trick:
        rows.append(TrickRow(document.leader, tuple(card_text(card) for _, card in document.trick), None))
    return rows


def events(before: "View | None", after: "View") -> list[str]:
    """The last action in words."""
    if before is None:
        return [f"{does(after.dealer, after, 'deal')}."]
    seat = before.to_move
    assert seat is not None
    action = after.record[-1]
    if before.phase in STEPS:
        step = _QUESTION[before.phase]
        if action == "keep":
            return [f"{step} {does(seat, after, 'keep')} the cards"]
        lines = [f"{step} {does(seat, after, 'change')} all six cards, penalty ×{after.multipliers[seat]}"]
        return lines + ([f"your new cards: {hand_text(after.hand)}"] if seat == after.seat else [])
    lines = [f"{does(seat, after, 'play')} {action}"]
    if not after.trick:
        lines.append(f"{does(after.leader, after, 'take')} the {'last ' if after.is_over else ''}trick")
    return lines


def result(position: "Position", seat: int | None = None) -> list[str]:
    """Who scores, and who is out."""
    outcome = position.result()
    if outcome is None:
        return []
    lines = []
    for who in outcome.penalised:
        name = "you score" if who == seat else f"seat {who} scores"
        lines.append(f"result: {name} {outcome.points[who]} penalty points")
    lines.append("scores: " + " ".join(f"{who}:{score}" for who, score in enumerate(outcome.scores)))
    if outcome.out:
        lines.append(f"out at {position.rules.out_at}: " + ", ".join(f"seat {who}" for who in outcome.out))
    return lines
