"""Walks a record of actions from an opening table, with whatever hands are known, and names what can't be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tricorn.cards import card_text, parse_card, quote
from tricorn.errors import NotationError
from tricorn.rassi.rules import HAND, STEPS, has_face, height, playable
from tricorn.rassi.table import CHANGE, KEEP, Table


def parse_action(text: object) -> tuple[int | None, str | int]:
    """The seat named before the action, if one is (as in `"2:SA"`), and `"change"`, `"keep"` or a card.

    >>> parse_action("SA"), parse_action("3:keep")
    ((None, 12), (3, 'keep'))
    """
    if not isinstance(text, str):
        raise NotationError(f"{quote(text)} is not an action (a card, change or keep)")
    seat, word = None, text.strip()
    if len(word) > 2 and word[1] == ":" and word[0] in "012345678":
        seat, word = int(word[0]), word[2:].strip()
    if word.lower() in (CHANGE, KEEP):
        return seat, word.lower()
    try:
        return seat, parse_card(word)
    except NotationError:
        raise NotationError(f"{quote(text)} is not an action (a card as in SA, {CHANGE} or {KEEP})") from None


def action_text(action: str | int) -> str:
    """The text of an action."""
    return action if isinstance(action, str) else card_text(action)


def objection(table: Table, held: int | None, action: str | int) -> str | None:
    """Why the seat to move may not do this, or None if it may. `held`: its hand, None where it is not known."""
    seat = table.to_move
    if seat is None:
        return "the deal is over"
    if table.phase == "play":
        if isinstance(action, str):
            return f"{action!r} in the play, where seat {seat} has to play a card"
        return None if held is None else _play_objection(table, seat, held, action)
    if not isinstance(action, str):
        return f"{card_text(action)!r} where seat {seat} is asked {table.phase!r} ({CHANGE} or {KEEP})"
    if action == CHANGE and table.phase == "free" and held is not None and has_face(held):
        return f"seat {seat} may not change free, it holds a K, Q or J"
    return None


def _play_objection(table: Table, seat: int, held: int, card: int) -> str | None:
    if not held >> card & 1:
        return f"seat {seat} does not hold {card_text(card)}"
    highest = table.highest
    if table.is_last or playable(held, highest, table.rules.overtake) >> card & 1:
        return None
    assert highest is not None
    top = next(played for _, played in reversed(table.trick) if height(played) == highest)
    able = playable(held, highest, "forced")
    if height(lowest := (able & -able).bit_length() - 1) >= highest:
        if table.rules.overtake == "forced":
            return f"seat {seat} plays {card_text(card)} but can overtake {card_text(top)} with {card_text(lowest)}"
        least = min((c for c in range(54) if held >> c & 1), key=height)
        return f"seat {seat} plays {card_text(card)} under {card_text(top)}, but its lowest card is {card_text(least)}"
    return f"seat {seat} plays {card_text(card)} under {card_text(top)}, but its lowest card is {card_text(lowest)}"


@dataclass(slots=True)
class Replay:
    """The walk through a record.

    Attributes:
        table: the public state now.
        hands: by seat the cards now held, None where they are not known.
        draw: gives the hand that a seat gets when it changes at a step; None where it is not known.
        seen: for every card known to be out of play, where it went.
        record: the actions so far, in canonical text.
        thrown: by seat and step the cards thrown away, where known; 0 elsewhere.
        problems: every defect found.
    """

    table: Table
    hands: list[int | None]
    draw: Callable[[int, int], int | None]
    seen: dict[int, str] = field(default_factory=dict)
    record: list[str] = field(default_factory=list)
    thrown: list[list[int]] = field(init=False)
    problems: list[str] = field(default_factory=list)
    _slips: list[tuple[int, int, int]] = field(default_factory=list)  # seat, card played, card it lay under

    def __post_init__(self) -> None:
        self.thrown = [[0, 0, 0] for _ in self.hands]

    def walk(self, record: Sequence[object]) -> None:
        """Take every action of the record, going on past a defect wherever that makes sense."""
        for number, text in enumerate(record, 1):
            try:
                named, action = parse_action(text)
            except NotationError as error:
                self.problems.append(f"record {number}: {error}")
                continue
            if self.table.to_move is None:
                self.problems.append(f"record {number}: {quote(text)} comes after the end of the deal")
                break
            if named is not None and named != self.table.to_move:
                turn = f"it is the turn of seat {self.table.to_move}, not of seat {named}"
                self.problems.append(f"record {number}: {quote(text)}, but {turn}")
            self._take(number, action)

    def _take(self, number: int, action: str | int) -> None:
        table = self.table
        seat = table.to_move
        assert seat is not None
        reason = objection(table, self.hands[seat], action)
        if isinstance(action, str) == (table.phase == "play"):  # an action of another phase: leave it out and go on
            if action == CHANGE and table.stock_size < HAND and not table.tricks and not table.trick:
                reason = f"{action!r} with {table.stock_size} cards in the stock, where a change takes {HAND}"
            self.problems.append(f"record {number}: {reason}")
            return
        if isinstance(action, str):
            if reason:
                self.problems.append(f"record {number}: {reason}")
            if action == CHANGE:
                step = STEPS.index(table.phase)
                self.thrown[seat][step] = self.hands[seat] or 0
                self.hands[seat] = self.draw(seat, step)
            self.table = table.exchange(action == CHANGE)
        else:
            self._play(number, seat, action, reason)
        self.record.append(action_text(action))

    def _play(self, number: int, seat: int, card: int, reason: str | None) -> None:
        held = self.hands[seat]
        gone = self.seen.get(card)
        others = [who for who, hand in enumerate(self.hands) if hand is not None and hand >> card & 1 and who != seat]
        if card >= self.table.rules.pack_size(self.table.seats):
            reason = f"seat {seat} plays {card_text(card)}, which is not in the pack"
        elif gone:
            reason = f"seat {seat} plays {card_text(card)}, which {gone}"
        elif others:
            reason = f"seat {seat} plays {card_text(card)}, which seat {others[0]} holds"
        if reason:
            self.problems.append(f"record {number}: {reason}")
        elif held is None:
            self._compare(number, seat, card)
        self.seen[card] = f"was played before, record {number}"
        if held is not None:
            self.hands[seat] = held & ~(1 << card)
        before = self.table
        self.table = before.play(card)
        if held is None and not before.is_last and before.highest is not None and height(card) < before.highest:
            top = next(played for _, played in reversed(before.trick) if height(played) == before.highest)
            self._slips.append((seat, card, top))

    def _compare(self, number: int, seat: int, card: int) -> None:
        # A card of a hand that is not known must agree with what the seat showed before.
        forced = self.table.rules.overtake == "forced"
        for who, played, top in self._slips:
            if who != seat:
                continue
            before = f"seat {seat} plays {card_text(card)} after {card_text(played)} under {card_text(top)}"
            if height(card) < height(played):
                self.problems.append(f"record {number}: {before}: that was not its lowest card")
            if forced and height(card) >= height(top):
                self.problems.append(f"record {number}: {before}, which it could have overtaken")
