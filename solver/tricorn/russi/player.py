"""The player `rule`: rules of thumb for Russi, not fitted to anything."""

from tricorn.cards import card_text, cards_of
from tricorn.russi.rules import suit_set
from tricorn.russi.view import View


def rule_play(view: View) -> str:
    """The choice of the player `rule` among `view.legal()`; raises `ValueError` if the seat is not to move.

    Replying: win as cheaply as can be, else throw the lowest card; of equal ranks one that turns a card up.
    Leading: the lowest card that the opponent can't beat, as far as one can see; else low from the longest suit.
    """
    legal = view.legal_set()
    if not legal:
        raise ValueError(f"seat {view.seat} is not to move")
    covering = view.table_up(view.seat) & ~view.now.singles(view.seat)

    def cheapest(cards: int) -> str:
        return card_text(min(cards_of(cards), key=lambda card: (card % 13, not covering >> card & 1, card)))

    if view.led is not None:
        higher = suit_set(view.led // 13) & -(2 << view.led)
        return cheapest(legal & higher or legal)
    against = view.candidates | view.table_up(1 - view.seat)
    sure = sum(1 << card for card in cards_of(legal) if not against & suit_set(card // 13) & -(2 << card))
    if sure:
        return cheapest(sure)
    longest = max(range(4), key=lambda suit: ((legal & suit_set(suit)).bit_count(), -suit))
    return cheapest(legal & suit_set(longest))
