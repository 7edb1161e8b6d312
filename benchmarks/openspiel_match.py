"""A match against OpenSpiel's own tree search: its Python `ISMCTSBot` plays our games through `tricorn_analysis.openspiel`.

Both play full deals, the same ones in every seating, with equal numbers of simulations a choice. The bot draws its worlds from
our sampler (a view goes in, so it sees what its seat has seen), plays deals out at random and takes the most visited play, as
it comes; `--uct` is its exploration constant, for results between -1 and 1. Before the play of the cards both do as `rule`
does. Printed by game: our mean gain a deal (as in `tricorn match`), its 95 % interval, and the milliseconds of a choice.

    pip install open_spiel
    python benchmarks/openspiel_match.py [--games russi,ruffe,rassi] [--pairs N] [--sims N] [--player TEXT] [--uct C] [--json]
"""

import argparse
import json
from dataclasses import dataclass

import numpy as np
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import Evaluator

from tricorn import games
from tricorn.games import Position, View
from tricorn.players import Rule, parse_player
from tricorn_analysis.match import Block, Setup, play_deal, score, seatings, summary
from tricorn_analysis.openspiel import Spiel, SpielState, gains

SIMS = {"russi": 100, "ruffe": 100, "rassi": 300}
RANGE = {"russi": 26, "ruffe": 12, "rassi": 13}  # what the returns of a deal are divided by


class Rollout(Evaluator):  # type: ignore[misc]
    """One random playout, results between -1 and 1; the same as OpenSpiel's `RandomRolloutEvaluator`, but on the positions
    themselves, which takes a third of the time."""

    def __init__(self, scale: float, random: np.random.RandomState) -> None:
        self.scale, self.random = scale, random

    def evaluate(self, state: SpielState) -> list[float]:
        """What each seat wins of a deal played out."""
        position = state.position
        while position.to_move is not None:
            actions = position.legal()
            position = position.play(actions[int(self.random.random_sample() * len(actions))])
        return [gain / self.scale for gain in gains(position, range(position.seats))]

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All legal plays alike."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


@dataclass(frozen=True, slots=True)
class Spieler:
    """OpenSpiel's bot as a player of ours."""

    sims: int
    uct: float

    def choose(self, view: View, seed: int) -> str:
        """The bot's play."""
        actions = view.legal()
        if len(actions) == 1:
            return actions[0]
        if view.phase != "play":
            return Rule().choose(view, seed)
        name = games.name_of(view)
        random = np.random.RandomState(seed * 64 + len(view.record))
        # any world that looks like this to the seat: the bot sees the view of the seat to move, and draws its own
        world = games.load(name).worlds.sample(view, seed, 0)
        game = Spiel([world])
        bot = ISMCTSBot(game, Rollout(RANGE[name], random), self.uct, self.sims, random_state=random)
        bot.set_resampler(game.resampler(seed + 1))
        return game.action_text(bot.step(game.new_initial_state()))


def play_pair(game: str, first: str, spieler: Spieler, seed: int) -> Block:
    """One deal in all its seatings; with two players to each in Rassi as elsewhere."""
    package = games.load(game)
    deal: Position = package.deal(seed=seed, players=2) if game == "rassi" else package.deal(seed=seed)
    players = parse_player(first), spieler
    scores, seconds, choices = [], [0.0, 0.0], [0, 0]
    for seating in seatings(deal):
        end, used, chosen = play_deal(deal, players, seating, seed)
        scores.append(score(end, seating))
        seconds = [a + b for a, b in zip(seconds, used, strict=True)]
        choices = [a + b for a, b in zip(choices, chosen, strict=True)]
    return Block(seed, sum(scores) / len(scores), (seconds[0], seconds[1]), (choices[0], choices[1]))


def main() -> None:
    """The figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(games.NAMES))
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--sims", type=int, help="of a choice; by default 100, in Rassi 300")
    parser.add_argument("--player", default="ismcts", help="ours; `:sims=N` is added")
    parser.add_argument("--uct", type=float, default=0.5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = {}
    for game in args.games.split(","):
        sims = args.sims or SIMS[game]
        ours = f"{args.player}:sims={sims}"
        blocks = [play_pair(game, ours, Spieler(sims, args.uct), args.seed + number) for number in range(args.pairs)]
        report = summary(Setup(game, (ours, f"openspiel:sims={sims}:uct={args.uct:g}"), args.seed), blocks)
        found[game] = report.to_dict()
        if not args.json:
            ms = report.ms_a_move
            print(
                f"{game}: {report.mean:+.3f} [{report.ci[0]:+.3f}, {report.ci[1]:+.3f}] a deal over {report.deals} pairs, "
                f"{sims} simulations a choice, {ms[0]:.2f} and {ms[1]:.0f} ms",
                flush=True,
            )
    if args.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
