"""A person against the engine: the commands, every phase, the end of input, and no peeking at the table."""

import json
import re
from typing import Any

import pytest

from cli_run import Cli
from tricorn import games


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Cli:
    return Cli(monkeypatch, capsys)


def rule_script(game: str, seat: int, seed: int) -> tuple[list[str], Any]:
    """What the rule player in a seat would type against rule players, and the finished deal."""
    package = games.load(game)
    position: Any = package.deal(seed)
    typed = []
    while not position.is_over:
        action = package.rule_play(position.view(position.to_move))
        if position.to_move == seat:
            typed.append(action)
        position = position.play(action)
    return typed, position


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", games.NAMES)
def test_a_whole_deal(cli: Cli, game: str, seed: int) -> None:
    typed, finished = rule_script(game, 1, seed)
    words = ("play", game, "--seat", "1", "--seed", str(seed), "--opponent", "rule")
    run = cli(*words, "--json", stdin="\n".join(typed))
    assert run.status == 0, run.err
    assert games.position_from_json(run.out) == finished
    assert "result" in run.err or "points" in run.err
    assert cli(*words, stdin="\n".join(typed)).out == run.err


@pytest.mark.parametrize("game", games.NAMES)
def test_undo_takes_back_a_decision_and_what_followed(cli: Cli, game: str) -> None:
    typed, finished = rule_script(game, 0, 5)
    script = []
    for number, word in enumerate(typed):  # the last play ends the deal: there is no prompt after it
        script += [word, "undo", word] if number % 2 == 0 and number < len(typed) - 1 else [word]
    words = ("play", game, "--seed", "5", "--opponent", "rule", "--json")
    run = cli(*words, stdin="\n".join(script))
    assert run.status == 0
    assert games.position_from_json(run.out) == finished
    assert "Taken back." in run.err


def test_undo_at_the_start(cli: Cli) -> None:
    assert "There is nothing to take back." in cli("play", "russi", "--opponent", "rule", stdin="undo\n").out


def test_commands(cli: Cli) -> None:
    script = "help\nshow\nlegal\nhint\n\nxyzzy\nSA SK\n" + "q" * 100 + "\nquit\nSA\n"
    run = cli("play", "rassi", "--opponent", "rule", "--worlds", "3", "--seed", "8", stdin=script)
    assert run.status == 0
    for part in ("take back your last decision", "what seat 0 knows", "best: ", "'xyzzy' is", "You left the deal unfinished."):
        assert part in run.out
    assert max(map(len, run.out.splitlines())) <= 120


@pytest.mark.parametrize("game", games.NAMES)
def test_the_end_of_input_ends_cleanly(cli: Cli, game: str) -> None:
    run = cli("play", game, "--opponent", "rule", "--json")
    assert run.status == 0
    assert json.loads(run.out)["type"] == f"{game}.position"
    assert "You left the deal unfinished." in run.err


@pytest.mark.parametrize("opponent", ["default", "random"])
@pytest.mark.parametrize("game", games.NAMES)
def test_other_opponents(cli: Cli, game: str, opponent: str) -> None:
    typed, _ = rule_script(game, 0, 2)
    words = ("play", game, "--seed", "2", "--opponent", opponent, "--worlds", "1", "--json")
    run = cli(*words, stdin="\n".join(typed[:2]))
    assert run.status == 0, run.err
    assert len(json.loads(run.out)["record"]) >= 2


def test_a_refusal_does_not_tell_where_a_card_lies(cli: Cli) -> None:
    """Every card that seat 0 can't play gets the same answer, whether it is face down before it or with the opponent."""
    position: Any = games.load("russi").deal(4, dealer=1)
    legal = set(position.legal())
    cards = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    run = cli("play", "russi", "--seed", "4", "--dealer", "1", "--opponent", "rule", stdin="\n".join(set(cards) - legal))
    answers = {re.sub(r"[SHDC][2-9TJQKA] now", "X now", line) for line in run.out.splitlines() if "can't play" in line}
    assert len(answers) == 1


@pytest.mark.parametrize("game", games.NAMES)
def test_the_table_shows_no_hidden_card(cli: Cli, game: str) -> None:
    """Two deals that differ in hidden cards alone look the same to the person, up to the first play of another."""
    package = games.load(game)
    position: Any = package.deal(6)
    seat = position.to_move
    view = position.view(seat)
    other = package.worlds.sample(view, 99, 0)
    assert other != position
    assert cli("view", "-", stdin=position.to_json()).out == cli("view", "-", stdin=other.to_json()).out
