"""Russi positions for benchmarks and fitting, as the plain numbers that the compiled search takes."""

import random
from typing import NamedTuple

from tricorn import russi


class Plain(NamedTuple):
    """Hands (sets of cards that cover nothing), piles (up card, covered card) of both players, and who leads."""

    hands: tuple[int, int]
    piles: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
    leader: int


def deal(seed: int) -> Plain:
    """The full deal `russi.deal(seed)`: each player has nine piles and eight cards in hand; player 0 leads."""
    whole = russi.deal(seed)
    piles = tuple(tuple((up, down) for down, up in row) for row in whole.piles)
    return Plain(whole.hands, (piles[0], piles[1]), whole.leader)


def play_down(position: Plain, tricks: int, rng: random.Random, greed: float = 0.0) -> Plain:
    """The position after tricks played at random until so many are left.

    Args:
        greed: the share of plays that are greedy instead of uniformly random: win as cheaply as can be, else throw
            the lowest card; lead a highest card.
    """
    held = [{card for card in range(52) if hand >> card & 1} for hand in position.hands]
    piles = [dict(own) for own in position.piles]
    leader = position.leader

    def available(player: int) -> list[int]:
        return sorted(held[player] | piles[player].keys())

    def play(player: int, card: int) -> None:
        if card in piles[player]:
            held[player].add(piles[player].pop(card))
        else:
            held[player].remove(card)

    while len(held[0]) + 2 * len(piles[0]) > tricks:
        greedy = greed > 0 and rng.random() < greed
        led = max(available(leader), key=lambda card: card % 13) if greedy else rng.choice(available(leader))
        play(leader, led)
        other = 1 - leader
        choices = available(other)
        choices = [card for card in choices if card // 13 == led // 13] or choices
        if greed > 0 and rng.random() < greed:
            wins = [card for card in choices if card // 13 == led // 13 and card > led]
            reply = min(wins or choices, key=lambda card: card % 13)
        else:
            reply = rng.choice(choices)
        play(other, reply)
        if reply // 13 == led // 13 and reply > led:
            leader = other
    hands = tuple(sum(1 << card for card in own) for own in held)
    left = tuple(tuple(sorted(own.items())) for own in piles)
    return Plain((hands[0], hands[1]), (left[0], left[1]), leader)
