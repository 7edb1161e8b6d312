"""Whole deals of Rassi written by hand, every phase of them, and how they end."""

from typing import Any

from rassi_deals import written
from tricorn import rassi
from tricorn.cards import parse_hand
from tricorn.rassi import Match


def follow(document: dict[str, Any], script: str) -> rassi.Position:
    """Plays a script, one word an action: `seat:action`, and `|` where a trick or a round ends."""
    pos = rassi.Position.from_dict(document)
    for word in script.replace("|", " ").split():
        assert pos.to_move == int(word[0]), word
        assert word[2:] in pos.legal(), (word, pos.legal())
        pos = pos.play(word)
    return pos


def test_a_redoubled_king_is_out_in_one_deal() -> None:
    """Two players, dealer 0. Seat 1 changes at doubles and again at redouble; its king in the last trick costs 52."""
    deal = written(
        ["S2 H2 D3 S5 C6 SA", "SK SQ SJ ST S9 S8"],
        "HK HQ HJ HT H9 H8 C2 C3 C4 C5 DK D7",
    )
    pos = follow(deal, "1:keep 0:keep | 1:change 0:keep | 1:change")
    assert pos.phase == "play"
    assert pos.multipliers == (1, 4)
    assert pos.thrown == ((0, 0, 0), (0, parse_hand("SK SQ SJ ST S9 S8"), parse_hand("HK HQ HJ HT H9 H8")))
    assert pos.hands[1] == parse_hand("C2 C3 C4 C5 DK D7")
    assert len(pos.stock) == 28
    assert pos.exchanges == ((1, 0, False), (0, 0, False), (1, 1, True), (0, 1, False), (1, 2, True))
    pos = follow(
        pos.to_dict(),
        # Seat 1 leads. A two on a two wins, being played last. The ace is the highest card of trick 5.
        "1:C2 0:H2 | 0:S2 1:C3 | 1:C4 0:C6 | 0:D3 1:C5 | 1:D7 0:SA |",
    )
    assert pos.leader == 0
    assert pos.table.intervals[0] == (2, 14)
    pos = follow(pos.to_dict(), "0:S5 1:DK")
    result = pos.result()
    assert result is not None
    assert (result.penalised, result.rank, result.points, result.out) == ((1,), 13, (0, 52), (1,))
    over = Match.start(2).after(pos)
    assert over.is_over
    assert (over.winners, over.scores, over.out) == ((0,), (0, 52), ((1,),))


def test_changes_refused_for_want_of_stock() -> None:
    """Seven players, dealer 6: ten cards in the stock. Seat 0 may only keep, seat 1 changes free, nobody is asked after."""
    deal = written(
        [
            "SK S2 S3 S4 S5 S6",
            "H2 H3 H4 H5 H6 H7",
            "D2 D3 D4 D5 D6 D7",
            "C2 C3 C4 C5 C6 C7",
            "S7 S8 H8 D8 C8 S9",
            "HK DK CK HQ DQ CQ",
            "SA HA DA CA SJ HJ",
        ],
        "ST HT DT CT DJ CJ",
    ) | {"dealer": 6}
    pos = rassi.Position.from_dict(deal)
    assert (pos.to_move, pos.legal()) == (0, ("keep",))  # it holds the king
    pos = follow(deal, "0:keep 1:change")
    assert (pos.phase, pos.to_move, pos.leader) == ("play", 0, 0)  # seat 2 holds no face card, but four cards are left
    assert len(pos.stock) == 4
    assert pos.multipliers == (1,) * 7
    pos = follow(
        pos.to_dict(),
        # Seat 0 leads its king: only aces reach it, everybody else drops the lowest.
        "0:SK 1:ST 2:D2 3:C2 4:S7 5:HK 6:SA |"
        "6:SJ 0:S2 1:DJ 2:D3 3:C3 4:S8 5:HQ |"
        "5:CQ 6:HA 0:S3 1:HT 2:D4 3:C4 4:H8 |"
        "6:HJ 0:S4 1:CJ 2:D5 3:C5 4:D8 5:DK |"
        "5:DQ 6:DA 0:S5 1:DT 2:D6 3:C6 4:C8 |",
    )
    assert pos.table.intervals[1] == (10, 12)  # the ten under the king: no king, no ace, nothing below a ten
    pos = follow(pos.to_dict(), "6:CA 0:S6 1:CT 2:D7 3:C7 4:S9 5:CK")
    result = pos.result()
    assert result is not None
    assert (result.penalised, result.rank, result.points) == ((5,), 13, (0, 0, 0, 0, 0, 13, 0))


def test_a_joker_in_the_last_trick_is_low() -> None:
    """Three players and jokers, dealer 2, twelve before the deal to go out: seat 2 takes the last trick with a two."""
    deal = written(
        ["S3 S4 S5 S6 S7 SA", "H3 H4 H5 H6 H7 JK1", "D3 D4 D5 D6 D7 D2"],
        jokers=2,
    ) | {"dealer": 2, "rules": {"jokers": 2, "out_at": 12}, "scores": [0, 0, 10]}
    pos = follow(
        deal,
        "0:keep 1:keep 2:keep | 0:keep 1:keep 2:keep |"
        "0:S3 1:H3 2:D3 | 2:D4 0:S4 1:H4 | 1:H5 2:D5 0:S5 | 0:S6 1:H6 2:D6 | 2:D7 0:S7 1:H7 |",
    )
    assert [hand.bit_count() for hand in pos.hands] == [1, 1, 1]
    pos = follow(pos.to_dict(), "1:JK1 2:D2 0:SA")
    result = pos.result()
    assert result is not None
    assert (result.penalised, result.rank, result.points, result.scores) == ((2,), 2, (0, 0, 2), (0, 0, 12))
    assert result.out == (2,)
    after = Match(rassi.Rules(jokers=2, out_at=12), (0, 0, 10), dealer=2).after(pos)
    assert (after.in_play, after.dealer, after.is_over) == ((0, 1), 0, False)
    assert len(after.next_deal(1).stock) == 42  # two players, and the pack still has its jokers


def test_ace_and_joker_tie_in_the_last_trick() -> None:
    """Both are worth one there: the last to play scores, or with last_tie=all both do, each times its multiplier."""
    hands = ["S3 S4 S5 S6 S7 SA", "CK CQ CJ CT C9 C8"]
    drawn = "H3 H4 H5 H6 H7 JK1"
    play = "1:keep 0:keep | 1:change 0:keep | 1:keep | 1:H3 0:S3 | 0:S4 1:H4 | 1:H5 0:S5 | 0:S6 1:H6 | 1:H7 0:S7 |"
    for last_tie, points in (("last", (0, 2)), ("all", (1, 2))):
        deal = written(hands, drawn, jokers=2) | {"rules": {"jokers": 2, "last_tie": last_tie}}
        result = follow(deal, play + "0:SA 1:JK1").result()
        assert result is not None
        assert result.points == points
        assert result.rank == 1


def test_optional_overtaking() -> None:
    """Four players, dealer 3: seat 1 stays below a six with its two although it holds a king; seat 2 overtakes."""
    deal = written(
        ["S6 S7 S8 S9 ST SJ", "H2 H3 H4 HK HQ HJ", "D7 D8 D9 DT DJ DA", "C3 C4 C5 C6 C7 C8"]
    ) | {"dealer": 3, "rules": {"overtake": "optional", "doubles": "others"}}
    pos = follow(deal, "0:keep 1:keep 2:keep 3:keep | 0:keep 1:keep 2:keep 3:keep | 0:S6 1:H2 2:DA 3:C3 |")
    assert pos.leader == 2
    assert pos.table.intervals == ((2, 14), (2, 14), (2, 14), (3, 14))
    pos = follow(
        pos.to_dict(),
        "2:D7 3:C7 0:S7 1:H3 | 0:S8 1:H4 2:D8 3:C4 | 2:D9 3:C5 0:S9 1:HK | 1:HQ 2:DT 3:C6 0:ST |",
    )
    pos = follow(pos.to_dict(), "1:HJ 2:DJ 3:C8 0:SJ")
    result = pos.result()
    assert result is not None
    assert (result.penalised, result.points) == ((0,), (11, 0, 0, 0))
