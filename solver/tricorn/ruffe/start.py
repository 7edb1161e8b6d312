"""What the actions of a deal start from: a whole deal, or an ending."""

from collections.abc import Sequence
from dataclasses import dataclass

from tricorn.cards import PACK, card_set, card_text, cards_of, cards_text
from tricorn.errors import IllegalPositionError
from tricorn.ruffe.follow import refusal
from tricorn.ruffe.ruff import Ruff
from tricorn.ruffe.rules import HEAD_SIZE, Rules


@dataclass(frozen=True, slots=True)
class Start:
    """The cards before the first action; make one with `whole_deal` or `ending`, which check it.

    Attributes:
        rules: the options.
        dealer: the dealer's seat.
        hands: the set of each seat: as dealt, or in an ending as it starts (cards on the table not included).
        head: the four cards of the head, turn-up first; empty in an ending.
        dead: the set of cards outside the deal; 0 in an ending.
        trump: the trump suit 0..3 (S H D C), or None for an ending without trumps.
        sides: the side of each seat.
        leader: the seat that leads, or has led, the first trick.
        trick: cards that lie on the table when an ending starts, from the leader on.
        taken: tricks that each seat had taken before.
        ruff: what comes of the ruff; None in an ending.
        taker: the seat that takes the head, or None.
    """

    rules: Rules
    dealer: int
    hands: tuple[int, ...]
    head: tuple[int, ...]
    dead: int
    trump: int | None
    sides: tuple[int, ...]
    leader: int
    trick: tuple[int, ...]
    taken: tuple[int, ...]
    ruff: Ruff | None
    taker: int | None

    @property
    def is_whole(self) -> bool:
        """Whether this is a whole deal from the ruff on, and no ending."""
        return bool(self.head)

    @property
    def tricks(self) -> int:
        """The number of tricks to be played from here, one that lies on the table included."""
        return max(hand.bit_count() for hand in self.hands) if self.hands else 0


def head_taker(hands: Sequence[int], turn_up: int, rules: Rules, dealer: int) -> int | None:
    """The seat that takes the head: the dealer who turns an ace up, else the holder of the ace, else by the rules."""
    ace = turn_up // 13 * 13 + 12
    if turn_up == ace:
        return dealer
    for seat, hand in enumerate(hands):
        if hand >> ace & 1:
            return seat
    return dealer if rules.unclaimed_head == "dealer" else None


def whole_deal(rules: Rules, dealer: int, hands: Sequence[int], head: Sequence[int], dead: int = 0) -> Start:
    """The start of a whole deal, checked.

    Raises:
        IllegalPositionError: names every defect.
    """
    problems = []
    if len(hands) != rules.seats:
        problems.append(f"{len(hands)} hands instead of {rules.seats}")
    if not 0 <= dealer < rules.seats:
        problems.append(f"dealer {dealer} is no seat 0..{rules.seats - 1}")
    for seat, hand in enumerate(hands):
        if hand.bit_count() != rules.hand_size:
            problems.append(f"seat {seat} has {hand.bit_count()} cards instead of {rules.hand_size}")
    if len(head) != HEAD_SIZE:
        problems.append(f"the head has {len(head)} cards instead of {HEAD_SIZE}")
    if dead.bit_count() != rules.dead_count:
        problems.append(f"{dead.bit_count()} dead cards instead of {rules.dead_count}")
    named = [(f"seat {seat}", hand) for seat, hand in enumerate(hands)] + [
        ("the head", card_set(head)),
        ("the dead cards", dead),
    ]
    if len(set(head)) != len(head):
        problems.append("a card stands twice in the head")
    problems += twice(named)
    if problems:
        raise IllegalPositionError("deal", problems)
    turn_up = head[0]
    return Start(
        rules=rules,
        dealer=dealer,
        hands=tuple(hands),
        head=(turn_up, *sorted(head[1:])),
        dead=dead,
        trump=turn_up // 13,
        sides=rules.side_of,
        leader=(dealer + 1) % rules.seats,
        trick=(),
        taken=(0,) * rules.seats,
        ruff=Ruff.of(hands, turn_up, rules, dealer),
        taker=head_taker(hands, turn_up, rules, dealer),
    )


def ending(
    rules: Rules,
    hands: Sequence[int],
    leader: int,
    trump: int | None,
    *,
    sides: Sequence[int] | None = None,
    trick: Sequence[int] = (),
    taken: Sequence[int] | None = None,
    dealer: int | None = None,
) -> Start:
    """The start of an ending, checked; see `Start` for the arguments.

    Raises:
        IllegalPositionError: names every defect.
    """
    seats = rules.seats
    sides = rules.side_of if sides is None else tuple(sides)
    taken = (0,) * seats if taken is None else tuple(taken)
    dealer = (leader - 1) % seats if dealer is None else dealer
    problems = ending_problems(seats, leader, trump, sides, trick, taken, dealer)
    if len(hands) != seats:
        problems.append(f"{len(hands)} hands instead of {seats}")
    elif not problems:
        count = max(hand.bit_count() for hand in hands)
        for step in range(seats):
            seat = (leader + step) % seats
            due = count - (step < len(trick))
            if hands[seat].bit_count() != due:
                problems.append(f"seat {seat} has {hands[seat].bit_count()} cards instead of {due}")
        if trick and count == 0:
            problems.append("cards on the table, but nobody holds one to play to them")
    if not problems:
        for step, card in enumerate(trick[1:], 1):
            seat = (leader + step) % seats
            reason = refusal(card, hands[seat] | 1 << card, trick[0] // 13, trump, rules.follow)
            if reason:
                problems.append(f"the card of seat {seat} on the table: {reason}")
    problems += twice([(f"seat {seat}", hand) for seat, hand in enumerate(hands)] + [("the table", card_set(trick))])
    problems += [f"{card_text(card)} is not of the 52 cards" for card in cards_of(sum(hands) & ~PACK if not problems else 0)]
    if problems:
        raise IllegalPositionError("ending", problems)
    return Start(rules, dealer, tuple(hands), (), 0, trump, sides, leader, tuple(trick), taken, None, None)


def ending_problems(
    seats: int,
    leader: int,
    trump: int | None,
    sides: Sequence[int],
    trick: Sequence[int],
    taken: Sequence[int],
    dealer: int,
) -> list[str]:
    """What is wrong with the public part of an ending."""
    problems = []
    for name, seat in (("leader", leader), ("dealer", dealer)):
        if not 0 <= seat < seats:
            problems.append(f"{name} {seat} is no seat 0..{seats - 1}")
    if trump is not None and not 0 <= trump < 4:
        problems.append(f"trump {trump} is no suit 0..3")
    used = sorted(set(sides))
    if len(sides) != seats or used != list(range(len(used))) or len(used) < 2:
        problems.append(f"sides {list(sides)}: one for each of {seats} seats, two or more, numbered from 0 without gaps")
    if len(taken) != seats or min(taken, default=0) < 0 or sum(taken) > 26:
        problems.append(f"taken {list(taken)}: a number of tricks for each of {seats} seats")
    if len(trick) >= seats:
        problems.append(f"{len(trick)} cards on the table of {seats} seats: a full trick is gone")
    if len(set(trick)) != len(trick):
        problems.append("a card lies twice on the table")
    return problems


def twice(named: Sequence[tuple[str, int]]) -> list[str]:
    """What is held at two places at once."""
    problems = []
    for index, (place, cards) in enumerate(named):
        for other, others in named[:index]:
            if cards & others:
                problems.append(f"{cards_text(cards & others)} both at {other} and at {place}")
    return problems
