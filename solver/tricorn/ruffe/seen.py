"""What one seat has seen before the first action: the start of a view, as `Start` is the start of a position."""

from dataclasses import dataclass

from tricorn.ruffe.ruff import ruff_winner
from tricorn.ruffe.rules import Rules


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards in sight of one seat, and what was said. It holds no hidden card.

    Attributes:
        rules: the options.
        seat: whose view it is.
        dealer: the dealer's seat.
        hand: the seat's own set, as dealt; in an ending as it started.
        turn_up: the card turned up; None in an ending.
        head: the four cards of the head, turn-up first, if the seat took them; else empty.
        totals: the announced ruff totals; empty in an ending.
        taker: the seat that took the head, or None if nobody did.
        shown: the set that the winner of the ruff has shown; 0 while a discard is due.
        trump, sides, leader, trick, taken: as in `Start`.
        gone: the set of cards that were played before an ending started; 0 in a whole deal.
    """

    rules: Rules
    seat: int
    dealer: int
    hand: int
    turn_up: int | None
    head: tuple[int, ...]
    totals: tuple[int, ...]
    taker: int | None
    shown: int
    trump: int | None
    sides: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    taken: tuple[int, ...]
    gone: int

    @property
    def is_whole(self) -> bool:
        """Whether the view is of a whole deal, and of no ending."""
        return self.turn_up is not None

    @property
    def ruff_winner(self) -> int | None:
        """The seat that wins the ruff by the totals announced, or None."""
        return ruff_winner(self.totals, self.rules, self.dealer, self.sides) if self.totals else None

    @property
    def trump_ace(self) -> int | None:
        """The ace of trumps, or None without trumps."""
        return None if self.trump is None else self.trump * 13 + 12

    @property
    def ace_by_taker(self) -> bool:
        """Whether the head was taken with a trump ace from the hand: known of every taker but two.

        A dealer who turned an ace up takes the head for that, and under `unclaimed_head=dealer` the dealer takes it
        without the ace as well; his own ace, if he has one, tells only himself.
        """
        if self.taker is None or self.turn_up == self.trump_ace:
            return False
        return self.taker != self.dealer or self.rules.unclaimed_head == "out"
