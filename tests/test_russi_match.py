"""Russi: the score of several deals, and the player `rule`."""

import pickle
import random

import pytest

from russi_samples import random_position
from scale import scaled
from tricorn import russi
from tricorn.errors import IllegalPositionError
from tricorn.russi import Match, Position, Result


def finished(position: Position) -> Result:
    while not position.is_over:
        position = position.play(russi.rule_play(position.view(position.to_move or 0)))
    result = position.result()
    assert result is not None
    return result


def test_the_deal_alternates_and_results_add_up() -> None:
    match = Match(first_dealer=0)
    dealers = []
    for seed in range(6):
        dealers.append(match.dealer)
        match = match.add(finished(russi.deal(seed, match.dealer)))
    assert dealers == [0, 1, 0, 1, 0, 1]
    assert sum(match.tricks) == 6 * 26
    assert sum(match.wins) + match.draws == 6
    assert match.tricks == tuple(sum(result.tricks[seat] for result in match.results) for seat in (0, 1))
    assert pickle.loads(pickle.dumps(match)) == match
    assert match.to_dict()["first_dealer"] == 0
    assert len(match.to_dict()["results"]) == 6


def test_who_leads_a_match() -> None:
    match = Match()
    assert (match.leader, match.dealer, match.wins) == (None, 1, (0, 0))
    match = match.add(Result((12, 14), 1))
    assert match.leader == 1
    assert match.add(Result((26, 0), 0)).leader is None
    assert match.add(Result((13, 13), None)).leader == 1


def test_impossible_results_are_refused_all_of_them() -> None:
    with pytest.raises(IllegalPositionError) as error:
        Match(2, (Result((13, 12), 0), Result((14, 12), 1), Result((13, 13), None), Result((27, -1), 0)))
    assert error.value.problems == (
        "first dealer 2 is neither 0 nor 1",
        "deal 1: 13 and 12 tricks are not 26 tricks",
        "deal 2: 14 to 12 is not won by 1",
        "deal 4: 27 and -1 tricks are not 26 tricks",
    )


def test_the_rule_player_plays_legal_cards_by_what_it_sees() -> None:
    rng = random.Random(3)
    for _ in range(scaled(200, 5000)):
        position = random_position(rng)
        if position.to_move is None:
            with pytest.raises(ValueError, match="seat 0 is not to move"):
                russi.rule_play(position.view(0))
            continue
        assert russi.rule_play(position.view(position.to_move)) in position.legal()


def test_the_rule_player_wins_cheaply_and_throws_low() -> None:
    data = {"type": "russi.position", "leader": 0}
    win = {"hand": "S3 S9 SA", "piles": []}
    position = Position.from_dict({**data, "deal": [{"hand": "S5 H2 H3", "piles": []}, win]}).play("S5")
    assert russi.rule_play(position.view(1)) == "S9"
    lose = {"hand": "S3 S4 C2", "piles": []}
    position = Position.from_dict({**data, "deal": [{"hand": "S5 H2 H3", "piles": []}, lose]}).play("S5")
    assert russi.rule_play(position.view(1)) == "S3"
    turns = {"hand": "D4", "piles": ["DK<C4"]}
    position = Position.from_dict({**data, "deal": [{"hand": "S5 H2 H3", "piles": []}, turns]}).play("S5")
    assert russi.rule_play(position.view(1)) == "C4"  # as low as D4, and it turns a card up


def test_the_rule_player_beats_random_play() -> None:
    rng = random.Random(9)
    score = 0
    pairs = scaled(30, 300)
    for seed in range(pairs):
        for seat in (0, 1):
            position = russi.deal(seed)
            while not position.is_over:
                ours = position.to_move == seat
                card = russi.rule_play(position.view(seat)) if ours else rng.choice(position.legal())
                position = position.play(card)
            score += position.taken[seat] - position.taken[1 - seat]
    assert score > 2 * pairs
