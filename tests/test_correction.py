"""Corrected expectations: the lines, where they are applied, and that the fit finds them again."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tricorn import Limit, rassi, ruffe, russi
from tricorn.advising import advise
from tricorn.correction import Correction, correction, tricks_left, variant_of
from tricorn.correction_fit import FITS, PROVENANCE
from tricorn.inference import Softness, usual
from tricorn.ruffe.thrown import is_hidden
from tricorn_analysis.fit_correction import STAGES, fit, line, logistic

DEALS: dict[str, Any] = {"russi": russi.deal(seed=3), "ruffe": ruffe.deal(seed=8), "rassi": rassi.deal(seed=3, players=4)}


def at_play(position: Any) -> Any:
    """The view of whoever plays the first card."""
    while position.phase != "play":
        position = position.play(position.legal()[0] if position.phase == "discard" else "keep")
    return position.view(position.to_move)


def after_plays(position: Any, plays: int) -> Any:
    """The view of whoever has a free choice after `plays` cards or more: by then the others have told something."""
    while position.phase != "play":
        position = position.play(position.legal()[0] if position.phase == "discard" else "keep")
    while plays > 0 or len(position.legal()) == 1:
        position = position.play(position.legal()[0])
        plays -= 1
    return position.view(position.to_move)


def view_of_taker(position: Any) -> Any:
    """The first free choice of the taker of Ruffe's head after the lead."""
    while position.phase != "play" or position.to_move != position.view(0).taker or not position.view(0).record:
        position = position.play(position.legal()[0])
    return position.view(position.to_move)


def test_lines_and_bounds() -> None:
    found = Correction((-0.5, 1.0), (0.0, 0.5))
    assert found.of_mean(4.0, 0, 10) == 3.5
    assert found.of_mean(0.2, 0, 10) == 0
    assert Correction((5.0, 1.0), None).of_mean(9.0, 0, 10) == 10
    assert found.of_chance(0.5) == 0.5
    assert found.of_chance(0.9) == pytest.approx(0.75)
    assert 0 < found.of_chance(0.0) < 0.1 < 0.9 < found.of_chance(1.0) < 1
    assert Correction((0.0, 1.0), None).of_chance(0.3) == 0.3
    assert found.within(4.0, 0, 10) is None
    spread = Correction((0.0, 1.0), None, (-1.5, 2.0))
    assert spread.within(4.0, 0, 10) == (2.5, 6.0)
    assert spread.within(1.0, 0, 2.5) == (0, 2.5)


def test_every_fit_covers_its_game_and_has_a_provenance() -> None:
    assert FITS
    for (game, variant, how), stages in FITS.items():
        assert variant_of(at_play(DEALS[game])) == variant, "the usual form of each game is the one fitted"
        assert stages
        left = [count for least, most, *_ in stages for count in range(least, most + 1)]
        assert sorted(left) == list(range(min(left), max(left) + 1)), "without gaps"
        about = PROVENANCE[", ".join(filter(None, (game, variant, how)))]
        assert about["study"]["game"] == game and about["deals"] >= 100
        for stage in about["held_out"]:
            assert stage.get("inside", 0.8) == pytest.approx(0.8, abs=0.06), "four outcomes in five, on deals held out"
        for _, _, (_, slope), chance, spread in stages:
            assert 0.2 < slope < 1.5, "more promised is more to come"
            assert (chance is None) == (game == "ruffe")
            assert (spread is None) == (game == "rassi")
            assert spread is None or spread[0] < 0 < spread[1]
    assert correction("russi", "", "worlds", 27) is None
    assert correction("rassi", "7, forced, last", "worlds", 6) is None
    assert correction("rassi", "4, forced, last", "none such", 6) is None


@pytest.mark.parametrize(("game", "how"), sorted({(game, how) for game, _, how in FITS}))
def test_answers_carry_it_where_it_was_fitted(game: str, how: str) -> None:
    view = after_plays(DEALS[game], 5)
    if (game, how) == ("ruffe", "worlds"):
        hidden = advise(view, Limit(worlds=5, nodes=60), method=how)
        assert is_hidden(view) and hidden.plays[0].expected is None, "fitted to what the taker of the head knows"
        view = view_of_taker(DEALS[game])
    if how == "weighted" and game == "russi":
        view = after_plays(DEALS[game], 30)
    elif how == "recursive":
        view = at_play(DEALS[game])
    soft: Any = {"softness": usual(view)} if how == "recursive, weighted" else {}
    advice = advise(view, Limit(worlds=400 if "recursive" in how else 20, nodes=300), method=how.split(", ")[0], **soft)
    assert advice.how == how
    found = correction(game, variant_of(view), how, tricks_left(view))
    assert found is not None
    for row in advice.plays:
        if row.safe:
            assert (row.expected, row.likely) == (0, 0)
            continue
        stake = view.multipliers[view.seat] if game == "rassi" else 1
        assert row.expected == pytest.approx(stake * found.of_mean(row.mean / stake, row.lo / stake, row.hi / stake))
        chance = row.last if row.win is None else row.win
        assert row.likely == (None if chance is None else found.of_chance(chance))
        assert row.within == found.within(row.expected, row.lo, row.hi)
    other = advise(view, Limit(worlds=60), method="ismcts")
    assert all(row.expected is None for row in other.plays), "fitted to means over worlds only"


def test_nothing_before_the_play_nor_for_other_forms() -> None:
    exchange: Any = rassi.deal(seed=3, players=4)
    assert exchange.phase == "free"
    advice = advise(exchange.view(exchange.to_move), Limit(worlds=20), method="worlds")
    assert all(row.expected is None and row.likely is None for row in advice.plays)
    view = at_play(rassi.deal(seed=3, players=7))
    assert all(row.expected is None for row in advise(view, Limit(worlds=20), method="worlds").plays)


def test_only_what_was_fitted_is_corrected() -> None:
    view = after_plays(DEALS["russi"], 5)
    limit = Limit(worlds=20, nodes=100)
    assert advise(view, limit).plays[0].expected is not None
    assert advise(view, limit, softness=usual(view)).plays[0].expected is not None
    for settings in ({"softness": Softness(1.0, 0.5)}, {"ending": 1}):
        assert advise(view, limit, method="blended", **settings).plays[0].expected is None
    assert advise(view, Limit(worlds=1, nodes=1)).plays[0].expected is None, "too few worlds"
    table = after_plays(DEALS["rassi"], 3)
    assert advise(table, limit, method="worlds").plays[0].expected is not None
    assert advise(table, limit, utility="match").plays[0].expected is None
    jokers = after_plays(rassi.deal(seed=3, players=4, rules=rassi.Rules(jokers=2)), 3)
    assert advise(jokers, limit, method="worlds").plays[0].expected is None


def test_the_fit_finds_the_lines_again(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    x = rng.uniform(0, 13, 4000)
    assert line(x, 1.5 + 0.8 * x) == (1.5, 0.8)
    p = rng.uniform(0.02, 0.98, 60_000)
    odds = 0.3 + 0.7 * np.log(p / (1 - p))
    c, d = logistic(p, (rng.uniform(size=len(p)) < 1 / (1 + np.exp(-odds))).astype(float))
    assert (c, d) == (pytest.approx(0.3, abs=0.05), pytest.approx(0.7, abs=0.05))
    log = tmp_path / "russi.jsonl"
    lines = [json.dumps({"game": "russi", "deal": [], "seed": 1, "worlds": 30, "opponent": "self"})]
    for deal in range(200):
        rows = []
        for plays in range(0, 52, 4):
            mean = float(rng.uniform(0, 26 - plays // 2))
            rows.append([plays, mean, 0.5 + 0.9 * mean, 0.5, bool(rng.random() < 0.5), 1, None, None, "worlds", None])
        lines.append(json.dumps({"deal": deal, "decisions": rows}))
    log.write_text("\n".join(lines) + "\n")
    ((key, (stages, about)),) = fit(log).items()
    assert key == ("russi", "", "worlds")
    assert [(least, most) for least, most, *_ in stages] == list(STAGES["russi"])
    for _, _, mean, chance, spread in stages:
        assert mean == (pytest.approx(0.5, abs=0.01), pytest.approx(0.9, abs=0.01))
        assert chance is not None and abs(chance[0]) < 0.5
        assert spread is not None and abs(spread[0]) < 0.05 and abs(spread[1]) < 0.05, "what came lies on the line"
    assert about["deals"] == 200 and math.isclose(sum(row["decisions"] for row in about["held_out"]), 13 * 50)
