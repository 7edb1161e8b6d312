"""What a view says about where the unseen cards may lie: the conditions that a world has to meet, and no more.

A world of a whole deal is the hands as dealt, the face-down head, the dead cards and the four cards the taker threw away;
of an ending, the hands at its start. Places are the seats, `HEAD` and `DEAD`. Conditions:

- own cards, played cards, the head and the discards as far as the seat has seen them;
- voids: a seat that showed out of a suit has none of it among the cards it has not played; the taker may have had it, but
  then threw it away;
- the trump ace: with the taker if he must have had it, else in the head or dead, or (`unclaimed_head=dealer`) with the dealer;
- announced totals, of the hands as dealt: some suit reaches the total and none exceeds it. Of the winner who has shown his
  claim: he had no other card of the shown suits, and another suit may equal them only with fewer cards.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tricorn.cards import PACK, card_set
from tricorn.errors import NoWorldError
from tricorn.ruffe.ruff import PIPS, SUIT_MASK
from tricorn.ruffe.rules import HEAD_SIZE
from tricorn.ruffe.witness import suits_set

if TYPE_CHECKING:
    from tricorn.ruffe.view import View

HEAD: Final = 4
"""The place of the head's face-down cards."""
DEAD: Final = 5
"""The place of the cards outside the deal."""
_FREE: Final = (-1,) * 4
_NONE: Final = (0,) * 4


@dataclass(frozen=True, slots=True)
class Group:
    """A place that takes some of the free cards.

    Attributes:
        place: a seat, or `HEAD`.
        count: how many free cards it takes.
        allowed: the set of free cards that may lie there.
        known: the set of other cards that surely lie there.
        limits: per suit the announced total that binds it, -1 for none.
        fewer: per suit 0, or the number of cards of a shown claim: the suit may equal the total only with fewer cards.
        must_reach: whether some suit has to reach the total.
    """

    place: int
    count: int
    allowed: int
    known: int
    limits: tuple[int, ...] = _FREE
    fewer: tuple[int, ...] = _NONE
    must_reach: bool = False


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Where the cards of a view may lie; see the module.

    Attributes:
        free: the set of cards whose place as dealt is not known.
        groups: the places that take them, three at most.
        rest, rest_place, rest_allowed: the number of other free cards, where they lie, and which may lie there.
        rest_head: how many of the rest lie in the head, any as likely as another (the others are dead).
        dealt, head, dead: what is known of each seat's hand as dealt, of the head and of the dead cards, as sets.
        bonus, bonus_suit: what the turn-up adds to a claim in trumps.
        points: what a card of each rank counts.
        taker: the seat that threw cards away unseen, or -1.
        taker_cards: the number of his cards before he did.
        taker_voids: all cards of the suits that he has shown to be out of.
        taker_played: the set that he has played.
    """

    free: int
    groups: tuple[Group, ...]
    rest: int
    rest_place: int
    rest_allowed: int
    rest_head: int
    dealt: tuple[int, ...]
    head: int
    dead: int
    bonus: int
    bonus_suit: int
    points: tuple[int, ...]
    taker: int
    taker_cards: int
    taker_voids: int
    taker_played: int

    @classmethod
    def of(cls, view: "View") -> "Knowledge":
        """What a view says.

        Raises:
            NoWorldError: some hand would hold more known cards than were dealt to it.
        """
        return _whole(view) if view.seen.is_whole else _ending(view)


def _group(view: "View", seat: int, size: int, known: int, free: int) -> Group:
    """What is known of the hand, of `size` cards as dealt, of a seat not the viewer's."""
    count = size - known.bit_count()
    if count < 0:
        raise NoWorldError(f"no deal agrees with the view: seat {seat} would have more than {size} cards")
    allowed = free & ~view.barred(seat)
    if not view.totals:
        return Group(seat, count, allowed, known)
    total = view.totals[seat]
    if seat != view.ruff_winner or not view.shown:
        return Group(seat, count, allowed, known, (total,) * 4, _NONE, True)
    if view.rules.show == "hand":
        return Group(seat, count, allowed, known)
    shown = [(view.shown & mask).bit_count() for mask in SUIT_MASK]
    limits = tuple(-1 if cards else total for cards in shown)
    fewer = tuple(0 if cards else max(shown) for cards in shown)
    return Group(seat, count, allowed, known, limits, fewer)


def _whole(view: "View") -> Knowledge:
    rules, me, taker, turn_up = view.rules, view.seat, view.taker, view.turn_up
    assert turn_up is not None
    others = [seat for seat in range(rules.seats) if seat != me]
    dealt = tuple(view.known(seat) for seat in range(rules.seats))
    head = card_set(view.head) or 1 << turn_up
    free = PACK & ~head
    for known in dealt:
        free &= ~known
    groups = [_group(view, seat, rules.hand_size, dealt[seat], free) for seat in others]
    hidden = taker if taker is not None and taker != me else -1
    face_down = HEAD_SIZE - head.bit_count()
    rest, place, rest_head, played = rules.dead_count, DEAD, 0, 0
    if hidden >= 0:
        played = view.played[hidden]
        if rest:
            groups.append(Group(HEAD, face_down, free, head))
        else:
            rest, place = face_down, HEAD
    elif face_down and rest:
        rest, rest_head = rest + face_down, face_down
    elif face_down:
        rest, place = face_down, HEAD
    thrown = hidden >= 0 and bool(view.record)
    return Knowledge(
        free=free,
        groups=tuple(groups),
        rest=rest,
        rest_place=place,
        rest_allowed=free if place == HEAD else free & ~played,
        rest_head=rest_head,
        dealt=dealt,
        head=head,
        dead=0,
        bonus=PIPS[turn_up % 13],
        bonus_suit=turn_up // 13,
        points=PIPS,
        taker=hidden if thrown else -1,
        taker_cards=rules.hand_size + HEAD_SIZE,
        taker_voids=suits_set(view.voids[hidden]) if thrown else 0,
        taker_played=played,
    )


def _ending(view: "View") -> Knowledge:
    seats, me, seen = view.seats, view.seat, view.seen
    table = card_set(seen.trick)
    full = seen.hand.bit_count() + ((me - seen.leader) % seats < len(seen.trick))
    dealt = tuple(seen.hand if seat == me else view.played[seat] & ~table for seat in range(seats))
    free = PACK & ~(seen.gone | table)
    for known in dealt:
        free &= ~known
    groups = []
    for seat in range(seats):
        if seat != me:
            size = full - ((seat - seen.leader) % seats < len(seen.trick))
            groups.append(_group(view, seat, size, dealt[seat], free))
    return Knowledge(
        free=free,
        groups=tuple(groups),
        rest=0,
        rest_place=DEAD,
        rest_allowed=0,
        rest_head=0,
        dealt=dealt,
        head=0,
        dead=0,
        bonus=0,
        bonus_suit=-1,
        points=PIPS,
        taker=-1,
        taker_cards=0,
        taker_voids=0,
        taker_played=0,
    )
