"""Only the order of ranks within a suit matters: squeezing out the gaps, or opening new ones, changes no value."""

import random

from russi_samples import mapped, play_randomly, random_start
from scale import scaled
from tricorn.cards import card_text, cards_of, parse_card
from tricorn.russi import Position


def test_compressed_and_stretched_ranks_are_worth_the_same() -> None:
    rng = random.Random(31)
    moved = 0
    for _ in range(scaled(150, 3000)):
        position = play_randomly(rng, Position(random_start(rng, rng.randint(1, 9))), rng.choice((0, 0, 1, 2, 3)))
        if position.to_move is None:
            continue
        start = position.start
        held = sum(1 << card for card in range(52) if _is_there(start, card))
        squeezed, stretched = {}, {}
        for suit in range(4):
            cards = [card for card in cards_of(held) if card // 13 == suit]
            wide = sorted(rng.sample(range(13), len(cards)))
            squeezed |= {card: suit * 13 + rank for rank, card in enumerate(cards)}
            stretched |= {card: suit * 13 + rank for rank, card in zip(wide, cards, strict=True)}
        want = _values(position)
        for new in (squeezed, stretched):
            record = [card_text(new[parse_card(action)]) for action in position.record]
            other = Position(mapped(start, new.__getitem__), record)
            moved += other != position
            assert _values(other) == {card_text(new[parse_card(card)]): value for card, value in want.items()}
    assert moved > 100


def _is_there(start, card: int) -> bool:
    piled = {other for row in start.piles for pile in row for other in pile if other is not None}
    return bool((start.hands[0] | start.hands[1]) >> card & 1) or card in piled


def _values(position: Position) -> dict[str, int | None]:
    rows = position.solve().plays
    return {card: row.value for row in rows for card in (row.card, *row.equals)}
