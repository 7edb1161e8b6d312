"""What a seat knows: nothing hidden, everything derived, every contradiction named."""

import pickle
import random
import re

import pytest

from ruffe_cases import advance, random_deal, random_ending, random_rules, twin_of
from scale import scaled
from tricorn import ruffe
from tricorn.cards import PACK, card_set, card_text, cards_of, parse_card, parse_hand
from tricorn.errors import IllegalPositionError, TricornError
from tricorn.ruffe.position import parse_discard


def in_sight(position, seat):
    """The cards that a seat has seen, gathered from the rules again."""
    seen = position.dealt[seat] | card_set(position.start.trick)
    if position.turn_up is not None:
        seen |= 1 << position.turn_up
    if position.taker == seat:
        seen |= card_set(position.head)
    if position.phase != "discard":
        seen |= position.shown
    for action in position.record:
        if not action.startswith("discard"):
            seen |= 1 << parse_card(action)
    return seen


def cards_in(value):
    """Every card that a JSON value names."""
    if isinstance(value, dict):
        return 0 if "format" in value else sum_of(cards_in(part) for part in value.values())
    if isinstance(value, list):
        return sum_of(cards_in(part) for part in value)
    if not isinstance(value, str) or value in ("N", "discard", "ruffe.view"):
        return 0
    if "." in value:
        return parse_hand(value)
    return card_set(map(parse_card, re.findall(r"[SHDC][2-9TJQKA]", value)))


def sum_of(sets):
    total = 0
    for part in sets:
        total |= part
    return total


def some_position(rng, number):
    position = random_deal(rng) if number % 4 else random_ending(rng, 8)
    return advance(rng, position, rng.choice((0, 1, rng.randrange(60))))


def test_views_hold_no_hidden_card_and_say_what_is_so():
    rng = random.Random(30)
    for number in range(scaled(400, 4_000)):
        position = some_position(rng, number)
        for seat in range(position.seats):
            view = position.view(seat)
            gone = 0 if position.start.is_whole else view.seen.gone
            assert cards_in(view.to_dict()) & ~gone == in_sight(position, seat)
            assert view.hand == position.hands[seat]
            assert (view.to_move, view.phase, view.is_over) == (position.to_move, position.phase, position.is_over)
            assert (view.trick, view.leader, view.taken) == (position.trick, position.leader, position.taken)
            assert (view.totals, view.ruff_winner, view.shown) == (position.totals, position.ruff_winner, position.shown)
            assert view.tricks_left == position.tricks_left
            assert view.legal() == (position.legal() if position.to_move == seat else ())
            assert view.discards == (position.discards if position.taker == seat else 0)
            assert view.sizes == tuple(hand.bit_count() for hand in position.hands)
            for other in range(position.seats):
                assert view.known(other) & ~position.dealt[other] == 0
                assert view.barred(other) & position.dealt[other] == 0
                for suit in range(4):
                    if view.voids[other] >> suit & 1:
                        assert position.hands[other] >> 13 * suit & 0x1FFF == 0
            hidden = position.hands[(seat + 1) % position.seats]
            assert hidden & ~view.unseen == 0
            assert view.gone & sum_of(position.hands) == 0


def test_views_are_values():
    rng = random.Random(31)
    for number in range(scaled(300, 3_000)):
        position = some_position(rng, number)
        view = position.view(rng.randrange(position.seats))
        again = ruffe.View.from_json(view.to_json())
        assert again == view
        assert hash(again) == hash(view)
        assert (again.hand, again.voids, again.played, again.sizes) == (view.hand, view.voids, view.played, view.sizes)
        assert pickle.loads(pickle.dumps(view)) == view
        assert eval(repr(view), {"View": ruffe.View}) == view
    with pytest.raises(TricornError, match="seat 4"):
        ruffe.deal(1).view(4)


def test_another_seat_sees_only_that_cards_were_thrown_away():
    position = ruffe.deal(7).play("discard S5 HT H8 CA").play("S2")
    assert position.view(2).record == ("discard S5 HT H8 CA", "S2")
    assert position.view(2).head == position.head
    assert position.view(1).record == ("discard", "S2")
    assert position.view(1).head == ()
    assert position.view(1).discards == 0


def test_two_positions_that_differ_in_hidden_cards_look_the_same():
    """The face-down head, the dead cards and the discards of another are changed; nobody can tell."""
    rng = random.Random(32)
    found = 0
    for seed in range(scaled(200, 2_000)):
        position = ruffe.deal(seed, ruffe.Rules("2-short"))
        dead = list(cards_of(position.dead))
        ace = position.trump * 13 + 12
        if position.taker is None:
            swap = rng.choice(dead), rng.choice(position.head[1:])
            head = [swap[0] if card == swap[1] else card for card in position.head]
            other = ruffe.Position.whole(position.rules, 0, position.dealt, head, position.dead ^ 1 << swap[0] | 1 << swap[1])
            seats = (0, 1)
        else:
            seats = (1 - position.taker,)
            other = position
            cards = [card for card in cards_of(position.hands[position.taker]) if card != ace]
            position = position.play("discard " + " ".join(map(card_text, cards[:4])))
            other = other.play("discard " + " ".join(map(card_text, cards[-4:])))
        assert position != other
        for seat in seats:
            assert position.view(seat).to_json() == other.view(seat).to_json()
            found += 1
    assert found > 100


@pytest.mark.parametrize(
    ("follow", "trump", "card", "voids"),
    [
        ("suit", "C", "S2", {"H"}),
        ("suit", "C", "C2", {"H"}),
        ("suit-else-trump", "C", "C2", {"H"}),
        ("suit-else-trump", "C", "S2", {"H", "C"}),
        ("suit-or-trump", "C", "C2", set()),
        ("suit-or-trump", "C", "S2", {"H", "C"}),
        ("suit", "H", "S2", {"H"}),
        ("suit-else-trump", "H", "S2", {"H"}),
        ("suit-or-trump", "H", "S2", {"H"}),
        ("suit-else-trump", "N", "S2", {"H"}),
        ("suit-or-trump", "N", "S2", {"H"}),
        ("suit-or-trump", "C", "H3", set()),
    ],
)
def test_what_a_play_shows(follow, trump, card, voids):
    hands = [parse_hand(".AK.."), 1 << parse_card(card) | 1 << parse_card("D7")]
    trump = None if trump == "N" else "SHDC".index(trump)
    position = ruffe.Position.ending(ruffe.Rules("2-long", follow=follow), hands, 0, trump).play("HA").play(card)
    shown = position.view(0).voids[1]
    assert {"SHDC"[suit] for suit in range(4) if shown >> suit & 1} == voids


def base():
    """The view of seat 1 in a deal that seat 2 took the head of, after eight plays."""
    position = ruffe.deal(7)
    rng = random.Random(1)
    position = advance(rng, position.play("discard S5 HT H8 CA"), 8)
    return position.view(1).to_dict(), position


def refused(document):
    with pytest.raises(IllegalPositionError) as error:
        ruffe.View.from_dict(document)
    return error.value.problems


def test_contradictions_of_the_start_are_named():
    document, _ = base()
    ruffe.View.from_dict(document)
    for change, part in (
        ({"seat": 4}, "seat 4 is none of 0..3"),
        ({"dealer": 7}, "dealer 7 is none of 0..3"),
        ({"hand": "72.J6.AK863.74"}, "has 11 cards instead of 12"),
        ({"turn_up": "DA"}, "turn-up DA is in the hand"),
        ({"turn_up": "HA"}, "the ace HA is turned up: the dealer, seat 0, takes the head, not seat 2"),
        ({"turn_up": "DQ"}, "seat 1 holds the trump ace DA and takes the head, not seat 2"),
        ({"taker": 1}, "took the head without the trump ace HA"),
        ({"taker": 1}, "its four cards are known"),
        ({"taker": 5}, "taker 5 is none of 0..3"),
        ({"head": ["HK", "S6", "H7", "C6"]}, "did not take it"),
        ({"totals": [49, 37, 43, 30]}, "seat 1 announced 37, but its hand as dealt counts 38"),
        ({"totals": [49, 38, 43]}, "3 ruff totals instead of 4"),
        ({"totals": [149, 38, 43, 30]}, "ruff total 149 of seat 0"),
        ({"totals": [50, 38, 43, 30]}, "shown S of seat 0 count 49, not 50"),
        ({"shown": ""}, "shows nothing"),
        ({"shown": "SK SQ SJ ST"}, "shown S of seat 0 count 40, not 49"),
        ({"shown": "SK SQ SJ ST S9 D6"}, "shows D6, which it can't have had"),
        ({"shown": "SK SQ SJ ST S9 C2"}, "shown C of seat 0 count 2, not 49"),
        ({"record": []}, "shown before the discard"),
        ({"rules": document["rules"] | {"show": "hand"}}, "shows 5 cards instead of its whole hand of 12"),
        ({"rules": {"unclaimed_head": "dealer"}, "taker": None}, "somebody takes the head"),
        ({"hand": "72.J6.AK863.74X"}, "'X' is not a rank of clubs"),
    ):
        problems = refused(document | change)
        assert any(part in problem for problem in problems), (change, problems)


def test_missing_fields_are_named():
    document, _ = base()
    del document["taker"], document["turn_up"]
    problems = refused(document)
    assert any("turn_up is missing" in problem for problem in problems)
    assert any("taker is missing" in problem for problem in problems)


def test_contradictions_of_the_record_are_named():
    rules = ruffe.Rules("3-short", follow="suit")
    hands = [parse_hand("AKQJ.AKQJ.AKQJ."), parse_hand("T987.T987.T987."), parse_hand("6543.6543..AKQJ")]
    dead = parse_hand("2.2.65432.65432")
    position = ruffe.Position.whole(rules, 0, hands, list(map(parse_card, ("CT", "C7", "C8", "C9"))), dead)
    for action in ("discard S4 S3 H4 H3", "ST", "S5", "SJ", "DA", "DT", "C7"):
        position = position.play(action)
    good = position.view(1).to_dict()
    assert ruffe.View.from_dict(good).record == ("discard", "ST", "S5", "SJ", "DA", "DT", "C7")
    tagged = ["2:discard", "1:ST", "2: S5", "SJ", "0:DA", "1:10d", "2:c7"]
    assert ruffe.View.from_dict(good | {"record": tagged}) == position.view(1)
    for record, part in (
        (["discard S4 S3 H4 H3"], "action 1: 'discard S4 S3 H4 H3', but seat 1 sees only 'discard' of seat 2"),
        (["discard", "SA"], "action 2: seat 1 plays SA is not held"),
        (["discard", "ST", "S5", "S9"], "action 4: seat 0 plays S9, which is a card of seat 1"),
        (["discard", "ST", "S5", "SJ", "SJ"], "action 5: SJ was played before by seat 0"),
        (["discard", "ST", "D2", "SJ", "SA", "S9", "S5"], "action 7: seat 2 plays S5, but had no S left since action 3"),
        (["discard", "ST", "S5", "CT"], "action 4: seat 0 plays CT, which was turned up and taken by seat 2"),
        (["discard", "ST", "S5", "CA"], "action 4: seat 0 plays CA, but its holder would have taken the head"),
        (["discard", "ST", "S5", "CK"], "action 4: seat 0 plays CK, which seat 2 showed for the ruff"),
        (["discard", "ST", "S5", "SJ", "DA", "HT", "C7"], "action 6: seat 1 plays HT: must follow D"),
        (["discard", "2:ST"], "action 2: '2:ST': it is the turn of seat 1, not of seat 2"),
        (["discard", "JK"], "action 2: 'JK': this game has no jokers"),
        (["discard", "XX"], "action 2: 'XX' is not a card"),
        (["discard", "discard"], "action 2: 'discard', but no discard is due"),
    ):
        problems = refused(good | {"record": record})
        assert any(part in problem for problem in problems), (record, problems)
    # several at once
    assert len(refused(good | {"record": ["discard", "SA", "S9", "CA"]})) == 3
    # the own discard
    own = position.view(2).to_dict()
    problems = refused(own | {"record": ["discard S4 S3 D4 H3", "ST"]})
    assert problems == ("action 1: seat 2 throws D4 away, but does not hold it",)


def test_a_shown_card_could_have_been_played():
    rules = ruffe.Rules("3-short", follow="suit", ruff_tie="eldest")
    hands = [parse_hand("AKQJT2.K3.K3.32"), parse_hand("987.T987.T987.5"), parse_hand("6543.6542..AKQJ")]
    rest = PACK & ~sum(hands)
    head = [parse_card(text) for text in ("CT", "C7", "C8", "C9")]
    position = ruffe.Position.whole(rules, 0, hands, head, rest & ~card_set(head))
    assert (position.totals, position.ruff_winner, position.taker) == ((53, 34, 51), 0, 2)
    position = position.play("discard S4 S3 H4 H2").play("S9").play("S5").play("SJ")
    document = position.view(1).to_dict()
    problems = refused(document | {"record": ["discard", "S9", "S5", "K♥"]})
    assert problems == ("action 4: seat 0 plays HK, but could have played SA SK SQ SJ ST S2, shown for the ruff",)


def test_a_play_that_the_announced_total_denies():
    rules = ruffe.Rules("2-short", follow="suit")
    hands = [parse_hand("AKQJT98.2.2.432"), parse_hand("765432.AK.3.765")]
    rest = PACK & ~sum(hands)
    head = [parse_card(text) for text in ("DT", "D7", "D8", "D9")]
    position = ruffe.Position.whole(rules, 1, hands, head, rest & ~card_set(head))
    assert position.totals == (68, 27)
    for action in ("SA", "S7", "SK", "S6", "C4", "C7", "HA", "H2"):
        position = position.play(action)
    document = position.view(0).to_dict()
    assert refused(document | {"record": ["SA", "S7", "SK", "S6", "C4", "CA", "CK", "C3", "CQ", "C2"]}) == (
        "seat 1 announced 27, but has played C that count 31",
    )


def test_cards_that_fit_nowhere():
    """Both others have shown to be out of a suit, of which cards are missing: in an ending nothing else is out of play."""
    rules = ruffe.Rules("3-long", follow="suit")
    hands = [parse_hand("A3..2."), parse_hand("K4...2"), parse_hand("Q5...3")]
    position = ruffe.Position.ending(rules, hands, 0, None)
    document = position.play("SA").play("S4").play("SQ").view(0).to_dict()
    (problem,) = refused(document | {"record": ["SA", "C2", "C3"]})
    assert problem == "SK SQ S5 S4 can be nowhere"
    document["ending"]["gone"] = document["ending"]["gone"][1:]
    (problem,) = refused(document)
    assert "42 cards gone leave 10, but 3 equal hands and the table make 9" in problem


def best(twin, side, sides):
    """The tricks that a side takes in all from here: exhaustive search over the compiled rules."""
    if twin.phase == 2:
        return twin.points()[1][side]
    values = []
    for card in cards_of(twin.legal()):
        after = twin.copy()
        after.play(card)
        values.append(best(after, side, sides))
    return max(values) if sides[twin.turn] == side else min(values)


def test_equal_cards_are_worth_the_same():
    rng = random.Random(33)
    merged = 0
    for _ in range(scaled(1_500, 8_000)):
        position = advance(rng, random_ending(rng, 3 if rng.random() < 0.8 else 4), rng.randrange(6))
        if position.is_over:
            continue
        seat = position.to_move
        same = position.view(seat).equals()
        assert set(same) == set(position.legal())
        if len(set(same.values())) == len(same):
            continue
        start = position.start
        twin = twin_of(position)
        assert start.taker is None
        for action in position.record:
            twin.play(parse_card(action))
        values = {}
        for action, representative in same.items():
            after = twin.copy()
            after.play(parse_card(action))
            value = best(after, position.sides[seat], position.sides)
            assert values.setdefault(representative, value) == value
            merged += action != representative
    assert merged > 100


def compressed(position):
    """Who holds the live cards of each suit, from the top: all that play depends on."""
    rows = []
    for suit in range(4):
        owners = []
        for rank in range(12, -1, -1):
            owners += [seat for seat, hand in enumerate(position.hands) if hand >> (suit * 13 + rank) & 1]
        rows.append(tuple(owners))
    return tuple(rows)


def test_equal_discards_leave_the_same_deal():
    rng = random.Random(34)
    checked = 0
    for _ in range(scaled(15, 150)):
        position = random_deal(rng, random_rules(rng))
        if position.taker is None:
            continue
        same = position.view(position.taker).equals()
        assert tuple(same) == position.legal()
        for action in rng.sample(sorted(same), 40):
            assert compressed(position.play(action)) == compressed(position.play(same[action]))
            assert same[same[action]] == same[action]
            checked += 1
    assert checked > 200


def test_table_cards_that_win_keep_own_cards_apart():
    rules = ruffe.Rules("4", follow="suit")
    hands = [parse_hand("...4"), parse_hand("AQ..."), parse_hand(".3..2"), parse_hand(".2..3")]
    position = ruffe.Position.ending(rules, hands, 0, None, trick=[parse_card("SK")])
    assert position.view(1).equals() == {"SA": "SA", "SQ": "SQ"}
    hands = [parse_hand("...4"), parse_hand("...5"), parse_hand("T8..."), parse_hand(".2..3")]
    position = ruffe.Position.ending(rules, hands, 0, None, trick=[parse_card("S9"), parse_card("SK")])
    assert position.view(2).equals() == {"ST": "S8", "S8": "S8"}  # the nine is beaten and will be gone


def test_rule_player_and_discard_scores():
    rng = random.Random(35)
    wins = games = 0
    for _ in range(scaled(40, 200)):
        position = random_deal(rng)
        side = rng.randrange(max(position.sides) + 1)
        while not position.is_over:
            view = position.view(position.to_move)
            if position.sides[view.seat] == side:
                action = ruffe.rule_play(view)
                assert action in view.legal()
            else:
                action = rng.choice(view.legal())
            position = position.play(action)
        share = sum(took for seat, took in enumerate(position.taken) if position.sides[seat] == side)
        wins += share - position.rules.hand_size * position.sides.count(side) / position.seats
        games += 1
    assert wins / games > 0.5
    view = ruffe.deal(7).view(2)
    scores = ruffe.discard_scores(view)
    assert sorted(action for _, action in scores) == sorted(view.legal())
    assert scores == sorted(scores, key=lambda row: -row[0])
    thrown = parse_discard(scores[0][1])
    assert thrown & parse_hand(".AKQJT98765432..") == 0  # no trump away while others are held
    with pytest.raises(ValueError, match="seat 1 is not to move"):
        ruffe.rule_play(ruffe.deal(7).view(1))
    with pytest.raises(ValueError, match="no discard"):
        ruffe.discard_scores(ruffe.deal(7).view(1))


def test_totals_that_no_deal_agrees_with_are_refused():
    """Each total is possible by itself and the own hand does not contradict it, but no deal holds them all."""
    document = ruffe.deal(seed=3).view(2).to_dict()
    document["totals"] = [94, *document["totals"][1:]]
    with pytest.raises(IllegalPositionError, match=r"totals \[94"):
        ruffe.View.from_dict(document)


def test_best_discards_are_the_first_of_all_one_for_each_set_of_equals():
    rng = random.Random(12)
    seen = 0
    for seed in range(scaled(12, 200)):
        position = ruffe.deal(seed, random_rules(rng))
        if position.phase != "discard":
            continue
        seen += 1
        view = position.view(position.to_move)
        same, scores = view.equals(), {action: score for score, action in ruffe.discard_scores(view)}
        best = ruffe.best_discards(view, 30)
        for chosen, others in best:
            assert set(others) == {action for action, to in same.items() if to == chosen} - {chosen}
        found = [scores[chosen] for chosen, _ in best]
        assert found == sorted(found, reverse=True)
        assert found == sorted((scores[chosen] for chosen in set(same.values())), reverse=True)[:30]
    assert seen
