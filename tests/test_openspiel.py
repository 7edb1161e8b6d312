"""OpenSpiel as an oracle: its minimax, best responses, regret minimisation and linear program against our own."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="open_spiel is in the extra openspiel")

import pyspiel
from open_spiel.python.algorithms import best_response, minimax
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.policy import Policy

from russi_naive import random_position
from scale import FULL, scaled
from tables import random_positions
from tricorn import games, rassi, ruffe, russi
from tricorn._ismcts import Tree
from tricorn._rassi_equilibrium import Equilibrium
from tricorn._rassi_policy import write
from tricorn.cards import card_set, card_text
from tricorn.errors import TricornError
from tricorn.fast import policy as fast_policy
from tricorn.players import parse_player
from tricorn.russi.rules import Layout
from tricorn.source import action_of, source_of
from tricorn_analysis.exploit_player import Reduced
from tricorn_analysis.openspiel import PlayerPolicy, Spiel, rassi_starts, ruffe_starts, russi_starts

# all cards known: minimax


def best_plays(position: Any) -> dict[str, float]:
    """By OpenSpiel's alpha-beta, for every legal play what the first side then wins over the second."""
    game = Spiel([position], is_open=True, by_side=True)
    found = {}
    for text in position.legal():
        state = game.state_of(position.play(text))
        found[text] = state.returns()[0] if state.is_terminal() else minimax.alpha_beta_search(game, state, None, 99, 0)[0]
    return found


def tricks_of_mover(position: Any, side: int, text: str, found: dict[str, float]) -> float:
    """Tricks still to be won by the side to move, out of what side 0 wins over side 1 in the whole deal."""
    taken = [0, 0]
    for owner, tricks in zip(getattr(position, "sides", (0, 1)), position.taken, strict=True):
        taken[owner] += tricks
    whole = sum(taken) + position.tricks_left
    ours = (whole + found[text]) / 2
    return (ours if side == 0 else whole - ours) - taken[side]


def same_as_solve(position: Any, side: int) -> None:
    found = best_plays(position)
    for row in position.solve().plays:
        assert row.lo == row.hi
        for text in (row.card, *row.equals):
            assert tricks_of_mover(position, side, text, found) == row.lo, (position, text)


def test_russi_with_all_cards_known() -> None:
    random = Random(601)
    for number in range(scaled(24, 300)):
        sides, leader, led = random_position(random, 3 if number % 3 else 4, rich=number % 2 == 0)
        if led is not None:
            continue  # in mid-trick no deal can start
        hands = card_set(sides[0][0]), card_set(sides[1][0])
        tables = tuple(tuple((down, up) for up, down in table) for _, table in sides)
        position: Any = russi.Position(Layout(hands, tables, leader))  # type: ignore[arg-type]
        for _ in range(random.randrange(2)):
            position = position.play(random.choice(position.legal()))
        same_as_solve(position, position.to_move)


@pytest.mark.parametrize("follow", ["suit-else-trump", "suit-or-trump", "suit"])
def test_ruffe_with_all_cards_known(follow: Any) -> None:
    random = Random(f"602 {follow}")
    for number in range(scaled(6, 60)):
        seats = (4, 2)[number % 2]
        rules = ruffe.Rules("4" if seats == 4 else "2-long", follow=follow)
        dealt = random.sample(range(52), seats * (3 if seats == 2 else 2))
        hands = [card_set(dealt[seat::seats]) for seat in range(seats)]
        position: Any = ruffe.Position.ending(rules, hands, leader=random.randrange(seats), trump=random.choice([None, 0, 1, 2, 3]))
        for _ in range(random.randrange(seats)):
            position = position.play(random.choice(position.legal()))
        same_as_solve(position, position.sides[position.to_move])


def test_rassi_with_all_cards_known() -> None:
    """Of two players, by the difference of the penalties: what the exact leaves of the tree search count on."""
    random = Random(603)
    for _ in range(scaled(12, 40)):
        dealt = random.sample(range(52), 6)
        hands = [card_set(dealt[:3]), card_set(dealt[3:])]
        rules = rassi.Rules(overtake=random.choice(["forced", "optional"]))
        position = rassi.Position.start(hands, rules=rules, leader=0)
        found = best_plays(position)
        view = position.view(0)
        for text in position.legal():
            tree = Tree(source_of(view), [action_of(view, text)], fast_policy("rassi"), "exact", 26, 0.5, 1, 6)
            tree.run(1)
            ((_, visits, _, worth, _),) = tree.children()
            assert visits == 1
            assert worth - 13 == found[text], (position, text)


# Rassi of two players with both hands hidden: best responses and equilibrium


class Written(Policy):  # type: ignore[misc]
    """The averages of an `Equilibrium` as a policy of the same game in OpenSpiel; equal cards share."""

    def __init__(self, game: Spiel, averages: Equilibrium, reduced: Reduced) -> None:
        super().__init__(game, [0, 1])
        self.averages, self.reduced = averages, reduced

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        view = state.position.view(state.current_player())
        rank = {action: self.reduced.rank(card_text(action)) for action in state.legal_actions()}
        if len(set(rank.values())) == 1:  # in the last trick there are no averages
            return {action: 1 / len(rank) for action in rank}
        path = tuple(self.reduced.rank(text) for text in view.record)
        hand = tuple(sorted(self.reduced.rank(card_text(card)) for card in range(52) if view.hand >> card & 1))
        share = dict(self.averages.strategy(path, hand))
        return {action: share.get(rank[action], 0.0) / list(rank.values()).count(rank[action]) for action in rank}


@cache
def hidden_rassi(size: tuple[int, int, int]) -> Spiel:
    return Spiel(rassi_starts(*size))


SIZES = [(3, 2, 2), *([(4, 2, 2), (3, 3, 2)] if FULL else [])]


def best_responses(game: Spiel, policy: Policy) -> Iterator[tuple[float, float]]:
    """For each player the value of a best response to the policy in all other seats, and that of the policy itself."""
    for player in range(game.num_players()):
        found = best_response.BestResponsePolicy(game, player, policy)
        yield found.value(game.new_initial_state()), _value(game.new_initial_state(), policy)[player]


def _value(state: Any, policy: Policy) -> list[float]:
    if state.is_terminal():
        found: list[float] = state.returns()
        return found
    chances = state.chance_outcomes() if state.is_chance_node() else policy.action_probabilities(state).items()
    total = [0.0] * state.num_players()
    for action, chance in chances:
        if chance > 0:
            total = [sum_ + chance * value for sum_, value in zip(total, _value(state.child(action), policy), strict=True)]
    return total


@pytest.mark.parametrize("method", ["uniform", "weighted", "highest", "lowest", "random", "equilibrium"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_best_responses_in_rassi(size: tuple[int, int, int], method: str) -> None:
    ranks, suits, cards = size
    averages = Equilibrium([suits] * ranks, cards)
    if method == "equilibrium":
        averages.run(3)  # far from its end, so that there is something to gain
    else:
        write(averages, method)
    value, leader, follower = averages.exploitability()
    game = hidden_rassi(size)
    (first, on_policy), (second, minus) = best_responses(game, Written(game, averages, Reduced(ranks, suits, cards, False)))
    assert on_policy == pytest.approx(value, abs=1e-5)
    assert minus == pytest.approx(-value, abs=1e-5)
    assert first == pytest.approx(leader, abs=1e-5)
    assert second == pytest.approx(follower, abs=1e-5)
    if method != "equilibrium":
        assert (first + second) / 2 < 3


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_equilibrium_of_rassi(size: tuple[int, int, int]) -> None:
    """Regret minimisation of OpenSpiel and ours come to one value."""
    ranks, suits, cards = size
    averages = Equilibrium([suits] * ranks, cards)
    averages.run(400)
    value, leader, follower = averages.exploitability()
    assert (leader + follower) / 2 < 1e-3
    game = hidden_rassi(size)
    (first, _), (second, _) = best_responses(game, Written(game, averages, Reduced(ranks, suits, cards, False)))
    assert (first + second) / 2 == pytest.approx((leader + follower) / 2, abs=1e-5)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(scaled(12, 40)):
        solver.evaluate_and_update_policy()
    theirs = solver.average_policy()
    (best, on_policy), (other, _) = best_responses(game, theirs)
    assert (best + other) / 2 < scaled(50, 30) * 1e-3
    assert -second - 1e-6 <= value <= first + 1e-6
    assert -other - 1e-6 <= value <= best + 1e-6
    assert abs(on_policy - value) < (best + other)


def test_the_linear_program_of_openspiel() -> None:
    for needed in ("cvxpy", "ecos"):
        pytest.importorskip(needed, reason="OpenSpiel's linear programs need cvxpy and ecos")
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    averages = Equilibrium([2] * 3, 2)
    averages.run(400)
    value, _, *_ = solve_zero_sum_game(hidden_rassi((3, 2, 2)))
    assert value == pytest.approx(averages.value(), abs=1e-3)


# hidden hands of the other games: no player of ours gets more than a best response, nor that more than who sees all cards


def tiny(name: str) -> Spiel:
    starts = {"russi": lambda: russi_starts(3, 2, 1, 1), "ruffe": lambda: ruffe_starts(3, 3, 2)}[name]()
    return Spiel(starts)


@pytest.mark.parametrize("name", ["russi", "ruffe"])
def test_a_best_response_is_the_best(name: str) -> None:
    game = tiny(name)
    rule = PlayerPolicy(game, parse_player("rule"))
    ((best, own), *_) = best_responses(game, rule)
    assert best >= own - 1e-9
    for text in ("default:worlds=20", "ismcts:sims=200", "fast"):
        ours = Seated(game, PlayerPolicy(game, parse_player(text)), rule)
        assert own - 1 < _value(game.new_initial_state(), ours)[0] <= best + 1e-9
    assert best <= sum(_seeing_all(game.state_of(start.position), rule) for start in game.starts) / len(game.starts) + 1e-9


class Seated(Policy):  # type: ignore[misc]
    """One policy in the first seat, another in all others."""

    def __init__(self, game: Spiel, first: Policy, others: Policy) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.first, self.others = first, others

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        found: dict[int, float] = (self.others if state.current_player() else self.first).action_probabilities(state)
        return found


def _seeing_all(state: Any, others: Policy) -> float:
    """What the first player wins who knows all cards and what the others will play."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.current_player() == 0:
        return max(_seeing_all(state.child(action), others) for action in state.legal_actions())
    shares = others.action_probabilities(state)
    return sum(share * _seeing_all(state.child(action), others) for action, share in shares.items() if share > 0)


# the adapter itself


@pytest.mark.parametrize("name", ["tricorn_russi(ranks=3,hand=1)", "tricorn_ruffe", "tricorn_rassi", "tricorn_rassi(ranks=4)"])
def test_registered_games_pass_the_checks_of_openspiel(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, 5, False, False)
    assert game.num_distinct_actions() == 54


@pytest.mark.parametrize("game", games.NAMES)
def test_a_resampled_state_looks_the_same(game: str) -> None:
    """The check of OpenSpiel's own games with hidden cards: to the player to move nothing has changed."""
    others = 0
    for position in random_positions(game, "play", scaled(10, 200), seed=604):
        spiel = Spiel([position])
        state = spiel.state_of(position)
        resample, player = spiel.resampler(9), state.current_player()
        for _ in range(4):
            other = resample(state, player)
            assert other.current_player() == player
            assert other.information_state_string() == state.information_state_string()
            assert other.legal_actions() == state.legal_actions()
            others += str(other) != str(state)
    assert others > 10


@pytest.mark.parametrize("game", games.NAMES)
def test_the_tree_search_of_openspiel_plays_full_deals(game: str) -> None:
    package = games.load(game)
    position = package.deal(5, 2) if game == "rassi" else package.deal(5)
    while position.phase != "play":
        position = position.play(package.rule_play(position.view(position.to_move)))  # type: ignore[arg-type]
    spiel = Spiel([position])
    bot = ISMCTSBot(spiel, RandomRolloutEvaluator(1), 2.0, 20)
    bot.set_resampler(spiel.resampler(3))
    state = spiel.new_initial_state()
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_returns_sum_to_zero_and_bad_games_are_refused() -> None:
    for name in games.NAMES:
        for position in random_positions(name, "play", 5, seed=605):
            while not position.is_over:
                position = position.play(position.legal()[0])
            assert sum(Spiel([position]).state_of(position).returns()) == pytest.approx(0)
    with pytest.raises(TricornError, match="0 starts, 0 weights"):
        Spiel([])
    with pytest.raises(TricornError, match="an open game has one"):
        Spiel(rassi_starts(3, 2, 2), is_open=True)
    with pytest.raises(TricornError, match="as one they would see all cards"):
        Spiel(ruffe_starts(4, 2, 2), by_side=True)
    with pytest.raises(TricornError, match="5 cards for 2 players"):
        ruffe_starts(2, 5, 1)
    with pytest.raises(TricornError, match="8 cards for two hands of 1 and 2 piles"):
        russi_starts(4, 2, 1, 1)
