"""Calibration: what honest and dishonest predictions show, outcomes against the end of the deal, and a killed study."""

from pathlib import Path
from random import Random

import pytest

from scale import scaled
from tricorn.errors import TricornError
from tricorn_analysis.calibration import Decision, Study, calibrate, play_deal, summary


def honest(deals: int, shift: float = 0.0) -> list[list[Decision]]:
    """Predictions that come true on the average, but for a shift of the means and of the chances."""
    random = Random(5)
    made = []
    for _ in range(deals):
        decisions = []
        for plays in range(6):
            chance = random.random()
            hit = random.random() < chance
            decisions.append(Decision(plays, 10 * chance + shift, 10.0 * hit, min(1.0, chance + shift / 10), hit))
        made.append(decisions)
    return made


def test_honest_predictions() -> None:
    found = summary(Study("rassi"), honest(3000))
    assert abs(found.bias.value) < 0.15 < found.bias.upper + 0.15
    assert abs(found.slope.value - 1) < 0.05
    assert found.ece is not None
    assert found.ece.value < 0.02
    assert found.ece.value <= found.ece.upper
    assert found.brier is not None
    parts = found.reliability - found.resolution + found.uncertainty
    assert found.brier == pytest.approx(parts, abs=0.01)
    assert found.decisions == sum(count for count, _, _ in found.bins) == 18_000


def test_a_shift_shows() -> None:
    found = summary(Study("rassi"), honest(3000, shift=1.0))
    assert found.bias.value == pytest.approx(1.0, abs=0.15)
    assert found.bias.upper > found.bias.value
    assert found.ece is not None
    assert found.ece.value > 0.05


@pytest.mark.parametrize(("game", "deal"), [("russi", ()), ("ruffe", ()), ("rassi", (("players", 3),))])
@pytest.mark.parametrize("opponent", ["self", "random"])
def test_outcomes_are_those_of_the_deal(game: str, deal: tuple[tuple[str, int], ...], opponent: str) -> None:
    study = Study(game, seed=3, worlds=2, opponent=opponent, deal=deal)
    for number in range(scaled(1, 20)):
        decisions = play_deal(study, number)
        assert decisions
        assert decisions == play_deal(study, number)
        for decision in decisions:
            assert decision.came >= 0
            assert (decision.chance is None) == (decision.hit is None) == (game == "ruffe")
        if opponent == "random" and game == "russi":  # one side's tricks to come can only fall
            came = [decision.came for decision in decisions]
            assert came == sorted(came, reverse=True)


def test_a_killed_study_is_taken_up_again(tmp_path: Path) -> None:
    study, log = Study("rassi", seed=1, worlds=3, deal=(("players", 3),)), tmp_path / "study.jsonl"
    whole = calibrate(study, 5)
    calibrate(study, 2, log=log)
    seen: list[int] = []
    assert calibrate(study, 5, log=log, progress=lambda done, wanted: seen.append(done)) == whole
    assert seen == [3, 4, 5]


def test_a_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from tricorn_analysis.calibration_plot import draw

    draw(summary(Study("rassi"), honest(50)), tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 10_000
    with pytest.raises(TricornError, match="nowhere"):
        draw(summary(Study("rassi"), honest(50)), tmp_path / "nowhere" / "picture.png")


def test_bad_studies() -> None:
    with pytest.raises(TricornError, match="2 or more"):
        calibrate(Study("rassi"), 1)
    with pytest.raises(TricornError, match="is none of"):
        calibrate(Study("rassi", opponent="nobody"), 2)
    with pytest.raises(TricornError, match="player 'rule' predicts nothing"):
        calibrate(Study("rassi", player="rule"), 2)
    with pytest.raises(TricornError, match="nothing was predicted"):
        summary(Study("rassi"), [[], []])
