"""The player `rule`: some rules of thumb, not fitted to anything."""

from tricorn.cards import cards_of, parse_card
from tricorn.rassi.rules import points
from tricorn.rassi.table import CHANGE, KEEP
from tricorn.rassi.view import View


def rule_play(view: View) -> str:
    """The choice of the player `rule` where it is its turn.

    What counts is the card kept for the last trick, so it plays the legal card that would be worst there: kings before
    twos, and aces, which are low there, last of all. A change is worth its price when not even the lowest card of
    the hand is low: above 4 for nothing, above 7 for the double, above 9 for the fourfold.

    >>> from tricorn.rassi import deal
    >>> rule_play(deal(7, 4).view(1))
    'keep'
    """
    legal = view.legal()
    if view.phase == "play":
        return max(legal, key=lambda text: (points(parse_card(text)), text))
    if CHANGE not in legal:
        return KEEP
    lowest = min(points(card) for card in cards_of(view.hand))
    return CHANGE if lowest > {"free": 4, "doubles": 7, "redouble": 9}[view.phase] else KEEP
