"""Russi: what a front end claims to have seen is checked, and every defect is named."""

import json
import random

import pytest

from russi_samples import random_position
from scale import scaled
from tricorn import russi
from tricorn.cards import card_text
from tricorn.errors import IllegalPositionError
from tricorn.russi import View
from tricorn.russi.view import Scene

START = {  # 5 cards each; S8 D3 DQ C9 CK CA are not named: one of them too many, which `start` puts right
    "type": "russi.view",
    "seat": 0,
    "hand": "SA S4 H2",
    "opponent_hand": 3,
    "piles": [["?<S7"], ["?<HK"]],
    "leader": 0,
    "gone": "S2 S3 S5 S6 S9 ST SJ SQ SK H3 H4 H5 H6 H7 H8 H9 HT HJ HQ HA D2 D4 D5 D6 D7 D8 D9 DT DJ DK DA"
    " C2 C3 C4 C5 C6 C7 C8 CT CJ CQ",
}


def start(**changes: object) -> dict[str, object]:
    data = {**START, "gone": str(START["gone"]) + " CA", **changes}
    return {name: value for name, value in data.items() if value is not None}


def problems_of(data: dict[str, object]) -> list[str]:
    with pytest.raises(IllegalPositionError) as error:
        View.from_dict(data)
    assert error.value.what == "view of Russi"
    assert "\n" not in str(error.value)
    return list(error.value.problems)


def test_the_start_is_a_view() -> None:
    view = View.from_dict(start())
    assert view.legal() == ("S4", "S7", "SA", "H2")
    assert view.unseen.bit_count() == 5
    assert View.from_json(view.to_json()) == view


def test_a_record_in_any_notation_is_kept_in_canonical_form() -> None:
    view = View.from_dict(start(record=["0:as", "1: 8S", "s7 ^ dq", "K♥^3D"]))
    assert view.record == ("SA", "S8", "S7^DQ", "HK^D3")
    assert view.void_suits == (True, False, False, False)
    assert View.from_dict(start(record=list(view.record))) == view


@pytest.mark.parametrize(
    ("record", "problems"),
    [
        (["HK"], ["play 1, 'HK': HK lies face up before seat 1"]),
        (["H3"], ["play 1, 'H3': H3 was played before"]),
        (["S8"], ["play 1, 'S8': S8 is neither in the hand nor face up before seat 0"]),
        (["1:SA"], ["play 1, '1:SA': seat 1 plays out of turn: seat 0 leads"]),
        (["SA", "0:S8"], ["play 2, '0:S8': seat 0 plays out of turn: seat 1 replies"]),
        (["SA", "SA"], ["play 2, 'SA': SA has just been led"]),
        (["SA", "H2"], ["play 2, 'H2': H2 is in the hand of seat 0"]),
        (["SA", "S7"], ["play 2, 'S7': S7 lies face up before seat 0"]),
        (["S7"], ["play 1, 'S7': the card turned up under S7 is missing"]),
        (["SA^S8"], ["play 1, 'SA^S8': nothing lies face down under SA, but S8 is turned up"]),
        (["S7^HK"], ["play 1, 'S7^HK': HK is turned up, but it lies face up before seat 1"]),
        (["S7^H2"], ["play 1, 'S7^H2': H2 is turned up, but it is in the hand of seat 0"]),
        (["S7^S7"], ["play 1, 'S7^S7': S7 is turned up, but it lies face up before seat 0"]),
        (["S7^H3"], ["play 1, 'S7^H3': H3 is turned up, but it was played before"]),
        (["H2", "S8"], ["play 2, 'S8': seat 1 could have followed H2 with HK"]),
        (
            ["SA", "D3", "S7^DQ", "S8"],
            ["play 4, 'S8': S8 comes from the hand of seat 1, who had shown no spades there"],
        ),
        (["S?"], ["play 1, 'S?': 'S?' is not a card (write suit and rank, as in SA, HT, D10, C2, JK1)"]),
        (["2:SA"], ["play 1, '2:SA': '2' is not a seat"]),
        (["S7^DQ^D3"], ["play 1, 'S7^DQ^D3': a play turns up one card at most"]),
        (["JK"], ["play 1, 'JK': there are no jokers in Russi"]),
        (
            ["1:S7", "S2^XX", "H2^D3", "SK"],
            [
                "play 1, '1:S7': seat 1 plays out of turn: seat 0 leads",
                "play 1, '1:S7': the card turned up under S7 is missing",
                "play 2, 'S2^XX': 'XX' is not a card (write suit and rank, as in SA, HT, D10, C2, JK1)",
                "play 2 can't be read, so the plays after it were read but not checked",
            ],
        ),
    ],
)
def test_every_defect_of_a_record_is_named(record: list[str], problems: list[str]) -> None:
    assert problems_of(start(record=record)) == problems


def test_the_own_seat_must_follow_too() -> None:
    found = problems_of(start(leader=1, record=["S8", "H2"]))
    assert found == ["play 2, 'H2': seat 0 could have followed S8 with SA S7 S4"]


@pytest.mark.parametrize(
    ("changes", "problems"),
    [
        ({"hand": "SA S4 H2 H2"}, ["hand: card 4, column 10: 'H2' stands twice"]),
        ({"hand": "SA S4 HK"}, ["more than one place for HK"]),
        ({"hand": "SA S4"}, ["seat 0 has 4 cards, seat 1 has 5"]),
        ({"opponent_hand": 4}, ["seat 0 has 5 cards, seat 1 has 6"]),
        ({"gone": START["gone"]}, ["6 cards are unseen, but the opponent's hand and the face-down cards are 5"]),
        ({"gone": None}, ["47 cards are unseen, but the opponent's hand and the face-down cards are 5"]),
        ({"leader": None}, ["the leader is missing"]),
        ({"dealer": 1, "leader": None}, ["an ending names its leader, not the dealer"]),
        ({"taken": [1, 1]}, ["tricks taken 1 and 1 are not the 21 played before (nor 0 and 0)"]),
        ({"seat": 2}, ["Expected `int` <= 1 - at `$.seat`"]),
        ({"hand": None}, ["Object missing required field `hand`"]),
        ({"opponent_hand": -1}, ["Expected `int` >= 0 - at `$.opponent_hand`"]),
        ({"secret": "C9"}, ["Object contains unknown field `secret`"]),
        (
            {"piles": [["D3<S7"], ["?<HK"]]},
            ["seat 0, pile 1: 'D3<S7' names a face-down card, which nobody has seen (?<UP, UP or -)"],
        ),
        ({"piles": [["?<"], ["?<HK"]]}, ["'' at seat 0, pile 1 is not a card"]),
        ({"piles": [["?<-"], ["?<HK"]]}, ["seat 0, pile 1: '?<-' is not a pile (?<UP, UP or -)"]),
        ({"piles": [["?<S7", *["-"] * 9], ["?<HK"]]}, ["seat 0 has 10 piles, 9 is the most"]),
        (
            {"hand": "SA S4 XX", "gone": "S2 H0", "piles": [["?<S7"], ["?<S7"]]},
            [
                "hand: card 3, column 7: 'XX' is not a card",
                "gone: card 2, column 4: 'H0' is not a card",
                "more than one place for S7",
            ],
        ),
    ],
)
def test_every_defect_of_a_start_is_named(changes: dict[str, object], problems: list[str]) -> None:
    found = problems_of(start(**changes))
    assert len(found) >= len(problems)
    for said, wanted in zip(found, problems, strict=False):
        assert said.startswith(wanted)


def test_defects_of_start_and_record_are_named_together() -> None:
    found = problems_of(start(opponent_hand=4, record=["SA", "H2"]))
    assert found == [
        "seat 0 has 5 cards, seat 1 has 6",
        "5 cards are unseen, but the opponent's hand and the face-down cards are 6 (cards played before belong in `gone`)",
        "play 2, 'H2': H2 is in the hand of seat 0",
    ]


def test_a_hand_that_voids_leave_no_room_for_is_refused() -> None:
    spades = {"hand": "SA SK H2", "gone": " ".join(start()["gone"].split()) + " S4"}  # type: ignore[attr-defined]
    gone = [card for card in spades["gone"].split() if card not in ("SK", "S2", "S3", "S5")]
    gone += ["D3", "DQ", "C9"]
    data = start(hand="SA SK H2", gone=" ".join(gone), record=["SA", "CK"])
    assert problems_of(data) == ["seat 1 holds 2 cards and no spades, but only 0 unseen cards are of other suits"]
    assert View.from_dict({**data, "record": ["SA"]}).unseen.bit_count() == 5


def test_nothing_can_follow_the_last_trick() -> None:
    data = {**start(), "hand": "SA", "opponent_hand": 1, "piles": [[], []]}
    gone = [card_text(card) for card in range(52) if card_text(card) not in ("SA", "C9")]
    data["gone"] = " ".join(gone)
    assert View.from_dict({**data, "record": ["SA", "C9"]}).is_over
    assert problems_of({**data, "record": ["SA", "C9", "C8"]}) == ["play 3, 'C8': the deal is over"]


def test_an_empty_hand_plays_no_card() -> None:
    gone = " ".join(card_text(card) for card in range(52) if card_text(card) not in ("SA", "SK", "C9", "C8", "D2", "D3"))
    data = {**start(), "hand": "SA SK D2", "opponent_hand": 0, "piles": [[], ["?<C9", "D3"]], "gone": gone}
    assert problems_of({**data, "record": ["SA", "C8"]}) == [
        "play 2, 'C8': C8 does not lie face up before seat 1, whose hand is empty"
    ]


def test_a_first_sight_is_the_start_of_a_trick() -> None:
    start_scene = View.from_dict(start()).start
    void = Scene(**{**{name: getattr(start_scene, name) for name in Scene.__slots__}, "void": 1})
    with pytest.raises(IllegalPositionError, match="a first sight is taken at the start of a trick"):
        View(void)
    with pytest.raises(IllegalPositionError, match="seat 3 is neither 0 nor 1"):
        View(Scene(3, 1, 0, ((), ()), 0, 0), ["SA"])
    with pytest.raises(IllegalPositionError, match="leader 5 is neither 0 nor 1"):
        View(Scene(0, 1, 1, ((), ()), 0, 5), ["SA"])


def test_a_spoilt_view_is_refused_or_still_a_view() -> None:
    rng = random.Random(5)
    refused = 0
    for _ in range(scaled(400, 10_000)):
        data = json.loads(random_position(rng).view(rng.randint(0, 1)).to_json())
        record = data["record"]
        spoil = rng.choice(("card", "turn", "drop", "double", "hand", "count"))
        place = rng.randrange(len(record)) if record else 0
        if spoil == "card" and record:
            record[place] = card_text(rng.randrange(52)) + record[place][2:]
        elif spoil == "turn" and record:
            record[place] = record[place][:2] + "^" + card_text(rng.randrange(52))
        elif spoil == "drop" and record:
            del record[place]
        elif spoil == "double" and record:
            record.insert(place, rng.choice(record))
        elif spoil == "hand":
            data["hand"] += " " + card_text(rng.randrange(52))
        else:
            data["opponent_hand"] += 1
        try:
            view = View.from_dict(data)
        except IllegalPositionError as error:
            refused += 1
            assert error.problems
        else:
            assert view.candidates.bit_count() >= view.opponent_hand_size
            assert View.from_json(view.to_json()) == view
    assert refused > 100


def test_a_view_with_a_bad_record_of_a_whole_deal() -> None:
    data = russi.deal(403).play("SA").view(0).to_dict()
    assert problems_of({**data, "record": ["SA", "C7^H5"]}) == ["play 2, 'C7^H5': seat 1 could have followed SA with SQ S7 S4"]
    assert problems_of({**data, "record": ["SA", "S4"]}) == ["play 2, 'S4': the card turned up under S4 is missing"]
    both = problems_of({**data, "dealer": 0})
    assert both == ["play 1, 'SA': SA is in the hand of seat 0"]
