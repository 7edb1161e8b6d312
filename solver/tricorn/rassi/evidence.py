"""A view from what a front end tells: checked against the rules, every defect named."""

from collections.abc import Sequence

from tricorn.cards import card_set, card_text, cards_of
from tricorn.errors import IllegalPositionError
from tricorn.rassi.position import setup_problems
from tricorn.rassi.replay import Replay
from tricorn.rassi.rules import HAND, STEPS, Rules, has_face
from tricorn.rassi.table import Table, ending, opening
from tricorn.rassi.view import Known, View


def view_of(
    rules: Rules,
    seats: int,
    seat: int,
    dealer: int,
    scores: Sequence[int],
    hand: int,
    thrown: tuple[int, int, int],
    known: Known | None,
    record: Sequence[object],
) -> View:
    """The view of a seat that now holds `hand`, threw away `thrown`, and saw `record`.

    Raises:
        IllegalPositionError: names every defect: of the frame, of the own cards, and of the record.
    """
    leader, marks = (known.leader, known.multipliers) if known else (None, (1,) * seats)
    problems = setup_problems(rules, seats, dealer, scores, leader, marks, False)
    if 2 <= seats <= 9 and not 0 <= seat < seats:
        problems.append(f"seat {seat} is not one of 0..{seats - 1}")
    if known and not 1 <= known.size <= HAND:
        problems.append(f"size {known.size}: an ending has 1 to {HAND} cards in each hand")
    if problems:
        raise IllegalPositionError("view of rassi", problems)
    pack = (1 << rules.pack_size(seats)) - 1
    problems += _own_card_problems(seat, pack, hand, thrown, known.gone if known else 0)
    if known:
        table = ending(rules, seats, dealer, known.size, known.leader, known.stock, known.multipliers)
        left = (pack & ~known.gone).bit_count() - known.size * seats
        if known.stock != left:
            problems.append(
                f"stock {known.stock}: {left} cards are neither in the {seats} hands of {known.size} nor gone"
            )
    else:
        table = opening(rules, seats, dealer)
    walk = _walk(table, seat, hand, thrown, known, record)
    problems += walk.problems
    both = hand & card_set(walk.table.played(seat))
    problems += [f"{card_text(card)} of the hand was played before by seat {seat}" for card in cards_of(both)]
    for step, six in enumerate(thrown):
        changed = walk.table.changed[seat][step]
        if six and not changed:
            problems.append(f"cards thrown away at {STEPS[step]!r}, where seat {seat} did not change")
        if changed and not six:
            problems.append(f"seat {seat} changed at {STEPS[step]!r}, but the cards it threw away are not given")
    if hand.bit_count() != walk.table.sizes[seat]:
        problems.append(
            f"the hand has {hand.bit_count()} cards, after this record seat {seat} holds {walk.table.sizes[seat]}"
        )
    if problems:
        raise IllegalPositionError("view of rassi", problems)
    view = View(
        rules=rules,
        seat=seat,
        dealer=dealer,
        scores=tuple(scores),
        hand=hand,
        thrown=thrown,
        known=known,
        record=tuple(walk.record),
        table=walk.table,
    )
    from tricorn.rassi.plan import contradiction  # compiled: loaded with the first view from outside

    if problem := contradiction(view):
        raise IllegalPositionError("view of rassi", [problem])
    return view


def _own_card_problems(seat: int, pack: int, hand: int, thrown: tuple[int, int, int], gone: int) -> list[str]:
    problems, seen = [], 0
    places = [("the hand", hand), *((f"the cards thrown away at {STEPS[i]!r}", six) for i, six in enumerate(thrown))]
    for place, held in [*places, ("the cards gone", gone)]:
        problems += [f"{card_text(card)} of {place} stands twice" for card in cards_of(held & seen)]
        problems += [f"{card_text(card)} of {place} is not in the pack" for card in cards_of(held & ~pack)]
        seen |= held
    for place, six in places[1:]:
        if six and six.bit_count() != HAND:
            problems.append(f"{place}: {six.bit_count()} cards, a change is of all {HAND}")
    if has_face(thrown[0]):
        problems.append(f"seat {seat} may not change free, it held a K, Q or J")
    return problems


def _walk(
    table: Table, seat: int, hand: int, thrown: tuple[int, int, int], known: Known | None, record: Sequence[object]
) -> Replay:
    # The own hand at every moment: each hand thrown away, in order, and last the hand now with the own cards already
    # played. Which cards those are is known only after a walk that takes every own hand for unknown.
    blind = Replay(table, [None] * table.seats, lambda who, step: None)
    blind.walk(record)
    held = hand
    for card in blind.table.played(seat):
        held |= 1 << card
    hands = [six for six in thrown if six] + [held]
    hands.reverse()  # the next one is the last of the list

    def draw(who: int, step: int) -> int | None:
        return (hands.pop() if hands else None) if who == seat else None

    start: list[int | None] = [None] * table.seats
    start[seat] = draw(seat, 0)
    walk = Replay(table, start, draw)
    for card in cards_of(known.gone if known else 0):
        walk.seen[card] = "is gone"
    for step, six in enumerate(thrown):
        for card in cards_of(six):
            walk.seen[card] = f"seat {seat} threw away at {STEPS[step]!r}"
    walk.walk(record)
    return walk
