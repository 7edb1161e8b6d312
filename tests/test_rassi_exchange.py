"""The exchange of Rassi: the table against plain deals, and choices against toy cases and a brute-force oracle."""

import json
import random
import subprocess
import sys
from importlib import resources
from math import comb
from types import SimpleNamespace

import numpy as np
import pytest

from scale import scaled
from tricorn import Stop, rassi
from tricorn._rassi_search import Solver
from tricorn._rassi_table import one_deal
from tricorn.cards import card_set
from tricorn.errors import TricornError
from tricorn.players import parse_player
from tricorn.rassi import exchange, exchange_table, hidden, thrown
from tricorn.rassi.exchange import choose, covers, payments, penalties
from tricorn.rassi.exchange_others import Habit
from tricorn.rassi.exchange_table import (
    PLAYERS,
    ExchangeTable,
    Tally,
    chances,
    counts,
    estimates,
    hand_number,
    hands,
    multiset_rank,
    places,
    quantised,
    shipped,
)
from tricorn.rassi.table import opening


def test_hands_are_all_multisets() -> None:
    assert len(hands()) == 18_395
    assert (counts().sum(axis=1) == 6).all() and counts().max() == 4
    assert (places()[multiset_rank(hands())] == np.arange(18_395)).all()
    assert (places() >= 0).sum() == 18_395 and len(places()) == comb(18, 6)
    rng = random.Random(1)
    for _ in range(100):
        cards = rng.sample(range(52), 6)
        assert hands()[hand_number(card_set(cards))].tolist() == sorted(card % 13 for card in cards)
    assert hand_number(card_set([12, 25, 38, 51, 52, 0])) == -1


def test_chances_are_those_of_drawing() -> None:
    rng = random.Random(2)
    left = [rng.randint(0, 4) for _ in range(13)]
    found = chances(np.array(left))
    assert found.sum() == pytest.approx(1)
    pool = [rank for rank in range(13) for _ in range(left[rank])]
    for _ in range(50):
        hand = sorted(rng.sample(pool, 6))
        ways = 1
        for rank in set(hand):
            ways *= comb(left[rank], hand.count(rank))
        number = places()[multiset_rank(np.array(hand, np.uint8))]
        assert found[number] == pytest.approx(ways / comb(len(pool), 6))


def test_deals_are_played_like_the_solver_plays_and_summed() -> None:
    ratio = exchange_table._ratio()
    solver = Solver(1)
    for n in PLAYERS:
        count = scaled(200, 5000)
        tally = Tally(5)
        assert tally.add(n, count) == count
        sums = np.zeros_like(tally.sums[n])
        for number in range(count):
            ranks, numbers, weight, paid = one_deal(n, 5, number, places(), hands(), ratio)
            assert [hands()[k].tolist() for k in numbers] == ranks
            dealt = np.bincount(np.concatenate(ranks), minlength=13)
            assert dealt.max() <= 4 and dealt.sum() == 6 * n
            assert solver.value(ranks, 0)[0] == tuple(paid)
            assert weight == pytest.approx(n / ratio[numbers].sum())
            for seat, (hand, x) in enumerate(zip(numbers, paid, strict=True)):
                last, w = float(x > 0), weight
                sums[seat, hand] += [w, w * w, w * x, w * w * x, w * w * x * x, w * last, w * w * last]
        assert np.allclose(sums, tally.sums[n])


def test_weights_make_plain_deals_of_all() -> None:
    """The weighted share of every kind of hand is that of a plain deal, though rare hands come far more often."""
    tally = Tally(6)
    tally.add(3, scaled(40_000, 400_000))
    weight = tally.sums[3][:, :, 0].sum(axis=0)
    share = weight / weight.sum()
    common = chances(np.full(13, 4))
    for kind in (counts().max(axis=1) == 4, (counts()[:, 9:12] == 0).all(axis=1), counts()[:, 12] == 2):
        assert share[kind].sum() == pytest.approx(common[kind].sum(), rel=0.05)
    four = counts().max(axis=1) == 4
    assert (tally.sums[3][0, four, 0] > 0).mean() > common[four].sum() * 10


def test_a_run_goes_on_where_it_ended(tmp_path) -> None:
    whole, parts = Tally(7), Tally(7)
    whole.add(4, 3000)
    parts.add(4, 1000)
    parts.save(tmp_path / "state.npz")
    parts = Tally.load(tmp_path / "state.npz")
    parts.add(4, 2000)
    assert parts.done == whole.done == {4: 3000}
    assert (parts.sums[4] == whole.sums[4]).all() and (parts.outcomes[4] == whole.outcomes[4]).all()
    stop = Stop()
    stop.set()
    assert parts.add(4, 5000, stop) < 5000


def test_bad_files(tmp_path) -> None:
    path = tmp_path / "x.npz"
    for spoiled in (b"nothing", b"", b"PK\x03\x04 cut short", b"\x93NUMPY"):
        path.write_bytes(spoiled)
        with pytest.raises(TricornError, match="does not hold the sums"):
            Tally.load(path)
        with pytest.raises(TricornError, match="is not an exchange table"):
            ExchangeTable.load(path)
    np.savez(path, about=np.array({"seed": 1}, dtype=object))  # pickled: refused, not loaded
    for load in (Tally.load, ExchangeTable.load):
        with pytest.raises(TricornError) as refused:
            load(path)
        assert "pickle" not in str(refused.value) and "unsafe" not in str(refused.value)
    with pytest.raises(TricornError, match="9 players"):
        Tally(1).add(9, 1)
    with pytest.raises(TricornError, match="run longer"):
        quantised(_some_deals(), path)


def test_spoiled_sums_are_refused_in_words(tmp_path) -> None:
    """Bytes turned, cut off, put in: the same sums or one error, never another exception."""
    path, rng = tmp_path / "state.npz", random.Random(16)
    tally = _some_deals()
    tally.save(path)
    whole = path.read_bytes()
    interesting = [at for at in range(len(whole)) if at < 800 or at > len(whole) - 600]  # headers, and the directory at the end
    refused = 0
    for case in range(scaled(60, 600)):
        spoiled = bytearray(whole)
        for _ in range(rng.randint(1, 3)):
            at = rng.choice(interesting) if case % 4 else rng.randrange(len(whole))
            spoiled[at] = rng.choice([0, 255, spoiled[at] ^ 1 << rng.randrange(8), rng.randrange(256)])
        path.write_bytes(spoiled[: rng.randrange(len(whole))] if case % 10 == 9 else spoiled)
        try:
            found = Tally.load(path)
        except TricornError as error:
            refused += 1
            assert "pickle" not in str(error) and "\n" not in str(error)
        else:
            assert found.done == tally.done and (found.sums[2] == tally.sums[2]).all()
    assert refused > 20


def test_sums_that_are_none_are_refused(tmp_path) -> None:
    path = tmp_path / "state.npz"
    tally = _some_deals()
    tally.save(path)
    sums, outcomes = tally.sums[2], tally.outcomes[2]
    good = {"seed": 1, "deals": {"2": 10}}

    def written(about: object = good, **arrays: object) -> None:
        np.savez(path, about=np.array(json.dumps(about)), **({"sums2": sums, "outcomes2": outcomes} | arrays))

    written()
    assert Tally.load(path).done == {2: 10}  # a file of before the policy was written down
    written(sums2=np.asfortranarray(sums))
    assert Tally.load(path).sums[2].flags.c_contiguous
    endless = sums.copy()
    endless[0, 0, 0] = np.inf
    for change, words in (
        ({"sums2": endless}, "holds what is no sum"),
        ({"sums2": -sums}, "holds what is no sum"),
        ({"sums2": sums.astype(np.float32)}, "of another kind"),
        ({"sums2": sums[:1]}, "of another kind"),
        ({"outcomes2": outcomes.astype(np.int64)}, "of another kind"),
        ({"about": good | {"deals": {"9": 10}}}, "numbers of players"),
        ({"about": good | {"deals": {"2": -1}}}, "deals are not numbers"),
        ({"about": good | {"deals": {"2": 1.5}}}, "deals are not numbers"),
        ({"about": good | {"seed": "1"}}, "seed is not an integer"),
        ({"about": good | {"seed": True}}, "seed is not an integer"),
        ({"about": good | {"policy": "random"}}, "another policy"),
        ({"about": []}, "does not say what it holds"),
    ):
        written(**change)
        with pytest.raises(TricornError, match=words):
            Tally.load(path)
    with pytest.raises(TricornError, match="No such file"):
        Tally.load(tmp_path / "none.npz")


@pytest.mark.source
def test_sums_that_failed_are_not_saved(tmp_path, monkeypatch) -> None:
    """An error while deals are added leaves the file as it was; Ctrl-C saves what is done."""
    import typer
    from typer.testing import CliRunner

    from tricorn_analysis.exchange_table import exchange_table as command

    app = typer.Typer()
    app.command()(command)
    state = tmp_path / "state.npz"
    _some_deals().save(state)
    before, add = state.read_bytes(), Tally.add
    for error, kept in ((MemoryError, True), (KeyboardInterrupt, False)):

        def adds(self, players, count, stop=None, error=error):
            add(self, players, 10, stop)
            raise error

        monkeypatch.setattr(Tally, "add", adds)
        assert CliRunner().invoke(app, [str(state), "--deals", "100", "--seed", "1"]).exit_code != 0
        assert (state.read_bytes() == before) == kept


def _some_deals() -> Tally:
    tally = Tally(1)
    tally.add(2, 10)
    return tally


def test_shipped_table() -> None:
    path = resources.files("tricorn.rassi") / "data" / "exchange.npz"
    assert len(path.read_bytes()) <= 5_000_000
    table = shipped()
    assert {"policy", "seed", "deals", "stderr_mean", "stderr_max"} <= set(table.about)
    common = chances(np.full(13, 4))
    for n in PLAYERS:
        assert table.mean[n].shape == table.last[n].shape == table.error[n].shape == (n, 18_395)
        assert table.outcomes[n].sum() == pytest.approx(1)
        # over all hands, one seat pays in every deal; what it pays is what the outcomes say
        assert sum(common @ table.last[n][seat] for seat in range(n)) == pytest.approx(1, abs=0.01)
        for seat in range(n):
            assert common @ table.mean[n][seat] == pytest.approx(table.outcomes[n][seat] @ np.arange(14), abs=0.03)


@pytest.mark.parametrize(
    ("n", "seat", "mean"),
    [(2, 0, 2.02), (2, 1, 2.99), (3, 0, 1.26), (3, 2, 2.96), (4, 0, 0.67), (4, 3, 2.45), (6, 0, 0.43), (6, 5, 1.65), (8, 7, 1.25)],
)
def test_means_are_those_of_an_earlier_program(n: int, seat: int, mean: float) -> None:
    """Figures of an independent program from 200 or 300 random hands each, so uncertain by about 0.1."""
    found = float(chances(np.full(13, 4)) @ shipped().mean[n][seat])
    assert abs(found - mean) < 0.2


def test_cells_against_plain_deals() -> None:
    """A hand in a seat, the other cards at random: the mean of the solver's penalties is the table's."""
    rng = random.Random(8)
    solver = Solver(1)
    table = shipped()
    worlds, far = scaled(1500, 10_000), []
    for _ in range(scaled(15, 100)):
        n = rng.choice(PLAYERS)
        seat, number = rng.randrange(n), rng.randrange(18_395)
        own = hands()[number].tolist()
        pool = [rank for rank in range(13) for _ in range(4 - own.count(rank))]
        paid = []
        for _ in range(worlds):
            rng.shuffle(pool)
            dealt = [pool[6 * k : 6 * k + 6] for k in range(n - 1)]
            paid.append(solver.value([*dealt[:seat], own, *dealt[seat:]], 0)[0][seat])
        error = np.hypot(np.std(paid) / np.sqrt(worlds), table.error[n][seat][number]) + 0.005
        far.append(abs(np.mean(paid) - table.mean[n][seat][number]) / error)
        assert far[-1] < 5
    assert np.sqrt(np.mean(np.square(far))) < 1.8


def asked(rng: random.Random, step: str, players: int | None = None) -> rassi.View:
    """A view of a seat that is asked at a step, after random choices."""
    while True:
        n = players or rng.randint(2, 7)
        position = rassi.deal(rng.getrandbits(40), n, dealer=rng.randrange(n))
        while position.phase != "play":
            view = position.view(position.to_move)
            if view.phase == step and rng.random() < 0.4 and "change" in view.legal():
                return view
            position = position.play(rng.choice(position.legal()))


@pytest.fixture
def open_cards(monkeypatch):
    """The table as it is, without the fit to hidden cards."""
    for cached in (exchange.penalties, exchange.last_tricks, exchange.payments, exchange.habit):
        cached.cache_clear()
    monkeypatch.setattr(exchange, "hidden", lambda players, place, name, told: told)
    yield
    for cached in (exchange.penalties, exchange.last_tricks, exchange.payments, exchange.habit):
        cached.cache_clear()


def against_worlds(view: rassi.View, seed: int) -> "tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]":
    """Of keep and change, in points a stake, no later step taken: the table's figures as they are used; the table's without
    what own cards thrown away do to the other hands; the means over worlds; and the standard errors of the differences."""
    n, place = view.seats, (view.seat - view.dealer - 1) % view.seats
    number, fresh = hand_number(view.hand), exchange.fresh_hands(view)
    gone = view.thrown[0] | view.thrown[1] | view.thrown[2]
    now, then = (exchange.penalties_without(n, place, cards) for cards in (gone, gone | view.hand))
    used = np.array([now[number], fresh @ then])
    plain = np.array([penalties(n, place)[number], fresh @ penalties(n, place)])
    stakes = [view.multipliers[view.seat], max(view.multipliers[view.seat], 1 << exchange.STEPS.index(view.phase))]
    values = rassi.worlds.evaluate(view, ["keep", "change"], seed=seed, first=0, count=scaled(1500, 6000)).values / stakes
    errors = values.std(axis=0) / np.sqrt(len(values))
    return used, plain, values.mean(axis=0), np.hypot(errors, [shipped().error[n][place][number], 0])


def test_choices_against_an_oracle(open_cards) -> None:
    """Asked to double when nobody has changed: the table and a sample of worlds value the same thing on open cards, and no
    case differs by more than 4.5 standard errors, of a change 0.1 points a stake more. That much is what the linear effects
    of cards thrown away leave: measured over 400 cases 0.02 to 0.03 in the mean of its size, the rest noise."""
    rng = random.Random(9)
    decided, left, before, regrets = 0, [], [], []
    for case in range(scaled(40, 400)):
        n = rng.randint(2, 7)
        position = rassi.deal(rng.getrandbits(40), n, dealer=rng.randrange(n))
        for _ in range(n + rng.randrange(n)):
            position = position.play("keep")
        view = position.view(position.to_move)
        used, plain, means, errors = against_worlds(view, case)
        assert abs(used[0] - means[0]) <= 4.5 * errors[0]
        assert abs(used[1] - means[1]) <= 4.5 * errors[1] + 0.1
        left.append((used - means)[1])
        before.append((plain - means)[1])
        gap = 2 * means[1] - means[0]
        regrets.append(abs(gap) if (2 * used[1] < used[0]) != (gap < 0) else 0.0)
        if abs(gap) > 4.5 * np.hypot(2 * errors[1], errors[0]) + 0.2:
            decided += 1
            assert (2 * used[1] < used[0]) == (gap < 0)
            # with the second change to fall back on, doubling is worth as much or more
            assert choose(view).change <= 2 * used[1] + 1e-9
    assert decided > 10
    noise = scaled(0.09, 0.05)  # of a mean over worlds, root mean square
    assert np.sqrt(np.mean(np.square(left))) < np.hypot(noise, 0.05)
    assert abs(np.mean(left)) < 0.03
    assert np.sqrt(np.mean(np.square(before))) > 2 * np.sqrt(np.mean(np.square(left)))
    assert np.mean(regrets) < 0.02 and np.mean(np.array(regrets) > 0.1) < scaled(0.11, 0.03)


def test_cards_thrown_away_before_against_an_oracle(open_cards) -> None:
    """Asked to redouble after a double, twelve cards known to be out of every hand if it changes. The hand held is one hand,
    not a mean over many, so its linear effect is less exact: 0.2 points a stake in root mean square (0.4 without it), and in
    one case of a hundred off by over half a point."""
    rng = random.Random(14)
    left, before, far = [], [], 0
    while len(left) < scaled(30, 300):
        n = rng.randint(2, 6)
        position = rassi.deal(rng.getrandbits(40), n, dealer=rng.randrange(n))
        who = rng.randrange(n)
        while position.phase in ("free", "doubles"):
            double = position.phase == "doubles" and position.to_move == who
            position = position.play("change" if double else "keep")
        if position.phase != "redouble":
            continue
        used, plain, means, errors = against_worlds(position.view(who), len(left))
        assert abs(used[0] - means[0]) <= 4.5 * errors[0] + 2
        far += abs(used[0] - means[0]) > 4.5 * errors[0] + 0.5
        assert abs(used[1] - means[1]) <= 4.5 * errors[1] + 0.2
        left.append(used - means)
        before.append(plain - means)
    assert far <= 0.03 * len(left) + 1
    keep, change = np.sqrt(np.mean(np.square(left), axis=0))
    keep_before, change_before = np.sqrt(np.mean(np.square(before), axis=0))
    assert keep < scaled(0.4, 0.3) and change < scaled(0.13, 0.1)
    assert keep < keep_before and change < change_before / 2
    assert (np.abs(np.mean(left, axis=0)) < [scaled(0.2, 0.06), scaled(0.06, 0.03)]).all()


def test_effects_of_cards_thrown_away() -> None:
    """None thrown, none; of random ones nothing in the mean; and a hand of middling cards is cheaper where four kings
    are out of play (deals say by 1.13 points, the third of four players)."""
    rng = random.Random(15)
    assert thrown.effects(4, 1, 0) == 0.0
    assert np.all(thrown.effects(8, 1, 0b111111) == 0)
    number = hand_number(card_set([4, 18, 6, 20, 8, 22]))  # 6 6 8 8 T T
    rest = [card for card in range(52) if card not in (4, 18, 6, 20, 8, 22)]
    found = [thrown.effects(4, 2, card_set(rng.sample(rest, 6)))[number] for _ in range(2000)]
    assert abs(np.mean(found)) < 4.5 * np.std(found) / np.sqrt(2000)
    kings = card_set([11, 24, 37, 50, 10, 23])
    assert abs(thrown.effects(4, 2, kings)[number] + 1.13) < 0.7
    assert all(thrown.effects(n, place, kings)[number] < 0 for n in range(2, 8) for place in range(n))
    assert {"deals", "seed", "policy"} <= set(thrown.fitted()["about"])
    assert all(np.array(rows).shape == (int(n), thrown.GROUPS, 13) for n, rows in thrown.fitted()["slopes"].items())


@pytest.mark.source
def test_the_fit_finds_the_effects_again(tmp_path) -> None:
    """A few deals give the slopes of the file, as near as their number allows: compared by what they say of hands."""
    import typer
    from typer.testing import CliRunner

    from tricorn_analysis import rassi_thrown

    app = typer.Typer()
    app.command()(rassi_thrown.rassi_thrown)
    done = CliRunner().invoke(
        app, [str(tmp_path / "out.json"), "--deals", str(scaled(3000, 30_000)), "--seed", "5", "--cases", "1"]
    )
    assert done.exit_code == 0, done.output
    written = json.loads((tmp_path / "out.json").read_text())
    slopes, about = written["slopes"], written["about"]
    assert about["deals"] == scaled(3000, 30_000)
    assert [len(about["residual"][kind]) for kind in ("fresh", "hand")] == [3, 3]
    rng = np.random.default_rng(3)
    cards, held, paid = rassi_thrown.played(rng, 3, 2000)
    for place in (0, 1, 2):
        rows, _ = rassi_thrown.terms(3, place, cards, held[:, place], paid[:, place])
        new, old = (rows @ np.array(found["3"][place]).ravel() for found in (slopes, thrown.fitted()["slopes"]))
        assert np.corrcoef(new, old)[0, 1] > scaled(0.5, 0.9)


@pytest.mark.source
def test_what_the_effects_leave_is_what_the_file_says() -> None:
    """Also after three hands thrown away, which were not fitted."""
    from tricorn_analysis import rassi_thrown

    slopes = {int(n): rows for n, rows in thrown.fitted()["slopes"].items()}
    found = rassi_thrown.residuals(np.random.default_rng(6), slopes, scaled(8, 60), scaled(500, 1500))
    said = thrown.fitted()["about"]["residual"]
    for kind, rows in found.items():
        for seen, told in zip(rows, said[kind], strict=True):
            assert seen < 2 * told + scaled(0.15, 0.05)
        assert said[kind] == sorted(said[kind]) and thrown.residual(3, kind) == said[kind][2] and thrown.residual(0, kind) == 0


@pytest.mark.source
@pytest.mark.parametrize("module", ["rassi_thrown", "rassi_calibration", "rassi_outcomes", "exchange_table"])
def test_a_file_that_can_t_be_had_is_one_line(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", f"tricorn_analysis.{module}", "/nonexist/x.json"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("tricorn: ") and done.stderr.count("\n") == 1 and "/nonexist" in done.stderr


def toy(costs: np.ndarray, **rules: str) -> "exchange.Plan":
    """A plan where all hands come equally often and cost what `costs` says; four players, the seat asked first."""
    view = asked(random.Random(3), "doubles", 4)
    plan = exchange.Plan(view, 3, {m: m * costs for m in (1, 2, 4)}, np.full(len(costs), 1 / len(costs)))
    plan.rules = rassi.Rules(**rules)
    plan.left_then = lambda step, left: [0.0] * left + [1.0]  # the others never change
    return plan


def test_a_choice_of_means_not_a_mean_of_choices() -> None:
    """Fresh hands cost 0 or 10. A hand of 3 is kept against a fourfold mean of 20, though in half of the worlds, seen, it
    would be changed: the mean of the better of both is 1.5."""
    costs = np.array([3.0] + [0.0, 10.0] * 5000)
    plan = toy(costs, redouble="anyone")
    mean = costs.mean()
    assert plan.asked(plan.costs, 2, 1, False, False, 1)[0] == 3
    assert plan.changed(2, 1, False, False, 1) == pytest.approx(4 * mean)
    assert np.minimum(3, 4 * costs).mean() < 3


def test_a_later_step_is_looked_at() -> None:
    """Doubles, then redouble: a doubled hand of 12 costs 24 if kept; a fresh one fourfold 4 * mean. With cheap fresh hands
    the second change is taken where the first brought a bad hand, and is inside the value of the first."""
    costs = np.array([0.0] * 9 + [12.0])
    plan = toy(costs)
    mean = 1.2
    assert plan.asked(plan.costs, 2, 2, False, True, 1) == pytest.approx([0.0] * 9 + [4 * mean])
    assert plan.changed(1, 1, False, False, 2) == pytest.approx(0.1 * 4 * mean)
    assert plan.changed(1, 1, False, False, 1) == pytest.approx(2 * mean)  # one change left: no second
    assert plan.asked(plan.costs, 1, 1, False, False, 2)[-1] == pytest.approx(0.1 * 4 * mean)
    assert plan.asked(plan.costs, 1, 1, False, False, 0)[-1] == 12
    # a free hand bars from doubles=others, and without it comes before all that
    assert (other := toy(costs, doubles="others")).asked(other.costs, 1, 1, True, False, 2)[-1] == 12
    assert plan.changed(0, 1, False, False, 3) == pytest.approx(0.1 * 0.1 * 4 * mean)


def test_stock_and_others() -> None:
    """How many changes are left at the next step: a distribution; fewer where others are likelier to change."""
    view = asked(random.Random(4), "doubles", 5)
    for place in range(5):
        plan = exchange.Plan(view, place, {}, np.ones(1))
        for left in range(4):
            odds = plan.left_then(0, left)
            assert len(odds) == left + 1
            assert sum(odds) == pytest.approx(1)
            assert min(odds) >= 0
    habit = exchange.habit(4, 1)
    assert 0 < habit.free < 0.1885 and 0 < habit.kept < habit.fresh < 0.5 and 0 < habit.single < habit.again < 1


def test_how_often_another_changes_by_what_he_did_before() -> None:
    habit = Habit(free=0.2, fresh=0.3, kept=0.25, again=0.4, single=0.05)
    for doubles, redouble, told in (
        ("any", "doubled", {(1, True, None): 0.3, (1, False, None): 0.25, (2, True, True): 0.4, (2, True, False): 0}),
        ("any", "anyone", {(2, True, True): 0.4, (2, False, False): 0, (2, True, False): 0, (2, False, None): 0.25 * 0.4}),
        ("others", "doubled", {(1, True, None): 0, (1, False, None): 0.25, (2, True, None): 0, (2, False, True): 0.4}),
        ("others", "anyone", {(1, None, None): 0.8 * 0.25, (2, True, False): 0.05, (2, True, None): 0.05, (2, False, False): 0}),
    ):
        rules = rassi.Rules(doubles=doubles, redouble=redouble)
        assert habit.chance(0, rules, None, None) == 0.2
        for asked_for, chance in told.items():
            assert habit.chance(asked_for[0], rules, *asked_for[1:]) == pytest.approx(chance), (doubles, redouble, asked_for)
    mixed = habit.chance(2, rassi.Rules(doubles="others", redouble="anyone"), None, None)
    assert mixed == pytest.approx(0.2 * 0.05 + 0.8 * 0.25 * 0.4)
    cost, common = exchange.worths()[:, 0] ** 2, chances(np.full(13, 4))
    found, mean = Habit.of(cost), common @ cost
    assert 0 < found.single < found.again
    assert (found.single, found.again) == pytest.approx([common[cost > times * mean].sum() for times in (4, 2)])


def exchanges(rules: rassi.Rules, n: int, me: int, count: int, seed: int) -> "dict[tuple[object, ...], list[int]]":
    """Whole exchanges on the table of the rules, all others looking one step ahead at hands drawn anew for each: what seat `me`,
    who answers by chance, knows after an answer and how many changes are left, and how many are when it is asked again."""
    rng, common = np.random.default_rng(seed), chances(np.full(13, 4))
    drawn = iter(rng.choice(len(common), size=count * n * 4, p=common))
    faceless = counts()[:, 9:12].sum(axis=1) == 0
    cost = [penalties(n, place) for place in range(n)]
    fresh = [float(common @ of_place) for of_place in cost]
    twice = [float(common @ np.minimum(2 * c, 4 * mean)) for c, mean in zip(cost, fresh, strict=True)]
    found: dict[tuple[object, ...], list[int]] = {}
    for _ in range(count):
        table = opening(rules, n, n - 1)  # seats are places
        held = [next(drawn) for _ in range(n)]
        told: list[list[bool | None]] = [[None, None] for _ in range(n)]
        waiting = None
        while table.phase != "play":
            seat, step = table.to_move, exchange.STEPS.index(table.phase)
            if step == 1:  # who was passed over did not double
                for other in range(seat):
                    told[other][1] = bool(told[other][1])
            elif step == 2:
                told = [[free, bool(doubled)] for free, doubled in told]
            if seat == me:
                if waiting:
                    found.setdefault(waiting, []).append(table.stock_size // 6)
                table = table.exchange(bool(rng.random() < 0.5))
                others = tuple((p, *told[p]) for p in range(n) if p != me)
                may = (rules.doubles == "any" or not table.changed[me][0]) if step == 0 else True
                may = may if step == 0 else step == 1 and (rules.redouble == "anyone" or table.changed[me][1])
                waiting = (step, table.stock_size // 6, others) if may else None
                continue
            own, stake = cost[seat][held[seat]], table.multipliers[seat]
            wants = [faceless[held[seat]] and own > fresh[seat], own > twice[seat], stake * own > 4 * fresh[seat]][step]
            table = table.exchange(bool(wants))
            if step < 2:
                told[seat][step] = bool(wants)
            if wants:
                held[seat] = next(drawn)
        if waiting and table.stock_size < 6:
            found.setdefault(waiting, []).append(0)
    return found


@pytest.mark.parametrize("doubles", ["any", "others"])
@pytest.mark.parametrize("redouble", ["doubled", "anyone"])
def test_what_others_leave_is_what_they_leave_at_the_table(doubles: str, redouble: str) -> None:
    """Of all that a seat may know at a step: how many changes are left when it is asked again, by the plan and by exchanges
    played out, within their noise."""
    rules, compared, far = rassi.Rules(doubles=doubles, redouble=redouble), 0, []
    for n, me in ((3, 1), (4, 0), (5, 2), (6, 5)):
        for known, seen in exchanges(rules, n, me, scaled(1500, 20_000), n).items():
            step, left, others = known
            if left == 0 or len(seen) < 60:
                continue
            changed = [(False, False, False)] * n
            for place, free, doubled in others:
                changed[place] = (bool(free), bool(doubled), False)
            view = SimpleNamespace(rules=rules, seats=n, dealer=n - 1, phase=exchange.STEPS[step], changed=changed)
            odds = exchange.Plan(view, me, {}, np.ones(1)).left_then(step, left)
            share = np.bincount(seen, minlength=left + 1) / len(seen)
            compared += 1
            noise = np.sqrt(np.maximum(np.multiply(odds, np.subtract(1, odds)), 1 / len(seen)) / len(seen))
            far.append(np.abs(share - odds).max() / noise[np.abs(share - odds).argmax()])
    assert compared > 8
    assert max(far) < 4.5
    assert np.mean(np.square(far)) < 2.5


def test_payments_have_the_right_means() -> None:
    for n, seat in ((2, 0), (4, 3), (8, 1)):
        found = payments(n, seat)
        assert np.allclose(found.sum(axis=1), 1)
        assert np.abs(found @ np.arange(14) - penalties(n, seat)).max() < 1e-4
        # how often it pays is the table's where cards of the hand can make the mean of that
        worth, last = exchange.worths(), exchange.last_tricks(n, seat)
        wanted = penalties(n, seat) / np.maximum(last, 1e-9)
        possible = (worth.min(axis=1) < wanted) & (wanted < worth.max(axis=1))
        assert chances(np.full(13, 4))[possible].sum() > 0.75
        assert np.allclose(found[possible, 1:].sum(axis=1), last[possible], atol=1e-5)
        assert ((found > 0) <= np.isin(np.arange(14), [0, *worth[0]]))[0].all()


class Linear:
    """An equity in which every own point costs the same: the match is then the points again."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def wins(self, scores, dealer):
        return tuple(1 - score / 1000 if seat == self.seat else 0.0 for seat, score in enumerate(scores))


def test_match_with_a_linear_equity_is_points() -> None:
    """What a hand costs in the match is made from the same mean as its points, so only rounding is between them: the tilts
    are bounded, which leaves the mean of a hand that always pays its dearest card a thousandth of a point short."""
    rng = random.Random(10)
    for step in ("free", "doubles", "redouble"):
        for _ in range(scaled(5, 50)):
            view = asked(rng, step)
            points = choose(view)
            match = choose(view, utility="match", equity=Linear(view.seat))
            own = view.scores[view.seat]
            assert match.keep == pytest.approx(1 - (own + points.keep) / 1000, abs=4e-6)
            assert match.change == pytest.approx(1 - (own + points.change) / 1000, abs=4e-6)
            if abs(points.keep - points.change) > 1e-3:
                assert match.best == points.best


def test_match_minds_the_score() -> None:
    """The same hand at the same step: who stands at 49 and would be out with any penalty has nothing to lose by a double."""
    rng = random.Random(11)
    differ = 0
    for _ in range(scaled(30, 200)):
        view = asked(rng, "doubles", 3)
        data = view.to_dict() | {"scores": [49 if seat == view.seat else 20 for seat in range(3)]}
        found = choose(rassi.View.from_dict(data), utility="match")
        assert 0 <= found.keep <= 1 and 0 <= found.change <= 1
        differ += found.best != choose(view).best
    assert differ > 0


def test_what_the_table_does_not_cover() -> None:
    assert covers(rassi.Rules(), 4) and not covers(rassi.Rules(), 9)
    assert not covers(rassi.Rules(overtake="optional"), 4) and not covers(rassi.Rules(jokers=2), 4)
    assert choose(rassi.deal(1, 3, rules=rassi.Rules(last_tie="all")).view(1)) is None
    position = rassi.deal(1, 3)
    with pytest.raises(TricornError, match="seat 0 is not asked"):
        choose(position.view(0))
    only_keep = next(view for seed in range(99) if "change" not in (view := rassi.deal(seed, 3).view(1)).legal())
    assert choose(only_keep).change is None and choose(only_keep).best == "keep"


def test_the_choice_sees_own_cards_only() -> None:
    rng = random.Random(12)
    for _ in range(20):
        view = asked(rng, "doubles")
        world = rassi.worlds.sample(view, rng.getrandbits(20), 0)
        assert choose(world.view(view.seat)) == choose(view)


def test_calibration_says_where_it_is_from() -> None:
    """Curves rise, the ranks add nothing in their mean, errors are positive; the slope is that of the figure."""
    found = hidden.calibration()
    for n in PLAYERS:
        assert {"player", "deals", "second", "second_deals", "seed", "table"} == set(found["about"][str(n)])
        fit = found["players"][str(n)]
        assert len(fit["places"]) == n and 0 < fit["level"] < 0.3 and 0 < fit["scatter"] < 1
        for name in ("mean", "last"):
            assert len(fit["ranks"][name]) == 13 and abs(sum(fit["ranks"][name])) < 0.01
            for place in fit["places"]:
                xs, ys = np.array(place[name])
                assert (np.diff(xs) > 0).all() and (np.diff(ys) >= 0).all()
    told, step = shipped().mean[4][2].astype(float), 1e-6
    inside = np.abs(told[:, None] - np.array(found["players"]["4"]["places"][2]["mean"][0])).min(axis=1) > 2 * step
    rise = (hidden.hidden(4, 2, "mean", told + step) - hidden.hidden(4, 2, "mean", told - step)) / (2 * step)
    assert np.allclose(rise[inside], hidden.slope(4, 2, told)[inside], atol=1e-6)


@pytest.mark.parametrize(("place", "player", "deals"), [(0, "rule", 700), (2, "rule", 700)])
def test_hidden_means_are_those_of_play(place: int, player: str, deals: int) -> None:
    """Deals that nothing was fitted to, by the player that was not fitted: thirds by what is expected of a hand pay what is
    expected, within what the errors allow; the cheapest third too, which a straight line made twice as dear."""
    count = scaled(deals, 4000)
    who, costs = parse_player(player), penalties(4, place)
    told, paid = np.zeros(count), np.zeros(count)
    for number in range(count):
        position = rassi.deal(10**6 + number, 4, dealer=3)
        while position.phase != "play":
            position = position.play("keep")
        told[number] = costs[hand_number(position.hands[place])]
        while position.to_move is not None:
            position = position.play(who.choose(position.view(position.to_move), number))
        paid[number] = position.result().points[place]
    for third in np.array_split(np.argsort(told), 3):
        noise = paid[third].std() / np.sqrt(len(third))
        # hands alike are off alike, so that a third may be as far off as one hand
        expected = told[third].mean()
        error = np.sqrt(noise**2 + (hidden.level(4) * expected) ** 2 + hidden.scatter(4, expected) ** 2)
        assert abs(paid[third].mean() - expected) < 2.5 * error


@pytest.mark.source
def test_the_calibration_finds_what_is_there() -> None:
    """Penalties made from known curves and ranks: the fit finds them again, and its errors are of the right size."""
    from tricorn_analysis.rassi_calibration import Played, fitted

    rng = np.random.default_rng(4)
    count = scaled(4000, 40_000)
    packs = np.repeat(np.arange(13, dtype=np.uint8), 4)[rng.random((count, 52)).argsort(axis=1)[:, :12]]
    held = places()[multiset_rank(np.sort(packs.reshape(count, 2, 6), axis=2))].astype(np.int64)
    ranks = np.cos(np.arange(13) / 4)
    ranks -= ranks.mean()
    truth = [2 + 0.5 * shipped().mean[2][place].astype(float) + (counts() * ranks).sum(axis=1) for place in (0, 1)]
    truth = [hidden.bent(sums, "mean") for sums in truth]
    paid = np.stack([truth[place][held[:, place]] for place in (0, 1)], axis=1) + rng.normal(0, 3, (count, 2))
    fit = fitted(2, Played(held, paid), "mean")
    common = chances(np.full(13, 4))
    for place in (0, 1):
        found, terms = fit.of_hands(place, shipped().mean[2][place].astype(float))
        errors = np.sqrt(np.einsum("ij,jk,ik->i", terms, fit.covariance, terms))
        assert 0.3 < np.sqrt(common @ ((found - truth[place]) / errors) ** 2) < 2
        assert abs(common @ (found - truth[place])) < 4 * 3 / np.sqrt(count)


def test_estimates_of_a_hand_that_never_paid() -> None:
    mean, last, error = estimates(np.array([[[10.0, 10.0, 0, 0, 0, 0, 0]]]))
    assert (mean[0, 0], last[0, 0]) == (0, 0)
    assert error[0, 0] == pytest.approx(0.5)


@pytest.mark.source
def test_the_command_goes_on_and_writes_the_table(tmp_path) -> None:
    import typer
    from typer.testing import CliRunner

    from tricorn_analysis.exchange_table import exchange_table as command

    app = typer.Typer()
    app.command()(command)
    state = tmp_path / "state.npz"
    for deals in ("1000", "2000"):
        done = CliRunner().invoke(app, [str(state), "--deals", deals, "--json"])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["deals"]["4"] == int(deals)
    refused = CliRunner().invoke(app, [str(state), "--deals", "3000", "--seed", "1"])
    assert isinstance(refused.exception, TricornError)


@pytest.mark.source
def test_the_table_is_never_written_over_the_sums(tmp_path) -> None:
    """By `..`, a link to the file or to its directory, a hard link, or the name that the sums have while they are written."""
    import typer
    from typer.testing import CliRunner

    from tricorn_analysis.exchange_table import exchange_table as command

    app = typer.Typer()
    app.command()(command)
    state = tmp_path / "full.npz"
    tally = Tally(0)
    tally.add(2, 10)
    tally.save(state)
    before = state.read_bytes()
    (tmp_path / "sub").mkdir()
    (tmp_path / "away").symlink_to(tmp_path)
    (tmp_path / "link.npz").symlink_to(state)
    (tmp_path / "hard.npz").hardlink_to(state)
    for name in ("full.npz", "sub/../full.npz", "away/full.npz", "link.npz", "hard.npz", "full.npz.part"):
        done = CliRunner().invoke(app, [str(state), "--deals", "20", "--out", str(tmp_path / name)])
        assert isinstance(done.exception, TricornError) and "is the file of the sums" in str(done.exception), name
        assert state.read_bytes() == before
    twisted = tmp_path / "t.npz.part"
    done = CliRunner().invoke(app, [str(twisted), "--deals", "20", "--out", str(tmp_path / "t.npz")])
    assert isinstance(done.exception, TricornError) and not twisted.exists()


def test_a_table_is_written_whole_or_not_at_all(tmp_path, monkeypatch) -> None:
    path = tmp_path / "table.npz"
    path.write_bytes(b"the one before")
    monkeypatch.setattr(exchange_table, "estimates", lambda sums: (np.ones(sums.shape[:2]),) * 3)
    tally = _some_deals()
    tally.sums[2][:, :, 0] = 1
    monkeypatch.setattr(np, "savez_compressed", lambda file, **arrays: file.write(b"half") and 1 / 0)
    with pytest.raises(ZeroDivisionError):
        quantised(tally, path)
    assert path.read_bytes() == b"the one before"
    monkeypatch.undo()
    monkeypatch.setattr(exchange_table, "estimates", lambda sums: (np.ones(sums.shape[:2]),) * 3)
    quantised(tally, path)
    assert ExchangeTable.load(path).mean[2].shape == (2, 18_395) and not exchange_table.half_of(path).exists()


def test_the_default_player_changes_by_the_table() -> None:
    rng = random.Random(13)
    player = parse_player("default:worlds=5")
    for _ in range(10):
        view = asked(rng, rng.choice(["free", "doubles", "redouble"]))
        assert player.choose(view, 1) == choose(view).best
    position = rassi.deal(1, 9)
    assert position.phase == "play"
    assert player.choose(position.view(position.to_move), 1) in position.legal()
