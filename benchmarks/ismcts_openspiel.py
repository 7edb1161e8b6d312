"""Information-set tree search side by side with OpenSpiel's: simulations per CPU second, one thread each.

Ours plays Ruffe in pairs, four hands of 12; OpenSpiel's C++ `ISMCTSBot` plays hearts and the play of bridge, four hands of 13.
All do one random playout a simulation from the first decision of the play, and run by turns in one process. Ours is measured
twice: as it plays, four simulations in a row sharing a world (`ruffe`), and with a world for every simulation as OpenSpiel has
(`ruffe_fresh`); setting up the sampler of the view counts. `ratio` and `ratio_fresh` are over the faster of OpenSpiel's two.

    pip install open_spiel
    python benchmarks/ismcts_openspiel.py [--sims N] [--decisions N] [--json]
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any

from tricorn import ruffe
from tricorn.ismcts import tree_of


def ruffe_view(seed: int) -> Any:
    """A decision of the first trick of a deal in pairs."""
    position = ruffe.deal(seed)
    while position.phase != "play":
        position = position.play(ruffe.rule_play(position.view(position.to_move)))
    return position.view(position.to_move)


def ours(seed: int, sims: int, per_world: int | None = None) -> float:
    """Simulations per CPU second on one decision of Ruffe, the making of sampler and tree included."""
    from tricorn.ruffe.worlds import sampler

    view = ruffe_view(seed)
    sampler.cache_clear()
    started = time.process_time()
    tree, _ = tree_of(view, leaf="random", per_world=per_world, seed=seed)
    tree.run(sims)
    return sims / (time.process_time() - started)


def spiel_state(name: str, seed: int) -> Any:
    """A decision early in the play of an OpenSpiel game."""
    import pyspiel

    rng = random.Random(seed)
    state = pyspiel.load_game(name if name == "hearts" else "bridge(use_double_dummy_result=false)").new_initial_state()

    def deal() -> None:
        while state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])

    deal()
    if name == "hearts":
        for _ in range(13):  # three cards passed by each, and the first card of the play
            state.apply_action(rng.choice(state.legal_actions()))
            deal()
    else:
        for bid in ("1NT", "Pass", "Pass", "Pass"):
            (action,) = (a for a in state.legal_actions() if state.action_to_string(state.current_player(), a) == bid)
            state.apply_action(action)
    return state


def theirs(name: str, seed: int, sims: int) -> float:
    """Simulations per CPU second of OpenSpiel's bot on one decision."""
    import pyspiel

    state = spiel_state(name, seed)
    bot = pyspiel.ISMCTSBot(
        seed, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, sims, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False
    )
    started = time.process_time()
    bot.step(state)
    return sims / (time.process_time() - started)


def compare(sims: int, decisions: int) -> dict[str, float]:
    """Harmonic means of simulations per CPU second over decisions, and the ratio."""
    runs: dict[str, Callable[[int], float]] = {
        "ruffe": lambda seed: ours(seed, sims),
        "ruffe_fresh": lambda seed: ours(seed, sims, 1),
        "hearts": lambda seed: theirs("hearts", seed, sims),
        "bridge": lambda seed: theirs("bridge", seed, sims),
    }
    spent = dict.fromkeys(runs, 0.0)
    for seed in range(decisions):
        for name, run in runs.items():
            spent[name] += sims / run(seed)
    speed = {name: sims * decisions / seconds for name, seconds in spent.items()}
    peer = max(speed["hearts"], speed["bridge"])
    return {**speed, "ratio": speed["ruffe"] / peer, "ratio_fresh": speed["ruffe_fresh"] / peer}


def main() -> None:
    """The figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sims", type=int, default=10_000)
    parser.add_argument("--decisions", type=int, default=20)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found = compare(args.sims, args.decisions)
    if args.json:
        print(json.dumps({**found, "sims": args.sims, "decisions": args.decisions}))
        return
    for name in ("ruffe", "ruffe_fresh", "hearts", "bridge"):
        print(f"{name:11} {found[name]:10,.0f} simulations per CPU second")
    print(f"ratio {found['ratio']:.1f}, with a world for every simulation {found['ratio_fresh']:.1f}")


if __name__ == "__main__":
    main()
