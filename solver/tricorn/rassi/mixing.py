"""The ending of two players in an advice: how often each play is to be made, and how far the strategy can be exploited."""

from dataclasses import replace
from typing import TYPE_CHECKING

from tricorn.advice import Advice, PlayAdvice
from tricorn.cards import card_text, cards_of
from tricorn.limit import Limit
from tricorn.rassi.ending import PLAYED, Standing
from tricorn.rassi.equilibrium import applies, solve_ending
from tricorn.rassi.rules import height
from tricorn.rassi.trick import CARDS as TRICK_CARDS
from tricorn.rassi.trick import is_ready, searched

USEFUL = 0.05
"""Exploitability in points above which the shares are not worth saying: the iterations were cut too early."""

_ENDING_S = 0.2  # an equilibrium of three cards each
_TRICK = 0.8  # the part of the time for a trick of four cards each, which is searched before any world is looked at
_ASSUMES = (
    "before this trick every hand that the plays leave possible was equally likely for both, and both know what this seat threw "
    "away; the other plays its part of this search"
)

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.view import View


def mixed_advice(advice: Advice, view: "View", time_s: float | None, stop: "Stop | None") -> Advice:
    """The advice with shares: of the equilibrium where `applies(view)`, else of the search of the trick."""
    with_shares = with_equilibrium if applies(view) else with_search
    return with_shares(advice, view, time_s, stop)


def with_equilibrium(advice: Advice, view: "View", time_s: float | None, stop: "Stop | None") -> Advice:
    """The advice with the equilibrium's shares, the most frequent play first; unchanged if the time was too short for it.

    Plays that belong to the strategy (a share of `PLAYED` or more) get the equilibrium's mean, difference and P(last trick),
    which are no samples: their interval is a point. All others keep those of the worlds, since what the seat would do after a
    play that it never makes says nothing about the play; so do plays proven to cost nothing, and all distributions. The plays
    that belong to the strategy are marked as tied: at the equilibrium none of them is better than another.
    """
    mixed = solve_ending(view, Limit(time_s=time_s), stop=stop)
    if mixed.exploitability > USEFUL:
        return advice
    of_card = {card: row for row in mixed.plays for card in (row.card, *row.equals)}

    def mixed_row(row: PlayAdvice) -> PlayAdvice:
        found = of_card[row.card]
        belongs = found.share >= PLAYED
        row = replace(row, share=found.share, tied=belongs)
        if not belongs or row.safe or found.mean is None or found.last is None:
            return row
        mean = max(0.0, found.mean) + 0.0
        difference = None if found.advantage is None else 0.0 - found.advantage
        return replace(row, mean=mean, stderr=0.0, ci=(mean, mean), last=min(1.0, max(0.0, found.last)), difference=difference)

    return replace(
        advice,
        plays=tuple(sorted(map(mixed_row, advice.plays), key=lambda row: -(row.share or 0.0))),
        method=f"equilibrium of the hidden-card ending, {mixed.iterations} iterations; {advice.method}",
        assumes=mixed.assumes,
        exploitability=mixed.exploitability,
        held_out=None,
        held_out_stderr=None,
    )


def is_mixed(view: "View", time_s: float | None) -> bool:
    """Whether plays get shares: in the ending of two players, and in the trick before it, where there is the time to search it."""
    return applies(view) or (applies(view, TRICK_CARDS) and is_ready(Standing.of(view).ending, time_s))


def is_prepared(view: "View", time_s: float | None, stop: "Stop | None") -> bool:
    """Whether shares can be told of a view that `is_mixed`: of the trick before the ending once it has been searched, which is
    done here."""
    if applies(view):
        return True
    return searched(Standing.of(view).ending, None if time_s is None else _TRICK * time_s, stop) is not None


def spare_s(view: "View", time_s: float) -> float:
    """What of the time given is kept for the shares."""
    return min(_ENDING_S, time_s / 2) if applies(view) else 0.0


def with_search(advice: Advice, view: "View", time_s: float | None, stop: "Stop | None") -> Advice:
    """The advice with the shares of the searched trick, the most frequent play first; unchanged if time or flag ended the search.

    Plays that belong to the strategy get the difference of the search; what follows a play is then the equilibrium of an
    ending. All else is of the worlds.
    """
    standing = Standing.of(view)
    found = searched(standing.ending, time_s, stop)
    if found is None:
        return advice
    plays = {rank: (share, advantage) for rank, share, advantage in found.plays(standing.path, standing.hand)}
    ranks = {card_text(card): height(card) - 2 for card in cards_of(view.hand)}

    def mixed_row(row: PlayAdvice) -> PlayAdvice:
        share, advantage = plays[ranks[row.card]]
        belongs = share >= PLAYED
        row = replace(row, share=share, tied=belongs)
        return replace(row, difference=0.0 - advantage) if belongs and advantage is not None else row

    return replace(
        advice,
        plays=tuple(sorted(map(mixed_row, advice.plays), key=lambda row: -(row.share or 0.0))),
        method=f"search of this trick with the values of hidden-card endings; {advice.method}",
        assumes=f"{_ASSUMES}; but for shares and their differences: {advice.assumes}",
        held_out=None,
        held_out_stderr=None,
    )
