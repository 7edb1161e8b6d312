"""Cards and hands, as numbers and as text.

A card is an int: suit × 13 + rank, suits S H D C = 0..3, ranks 2..A = 0..12; the jokers are 52 and 53. A set of cards is
an int with bit `card` set. Text is suit first: `SA`, `HT`, `JK1`. The parser also takes rank first, any case, `10` for the
ten, the suit symbols, and `JK` for the first joker. A hand may be written like `AQ7.K.T9.` (spades, hearts, diamonds,
clubs: the way the bridge notation PBN writes it).
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tricorn.errors import NotationError

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKA"
JOKERS: Final = (52, 53)
PACK: Final = (1 << 52) - 1
"""The set of all 52 cards without jokers."""

_TEXT: Final = (*(suit + rank for suit in SUITS for rank in RANKS), "JK1", "JK2")
_SYMBOLS: Final = str.maketrans("♠♤♥♡♦♢♣♧", "SSHHDDCC", "\ufe0e\ufe0f")
_CARD: Final = {text: card for card, text in enumerate(_TEXT)} | {
    **{text[1] + text[0]: card for card, text in enumerate(_TEXT[:52])},
    **{text[0] + "10": card for card, text in enumerate(_TEXT[:52]) if text[1] == "T"},
    **{"10" + text[0]: card for card, text in enumerate(_TEXT[:52]) if text[1] == "T"},
    "JK": 52,
}
_WORD: Final = re.compile(r"[^\s,;]+")


def card_text(card: int) -> str:
    """The text of a card.

    >>> card_text(12), card_text(21), card_text(52)
    ('SA', 'HT', 'JK1')
    """
    return _TEXT[card]


def parse_card(text: str, where: str = "") -> int:
    """The card that a text names; `where` says in an error where the text stood.

    >>> parse_card("SA") == parse_card("as") == parse_card("A♠") == 12
    True
    >>> parse_card("10h") == parse_card("HT")
    True
    >>> parse_card("S1")
    Traceback (most recent call last):
    tricorn.errors.NotationError: 'S1' is not a card (write suit and rank, as in SA, HT, D10, C2, JK1)
    """
    card = _CARD.get(text.translate(_SYMBOLS).upper()) if isinstance(text, str) and len(text) <= 8 else None
    if card is None:
        place = f" at {where}" if where else ""
        raise NotationError(f"{quote(text)}{place} is not a card (write suit and rank, as in SA, HT, D10, C2, JK1)")
    return card


def quote(text: object, most: int = 40) -> str:
    """The text in quotes for an error message, cut to `most` characters.

    >>> quote("x" * 50, 5)
    "'xxxxx…'"
    """
    plain = text if isinstance(text, str) else repr(text)
    return repr(plain if len(plain) <= most else plain[:most] + "…")


class _Problems:
    """The first eight defects of a text, and how many there are: a text of megabytes gets one short line."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.count = 0

    def append(self, problem: str) -> None:
        self.count += 1
        if len(self.shown) < 8:
            self.shown.append(problem)

    def __bool__(self) -> bool:
        return self.count > 0

    def text(self) -> str:
        more = [f"and {self.count - len(self.shown)} more"] if self.count > len(self.shown) else []
        return "; ".join(self.shown + more)


def parse_cards(text: str, where: str = "") -> tuple[int, ...]:
    """The cards of a list set apart by blanks, commas or semicolons, in the order written, each at most once.

    Every defect is named, with the card's number and column (from 1).

    >>> [card_text(card) for card in parse_cards("SA, 10h dq")]
    ['SA', 'HT', 'DQ']
    >>> parse_cards("SA XX SA")
    Traceback (most recent call last):
    tricorn.errors.NotationError: card 2, column 4: 'XX' is not a card; card 3, column 7: 'SA' stands twice
    """
    cards: list[int] = []
    problems = _Problems()
    for number, word in enumerate(_WORD.finditer(text), 1):
        card = _CARD.get(word[0].translate(_SYMBOLS).upper()) if len(word[0]) <= 8 else None
        if card is None:
            problems.append(f"card {number}, column {word.start() + 1}: {quote(word[0])} is not a card")
        elif card in cards:
            problems.append(f"card {number}, column {word.start() + 1}: {quote(word[0])} stands twice")
        else:
            cards.append(card)
    if problems:
        raise NotationError((f"{where}: " if where else "") + problems.text())
    return tuple(cards)


def parse_hand(text: str, where: str = "") -> int:
    """The set of a hand written `S.H.D.C`, highest card first by custom, or as a list of cards.

    >>> cards_text(parse_hand("AK.T9..2"))
    'SA SK HT H9 C2'
    >>> parse_hand("AK.T9..2") == parse_hand("C2 SA SK HT H9")
    True
    >>> parse_hand("AA.X..")
    Traceback (most recent call last):
    tricorn.errors.NotationError: hand 'AA.X..': 'A' stands twice in spades; 'X' is not a rank of hearts
    """
    if "." not in text:
        return card_set(parse_cards(text, where))
    problems = _Problems()
    parts = text.strip().upper().replace("10", "T").split(".")
    if len(parts) != 4:
        problems.append(f"{len(parts)} suits instead of 4, set apart by dots")
    held = 0
    for suit, (name, part) in enumerate(zip(("spades", "hearts", "diamonds", "clubs"), parts, strict=False)):
        for letter in part.replace("-", ""):
            rank = RANKS.find(letter)
            if rank < 0:
                problems.append(f"{quote(letter)} is not a rank of {name}")
            elif held >> (suit * 13 + rank) & 1:
                problems.append(f"{quote(letter)} stands twice in {name}")
            else:
                held |= 1 << (suit * 13 + rank)
    if problems:
        raise NotationError(f"{where or 'hand'} {quote(text)}: {problems.text()}")
    return held


def hand_text(held: int) -> str:
    """A set without jokers as `S.H.D.C`.

    >>> hand_text(parse_hand("C2 SA SK"))
    'AK...2'
    """
    return ".".join("".join(RANKS[r] for r in range(12, -1, -1) if held >> (suit * 13 + r) & 1) for suit in range(4))


def card_set(cards: Iterable[int]) -> int:
    """The set that holds the given cards."""
    held = 0
    for card in cards:
        held |= 1 << card
    return held


def cards_of(held: int) -> Iterator[int]:
    """The cards of a set, lowest number first."""
    while held:
        low = held & -held
        yield low.bit_length() - 1
        held ^= low


def display_order(held: int) -> list[int]:
    """The cards of a set as a player sorts them: spades, hearts, diamonds, clubs, each from the top; jokers last.

    >>> cards_text(parse_hand("C2 SK SA"))
    'SA SK C2'
    """
    return sorted(cards_of(held), key=lambda card: (card // 13, -(card % 13)) if card < 52 else (4, card))


def cards_text(held: int) -> str:
    """A set as a list of cards set apart by blanks, in display order."""
    return " ".join(_TEXT[card] for card in display_order(held))


def suit_of(card: int) -> int:
    """The suit 0..3 of a card (S H D C); 4 for a joker."""
    return card // 13


def rank_of(card: int) -> int:
    """The rank 0..12 of a card (2..A); jokers have no rank here, the games say what they are worth."""
    return card % 13
