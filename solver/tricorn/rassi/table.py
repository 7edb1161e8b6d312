"""What lies open on the table: everything that follows from the record alone, the same for all seats."""

from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from tricorn.rassi.rules import HAND, HIGH, LOW, STEPS, Rules, height, points

CHANGE: Final = "change"
KEEP: Final = "keep"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended.

    Attributes:
        penalised: seats that score, in the order in which they played to the last trick.
        rank: what the highest card of the last trick counts, 1..13.
        points: penalty of every seat, its multiplier included.
        scores: of every seat after the deal.
        out: seats that have reached `out_at` with it.
    """

    penalised: tuple[int, ...]
    rank: int
    points: tuple[int, ...]
    scores: tuple[int, ...]
    out: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return {name: list(v) if isinstance(v := getattr(self, name), tuple) else v for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Table:
    """The public state of a deal. A seat is asked or plays at a time; the seats are 0..n-1, clockwise.

    Attributes:
        phase: "free", "doubles", "redouble", "play" or "over".
        to_move: the seat that is asked or has to play; None when the deal is over.
        asked: seats of this round of exchange that had their turn, or were passed over, counted from the dealer's left.
        stock_size: cards left in the stock.
        multipliers: 1, 2 or 4 by seat.
        changed: by seat, whether it changed at "free", "doubles", "redouble".
        exchanges: (seat, step 0..2, changed?) in the order in which the seats were asked.
        sizes: cards in hand by seat.
        leader: who leads, or led, the current trick.
        trick: (seat, card) of the current trick, in order.
        tricks: the finished tricks, oldest first.
        intervals: by seat the lowest and the highest `height` that a card left in the hand can have, as far as the
            plays show it; (2, 14) where they show nothing, (lo, lo - 1) where no card can be left.
    """

    rules: Rules
    seats: int
    dealer: int
    phase: str
    to_move: int | None
    asked: int
    stock_size: int
    multipliers: tuple[int, ...]
    changed: tuple[tuple[bool, bool, bool], ...]
    exchanges: tuple[tuple[int, int, bool], ...]
    sizes: tuple[int, ...]
    leader: int
    trick: tuple[tuple[int, int], ...]
    tricks: tuple[tuple[tuple[int, int], ...], ...]
    intervals: tuple[tuple[int, int], ...]

    @property
    def is_last(self) -> bool:
        """Whether the current trick is the last one of the deal, in which aces and jokers are low."""
        return self.phase == "play" and self.sizes[self.leader] + bool(self.trick) == 1

    @property
    def highest(self) -> int | None:
        """Height of the highest card of the current trick, None when nobody has played to it."""
        if not self.trick:
            return None
        measure = points if self.is_last else height
        return max(measure(card) for _, card in self.trick)

    def played(self, seat: int) -> tuple[int, ...]:
        """The cards that lie before a seat, in the order played."""
        return tuple(card for trick in (*self.tricks, self.trick) for who, card in trick if who == seat)

    def exchange(self, changed: bool) -> "Table":
        """The table after the seat that is asked changed or kept its cards."""
        seat, step = self.to_move, STEPS.index(self.phase)
        assert seat is not None
        exchanges = (*self.exchanges, (seat, step, changed))
        if not changed:
            return _ask(replace(self, exchanges=exchanges, asked=self.asked + 1))
        free, doubled, redoubled = self.changed[seat]
        marks = (free or step == 0, doubled or step == 1, redoubled or step == 2)
        return _ask(
            replace(
                self,
                exchanges=exchanges,
                asked=self.asked + 1,
                stock_size=self.stock_size - HAND,
                multipliers=_put(self.multipliers, seat, max(self.multipliers[seat], 1 << step)),
                changed=_put(self.changed, seat, marks),
            )
        )

    def play(self, card: int) -> "Table":
        """The table after the seat to move played this card."""
        seat = self.to_move
        assert seat is not None
        trick = (*self.trick, (seat, card))
        sizes = _put(self.sizes, seat, self.sizes[seat] - 1)
        intervals = self._shown(seat, card)
        if len(trick) < self.seats:
            return replace(self, trick=trick, sizes=sizes, intervals=intervals, to_move=(seat + 1) % self.seats)
        last = not any(sizes)
        measure = points if last else height
        top = max(measure(played) for _, played in trick)
        winner = [who for who, played in trick if measure(played) == top][-1]
        return replace(
            self,
            trick=(),
            tricks=(*self.tricks, trick),
            sizes=sizes,
            intervals=intervals,
            leader=winner,
            to_move=None if last else winner,
            phase="over" if last else "play",
        )

    def _shown(self, seat: int, card: int) -> tuple[tuple[int, int], ...]:
        # Who plays below the highest card of the trick plays the lowest card held, so nothing left is lower; if
        # overtaking is forced, nothing left could have overtaken either. Any other play shows nothing: who can overtake
        # may do it with any such card, and keep lower and higher ones.
        highest, value = self.highest, height(card)
        if highest is None or value >= highest or self.is_last:
            return self.intervals
        lo, hi = self.intervals[seat]
        top = highest - 1 if self.rules.overtake == "forced" else HIGH
        return _put(self.intervals, seat, (max(lo, value), min(hi, top)))

    def rewound(self, trick: int) -> "Table":
        """The table as it was in the play when a trick began; 0 is the first one of the record."""
        played = (*self.tricks, self.trick)
        first = played[0][0][0] if played[0] else self.leader
        table = replace(
            self,
            phase="play",
            to_move=first,
            sizes=(max(self.sizes) + len(self.tricks),) * self.seats,
            leader=first,
            trick=(),
            tricks=(),
            intervals=((LOW + 1, HIGH),) * self.seats,
        )
        for cards in played[:trick]:
            for _, card in cards:
                table = table.play(card)
        return table

    def result(self, scores: tuple[int, ...]) -> Result | None:
        """How the deal ended, given the scores before it; None while it is going on."""
        if self.phase != "over":
            return None
        last = self.tricks[-1]
        rank = max(points(card) for _, card in last)
        tied = tuple(seat for seat, card in last if points(card) == rank)
        penalised = tied if self.rules.last_tie == "all" else tied[-1:]
        scored = tuple(rank * self.multipliers[seat] if seat in penalised else 0 for seat in range(self.seats))
        after = tuple(before + more for before, more in zip(scores, scored, strict=True))
        out = tuple(seat for seat in range(self.seats) if after[seat] >= self.rules.out_at)
        return Result(penalised, rank, scored, after, out)


def opening(rules: Rules, seats: int, dealer: int) -> Table:
    """The table after a deal, before anybody is asked."""
    stock = rules.pack_size(seats) - seats * HAND
    table = _laid(rules, seats, dealer, HAND, (dealer + 1) % seats, stock, (1,) * seats)
    return _ask(replace(table, phase="free"))


def ending(
    rules: Rules, seats: int, dealer: int, size: int, leader: int, stock: int, multipliers: tuple[int, ...]
) -> Table:
    """The table of an ending: `size` cards in each hand, the exchange over, `leader` to lead."""
    return _laid(rules, seats, dealer, size, leader, stock, multipliers)


def _laid(
    rules: Rules, seats: int, dealer: int, size: int, leader: int, stock: int, multipliers: tuple[int, ...]
) -> Table:
    return Table(
        rules=rules,
        seats=seats,
        dealer=dealer,
        phase="play",
        to_move=leader,
        asked=0,
        stock_size=stock,
        multipliers=multipliers,
        changed=((False, False, False),) * seats,
        exchanges=(),
        sizes=(size,) * seats,
        leader=leader,
        trick=(),
        tricks=(),
        intervals=((LOW + 1, HIGH),) * seats,
    )


def _ask(table: Table) -> Table:
    # Turns to the next seat that is asked. With fewer than six cards in the stock nobody is asked any more. In the free
    # round everybody is asked, also who holds a K, Q or J and can only keep: to pass over those seats would show their
    # hands to all. In the other two rounds who may change is public, and who may not is passed over.
    step, asked = STEPS.index(table.phase), table.asked
    while table.stock_size >= HAND and step < len(STEPS):
        while asked < table.seats:
            seat = (table.dealer + 1 + asked) % table.seats
            free, doubled, _ = table.changed[seat]
            if step == 0 or (step == 1 and (table.rules.doubles == "any" or not free)):
                return replace(table, phase=STEPS[step], asked=asked, to_move=seat)
            if step == 2 and (table.rules.redouble == "anyone" or doubled):
                return replace(table, phase=STEPS[step], asked=asked, to_move=seat)
            asked += 1
        step, asked = step + 1, 0
    return replace(table, phase="play", asked=0, to_move=table.leader)


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
