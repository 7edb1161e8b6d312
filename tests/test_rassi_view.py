"""Views of Rassi: no hidden card, what plays show, records that can't be."""

import pickle
import re
from itertools import combinations
from random import Random
from typing import Any

import pytest

from rassi_deals import random_ending, random_position
from scale import scaled
from tricorn import rassi
from tricorn.cards import card_set, cards_of, parse_card, parse_hand
from tricorn.errors import IllegalPositionError
from tricorn.rassi.rules import HIGH, height

CARD = re.compile(r"\b(?:[SHDC][2-9TJQKA]|JK[12])\b")


def test_views_are_values_and_come_back_from_json() -> None:
    rng = Random(1)
    for _ in range(scaled(250, 3_000)):
        pos = random_position(rng)
        seat = rng.randrange(pos.seats)
        view = pos.view(seat)
        same = rassi.View.from_json(view.to_json())
        assert (same, hash(same), same.table) == (view, hash(view), view.table)
        assert pickle.loads(pickle.dumps(view)) == view
        assert eval(repr(view), {"View": rassi.View}) == view
        assert view.legal() == (pos.legal() if pos.to_move == seat else ())
        assert (view.phase, view.to_move, view.seats, view.is_over) == (pos.phase, pos.to_move, pos.seats, pos.is_over)
        assert (view.multipliers, view.leader, view.trick) == (pos.multipliers, pos.leader, pos.trick)
        assert (view.exchanges, view.stock_size, view.record) == (pos.exchanges, len(pos.stock), pos.record)
        assert view.sizes == tuple(hand.bit_count() for hand in pos.hands)
        assert view.result() == pos.result()
        dead = sum(six != 0 for who, row in enumerate(pos.thrown) for six in row if who != seat)
        assert view.dead_free + view.dead_other == dead
        others = sum(size for who, size in enumerate(view.sizes) if who != seat)
        assert view.unseen.bit_count() == others + 6 * dead + view.stock_size


def test_a_view_holds_no_hidden_card() -> None:
    rng = Random(2)
    for _ in range(scaled(300, 5_000)):
        pos = random_position(rng) if rng.random() < 0.8 else random_ending(rng, rng.randint(2, 6), 4, 5)
        seat = rng.randrange(pos.seats)
        view = pos.view(seat)
        seen = pos.hands[seat] | pos.gone
        for six in pos.thrown[seat]:
            seen |= six
        for action in pos.record:
            if action not in ("change", "keep"):
                seen |= 1 << parse_card(action)
        for text in (view.to_json(), repr(view)):
            assert card_set(map(parse_card, CARD.findall(text))) & ~seen == 0
        assert view.unseen == pos.pack & ~seen


def test_hidden_cards_may_change_places_unseen() -> None:
    rng = Random(3)
    checked = 0
    for _ in range(scaled(200, 3_000)):
        pos = random_position(rng)
        seat = rng.randrange(pos.seats)
        view = pos.view(seat)
        # Swapping two unseen cards of one rank keeps every answer legal, so another deal has the same view.
        pairs = [
            (a, b)
            for a, b in combinations(cards_of(view.unseen), 2)
            if height(a) == height(b) and not any(hand >> a & 1 and hand >> b & 1 for hand in pos.hands)
        ]
        if not pairs:
            continue
        a, b = rng.choice(pairs)
        to = {a: b, b: a}
        hands = [card_set(to.get(card, card) for card in cards_of(hand)) for hand in pos.dealt]
        other = rassi.Position.start(
            hands,
            [to.get(card, card) for card in pos.dealt_stock],
            rules=pos.rules,
            dealer=pos.dealer,
            scores=pos.scores,
            record=pos.record,
        )
        assert other.view(seat) == view
        assert other.view(seat).table == view.table
        checked += other != pos
    assert checked > scaled(150, 2_000)


def test_every_card_left_lies_in_its_interval() -> None:
    rng = Random(4)
    tight = 0
    for _ in range(scaled(300, 5_000)):
        pos = random_position(rng)
        for seat, (lo, hi) in enumerate(pos.table.intervals):
            assert all(lo <= height(card) <= hi for card in cards_of(pos.hands[seat]))
            tight += (lo, hi) != (2, HIGH) and pos.hands[seat] != 0
    assert tight > 300


def test_intervals_are_all_that_the_plays_show() -> None:
    # Every hand that the other of two players may hold is tried against the record: the ones that pass are exactly those
    # whose cards lie in the interval.
    rng = Random(5)
    tight = 0
    for _ in range(scaled(60, 600)):
        pos = random_ending(rng, 2, rng.choice([2, 3, 4]), rng.randint(0, 5))
        for _ in range(rng.randint(1, 5)):
            if not pos.is_over:
                pos = pos.play(rng.choice(pos.legal()))
        view = pos.view(0)
        lo, hi = view.intervals[1]
        size, played = view.sizes[1], card_set(view.played[1])
        tight += size > 0 and (lo, hi) != (2, HIGH)
        assert pos.ending is not None
        for cards in combinations(cards_of(view.unseen), size):
            held = card_set(cards)
            stock = list(cards_of(view.unseen & ~held))
            try:
                world = rassi.Position.start(
                    [pos.dealt[0], played | held],
                    stock,
                    rules=pos.rules,
                    leader=pos.ending.leader,
                    multipliers=pos.ending.multipliers,
                    record=pos.record,
                )
            except IllegalPositionError:
                assert not all(lo <= height(card) <= hi for card in cards)
            else:
                assert all(lo <= height(card) <= hi for card in cards)
                assert world.view(0) == view
    assert tight > 5


def test_equal_cards_are_the_same_play() -> None:
    view = rassi.Position.from_dict(
        {"type": "rassi.position", "hands": ["S9 H9 SA JK1", "D2 D3 D4 D5"], "leader": 0, "rules": {"jokers": 2}}
    ).view(0)
    assert view.equals() == {"SA": "SA", "S9": "S9", "H9": "S9", "JK1": "SA"}
    rng = Random(6)
    for _ in range(scaled(60, 600)):
        pos = random_position(rng)
        if pos.to_move is None:
            continue
        equals = pos.view(pos.to_move).equals()
        assert tuple(equals) == pos.legal()
        assert all(equals[first] == first for first in equals.values())


def view_dict(**changes: Any) -> dict[str, Any]:
    """Seat 1 of three after the exchange; seat 1 doubled. Seat 1 leads, dealer 0."""
    data: dict[str, Any] = {
        "type": "rassi.view",
        "seat": 1,
        "seats": 3,
        "hand": "S2 H5 C9 CT DA",
        "thrown": {"doubles": "SK SQ HK HQ DK DQ"},
        "record": ["keep", "keep", "keep", "change", "keep", "keep", "keep", "D8"],
    }
    return data | changes


EXCHANGE = ["keep", "keep", "keep", "change", "keep", "keep", "keep"]


def test_the_view_that_is_right() -> None:
    view = rassi.View.from_dict(view_dict())
    assert view.multipliers == (1, 2, 1)
    assert view.sizes == (6, 5, 6)
    assert (view.to_move, view.phase, view.stock_size) == (2, "play", 28)
    assert view.thrown == (0, parse_hand("SK SQ HK HQ DK DQ"), 0)
    # Seat 2 may name itself; it stays below the eight, so what is left to it lies from three to seven.
    after = rassi.View.from_dict(view_dict(record=[*EXCHANGE, "D8", "2:d3"]))
    assert after.record[-1] == "D3"
    assert after.intervals == ((2, 14), (2, 14), (3, 7))
    loose = rassi.View.from_dict(view_dict(record=[*EXCHANGE, "D8", "D3"], rules={"overtake": "optional"}))
    assert loose.intervals == ((2, 14), (2, 14), (3, 14))


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        (
            {"record": [*EXCHANGE, "D8", "D3", "DJ", "S4", "H5", "S9"], "hand": "S2 C9 CT DA"},
            ["record 13: seat 2 plays S9 after D3 under D8, which it could have overtaken"],
        ),
        (
            {"record": [*EXCHANGE, "D8", "D3", "DJ", "S4", "H5", "D2"], "hand": "S2 C9 CT DA"},
            ["record 13: seat 2 plays D2 after D3 under D8: that was not its lowest card"],
        ),
        ({"record": [*EXCHANGE, "D8", "D8"]}, ["record 9: seat 2 plays D8, which was played before, record 8"]),
        ({"record": [*EXCHANGE, "D8", "JK1"]}, ["record 9: seat 2 plays JK1, which is not in the pack"]),
        ({"record": [*EXCHANGE, "D8", "SK"]}, ["seat 2 plays SK, which seat 1 threw away at 'doubles'"]),
        ({"record": [*EXCHANGE, "D8", "S2"]}, ["seat 2 plays S2, which seat 1 holds"]),
        ({"record": [*EXCHANGE, "0:D8"]}, ["record 8: '0:D8', but it is the turn of seat 1, not of seat 0"]),
        ({"record": [*EXCHANGE, "D8", "keep"]}, ["record 9: 'keep' in the play"]),
        (
            {"record": ["D8"]},
            ["record 1: 'D8' where seat 1 is asked 'free'", "where seat 1 did not change", "the hand has 5"],
        ),
        ({"record": [*EXCHANGE, "D8", "XX", "D9 "]}, ["record 9: 'XX' is not an action"]),
        ({"hand": "S2 H5 C9 CT"}, ["the hand has 4 cards, after this record seat 1 holds 5"]),
        ({"hand": "S2 H5 C9 CT SK"}, ["SK of the cards thrown away at 'doubles' stands twice"]),
        ({"hand": "S2 H5 C9 CT D8"}, ["D8 of the hand was played before by seat 1"]),
        ({"hand": "S2 H5 C9 CT JK1"}, ["JK1 of the hand is not in the pack"]),
        ({"thrown": {}}, ["seat 1 changed at 'doubles', but the cards it threw away are not given"]),
        ({"thrown": {"doubles": "SK SQ HK HQ DK"}}, ["'doubles': 5 cards, a change is of all 6"]),
        (
            {
                "record": ["change", *EXCHANGE[1:], "D8"],
                "thrown": {"free": "SK C2 C3 C4 C5 C6", "doubles": "S3 S4 S5 S6 S7 S8"},
            },
            ["seat 1 may not change free, it held a K, Q or J"],
        ),
        ({"seat": 3, "dealer": 4}, ["seat 3 is not one of 0..2", "dealer 4"]),
        ({"seats": 12}, ["12 players: 2 to 9 can play"]),
        ({"scores": [1, 2, 50]}, ["score 50 of seat 2"]),
        ({"ending": {"leader": 0, "size": 7}}, ["size 7"]),
        ({"rules": {"overtake": "never"}, "hand": "S2 H5 C9 CT D1"}, ["overtake 'never'", "'D1' is not a card"]),
    ],
)
def test_a_record_that_cannot_be_is_refused(changes: dict[str, Any], problems: list[str]) -> None:
    with pytest.raises(IllegalPositionError) as caught:
        rassi.View.from_dict(view_dict(**changes))
    for problem in problems:
        assert problem in str(caught.value)


def test_own_plays_are_checked_against_the_own_hand() -> None:
    # Trick 2: seat 1 stays below the jack of seat 0 with a five, although it holds the ace, and a two.
    record = [*EXCHANGE, "D8", "D9", "DJ", "SJ", "H5"]
    with pytest.raises(IllegalPositionError) as caught:
        rassi.View.from_dict(view_dict(record=record, hand="S2 C9 CT DA"))
    assert caught.value.problems == ("record 12: seat 1 plays H5 but can overtake SJ with DA",)
    with pytest.raises(IllegalPositionError) as caught:
        rassi.View.from_dict(view_dict(record=record, hand="S2 C9 CT DA", rules={"overtake": "optional"}))
    assert caught.value.problems == ("record 12: seat 1 plays H5 under SJ, but its lowest card is S2",)


def test_plays_that_leave_too_few_cards_together() -> None:
    # Both opponents stay below a three with a two: what they keep must be twos too, and there are not that many.
    ending = {"leader": 0, "size": 3, "stock": 43}
    data = {"type": "rassi.view", "seat": 0, "seats": 3, "hand": "SA HA", "ending": ending}
    with pytest.raises(IllegalPositionError, match="4 cards must be of the ranks 2, but only 2 such cards are unseen"):
        rassi.View.from_dict({**data, "record": ["C3", "S2", "H2"]})
    assert rassi.View.from_dict({**data, "record": ["C4", "S2", "H2"]}).intervals[1:] == ((2, 3), (2, 3))


def test_every_defect_is_named() -> None:
    with pytest.raises(IllegalPositionError) as caught:
        rassi.View.from_dict(view_dict(record=[*EXCHANGE, "D8", "D3", "XX", "DJ", "S4", "S9", "S9"]))
    assert len(caught.value.problems) >= 3  # the word, the nine that could have overtaken, the nine played twice


def test_change_without_stock() -> None:
    for seats, record, word in (
        (8, ["change"], "'change' with 4 cards in the stock, where a change takes 6"),
        (7, ["change", "change"], "'change' with 4 cards in the stock"),
    ):
        with pytest.raises(IllegalPositionError, match=word):
            rassi.View.from_dict(
                {"type": "rassi.view", "seat": 0, "seats": seats, "hand": "S2 H5 C9 CT DA D2", "record": record}
            )


def test_an_ending_says_what_is_gone() -> None:
    pos = rassi.Position.from_dict(
        {"type": "rassi.position", "hands": ["S2 H5", "C9 CT"], "stock": "SK SQ", "leader": 1, "multipliers": [1, 2]}
    )
    view = pos.view(0)
    data = view.to_dict()["ending"]
    assert (data["leader"], data["size"], data["multipliers"], data["stock"]) == (1, 2, [1, 2], 2)
    assert view.unseen == parse_hand("C9 CT SK SQ")
    assert view.gone.bit_count() == 46
    wrong = (("stock", 3, "stock 3: 2 cards are neither"), ("gone", "S2", "S2 of the cards gone stands twice"))
    for key, value, word in wrong:
        with pytest.raises(IllegalPositionError) as caught:
            rassi.View.from_dict(view.to_dict() | {"ending": data | {key: value}})
        assert word in str(caught.value)
    with pytest.raises(IllegalPositionError, match="seat 1 plays S3, which is gone"):
        rassi.View.from_dict(view.to_dict() | {"record": ["S3"]})


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(IllegalPositionError, match=re.escape("seat 4 is not one of 0..3")):
        rassi.deal(1, 4).view(4)
