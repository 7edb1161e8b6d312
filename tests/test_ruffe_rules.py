"""The rules of Ruffe: options, dealing, the ruff, replies and results."""

import pickle
import random
from itertools import permutations

import pytest

from ruffe_cases import FOLLOWS, FORMATS, advance, random_deal, random_ending, random_rules
from scale import scaled
from tricorn import ruffe
from tricorn.cards import PACK, card_set, card_text, parse_card, parse_cards, parse_hand
from tricorn.errors import IllegalPlayError, IllegalPositionError, NotationError
from tricorn.ruffe.follow import playable, refusal, winning
from tricorn.ruffe.ruff import claim, ruff_winner, shown_cards, suit_totals


@pytest.mark.parametrize(
    ("format", "seats", "hand", "dead", "target", "sides"),
    [
        ("4", 4, 12, 0, 52, (0, 1, 0, 1)),
        ("3-long", 3, 16, 0, 40, (0, 1, 2)),
        ("2-long", 2, 24, 0, 36, (0, 1)),
        ("3-short", 3, 12, 12, 40, (0, 1, 2)),
        ("2-short", 2, 12, 24, 36, (0, 1)),
    ],
)
def test_formats(format, seats, hand, dead, target, sides):
    rules = ruffe.Rules(format)
    assert (rules.seats, rules.hand_size, rules.dead_count, rules.target, rules.side_of) == (
        seats,
        hand,
        dead,
        target,
        sides,
    )
    position = ruffe.deal(1, rules, dealer=1)
    places = [*position.dealt, card_set(position.head), position.dead]
    assert sum(places) == PACK
    assert [place.bit_count() for place in places] == [hand] * seats + [4, dead]


def test_literal_and_defaults():
    assert ruffe.Rules.literal() == ruffe.Rules(follow="suit-or-trump", par="12", show="hand")
    assert ruffe.Rules.literal(format="2-short", par="dealt").par == "dealt"
    assert ruffe.Rules("4", sides="singles").side_of == (0, 1, 2, 3)
    assert ruffe.Rules(target=52) == ruffe.Rules()


def test_par():
    assert ruffe.Rules().par_of(2) == 24
    assert ruffe.Rules("4", sides="singles").par_of(1) == 12
    assert ruffe.Rules("3-long").par_of(1) == 16
    assert ruffe.Rules("2-long").par_of(1) == 24
    assert all(ruffe.Rules(format, par="12").par_of(1) == 12 for format in FORMATS)


def test_bad_options_are_all_named():
    with pytest.raises(IllegalPositionError) as error:
        ruffe.Rules("5", follow="x", par="13", show="all", ruff_tie="both", unclaimed_head="in", target=0, sides="trios")
    assert len(error.value.problems) == 8
    with pytest.raises(IllegalPositionError, match="needs four players"):
        ruffe.Rules("3-long", sides="pairs")


def test_dealing_is_four_at_a_time_from_the_left():
    from tricorn._rng import shuffled

    pack = shuffled(9, 0, 52, purpose=1)
    position = ruffe.deal(9, dealer=2)
    assert position.dealt[3] >> pack[0] & 1
    assert card_set(pack[0:4]) | card_set(pack[16:20]) | card_set(pack[32:36]) == position.dealt[3]
    assert position.turn_up == pack[48]
    assert set(position.head) == set(pack[48:])
    short = ruffe.deal(9, ruffe.Rules("2-short"))
    assert short.turn_up == pack[24]
    assert short.dead == card_set(pack[28:])
    with pytest.raises(IllegalPositionError, match="dealer 4"):
        ruffe.deal(1, dealer=4)


def test_suit_totals():
    hand = parse_hand("AKQJT9.2.43.")
    assert suit_totals(hand, parse_card("H5")) == (60, 7, 7, 0)
    assert suit_totals(hand, parse_card("C5")) == (60, 2, 7, 0)  # no trump held: the turn-up can't be claimed alone
    assert suit_totals(hand, parse_card("HA"))[1] == 13


def test_claims():
    assert claim(parse_hand("A9..T7.KQ"), parse_card("D2")) == (20, (0, 3))  # equal, both of two cards
    assert claim(parse_hand("KT.8732..2"), parse_card("D2")) == (20, (1,))  # equal: the suit with more cards
    assert claim(parse_hand("K.64..2"), parse_card("S6")) == (16, (0,))


def test_claim_by_length_counts_cards_in_hand():
    # spades K + turn-up T = 20 with one card in hand, hearts QT = 20 with two: hearts are claimed
    assert claim(parse_hand("K.QT..2"), parse_card("ST")) == (20, (1,))


def test_shown_cards():
    hand = parse_hand("KT.QT.9.2")
    turn_up = parse_card("C3")
    assert shown_cards(hand, turn_up, ruffe.Rules()) == parse_hand("KT.QT..")
    assert shown_cards(hand, turn_up, ruffe.Rules(show="hand")) == hand


@pytest.mark.parametrize(
    ("totals", "dealer", "sides", "eldest", "nobody"),
    [
        ((40, 41, 39, 12), 0, (0, 1, 0, 1), 1, 1),
        ((41, 40, 41, 12), 0, (0, 1, 0, 1), 2, 2),  # partners: the elder
        ((41, 40, 41, 12), 3, (0, 1, 0, 1), 0, 0),
        ((41, 41, 40, 12), 0, (0, 1, 0, 1), 1, None),
        ((41, 41, 40, 12), 1, (0, 1, 0, 1), 0, None),
        ((41, 41, 41, 12), 1, (0, 1, 0, 1), 2, None),
        ((41, 40, 41, 12), 0, (0, 1, 2, 3), 2, None),
        ((41, 41), 1, (0, 1), 0, None),
    ],
)
def test_ruff_winner(totals, dealer, sides, eldest, nobody):
    assert ruff_winner(totals, ruffe.Rules(), dealer, sides) == eldest
    assert ruff_winner(totals, ruffe.Rules(ruff_tie="nobody"), dealer, sides) == nobody


def told_to_play(hand, led, trump, follow):
    """The options as RULES words them, card by card."""
    cards = [card for card in range(52) if hand >> card & 1]
    suited = [card for card in cards if card // 13 == led]
    trumps = [card for card in cards if card // 13 == trump]
    if follow == "suit":
        return set(suited or cards)
    if follow == "suit-else-trump":
        return set(suited or trumps or cards)
    return {*suited, *trumps} or set(cards)


def test_replies_and_refusals():
    rng = random.Random(3)
    for _ in range(scaled(2_000, 20_000)):
        hand = card_set(rng.sample(range(52), rng.randint(1, 8)))
        led, trump, follow = rng.randrange(4), rng.choice((None, 0, 1, 2, 3)), rng.choice(FOLLOWS)
        allowed = told_to_play(hand, led, trump, follow)
        assert playable(hand, led, trump, follow) == card_set(allowed)
        assert playable(hand, None, trump, follow) == hand
        for card in rng.sample(range(52), 10):
            assert (refusal(card, hand, led, trump, follow) is None) == (card in allowed)


def test_winning_card():
    assert winning(parse_cards("H2 H3 SA CA"), None) == 1
    assert winning(parse_cards("H2 H3 SA CA"), 3) == 3
    assert winning(parse_cards("H2 C3 HA C2"), 3) == 1
    assert winning(parse_cards("CJ C3 HA CQ"), 3) == 3


def test_plays_that_are_refused():
    position = ruffe.deal(7)
    with pytest.raises(IllegalPlayError, match="a discard is due"):
        position.play("SA")
    with pytest.raises(IllegalPlayError, match="3 cards instead of 4"):
        position.play("discard HA HT H8")
    with pytest.raises(IllegalPlayError, match="SK ST is not held"):
        position.play("discard HA SK ST H8")
    with pytest.raises(NotationError, match="'X1' is not a card"):
        position.play("discard X1 HA HT H8")
    position = position.play("DISCARD h8 ca s5 10h")
    assert position.record == ("discard S5 HT H8 CA",)
    with pytest.raises(IllegalPlayError, match="no discard is due"):
        position.play("discard S5 HT H8 CA")
    with pytest.raises(IllegalPlayError, match="SK is not held"):
        position.play("SK")
    with pytest.raises(NotationError, match="'S1' is not a card"):
        position.play("S1")
    position = position.play("S2")
    with pytest.raises(IllegalPlayError, match="D2 is not held"):
        position.play("D2")


def test_impossible_deals_name_every_defect():
    hands = [parse_hand("AKQJT98765432..."), parse_hand("A.AKQJT987654..")]
    with pytest.raises(IllegalPositionError) as error:
        ruffe.Position.whole(ruffe.Rules("2-short"), 2, hands, parse_cards("D2 D3 D4"), parse_hand("...2"))
    text = str(error.value)
    for part in ("dealer 2", "seat 0 has 13 cards", "the head has 3", "1 dead cards instead of 24", "SA both at seat 0 and"):
        assert part in text
    with pytest.raises(IllegalPositionError, match="seat 0 has 1 cards instead of 2"):
        ruffe.Position.ending(ruffe.Rules("2-long"), [parse_hand("A..."), parse_hand("KQ...")], 0, None)
    with pytest.raises(IllegalPositionError, match="seat 1 on the table: S2: must follow H"):
        ruffe.Position.ending(
            ruffe.Rules("3-long"),
            [parse_hand("..2.2"), parse_hand(".3..3"), parse_hand("..A43.")],
            0,
            None,
            trick=parse_cards("H2 S2"),
        )
    for sides in ((0, 2), (0, 1 << 60), (0, 0), (0,), (0, 1, 0), (-1, 0)):
        with pytest.raises(IllegalPositionError, match="sides"):
            ruffe.Position.ending(ruffe.Rules("2-long"), [1, 2], 0, None, sides=sides)


def test_a_bad_record_says_which_action():
    position = ruffe.deal(7)
    document = position.to_dict() | {"record": ["discard S5 HT H8 CA", "SA"]}
    with pytest.raises(IllegalPositionError, match="record: action 2: SA is not held"):
        ruffe.Position.from_dict(document)
    document["record"] = ["2:discard S5 HT H8 CA", "2:S2"]
    with pytest.raises(IllegalPositionError, match="record: action 2: '2:S2': it is the turn of seat 1, not of seat 2"):
        ruffe.Position.from_dict(document)
    document["record"] = ["2:discard S5 HT H8 CA", "1:S2"]
    assert ruffe.Position.from_dict(document).record == ("discard S5 HT H8 CA", "S2")


def test_how_often_the_head_moves():
    deals = scaled(3_000, 30_000)
    for format, hidden in (("4", 3), ("3-short", 15), ("2-short", 27)):
        rules = ruffe.Rules(format)
        turned = unclaimed = 0
        for seed in range(deals):
            position = ruffe.deal(seed, rules)
            turned += position.turn_up % 13 == 12
            unclaimed += position.taker is None
        for count, chance in ((turned, 1 / 13), (unclaimed, 12 / 13 * hidden / 51)):
            assert abs(count - deals * chance) < 4 * (deals * chance * (1 - chance)) ** 0.5
    assert round(12 / 13 * 48 / 51, 3) == 0.869
    assert round(12 / 13 * 3 / 51, 3) == 0.054


def test_positions_are_values():
    rng = random.Random(4)
    for number in range(scaled(200, 2_000)):
        position = random_deal(rng) if number % 2 else random_ending(rng)
        position = advance(rng, position, rng.randrange(60))
        again = ruffe.Position.from_json(position.to_json())
        assert again == position
        assert hash(again) == hash(position)
        assert pickle.loads(pickle.dumps(position)) == position
        assert eval(repr(position), {"Position": ruffe.Position}) == position
        assert (again.hands, again.trick, again.taken, again.discards) == (
            position.hands,
            position.trick,
            position.taken,
            position.discards,
        )
        assert again.result() == position.result()
    assert ruffe.deal(1) != ruffe.deal(2)
    assert ruffe.deal(1) != ruffe.deal(1, ruffe.Rules(par="12"))


def test_bad_documents():
    with pytest.raises(NotationError, match="not JSON"):
        ruffe.Position.from_json("{")
    with pytest.raises(NotationError, match="object is wanted"):
        ruffe.Position.from_json("[1]")
    good = ruffe.deal(7).to_dict()
    for change, part in (
        ({"hands": ["X..."] * 4}, "hands[3] 'X...': 'X' is not a rank of spades"),
        ({"dealer": "1"}, "Expected `int`, got `str` - at `$.dealer`"),
        ({"surprise": 1}, "unknown field `surprise`"),
        ({"head": ["HK", "S6", "H7", "JK"]}, "no jokers"),
        ({"rules": {"par": "13"}}, "Invalid enum value '13' - at `$.rules.par`"),
        ({"rules": {"target": 0}}, "rules: target '0' must be"),
    ):
        with pytest.raises(IllegalPositionError) as error:
            ruffe.Position.from_dict(good | change)
        assert part in str(error.value)


def relabelled(card, order):
    return order[card // 13] * 13 + card % 13


def test_relabelling_suits_and_rotating_seats_change_nothing_else():
    rng = random.Random(5)
    orders = list(permutations(range(4)))
    for _ in range(scaled(100, 1_000)):
        rules = random_rules(rng)
        position = advance(rng, random_deal(rng, rules), 60)
        order, turn = rng.choice(orders), rng.randrange(rules.seats)
        if rules.sides == "pairs":
            turn &= 2  # so that the sides keep their numbers

        def moved(cards, order=order):
            return card_set(relabelled(card, order) for card in range(52) if cards >> card & 1)

        def rotated(row, turn=turn):
            return tuple(row[(seat - turn) % len(row)] for seat in range(len(row)))

        record = []
        for action in position.record:
            words = action.split()
            cards = [card_text(relabelled(parse_card(word), order)) for word in words if word != "discard"]
            record.append(" ".join([*words[: len(words) - len(cards)], *cards]))
        other = ruffe.Position.whole(
            rules,
            (position.dealer + turn) % rules.seats,
            rotated([moved(hand) for hand in position.dealt]),
            [relabelled(card, order) for card in position.head],
            moved(position.dead),
            record,
        )
        assert other.totals == rotated(position.totals)
        assert other.taken == rotated(position.taken)
        assert other.shown == moved(position.shown)
        result, expected = other.result(), position.result()
        if rules.sides == "pairs":
            assert result == expected
        else:
            assert result.points == rotated(expected.points)
