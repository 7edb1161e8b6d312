"""What expectations have been worth: means and chances corrected by how they came true in play.

A mean over worlds with all cards open takes for granted that everybody sees everything from now on, that worlds are as likely
as they are many, and, being that of the play that looked best, it is flattered by luck. All three show in play: `tricorn
calibrate` writes down what was predicted and what came, and `python -m tricorn_analysis.fit_correction` fits, for each game and
stage of the deal, a line from predicted to realised means, one from predicted to realised log-odds (Platt 1999), and how far
apart the two still lay. A fit holds for one way to value worlds, for players like those it was made with, and for the plays
they chose.
"""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, cast

from tricorn import games
from tricorn.correction_fit import FITS
from tricorn.games import View

if TYPE_CHECKING:
    from tricorn.advice import Advice, PlayAdvice
    from tricorn.ruffe.view import View as RuffeView

_FEWEST: Final = 10  # worlds of equal weight, with fewer than which luck in the choice grows beyond what was fitted
_SURE: Final = 1e-3  # chances are kept this far from 0 and 1 before their odds are taken


@dataclass(frozen=True, slots=True)
class Correction:
    """Of one stage of a game.

    Attributes:
        mean: (a, b): a mean m comes true as a + b m.
        chance: (c, d): a chance with log-odds x comes true with log-odds c + d x; None where there is no chance (Ruffe).
        spread: what came less the corrected mean: its tenth and ninetieth percentile; None in Rassi, where most penalties are 0.
    """

    mean: tuple[float, float]
    chance: tuple[float, float] | None
    spread: tuple[float, float] | None = None

    def of_mean(self, mean: float, lo: float, hi: float) -> float:
        """The corrected mean, within bounds."""
        return min(max(self.mean[0] + self.mean[1] * mean, lo), hi)

    def of_chance(self, chance: float) -> float:
        """The corrected chance; 0 and 1 mean never and always in the worlds seen, not for sure."""
        if self.chance is None:
            return chance
        p = min(max(chance, _SURE), 1 - _SURE)
        return 1 / (1 + math.exp(-self.chance[0] - self.chance[1] * math.log(p / (1 - p))))

    def within(self, expected: float, lo: float, hi: float) -> tuple[float, float] | None:
        """Where four outcomes in five lay, within bounds, round a corrected mean."""
        if self.spread is None:
            return None
        below, above = self.spread
        return max(expected + below, lo), min(expected + above, hi)


def correction(game: str, variant: str, how: str, tricks_left: int) -> Correction | None:
    """The correction for a game, or None where none was fitted.

    Args:
        variant: of the game, as `variant_of` names it.
        how: worlds were valued (`Advice.how`).
        tricks_left: in the play of the cards, the current trick included.
    """
    for least, most, mean, chance, spread in FITS.get((game, variant, how), ()):
        if least <= tricks_left <= most:
            return Correction(mean, chance, spread)
    return None


def variant_of(view: View) -> str:
    """What the fits tell apart within a game."""
    rules: Any = view.rules
    game = games.name_of(view)
    if game == "ruffe":
        return f"{rules.format}, {'pairs' if len(set(view.sides)) < view.seats else 'singles'}, {rules.follow}"  # type: ignore[attr-defined]
    if game == "russi":
        return ""
    jokers = ", jokers" if rules.pack_size(view.seats) > 52 else ""
    return f"{view.seats}, {rules.overtake}, {rules.last_tie}{jokers}"


def tricks_left(view: View) -> int:
    """In the play of the cards, the current trick included."""
    found: int = max(view.sizes) if games.name_of(view) == "rassi" else view.tricks_left  # type: ignore[attr-defined]
    return found


def corrected(advice: "Advice", view: View) -> "Advice":
    """The advice with what its means and chances have been worth in play, where a fit covers the view."""
    if view.phase != "play" or advice.exact or not _is_covered(advice, view):
        return advice
    found = correction(advice.game, variant_of(view), advice.how, tricks_left(view))
    if found is None:
        return advice
    scale = view.multipliers[view.seat] if advice.game == "rassi" else 1  # type: ignore[attr-defined]
    return replace(advice, plays=tuple(_row(found, row, scale) for row in advice.plays))


def _is_covered(advice: "Advice", view: View) -> bool:
    """Whether there are as many worlds as the fits had, nearly, ordered by points. Worlds of Ruffe that are all alike were fitted
    where the seat knows what was thrown away, as it then plays by them."""
    if advice.utility != "points" or (advice.effective or advice.worlds) < _FEWEST:
        return False
    if advice.game != "ruffe" or advice.how != "worlds":
        return True
    from tricorn.ruffe.thrown import is_hidden

    return not is_hidden(cast("RuffeView", view))


def _row(found: Correction, row: "PlayAdvice", scale: int) -> "PlayAdvice":
    """Fits of Rassi are of penalties without a multiplier. What is proven needs no correction."""
    if row.safe:
        return replace(row, expected=0.0, likely=0.0)
    chance = row.last if row.win is None else row.win
    expected = scale * found.of_mean(row.mean / scale, row.lo / scale, row.hi / scale)
    return replace(
        row,
        expected=expected,
        likely=None if chance is None else found.of_chance(chance),
        within=found.within(expected, row.lo, row.hi),
    )
