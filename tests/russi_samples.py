"""Seeded Russi material for tests: random endings, random play, relabelled suits, exchanged seats."""

import random
from collections.abc import Callable

from tricorn import russi
from tricorn.cards import cards_of
from tricorn.russi import Position
from tricorn.russi.rules import Layout, Pile


def random_start(rng: random.Random, tricks: int | None = None) -> Layout:
    """A random layout with `tricks` cards each (1..26 if not given), some piles covered, some uncovered, some gone."""
    n = tricks or rng.randint(1, 26)
    pack = rng.sample(range(52), 2 * n)
    hands, rows = [], []
    for seat in (0, 1):
        cards = pack[seat * n : (seat + 1) * n]
        row: list[Pile] = []
        for _ in range(rng.randint(0, 9)):
            kind = rng.choice(("covered", "covered", "single", "gone"))
            if kind == "covered" and len(cards) > 1:
                row.append((cards.pop(), cards.pop()))
            elif kind == "single" and cards:
                row.append((cards.pop(), None))
            else:
                row.append((None, None))
        hands.append(sum(1 << card for card in cards))
        rows.append(tuple(row))
    return Layout((hands[0], hands[1]), (rows[0], rows[1]), rng.randint(0, 1))


def random_position(rng: random.Random) -> Position:
    """A whole deal or an ending after a random number of random plays; perhaps in mid-trick, perhaps over."""
    whole = rng.random() < 0.5
    position = russi.deal(rng.getrandbits(60), rng.randint(0, 1)) if whole else Position(random_start(rng))
    return play_randomly(rng, position, rng.randint(0, 2 * position.tricks_left))


def play_randomly(rng: random.Random, position: Position, plies: int) -> Position:
    """The position after up to `plies` random plays."""
    for _ in range(plies):
        legal = position.legal()
        if not legal:
            break
        position = position.play(rng.choice(legal))
    return position


def mapped(layout: Layout, new: Callable[[int], int]) -> Layout:
    """The layout with every card replaced."""
    hands = tuple(sum(1 << new(card) for card in cards_of(hand)) for hand in layout.hands)
    rows = tuple(
        tuple((None if down is None else new(down), None if up is None else new(up)) for down, up in row)
        for row in layout.piles
    )
    led = None if layout.led is None else new(layout.led)
    return Layout((hands[0], hands[1]), (rows[0], rows[1]), layout.leader, led, layout.taken)


def exchanged(layout: Layout) -> Layout:
    """The layout with the seats exchanged."""
    return Layout(layout.hands[::-1], layout.piles[::-1], 1 - layout.leader, layout.led, layout.taken[::-1])
