"""`tricorn exploit` and `tricorn exchange-table`: what they print, what they refuse, and that a run that is cut loses nothing."""

import json
import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cli_run import Cli
from test_cli_errors import assert_refused
from tricorn._rassi_equilibrium import Equilibrium
from tricorn.errors import TricornError
from tricorn.players import Default, parse_player, player_shares
from tricorn.rassi.exchange_table import PLAYERS, Tally
from tricorn_analysis.exploit import METHODS, exploit
from tricorn_analysis.exploit_player import Reduced, write_player


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Cli:
    return Cli(monkeypatch, capsys)


SMALL = ("exploit", "rassi", "--ranks", "5", "--suits", "2", "--cards", "2")


def test_exploit_of_a_method(cli: Cli) -> None:
    run = cli(*SMALL, "--method", "highest", "--json")
    assert (run.status, run.err) == (0, "")
    found = json.loads(run.out)
    plain, beside = exploit(5, 2, 2, "highest"), exploit(5, 2, 2, "uniform")
    assert (found["method"], found["ranks"], found["suits"], found["cards"], found["overtake"]) == ("highest", 5, 2, 2, "forced")
    assert (found["value"], found["exploitability"]) == (plain.value, plain.exploitability)
    assert (found["uniform"]["value"], found["uniform"]["exploitability"]) == (beside.value, beside.exploitability)
    optional = json.loads(cli(*SMALL, "--method", "uniform", "--optional", "--json").out)
    assert optional["overtake"] == "optional"
    assert optional["value"] == exploit(5, 2, 2, "uniform", optional=True).value


def test_exploit_of_a_player_with_another_seed(cli: Cli) -> None:
    asked = (*SMALL, "--method", "uniform:worlds=1", "--json")
    plain, again, other = (json.loads(cli(*asked, *seed).out)["value"] for seed in ((), ("--seed", "0"), ("--seed", "9")))
    assert plain == again != other


def test_exploit_of_all_methods(cli: Cli) -> None:
    found = json.loads(cli(*SMALL, "--json").out)
    assert [row["method"] for row in found["methods"]] == list(METHODS)
    table = cli(*SMALL).out
    assert "5 ranks × 2 suits, 2 cards each" in table
    for row in found["methods"]:
        assert row["method"] in table and f"{row['exploitability']:.4f}" in table


def test_exploit_of_a_player(cli: Cli) -> None:
    found = json.loads(cli(*SMALL, "--method", "uniform:worlds=20", "--draws", "2", "--json").out)
    assert found["method"] == "uniform:worlds=20"
    assert found["exploitability"] >= 0
    assert found["about"].startswith("the player, asked for ") and found["about"].endswith(" choices, 2 times each")
    assert found["uniform"]["about"] == METHODS["uniform"]


def test_the_table_of_exploit_is_whole_in_80_columns(cli: Cli) -> None:
    """The name of a player folds, no number is cut, and what each method is stands below: `weighted` samples nothing, the
    player of that name does."""
    name = "weighted:worlds=4:temperature=3900:blur=0.2"
    out, found = (cli(*SMALL, "--method", name, *json_).out for json_ in ((), ("--json",)))
    assert max(map(len, out.splitlines())) <= 80
    row = json.loads(found)
    for key in ("value", "leader", "follower"):
        assert f"{row[key]:+.4f}" in out
    assert f"{row['exploitability']:.4f}" in out
    told = "".join(out.split())
    assert f"{name}:{row['about']}".replace(" ", "") in told and METHODS["uniform"].replace(" ", "") in told
    exact = json.loads(cli(*SMALL, "--method", "weighted", "--json").out)
    assert "exact, no sample" in exact["about"]


def test_exploit_says_how_far_it_is() -> None:
    """Shares that only grow, up to 1; many for a player, which may take long."""
    for method, least in (("equilibrium", 2), ("uniform", 1), ("rule", 20)):
        told: list[float] = []
        exploit(5, 3, 3, method, progress=told.append)
        assert told == sorted(told) and told[0] >= 0 and told[-1] == 1 and len(told) >= least, method


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("russi",), "'russi'"),
        (("rassi", "--ranks", "14"), "14 ranks"),
        (("rassi", "--ranks", "1"), "1 ranks"),
        (("rassi", "--suits", "5"), "5 suits"),
        (("rassi", "--cards", "1"), "1 cards"),
        (("rassi", "--cards", "5"), "5 cards"),
        (("rassi", "--ranks", "3", "--suits", "1", "--cards", "2"), "2 cards for each of two players from 3"),
        (("rassi", "--method", "nobody"), "'nobody'"),
        (("rassi", "--method", "uniform:worlds=0"), "'worlds=0'"),
        (("rassi", "--target", "nan"), "target nan"),
        (("rassi", "--target", "-0.1"), "target -0.1"),
        (("rassi", "--target", "inf"), "target inf"),
        (("rassi", "--target", "x"), "--target"),
        (("rassi", "--draws", "0"), "--draws"),
        (("rassi", "--cards", "x"), "--cards"),
        ((), "GAME"),
    ],
)
def test_exploit_refuses(cli: Cli, words: tuple[str, ...], part: str) -> None:
    assert_refused(cli("exploit", *words), part)


def test_exploit_from_python_refuses() -> None:
    with pytest.raises(TricornError, match=r"target nan .*; iterations 0 .*; draws 0 .*; seed -1 .*"):
        exploit(5, 2, 2, "uniform", target=float("nan"), iterations=0, draws=0, seed=-1)


def test_a_player_that_mixes_is_taken_with_its_shares() -> None:
    """One question of each choice suffices: the shares are those of its advice, whatever card it draws, and what a best
    response gains is what it gains against the equilibrium."""
    game, reduced = Equilibrium([3] * 5, 3), Reduced(5, 3, 3, False)
    player, mixed = parse_player("default:worlds=4"), 0
    assert isinstance(player, Default)
    write_player(game, reduced, player)
    for hand in game.hands():
        if hand[0] == hand[2]:
            continue
        view = reduced.view((), (hand, next(b for b in game.hands() if all(b.count(r) + hand.count(r) <= 3 for r in b))), 0)
        told = {reduced.rank(action): share for action, share in player_shares(player, view, 0).items()}
        row = next((row for row in player.advice(view, 0).plays), None)
        assert row is not None and sum(told.values()) == pytest.approx(1)
        if len(told) < 2:
            continue
        mixed += 1
        for rank, share in game.strategy((), hand):
            assert share == pytest.approx(told.get(rank, 0.0), abs=1e-5)
        drawn = [player.choose(view, seed) for seed in range(12)]
        assert {reduced.rank(action) for action in drawn} <= set(told)
        assert len(set(drawn)) >= 2 or max(told.values()) > 0.6
    assert mixed > 3, "the player never mixes: nothing was tested"
    value, first, second = game.exploitability()
    assert abs(value - exploit(5, 3, 3, "equilibrium").value) < 0.05
    assert (first + second) / 2 < 0.05


def test_the_table_from_the_command_line(cli: Cli, tmp_path: Path) -> None:
    state = tmp_path / "state.npz"
    first = cli("exchange-table", str(state), "--deals", "300", "--json")
    assert (first.status, first.err) == (0, "")
    assert json.loads(first.out) == {"seed": 0, "deals": {str(n): 300 for n in PLAYERS}}
    second = cli("exchange-table", str(state), "--deals", "500")
    assert second.out.splitlines() == [f"{n} players: 500 deals" for n in PLAYERS]
    whole = Tally(0)
    whole.add(3, 500)
    assert (Tally.load(state).sums[3] == whole.sums[3]).all()
    cut = cli("exchange-table", str(state), "--deals", "1000000", "--time-s", "0.05", "--json")
    assert cut.status == 0 and json.loads(cut.out)["deals"]["2"] >= 500


def test_ctrl_c_keeps_what_was_done(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped while deals are being added: the state holds as many deals as it says, and goes on to the same sums."""
    from tricorn_analysis import exchange_table

    state, add, calls = tmp_path / "state.npz", Tally.add, 0

    def interrupted(self: Tally, players: int, count: int, stop: Any = None) -> int:
        nonlocal calls
        calls += 1
        done = add(self, players, count, stop)
        if calls == 10:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
        return done

    monkeypatch.setattr(Tally, "add", interrupted)
    monkeypatch.setattr(exchange_table, "_BLOCK", 100)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background has it ignored
    try:
        run = cli("exchange-table", str(state), "--deals", "2000")
    finally:
        signal.signal(signal.SIGINT, before)
    assert (run.status, run.out) == (130, "")
    monkeypatch.undo()
    kept = Tally.load(state)
    assert kept.done[2] >= 200 and kept.done[2] < 2000
    for players in (2, 8):
        fresh = Tally(0)
        fresh.add(players, kept.done[players])
        assert (fresh.sums[players] == kept.sums[players]).all()
        assert np.array_equal(fresh.outcomes[players], kept.outcomes[players])


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("--time-s", "nan"), "time_s nan"),
        (("--time-s", "-1"), "time_s -1"),
        (("--time-s", "0"), "time_s 0"),
        (("--time-s", "inf"), "time_s inf"),
        (("--time-s", "x"), "--time-s"),
        (("--deals", "0"), "--deals"),
        (("--seed", "-1"), "--seed"),
        (("--out", "DIR"), "is a directory"),
        (("--out", "DIR/no/table.npz"), "there is no directory"),
        (("--out", "DIR/state.npz"), "file of the sums"),
        (("--out", "DIR/a\0b"), "null byte"),
    ],
)
def test_the_table_refuses_before_it_works(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], part: str
) -> None:
    monkeypatch.setattr(Tally, "add", lambda *_: pytest.fail("work before the check"))
    there = [word.replace("DIR", str(tmp_path)) for word in words]
    assert_refused(cli("exchange-table", str(tmp_path / "state.npz"), *there), part)
    assert not list(tmp_path.iterdir())


def test_the_table_refuses_a_state_that_is_none(cli: Cli, tmp_path: Path) -> None:
    assert_refused(cli("exchange-table", str(tmp_path)), "is a directory")
    assert_refused(cli("exchange-table", str(tmp_path / "no" / "state")), "there is no directory")
    spoiled = tmp_path / "spoiled.npz"
    spoiled.write_bytes(b"nothing")
    assert_refused(cli("exchange-table", str(spoiled)), "does not hold the sums")
    assert spoiled.read_bytes() == b"nothing"
    state = tmp_path / "state.npz"
    assert cli("exchange-table", str(state), "--deals", "10").status == 0
    assert_refused(cli("exchange-table", str(state), "--deals", "20", "--seed", "1"), "seed 0, not of seed 1")
    assert_refused(cli("exchange-table", str(state), "--deals", "20", "--out", str(tmp_path / "table.npz")), "run longer")
    assert not (tmp_path / "table.npz").exists()
    assert_refused(cli("exchange-table"), "STATE")
