"""Russi with all cards known by plain minimax, written apart from the engine, and random positions to compare on."""

import random
from functools import cache

Cards = frozenset[int]
Piles = tuple[tuple[int, int], ...]  # (up, down)
Side = tuple[Cards, Piles]


def usable(side: Side) -> Cards:
    hand, piles = side
    return hand | {up for up, _ in piles}


def without(side: Side, card: int) -> Side:
    hand, piles = side
    if card in hand:
        return hand - {card}, piles
    down = dict(piles)[card]
    return hand | {down}, tuple(pile for pile in piles if pile[0] != card)


def size(side: Side) -> int:
    return len(side[0]) + 2 * len(side[1])


@cache
def leader_takes(mine: Side, his: Side) -> int:
    """Tricks of the one who leads, both playing best."""
    return max((reply_keeps(without(mine, card), his, card) for card in usable(mine)), default=0)


@cache
def reply_keeps(mine: Side, his: Side, led: int) -> int:
    """Tricks of the one who led `led` and now holds `mine`."""
    return min(after(mine, his, led, reply) for reply in replies(his, led))


def replies(his: Side, led: int) -> list[int]:
    cards = sorted(usable(his))
    return [card for card in cards if card // 13 == led // 13] or cards


def after(mine: Side, his: Side, led: int, reply: int) -> int:
    rest = without(his, reply)
    if reply // 13 == led // 13 and reply > led:
        return size(mine) - leader_takes(rest, mine)
    return 1 + leader_takes(mine, rest)


def values(sides: tuple[Side, Side], leader: int, led: int | None) -> dict[int, int]:
    """For every legal play the tricks of the side to move, the current trick included."""
    leader_takes.cache_clear()
    reply_keeps.cache_clear()
    mine, his = sides[leader], sides[1 - leader]
    if led is None:
        return {card: reply_keeps(without(mine, card), his, card) for card in usable(mine)}
    return {card: size(his) - after(mine, his, led, card) for card in replies(his, led)}


def random_position(rng: random.Random, tricks: int, rich: bool) -> tuple[tuple[Side, Side], int, int | None]:
    """Random cards of random suits; `rich`: as many piles as fit, else any number. Half of them in mid-trick."""
    suits = rng.randint(1 if 2 * tricks <= 13 else 2, 4)
    ranks = rng.sample(range(13), rng.randint(-(-2 * tricks // suits), 13))
    pack = rng.sample([suit * 13 + rank for suit in range(suits) for rank in ranks], 2 * tricks)
    sides = []
    for cards in (pack[:tricks], pack[tricks:]):
        most = tricks // 2
        piles = rng.randint(max(0, most - 1), most) if rich else rng.randint(0, most)
        table = tuple((cards[2 * i], cards[2 * i + 1]) for i in range(piles))
        sides.append((frozenset(cards[2 * piles :]), table))
    leader = rng.randrange(2)
    led = None
    if rng.random() < 0.5:
        led = rng.choice(sorted(usable(sides[leader])))
        sides[leader] = without(sides[leader], led)
    return (sides[0], sides[1]), leader, led


def plain(sides: tuple[Side, Side]) -> tuple[list[int], list[Piles]]:
    """Hands as sets and piles, as the compiled search takes them."""
    return [sum(1 << card for card in hand) for hand, _ in sides], [piles for _, piles in sides]
