"""Fits how soft the policy `fast` must be taken to tell what players do: `python -m tricorn_analysis.fit_softness GAME`.

Players play deals against themselves. At every free choice with a score for each card, the model of `tricorn.inference` says
how likely the card played was; temperature and blur are those that make the whole record most likely. Beside the fit it prints the
mean logarithm of that likelihood for the fit, for uniform choice, and on deals held out. With `--discards` the same of what the
taker of the head throws away in Ruffe.
"""

import argparse
import json
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from tricorn import games
from tricorn.cards import parse_card
from tricorn.fast import policy, sight
from tricorn.players import Player, parse_player
from tricorn.rassi.rules import height

_HELD_OUT = 4  # every fourth deal


def decisions(game: str, player: Player, seed: int, deals: int, players: int) -> Iterator[tuple[int, NDArray[np.float64], int]]:
    """(deal, score of every card, place of the one played) at the free choices of all seats."""
    package = games.load(game)
    key = height if game == "rassi" else int
    for deal in range(deals):
        position = package.deal(seed=seed + deal, **({"players": players} if game == "rassi" else {}))
        while position.to_move is not None:
            view: Any = position.view(position.to_move)
            actions = view.legal()
            action = actions[0] if len(actions) == 1 else player.choose(view, seed + deal)
            same = view.equals() if game == "rassi" else dict(zip(actions, actions, strict=True))
            choices = sorted(set(same.values()))
            if position.phase == "play" and len(choices) > 1:
                scored = {key(card): score for card, score in policy(game).scores(sight(view))}
                scores = [float(scored[key(parse_card(text))]) for text in choices]
                yield deal, np.array(scores), choices.index(same[action])
            position = position.play(action)


def discards(player: Player, seed: int, deals: int) -> Iterator[tuple[int, NDArray[np.float64], int]]:
    """The same at what the taker of the head throws away in Ruffe."""
    from tricorn import ruffe

    for deal in range(deals):
        position = ruffe.deal(seed=seed + deal)
        if position.phase == "discard" and position.to_move is not None:
            view = position.view(position.to_move)
            action = player.choose(view, seed + deal)
            scored = ruffe.discard_scores(view)
            yield deal, np.array([score for score, _ in scored]), [text for _, text in scored].index(action)


def mean_log(rows: list[tuple[int, NDArray[np.float64], int]], temperature: float, blur: float) -> float:
    """The mean logarithm of the likelihood of a choice."""
    total = 0.0
    for _, scores, played in rows:
        soft = np.exp((scores - scores.max()) / temperature)
        total += float(np.log((1 - blur) * soft[played] / soft.sum() + blur / len(scores)))
    return total / len(rows)


def main() -> None:
    """Fits and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.NAMES)
    parser.add_argument("--player", default="default:worlds=20")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=8_000_000)
    parser.add_argument("--players", type=int, default=4, help="of Rassi")
    parser.add_argument("--discards", action="store_true", help="of Ruffe: what the taker throws away, not the play")
    args = parser.parse_args()
    if args.discards and args.game != "ruffe":
        parser.error("cards are thrown away unseen in ruffe alone")
    player = parse_player(args.player)
    if args.discards:
        rows = list(discards(player, args.seed, args.deals))
    else:
        rows = list(decisions(args.game, player, args.seed, args.deals, args.players))
    fitted = [row for row in rows if row[0] % _HELD_OUT]
    held_out = [row for row in rows if not row[0] % _HELD_OUT]
    spread = float(np.mean([np.ptp(scores) for _, scores, _ in rows]))

    def loss(x: NDArray[np.float64]) -> float:
        return -mean_log(fitted, float(np.exp(x[0])), float(1 / (1 + np.exp(-x[1]))))

    found = minimize(loss, np.array([np.log(spread / 4), -1.0]), method="Nelder-Mead", options={"xatol": 0.02, "fatol": 1e-5})
    temperature, blur = float(np.exp(found.x[0])), float(1 / (1 + np.exp(-found.x[1])))
    uniform = float(np.mean([-np.log(len(scores)) for _, scores, _ in held_out]))
    print(
        json.dumps(
            {
                "game": args.game,
                "player": args.player,
                "deals": args.deals,
                "discards": args.discards,
                "seed": args.seed,
                "decisions": len(rows),
                "temperature": round(temperature, 3) if args.discards else round(temperature),
                "blur": round(blur, 3),
                "mean_log": round(-float(found.fun), 4),
                "mean_log_held_out": round(mean_log(held_out, temperature, blur), 4),
                "mean_log_uniform": round(uniform, 4),
            }
        )
    )


if __name__ == "__main__":
    main()
