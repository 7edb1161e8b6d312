"""How the hidden cards of a view can lie, as far as ranks go, and how to draw or count them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, factorial, prod
from typing import TYPE_CHECKING, Final

from tricorn._rassi_count import count_classes
from tricorn._rassi_worlds import Sampler
from tricorn.cards import RANKS, cards_of
from tricorn.errors import NoWorldError
from tricorn.rassi.rules import HAND, STEPS, height

if TYPE_CHECKING:
    from tricorn.rassi.view import View

DEAD: Final = -1
"""Owner of a group that nobody holds."""
NEXT: Final = -2
"""Owner of the six cards that the next change brings."""
_ALL: Final = (1 << 13) - 1
_NO_FACE: Final = _ALL & ~(0b111 << 9)  # no J, Q, K
_MOST_STATES: Final = 4096  # of the table that a draw by ranks needs; beyond it classes are merged
_MOST_COUNTED: Final = 20_000  # states of an exact count


@dataclass(frozen=True, slots=True)
class Plan:
    """The hidden cards of a view.

    Attributes:
        hidden: the set of cards that the seat has not seen.
        counts: how many of them have each rank 0..12 (a joker counts as an ace).
        owners: of each group its seat, `DEAD` or `NEXT`.
        masks: of each group the set of ranks that it may hold.
        sizes: of each group the number of cards.
        loose: hidden cards in no group: hands thrown away at "doubles" and "redouble", and the stock.
        ordered: whether the order of the stock is part of a world, because exchanges can still happen.
        sampler: draws the groups.
    """

    hidden: int
    counts: tuple[int, ...]
    owners: tuple[int, ...]
    masks: tuple[int, ...]
    sizes: tuple[int, ...]
    loose: int
    ordered: bool
    sampler: Sampler


@lru_cache(maxsize=64)  # the blocks of worlds of one search ask for the same view; a plan of nine players takes a megabyte
def plan(view: "View") -> Plan:
    """The plan of a view; `NoWorldError` if no full deal agrees with it."""
    counts, owners, masks, sizes = _groups(view)
    sampler = make_sampler(counts, masks, sizes)
    loose = sum(counts) - sum(sizes)
    ordered = view.phase in STEPS
    return Plan(view.unseen, tuple(counts), tuple(owners), tuple(masks), tuple(sizes), loose, ordered, sampler)


def contradiction(view: "View") -> str | None:
    """What the plays of a view say together that can't be, each being possible by itself; None if some deal agrees."""
    counts, _, masks, sizes = _groups(view)
    by_mask: dict[int, list[int]] = {}
    for group, mask in enumerate(masks):
        by_mask.setdefault(mask, []).append(group)
    return _shortage(counts, sizes, by_mask)


def _groups(view: "View") -> tuple[list[int], list[int], list[int], list[int]]:
    # How many hidden cards there are of each rank; and of every group its owner, its set of ranks, its size.
    counts = [0] * 13
    for card in cards_of(view.unseen):
        counts[height(card) - 2] += 1
    owners, masks, sizes = [], [], []
    for seat in range(view.seats):
        if seat != view.seat and view.sizes[seat]:
            low, high = view.intervals[seat]
            owners.append(seat)
            masks.append(_ALL >> (14 - high) & _ALL << (low - 2) if low <= high else 0)
            sizes.append(view.sizes[seat])
    if view.phase in STEPS and view.stock_size >= HAND:
        owners.append(NEXT)
        masks.append(_ALL)
        sizes.append(HAND)
    for _ in range(view.dead_free):
        owners.append(DEAD)
        masks.append(_NO_FACE)
        sizes.append(HAND)
    present = sum(1 << rank for rank in range(13) if counts[rank])
    return counts, owners, [mask & present for mask in masks], sizes


def make_sampler(
    counts: Sequence[int],
    masks: Sequence[int],
    sizes: Sequence[int],
    most_states: int = _MOST_STATES,
    nested: bool = True,
) -> Sampler:
    """What draws groups of the given sizes and sets of ranks from cards of the given counts, exactly uniformly.

    `most_states` bounds the table of a draw by ranks; `nested` False never takes the quick way for nested sets.
    """
    present = sum(1 << rank for rank in range(13) if counts[rank])
    by_mask: dict[int, list[int]] = {}
    for group, mask in enumerate(masks):
        by_mask.setdefault(mask & present, []).append(group)
    if problem := _shortage(counts, sizes, by_mask):
        raise NoWorldError(f"no full deal agrees with this view: {problem}")
    if nested and all(a & b in (0, a, b) for a, b in combinations(by_mask, 2)):
        classes, base = _nested(counts, by_mask, present)
        return Sampler(counts, masks, sizes, classes, base, (), True)
    rest = by_mask.pop(present, [])
    merged = list(by_mask.items())
    strict = True
    while len(merged) > 1 and prod(sum(sizes[g] for g in members) + 1 for _, members in merged) > most_states:
        strict = False
        (a, ga), (b, gb) = max(combinations(merged, 2), key=lambda pair: _alike(counts, pair[0][0], pair[1][0]))
        merged = [row for row in merged if row[0] not in (a, b)]
        again = [row for row in merged if row[0] == a | b]
        merged = [row for row in merged if row[0] != a | b]
        merged.append((a | b, ga + gb + [g for _, members in again for g in members]))
    rows = [(members, sum(sizes[g] for g in members), mask) for mask, members in merged]
    return Sampler(counts, masks, sizes, rows, (), rest, strict)


def _shortage(counts: Sequence[int], sizes: Sequence[int], by_mask: dict[int, list[int]]) -> str | None:
    # Hall's condition: the groups can be filled together if any of them together find enough cards.
    needs = [(mask, sum(sizes[g] for g in members)) for mask, members in by_mask.items()]
    for chosen in range(1, 1 << len(needs)):
        union = need = 0
        for i, (mask, size) in enumerate(needs):
            if chosen >> i & 1:
                union |= mask
                need += size
        have = sum(counts[rank] for rank in range(13) if union >> rank & 1)
        if need > have:
            ranks = " ".join(RANKS[rank] for rank in range(13) if union >> rank & 1)
            return f"{need} cards must be of the ranks {ranks}, but only {have} such cards are unseen" if ranks else (
                f"{need} cards can be of no rank that is left"
            )
    return None


def _alike(counts: Sequence[int], a: int, b: int) -> float:
    # How much of two sets of ranks is common, by cards.
    both = sum(counts[rank] for rank in range(13) if a & b & 1 << rank)
    either = sum(counts[rank] for rank in range(13) if (a | b) & 1 << rank)
    return both / either if either else 1.0


def _nested(
    counts: Sequence[int], by_mask: dict[int, list[int]], present: int
) -> tuple[list[tuple[int, int, list[int], list[int]]], list[int]]:
    # Lays the cards so that those of each class stand together, and lists the classes from the inside out.
    classes: list[tuple[int, int, list[int], list[int]]] = []
    base: list[int] = []

    def lay(mask: int, inside: list[int]) -> int:
        start, children, left = len(base), [], mask
        outer = [m for m in inside if not any(m & k == m and m != k for k in inside)]
        for m in outer:
            children.append(lay(m, [k for k in inside if k & m == k and k != m]))
            left &= ~m
        for rank in range(13):
            if left >> rank & 1:
                base.extend([rank] * counts[rank])
        classes.append((start, len(base), children, by_mask.get(mask, [])))
        return len(classes) - 1

    lay(present, [m for m in by_mask if m not in (0, present)])
    return classes, base


def count_worlds(view: "View") -> int | None:
    """How many worlds agree with the view: exact; None where counting would take too long, 0 when there is none."""
    try:
        found = plan(view)
    except NoWorldError:
        return 0
    ways = count_groups(found.counts, found.masks, found.sizes)
    if ways is None:
        return None
    # What no group holds: the hands thrown away at "doubles" and "redouble", then the stock. The next six of the stock
    # are a group as a set; their order counts as well where the order of the stock does.
    thrown = view.dead_other
    stock = found.loose - thrown * HAND
    ways *= factorial(found.loose) // (prod([factorial(HAND)] * thrown) * factorial(stock))
    if found.ordered:
        ways *= factorial(stock) * (factorial(HAND) if NEXT in found.owners else 1)
    return ways


def count_groups(counts: Sequence[int], masks: Sequence[int], sizes: Sequence[int], nested: bool = True) -> int | None:
    """In how many ways the groups can be filled with the cards; None where there are too many states to count.

    `nested` False never takes the quick way for nested sets of ranks.
    """
    present = sum(1 << rank for rank in range(13) if counts[rank])
    by_mask: dict[int, list[int]] = {}
    for group, mask in enumerate(masks):
        by_mask.setdefault(mask & present, []).append(group)
    needs = {mask: sum(sizes[g] for g in members) for mask, members in by_mask.items()}
    # the members of a class share its cards in any way
    ways: int = prod(factorial(needs[mask]) // prod(factorial(sizes[g]) for g in groups) for mask, groups in by_mask.items())
    rest = needs.pop(present, 0)
    ways *= comb(sum(counts) - sum(needs.values()), rest) if sum(counts) >= sum(needs.values()) + rest else 0
    rows = list(needs.items())
    if nested and all(a & b in (0, a, b) for a, b in combinations(needs, 2)):
        for mask, need in rows:
            inside = sum(size for other, size in rows if other != mask and other & mask == other)
            ways *= comb(max(sum(counts[rank] for rank in range(13) if mask >> rank & 1) - inside, 0), need)
        return ways
    if prod(need + 1 for _, need in rows) > _MOST_COUNTED:
        return None
    return ways * count_classes(counts, [mask for mask, _ in rows], [need for _, need in rows])
