"""Who pays in each world after each action, and what that is worth in the match."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from tricorn._rassi_outcomes import outcomes as outcome_words
from tricorn.cards import cards_of, parse_card
from tricorn.equity import Equity
from tricorn.rassi.equity import next_dealer, scores_after
from tricorn.rassi.plan import plan
from tricorn.rassi.rules import STEPS, height
from tricorn.rassi.table import CHANGE, KEEP
from tricorn.rassi.worlds import stakes_of_two

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.rassi.view import View


def outcomes(
    view: "View",
    actions: Sequence[str],
    *,
    seed: int,
    first: int,
    count: int,
    nodes: int | None = None,
    stop: "Stop | None" = None,
    numbers: "NDArray[np.int64] | None" = None,
) -> NDArray[np.uint16]:
    """The outcome of every action in worlds `first .. first + count - 1` of the stream `seed`: uint16 [worlds, actions].

    A word holds the seats that pay (bit 4 + seat) and the worth of the card before multipliers (bits 0..3). Worlds, play
    and budget are those of `worlds.evaluate`; fewer worlds come back when the flag went up.
    """
    found = plan(view)
    codes = [
        -2 if action == CHANGE else -1 if action == KEEP else height(parse_card(action)) - 2 for action in actions
    ]  # fmt: skip
    kinds = sorted(set(codes))
    words = outcome_words(
        found.sampler.ranks(seed, first, count, numbers),
        found.owners,
        found.sizes,
        [height(card) - 2 for card in cards_of(view.hand)],
        seat=view.seat,
        seats=view.seats,
        leader=view.leader,
        trick=[height(card) - 2 for _, card in view.trick],
        optional=view.rules.overtake == "optional",
        all_pay=view.rules.last_tie == "all",
        actions=kinds,
        nodes=nodes,
        stop=stop,
        stakes=stakes_of_two(view),
    )
    chosen: NDArray[np.uint16] = words[:, [kinds.index(code) for code in codes]]
    return chosen


def stake(view: "View", action: str) -> int:
    """The own multiplier after an action."""
    now = view.multipliers[view.seat]
    return max(now, 1 << STEPS.index(view.phase)) if action == CHANGE else now


def match_values(
    view: "View", actions: Sequence[str], words: NDArray[np.uint16], equity: Equity
) -> NDArray[np.float64]:
    """The seat's probability of winning the match in every world after every action: float64 [worlds, actions]."""
    values = np.zeros(words.shape)
    for column, action in enumerate(actions):
        multiplier = stake(view, action)
        kinds, where = np.unique(words[:, column], return_inverse=True)
        worth = []
        for word in kinds:
            scores = scores_after(view, int(word), multiplier)
            worth.append(equity.wins(scores, next_dealer(scores, view.dealer, view.rules))[view.seat])
        values[:, column] = np.array(worth)[where.reshape(-1)] if len(kinds) else 0
    return values
