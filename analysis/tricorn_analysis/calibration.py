"""Do the expectations come true? What advice predicts at every free choice, against what the deal then brings.

All statistics take the deal as the unit: the decisions of one deal share its outcome, so intervals come from resampling deals.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tricorn import games
from tricorn.cards import quote
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.players import Uniform, parse_player
from tricorn.worker import Progress
from tricorn_analysis.log import Log
from tricorn_analysis.match import points_of, sides_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BINS = 10
_RESAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Study:
    """What is played and predicted.

    Attributes:
        game: "russi", "ruffe" or "rassi".
        seed: of the deals and samples.
        worlds: worlds of each prediction.
        opponent: who sits in the other seats ("self": the same player); predictions are those of one side only, which
            changes seats from deal to deal.
        deal: further arguments of the game's `deal`, for example (("players", 4),).
        player: who plays and predicts: "default", "uniform", "weighted", "recursive" or "blended", with settings if wanted.
    """

    game: str
    seed: int = 0
    worlds: int = 30
    opponent: str = "self"
    deal: tuple[tuple[str, Any], ...] = ()
    player: str = "default"


@dataclass(frozen=True, slots=True)
class Decision:
    """One prediction and its outcome, from the point of view of the seat that chose.

    Attributes:
        plays: cards played in the deal before it; -1: before the play.
        mean: predicted tricks to come (Rassi: own penalty) of the play chosen.
        came: what came.
        chance: predicted P(win) (Russi), P(last trick) (Rassi); None in Ruffe.
        hit: whether that happened.
        stake: Rassi: the seat's multiplier, which `mean` and `came` include; else 1.
        expected, likely: `mean` and `chance` as the answer corrects them (`tricorn.correction`); None where it does not.
        how: the worlds were valued (`Advice.how`); "" where the mean was exact.
        inside: whether what came lies within the answer's `within`; None where it has none.
    """

    plays: int
    mean: float
    came: float
    chance: float | None
    hit: bool | None
    stake: int = 1
    expected: float | None = None
    likely: float | None = None
    how: str = ""
    inside: bool | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure, and the upper end of its 95 % interval over resampled deals (of `bias`: of its size)."""

    value: float
    upper: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well the predictions came true.

    Attributes:
        deals, decisions: how many.
        bias: mean of predicted less came.
        slope: of the regression of what came on what was predicted; 1 is right.
        ece: expected calibration error of the chance, in ten bins of equal width; None in Ruffe.
        brier, reliability, resolution, uncertainty: Brier score of the chance and its parts (Murphy 1973):
            brier = reliability - resolution + uncertainty, up to the spread within bins. None in Ruffe.
        bins: for each bin of the chance that holds anything: its decisions, mean chance and share of hits.
        tenths: for each tenth of the decisions by predicted mean: mean predicted, mean came.
        by_trick: by quarter of the deal: decisions and bias.
        corrected_bias, corrected_ece: of the means and chances that the answers give as `expected` and `likely`; None where they
            give none.
        inside: share of outcomes within the answers' `within`, made to hold four in five; None where they give none.
    """

    study: Study
    deals: int
    decisions: int
    bias: Estimate
    slope: Estimate
    ece: Estimate | None
    brier: float | None
    reliability: float | None
    resolution: float | None
    uncertainty: float | None
    bins: tuple[tuple[int, float, float], ...]
    tenths: tuple[tuple[float, float], ...]
    by_trick: tuple[tuple[int, float], ...]
    corrected_bias: Estimate | None = None
    corrected_ece: Estimate | None = None
    inside: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return asdict(self)


def play_deal(study: Study, deal: int) -> list[Decision]:
    """Deal number `deal` played out; every free choice of the studied side with its prediction and outcome."""
    position: Any = games.load(study.game).deal(seed=study.seed + deal, **dict(study.deal))
    sides = sides_of(position)
    studied = deal % (max(sides) + 1)
    others = None if study.opponent == "self" else parse_player(study.opponent, Limit(worlds=study.worlds))
    player = predictor(study)
    made = []
    cards = 0
    while position.to_move is not None:
        seat, actions = position.to_move, position.legal()
        view = position.view(seat)
        if len(actions) == 1:
            action = actions[0]
        elif others is not None and sides[seat] != studied:
            action = others.choose(view, study.seed + deal)
        else:
            advice = player.advice(view, study.seed + deal)
            action = advice.best if advice.plays[0].share is None else player.choose(view, study.seed + deal)
            row = next(row for row in advice.plays if action in (row.card, *row.equals))
            made.append((position, seat, cards if position.phase == "play" else -1, row, "" if row.exact else advice.how))
        cards += position.phase == "play"
        position = position.play(action)
    return [_outcome(study.game, before, position, seat, plays, row, how) for before, seat, plays, row, how in made]


def predictor(study: Study) -> Uniform:
    """The player that plays and predicts.

    Raises:
        TricornError: it is no player, or one that predicts nothing.
    """
    player = parse_player(study.player, Limit(worlds=study.worlds))
    if not isinstance(player, Uniform):
        raise TricornError(f"player {quote(study.player)} predicts nothing: default, uniform, weighted, recursive and blended do")
    return player


def _outcome(game: str, before: Any, end: Any, seat: int, plays: int, row: Any, how: str) -> Decision:
    """The prediction beside what came of it."""
    own = [other for other, side in enumerate(sides_of(end)) if side == sides_of(end)[seat]]
    points = points_of(end)
    if game == "rassi":
        stake = before.multipliers[seat]
        return Decision(plays, row.mean, -points[seat], row.last, bool(points[seat] < 0), stake, row.expected, row.likely, how)
    earlier = sum(before.taken[other] for other in own)
    came = sum(points[other] for other in own) - earlier
    hit = None if row.win is None else 2 * points[seat] > sum(points)
    inside = None if row.within is None else row.within[0] <= came <= row.within[1]
    return Decision(plays, row.mean, came, row.win, hit, 1, row.expected, row.likely, how, inside)


def calibrate(
    study: Study,
    deals: int,
    *,
    log: Path | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Calibration:
    """Play deals 0..deals-1 and sum up how the predictions came true.

    Args:
        study: what is played and predicted.
        deals: 2 or more.
        log: a JSON Lines file that every finished deal is added to; deals it already holds are not played again.
        executor: where deals are played; None: here, one after another.
        progress: called with (deals done, deals wanted).

    Raises:
        TricornError: an unknown game or opponent, fewer than 2 deals, the log of another study, or no decision at all.
    """
    if deals < 2:
        raise TricornError(f"deals {deals}: a calibration needs 2 or more")
    games.load(study.game)
    predictor(study)
    if study.opponent != "self":
        parse_player(study.opponent)
    written = Log(log, asdict(study)) if log is not None else None
    done: dict[int, list[Decision]] = {}
    for row in written.rows if written is not None else []:
        done[row["deal"]] = [Decision(*decision) for decision in row["decisions"]]
    missing = [deal for deal in range(deals) if deal not in done]
    played: Iterator[list[Decision]] = (
        (play_deal(study, deal) for deal in missing)
        if executor is None
        else iter(executor.map(play_deal, [study] * len(missing), missing))
    )
    for deal, decisions in zip(missing, played, strict=True):
        done[deal] = decisions
        if written is not None:
            written.add({"deal": deal, "decisions": [list(asdict(decision).values()) for decision in decisions]})
        if progress is not None:
            progress(len(done), deals)
    return summary(study, [done[deal] for deal in range(deals)])


def summary(study: Study, deals: list[list[Decision]]) -> Calibration:
    """The statistics over deals, with upper limits by resampling deals."""
    import numpy as np

    flat = [decision for deal in deals for decision in deal]
    if not flat:
        raise TricornError("no deal had a free choice: nothing was predicted")
    of = np.repeat(np.arange(len(deals)), [len(deal) for deal in deals])
    x, y = (np.array([getattr(decision, name) for decision in flat], dtype=float) for name in ("mean", "came"))
    weights = np.random.default_rng(0).multinomial(len(deals), np.full(len(deals), 1 / len(deals)), _RESAMPLES)
    sums = _by_deal(of, len(deals), np.ones_like(x), x, y, x * x, x * y)
    bias = _estimate(_bias, sums, weights, size=True)
    slope = _estimate(_slope, sums, weights)
    order = np.array_split(np.argsort(x, kind="stable"), min(10, len(x)))
    plays = np.array([decision.plays for decision in flat])
    quarters = np.clip((4 * np.maximum(plays, 0)) // (plays.max() + 1), 0, 3)
    chances: dict[str, Any] = dict.fromkeys(("ece", "brier", "reliability", "resolution", "uncertainty")) | {"bins": ()}
    if flat[0].chance is not None:
        p = np.array([decision.chance for decision in flat], dtype=float)
        hit = np.array([decision.hit for decision in flat], dtype=float)
        chances = _chances(of, len(deals), p, hit, weights)
    return Calibration(
        study=study,
        deals=len(deals),
        decisions=len(flat),
        bias=bias,
        slope=slope,
        tenths=tuple((float(x[part].mean()), float(y[part].mean())) for part in order),
        by_trick=tuple(
            (int((quarters == q).sum()), float((x - y)[quarters == q].mean())) for q in range(4) if (quarters == q).any()
        ),
        **chances,
        **_corrected(flat, of, len(deals), weights),
    )


def _corrected(flat: list[Decision], of: "NDArray[np.int64]", deals: int, weights: "NDArray[np.int64]") -> dict[str, Any]:
    """Bias and calibration error of the corrected figures, over the decisions that have them."""
    import numpy as np

    found: dict[str, Any] = {}
    have = np.array([decision.expected is not None for decision in flat])
    if have.any():
        pairs = [(decision.expected, decision.came) for decision in flat if decision.expected is not None]
        x, y = np.array(pairs, dtype=float).T
        sums = _by_deal(of[have], deals, np.ones_like(x), x, y)
        found["corrected_bias"] = _estimate(_bias, sums, weights, size=True)
    have = np.array([decision.likely is not None for decision in flat])
    if have.any():
        told = [(decision.likely, decision.hit) for decision in flat if decision.likely is not None]
        p, hit = np.array(told, dtype=float).T
        found["corrected_ece"] = _chances(of[have], deals, p, hit, weights)["ece"]
    held = [decision.inside for decision in flat if decision.inside is not None]
    if held:
        found["inside"] = sum(held) / len(held)
    return found


def _chances(
    of: "NDArray[np.int64]", deals: int, p: "NDArray[np.float64]", hit: "NDArray[np.float64]", weights: "NDArray[np.int64]"
) -> dict[str, Any]:
    """The calibration of probabilities in bins."""
    import numpy as np

    place = np.minimum((p * BINS).astype(int), BINS - 1)
    sums = np.stack(
        [_by_deal(of, deals, *(part * (place == b) for part in (np.ones_like(p), p, hit))) for b in range(BINS)], axis=1
    )  # [deals, bins, (number, chance, hits)]
    count, chance, hits = sums.sum(axis=0).T
    held = count > 0
    share, told = hits[held] / count[held], chance[held] / count[held]
    base = hit.mean()
    return {
        "ece": _estimate(_ece, sums.reshape(deals, -1), weights),
        "brier": float(((p - hit) ** 2).mean()),
        "reliability": float((count[held] * (told - share) ** 2).sum() / len(p)),
        "resolution": float((count[held] * (share - base) ** 2).sum() / len(p)),
        "uncertainty": float(base * (1 - base)),
        "bins": tuple(zip(count[held].astype(int).tolist(), told.tolist(), share.tolist(), strict=True)),
    }


def _by_deal(of: "NDArray[np.int64]", deals: int, *columns: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The sums of each column over the decisions of each deal: [deals, columns]."""
    import numpy as np

    return np.stack([np.bincount(of, weights=column, minlength=deals) for column in columns], axis=1)


def _estimate(
    figure: "Callable[[NDArray[np.float64]], NDArray[np.float64]]",
    sums: "NDArray[np.float64]",
    weights: "NDArray[np.int64]",
    size: bool = False,
) -> Estimate:
    """A figure of summed columns, and its upper limit: the 97.5 % point of itself, or of its size, over resampled deals."""
    import numpy as np

    value = float(figure(sums.sum(axis=0)[None])[0])
    drawn = figure(weights @ sums)
    drawn = drawn[np.isfinite(drawn)]
    if not len(drawn):
        return Estimate(value, float("inf"))
    return Estimate(value, float(np.quantile(np.abs(drawn) if size else drawn, 0.975)))


def _bias(sums: "NDArray[np.float64]") -> "NDArray[np.float64]":
    bias: NDArray[np.float64] = (sums[:, 1] - sums[:, 2]) / sums[:, 0]
    return bias


def _slope(sums: "NDArray[np.float64]") -> "NDArray[np.float64]":
    import numpy as np

    number, x, y, xx, xy = sums.T
    with np.errstate(divide="ignore", invalid="ignore"):
        slope: NDArray[np.float64] = (number * xy - x * y) / (number * xx - x * x)
    return slope


def _ece(sums: "NDArray[np.float64]") -> "NDArray[np.float64]":
    bins = sums.reshape(len(sums), BINS, 3)
    error: NDArray[np.float64] = abs(bins[:, :, 1] - bins[:, :, 2]).sum(axis=1) / bins[:, :, 0].sum(axis=1)
    return error
