"""Goes through a record as one seat has seen it, and notes what every play shows and what contradicts what."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tricorn.cards import SUITS, card_set, card_text, cards_text, parse_card, quote
from tricorn.errors import TricornError
from tricorn.ruffe.follow import playable, refusal, voids_shown, winning
from tricorn.ruffe.position import DISCARD, discard_text, parse_discard, turn_checked
from tricorn.ruffe.ruff import SUIT_MASK
from tricorn.ruffe.seen import Seen


@dataclass(slots=True)
class Witness:
    """The state that a record leads to, as one seat knows it.

    Attributes:
        seen: where it starts from.
        hand: the seat's own set now.
        discards: what the seat itself threw away.
        trick, leader, taken: as in `Position`.
        played: the set of cards that each seat has played, those on the table at the start of an ending included.
        sizes: the number of cards that each seat holds now.
        voids: the suits, as bits 0..3, that each seat has shown to have none of.
        record: the actions as they are written canonically.
        problems: every contradiction found.
    """

    seen: Seen
    hand: int = 0
    discards: int = 0
    leader: int = 0
    discard_due: bool = False
    trick: list[tuple[int, int]] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    voids: list[int] = field(default_factory=list)
    record: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _void_at: dict[tuple[int, int], str] = field(default_factory=dict)

    @classmethod
    def of(cls, seen: Seen, record: Sequence[str]) -> "Witness":
        """The witness of a whole record."""
        rules, seats = seen.rules, seen.rules.seats
        own = seen.hand | (card_set(seen.head) if seen.taker == seen.seat else 0)
        state = cls(seen, own, leader=seen.leader, discard_due=seen.taker is not None, taken=list(seen.taken))
        state.played = [0] * seats
        state.voids = [0] * seats
        if seen.is_whole:
            state.sizes = [rules.hand_size + (4 if seat == seen.taker else 0) for seat in range(seats)]
        else:
            own_place = (seen.seat - seen.leader) % seats
            full = seen.hand.bit_count() + (own_place < len(seen.trick))
            state.sizes = [full] * seats
            for card in seen.trick:
                seat = (seen.leader + len(state.trick)) % seats
                if seat == seen.seat:
                    state.hand |= 1 << card  # so that the check below sees what it was played from
                state._play(seat, card, "on the table")
        for number, action in enumerate(record, 1):
            state._act(action, f"action {number}")
        return state

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the deal is over."""
        if self.discard_due:
            return self.seen.taker
        return (self.leader + len(self.trick)) % len(self.sizes) if self.trick or any(self.sizes) else None

    def _act(self, action: str, where: str) -> None:
        seat = self.to_move
        if seat is None:
            self.problems.append(f"{where}: {quote(action)} after the deal is over")
            return
        try:
            action = turn_checked(action, seat)
            if self.discard_due:
                self._discard(seat, action, where)
                return
            if action.split(maxsplit=1)[:1] == [DISCARD]:
                self.problems.append(f"{where}: {quote(action)}, but no discard is due")
                return
            card = parse_card(action)
            if card > 51:
                raise TricornError(f"{quote(action)}: this game has no jokers")
        except TricornError as error:
            self.problems.append(f"{where}: {error}")
            return
        self._play(seat, card, where)
        self.record.append(card_text(card))

    def _discard(self, seat: int, action: str, where: str) -> None:
        self.discard_due = False
        self.sizes[seat] -= 4
        if seat != self.seen.seat:
            if action.strip().lower() != DISCARD:
                self.problems.append(f"{where}: {quote(action)}, but seat {self.seen.seat} sees only 'discard' of seat {seat}")
            self.record.append(DISCARD)
            return
        thrown = parse_discard(action)
        if thrown & ~self.hand:
            self.problems.append(f"{where}: seat {seat} throws {cards_text(thrown & ~self.hand)} away, but does not hold it")
        self.hand &= ~thrown
        self.discards = thrown
        self.record.append(discard_text(thrown))

    def _play(self, seat: int, card: int, where: str) -> None:
        seen = self.seen
        led = self.trick[0][1] // 13 if self.trick else None
        for other, cards in enumerate(self.played):
            if cards >> card & 1:
                self.problems.append(f"{where}: {card_text(card)} was played before by seat {other}")
        if seat == seen.seat:
            reason = refusal(card, self.hand, led, seen.trump, seen.rules.follow)
            if reason:
                self.problems.append(f"{where}: seat {seat} plays {reason}")
            self.hand &= ~(1 << card)
        else:
            self._other(seat, card, led, where)
        if led is not None:
            for suit in voids_shown(card, led, seen.trump, seen.rules.follow):
                self.voids[seat] |= 1 << suit
                self._void_at.setdefault((seat, suit), where)
        self.played[seat] |= 1 << card
        self.sizes[seat] -= 1
        self.trick.append((seat, card))
        if len(self.trick) == len(self.sizes):
            self.leader = self.trick[winning([played for _, played in self.trick], seen.trump)][0]
            self.taken[self.leader] += 1
            self.trick = []

    def _other(self, seat: int, card: int, led: int | None, where: str) -> None:
        """Checks a play of another seat."""
        seen = self.seen
        text = f"{where}: seat {seat} plays {card_text(card)}"
        if (self.hand | self.discards) >> card & 1:
            self.problems.append(f"{text}, which is a card of seat {seen.seat}")
        elif seen.gone >> card & 1:
            self.problems.append(f"{text}, which is gone")
        elif card == seen.turn_up and seat != seen.taker:
            self.problems.append(
                f"{text}, which was turned up and " + ("out" if seen.taker is None else f"taken by seat {seen.taker}")
            )
        elif card == seen.trump_ace and seen.is_whole and seat != seen.taker:
            self.problems.append(f"{text}, but its holder would have taken the head")
        elif seen.shown >> card & 1 and seat != seen.ruff_winner:
            self.problems.append(f"{text}, which seat {seen.ruff_winner} showed for the ruff")
        elif self.voids[seat] >> card // 13 & 1:
            since = self._void_at[seat, card // 13]
            self.problems.append(f"{text}, but had no {SUITS[card // 13]} left since {since}")
        if led is None or seat != seen.ruff_winner or seat == seen.taker:
            return
        known = seen.shown & ~self.played[seat] | 1 << card  # shown and not yet played: surely held
        if not playable(known, led, seen.trump, seen.rules.follow) >> card & 1:
            could = cards_text(known & playable(known, led, seen.trump, seen.rules.follow))
            self.problems.append(f"{text}, but could have played {could}, shown for the ruff")


def suits_set(bits: int) -> int:
    """The set of all cards of the suits given as bits 0..3."""
    return sum(SUIT_MASK[suit] for suit in range(4) if bits >> suit & 1)
