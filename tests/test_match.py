"""Matches: identical players score zero, a better player scores above it, a killed match goes on where it was."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scale import FULL, scaled
from tricorn.errors import TricornError
from tricorn_analysis.match import Block, Setup, play_match, summary

DEAL = {"russi": (), "ruffe": (), "rassi": (("players", 3),)}


@pytest.mark.parametrize("game", DEAL)
def test_identical_players_score_exactly_zero(game: str) -> None:
    report = play_match(Setup(game, ("default:worlds=2:nodes=30", "default:worlds=2:nodes=30"), 5, (), DEAL[game]), 2)
    assert report.mean == 0
    assert report.ci == (0, 0)


@pytest.mark.parametrize("game", DEAL)
def test_rule_beats_random(game: str) -> None:
    report = play_match(Setup(game, ("rule", "random"), 100, (), DEAL[game]), scaled(40, 300))
    assert report.ci[0] > 0, report


@pytest.mark.skipif(not FULL, reason="minutes of play: make check")
@pytest.mark.parametrize("opponent", ["rule", "random"])
@pytest.mark.parametrize("game", DEAL)
def test_default_is_stronger(game: str, opponent: str) -> None:
    with ThreadPoolExecutor(1) as pool:
        report = play_match(Setup(game, ("default:worlds=30", opponent), 1000, (), DEAL[game]), 300, executor=pool)
    assert report.ci[0] > 0, report


def test_a_killed_match_is_taken_up_again(tmp_path: Path) -> None:
    setup, log = Setup("russi", ("rule", "random"), 7), tmp_path / "match.jsonl"
    whole = play_match(setup, 6)
    play_match(setup, 3, log=log)
    with log.open("a") as file:
        file.write('{"deal": 3, "sco')  # killed in mid-line
    seen: list[int] = []
    report = play_match(setup, 6, log=log, progress=lambda done, wanted: seen.append(done))
    assert seen == [4, 5, 6]
    assert (report.mean, report.ci, report.deals) == (whole.mean, whole.ci, 6)
    assert [json.loads(line)["deal"] for line in log.read_text().splitlines()[1:]] == list(range(6))


def test_the_log_of_another_match_is_refused(tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    play_match(Setup("russi", ("rule", "random"), 7), 2, log=log)
    before = log.read_text()
    with pytest.raises(TricornError, match="another study"):
        play_match(Setup("russi", ("rule", "random"), 8), 2, log=log)
    log.write_text(before + "nonsense\n")
    with pytest.raises(TricornError, match="line 4: 'nonsense'"):
        play_match(Setup("russi", ("rule", "random"), 7), 2, log=log)


def test_summary_is_a_t_interval_over_blocks() -> None:
    blocks = [Block(i, score, (1.0, 2.0), (10, 20)) for i, score in enumerate((1.0, 2.0, 3.0, 4.0))]
    report = summary(Setup("russi", ("rule", "random"), 0), blocks)
    assert report.mean == 2.5
    assert report.stderr == pytest.approx(0.6454972)
    assert report.ci[1] - 2.5 == pytest.approx(3.1824463 * 0.6454972)
    assert report.ms_a_move == (100.0, 100.0)


def test_a_sequential_test_stops_early_and_where_a_resumed_one_does(tmp_path: Path) -> None:
    setup, log = Setup("russi", ("rule", "random"), 50), tmp_path / "match.jsonl"
    report = play_match(setup, 500, sprt=(0.0, 1.0))
    assert report.verdict == "second"
    assert 20 <= report.deals < 500
    play_match(setup, 25, log=log)
    assert play_match(setup, 500, log=log, sprt=(0.0, 1.0)).deals == report.deals
    even = [Block(i, score, (1.0, 1.0), (1, 1)) for i, score in enumerate((-1.0, 1.0) * 200)]
    assert summary(setup, even, (0.0, 0.5)).verdict == "first"
    with pytest.raises(TricornError, match="lower mean"):
        play_match(setup, 5, sprt=(1.0, 0.0))


@pytest.mark.parametrize("bad", [("rule", "nobody"), ("x", "rule")])
def test_unknown_players(bad: tuple[str, str]) -> None:
    with pytest.raises(TricornError, match="is none of"):
        play_match(Setup("russi", bad, 0), 2)
