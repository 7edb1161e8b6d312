"""The player `rule`: rules of thumb for Ruffe and Trumps, not fitted to anything."""

from collections.abc import Iterable
from functools import cache
from itertools import chain, combinations, product
from typing import Final

from tricorn.cards import card_set, card_text, cards_of, display_order
from tricorn.ruffe.follow import playable, suit_set, winning
from tricorn.ruffe.position import DISCARD, discard_text
from tricorn.ruffe.ruff import SUIT_MASK
from tricorn.ruffe.rules import HEAD_SIZE, Follow
from tricorn.ruffe.view import View

_HONOURS: Final = {12: 4.0, 11: 2.5, 10: 1.0}  # what ace, king and queen of a plain suit are worth when guarded


def rule_play(view: View) -> str:
    """The choice of the player `rule` among `view.legal()`; raises `ValueError` if the seat is not to move.

    Throwing away: the first of `discard_scores`. Leading: the highest card of a suit in which nobody can have a higher
    one, trumps first while others may have some; else low from the longest plain suit. Replying: throw the lowest card
    if the partner's card is good; else win as cheaply as can be, before the last hand only with a card that no unseen
    card of its suit beats, or as third hand or later; else the lowest card, trumps last.

    >>> from tricorn.ruffe.position import deal
    >>> pos = deal(seed=7)
    >>> rule_play(pos.view(pos.to_move)) in pos.legal()
    True
    """
    if view.to_move != view.seat:
        raise ValueError(f"seat {view.seat} is not to move")
    if view.phase == DISCARD:
        return discard_scores(view)[0][1]
    table = [card for _, card in view.trick]
    led = table[0] // 13 if table else None
    cards = list(cards_of(playable(view.hand, led, view.trump, view.rules.follow)))
    unseen, trumps = view.unseen, suit_set(view.trump)

    def sure(card: int) -> bool:
        return not unseen & SUIT_MASK[card // 13] & -(2 << card)

    def price(card: int) -> tuple[bool, int, int]:
        return card // 13 == view.trump, card % 13, -(view.hand & SUIT_MASK[card // 13]).bit_count()

    if not table:
        tops = [card for card in cards if sure(card)]
        drawing = [card for card in tops if trumps >> card & 1 and unseen & trumps]
        plain = [card for card in cards if not trumps >> card & 1]
        tops = drawing or [card for card in tops if card in plain] or tops
        if tops:
            return card_text(max(tops, key=lambda card: ((view.hand & SUIT_MASK[card // 13]).bit_count(), card)))
        longest = max((view.hand & SUIT_MASK[card // 13]).bit_count() for card in plain or cards)
        low = [card for card in plain or cards if (view.hand & SUIT_MASK[card // 13]).bit_count() == longest]
        return card_text(min(low, key=price))
    best = winning(table, view.trump)
    last = len(table) == view.seats - 1
    partner = view.sides[view.trick[best][0]] == view.sides[view.seat]
    winners = [card for card in cards if winning([table[0], table[best], card], view.trump) == 2]
    if (partner and (last or sure(table[best]))) or not winners:
        return card_text(min(cards, key=price))
    good = [card for card in winners if sure(card)]
    if last or good:
        return card_text(min(winners if last else good, key=price))
    if len(table) == 1 and view.seats > 2 and winners[0] // 13 == led:
        return card_text(min(cards, key=price))  # second hand low
    return card_text(min(winners, key=price) if partner or winners[0] // 13 != led else max(winners, key=price))


def discard_scores(view: View) -> list[tuple[float, str]]:
    """Every discard with what a cheap rule thinks of the cards kept, best first; equal scores in the order of `legal`.

    Kept trumps count most, then guarded honours and length; a suit given up altogether is a chance to trump.

    >>> from tricorn.ruffe.position import deal
    >>> pos = deal(seed=7)
    >>> scores = discard_scores(pos.view(pos.taker))
    >>> len(scores), scores[0][0] >= scores[-1][0]
    (1820, True)
    """
    thrown = (card_set(four) for four in combinations(display_order(view.hand), HEAD_SIZE))
    return [(score, discard_text(four)) for score, four in _ranked(view, thrown)]


def best_discards(view: View, most: int) -> list[tuple[str, tuple[str, ...]]]:
    """The first `most` of `discard_scores` that differ in more than cards of equal worth, each with those equal to it.

    A discard stands for all that throw as many cards from each of `view.runs()`; it throws the lowest of each.

    >>> from tricorn.ruffe.position import deal
    >>> pos = deal(seed=7)
    >>> best = best_discards(pos.view(pos.taker), 3)
    >>> [len(equals) for _, equals in best], best[0][0] in pos.legal()
    ([0, 1, 1], True)
    """
    runs = view.runs()
    group_of = [number for number, run in enumerate(runs) for _ in run]
    by_groups = {
        card_set(card for number in set(four) for card in runs[number][-four.count(number) :]): four
        for four in dict.fromkeys(combinations(group_of, HEAD_SIZE))
    }
    found = []
    for _, thrown in _ranked(view, by_groups)[:most]:
        four = by_groups[thrown]
        choices = product(*(combinations(runs[number], four.count(number)) for number in dict.fromkeys(four)))
        same = [card_set(chain.from_iterable(parts)) for parts in choices]
        found.append((discard_text(thrown), tuple(discard_text(other) for other in same if other != thrown)))
    return found


def kept_worth(ranks: int, trumps: bool, follow: Follow) -> float:
    """What the cheap rule thinks of the cards kept in one suit, a set of ranks 0..12; of trumps, or of a plain suit."""
    held = list(cards_of(ranks))
    if trumps:
        return sum(3.0 + rank / 4 for rank in held)
    free_trumping = follow == "suit-or-trump"  # a void is worth less where a trump may be played anyway
    if not held:
        return 0.5 if free_trumping else 2.0
    honours = sum(value for rank, value in _HONOURS.items() if rank in held and len(held) > 12 - rank)
    return honours / (2 if free_trumping else 1) + 0.4 * max(0, len(held) - 3) + max(held) / 100


def _ranked(view: View, discards: Iterable[int]) -> list[tuple[float, int]]:
    """Sets of four cards of the taker's with the score of what he keeps, best first; equal scores in the order given."""
    if view.phase != DISCARD or view.to_move != view.seat:
        raise ValueError(f"seat {view.seat} has no discard to make")
    trump, follow = view.trump, view.rules.follow

    @cache
    def worth(suit: int, held: int) -> float:
        return kept_worth(held >> 13 * suit, suit == trump, follow)

    hand = view.hand
    scores = []
    for thrown in discards:
        kept = hand ^ thrown
        scores.append((sum(worth(suit, kept & SUIT_MASK[suit]) for suit in range(4)), thrown))
    scores.sort(key=lambda row: -row[0])
    return scores
