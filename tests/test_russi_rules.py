"""Russi: positions as values, legal plays and their reasons, deals, documents."""

import contextlib
import json
import pickle
import random
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from russi_samples import exchanged, mapped, play_randomly, random_position, random_start
from scale import scaled
from tricorn import russi
from tricorn.cards import card_text, parse_card, parse_hand
from tricorn.errors import IllegalPlayError, IllegalPositionError
from tricorn.russi import Position, Result, Rules
from tricorn.russi.document import from_oracle
from tricorn.russi.rules import Layout, reply_wins

DATA = Path(__file__).parent / "data"
SMALL = {
    "type": "russi.position",
    "deal": [{"hand": "SA H2", "piles": ["D2<S3"]}, {"hand": "S4 C2", "piles": ["S2<HK"]}],
    "leader": 0,
}


def small(**changes: object) -> dict[str, object]:
    return {**SMALL, **changes}


def test_a_whole_deal_has_nine_piles_and_eight_cards_in_hand_for_each() -> None:
    for dealer in (0, 1):
        position = russi.deal(11, dealer)
        assert position.dealer == dealer
        assert position.to_move == position.leader == 1 - dealer
        assert [hand.bit_count() for hand in position.hands] == [8, 8]
        assert [position.table_up(seat).bit_count() for seat in (0, 1)] == [9, 9]
        assert [position.covered(seat).bit_count() for seat in (0, 1)] == [9, 9]
        held = [position.now.held(seat) for seat in (0, 1)]
        assert held[0] ^ held[1] == (1 << 52) - 1
        assert position.tricks_left == 26


def test_the_dealer_gets_every_second_card() -> None:
    one, other = russi.deal(5, dealer=1), russi.deal(5, dealer=0)
    assert one.start == exchanged(other.start)
    assert {russi.deal(seed) for seed in range(50)} == {russi.deal(seed) for seed in range(50)}
    assert len({russi.deal(seed) for seed in range(50)}) == 50


@pytest.mark.parametrize("dealer", [2, -1, None])
def test_a_deal_needs_a_dealer(dealer: int) -> None:
    with pytest.raises(IllegalPositionError, match="is neither 0 nor 1"):
        russi.deal(1, dealer)


def test_the_reply_follows_suit_with_any_available_card_of_it() -> None:
    position = Position.from_dict(small()).play("SA")
    assert position.legal() == ("S4",)
    with pytest.raises(IllegalPlayError, match=r"^HK does not follow SA: seat 1 could follow with S4$"):
        position.play("HK")


def test_a_covered_card_counts_for_nothing_until_it_is_turned_up() -> None:
    start = small(deal=[{"hand": "SA H2", "piles": ["D2<S3"]}, {"hand": "D4 C2", "piles": ["S2<HK"]}])
    position = Position.from_dict(start).play("SA")
    assert position.legal() == ("HK", "D4", "C2")  # S2 lies under HK
    with pytest.raises(IllegalPlayError, match=r"^S2 still lies face down before seat 1$"):
        position.play("S2")
    after = position.play("HK")
    assert after.taken == (1, 0)
    assert after.leader == 0
    assert after.piles[1] == ((parse_card("S2"), None),)
    assert after.play("S3").legal() == ("S2",)  # now it is available, and must follow


def test_the_follower_sees_what_the_leader_turned_up_before_replying() -> None:
    position = Position.from_dict(small()).play("S3")
    assert position.to_move == 1
    view = position.view(1)
    assert view.record == ("S3^D2",)
    assert view.table_up(0) == parse_hand("D2")
    assert view.unseen & parse_hand("D2") == 0


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("S4", "S4 is not among the cards of seat 0, whose turn it is"),
        ("D2", "D2 still lies face down before seat 0"),
        ("JK1", "JK1 is not among the cards of seat 0, whose turn it is"),
        ("DA", "DA is not among the cards of seat 0, whose turn it is"),
        ("S2 S3", "'S2 S3' is not a card"),
        ("", "'' is not a card"),
    ],
)
def test_an_illegal_play_says_why(card: str, reason: str) -> None:
    position = Position.from_dict(small())
    with pytest.raises(IllegalPlayError) as error:
        position.play(card)
    assert str(error.value).startswith(reason)
    assert position == Position.from_dict(small())


def test_nothing_can_be_played_after_the_last_trick() -> None:
    over = Position.from_dict(small(record=["SA", "S4", "S3", "HK", "H2", "S2", "D2", "C2"]))
    assert (over.is_over, over.phase, over.to_move, over.legal()) == (True, "over", None, ())
    assert over.result() == Result((4, 0), 0)
    with pytest.raises(IllegalPlayError, match="SA: the deal is over"):
        over.play("SA")


@pytest.mark.parametrize(
    ("led", "reply", "wins"),
    [("S2", "S3", True), ("SA", "S2", False), ("S2", "HA", False), ("CA", "SA", False), ("CQ", "CK", True)],
)
def test_only_a_higher_card_of_the_led_suit_takes_the_trick(led: str, reply: str, wins: bool) -> None:
    assert reply_wins(parse_card(led), parse_card(reply)) is wins


def test_a_position_is_a_value() -> None:
    rng = random.Random(2)
    for _ in range(scaled(60, 1000)):
        position = random_position(rng)
        again = Position.from_json(position.to_json())
        assert again == position
        assert hash(again) == hash(position)
        assert (again.now, again.rules) == (position.now, position.rules)
        assert pickle.loads(pickle.dumps(position)) == position
        assert eval(repr(position), {"Position": Position}) == position
        assert Position.from_dict(position.to_dict()) == position
        assert json.loads(position.to_json()) == position.to_dict()
        assert (position.is_over) == (position.result() is not None) == (not position.legal())
        if not position.is_over:
            assert position.play(position.legal()[0]) != position


def test_a_position_never_changes() -> None:
    position = russi.deal(1)
    with pytest.raises(AttributeError, match="never changes"):
        position.record = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="never changes"):
        del position.now
    with pytest.raises(FrozenInstanceError):
        position.now.leader = 1  # type: ignore[misc]


def test_the_rules_have_no_options() -> None:
    assert Rules.literal() == Rules() == Rules.from_dict({})
    assert Rules().to_dict() == {}
    with pytest.raises(IllegalPositionError, match="no option 'trumps'; there is no option 'jokers'"):
        Rules.from_dict({"trumps": "S", "jokers": 2})


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"leader": None}, ["Expected `int`, got `null` - at `$.leader`"]),
        ({"leader": 2}, ["Expected `int` <= 1 - at `$.leader`"]),
        ({"dealer": 0}, ["an ending names its leader, not the dealer"]),
        ({"taken": [20, 1]}, ["tricks taken 20 and 1 are not the 22 played before (nor 0 and 0)"]),
        ({"extra": 1}, ["Object contains unknown field `extra`"]),
        ({"rules": {"trumps": "S"}}, ["Object contains unknown field `trumps` - at `$.rules`"]),
        ({"deal": [{"hand": "", "piles": []}, {"hand": "", "piles": []}]}, ["no cards"]),
        (
            {"deal": [{"hand": "SA", "piles": ["-"] * 10}, {"hand": "SK", "piles": []}]},
            ["seat 0 has 10 piles, 9 is the most"],
        ),
        ({"deal": [{"hand": "SA", "piles": []}, {"hand": "JK1", "piles": []}]}, ["there are no jokers in Russi"]),
        (
            {"deal": [{"hand": "SA XX", "piles": ["S2<"]}, {"hand": "SK SA", "piles": ["C2<C3<C4", "SA"]}]},
            [
                "hand of seat 0: card 2, column 4: 'XX' is not a card",
                "'' at seat 0, pile 1 is not a card (write suit and rank, as in SA, HT, D10, C2, JK1)",
                "seat 1, pile 1: 'C2<C3<C4' is not a pile (DOWN<UP, UP or -)",
                "more than one place for SA",
            ],
        ),
        ({"record": ["SA", "HK"]}, ["play 2: HK does not follow SA: seat 1 could follow with S4"]),
        (
            {"record": ["SA", "HK", "SK", "S2"]},
            [
                "play 2: HK does not follow SA: seat 1 could follow with S4",
                "play 3: SK is not among the cards of seat 0, whose turn it is",
                "the 1 plays after that can't be checked",
            ],
        ),
        (
            {"record": ["SA", "S4", "??"]},
            ["play 3: '??' is not a card (write suit and rank, as in SA, HT, D10, C2, JK1)"],
        ),
        (
            {"record": ["SA", "S4", "S3", "HK", "H2", "S2", "D2", "C2", "C3"]},
            ["play 9: C3: the deal is over"],
        ),
    ],
)
def test_a_bad_document_is_refused_with_every_defect_named(changes: dict[str, object], problems: list[str]) -> None:
    with pytest.raises(IllegalPositionError) as error:
        Position.from_dict(small(**changes))
    assert error.value.what == "position of Russi"
    assert list(error.value.problems) == problems


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"dealer": 0, "leader": 0}, "dealer 0 can't lead to the first trick"),
        ({"dealer": None}, "the dealer is missing"),
    ],
)
def test_a_whole_deal_names_its_dealer(changes: dict[str, object], problem: str) -> None:
    data = {name: value for name, value in {**russi.deal(4).to_dict(), **changes}.items() if value is not None}
    with pytest.raises(IllegalPositionError, match=problem):
        Position.from_dict(data)
    data = {**russi.deal(4).to_dict(), "leader": 0}
    assert Position.from_dict(data) == russi.deal(4)


@pytest.mark.parametrize("text", ["", "{", "[]", "12", '{"type":"russi.view"}', '{"type":"russi.position"}', b"\xff"])
def test_what_is_not_a_document_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(IllegalPositionError) as error:
        Position.from_json(text)
    assert "\n" not in str(error.value)


def test_half_a_character_is_no_json() -> None:
    for text in ("\ud800", '{"type":"\ud800"}'):
        with pytest.raises(IllegalPositionError, match="not JSON"):
            Position.from_json(text)


def test_a_long_document_of_nonsense_gets_a_short_line() -> None:
    document = {**russi.deal(7).view(0).to_dict(), "record": ["XX"] * 5_000}
    with pytest.raises(IllegalPositionError) as caught:
        russi.View.from_dict(document)
    assert len(caught.value.problems) == 5_001  # and that nothing after the first was checked
    assert str(caught.value).endswith("and 4901 more") and len(str(caught.value)) < 20_000


def test_a_start_is_the_start_of_a_trick() -> None:
    with pytest.raises(IllegalPositionError, match="belongs in the record"):
        Position(Layout((1, 2), ((), ()), 0, 5))


@pytest.mark.parametrize("seat", [-1, 2, 5])
def test_there_are_two_seats(seat: int) -> None:
    with pytest.raises(IllegalPositionError, match=f"seat {seat} is neither 0 nor 1"):
        russi.deal(7).view(seat)


def test_a_random_document_never_fails_in_another_way() -> None:
    rng = random.Random(8)
    for _ in range(scaled(300, 5000)):
        data = json.loads(random_position(rng).to_json())
        part = rng.choice(("record", "deal", "hand"))
        if part == "record" and data["record"]:
            data["record"][rng.randrange(len(data["record"]))] = card_text(rng.randrange(54))
        elif part == "deal":
            data["deal"] = data["deal"][::-1]
        else:
            data["deal"][0]["hand"] += " " + card_text(rng.randrange(52))
        with contextlib.suppress(IllegalPositionError):
            assert Position.from_dict(data).record == tuple(data["record"])


def test_golden_positions_can_be_read() -> None:
    lines = (DATA / "russi-open.jsonl").read_text().splitlines()
    assert len(lines) == 130
    for line in lines:
        data = json.loads(line)
        position = from_oracle(data)
        assert position.tricks_left == data["tricks"]
        assert position.leader == position.to_move == data["leader"]
        assert Position.from_json(position.to_json()) == position


def test_relabelled_suits_and_exchanged_seats_play_the_same_game() -> None:
    rng = random.Random(4)
    for _ in range(scaled(60, 2000)):
        start = random_start(rng)
        suits = rng.sample(range(4), 4)

        def new(card: int, suits: list[int] = suits) -> int:
            return suits[card // 13] * 13 + card % 13

        position = play_randomly(rng, Position(start), 52)
        relabelled, swapped = mapped(start, new), exchanged(start)
        now = start
        for text in position.record:
            card = parse_card(text)
            assert sum(1 << new(c) for c in range(52) if now.legal() >> c & 1) == relabelled.legal()
            assert now.legal() == swapped.legal()
            now, relabelled, swapped = now.play(card), relabelled.play(new(card)), swapped.play(card)
            assert relabelled == mapped(now, new)
            assert swapped == exchanged(now)
        assert now.taken == relabelled.taken == swapped.taken[::-1] == position.taken


def test_taken_tricks_of_an_ending_count_for_the_result() -> None:
    start = Layout((1 << 12, 1 << 11), ((), ()), 0, None, (12, 13))
    over = Position(start, ("SA", "SK"))
    assert over.result() == Result((13, 13), None)
    assert Position.from_json(over.to_json()) == over
    assert Result((13, 13), None).to_dict() == {"tricks": [13, 13], "winner": None}
