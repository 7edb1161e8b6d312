"""What one seat has seen of a deal of Ruffe and Trumps, and not one hidden card more."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from tricorn.cards import PACK, card_set, card_text, display_order, suit_of
from tricorn.errors import IllegalPositionError, TricornError
from tricorn.ruffe.consistency import contradictions, problems_of
from tricorn.ruffe.follow import playable, winning
from tricorn.ruffe.position import DISCARD, Position, discard_actions, discard_text
from tricorn.ruffe.ruff import SUIT_MASK
from tricorn.ruffe.rules import HEAD_SIZE, Rules
from tricorn.ruffe.seen import Seen
from tricorn.ruffe.witness import Witness, suits_set

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.advice import Advice
    from tricorn.limit import Limit


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class View:
    """What one seat knows; immutable. Comes from `Position.view`, `from_json`, or `from_seen`.

    Attributes:
        seen: what was in sight before the first action.
        record: the actions so far; of another seat's discard only the word.
        hand: the seat's own set now; its sixteen cards while it has to throw four away.
        discards: the set that the seat itself threw away.
        trick: the trick on the table, as (seat, card) from the leader on.
        leader: the seat that led the trick on the table or leads the next.
        taken: tricks that each seat has taken.
        played: the set that each seat has played (since the start of an ending).
        sizes: the number of cards that each seat holds now.
        voids: per seat the suits, as bits 0..3, of which its plays show that it has none now, nor will have.
        to_move: the seat to move, or None when the deal is over.
    """

    seen: Seen
    record: tuple[str, ...]
    hand: int
    discards: int
    trick: tuple[tuple[int, int], ...]
    leader: int
    taken: tuple[int, ...]
    played: tuple[int, ...]
    sizes: tuple[int, ...]
    voids: tuple[int, ...]
    to_move: int | None

    @classmethod
    def _after(cls, state: Witness) -> "View":
        return cls(
            state.seen,
            tuple(state.record),
            state.hand,
            state.discards,
            tuple(state.trick),
            state.leader,
            tuple(state.taken),
            tuple(state.played),
            tuple(state.sizes),
            tuple(state.voids),
            state.to_move,
        )

    @classmethod
    def of(cls, position: Position, seat: int) -> "View":
        """What `seat` has seen of a position."""
        if not 0 <= seat < position.seats:
            raise TricornError(f"view: seat {seat} is none of 0..{position.seats - 1}")
        start = position.start
        mine = seat == start.taker
        out = 0 if start.is_whole else PACK & ~card_set(start.trick)
        for hand in start.hands:
            out &= ~hand
        seen = Seen(
            rules=start.rules,
            seat=seat,
            dealer=start.dealer,
            hand=start.hands[seat],
            turn_up=position.turn_up,
            head=start.head if mine else (),
            totals=position.totals,
            taker=start.taker,
            shown=position.shown,
            trump=start.trump,
            sides=start.sides,
            leader=start.leader,
            trick=start.trick,
            taken=start.taken,
            gone=out,
        )
        record = position.record
        if start.taker is not None and record and not mine:
            record = (DISCARD, *record[1:])
        return cls._after(Witness.of(seen, record))

    @classmethod
    def from_seen(cls, seen: Seen, record: Iterable[str] = ()) -> "View":
        """The view after a record, checked.

        Raises:
            IllegalPositionError: names everything that contradicts the rules or something else in the view.
        """
        actions = tuple(record)
        problems = problems_of(seen, len(actions))
        if problems:
            raise IllegalPositionError("view", problems)
        state = Witness.of(seen, actions)
        if not state.problems:
            state.problems += contradictions(state)
        if state.problems:
            raise IllegalPositionError("view", state.problems)
        return cls._after(state)

    # What was seen before the first action.

    @property
    def rules(self) -> Rules:
        """The options."""
        return self.seen.rules

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.seen.rules.seats

    @property
    def seat(self) -> int:
        """Whose view it is."""
        return self.seen.seat

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.seen.dealer

    @property
    def dealt(self) -> int:
        """The seat's own set as dealt; in an ending as it started."""
        return self.seen.hand

    @property
    def head(self) -> tuple[int, ...]:
        """The four cards of the head, turn-up first, if the seat took them; else empty."""
        return self.seen.head

    @property
    def turn_up(self) -> int | None:
        """The card turned up; None in an ending."""
        return self.seen.turn_up

    @property
    def trump(self) -> int | None:
        """The trump suit 0..3, or None."""
        return self.seen.trump

    @property
    def sides(self) -> tuple[int, ...]:
        """The side of each seat."""
        return self.seen.sides

    @property
    def taker(self) -> int | None:
        """The seat that took the head, or None if nobody did."""
        return self.seen.taker

    @property
    def totals(self) -> tuple[int, ...]:
        """The announced ruff totals; empty in an ending."""
        return self.seen.totals

    @property
    def ruff_winner(self) -> int | None:
        """The seat that wins the ruff, or None."""
        return self.seen.ruff_winner

    @property
    def shown(self) -> int:
        """The set that the winner of the ruff has shown: cards of his hand as dealt. 0 while a discard is due."""
        return self.seen.shown

    @property
    def phase(self) -> str:
        """`"discard"`, `"play"` or `"over"`."""
        if self.taker is not None and not self.record:
            return DISCARD
        return "over" if self.to_move is None else "play"

    @property
    def is_over(self) -> bool:
        """Whether the deal has been played out."""
        return self.to_move is None

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, one on the table included."""
        return self.rules.hand_size if self.phase == DISCARD else max(self.sizes) if self.to_move is not None else 0

    # What follows from it.

    @property
    def gone(self) -> int:
        """The set of cards that the seat knows to be out of play: played in earlier tricks, thrown away by itself,
        missing from an ending, or the turn-up that nobody took."""
        out = self.seen.gone | self.discards
        for cards in self.played:
            out |= cards
        for _, card in self.trick:
            out &= ~(1 << card)
        if self.turn_up is not None and self.taker is None:
            out |= 1 << self.turn_up
        return out

    @property
    def unseen(self) -> int:
        """The set of cards that may be in other hands, thrown away by another, face down in the head or dead: all but
        the seat's own, those on the table and those that are `gone`. The turn-up is unseen in another taker's hand,
        and so are cards shown for the ruff and not yet played, in so far as they may be thrown away."""
        return PACK & ~(self.hand | self.gone | card_set(card for _, card in self.trick))

    def known(self, seat: int) -> int:
        """The set of cards that a seat surely had in its hand as dealt (in an ending: as it started)."""
        if seat == self.seat:
            return self.dealt
        cards = self.shown if seat == self.ruff_winner else 0
        if seat != self.taker:
            return cards | self.played[seat]  # a taker may have played cards of the head
        if self.seen.ace_by_taker and self.trump is not None:
            cards |= 1 << self.trump * 13 + 12
        return cards

    def barred(self, seat: int) -> int:
        """The set of cards that a seat surely had not in its hand as dealt (in an ending: as it started)."""
        if seat == self.seat:
            return PACK & ~self.dealt
        out = self.seen.gone
        for other in range(self.seats):
            if other != seat:
                out |= self.known(other) | self.played[other]
        out |= card_set(self.head)
        if self.turn_up is not None:
            out |= 1 << self.turn_up
            if self.trump is not None and seat != self.taker:
                out |= 1 << self.trump * 13 + 12
        if seat == self.ruff_winner and self.shown:
            claimed = PACK
            if self.rules.show == "suit":
                claimed = sum(SUIT_MASK[suit] for suit in range(4) if self.shown & SUIT_MASK[suit])
            out |= claimed & ~self.shown
        if seat != self.taker:
            out |= suits_set(self.voids[seat]) & ~self.played[seat]
        return out

    def legal(self) -> tuple[str, ...]:
        """The seat's own legal actions, cards in display order; empty when another seat is to move."""
        if self.to_move != self.seat:
            return ()
        if self.phase == DISCARD:
            return discard_actions(self.hand)
        led = suit_of(self.trick[0][1]) if self.trick else None
        return tuple(map(card_text, display_order(playable(self.hand, led, self.trump, self.rules.follow))))

    def runs(self) -> list[list[int]]:
        """The own cards in groups that are as good as each other: no card of another between them, highest first.

        Two own cards of a suit form one group when every card between them is the seat's own or out of play, or lies
        on the table without winning there. Then nothing can tell them apart. (1) In the trick on the table: the
        winning card is not between them, so both beat it or neither does, and no card that may still be played to the
        trick is between them, so whatever beats one beats the other. (2) Later: the cards of the table are gone by
        then, and no live card lies between the two, so the hands after either play differ by a renaming that keeps the
        order in every suit. (3) What others may play depends on the led suit alone, and points count cards, not ranks.
        """
        table = [card for _, card in self.trick]
        between = self.gone | self.hand
        if table:
            between |= card_set(table) & ~(1 << table[winning(table, self.trump)])
        groups: list[list[int]] = []
        for card in display_order(self.hand):
            last = groups[-1][-1] if groups else -1
            if groups and suit_of(last) == suit_of(card) and all(between >> c & 1 for c in range(card + 1, last)):
                groups[-1].append(card)
            else:
                groups.append([card])
        return groups

    def equals(self) -> dict[str, str]:
        """Own legal actions that are the same action in every world, each mapped to its representative.

        A card is mapped to the lowest of its group, see `runs`. Of discards only the number of cards thrown from each
        group counts; the representative throws the lowest of each.
        """
        legal = self.legal()
        groups = self.runs()
        if self.phase != DISCARD:
            lowest = {card_text(card): card_text(group[-1]) for group in groups for card in group}
            return {action: lowest[action] for action in legal}
        group_of = [number for number, group in enumerate(groups) for _ in group]  # by place in display order
        lowest_of: dict[tuple[int, ...], str] = {}  # by the groups of the four cards
        same = {}
        for action, four in zip(legal, combinations(group_of, HEAD_SIZE), strict=True):
            if four not in lowest_of:
                thrown = [card for number in set(four) for card in groups[number][-four.count(number) :]]
                lowest_of[four] = discard_text(card_set(thrown))
            same[action] = lowest_of[four]
        return same

    def advise(
        self,
        limit: "Limit | None" = None,
        *,
        threads: int = 1,
        stop: "Stop | None" = None,
        progress: Any = None,
    ) -> "Advice":
        """What to play, see `tricorn.Advice`."""
        from tricorn.advising import advise

        return advise(self, limit, threads=threads, stop=stop, progress=progress)

    # As a value.

    def to_dict(self) -> dict[str, Any]:
        """A plain dict, as in `to_json`."""
        from tricorn.ruffe.document import view_dict

        return view_dict(self)

    def to_json(self) -> str:
        """The view as JSON, without one card that the seat has not seen."""
        from tricorn.ruffe.document import json_text

        return json_text(self.to_dict())

    @classmethod
    def from_dict(cls, document: dict[str, Any]) -> "View":
        """The view of a dict as `to_dict` gives it; errors name every defect.

        Last of all the announced totals are held against everything else: some deal has to agree with the whole.
        """
        from tricorn.ruffe.document import view_of
        from tricorn.ruffe.worlds import count

        view = view_of(document)
        if not count(view):
            said = f"totals {list(view.totals)}" if view.totals else "the record"
            raise IllegalPositionError("view", [f"no deal agrees with {said} and all else that seat {view.seat} has seen"])
        return view

    @classmethod
    def from_json(cls, text: str | bytes) -> "View":
        """The view of a JSON text, as a front end writes it; errors name every defect."""
        from tricorn.ruffe.document import read_json

        return cls.from_dict(read_json(text))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self.seen == other.seen and self.record == other.record

    def __hash__(self) -> int:
        return hash((self.seen, self.record))

    def __repr__(self) -> str:
        return f"View.from_json({self.to_json()!r})"
