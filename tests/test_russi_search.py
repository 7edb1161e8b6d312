"""The exact search of Russi against plain minimax, golden positions and itself with parts turned off."""

import json
import random
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

import russi_naive as naive
from scale import FULL, scaled
from tricorn import Limit, russi
from tricorn._russi_search import DEFAULT_EVALUATION, DEFAULT_LEADS, DEFAULT_WEIGHTS, LEAD_TABLES, Found, Solver
from tricorn._stop import Stop
from tricorn.cards import card_set, card_text, cards_of, parse_card

DATA = Path(__file__).parent / "data"


def golden(name):
    for line in (DATA / name).read_text().splitlines():
        record = json.loads(line)
        hands = [card_set(map(parse_card, player["hand"].split())) for player in record["players"]]
        piles = [
            [(parse_card(pile.split("<")[1]), parse_card(pile.split("<")[0])) for pile in player["piles"]]
            for player in record["players"]
        ]
        yield record, (hands, piles, record["leader"])


def by_card(found: Found):
    return {card: (lo, hi) for _, lo, hi, same in found.cards for card in cards_of(same)}


def exact(values):
    return {card: (value, value) for card, value in values.items()}


@pytest.mark.parametrize("name", ["russi-open.jsonl", "russi-13-18.jsonl"])
def test_golden(name):
    solver = Solver(16)
    for record, position in golden(name):
        found = solver.solve(*position, every=record["tricks"] <= 16)
        assert (found.lo, found.hi) == (record["value"], record["value"]), record["id"]


def test_golden_whole_deals():
    """Solved in the full size, which takes minutes; else what is proven on the way must hold."""
    for record, position in golden("russi-full.jsonl"):
        found = Solver(256).solve(*position, every=False, line=False, nodes=None if FULL else 50_000)
        assert found.lo <= record["value"] <= found.hi, record["id"]
        assert found.hi - found.lo <= (0 if FULL else 16), record["id"]


def catalogue():
    """The last row of each whole deal that `benchmarks/russi_catalogue.py` has kept, by seed."""
    rows = map(json.loads, (DATA / "russi-catalogue.jsonl").read_text().splitlines())
    return {row["seed"]: row for row in rows}


def test_catalogue_is_sound():
    """Ten thousand nodes never contradict what was proven with more."""
    for seed, row in catalogue().items():
        found = Solver(4).solve(*position_plain(russi.deal(seed)), every=False, line=False, nodes=scaled(2_000, 10_000))
        assert found.lo <= row["hi"]
        assert found.hi >= row["lo"]


@pytest.mark.skipif(not FULL, reason="whole deals take minutes")
def test_catalogue_again():
    """The solved deals that took least, solved once more with another table and other weights."""
    solver = Solver(16)
    solver.set_weights([weight * 9 // 10 for weight in DEFAULT_WEIGHTS])
    for seed, row in catalogue().items():
        if row["lo"] == row["hi"] and row["nodes"] < 5_000_000:
            found = solver.solve(*position_plain(russi.deal(seed)), every=False, line=False)
            assert (found.lo, found.hi) == (row["lo"], row["hi"]), seed


SETTINGS = {
    "all": {},
    "no table": {"table": False},
    "no bounds": {"bounds": False},
    "no classes": {"classes": False},
    "no etc": {"etc": False},
    "exact key": {"exact_key": True},
    "wide": {"wide": 1},
    "wide without table": {"wide": 1, "table": False},
    "nothing": {"table": False, "bounds": False, "classes": False, "etc": False},
}


def test_against_plain_minimax():
    """Every card, in mid-trick too; half the positions rich in piles; table and parts of the search on and off."""
    solvers = {name: Solver(1) for name in SETTINGS}
    for name, switches in SETTINGS.items():
        solvers[name].switches(**switches)
    solvers["tiny table"] = Solver(64 / (1 << 20))
    rng = random.Random(4)
    for number in range(scaled(2_000, 24_000)):
        tricks = 7 if number % 50 == 0 else rng.choice([1, 2, 3, 4, 4, 5, 5, 6])
        sides, leader, led = naive.random_position(rng, tricks, number % 2 == 0)
        want = naive.values(sides, leader, led)
        for name, solver in solvers.items():
            found = solver.solve(*naive.plain(sides), leader, led)
            assert by_card(found) == exact(want), (name, sides, leader, led)
            assert found.lo == found.hi == max(want.values()), (name, sides, leader, led)
        unsearched = Solver(1 / 64).solve(*naive.plain(sides), leader, led, nodes=0)
        assert unsearched.lo <= max(want.values()) <= unsearched.hi, (sides, leader, led)


def test_line_keeps_the_value():
    """Along the best line the value of the rest is what it was, until the end."""
    solver = Solver(1)
    for seed in range(scaled(15, 300)):
        position = play_down(seed, 9)
        found = solver.solve(*position_plain(position))
        assert len(found.line) == 2 * position.tricks_left - (position.led is not None)
        taken = position.taken[position.to_move]
        mover = position.to_move
        for card in found.line:
            now = solver.solve(*position_plain(position), line=False)
            left = now.lo if position.to_move == mover else position.tricks_left - now.lo
            assert position.taken[mover] + left == taken + found.lo
            position = position.play(card_text(card))
        assert position.result().tricks[mover] == taken + found.lo


def position_plain(position):
    from tricorn.russi.solve import plain

    return plain(position.now)


def play_down(seed, tricks, extra=0):
    rng = random.Random(seed)
    position = russi.deal(seed)
    while position.tricks_left > tricks or (extra and position.led is None):
        position = position.play(rng.choice(position.legal()))
    return position


def test_table_size_and_key_do_not_change_values():
    big, tiny, exact_key = Solver(64), Solver(64 * 16 / (1 << 20)), Solver(16)
    exact_key.switches(exact_key=True)
    for seed in range(scaled(6, 60)):
        position = position_plain(play_down(seed, scaled(12, 13), seed % 2))
        want = by_card(big.solve(*position))
        assert by_card(tiny.solve(*position)) == want
        assert by_card(exact_key.solve(*position)) == want


@pytest.mark.skipif(not FULL, reason="the large table takes a GiB")
def test_tables_of_64_entries_and_of_64_million_give_the_same_values():
    small, large = Solver(64 * 16 / (1 << 20)), Solver(1024)
    for seed in range(12):
        position = position_plain(play_down(seed, 17))
        ours, theirs = (solver.solve(*position, every=False, line=False) for solver in (small, large))
        assert (ours.lo, ours.hi) == (theirs.lo, theirs.hi)


def test_solving_from_both_ends_of_a_line():
    """All positions of a best line, from the first to the last and back, each way with a table that is kept."""
    for seed in range(scaled(3, 60)):
        position = play_down(seed, 13)
        line = Solver(16).solve(*position_plain(position)).line
        positions = [position]
        for card in line[:-1]:
            positions.append(positions[-1].play(card_text(card)))
        forward, backward = Solver(16), Solver(16)
        values = [forward.solve(*position_plain(at), line=False).lo for at in positions]
        assert values == [backward.solve(*position_plain(at), line=False).lo for at in positions[::-1]][::-1]
        mover = position.to_move
        for at, value in zip(positions, values, strict=True):
            left = value if at.to_move == mover else at.tricks_left - value
            assert at.taken[mover] - position.taken[mover] + left == values[0]


def test_the_weights_of_the_order_change_no_value():
    """Leads in the order that the weights call worst, and in no order."""
    ours, worst, none = Solver(4), Solver(4), Solver(4)
    worst.set_leads([-weight for weight in DEFAULT_LEADS])
    none.set_leads([])
    none.set_weights([])
    total = [0, 0, 0]
    for seed in range(scaled(12, 200)):
        position = position_plain(play_down(seed, 11, seed % 2))
        found = [solver.solve(*position, line=False) for solver in (ours, worst, none)]
        assert by_card(found[0]) == by_card(found[1]) == by_card(found[2])
        total = [so_far + row.nodes for so_far, row in zip(total, found, strict=True)]
    assert total[0] < 0.7 * min(total[1:])


def test_places_of_a_lead_stand_in_all_tables():
    """One place in each table, but either the one of followers or the one of the void."""
    ends = (*LEAD_TABLES[1:], len(DEFAULT_LEADS))
    for seed in range(20):
        hands, piles, leader, _ = position_plain(play_down(seed, 12))
        for _, places in Solver(1).lead_places(hands, piles, leader, 6):
            tables = [sum(place >= end for end in ends) for place in sorted(places)]
            assert len(set(tables)) == len(tables) == len(LEAD_TABLES) - 1


def test_watching_notes_positions_of_the_search():
    solver = Solver(4)
    solver.watch(10)
    found = solver.solve(*position_plain(play_down(1, 14)), line=False)
    notes = solver.watch(0)
    assert 10 < len(notes) <= found.nodes / 10
    for mine, his, covered, goal in notes:
        assert not mine & his
        assert covered & ~(mine | his) == 0
        assert mine.bit_count() == his.bit_count() >= goal >= 1
    assert solver.watch(0) == []


def test_relabelling_suits_and_seats():
    solver = Solver(4)
    for seed in range(scaled(10, 200)):
        hands, piles, leader, led = position_plain(play_down(seed, 11, seed % 2))
        order = random.Random(seed).sample(range(4), 4)

        def moved(card, order=order):
            return order[card // 13] * 13 + card % 13

        want = by_card(solver.solve(hands, piles, leader, led))
        turned = solver.solve(
            [card_set(map(moved, cards_of(hands[1 - p]))) for p in (0, 1)],
            [[(moved(up), moved(down)) for up, down in piles[1 - p]] for p in (0, 1)],
            1 - leader,
            None if led is None else moved(led),
        )
        assert by_card(turned) == {moved(card): bounds for card, bounds in want.items()}


def test_bounds_hold_and_close_under_a_limit():
    full = Solver(16)
    for seed in range(scaled(8, 100)):
        position = position_plain(play_down(seed, 13, seed % 2))
        want = full.solve(*position)
        width = 99
        for nodes in (1, 10, 100, 1_000, 10_000):
            found = Solver(16).solve(*position, nodes=nodes)
            assert found.nodes <= nodes + 1
            assert found.lo <= want.lo <= found.hi
            assert found.hi - found.lo <= width
            width = found.hi - found.lo
            truth = by_card(want)
            for card, (lo, hi) in by_card(found).items():
                assert lo <= truth[card][0] <= hi


def test_kept_table_gives_the_same_values():
    """One solver from play to play of a deal, against a fresh one for each position."""
    kept = Solver(16)
    position = play_down(3, 13)
    while not position.is_over:
        plain = position_plain(position)
        assert by_card(kept.solve(*plain)) == by_card(Solver(1).solve(*plain))
        position = position.play(position.legal()[0])


def test_two_threads_on_one_table():
    for seed in range(scaled(6, 100)):
        position = play_down(seed, 13, seed % 2)
        one, two = position.solve(), position.solve(threads=2)
        assert two.exact
        values = [{card: play.value for play in s.plays for card in (play.card, *play.equals)} for s in (one, two)]
        assert values[0] == values[1]
    limited = russi.deal(2).solve(Limit(time_s=0.2), threads=2)
    assert limited.lo < limited.hi


def test_goal():
    solver = Solver(4)
    for seed in range(20):
        position = position_plain(play_down(seed, 11))
        value = Solver(4).solve(*position).lo
        for goal in range(1, 12):
            found = solver.solve(*position, goal=goal)
            assert (found.lo >= goal) == (value >= goal)
            assert (found.hi >= goal) == (value >= goal)


def test_a_goal_asked_for_in_public():
    """The answer is that of the value, with one thread and two, from fewer nodes; a goal out of reach is an error."""
    position = play_down(5, 15)
    whole = position.solve()
    for goal in (whole.lo, whole.lo + 1):
        for threads in (1, 2):
            found = position.solve(goal=goal, threads=threads)
            assert (found.lo >= goal, found.hi < goal) == (whole.lo >= goal, whole.lo < goal)
        assert position.solve(goal=goal).nodes < whole.nodes
    for goal in (0, 16):
        with pytest.raises(ValueError, match=f"goal {goal}: not one of the 1 to 15 tricks"):
            position.solve(goal=goal)


def test_progress_tells_bounds_that_close():
    told = []
    found = play_down(5, 15).solve(progress=lambda lo, hi, nodes: told.append((lo, hi, nodes)))
    assert len(told) > 1
    assert all(a[0] <= b[0] <= b[1] <= a[1] and a[2] <= b[2] for a, b in pairwise(told))
    assert told[-1][:2] == (found.lo, found.hi)


def test_estimate_with_all_tricks_ahead_is_exact():
    """Minimax to the end needs no estimate."""
    solver = Solver(1)
    rng = random.Random(12)
    for number in range(scaled(200, 3_000)):
        sides, leader, led = naive.random_position(rng, rng.randint(1, 4), number % 2 == 0)
        want = naive.values(sides, leader, led)
        rows = solver.estimate(*naive.plain(sides), leader, led, tricks=4)
        got = {card: score for _, score, same in rows for card in cards_of(same)}
        assert {card for row in rows for card in cards_of(row[2])} == set(want)
        best = max(want.values())
        assert rows[0][1] == 1000 * best
        assert all(got[card] == 1000 * value for card, value in want.items()), (sides, leader, led)


def test_estimate_is_the_sum_of_the_features():
    """One reply decides the trick; behind it stands the sum, kept inside the certain bounds."""
    solver = Solver(1)
    for seed in range(scaled(20, 500)):
        position = play_down(seed, 16, extra=1)
        for card, score, _ in solver.estimate(*position_plain(position), tricks=1):
            after = position.play(card_text(card))
            child = position_plain(after)
            features = solver.features(*child[:3])
            value = 500 * after.tricks_left + sum(f * w for f, w in zip(features, DEFAULT_EVALUATION, strict=True))
            value = min(max(value, 1000 * features[2]), 1000 * (after.tricks_left - features[5]))
            mine = after.leader == position.to_move
            assert score == (1000 + value if mine else 1000 * after.tricks_left - value)


def test_known_bounds_are_taken_over():
    position = position_plain(play_down(5, 13))
    value = Solver(4).solve(*position).lo
    found = Solver(4).solve(*position, known=(value, value), every=False, line=False)
    assert (found.lo, found.hi, found.nodes) == (value, value, 0)


def test_stop_ends_the_search_soon():
    stop = Stop()
    seen = []
    threading.Timer(0.1, stop.set).start()
    start = time.perf_counter()
    found = Solver(16).solve(*position_plain(russi.deal(1)), stop=stop, progress=lambda *now: seen.append(now))
    assert time.perf_counter() - start < 5
    assert found.lo < found.hi
    assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(seen))


def test_position_solve():
    position = play_down(7, 10)
    solution = position.solve()
    assert solution.exact
    assert {text for play in solution.plays for text in (play.card, *play.equals)} == set(position.legal())
    assert solution.best == solution.plays[0].card
    assert solution.plays[0].value == solution.value
    limited = russi.deal(7).solve(Limit(nodes=500))
    assert limited.lo < limited.hi
    while not position.is_over:
        position = position.play(position.legal()[0])
    assert position.solve().plays == ()


def test_bad_input():
    with pytest.raises(ValueError, match="same number of cards"):
        Solver(1).solve([1, 6], [[], []], 0)
    with pytest.raises(ValueError, match="table_mb"):
        Solver(0)
