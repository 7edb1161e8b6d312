"""The readable rules of Rassi: options, numbers that are exact, values, symmetries."""

import pickle
from itertools import permutations
from math import comb
from random import Random

import pytest

from rassi_deals import random_deal, random_ending, random_game, random_position, written
from scale import scaled
from tricorn import rassi
from tricorn.cards import card_set, card_text, cards_of, parse_cards, parse_hand
from tricorn.errors import IllegalPlayError, IllegalPositionError
from tricorn.rassi.rules import has_face, height, playable, points


def test_heights() -> None:
    cards = parse_cards("S2 HT DJ CQ SK SA JK1")
    assert [height(card) for card in cards] == [2, 10, 11, 12, 13, 14, 14]
    assert [points(card) for card in cards] == [2, 10, 11, 12, 13, 1, 1]


@pytest.mark.parametrize(
    ("held", "top", "forced", "optional"),
    [
        ("S2 H7 CK", None, "S2 H7 CK", "S2 H7 CK"),
        ("S2 H7 CK", "D7", "H7 CK", "S2 H7 CK"),
        ("S2 H7 D9", "S8", "D9", "S2 D9"),
        ("S3 H3 D9", "ST", "S3 H3", "S3 H3"),
        ("SA JK1 D9", "SK", "SA JK1", "SA JK1 D9"),
        ("SA JK1", "JK2", "SA JK1", "SA JK1"),
        ("S3 D3 H5", "SA", "S3 D3", "S3 D3"),
    ],
)
def test_playable(held: str, top: str | None, forced: str, optional: str) -> None:
    highest = None if top is None else height(parse_cards(top)[0])
    assert playable(parse_hand(held), highest, "forced") == parse_hand(forced)
    assert playable(parse_hand(held), highest, "optional") == parse_hand(optional)


def test_a_hand_without_face_cards_is_rare() -> None:
    assert comb(40, 6) / comb(52, 6) == pytest.approx(0.1885, abs=5e-5)
    deals, free = scaled(1_500, 20_000), 0
    for seed in range(deals):
        free += not has_face(rassi.deal(seed, 2).hands[0])
    assert free / deals == pytest.approx(0.1885, abs=4 * (0.1885 * 0.8115 / deals) ** 0.5)


@pytest.mark.parametrize(("players", "changes"), list(enumerate((6, 5, 4, 3, 2, 1, 0), 2)))
def test_full_changes_in_the_stock(players: int, changes: int) -> None:
    pos, done = rassi.deal(5, players, rules=rassi.Rules(redouble="anyone")), 0
    assert len(pos.stock) == 52 - 6 * players
    while pos.phase != "play":
        done += "change" in pos.legal()
        pos = pos.play(pos.legal()[0])
    assert done == changes  # with one or two rounds for all, the stock is what ends it
    assert len(pos.stock) < 6
    assert rassi.deal(5, players, rules=rassi.Rules(jokers=2)).stock.__len__() == 54 - 6 * players


def test_nine_play_with_jokers() -> None:
    pos = rassi.deal(1, 9)
    assert pos.phase == "play"
    assert card_set(cards_of(sum(pos.hands))) == (1 << 54) - 1
    with pytest.raises(IllegalPositionError, match="9 players need 54 cards, the pack has 52: jokers 2"):
        rassi.deal(1, 9, rules=rassi.Rules(jokers=0))
    with pytest.raises(IllegalPositionError, match="10 players"):
        rassi.deal(1, 10)


def test_rules_name_every_bad_option() -> None:
    with pytest.raises(IllegalPositionError) as caught:
        rassi.Rules.from_dict({"doubles": "me", "out_at": 0, "jokers": True, "overtake": 3, "trumps": "S"})
    assert len(caught.value.problems) == 5
    for word in ("doubles 'me'", "out_at 0", "jokers 'True'", "overtake '3'", "no option 'trumps'"):
        assert word in str(caught.value)
    assert rassi.Rules.literal() == rassi.Rules(doubles="others", redouble="anyone")
    assert rassi.Rules.from_dict(rassi.Rules.literal().to_dict()) == rassi.Rules.literal()


def test_who_is_asked() -> None:
    # Seat 1 has no K, Q, J and takes a free hand; it is asked again only where doubles=any.
    deal = written(["SK S2 S3 S4 S5 S6", "H2 H3 H4 H5 H6 H7", "D2 D3 D4 D5 D6 DJ"])
    asked: dict[str, list[tuple[int, int]]] = {}
    for name, rules in {
        "default": {},
        "others": {"doubles": "others"},
        "anyone": {"redouble": "anyone"},
        "literal": {"doubles": "others", "redouble": "anyone"},
    }.items():
        pos = rassi.Position.from_dict(deal | {"rules": rules})
        turns = []
        while pos.phase != "play":
            turns.append((("free", "doubles", "redouble").index(pos.phase), pos.to_move or 0))
            change = turns[-1] in ((0, 1), (1, 2))  # seat 1 changes free, seat 2 doubles
            pos = pos.play("change" if change else "keep")
        asked[name] = turns
        assert pos.multipliers == (1, 1, 2)
        assert pos.leader == 1
    free = [(0, 1), (0, 2), (0, 0)]
    assert asked["default"] == [*free, (1, 1), (1, 2), (1, 0), (2, 2)]
    assert asked["others"] == [*free, (1, 2), (1, 0), (2, 2)]
    assert asked["anyone"] == [*free, (1, 1), (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]
    assert asked["literal"] == [*free, (1, 2), (1, 0), (2, 1), (2, 2), (2, 0)]


def test_refusals_say_why() -> None:
    pos = rassi.Position.from_dict(
        {"type": "rassi.position", "hands": ["S2 H7 CK", "D7 C9 SA", "D3 H3 D9"], "leader": 0}
    ).play("h7")
    for action, reason in {
        "C2": "seat 1 does not hold C2",
        "keep": "'keep' in the play, where seat 1 has to play a card",
        "2:SA": "it is the turn of seat 1, not of seat 2",
        "XY": "'XY' is not an action",
    }.items():
        with pytest.raises(IllegalPlayError, match=reason):
            pos.play(action)
    pos = pos.play("C9")
    with pytest.raises(IllegalPlayError, match="seat 2 plays D3 but can overtake C9 with D9"):
        pos.play("D3")
    with pytest.raises(IllegalPlayError, match="'SA' where seat 1 is asked 'free'"):
        rassi.deal(7, 4).play("SA")
    held = rassi.deal(7, 4)
    assert held.legal() == ("keep",)
    with pytest.raises(IllegalPlayError, match="seat 1 may not change free, it holds a K, Q or J"):
        held.play("change")


def test_under_optional_overtaking_only_the_lowest_may_stay_below() -> None:
    pos = rassi.Position.from_dict(
        {"type": "rassi.position", "hands": ["S8 H2", "D3 C9"], "leader": 0, "rules": {"overtake": "optional"}}
    ).play("S8")
    assert pos.legal() == ("D3", "C9")
    three = rassi.Position.from_dict(
        {"type": "rassi.position", "hands": ["S8 H2 C2", "D3 C9 C5"], "leader": 0, "rules": {"overtake": "optional"}}
    ).play("S8")
    with pytest.raises(IllegalPlayError, match="seat 1 plays C5 under S8, but its lowest card is D3"):
        three.play("C5")


def test_a_position_names_every_defect() -> None:
    with pytest.raises(IllegalPositionError) as caught:
        rassi.Position.from_dict(
            {
                "type": "rassi.position",
                "hands": ["S2 S3 S4 S5 S6 S7", "S2 H3 H4 H5 H6", "D2 D3 D4 D5 D6 JK1"],
                "stock": "C2 C3 C4",
                "dealer": 3,
                "scores": [0, 60],
            }
        )
    for word in ("S2 of seat 1 stands twice", "JK1 of seat 2 is not in the pack", "seat 1 has 5 cards", "dealer 3"):
        assert word in str(caught.value)
    assert "2 scores for 3 players" in str(caught.value)
    assert "score 60 of seat 1" in str(caught.value)
    assert "not in a hand nor in the stock: SA SK" in str(caught.value)
    for bad, word in {
        "{": "not JSON",
        "[1]": "Expected `object`",
        '{"type": "rassi.view"}': "rassi.view",
        '{"type": "rassi.position", "hands": ["S2", "S1 H2"], "leader": 0}': "'S1' is not a card",
        '{"type": "rassi.position", "hands": ["S2", "H2"], "leader": 2}': "leader 2 is not one of 0..1",
        '{"type": "rassi.position", "hands": ["S2", "H2"], "leader": 0, "multipliers": [3]}': "1 multipliers for 2",
        '{"type": "rassi.position", "hands": ["S2", "H2 H3"], "leader": 0}': "hands of 1, 2 cards",
        '{"type": "rassi.position", "hands": ["S2", "H2"], "leader": 0, "size": 3}': "unknown field",
    }.items():
        with pytest.raises(IllegalPositionError) as caught:
            rassi.Position.from_json(bad)
        assert word in str(caught.value)


def test_positions_and_views_are_values() -> None:
    rng = Random(3)
    for _ in range(scaled(150, 2_000)):
        pos = random_position(rng)
        same = rassi.Position.from_json(pos.to_json())
        assert (same, hash(same), same.table, same.hands) == (pos, hash(pos), pos.table, pos.hands)
        assert (same.thrown, same.stock) == (pos.thrown, pos.stock)
        assert pickle.loads(pickle.dumps(pos)) == pos
        assert eval(repr(pos), {"Position": rassi.Position}) == pos
        if not pos.is_over:
            assert pos.play(pos.legal()[0]) != pos
    assert eval(repr(rassi.Rules.literal()), {"Rules": rassi.Rules}) == rassi.Rules.literal()


def mapped(pos: rassi.Position, to: dict[int, int], by: int = 0) -> rassi.Position:
    """The same game with other cards and with every seat moved on by `by`."""
    seats = pos.seats
    places = [(seat - by) % seats for seat in range(seats)]
    end = pos.ending
    names = {card_text(a): card_text(b) for a, b in to.items()}
    return rassi.Position.start(
        [card_set(to[card] for card in cards_of(pos.dealt[place])) for place in places],
        [to[card] for card in pos.dealt_stock],
        rules=pos.rules,
        dealer=(pos.dealer + by) % seats,
        scores=[pos.scores[place] for place in places],
        leader=(end.leader + by) % seats if end else None,
        multipliers=[end.multipliers[place] for place in places] if end else None,
        record=[names.get(action, action) for action in pos.record],
    )


def test_suits_seats_and_equal_ranks_do_not_matter() -> None:
    rng = Random(4)
    same = {card: card for card in range(54)}
    orders = list(permutations(range(4)))
    for count in range(scaled(150, 2_000)):
        pos = random_game(rng) if count % 2 else random_position(rng)
        suits = rng.choice(orders)
        to = {card: suits[card // 13] * 13 + card % 13 if card < 52 else card for card in range(54)}
        by = rng.randrange(pos.seats)
        ranks = dict(same)  # each rank has its suits shuffled by itself; aces and jokers are one rank
        for rank in range(13):
            group = [card for card in range(pos.rules.pack_size(pos.seats)) if height(card) == rank + 2]
            ranks.update(zip(group, rng.sample(group, len(group)), strict=True))
        for other, turned, cards in (
            (mapped(pos, to), 0, to),
            (mapped(pos, same, by), by, same),
            (mapped(pos, ranks), 0, ranks),
        ):
            assert other.phase == pos.phase
            assert other.to_move == (None if pos.to_move is None else (pos.to_move + turned) % pos.seats)
            names = {card_text(a): card_text(b) for a, b in cards.items()}
            assert set(other.legal()) == {names.get(action, action) for action in pos.legal()}
            old, new = pos.result(), other.result()
            assert (old is None) == (new is None)
            if old and new:
                assert new.points == tuple(old.points[(seat - turned) % pos.seats] for seat in range(pos.seats))
                assert new.rank == old.rank


def test_endings_of_every_size() -> None:
    rng = Random(5)
    for _ in range(scaled(100, 1_000)):
        players = rng.randint(2, 8)
        pos = random_ending(rng, players, rng.randint(1, 6))
        assert pos.phase == "play"
        assert pos.to_move == pos.leader
        while not pos.is_over:
            pos = pos.play(rng.choice(pos.legal()))
            assert rassi.Position.from_json(pos.to_json()) == pos
        result = pos.result()
        assert result is not None
        assert all(pos.multipliers[seat] * result.rank == result.points[seat] for seat in result.penalised)
        assert result.to_dict()["points"] == list(result.points)


def test_deals_are_seeded() -> None:
    assert rassi.deal(3, 5) == rassi.deal(3, 5)
    assert rassi.deal(3, 5) != rassi.deal(4, 5)
    assert random_deal(Random(1)).record == ()


def test_the_player_rule_plays_every_phase() -> None:
    rng = Random(6)
    changes = set()
    for _ in range(scaled(60, 600)):
        pos = random_deal(rng)
        while pos.to_move is not None:
            action = rassi.rule_play(pos.view(pos.to_move))
            if action == "change":
                changes.add(pos.phase)
            pos = pos.play(action)
    assert {"free", "doubles"} <= changes
