"""What is gained by taking the taker's discards in Ruffe for a choice, not for any four cards.

    python benchmarks/ruffe_discards.py [--deals 200] [--worlds 400] [--solved 30] [--player default:worlds=16] [--json]

The player throws away, the policy `fast` plays. After some tricks the seat to move, if it is not the taker, is asked what it thinks
by worlds all alike, weighted by plays alone, by discards (plays taken for blind), and by both:

    threw      share of its worlds in which the taker threw trumps away (beside it: how often he did)
    log        mean logarithm of the probability that it gives to the number of trumps that the taker holds, a hundredth of it
               spread over all numbers
    bias       mean over worlds of what the play of `fast` brings, all cards known, less what it brings in the deal as it lies;
    rmse       in tricks: mean and root mean square over the deals, with the 95 % interval of the mean
"""

import argparse
import json
import math
from collections import defaultdict
from typing import Any

import numpy as np

from tricorn import ruffe
from tricorn.fast import fast_play
from tricorn.inference import SOFTNESS, Softness, likelihood, pick, thrown
from tricorn.players import parse_player
from tricorn.ruffe import worlds
from tricorn.ruffe.position import parse_discard
from tricorn.ruffe.ruff import SUIT_MASK

_USUAL = SOFTNESS["ruffe"]
WAYS = {
    "alike": Softness(1, 1, discard_blur=1),
    "plays": Softness(_USUAL.temperature, _USUAL.blur, discard_blur=1),
    "discards": Softness(1, 1, _USUAL.discard_temperature, _USUAL.discard_blur),
    "both": _USUAL,
}
AFTER = (1, 4, 8)  # tricks


def trumps_of(view: ruffe.View, soft: Softness, seed: int, count: int) -> tuple[float, dict[int, float]]:
    """The share of worlds in which the taker threw trumps, and the probability of each number of trumps that he holds."""
    assert view.taker is not None and view.trump is not None
    mask, made = SUIT_MASK[view.trump], worlds.sampler(view, thrown(view, soft))
    assert made is not None
    pairs = np.array(likelihood(view, soft).log_weights(seed, 0, count))
    # blind choice still tells by the number of cards to choose from; worlds all alike are those without any weight
    logs = np.zeros(count) if soft is WAYS["alike"] else pairs[:, 0] - pairs[:, 1]
    weights = np.exp(logs - logs.max())
    threw, held = 0.0, defaultdict(float)
    for index, weight in enumerate(weights / weights.sum()):
        hands, head, _, gone = made.draw(seed, index)
        threw += weight * bool(gone & mask)
        held[((hands[view.taker] | head) & ~gone & ~view.played[view.taker] & mask).bit_count()] += weight
    return threw, held


def expected(view: ruffe.View, soft: Softness, action: str, seed: int, count: int) -> float:
    """The mean over worlds of what an action brings, all cards known."""
    if soft is WAYS["alike"]:
        return float(worlds.evaluate(view, [action], seed=seed, count=count).values.mean())
    picks = pick(view, seed, 0, count, softness=soft)
    found = worlds.evaluate(view, [action], seed=seed, count=count, numbers=picks.numbers, thrown=thrown(view, soft))
    weights = np.exp(picks.posterior - picks.posterior.max())
    return float(weights @ found.values[:, 0] / weights.sum())


def truth(position: ruffe.Position, action: str) -> int:
    """What an action brings in the deal as it lies, all cards known: tricks from now on, this one included."""
    (found,) = (row.lo for row in position.solve().plays if action in (row.card, *row.equals))
    return found


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=6_000_000)
    parser.add_argument("--worlds", type=int, default=400)
    parser.add_argument("--solved", type=int, default=30, help="worlds for what a play brings; 0: leave it out")
    parser.add_argument("--player", default="default:worlds=16")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    player, rows = parse_player(args.player), defaultdict(list)
    done, seed = 0, args.seed
    while done < args.deals:
        seed += 1
        position = ruffe.deal(seed=seed)
        if position.taker is None:
            continue
        done += 1
        position = position.play(player.choose(position.view(position.to_move), seed))
        mask = SUIT_MASK[position.trump]
        gone = parse_discard(position.record[0])
        for after in AFTER:
            while position.to_move is not None and (sum(position.taken) < after or position.to_move == position.taker):
                position = position.play(fast_play(position.view(position.to_move)))
            if position.to_move is None:
                break
            view = position.view(position.to_move)
            action = fast_play(view)
            now = (position.hands[position.taker] & mask).bit_count()
            exact = truth(position, action) if args.solved else 0
            for name, soft in WAYS.items():
                threw, held = trumps_of(view, soft, seed, args.worlds)
                error = expected(view, soft, action, seed, args.solved) - exact if args.solved else 0.0
                likely = 0.99 * held[now] + 0.01 / 14  # a number that no world has is not impossible
                rows[name, after].append((threw, math.log(likely), error, bool(gone & mask)))
    found: list[dict[str, Any]] = []
    for (name, after), table in rows.items():
        threw, logs, errors, did = np.array(table, float).T
        found.append(
            {
                "worlds": name,
                "tricks": after,
                "views": len(table),
                "threw": round(threw.mean(), 3),
                "did": round(did.mean(), 3),
                "log": round(logs.mean(), 3),
                "bias": round(errors.mean(), 3),
                "ci": round(1.96 * errors.std(ddof=1) / math.sqrt(len(errors)), 3),
                "rmse": round(math.sqrt((errors**2).mean()), 3),
            }
        )
    for row in found:
        print(json.dumps(row) if args.json else "  ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
