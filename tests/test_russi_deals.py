"""Russi: whole deals written out by hand, trick by trick, with the card that each play turned up and the result."""

import pytest

from tricorn import russi
from tricorn.cards import card_text, cards_of, parse_card
from tricorn.errors import IllegalPlayError
from tricorn.russi import Position, Result

# Each deal: the two seats (hand; piles DOWN<UP), the dealer, then a line a trick: who leads, the lead, the reply, who wins.

# Seat 1 deals. Seat 0 has all the spades and the low red cards. It runs thirteen spades, has nothing left that wins, and
# loses the other thirteen: a draw. In the trick of DT seat 0 has no diamond available, though D4 lies under the H8 it plays.
DRAW = (
    ("SA SK SQ SJ ST S9 S8 S7", "H2<S6 H3<S5 H4<S4 D2<S3 D3<S2 D4<H8 D5<H7 D6<H6 D7<H5"),
    ("CA CK CQ CJ CT C9 C8 C7", "H9<C6 HT<C5 HJ<C4 HQ<C3 HK<C2 D8<HA D9<DA DT<DK DJ<DQ"),
    1,
    """
    0  SA     CA     0
    0  SK     CK     0
    0  SQ     CQ     0
    0  SJ     CJ     0
    0  ST     CT     0
    0  S9     C9     0
    0  S8     C8     0
    0  S7     C7     0
    0  S6^H2  C6^H9  0
    0  S5^H3  C5^HT  0
    0  S4^H4  C4^HJ  0
    0  S3^D2  C3^HQ  0
    0  S2^D3  C2^HK  0
    0  H2     H9     1
    1  HT     H3     1
    1  HJ     H4     1
    1  HQ     H5^D7  1
    1  HK     H6^D6  1
    1  HA^D8  H7^D5  1
    1  D8     D7     1
    1  DA^D9  D6     1
    1  DK^DT  D5     1
    1  DQ^DJ  D3     1
    1  D9     D2     1
    1  DT     H8^D4  1
    1  DJ     D4     1
    """,
    (13, 13),
)

# Seat 0 deals, so seat 1 leads. It has all diamonds and low clubs, seat 0 has spades and hearts and never follows: 0 to 26.
WHITEWASH = (
    ("SA SK SQ SJ ST S9 S8 S7", "H2<S2 H3<S3 H4<S4 H5<S5 H6<S6 H7<HA H8<HK H9<HQ C2<C3"),
    ("DA DK DQ DJ DT D9 D8 D7", "HT<D2 HJ<D3 C4<D4 C5<D5 C6<D6 C7<CA C8<CK C9<CQ CT<CJ"),
    0,
    """
    1  DA     SA     1
    1  DK     SK     1
    1  DQ     SQ     1
    1  DJ     SJ     1
    1  DT     ST     1
    1  D9     S9     1
    1  D8     S8     1
    1  D7     S7     1
    1  D6^C6  S6^H6  1
    1  D5^C5  S5^H5  1
    1  D4^C4  S4^H4  1
    1  CA^C7  C3^C2  1
    1  CK^C8  C2     1
    1  D3^HJ  S3^H3  1
    1  HJ     H6     1
    1  D2^HT  S2^H2  1
    1  HT     H5     1
    1  CQ^C9  H4     1
    1  CJ^CT  H3     1
    1  CT     H2     1
    1  C9     HQ^H9  1
    1  C8     HK^H8  1
    1  C7     HA^H7  1
    1  C6     H9     1
    1  C5     H8     1
    1  C4     H7     1
    """,
    (0, 26),
)

# Seat 1 deals. The first trick is the example of the rules: the non-dealer leads the ace of spades from his hand, the
# dealer follows with a table four and turns a card up. Later a reply twice turns up a card of the led suit (H7 to H9, D3 to
# D2), which was not available for that trick.
STRUGGLE = (
    ("SA SK ST H6 DT D9 C9 C3", "HT<S3 H2<HQ H9<S2 H4<C6 C2<SJ CQ<D6 D3<CJ S9<H3 D5<C5"),
    ("S8 S6 HA HJ H8 DQ D4 CA", "CT<S7 H5<HK D2<DK H7<D8 CK<SQ S5<C7 DA<C8 DJ<S4 D7<C4"),
    1,
    """
    0  SA     S4^DJ  0
    0  SK     S6     0
    0  C3     C4^D7  1
    1  SQ^CK  S2^H9  1
    1  HK^H5  H3^S9  1
    1  CK     C5^D5  1
    1  HA     H6     1
    1  CA     C6^H4  1
    1  D4     D5     0
    0  S9     S7^CT  0
    0  ST     S8     0
    0  SJ^C2  H5     0
    0  S3^HT  C7^S5  0
    0  HQ^H2  H8     0
    0  H2     HJ     1
    1  S5     C2     1
    1  D7     D9     0
    0  H9     D8^H7  0
    0  HT     H7     0
    0  H4     C8^DA  0
    0  D6^CQ  DJ     1
    1  DQ     DT     1
    1  DK^D2  C9     1
    1  D2     CJ^D3  1
    1  DA     D3     1
    1  CT     CQ     0
    """,
    (13, 13),
)

# The same cards, but at 12 tricks to 8 seat 0 leads the nine of clubs, and seat 1 wins that trick and all the others.
BLUNDER = (
    STRUGGLE[0],
    STRUGGLE[1],
    1,
    STRUGGLE[3].replace(
        """
    0  D6^CQ  DJ     1
    1  DQ     DT     1
    1  DK^D2  C9     1
    1  D2     CJ^D3  1
    1  DA     D3     1
    1  CT     CQ     0
""",
        """
    0  C9     CT     1
    1  DA     D6^CQ  1
    1  DJ     DT     1
    1  DQ     CJ^D3  1
    1  DK^D2  D3     1
    1  D2     CQ     1
""",
    ),
    (12, 14),
)
DEALS = {"draw": DRAW, "whitewash": WHITEWASH, "struggle": STRUGGLE, "blunder": BLUNDER}


def dealt(name: str) -> Position:
    (hand0, piles0), (hand1, piles1), dealer, _, _ = DEALS[name]
    seats = [{"hand": hand0, "piles": piles0.split()}, {"hand": hand1, "piles": piles1.split()}]
    return Position.from_dict({"type": "russi.position", "deal": seats, "dealer": dealer})


@pytest.mark.parametrize("name", DEALS)
def test_a_scripted_deal_goes_as_written(name: str) -> None:
    position = dealt(name)
    script, tricks = DEALS[name][3], DEALS[name][4]
    won = [0, 0]
    record = []
    for line in script.strip().splitlines():
        leader, lead, reply, winner = line.split()
        for seat, play in ((int(leader), lead), (1 - int(leader), reply)):
            assert position.to_move == seat
            card, _, turned = play.partition("^")
            before = position.covered(seat)
            if turned:  # face down until the play, and for both to see after it
                with pytest.raises(IllegalPlayError):
                    position.play(turned)
                assert position.view(0).unseen >> parse_card(turned) & 1
                assert position.view(1).unseen >> parse_card(turned) & 1
            position = position.play(card)
            assert [card_text(c) for c in cards_of(before & ~position.covered(seat))] == ([turned] if turned else [])
            if turned:
                assert all(position.view(who).table_up(seat) >> parse_card(turned) & 1 for who in (0, 1))
            record.append(play)
        won[int(winner)] += 1
        assert position.leader == int(winner)
        assert position.taken == tuple(won)
    assert position.is_over
    assert position.result() == Result(tricks, None if tricks[0] == tricks[1] else int(tricks[1] > tricks[0]))
    assert position.view(0).record == position.view(1).record == tuple(record)
    assert Position.from_json(position.to_json()) == position


def test_the_struggle_is_a_seeded_deal() -> None:
    assert dealt("struggle") == russi.deal(403)


def test_the_example_trick_of_the_rules() -> None:
    position = dealt("struggle")
    assert position.dealer == 1
    assert position.hands[0] >> parse_card("SA") & 1
    after = position.play("SA").play("S4")
    assert after.taken == (1, 0)
    assert after.table_up(1) >> parse_card("DJ") & 1
    assert after.view(0).record == ("SA", "S4^DJ")
    assert after.piles[1][7] == (parse_card("DJ"), None)
