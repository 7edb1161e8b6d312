"""Information-set tree search: what its tree counts, what it may know, where it must be exact, and whom it beats."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from cli_run import Cli
from scale import FULL, scaled
from tables import random_positions, reshuffled
from tricorn import Limit, games, rassi, ruffe, russi
from tricorn._ismcts import Tree
from tricorn._stop import Stop
from tricorn.advising import advise
from tricorn.cards import parse_hand
from tricorn.errors import TricornError
from tricorn.fast import policy
from tricorn.inference import DEFENCE, candidates, likelihood, pick, tells, usual
from tricorn.ismcts import LEAVES, advise_ismcts, tree_of
from tricorn.players import parse_player
from tricorn.russi.rules import Layout
from tricorn.source import action_of, source_of

GAMES = games.NAMES


def views(game: str, count: int, seed: int, most_cards: int = 99) -> Iterator[Any]:
    """Views of seats to play a card with a choice, at most so many cards in hand."""
    found = (position.view(position.to_move) for position in random_positions(game, "play", 100 * count, seed))
    chosen = (view for view in found if len(set(view.equals().values())) > 1 and cards_left(view) <= most_cards)
    return islice(chosen, count)


def cards_left(view: Any) -> int:
    return max(view.sizes) if hasattr(view, "sizes") else int(view.tricks_left)


def every_node(tree: Tree, path: tuple[int, ...] = (), depth: int = 4) -> Iterator[tuple[tuple[int, ...], list[Any]]]:
    """The nodes down to a depth with the rows of their children."""
    rows = tree.children(path)
    yield path, rows
    if depth:
        for action, *_ in rows:
            yield from every_node(tree, (*path, action), depth - 1)


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("game", GAMES)
def test_counts_of_the_tree_fit_together(game: str, leaf: str) -> None:
    for view in views(game, scaled(4, 100), seed=81):
        tree, plays = tree_of(view, leaf=leaf, seed=3)
        assert tree.run(700) == 700
        visits, turned = {(): 700}, set()
        most = cards_left(view)
        if game == "rassi":  # of two players, what the other pays counts too
            most = 13 * sum(view.multipliers) // min(view.multipliers) if view.seats == 2 else 13
        for path, rows in every_node(tree):
            for action, seen, available, total, _ in rows:
                visits[(*path, action)] = seen
                turned |= {(*path, action)} if available == 0 else set()
                assert 0 <= total <= most * seen
                assert available == 0 or seen <= available <= visits[path]
            if rows:
                # the first visit of a node made it and went no further; a card turned up is met on the way to one
                assert sum(row[1] for row in rows) == visits[path] - (bool(path) and path not in turned)
        assert {row[0] for row in tree.children()} == set(plays)
        assert sum(sum(row.values()) for row in tree.results().values()) == 700


@pytest.mark.parametrize("game", GAMES)
def test_at_own_nodes_the_legal_plays_are_the_same_in_all_worlds(game: str) -> None:
    """A play that is open on every visit misses no count: the first child made was available on all visits but the one
    that made its parent, the second on one less, and so on."""
    checked = 0
    for view in views(game, scaled(12, 300), seed=82):
        tree, _ = tree_of(view, leaf="random", seed=4)
        tree.run(2500)
        for path, rows in every_node(tree, depth=5):
            if rows and rows[0][4] == view.seat and rows[0][2] > 0:
                counts = sorted((row[2] for row in rows), reverse=True)
                assert counts == list(range(counts[0], counts[0] - len(counts), -1)), path
                checked += len(path) > 0 and len(rows) > 1
    assert checked > 5


def test_a_rare_play_is_counted_when_it_can_be_made() -> None:
    """Two players, two cards each, and of 40 hidden cards two kings: after a lead of the queen the other can overtake by a
    king in few worlds. Its node's availability is the number of those worlds, and it is tried in about all of them."""
    hand = parse_hand("Q2...")
    kings = parse_hand(".K.K.")
    fives = [card for card in range(52) if 0 <= card % 13 <= 8 and not hand >> card & 1]
    hidden = [card for card in range(52) if kings >> card & 1] + fives[:28]
    stock = hidden[2:]
    other = (1 << hidden[0]) | (1 << hidden[1])
    position = rassi.Position.start([hand, other], stock, leader=0)
    view = position.view(0)
    source = source_of(view)
    queen = action_of(view, "SQ")
    tree = Tree(source, [queen], policy("rassi"), "random", 0, 0.5, 1, 7)
    tree.run(3000)
    # by worlds, from the sampler itself: the reply must overtake if it can, else it is the lowest card
    able = sum(any(card % 13 == 11 for card in _cards(source.hands(7, index)[1])) for index in range(3000))
    (row,) = [row for row in tree.children((queen,)) if row[0] == 11]
    assert 100 < able < 700
    assert able - 5 <= row[2] <= able, "available in just these worlds, those before its node was made apart"
    assert row[1] == row[2], "overtaking is forced, so it is played whenever it can be"
    low = [other for other in tree.children((queen,)) if other[0] == 0]
    assert low and low[0][2] < 3000 - able


def _cards(held: int) -> list[int]:
    return [card for card in range(52) if held >> card & 1]


def told(view: Any, **settings: Any) -> dict[str, Any]:
    found = advise(view, Limit(worlds=300, seed=5), method="ismcts", **settings).to_dict()
    del found["time_s"]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_shuffling_the_hidden_cards_changes_nothing(game: str) -> None:
    random = Random(f"ismcts {game}")
    changed = 0
    for position in random_positions(game, "play", scaled(8, 1000), seed=83):
        other = reshuffled(position, position.to_move, random)
        changed += other != position
        assert told(position.view(position.to_move)) == told(other.view(position.to_move))
    assert changed > 3


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_answer_in_pieces_and_at_once(game: str) -> None:
    for view in views(game, scaled(3, 50), seed=84):
        at_once, in_pieces, other = (tree_of(view, seed=seed)[0] for seed in (1, 1, 2))
        at_once.run(500)
        other.run(500)
        for _ in range(5):
            in_pieces.run(100)
        assert at_once.children() == in_pieces.children() and at_once.results() == in_pieces.results()
        assert at_once.nodes == in_pieces.nodes
        assert told(view) == told(view) == told(view, threads=3)


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_in_range_and_say_what_they_are(game: str) -> None:
    for view in views(game, scaled(4, 100), seed=85):
        advice = advise(view, Limit(worlds=200), method="ismcts")
        top = 13 * view.multipliers[view.seat] if game == "rassi" else cards_left(view)
        assert "information-set" in advice.method
        assert advice.worlds == 200 == sum(row.visits for row in advice.plays)
        assert advice.plays[0].visits == max(row.visits for row in advice.plays)
        assert {card for row in advice.plays for card in (row.card, *row.equals)} == set(view.legal())
        for row in advice.plays:
            assert 0 <= row.lo <= row.ci[0] <= row.mean <= row.ci[1] <= row.hi == top
            assert abs(sum(row.dist.values()) - 1) < 1e-9
            if game == "russi":
                assert 0 <= row.win + row.draw <= 1 + 1e-9
            if game == "rassi":
                assert 0 <= row.out <= row.last <= 1


@pytest.mark.parametrize("game", GAMES)
def test_leaves_are_exact_when_the_ending_is_searched(game: str) -> None:
    """One simulation of one play, the rest searched with all cards known: the value that `solve` gives that world."""
    most = {"russi": 4, "ruffe": 3, "rassi": 3}[game]
    for view in views(game, scaled(25, 200), seed=86, most_cards=most):
        if game == "ruffe" and len(set(view.sides)) > 2:
            continue  # `solve` lets all others play together there, the leaf each for itself
        if game == "rassi" and view.seats == 2:
            continue  # `solve` minds the own penalty alone, the leaf the difference; see the test against OpenSpiel
        for play in sorted(set(view.equals().values())):
            tree = Tree(source_of(view), [action_of(view, play)], policy(game), "exact", 26, 0.5, 1, 6)
            tree.run(1)
            ((value,),) = (list(row) for row in tree.results().values())
            assert value == _solved(game, view, play), (view, play)


def _solved(game: str, view: Any, play: str) -> int:
    world = games.load(game).worlds.sample(view, 6, 0)
    (row,) = [row for row in world.solve().plays if play in (row.card, *row.equals)]
    assert row.lo == row.hi
    return int(row.lo // (view.multipliers[view.seat] if game == "rassi" else 1))


def open_endings(game: str, count: int) -> Iterator[Any]:
    """Endings of two players with no stock and nothing face down: who sees his own hand knows the other's."""
    random = Random(f"open {game}")
    for _ in range(count):
        cards = random.sample(range(52), 6)
        hands = sum(1 << card for card in cards[:3]), sum(1 << card for card in cards[3:])
        if game == "russi":
            yield russi.Position(Layout(hands, ((), ()), 0))
        elif game == "ruffe":
            yield ruffe.Position.ending(ruffe.Rules("2-long"), hands, leader=0, trump=random.randrange(4))
        else:
            yield rassi.Position.start(hands, leader=0)


@pytest.mark.parametrize("leaf", LEAVES)
@pytest.mark.parametrize("game", GAMES)
def test_with_all_cards_known_it_converges_to_the_exact_value(game: str, leaf: str) -> None:
    for position in open_endings(game, scaled(8, 300)):
        view = position.view(0)
        assert games.load(game).worlds.count(view) == 1
        advice = advise_ismcts(view, Limit(worlds=4000), leaf=leaf)
        mean = advice.plays[0].mean
        if game == "rassi":
            exact = {text: _advantage(position.play(text)) for text in position.legal()}
            assert exact[advice.best] == max(exact.values()), (view, advice)
            assert abs(mean - max(0, -exact[advice.best])) < 0.3, (view, advice)
            continue
        exact = {row.card: _solved(game, view, row.card) for row in advice.plays}
        assert exact[advice.best] == max(exact.values()), (view, advice)
        assert abs(mean - exact[advice.best]) < 0.3, (view, advice)


def _advantage(position: rassi.Position) -> int:
    """With all cards known, what seat 1 pays less what seat 0 pays."""
    if position.is_over:
        points = position.result().points
        return points[1] - points[0]
    found = [_advantage(position.play(text)) for text in position.legal()]
    return max(found) if position.to_move == 0 else min(found)


def test_a_flag_and_a_clock_end_it() -> None:
    view = next(views("ruffe", 1, seed=88))
    stop = Stop()
    stop.set()
    advice = advise(view, Limit(worlds=10**6), method="ismcts", stop=stop)
    assert advice.worlds < 5000 and all(row.visits for row in advice.plays)
    assert advise(view, Limit(time_s=0.02), method="ismcts").time_s < 1
    assert advise(view, Limit(nodes=2000), method="ismcts").nodes < 4000
    seen: list[tuple[int, int]] = []
    advise(view, Limit(worlds=2500), method="ismcts", progress=lambda done, wanted: seen.append((done, wanted)))
    assert seen[-1] == (2500, 2500)


@pytest.mark.parametrize("game", GAMES)
def test_likely_worlds_are_those_that_the_inference_picks(game: str) -> None:
    """One simulation of one play: its result is that of a rollout in the first world that is picked."""
    differ = 0
    for view in views(game, scaled(20, 200), seed=91):
        if not tells(view):
            continue
        told = likelihood(view, usual(view))
        action = action_of(view, view.legal()[0])
        for seed in range(scaled(5, 20)):
            tree = Tree(source_of(view), [action], policy(game), "fast", 0, 0.5, 1, seed, False, told, candidates(view), DEFENCE)
            tree.run(1)
            ((value,),) = (list(row) for row in tree.results().values())
            number = int(pick(view, seed, 0, 1).numbers[0])
            rolled = np.zeros((2, 1), np.int16)
            source_of(view).rollouts([action], policy(game), seed, number, rolled[:1])
            source_of(view).rollouts([action], policy(game), seed, 0, rolled[1:])
            assert value == rolled[0, 0], (view, seed)
            differ += rolled[0, 0] != rolled[1, 0]
    assert differ > 5


def test_in_rassi_of_two_the_worlds_are_likely_ones() -> None:
    two = next(view for view in views("rassi", 99, seed=92) if view.seats == 2 and tells(view))
    more = next(view for view in views("rassi", 99, seed=92) if view.seats > 2 and tells(view))
    for view, weigh, says in ((two, True, "chosen by the policy 'fast'"), (more, False, "all worlds equally likely")):
        usual = advise_ismcts(view, Limit(worlds=300))
        assert usual.plays == advise_ismcts(view, Limit(worlds=300), weigh=weigh).plays
        assert says in usual.assumes


def test_in_rassi_of_two_it_is_hardly_exploitable() -> None:
    """0.010; with worlds all alike 0.020, and 0.049 where one play must serve all hands of the other."""
    from tricorn_analysis.exploit import exploit

    assert exploit(6, 4, 3, "ismcts:sims=1500").exploitability < 0.018
    if FULL:
        assert exploit(6, 4, 4, "ismcts:sims=3000").exploitability < 0.12


@pytest.mark.parametrize("multipliers", [(1, 2), (1, 4)])
def test_in_rassi_of_two_the_multipliers_count(multipliers: tuple[int, int]) -> None:
    """0.009 and 0.019; with the penalties as the cards have them 0.076 and 0.190."""
    from tricorn._rassi_equilibrium import Equilibrium
    from tricorn_analysis.exploit_player import Reduced, write_player

    game = Equilibrium([4] * 6, 3, multipliers=multipliers)
    write_player(game, Reduced(6, 4, 3, False, multipliers), parse_player("ismcts:sims=1000"))
    _, first, second = game.exploitability()
    assert (first + second) / 2 < 0.03


def test_bad_input() -> None:
    view = next(views("russi", 1, seed=89))
    with pytest.raises(TricornError, match="method 'magic' is none of worlds,"):
        advise(view, method="magic")
    with pytest.raises(TricornError, match="leaf 'deep' is none of"):
        advise_ismcts(view, leaf="deep")
    with pytest.raises(TricornError, match="knows points only"):
        advise(view, method="ismcts", utility="match")
    with pytest.raises(ValueError, match="is not legal"):
        Tree(source_of(view), [53], policy("russi"))
    with pytest.raises(ValueError, match="another game"):
        Tree(source_of(view), [action_of(view, view.legal()[0])], policy("ruffe"))
    with pytest.raises(ValueError, match="in Rassi alone"):
        Tree(source_of(view), [action_of(view, view.legal()[0])], policy("russi"), by_hand=True)
    exchange = next(iter(random_positions("rassi", "free", 1, seed=1)))
    with pytest.raises(TricornError, match=r"made for plays of a card, and an answer to the exchange is due \(phase: free\)"):
        advise(exchange.view(exchange.to_move), method="ismcts")


@pytest.mark.parametrize("opponent", ["random", "rule"])
@pytest.mark.parametrize("game", GAMES)
def test_it_beats_simple_players(game: str, opponent: str) -> None:
    from tricorn_analysis.match import Setup, play_match

    deal = (("players", 3),) if game == "rassi" else ()
    setup = Setup(game, (f"ismcts:sims={scaled(400, 1000)}", opponent), 7, deal=deal)
    report = play_match(setup, scaled(6, 150))
    # a few deals of Ruffe tell little: there the match must not be lost by more than chance explains
    assert report.mean > 0 or (report.deals < 100 and report.ci[1] > 0.5)
    if report.deals >= 100:
        assert report.ci[0] > 0


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    cli = Cli(monkeypatch, capsys)
    view = next(views("rassi", 1, seed=90))
    said = json.loads(
        cli("advise", "-", "--method", "ismcts", "--worlds", "250", "--seed", "5", "--json", stdin=view.to_json()).out
    )
    told = advise(view, Limit(worlds=250, seed=5), method="ismcts").to_dict()
    assert {**said, "time_s": 0} == json.loads(json.dumps({**told, "time_s": 0}))
    assert "information-set tree search" in cli("advise", "-", "--method", "ismcts", stdin=view.to_json()).out


def test_players_by_name() -> None:
    player: Any = parse_player("ismcts:sims=50:leaf=random:explore=0.7:weigh=yes")
    assert (player.sims, player.leaf, player.explore, player.weigh) == (50, "random", 0.7, "yes")
    limited: Any = parse_player("ismcts", Limit(time_s=0.5))
    assert (limited.sims, limited.time_s) == (None, 0.5)
    with pytest.raises(TricornError, match="'leaf=deep' wants one of random, fast, exact"):
        parse_player("ismcts:leaf=deep")
