"""Match equity: the recursion against simulated matches, going out, ties; and the chance of the match in advice."""

import json
import random

import numpy as np
import pytest

from cli_run import Cli
from rassi_deals import random_position
from scale import scaled
from tables import random_positions
from tricorn import Limit, rassi
from tricorn.cards import card_set
from tricorn.errors import TricornError
from tricorn.rassi.equity import MatchEquity, default_equity, next_dealer, pay_table, scores_after, shipped_outcomes
from tricorn.rassi.outcomes import match_values, outcomes


def simulated(scores, dealer, out_at, matches, seed):
    """Wins by seat of matches played out by the frequencies of deals, the plain way: one deal after another."""
    rng = np.random.default_rng(seed)
    tables = {n: pay_table(n) for n in range(2, len(scores) + 1)}
    wins = np.zeros(len(scores))
    for _ in range(matches):
        now = dict(enumerate(scores))
        deals = dealer
        while len(now) > 1:
            seats = list(now)
            table = tables[len(seats)]
            place, points = divmod(int(rng.choice(table.size, p=table.reshape(-1))), table.shape[1])
            payer = seats[(seats.index(deals) + 1 + place) % len(seats)]
            following = seats[(seats.index(deals) + 1) % len(seats)]
            now[payer] += points
            if now[payer] >= out_at:
                if following == payer:
                    following = seats[(seats.index(deals) + 2) % len(seats)]
                del now[payer]
            deals = following
        wins[next(iter(now))] += 1
    return wins / matches


@pytest.mark.parametrize(
    ("scores", "dealer"),
    [((0, 0), 0), ((0, 0), 1), ((45, 30), 0), ((45, 30), 1), ((49, 49), 0), ((10, 0, 20), 0), ((47, 40, 48), 2), ((49, 49, 49), 1)],
)
def test_recursion_against_simulation(scores, dealer):
    matches = scaled(2000, 40_000)
    found = default_equity().wins(scores, dealer)
    assert sum(found) == pytest.approx(1)
    played = simulated(scores, dealer, 50, matches, seed=sum(scores) + dealer)
    for mine, theirs in zip(found, played, strict=True):
        assert abs(mine - theirs) <= 3 * np.sqrt(mine * (1 - mine) / matches) + 1e-9


def test_recursion_by_hand():
    """One point a deal always, out at 2, who pays is the dealer's left with probability p: two lines of algebra."""
    p = 0.3
    pay = np.zeros((2, 53))
    pay[:, 1] = [p, 1 - p]  # the dealer's left, then the dealer
    equity = MatchEquity(2, {2: pay})
    assert equity.wins((1, 1), 0) == pytest.approx((p, 1 - p))
    # at 1:0 with the dealer ahead: he goes out with 1 - p, else it is 1:1 and the other deals
    assert equity.wins((1, 0), 0)[0] == pytest.approx(p * (1 - p))
    assert equity.wins((0, 0), 0)[0] == pytest.approx(
        p * (1 - equity.wins((1, 0), 0)[0]) + (1 - p) * equity.wins((1, 0), 1)[0]
    )


def test_turning_the_table_turns_the_answer():
    rng = random.Random(5)
    for _ in range(200):
        n = rng.randint(2, 6)
        scores = [rng.randrange(50) for _ in range(n)]
        dealer = rng.randrange(n)
        found = default_equity().wins(scores, dealer)
        assert sum(found) == pytest.approx(1)
        turned = default_equity().wins(scores[1:] + scores[:1], (dealer - 1) % n)
        assert turned == pytest.approx(found[1:] + found[:1])


def test_fewer_points_are_better():
    for n in (2, 3, 4, 6):
        for dealer in range(n):
            chances = [default_equity().wins([own] + [20] * (n - 1), dealer)[0] for own in range(50)]
            assert chances == sorted(chances, reverse=True)


def test_many_players_are_near_simulation():
    """More than three: approximate; how near is in docs/algorithms-rassi-exchange.md."""
    for scores in [(0, 0, 0, 0), (40, 10, 20, 30), (45, 45, 10, 30, 20)]:
        played = simulated(scores, 0, 50, scaled(300, 5000), seed=7)
        assert np.abs(np.array(default_equity().wins(scores, 0)) - played).max() < scaled(0.1, 0.06)


def test_out_and_ties():
    equity = default_equity()
    assert equity.wins((60, 49, 50), 1) == (0, 1, 0)
    assert equity.wins((55, 52, 52), 0) == (0, 0.5, 0.5)
    three = equity.wins((50, 10, 20), 2)
    assert three == (0, *equity.wins((10, 20), 1))
    assert next_dealer((50, 10, 20), 2, rassi.Rules()) == 1
    with pytest.raises(TricornError, match="dealer 0"):
        equity.wins((50, 10, 20), 0)
    with pytest.raises(TricornError, match="2000"):
        MatchEquity(2000)


def test_shipped_frequencies_say_where_they_are_from():
    found = shipped_outcomes()
    assert {"player", "deals", "seed"} <= set(found["about"])
    for n in range(2, 10):
        assert sum(sum(row.values()) for row in found["paid"][str(n)]) == found["about"]["deals"]
        assert pay_table(n).sum() == pytest.approx(1)


def test_outcomes_are_those_of_the_values():
    """The own part of every outcome is what `worlds.evaluate` finds in the same world, budget or none."""
    rng = random.Random(6)
    done = 0
    while done < scaled(150, 2000):
        position = random_position(rng)
        if position.to_move is None:
            continue
        done += 1
        view = position.view(position.to_move)
        actions = view.legal()
        nodes = rng.choice([None, 30])
        about = {"seed": done, "first": 3, "count": 10, "nodes": nodes}
        values = rassi.worlds.evaluate(view, actions, **about)
        words = outcomes(view, actions, **about)
        assert words.shape == values.values.shape
        for w in range(len(words)):
            for a, action in enumerate(actions):
                stake = view.multipliers[view.seat]
                if action == "change":
                    stake = max(stake, {"free": 1, "doubles": 2, "redouble": 4}[view.phase])
                after = scores_after(view, int(words[w, a]), stake)
                own = after[view.seat] - view.scores[view.seat]
                if values.solved[w]:
                    assert own == values.values[w, a]
                    assert sum(new > old for new, old in zip(after, view.scores, strict=True)) >= 1


class Flat:
    """An equity that counts points left as chances, to be checked by hand."""

    def wins(self, scores, dealer):
        left = [max(0, 100 - score) for score in scores]
        return tuple(part / sum(left) for part in left)


def test_match_in_advice():
    changed = 0
    for position in random_positions("rassi", "play", scaled(60, 500), seed=9):
        view = position.view(position.to_move)
        plain = view.advise(Limit(worlds=30, seed=1), method="worlds")  # an ending of two would be mixed
        assert all(row.match is None for row in plain.plays)
        points = view.advise(Limit(worlds=30, seed=1), equity=Flat())
        match = view.advise(Limit(worlds=30, seed=1), equity=Flat(), utility="match", threads=2)
        assert [row.card for row in points.plays] == [row.card for row in plain.plays]
        assert {row.card: row.match for row in points.plays} == {row.card: row.match for row in match.plays}
        chances = [row.match for row in match.plays]
        assert chances == sorted(chances, reverse=True)
        assert match.utility == "match" and match.best == match.ties[0]
        assert json.loads(json.dumps(match.to_dict(), allow_nan=False))["plays"][0]["match"] == chances[0]
        words = outcomes(view, [match.best], seed=1, first=0, count=30, nodes=1_000_000)
        assert match_values(view, [match.best], words, Flat()).mean() == pytest.approx(chances[0])
        changed += match.best != points.best
    assert view.advise(Limit(worlds=5), utility="match").plays[0].match is not None


def test_match_can_differ_from_points():
    """At 49 against 0 any point loses the match, so 1 point costs as much as 12: only P(last trick) counts."""
    position = rassi.Position.start(
        [card_set((12, 11)), card_set((0, 25))], tuple(range(13, 20)), leader=0, scores=(49, 0)
    )
    view = position.view(0)
    advice = view.advise(Limit(worlds=200), utility="match")
    for row in advice.plays:
        assert row.out == row.last
        assert row.match == pytest.approx((1 - row.last) * advice.plays[0].match / (1 - advice.plays[0].last), rel=0.2)


def test_other_games_have_no_equity():
    from tricorn import russi
    from tricorn.advising import advise

    with pytest.raises(TricornError, match="for rassi, not for russi"):
        advise(russi.deal(seed=1).view(0), Limit(worlds=2), utility="match")


def test_the_command_orders_by_the_match(tmp_path, monkeypatch, capsys):
    run = Cli(monkeypatch, capsys)
    view = rassi.deal(seed=4, players=3, scores=(45, 20, 40)).view(1)
    done = run("advise", "-", "--worlds", "50", "--utility", "match", "--json", stdin=view.to_json())
    found = json.loads(done.out)
    assert found["utility"] == "match"
    assert found["best"] == max(found["plays"], key=lambda row: row["match"])["card"]
    text = run("advise", "-", "--worlds", "50", "--utility", "match", stdin=view.to_json()).out
    assert "P(match)" in text and "ordered by the chance of winning the match" in text
    assert run("advise", "-", "--utility", "fame", stdin=view.to_json()).status == 2
