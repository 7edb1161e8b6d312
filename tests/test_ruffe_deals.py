"""Whole deals and matches of Ruffe written out by hand, with their results."""

import pytest

from tricorn import ruffe
from tricorn.cards import parse_cards, parse_hand
from tricorn.errors import IllegalPositionError
from tricorn.ruffe import Match, Result, Rules

RANKS = "AKQJT9876543"


def played(position, record):
    for action in record:
        assert action in position.legal()
        position = position.play(action)
    return position


def nobody_has_the_ace(rules):
    """Twelve spades against twelve hearts; diamonds are trumps and nobody has one. Seat 0 deals."""
    hands = [parse_hand("AKQJT9876543..."), parse_hand(".AKQJT9876543..")]
    dead = parse_hand("2.2.AKQJT98765.AKQJT9876543")
    return ruffe.Position.whole(rules, 0, hands, parse_cards("D2 D3 D4 C2"), dead)


@pytest.mark.parametrize(
    ("rules", "winner", "ruff"),
    [(Rules("2-short"), 1, (0, 12)), (Rules("2-short", ruff_tie="nobody"), None, (0, 0))],
)
def test_equal_ruffs_and_an_ace_that_nobody_has(rules, winner, ruff):
    position = nobody_has_the_ace(rules)
    assert position.totals == (93, 93)
    assert position.ruff_winner == winner
    assert position.taker is None
    assert position.phase == "play"
    assert position.to_move == 1
    assert position.shown == (position.dealt[1] if winner == 1 else 0)
    end = played(position, [card for rank in RANKS for card in ("H" + rank, "S" + rank)])
    assert end.phase == "over"
    assert end.to_move is None
    assert end.legal() == ()
    assert end.result() == Result(ruff, (0, 12), (0, 24), (0, 12))


def test_an_unclaimed_head_goes_to_the_dealer():
    position = nobody_has_the_ace(Rules("2-short", unclaimed_head="dealer"))
    assert position.taker == 0
    assert len(position.legal()) == 1820
    position = position.play("discard S3 S4 S5 C2")
    assert position.record == ("discard S5 S4 S3 C2",)
    assert position.hands[0] == parse_hand("AKQJT9876..432.")
    record = ["HA", "D2", "SA", "HK", "SK", "HQ", "SQ", "HJ", "SJ", "HT", "ST", "H9", "S9", "H8", "S8", "H7", "S7", "H6"]
    record += ["S6", "H5", "D4", "H4", "D3", "H3"]
    end = played(position, record)
    assert end.taken == (12, 0)
    assert end.result() == Result((0, 12), (12, 0), (24, 0), (12, 0))


def one_suit_each(rules, dealer=3):
    """Every player has a suit, the dealer the trumps but for the ace, which he turns up."""
    hands = [parse_hand("AKQJT9876543..."), parse_hand(".AKQJT9876543.."), parse_hand("..AKQJT9876543.")]
    hands.append(parse_hand("...KQJT98765432"))
    return ruffe.Position.whole(rules, dealer, hands, parse_cards("CA S2 H2 D2"))


ONE_SUIT_EACH = ["discard S2 H2 D2 C2", "SA", "HA", "DA", "C3"] + [
    card
    for trump, rank in zip("AKQJT987654", "KQJT9876543", strict=True)
    for card in ("C" + trump, "S" + rank, "H" + rank, "D" + rank)
]


@pytest.mark.parametrize(
    ("rules", "result"),
    [
        (Rules(), Result((0, 12), (0, 12), (0, 48), (0, 24))),
        (Rules(par="12"), Result((0, 12), (0, 12), (0, 48), (0, 36))),
        (Rules(sides="singles"), Result((0, 0, 0, 12), (0, 0, 0, 12), (0, 0, 0, 48), (0, 0, 0, 36))),
        (Rules.literal(), Result((0, 12), (0, 12), (0, 48), (0, 36))),
    ],
)
def test_an_ace_turned_up_goes_to_the_dealer(rules, result):
    position = one_suit_each(rules)
    assert position.totals == (93, 93, 93, 95)  # clubs K to 2 are 84, and the turn-up 11
    assert position.ruff_winner == 3
    assert position.taker == 3
    assert position.shown == 0  # the head comes first
    end = played(position, ONE_SUIT_EACH)
    assert end.shown == parse_hand("...KQJT98765432")  # as dealt, the deuce thrown away included
    assert end.discards == parse_hand("2.2.2.2")
    assert end.result() == result


def test_the_holder_of_the_ace_takes_the_head_and_trumps_a_suit_that_he_holds():
    rules = Rules.literal(format="3-short", par="dealt")
    hands = [parse_hand("AKQJ.AKQJ.AKQJ."), parse_hand("T987.T987.T987."), parse_hand("6543.6543..AKQJ")]
    dead = parse_hand("2.2.65432.65432")
    position = ruffe.Position.whole(rules, 0, hands, parse_cards("CT C7 C8 C9"), dead)
    assert position.totals == (41, 34, 51)
    assert (position.ruff_winner, position.taker) == (2, 2)
    position = played(position, ["discard S4 S3 H4 H3", "ST", "C7", "SJ"])  # trumps a spade with spades in hand
    assert position.shown == position.dealt[2]  # the whole hand
    record = []
    for trump, first, second in zip(
        ("CA", "CK", "CQ", "CJ", "CT", "C9", "C8"),
        ("DA", "DK", "DQ", "DJ", "HJ", "HQ", "HK"),
        ("DT", "D9", "D8", "D7", "H7", "H8", "H9"),
        strict=True,
    ):
        record += [trump, first, second]
    record += ["S6", "SA", "S9", "SK", "S8", "S5", "SQ", "S7", "H5", "HA", "HT", "H6"]
    end = played(position, record)
    assert end.taken == (4, 0, 8)
    assert end.result() == Result((0, 0, 12), (4, 0, 8), (12, 0, 24), (0, 0, 12))
    assert end.result().points == (0, 0, 24)


def test_several_equal_suits_are_all_shown():
    rules = Rules("3-short")
    hands = [parse_hand("AKQJ.AKQJ.AKQJ."), parse_hand("T987.T987.T987."), parse_hand("6543.6543..6543")]
    dead = parse_hand("2.2.65432.A2KQJ")
    position = ruffe.Position.whole(rules, 0, hands, parse_cards("CT C7 C8 C9"), dead)
    assert (position.totals, position.ruff_winner, position.taker) == ((41, 34, 28), 0, None)
    assert position.shown == position.dealt[0]


def test_the_match_ends_when_the_ruff_reaches_the_target():
    match = Match(Rules(target=40), first_dealer=2)
    match = match.add(Result((0, 12), (0, 12), (0, 48), (0, 24)))
    assert (match.points, match.dealer, match.winner) == ((0, 36), 3, None)
    over = match.add_ruff(one_suit_each(match.rules, match.dealer))  # 12 more when shown; the deal is not played
    assert over is not None
    assert (over.points, over.winner, over.is_over) == ((0, 48), 1, True)
    assert over.results[-1] == Result((0, 12), (0, 0), (0, 0), (0, 0))
    # the same from the result of the whole deal: its card points come too late
    assert match.add(Result((0, 12), (12, 0), (48, 0), (24, 0))) == over
    with pytest.raises(IllegalPositionError, match="deal 3: the match was over"):
        over.add(Result((0, 12), (6, 6), (24, 24), (0, 0)))


def test_a_ruff_below_the_target_does_not_end_the_match():
    assert Match(Rules()).add_ruff(one_suit_each(Rules())) is None


def test_both_sides_at_the_target_in_one_deal():
    match = Match(Rules(par="12", target=30)).add(Result((0, 12), (5, 7), (20, 28), (8, 16)))
    assert match.points == (8, 28)
    # 20 to 28 after the ruff; both pass 30 at the end of the deal, and the higher total wins
    end = match.add(Result((12, 0), (7, 5), (28, 20), (16, 8)))
    assert (end.points, end.winner) == ((36, 36), None)
    end = match.add(Result((12, 0), (8, 4), (32, 16), (20, 4)))
    assert (end.points, end.winner) == ((40, 32), 0)


def test_equal_totals_at_the_target_are_decided_by_another_deal():
    match = Match(Rules("4", sides="pairs", par="12", target=20))
    level = match.add(Result((0, 0), (6, 6), (24, 24), (12, 12))).add(Result((0, 0), (6, 6), (24, 24), (12, 12)))
    assert (level.points, level.winner) == ((24, 24), None)
    assert level.dealer == 2
    assert level.add(Result((12, 0), (0, 12), (0, 48), (0, 36))).winner == 0  # the ruff alone decides
    assert level.add(Result((0, 0), (5, 7), (20, 28), (8, 16))).winner == 1


def test_the_deal_passes_clockwise():
    match = Match(Rules("3-long"), first_dealer=1)
    dealers = []
    for _ in range(4):
        dealers.append(match.dealer)
        match = match.add(Result((0, 0, 0), (6, 5, 5), (18, 15, 15), (2, 0, 0)))
    assert dealers == [1, 2, 0, 1]
    assert match.to_dict()["points"] == [8, 0, 0]


def test_bad_matches():
    with pytest.raises(IllegalPositionError, match="first dealer 4"):
        Match(Rules(), 4)
    with pytest.raises(IllegalPositionError, match="deal 1: ruff"):
        Match().add(Result((12, 12), (6, 6), (24, 24), (0, 0)))
    with pytest.raises(IllegalPositionError, match="deal 1: tricks"):
        Match().add(Result((12, 0), (6, 6, 0), (24, 24), (0, 0)))


def test_a_side_that_the_ruff_takes_to_the_target_has_won_whatever_others_have() -> None:
    """Two sides level above the target play on; the third reaches it with its ruff, and has won."""
    rules = Rules("3-short")
    match = Match(rules)
    for ruff in ((12, 0, 0), (0, 12, 0), (0, 0, 12)):
        match = match.add(Result(ruff, (4, 4, 4), (12, 12, 12), (0, 0, 0)))
    for cards in ((24, 24, 16), (0, 0, 0)):
        match = match.add(Result((0, 0, 0), (4, 4, 4), (12, 12, 12), cards)) if any(cards) else match
    match = match.add(Result((0, 0, 0), (4, 4, 4), (12, 12, 12), (6, 6, 2)))
    assert match.points == (42, 42, 30)
    assert match.winner is None
    match = match.add(Result((0, 0, 12), (0, 0, 0), (0, 0, 0), (20, 0, 0)))
    assert (match.points, match.winner) == ((42, 42, 42), 2)
