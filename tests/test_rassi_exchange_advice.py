"""Advice in the exchange of Rassi: by the table, the same as the player `default`, and from the view alone."""

import json
import random

import pytest

from scale import scaled
from tables import reshuffled
from tricorn import Advice, Limit, Stop, rassi, russi
from tricorn.advising import advise
from tricorn.cards import card_set, parse_hand
from tricorn.errors import TricornError
from tricorn.players import parse_player
from tricorn.rassi import exchange
from tricorn.rassi.exchange import choose

QUICK = Limit(worlds=2, seed=3)
STEPS = ("free", "doubles", "redouble")


def question(rng: random.Random, step: str, players: int | None = None, **rules: str) -> rassi.Position:
    """A position in which a seat is asked at a step, after random choices, with scores."""
    while True:
        n = players or rng.randint(2, 7)
        position = rassi.deal(rng.getrandbits(40), n, dealer=rng.randrange(n), rules=rassi.Rules(**rules))
        position = rassi.Position.from_dict(position.to_dict() | {"scores": [rng.randrange(50) for _ in range(n)]})
        while position.phase != "play":
            if position.phase == step and rng.random() < 0.4:
                return position
            position = position.play(rng.choice(position.legal()))


def told(advice: Advice) -> dict[str, object]:
    found = advice.to_dict()
    del found["time_s"]
    return found


@pytest.mark.parametrize("step", STEPS)
def test_advice_and_the_player_agree(step: str) -> None:
    """Also where they are of two minds about the worlds: the choice is the table's in both."""
    rng = random.Random(f"agree {step}")
    player, other = parse_player("default:worlds=2"), 0
    for _ in range(scaled(30, 200)):
        position = question(rng, step)
        view = position.view(position.to_move)
        advice = view.advise(QUICK)
        assert advice.best == player.choose(view, 1)
        other += advice.best != view.advise(QUICK, method="worlds").best
        found = choose(view)
        rows = {row.card: row for row in advice.plays}
        assert set(rows) == set(view.legal())
        assert rows["keep"].mean == found.keep and rows["keep"].stderr == found.stderr
        assert "change" not in rows or (rows["change"].mean, rows["change"].stderr) == (found.change, found.change_stderr)
        assert advice.method == "exchange table"
        assert "table" in advice.assumes and "worlds" in advice.assumes
        assert [row.mean for row in advice.plays] == sorted(row.mean for row in advice.plays)
        for row in advice.plays:
            assert row.lo <= row.ci[0] <= row.mean <= row.ci[1] <= row.hi
            assert row.stderr >= exchange.level(view.seats) * row.mean * 0.999
            said = sum(price * share for price, share in row.dist.items())
            assert sum(row.dist.values()) == pytest.approx(1) and said == pytest.approx(row.mean, abs=1e-3)
            assert row.last == pytest.approx(sum(share for price, share in row.dist.items() if price))
            assert row.out == pytest.approx(
                sum(share for price, share in row.dist.items() if view.scores[position.to_move] + price >= view.rules.out_at)
            )
            assert row.out <= row.last + 1e-12 and row.last <= row.mean + 1e-3  # who pays pays a point or more
        assert advice.plays[0].tied and (len(rows) < 2 or advice.plays[1].tied == found.close)
        json.dumps(advice.to_dict(), allow_nan=False)
    assert other > 0, "worlds and table never differ: nothing was tested"


@pytest.mark.parametrize("step", STEPS)
def test_advice_sees_the_view_alone(step: str) -> None:
    """Bit for bit the same after the hidden cards have been shuffled, and from the view's JSON."""
    rng, moved = random.Random(f"peek {step}"), 0
    for _ in range(scaled(15, 60)):
        position = question(rng, step)
        seat = position.to_move
        view, other = position.view(seat), reshuffled(position, seat, rng)
        moved += other != position
        utility = rng.choice(["points", "match"])
        answer = told(view.advise(QUICK, utility=utility))
        assert told(other.view(seat).advise(QUICK, utility=utility)) == answer
        assert told(rassi.View.from_json(view.to_json()).advise(QUICK, utility=utility, threads=2)) == answer
        assert choose(other.view(seat), utility=utility) == choose(view, utility=utility)
    assert moved > 5


def test_the_match_is_the_table_s_too() -> None:
    rng, differ = random.Random("match"), 0
    for _ in range(scaled(30, 100)):
        position = question(rng, "doubles")
        view = position.view(position.to_move)
        advice = view.advise(QUICK, utility="match")
        match, points = choose(view, utility="match"), choose(view)
        rows = {row.card: row for row in advice.plays}
        assert advice.best == match.best
        assert rows["keep"].match == match.keep and rows["keep"].mean == points.keep
        assert "change" not in rows or (rows["change"].match, rows["change"].mean) == (match.change, points.change)
        differ += match.best != points.best
        both = view.advise(QUICK, equity=exchange.default_equity(view.rules.out_at))
        assert both.best == points.best and {row.match for row in both.plays} == {row.match for row in advice.plays}
    assert differ > 0


def test_what_is_proven_to_cost_nothing_costs_nothing() -> None:
    """Low hands at every step: a keep proven safe has mean 0, no error and proven bounds of 0, in advice and choice alike."""
    rng, proven, asked = random.Random("safe"), 0, 0
    hands = [parse_hand(text) for text in ("SA HA DA CA S2 H2", "SA HA S2 H2 D2 S3", "S2 H2 D2 C2 SA H3")]
    for _ in range(scaled(40, 300)):
        hand = rng.choice(hands)
        rest = [card for card in range(52) if not hand >> card & 1]
        rng.shuffle(rest)
        n = rng.randint(2, 5)
        others = [card_set(rest[6 * k : 6 * k + 6]) for k in range(n - 1)]
        position = rassi.Position.start([hand, *others], rest[6 * n - 6 :], dealer=rng.randrange(n))
        while position.phase != "play" and position.to_move != 0:
            position = position.play(rng.choice(position.legal()))
        if position.phase == "play":
            continue
        asked += 1
        view = position.view(0)
        utility = rng.choice(["points", "match"])
        advice, found = view.advise(QUICK, utility=utility), choose(view, utility=utility)
        keep = next(row for row in advice.plays if row.card == "keep")
        assert keep.safe is True or not found.safe
        for row in advice.plays:
            if row.safe:
                proven += 1
                assert (row.mean, row.stderr, row.ci, row.lo, row.hi) == (0, 0, (0, 0), 0, 0)
                assert (row.last, row.out, row.dist, row.exact) == (0, 0, {0: 1.0}, True)
                assert advice.best == found.best == parse_player("default").choose(view, 1) == row.card
                assert row.match == (found.keep if utility == "match" else None)
                assert utility == "match" or (found.keep, found.stderr) == (0, 0)
    assert proven > asked / 4


def test_where_the_table_does_not_say() -> None:
    """Worlds answer then; asking for the table by name is refused."""
    position = question(random.Random(5), "doubles", 3, last_tie="all")
    view = position.view(position.to_move)
    assert view.advise(QUICK).method.startswith("uniform worlds")
    asked = question(random.Random(6), "doubles").play("keep")
    while asked.phase != "play":
        asked = asked.play("keep")
    for wrong in (view, asked.view(asked.to_move), russi.deal(1).view(0)):
        with pytest.raises(TricornError, match="method 'table' is made for the exchange of rassi"):
            advise(wrong, QUICK, method="table")
    right = question(random.Random(7), "redouble")
    right = right.view(right.to_move)
    assert told(right.advise(QUICK, method="table")) == told(right.advise(QUICK))


def test_an_answer_though_time_is_up() -> None:
    position = question(random.Random(8), "doubles", 4)
    view = position.view(position.to_move)
    stop = Stop()
    stop.set()
    for advice in (view.advise(Limit(worlds=50), stop=stop), view.advise(Limit(time_s=1e-4))):
        assert advice.best == choose(view).best
        assert advice.worlds >= 1


def test_a_hurried_answer_leaves_the_table_closed() -> None:
    """The first look at the table of a number of players takes longer than a short limit allows."""
    view = rassi.deal(seed=5, players=5).view(1)
    assert view.to_move == 1 and view.phase == "free"
    assert "uniform worlds" in advise(view, Limit(time_s=0.05)).method
    assert "table" in advise(view, Limit(time_s=0.5)).method
    assert "table" in advise(view, Limit(time_s=0.05), method="table").method
