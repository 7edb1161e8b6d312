"""The score of a match of Rassi: elimination, the last one left, everybody out at once."""

import pickle
from fractions import Fraction

import pytest

from rassi_deals import written
from scale import scaled
from tricorn import rassi
from tricorn.errors import IllegalPositionError, TricornError
from tricorn.rassi import Match


def played(pos: rassi.Position) -> rassi.Position:
    while pos.to_move is not None:
        pos = pos.play(rassi.rule_play(pos.view(pos.to_move)))
    return pos


def three_aces(scores: list[int], record: list[str], last_tie: str = "all") -> rassi.Position:
    """Three players keep an ace each, and all of them take the last trick with it (or the last to play does)."""
    deal = written(["SA S2 S3 S4 S5 S6", "HA H2 H3 H4 H5 H6", "DA D2 D3 D4 D5 D6"])
    rules = {"last_tie": last_tie}
    tricks = ["H2", "D2", "S2", "S3", "H3", "D3", "D4", "S4", "H4", "H5", "D5", "S5", "S6", "H6", "D6", "DA", "SA", "HA"]
    return rassi.Position.from_dict(deal | {"scores": scores, "rules": rules, "record": [*record, *tricks]})


def finished(match: Match) -> Match:
    seed = 0
    while not match.is_over:
        match = match.after(played(match.next_deal(seed)))
        seed += 1
    return match


@pytest.mark.parametrize("players", range(2, 10))
def test_matches_end_with_one_player(players: int) -> None:
    for dealer in range(scaled(1, players)):
        match = finished(Match.start(players, rules=rassi.Rules(out_at=20), dealer=dealer))
        assert len(match.in_play) == 1
        assert match.winners == match.in_play
        assert sum(match.shares()) == 1
        assert sum(map(len, match.out)) == players - 1
        assert [player for player, score in enumerate(match.scores) if score < 20] == list(match.in_play)
        with pytest.raises(TricornError, match="over"):
            match.next_deal(0)
        with pytest.raises(IllegalPositionError, match="the match is over; the deal is not over"):
            match.after(rassi.deal(1, 3))


def test_the_pack_stays_when_players_drop_out() -> None:
    match = Match.start(9, rules=rassi.Rules(out_at=5))
    assert match.rules.jokers == 2
    while len(match.in_play) > 5:
        pos = match.next_deal(match.deals)
        assert pos.rules.pack_size(pos.seats) == 54
        assert len(pos.stock) == 54 - 6 * pos.seats
        match = match.after(played(pos))
    assert Match.start(4).rules.jokers == 0


def test_the_deal_passes_to_the_next_player_still_in() -> None:
    match = Match(rassi.Rules(), (10, 60, 20, 30, 51), dealer=0, out=((1,), (4,)), deals=7)
    assert match.in_play == (0, 2, 3)
    dealers = []
    for seed in range(4):
        pos = match.next_deal(seed)
        assert pos.scores == tuple(match.scores[player] for player in match.in_play)
        dealers.append(match.in_play[pos.dealer])
        match = match.after(played(pos))
        if len(match.in_play) < 3:
            break
    assert dealers == [0, 2, 3, 0][: len(dealers)]
    with pytest.raises(TricornError, match="player 1 is not in play"):
        match.seat_of(1)


def test_a_dealer_that_drops_out_passes_the_deal_on() -> None:
    # Seat 2 dealt, so seat 0 leads; the last to play to the last trick scores its point and is out.
    match = Match(rassi.Rules(), (49, 0, 49), dealer=0)
    after = match.after(three_aces([49, 0, 49], ["keep"] * 6, "last"))
    assert after.scores == (49, 1, 49)
    assert after.dealer == 1
    match = Match(rassi.Rules(), (0, 49, 0), dealer=0)
    after = match.after(three_aces([0, 49, 0], ["keep"] * 6, "last"))
    assert (after.out, after.in_play, after.dealer) == (((1,),), (0, 2), 2)


def test_all_out_at_once_share() -> None:
    match = Match(rassi.Rules(last_tie="all"), (49, 49, 49))
    over = match.after(three_aces([49, 49, 49], ["keep"] * 6))
    assert over.is_over
    assert over.in_play == ()
    assert over.out == ((0, 1, 2),)
    assert over.winners == (0, 1, 2)
    assert over.shares() == (Fraction(1, 3),) * 3


def test_all_out_at_once_lowest_total_wins() -> None:
    # Seat 0 doubles: it gets its hand from the stock, and its ace counts two.
    deal = written(
        ["SK SQ SJ ST S9 S8", "HA H2 H3 H4 H5 H6", "DA D2 D3 D4 D5 D6"], "SA S2 S3 S4 S5 S6"
    )
    record = ["keep", "keep", "keep", "keep", "keep", "change", "keep"]
    tricks = ["H2", "D2", "S2", "S3", "H3", "D3", "D4", "S4", "H4", "H5", "D5", "S5", "S6", "H6", "D6", "DA", "SA", "HA"]
    rules = {"last_tie": "all"}
    pos = rassi.Position.from_dict(deal | {"scores": [49, 49, 49], "rules": rules, "record": [*record, *tricks]})
    result = pos.result()
    assert result is not None
    assert (result.penalised, result.rank, result.points) == ((2, 0, 1), 1, (2, 1, 1))
    over = Match(rassi.Rules(last_tie="all"), (49, 49, 49)).after(pos)
    assert over.scores == (51, 50, 50)
    assert over.winners == (1, 2)
    assert over.shares() == (0, Fraction(1, 2), Fraction(1, 2))


def test_a_deal_of_another_match_is_refused() -> None:
    match = Match(rassi.Rules(), (1, 2, 3), dealer=1)
    with pytest.raises(IllegalPositionError) as caught:
        match.after(played(rassi.deal(1, 3, scores=[1, 2, 3])))
    assert caught.value.problems == ("seat 0 dealt, not seat 1",)
    with pytest.raises(IllegalPositionError) as caught:
        match.after(rassi.deal(1, 3, rules=rassi.Rules(jokers=2), dealer=1))
    assert len(caught.value.problems) == 3


def test_a_match_names_every_defect() -> None:
    with pytest.raises(IllegalPositionError) as caught:
        Match(rassi.Rules(), (60, -1, 3), dealer=5, deals=-1)
    assert len(caught.value.problems) == 4
    with pytest.raises(IllegalPositionError, match="dealer 0 is out"):
        Match(rassi.Rules(), (60, 1, 3), dealer=0, out=((0,),))
    with pytest.raises(IllegalPositionError, match="9 players need 54"):
        Match.start(9, rules=rassi.Rules(jokers=0))
    with pytest.raises(IllegalPositionError, match="1 players"):
        Match.start(1)


def test_matches_are_values() -> None:
    match = Match.start(4, dealer=3).after(played(Match.start(4, dealer=3).next_deal(5)))
    assert match == pickle.loads(pickle.dumps(match))
    assert hash(match) == hash(pickle.loads(pickle.dumps(match)))
    assert eval(repr(match), {"Match": Match, "Rules": rassi.Rules}) == match
    assert Match.from_dict(match.to_dict()) == match
