"""Ruffe with all cards known, by exhaustive minimax with a memo: slow, short, and sharing nothing with the library."""

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


class Naive:
    """Values of positions of one game: tricks that side 0 takes from here on, the trick on the table included."""

    def __init__(self, trump: int, sides: list[int], follow: str) -> None:
        self.trump, self.sides, self.follow = trump, sides, follow
        self.memo: dict[tuple[tuple[frozenset[int], ...], int, tuple[int, ...]], int] = {}

    def value(self, hands: tuple[frozenset[int], ...], leader: int, trick: tuple[int, ...]) -> int:
        if not trick and not hands[leader]:
            return 0
        key = hands, leader, trick
        if key not in self.memo:
            seat = (leader + len(trick)) % len(hands)
            values = self.cards(hands, leader, trick).values()
            self.memo[key] = max(values) if self.sides[seat] == 0 else min(values)
        return self.memo[key]

    def cards(self, hands: tuple[frozenset[int], ...], leader: int, trick: tuple[int, ...]) -> dict[int, int]:
        """The value after each legal card."""
        players = len(hands)
        seat = (leader + len(trick)) % players
        found = {}
        for card in playable(hands[seat], trick[0] // 13 if trick else None, self.trump, self.follow):
            rest = tuple(hand - {card} if s == seat else hand for s, hand in enumerate(hands))
            table = (*trick, card)
            if len(table) < players:
                found[card] = self.value(rest, leader, table)
            else:
                winner = (leader + taker(table, self.trump)) % players
                found[card] = (self.sides[winner] == 0) + self.value(rest, winner, ())
        return found


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
