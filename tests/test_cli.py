"""Every command does what it says, and its JSON can be read back."""

import json
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from cli_run import Cli
from tricorn import games, rassi, ruffe
from tricorn.cards import parse_hand

DATA = Path(__file__).parent / "data"
GAMES = games.NAMES


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Cli:
    return Cli(monkeypatch, capsys)


def position(game: str, plays: int = 0, seed: int = 3) -> Any:
    """A deal of a game in the play, the rule player having played some cards."""
    package = games.load(game)
    found = package.deal(seed)
    while not found.is_over and (found.phase != "play" or plays > 0):
        plays -= found.phase == "play"
        assert found.to_move is not None
        found = found.play(package.rule_play(found.view(found.to_move)))
    return found


LATE = {"russi": 30, "ruffe": 26, "rassi": 9}


def test_version(cli: Cli) -> None:
    run = cli("--version")
    assert (run.status, run.out) == (0, f"tricorn {version('tricorn')}\n")


def test_help_names_every_command_and_the_exit_statuses(cli: Cli) -> None:
    text = cli("--help").out
    for name in ("deal", "show", "view", "solve", "advise", "review", "play", "bench", "verify", "schema"):
        assert f"  {name} " in text
        assert cli(name, "--help").status == 0
    assert "Exit status" in text
    assert cli().out == text


@pytest.mark.parametrize("game", GAMES)
def test_deal_is_the_librarys(cli: Cli, game: str) -> None:
    run = cli("deal", game, "--seed", "11", "--json")
    assert run.status == 0
    assert games.position_from_json(run.out) == games.load(game).deal(11)
    assert cli("deal", game, "--seed", "11").out.startswith(f"{game}: all cards known")


def test_deal_takes_rules_players_and_dealer(cli: Cli) -> None:
    words = ("--players", "3", "--dealer", "2", "--rule", "follow=suit", "--rule", "par=12", "--json")
    found: Any = games.position_from_json(cli("deal", "ruffe", *words).out)
    assert (found.seats, found.dealer, found.rules.follow, found.rules.par) == (3, 2, "suit", "12")
    found = games.position_from_json(cli("deal", "ruffe", "--rule", "format=2-short", "--literal", "--json").out)
    assert (found.rules.format, found.rules.par, found.rules.show, found.rules.target) == ("2-short", "12", "hand", 36)
    found = games.position_from_json(cli("deal", "rassi", "--players", "9", "--rule", "out_at=60", "--json").out)
    assert (found.seats, found.rules.out_at) == (9, 60)


@pytest.mark.parametrize("game", GAMES)
def test_show_and_view(cli: Cli, game: str) -> None:
    text = position(game, LATE[game]).to_json()
    assert json.loads(cli("show", "-", "--json", stdin=text).out) == json.loads(text)
    shown = cli("show", "-", stdin=text)
    assert shown.status == 0
    assert "to move: seat" in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    seat = position(game, LATE[game]).to_move
    seen = cli("view", "-", "--json", stdin=text).out
    assert games.view_from_json(seen) == position(game, LATE[game]).view(seat)
    other = cli("view", "-", "--seat", "1", "--json", stdin=text).out
    assert games.view_from_json(other) == position(game, LATE[game]).view(1)
    assert cli("view", "-", "--seat", "1", stdin=text).out.startswith(f"{game}: what seat 1 knows")
    assert json.loads(cli("show", "-", "--json", stdin=seen).out) == json.loads(seen)


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_deal_is_shown_with_its_result(cli: Cli, game: str) -> None:
    run = cli("show", "-", stdin=position(game, 99).to_json())
    assert "the deal is over" in run.out
    assert "result" in run.out or "points" in run.out


@pytest.mark.parametrize("game", GAMES)
def test_solve(cli: Cli, game: str, tmp_path: Path) -> None:
    here = position(game, LATE[game])
    file = tmp_path / "position.json"
    file.write_text(here.to_json())
    run = cli("solve", str(file), "--json")
    assert run.status == 0, run.err
    found = json.loads(run.out)
    expected = here.solve().to_dict()
    for name in ("game", "seat", "value", "exact", "best"):
        assert found[name] == expected[name]
    valued = {card for row in found["plays"] for card in (row["card"], *row["equals"])}
    assert valued == set(here.legal())
    table = cli("solve", str(file)).out
    assert f"value {found['value']}" in table
    assert max(map(len, table.splitlines())) <= 80


def test_solve_under_a_limit_gives_bounds(cli: Cli) -> None:
    run = cli("solve", "-", "--nodes", "1000", "--table-mb", "1", "--json", stdin=position("russi").to_json())
    found = json.loads(run.out)
    assert found["lo"] < found["hi"]
    assert found["value"] is None
    assert "proven bounds" in cli("solve", "-", "--nodes", "1000", stdin=position("russi").to_json()).out


def test_solve_asks_for_a_goal(cli: Cli) -> None:
    text = cli("deal", "russi", "--seed", "7", "--json").out
    assert cli("solve", "-", "--goal", "5", stdin=text).out.endswith("5 tricks or more: yes\n")
    assert cli("solve", "-", "--goal", "13", "--nodes", "10", stdin=text).out.endswith("13 tricks or more: open\n")
    wrong = cli("solve", "-", "--goal", "27", stdin=text)
    assert (wrong.status, wrong.out, wrong.err) == (2, "", "tricorn: goal 27: not one of the 1 to 26 tricks that are left\n")
    wrong = cli("solve", "examples/ruffe-whole-deal.json", "--goal", "3")
    assert (wrong.status, wrong.err) == (2, "tricorn: --goal '3': the search of ruffe has no such option\n")


def test_solve_rassi_by_every_method(cli: Cli) -> None:
    text = position("rassi").to_json()
    names = {
        json.loads(cli("solve", "-", "--json", *words, stdin=text).out)["method"]
        for words in ((), ("--ties", "lowest"), ("--ties", "both"), ("--method", "paranoid"))
    }
    assert names == {"max^n, highest first", "max^n, lowest first", "max^n, highest and lowest first", "paranoid"}


def test_solve_rassi_with_both_tie_orders(cli: Cli) -> None:
    """The least and the greatest value of each play, as JSON and in the table; a bad order is refused."""
    wide = 0
    for seed in range(5):
        here = rassi.deal(seed, 4)
        while here.phase != "play":
            here = here.play("keep")
        high, low, both = (
            json.loads(cli("solve", "-", "--json", "--ties", ties, stdin=here.to_json()).out)
            for ties in ("highest", "lowest", "both")
        )
        values = [{row["card"]: row["value"] for row in found["plays"]} for found in (high, low)]
        for row in both["plays"]:
            pair = [found[row["card"]] for found in values]
            assert [row["lo"], row["hi"]] == sorted(pair)
            assert row["value"] == (pair[0] if row["exact"] else None)
            wide += not row["exact"]
        assert [both["lo"], both["hi"]] == sorted((high["value"], low["value"]))
        assert both["line"] == high["line"]
        shown = cli("solve", "-", "--ties", "both", stdin=here.to_json()).out
        assert "max^n, highest and lowest first" in shown and "proven bounds" not in shown
        assert ("(two tie orders)" in shown) == (both["lo"] < both["hi"]) and both["solved"] is True
        cut = cli("solve", "-", "--ties", "both", "--nodes", "100", stdin=here.to_json()).out
        assert "(proven bounds)" in cut and "two tie orders" not in cut
        assert any(f"{row['lo']}..{row['hi']}" in shown for row in both["plays"]) == any(not row["exact"] for row in both["plays"])
    assert wide > 0
    refused = cli("solve", "-", "--ties", "any", stdin=here.to_json())
    assert (refused.status, refused.out) == (2, "") and "ties 'any' is not one of" in refused.err


def test_ruffe_each_for_himself(cli: Cli) -> None:
    hands = [parse_hand(text) for text in ("A2.K..", "K3.Q..", "Q4.J..")]
    here = ruffe.Position.ending(ruffe.Rules("3-long"), hands, leader=0, trump=2).to_json()
    shown = cli("solve", "-", "--method", "maxn", "--ties", "both", stdin=here).out
    assert "tricks by seat" in shown and "penalties" not in shown
    found = json.loads(cli("solve", "-", "--method", "maxn", "--ties", "last", "--json", stdin=here).out)
    assert sum(found["plays"][0]["vector"]) == 3
    assert "by seat" not in cli("solve", "-", stdin=here).out
    refused = cli("solve", "-", "--ties", "both", stdin=here)
    assert refused.status == 2 and "ties 'both' is for method 'maxn'" in refused.err
    assert cli("solve", "-", "--method", "maxn", "--ties", "highest", stdin=here).status == 2


def test_advise_in_the_exchange(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the table: shares of values that can be read at 80 columns, and what its ties are ties of."""
    monkeypatch.setenv("COLUMNS", "80")
    tied = 0
    for seed in range(12):
        here = rassi.deal(seed, 4)
        for _ in range(4 + seed % 3):
            here = here.play("keep")
        for utility in ("points", "match"):
            words = ("advise", "-", "--worlds", "5", "--utility", utility)
            shown = cli(*words, stdin=here.to_json()).out
            assert max(map(len, shown.splitlines())) <= 80 and len(shown.splitlines()) < 20
            assert ("P(match)" in shown) == (utility == "match")
            found = json.loads(cli(*words, "--json", stdin=here.to_json()).out)
            assert ("within the error of the table" in shown) == (len(found["ties"]) > 1) and "number of worlds" not in shown
            tied += len(found["ties"]) > 1
    assert 0 < tied < 24


@pytest.mark.parametrize("game", GAMES)
def test_advise(cli: Cli, game: str) -> None:
    here = position(game, LATE[game])
    words = ("advise", "-", "--worlds", "6", "--nodes", "3000", "--seed", "5", "--json")
    by_position = json.loads(cli(*words, stdin=here.to_json()).out)
    by_view = json.loads(cli(*words, "--threads", "2", stdin=here.view(here.to_move).to_json()).out)
    by_position.pop("time_s")
    by_view.pop("time_s")
    assert by_position == by_view
    assert by_position["best"] in here.legal()
    table = cli("advise", "-", "--worlds", "6", "--nodes", "3000", stdin=here.to_json()).out
    assert "best: " in table
    assert max(map(len, table.splitlines())) <= 80


@pytest.mark.parametrize("game", ["ruffe", "rassi"])
def test_advise_before_the_play(cli: Cli, game: str) -> None:
    here = next(deal for seed in range(9) if (deal := games.load(game).deal(seed)).phase != "play")
    found = json.loads(cli("advise", "-", "--worlds", "2", "--nodes", "500", "--json", stdin=here.to_json()).out)
    assert found["best"] in here.legal()
    assert cli("advise", "-", "--worlds", "2", "--nodes", "500", stdin=here.to_json()).status == 0


def test_bench(cli: Cli) -> None:
    first, second = (json.loads(cli("bench", "--quick", "--json").out) for _ in range(2))
    assert first["nodes"] == second["nodes"] == sum(row["nodes"] for row in first["rows"])
    assert all(row["positions"] > 0 and row["nodes"] > 0 for row in first["rows"])


@pytest.mark.parametrize("kind", [f"{game}.{kind}" for game in GAMES for kind in ("position", "view")])
def test_schema(cli: Cli, kind: str) -> None:
    found = json.loads(cli("schema", kind, "--json").out)
    assert json.loads(cli("schema", kind).out) == found
    name = found["$ref"].rpartition("/")[2]
    assert found["$defs"][name]["properties"]["type"]["enum"] == [kind]
    example = position(kind.split(".")[0], 5)
    document = example.to_dict() if kind.endswith("position") else example.view(0).to_dict()
    assert set(document) <= set(found["$defs"][name]["properties"])
    assert set(found["$defs"][name]["required"]) <= set(document)


def test_schema_of_all_types(cli: Cli) -> None:
    assert len(json.loads(cli("schema").out)["anyOf"]) == 2 * len(GAMES)
    assert cli("schema", "golden.whist").status == 0
