"""Fits the networks of the policy `fast` in Rassi with more than two players: `python -m tricorn_analysis.fit_rassi_net`.

In each round all seats play fresh deals by the networks so far (in the first rounds by the weights of `fit_fast`), and at a part of
their decisions every rank is played in the deal as it lies and the deal played out, each seat by its own sight. Minibatches of Adam
(Kingma and Ba, ICLR 2015) then go up the slope of the mean over decisions of

    sum over ranks of p(rank) * (mean cost - cost of the rank),    p = softmax of the scores,

plus a small reward for p that is spread: what `fit_fast` maximises, with networks in place of sums. Decisions at which every rank
costs the same in their deal tell nothing and are left out. Who plays the next round, and what is written in the end, is a moving
average of the networks over rounds.
"""

import argparse
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from tricorn._fast import Policy
from tricorn._selfplay import duel, lessons
from tricorn.fast_weights import WEIGHTS

STAGES, INPUTS, WIDE, NARROW, OUTPUTS, MOST_INPUTS = 5, 614, 64, 32, 13, 48
SHARES: Final = {3: 0.2, 4: 0.4, 5: 0.15, 6: 0.1, 7: 0.05, 8: 0.05, 9: 0.05}
"""By number of players the part of the decisions."""
_UNIT: Final = 256  # a whole weight for a weight of 1
_RANDOM_ROUNDS: Final = 3  # rounds before the networks play
_EPOCHS: Final = 3
_BATCH: Final = 2048
_SPREAD: Final = 0.02  # reward for a spread of a natural unit of entropy, in points
_MOMENTUM, _SQUARES, _TINY = 0.9, 0.999, 1e-8  # of Adam
_WIDEST: Final = 3.0  # no weight of the first layer goes beyond, so that sums of 38 rows fit into 16 bits

Floats = NDArray[np.float32]
Net = list[Floats]
"""Weights and biases of the three layers: [INPUTS, WIDE], [WIDE], [WIDE, NARROW], [NARROW], [NARROW, OUTPUTS], [OUTPUTS]."""


@dataclass(frozen=True, slots=True)
class Lessons:
    """Decisions, one a row: rows of the first layer, then -1; cards in each hand; costs by rank, -1 where it can't be played."""

    inputs: NDArray[np.int16]
    stage: NDArray[np.int16]
    costs: NDArray[np.int16]


@dataclass(slots=True)
class Adam:
    """The running means of the slopes of a network and of their squares."""

    first: Net
    second: Net
    steps: int = field(default=0)

    def step(self, net: Net, slopes: Net, rate: float) -> None:
        """One step down the slopes, in place."""
        self.steps += 1
        for weights, slope, mean, square in zip(net, slopes, self.first, self.second, strict=True):
            mean += (1 - _MOMENTUM) * (slope - mean)
            square += (1 - _SQUARES) * (slope * slope - square)
            ahead = mean / (1 - _MOMENTUM**self.steps)
            weights -= rate * ahead / (np.sqrt(square / (1 - _SQUARES**self.steps)) + _TINY)
        np.clip(net[0], -_WIDEST, _WIDEST, out=net[0])


def fresh(random: np.random.Generator) -> Net:
    """A network before any fit."""
    shapes = ((INPUTS, WIDE, 0.15), (WIDE, NARROW, (2 / WIDE) ** 0.5), (NARROW, OUTPUTS, 0.1))
    net = []
    for rows, columns, spread in shapes:
        net += [(random.standard_normal((rows, columns)) * spread).astype(np.float32), np.zeros(columns, np.float32)]
    return net


def whole(nets: list[Net]) -> NDArray[np.int16]:
    """The networks in whole numbers, as `_rassi_net.pxd` wants them; of the second and third layer a row for each output."""
    parts = [part for net in nets for part in (net[0], net[1], net[2].T, net[3], net[4].T, net[5])]
    return np.concatenate([np.clip(np.rint(part.ravel() * _UNIT), -32767, 32767).astype(np.int16) for part in parts])


def policy_of(nets: list[Net]) -> Policy:
    """The networks ready to play."""
    return Policy("rassi", WEIGHTS["rassi"], whole(nets))


def sample(policy: Policy, seed: int, count: int) -> Lessons:
    """About `count` decisions of self-play, over all numbers of players; those that tell nothing are left out."""
    parts = []
    for seats, share in SHARES.items():
        room = int(count * share)
        inputs, costs = np.empty((room, MOST_INPUTS), np.int16), np.empty((room, OUTPUTS), np.int16)
        stage = np.empty(room, np.int16)
        made = lessons(policy, seed, 100_000_000 * seats, room, inputs, stage, costs, seats, 3)
        kept = costs[:made].max(axis=1) > np.where(costs[:made] < 0, 99, costs[:made]).min(axis=1)
        parts.append((inputs[:made][kept], stage[:made][kept], costs[:made][kept]))
    return Lessons(*(np.concatenate([part[i] for part in parts]) for i in range(3)))


def sparse(inputs: NDArray[np.int16]) -> Any:
    """Rows of 0 and 1 [decisions, INPUTS]."""
    on = inputs >= 0
    columns = inputs[on].astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(on.sum(axis=1))]).astype(np.int32)
    return csr_matrix((np.ones(len(columns), np.float32), columns, starts), shape=(len(inputs), INPUTS))


def forward(net: Net, rows: Any, costs: NDArray[np.int16]) -> tuple[Floats, Floats, Floats, Floats]:
    """The first and the second layer, the shares of the softened policy, and what each rank is worth above the mean of all, in
    points, 0 where it is not legal."""
    wide = np.maximum(rows @ net[0] + net[1], 0)
    narrow = np.maximum(wide @ net[2] + net[3], 0)
    legal = costs >= 0
    value = np.where(legal, -costs.astype(np.float32), 0)
    value = np.where(legal, value - value.sum(axis=1, keepdims=True) / legal.sum(axis=1, keepdims=True), 0)
    score = np.where(legal, narrow @ net[4] + net[5], -1e9)
    share = np.exp(score - score.max(axis=1, keepdims=True))
    return wide, narrow, share / share.sum(axis=1, keepdims=True), value


def _logs(share: Floats) -> Floats:
    found: Floats = np.log(np.maximum(share, 1e-12))
    return found


def aim(net: Net, rows: Any, costs: NDArray[np.int16]) -> float:
    """What is to be made great: the mean gain of the softened policy over a choice at random, and the reward for its spread."""
    _, _, share, value = forward(net, rows, costs)
    return float((share * value - _SPREAD * share * _logs(share)).sum(axis=1).mean())


def gain_and_slopes(net: Net, rows: Any, costs: NDArray[np.int16]) -> tuple[float, Net]:
    """The mean gain, without the reward, and the slopes of `aim`, their signs changed."""
    wide, narrow, share, value = forward(net, rows, costs)
    gain = (share * value).sum(axis=1, keepdims=True)
    logs = _logs(share)
    entropy = -(share * logs).sum(axis=1, keepdims=True)
    slope = ((share * (gain - value) + _SPREAD * share * (logs + entropy)) / len(costs)).astype(net[0].dtype)
    back = (slope @ net[4].T) * (narrow > 0)
    first = (back @ net[2].T) * (wide > 0)
    slopes = [rows.T @ first, first.sum(axis=0), wide.T @ back, back.sum(axis=0), narrow.T @ slope, slope.sum(axis=0)]
    return float(gain.mean()), slopes


def compare(ours: Policy, theirs: Policy, seed: int, deals: int, seats: int) -> tuple[float, float]:
    """Mean and standard error of one seat's score against the rest (see `_selfplay.duel`)."""
    scores = np.zeros(deals)
    duel(2, ours, theirs, seed, 0, scores, seats)
    return float(scores.mean()), float(scores.std(ddof=1) / deals**0.5)


def fit(
    rounds: int, count: int, rate: float, seed: int, *, deals: int = 50_000, verbose: bool = False
) -> tuple[NDArray[np.int16], dict[str, Any]]:
    """The whole networks, and how they came about; in the end they play so many `deals` against the weights of `fit_fast`."""
    random = np.random.default_rng(seed)
    linear = policy = Policy("rassi", WEIGHTS["rassi"])
    nets = [fresh(random) for _ in range(STAGES)]
    mean = [[part.copy() for part in net] for net in nets]
    climbers = [Adam([np.zeros_like(part) for part in net], [np.zeros_like(part) for part in net]) for net in nets]
    gains: list[float] = []
    for number in range(rounds):
        found = sample(policy, seed + number, count)
        now = rate * max(0.03, 1 - number / rounds)
        seen = []
        for stage in range(STAGES):
            chosen = np.flatnonzero(found.stage == stage + 2)
            for epoch in range(_EPOCHS):
                random.shuffle(chosen)
                rows, costs = sparse(found.inputs[chosen]), found.costs[chosen]
                for at in range(0, len(chosen) - _BATCH // 2, _BATCH):
                    gain, slopes = gain_and_slopes(nets[stage], rows[at : at + _BATCH], costs[at : at + _BATCH])
                    climbers[stage].step(nets[stage], slopes, now)
                    seen += [gain] if epoch == 0 else []
        gains.append(float(np.mean(seen)) if seen else 0.0)
        keep = min(0.9, (number + 1) / (number + 11))
        for net, means in zip(nets, mean, strict=True):
            for part, average in zip(net, means, strict=True):
                average += (1 - keep) * (part - average)
        if number >= _RANDOM_ROUNDS:
            policy = policy_of(mean)
        if verbose and number % 5 == 4:
            score = compare(policy_of(mean), linear, seed, 10_000, 4)
            print(f"round {number + 1}: gain {gains[-1]:.4f}, four players {score[0]:+.3f} ({score[1]:.3f})", file=sys.stderr)
    final = policy_of(mean)
    provenance = {
        "command": f"python -m tricorn_analysis.fit_rassi_net --rounds {rounds} --decisions {count} --rate {rate} --seed {seed}",
        "against_linear": {seats: [round(x, 4) for x in compare(final, linear, seed, deals, seats)] for seats in SHARES},
        "gains": [round(gain, 3) for gain in gains],
    }
    return whole(mean), provenance


def sums_fit(nets: NDArray[np.int16]) -> bool:
    """Whether no input can make a sum of the networks overflow: in the first layer 16 bits, in the others 32."""
    for net in np.abs(nets.astype(np.int64)).reshape(STAGES, -1):
        rows, bias, second, _, third, _ = np.split(
            net, np.cumsum([INPUTS * WIDE, WIDE, WIDE * NARROW, NARROW, NARROW * OUTPUTS])
        )
        wide = np.sort(rows.reshape(INPUTS, WIDE), axis=0)[-MOST_INPUTS:].sum(axis=0) + bias
        narrow = second.reshape(NARROW, WIDE) @ wide
        last = third.reshape(OUTPUTS, NARROW).sum(axis=1) * (2**15 - 1)
        if wide.max() >= 2**15 or max(narrow.max(), last.max()) >= 2**31:
            return False
    return True


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--decisions", type=int, default=600_000, help="of each round")
    parser.add_argument("--rate", type=float, default=0.002, help="of Adam at first; it sinks to nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="the file to put the networks into: rassi/data/fast.npz of the package")
    args = parser.parse_args()
    nets, provenance = fit(args.rounds, args.decisions, args.rate, args.seed, verbose=True)
    if not sums_fit(nets):
        sys.exit("the weights have grown so large that sums overflow: nothing is written")
    if args.write:
        np.savez_compressed(args.write, nets=nets, provenance=np.array(json.dumps(provenance)))
    print(json.dumps(provenance))


if __name__ == "__main__":
    main()
