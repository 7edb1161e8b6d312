"""Random endings of Ruffe, and the rules of a trick on sets of cards: slow, short, and sharing nothing with the library."""

from random import Random

SUIT = [range(13 * suit, 13 * suit + 13) for suit in range(4)]


def playable(hand: frozenset[int], led: int | None, trump: int, follow: str) -> frozenset[int]:
    """The legal cards of a hand."""
    if led is None:
        return hand
    same = frozenset(card for card in hand if card in SUIT[led])
    trumps = frozenset(card for card in hand if trump >= 0 and card in SUIT[trump])
    if follow == "suit":
        return same or hand
    if follow == "suit-else-trump":
        return same or trumps or hand
    return same | trumps or hand


def taker(trick: tuple[int, ...], trump: int) -> int:
    """The index of the card that takes the trick."""
    trumps = [card for card in trick if trump >= 0 and card in SUIT[trump]]
    best = max(trumps) if trumps else max(card for card in trick if card // 13 == trick[0] // 13)
    return trick.index(best)


def ending(rng: Random, players: int, size: int, deck: int = 52) -> tuple[list[frozenset[int]], int, int, list[int]]:
    """A random ending: hands, leader, trump (-1: none), sides; from the top `deck` / 4 ranks of each suit."""
    pack = [suit * 13 + 12 - rank for suit in range(4) for rank in range(deck // 4)]
    rng.shuffle(pack)
    hands = [frozenset(pack[size * seat : size * seat + size]) for seat in range(players)]
    sides = [rng.randrange(2) for _ in range(players)]
    if len(set(sides)) == 1:
        sides[rng.randrange(players)] ^= 1
    return hands, rng.randrange(players), rng.randrange(-1, 4), sides


def play_some(
    rng: Random, hands: list[frozenset[int]], leader: int, trump: int, follow: str, count: int
) -> tuple[list[frozenset[int]], tuple[int, ...]]:
    """Play `count` random legal cards of the first trick."""
    trick: tuple[int, ...] = ()
    hands = list(hands)
    for step in range(count):
        seat = (leader + step) % len(hands)
        card = rng.choice(sorted(playable(hands[seat], trick[0] // 13 if trick else None, trump, follow)))
        hands[seat] -= {card}
        trick += (card,)
    return hands, trick
