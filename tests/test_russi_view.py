"""Russi: a view holds what its seat has seen, all that follows from it, and no hidden card."""

import json
import pickle
import random
import re

import pytest

from russi_samples import play_randomly, random_position, random_start
from scale import scaled
from tricorn import russi
from tricorn.cards import PACK, card_text, cards_of, cards_text, parse_card, parse_hand
from tricorn.errors import IllegalPositionError
from tricorn.russi import Position, View
from tricorn.russi.rules import Layout

SMALL = {
    "type": "russi.position",
    "deal": [{"hand": "SA H2", "piles": ["D2<S3"]}, {"hand": "S4 C2", "piles": ["S2<HK"]}],
    "leader": 0,
}


def hidden(position: Position, seat: int) -> int:
    """The cards that a seat has not seen, straight from the layout."""
    return position.hands[1 - seat] | position.covered(0) | position.covered(1)


def shuffled(rng: random.Random, view: View) -> Position:
    """Another world of the view: the hidden cards lie elsewhere."""
    other = rng.sample(list(cards_of(view.candidates)), view.opponent_hand_size)
    held = sum(1 << card for card in other)
    down = list(cards_of(view.unseen & ~held))
    rng.shuffle(down)
    return view.position(held, down)


def test_what_a_seat_has_shown_is_what_the_other_has_seen() -> None:
    rng = random.Random(31)
    shown = 0
    for _ in range(scaled(200, 5000)):
        position = random_position(rng)
        first, second = position.view(0).now, position.view(1).now
        assert (first.shown_void, second.shown_void) == (second.void, first.void)
        shown += first.shown_void > 0
    assert shown > 5


def test_each_player_is_ignorant_of_26_cards_at_the_start() -> None:
    for seat in (0, 1):
        view = russi.deal(3).view(seat)
        assert view.unseen.bit_count() == 26
        assert view.opponent_hand_size == 8
        assert view.void_suits == (False, False, False, False)
        assert view.gone == 0
        assert view.candidates == view.unseen
        assert view.dealer == 1
        assert view.seats == 2


def test_a_view_knows_what_its_seat_has_seen_and_nothing_else() -> None:
    rng = random.Random(1)
    for _ in range(scaled(150, 10_000)):
        position = random_position(rng)
        for seat in (0, 1):
            view = position.view(seat)
            assert view.unseen == hidden(position, seat)
            assert view.hand == position.hands[seat]
            assert view.opponent_hand_size == position.hands[1 - seat].bit_count()
            assert [view.table_up(who) for who in (0, 1)] == [position.table_up(who) for who in (0, 1)]
            assert [view.covered_count(who) for who in (0, 1)] == [position.covered(who).bit_count() for who in (0, 1)]
            assert (view.leader, view.led, view.taken, view.tricks_left) == (
                position.leader,
                position.led,
                position.taken,
                position.tricks_left,
            )
            assert (view.to_move, view.is_over, view.phase) == (position.to_move, position.is_over, position.phase)
            assert view.legal() == (position.legal() if seat == position.to_move else ())
            for suit, void in enumerate(view.void_suits):
                assert not void or not position.hands[1 - seat] >> 13 * suit & 0x1FFF
            assert position.hands[1 - seat] & ~view.candidates == 0


def test_no_hidden_card_is_in_the_document_of_a_view() -> None:
    rng = random.Random(2)
    for _ in range(scaled(150, 10_000)):
        position = random_position(rng)
        for seat in (0, 1):
            text = position.view(seat).to_json()
            named = {parse_card(card) for card in re.findall(r"\b[SHDC][2-9TJQKA]\b", text)}
            assert not named & set(cards_of(hidden(position, seat)))
            assert len(named) == 52 - hidden(position, seat).bit_count()


def test_other_hidden_cards_give_the_same_view() -> None:
    rng = random.Random(3)
    for _ in range(scaled(150, 5_000)):
        position = random_position(rng)
        for seat in (0, 1):
            view = position.view(seat)
            world = shuffled(rng, view)
            assert world.view(seat) == view
            assert world.view(seat).to_json() == view.to_json()
            assert hash(world.view(seat)) == hash(view)
            real = [down for row in position.piles for down, up in row if up is not None and down is not None]
            assert view.position(position.hands[1 - seat], real) == position


def test_a_view_is_a_value() -> None:
    rng = random.Random(4)
    for _ in range(scaled(60, 1000)):
        view = random_position(rng).view(rng.randint(0, 1))
        assert View.from_json(view.to_json()) == view
        assert View.from_dict(view.to_dict()) == view
        assert json.loads(view.to_json()) == view.to_dict()
        assert pickle.loads(pickle.dumps(view)) == view
        assert eval(repr(view), {"View": View}) == view
        assert hash(View.from_json(view.to_json())) == hash(view)
    with pytest.raises(AttributeError, match="never changes"):
        view.record = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="never changes"):
        del view.now
    assert view != "a view"


def test_the_views_of_the_two_seats_differ() -> None:
    position = russi.deal(3)
    assert position.view(0) != position.view(1)
    assert position.view(0).record == position.play(position.legal()[0]).view(0).record[:0]


def test_who_does_not_follow_suit_is_void_in_hand_for_good() -> None:
    start = {**SMALL, "deal": [{"hand": "SA H2", "piles": ["D2<S3"]}, {"hand": "D4 C2", "piles": ["S2<HK"]}]}
    position = Position.from_dict(start).play("SA").play("HK")
    view = position.view(0)
    assert view.record == ("SA", "HK^S2")
    assert view.void_suits == (True, False, False, False)
    assert view.table_up(1) == parse_hand("S2")  # a card turned up may well be of the suit
    assert position.view(1).void_suits == (False,) * 4  # he knows his opponent followed
    assert view.candidates == view.unseen  # D2, D4 and C2 are left


def test_a_void_bars_the_unseen_cards_of_the_suit_from_the_hand() -> None:
    start = Layout((parse_hand("SA D2"), parse_hand("CA CK")), (((1, 2), (3, None)), ((15, 14), (5, None))), 0)
    view = Position(start).play("SA").view(0)
    assert view.led == parse_card("SA")
    after = Position(start).play("SA").play("S7").play("S5").play("H3")
    assert cards_text(after.view(0).unseen) == "S3 CA CK"
    assert after.view(0).void_suits[0]
    assert cards_text(after.view(0).candidates) == "CA CK"
    with pytest.raises(IllegalPositionError, match="the opponent can't hold S3"):
        after.view(0).position(parse_hand("S3 CA"), [parse_card("CK")])


def test_a_world_is_checked() -> None:
    view = russi.deal(3).view(0)
    cards = list(cards_of(view.unseen))
    hand = sum(1 << card for card in cards[:8])
    assert view.position(hand, cards[8:]).view(0) == view
    with pytest.raises(IllegalPositionError, match=r"hand has 7 cards instead of 8; 19 face-down cards instead of 18"):
        view.position(hand ^ 1 << cards[0], [cards[0], *cards[8:]])
    with pytest.raises(IllegalPositionError, match="not the unseen cards outside"):
        view.position(hand, [cards[0], *cards[9:]])


def test_gone_cards_of_an_ending_are_public() -> None:
    rng = random.Random(6)
    start = random_start(rng, 5)
    view = Position(start).view(1)
    assert view.gone == PACK & ~(start.held(0) | start.held(1))
    assert view.to_dict()["gone"] == cards_text(view.gone)
    assert view.dealer is None


def equal_by_exchange(position: Position, one: int, other: int) -> bool:
    """Whether exchanging two cards leaves the values of the two plays alike, by plain minimax."""
    return value_of(position.now.play(one)) == value_of(position.now.play(other))


def value_of(layout: Layout) -> int:
    """Tricks that seat 0 still wins, both sides playing their best with all cards open."""
    if layout.is_over:
        return 0
    values = []
    for card in cards_of(layout.legal()):
        after = layout.play(card)
        values.append(after.taken[0] - layout.taken[0] + value_of(after))
    return max(values) if layout.turn == 0 else min(values)


def test_equal_plays_are_equal_in_every_world_that_is_tried() -> None:
    rng = random.Random(7)
    merged = 0
    for _ in range(scaled(150, 5000)):
        position = play_randomly(rng, Position(random_start(rng, rng.randint(3, 4))), rng.randint(0, 3))
        if position.is_over:
            continue
        view = position.view(position.to_move or 0)
        same = view.equals()
        assert set(same) == set(view.legal())
        for play, first in same.items():
            if play != first:
                merged += 1
                for _ in range(3):
                    world = shuffled(rng, view)
                    assert equal_by_exchange(world, parse_card(play), parse_card(first))
    assert merged > 20


def test_a_covering_card_an_unseen_card_and_a_led_card_separate_plays() -> None:
    hands = (parse_hand("S5 S6 S8 ST H2"), parse_hand("S7 SJ C2 C3 C4 C5 C6 C7"))
    start = Layout(hands, (((parse_card("D2"), parse_card("S4")), (parse_card("S9"), None)), ()), 0)
    view = Position(start).view(0)
    assert view.equals() == {"S4": "S4", "S5": "S5", "S6": "S5", "S8": "S8", "S9": "S9", "ST": "S8", "H2": "H2"}
    led = Layout((parse_hand("S5 S7 S8"), parse_hand("S6 C2 C3")), ((), ()), 1)
    assert Position(led).play("S6").view(0).equals() == {"S5": "S5", "S7": "S7", "S8": "S7"}
    assert Position(led).view(0).equals() == {}


def test_cards_of_one_suit_next_to_each_other_on_the_table_are_equal() -> None:
    start = Layout((parse_hand("H2"), parse_hand("H3 H4 H5")), (((0, None), (1, None)), ()), 0)
    assert Position(start).view(0).equals() == {"S2": "S2", "S3": "S2", "H2": "H2"}


def test_a_card_of_the_opponent_never_shows_in_legal_plays() -> None:
    position = russi.deal(8)
    view = position.view(1)
    assert view.legal() == ()
    assert view.legal_set() == 0
    assert all(card_text(card) not in view.to_json() for card in cards_of(position.hands[0]))
