"""Cards and notation: every spelling, and errors that quote the text and say where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricorn import cards
from tricorn.errors import NotationError, TricornError

PACK_AND_JOKERS = range(54)


@pytest.mark.parametrize("card", PACK_AND_JOKERS)
def test_text_round_trip(card: int) -> None:
    text = cards.card_text(card)
    assert cards.parse_card(text) == cards.parse_card(text.lower()) == card


@pytest.mark.parametrize("card", range(52))
def test_either_order_and_symbols(card: int) -> None:
    suit, rank = cards.card_text(card)
    for symbol in (suit, suit.lower(), "♠♥♦♣"["SHDC".index(suit)], "♤♡♢♧"["SHDC".index(suit)]):
        for written in {rank, rank.lower(), "10" if rank == "T" else rank}:
            assert cards.parse_card(symbol + written) == card
            assert cards.parse_card(written + symbol) == card


def test_emoji_presentation_of_a_suit_symbol() -> None:
    assert cards.parse_card("♥\ufe0fA") == cards.parse_card("HA")


def test_numbers_are_as_documented() -> None:
    assert cards.parse_card("S2") == 0
    assert cards.parse_card("H2") == 13
    assert cards.parse_card("CA") == 51
    assert (cards.parse_card("JK"), cards.parse_card("JK1"), cards.parse_card("JK2")) == (52, 52, 53)
    assert (cards.suit_of(13), cards.rank_of(25), cards.suit_of(53)) == (1, 12, 4)


@pytest.mark.parametrize("text", ["", "S", "S1", "S11", "X9", "SAA", "AS S", "JK3", "10", "♠", "S" * 1000, "１S"])
def test_bad_card_is_quoted(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        cards.parse_card(text, "deal[0].hand")
    assert cards.quote(text) in str(caught.value)
    assert "deal[0].hand" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_list_names_every_defect_and_its_place() -> None:
    with pytest.raises(NotationError) as caught:
        cards.parse_cards("SA, S9 XX; s9\nYY")
    assert str(caught.value).split("; ") == [
        "card 3, column 8: 'XX' is not a card",
        "card 4, column 12: 's9' stands twice",
        "card 5, column 15: 'YY' is not a card",
    ]


def test_a_long_list_of_defects_is_cut() -> None:
    with pytest.raises(NotationError, match="and 992 more"):
        cards.parse_cards("XX " * 1000)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("AK.Q", "2 suits instead of 4"),
        ("A.K.Q.J.T", "5 suits instead of 4"),
        ("AXA...", "'X' is not a rank of spades; 'A' stands twice in spades"),
    ],
)
def test_bad_hands(text: str, problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        cards.parse_hand(text)


@given(st.integers(0, cards.PACK))
def test_hand_round_trip(held: int) -> None:
    assert cards.parse_hand(cards.hand_text(held)) == held
    assert cards.parse_hand(cards.cards_text(held)) == held
    assert cards.card_set(cards.cards_of(held)) == held


@given(st.text(max_size=30))
def test_the_parsers_raise_nothing_but_their_own_error(text: str) -> None:
    for parse in (cards.parse_card, cards.parse_cards, cards.parse_hand):
        try:
            parse(text)
        except TricornError as error:
            assert "\n" not in str(error)
