"""The exact search of Ruffe against exhaustive minimax, golden files, DDS, and itself with parts turned off."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from ruffe_naive import Naive, ending, play_some, playable, taker
from scale import scaled
from tricorn import Limit
from tricorn._ruffe_search import PARTS, READINGS, Solver
from tricorn._stop import Stop
from tricorn.cards import card_set, hand_text, parse_card, parse_hand
from tricorn.errors import TricornError
from tricorn.ruffe import Position, Rules, deal
from tricorn.ruffe.solve import Solver as Memory

DATA = Path(__file__).parent / "data"
Rows = tuple[tuple[int, tuple[int, ...], int, int], ...]


def sets(hands: list[frozenset[int]]) -> list[int]:
    return [card_set(hand) for hand in hands]


def each_card(rows: Rows) -> dict[int, int]:
    """Exact values by card, equal cards written out."""
    assert all(lo == hi for _, _, lo, hi in rows)
    return {card: lo for first, equals, lo, _ in rows for card in (first, *equals)}


def random_deal(rng: Random, players: int = 4, size: int = 12) -> tuple[list[int], int, int]:
    pack = list(range(52))
    rng.shuffle(pack)
    hands = [card_set(pack[size * seat : size * seat + size]) for seat in range(players)]
    return hands, rng.randrange(4), rng.randrange(players)


def golden() -> Iterator[tuple[str, Solver, list[int], int, list[int], int, dict[int, int] | None]]:
    for name in ("whist-12card-dds", "ruffe-follow", "ruffe-open"):
        for text in (DATA / f"{name}.jsonl").read_text().splitlines():
            line = json.loads(text)
            trump = "SHDC".find(line["trump"])
            if isinstance(line["hands"], dict):
                hands = [parse_hand(line["hands"][seat]) for seat in "NESW"]
                leader, sides, value, cards = "NESW".index(line["lead"]), [0, 1, 0, 1], line["tricks"], line["scores"]
            else:
                hands = [parse_hand(hand) for hand in line["hands"]]
                leader, sides, value, cards = line["leader"], line["sides"], line["value"], line.get("cards")
            solver = Solver(len(hands), trump, sides, line.get("follow", "suit"))
            trick = [parse_card(card) for card in line.get("trick", ())]
            scores = {parse_card(card): score for card, score in cards.items()} if cards else None
            yield f"{name} {line['id']}", solver, hands, leader, trick, value, scores


def test_golden_files() -> None:
    checked = 0
    for name, solver, hands, leader, trick, value, scores in golden():
        lo, hi, rows, _, _ = solver.solve(hands, leader, trick)
        assert (lo, hi) == (value, value), name
        if scores is not None:
            assert each_card(rows) == scores, name
        checked += 1
    assert checked == 468 + 223 + 260


@pytest.mark.parametrize("follow", READINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_equals_exhaustive_minimax(follow: str, players: int) -> None:
    """Every card, any sides, any point of a trick; half of the positions through a table that is never cleared."""
    rng = Random(f"minimax {follow} {players}")
    kept: dict[tuple[int, ...], Solver] = {}
    for number in range(scaled(130, 1000)):
        size = rng.randint(1, 4 if players == 4 else 5)
        hands, leader, trump, sides = ending(rng, players, size, rng.choice([52, 32, 24]))
        hands, trick = play_some(rng, hands, leader, trump, follow, rng.choice([0, 0, rng.randrange(players)]))
        seat = (leader + len(trick)) % players
        left = len(hands[seat])
        naive = Naive(trump, sides, follow).cards(tuple(hands), leader, trick)
        want = {card: value if sides[seat] == 0 else left - value for card, value in naive.items()}
        off = rng.choice([(), (), PARTS, *((part,) for part in PARTS), ("equals", "relevance"), ("bounds", "later")])
        parts = [part for part in PARTS if part not in off]
        solver = Solver(players, trump, sides, follow, parts=parts)
        if number % 2:
            solver = kept.setdefault((trump, *sides), solver)
        lo, hi, rows, line, _ = solver.solve(sets(hands), leader, trick, line=True)
        assert each_card(rows) == want, (hands, leader, trick, trump, sides, off)
        assert lo == hi == max(want.values())
        assert worth(hands, leader, trick, line, trump, sides, seat, follow) == lo


def worth(
    hands: list[frozenset[int]],
    leader: int,
    trick: tuple[int, ...],
    line: tuple[int, ...],
    trump: int,
    sides: list[int],
    side_of: int,
    follow: str,
) -> int:
    """The tricks that a legal line, played to the end, brings to the side of a seat."""
    hands, won = list(hands), 0
    for card in line:
        seat = (leader + len(trick)) % len(hands)
        assert card in playable(hands[seat], trick[0] // 13 if trick else None, trump, follow)
        hands[seat] -= {card}
        trick += (card,)
        if len(trick) == len(hands):
            leader, trick = (leader + taker(trick, trump)) % len(hands), ()
            won += sides[leader] == sides[side_of]
    assert not any(hands)
    return won


@pytest.mark.parametrize("follow", READINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_part_on_equals_every_part_off(follow: str, players: int) -> None:
    """Endings of 3 to 6 cards: the whole search against plain alpha-beta, half through an uncleared table."""
    rng = Random(f"parts {follow} {players}")
    kept: dict[tuple[int, ...], Solver] = {}
    for number in range(scaled(250, 20_000)):
        size = rng.randint(3, 5 if players == 4 and rng.random() < 0.8 else 6)
        hands, leader, trump, sides = ending(rng, players, size, rng.choice([52, 32, 28]))
        hands, trick = play_some(rng, hands, leader, trump, follow, rng.choice([0, 0, rng.randrange(players)]))
        plain = Solver(players, trump, sides, follow, parts=("order",)).solve(sets(hands), leader, trick)
        solver = Solver(players, trump, sides, follow)
        if number % 2:
            solver = kept.setdefault((trump, *sides), solver)
        found = solver.solve(sets(hands), leader, trick)
        assert each_card(found[2]) == each_card(plain[2]), (hands, leader, trick, trump, sides)


def test_equals_dds_on_twelve_cards() -> None:
    """`follow=suit` with pairs is the game of DDS; every card of every deal."""
    dds = pytest.importorskip("endplay.dds")
    types = pytest.importorskip("endplay.types")
    rng = Random(3)
    denoms = [types.Denom.spades, types.Denom.hearts, types.Denom.diamonds, types.Denom.clubs, types.Denom.nt]
    for _ in range(scaled(30, 1000)):
        hands, trump, leader = random_deal(rng)
        trump = rng.randrange(-1, 4)
        text = "N:" + " ".join(map(hand_text, hands))
        board = types.Deal(text, first=types.Player(leader), trump=denoms[trump])
        want = {parse_card(str(card)): tricks for card, tricks in dds.solve_board(board)}
        assert each_card(Solver(4, trump, [0, 1, 0, 1], "suit").solve(hands, leader)[2]) == want, text


@pytest.mark.parametrize("follow", READINGS)
def test_limit_leaves_proven_bounds(follow: str) -> None:
    rng = Random(11)
    for players, size in ((4, 9), (3, 10), (2, 13)):
        hands, trump, leader = random_deal(rng, players, size)
        sides = [0, 1, 0, 1][:players]
        exact = Solver(players, trump, sides, follow).solve(hands, leader)
        values = each_card(exact[2])
        for nodes in (1, 10, 100, 300, 1000):
            lo, hi, rows, _, used = Solver(players, trump, sides, follow).solve(hands, leader, nodes=nodes)
            assert lo <= exact[0] <= hi
            assert used <= nodes + 1
            for first, equals, low, high in rows:
                assert all(low <= values[card] <= high for card in (first, *equals))
            assert {card for row in rows for card in (row[0], *row[1])} == set(values)


def test_stop_ends_the_search() -> None:
    hands = [parse_hand(text) for text in ("AJ962.KT7..Q853", "Q853.AJ96.KT74.", ".Q853.AJ96.KT74", "KT7..Q853.AJ962")]
    stop = Stop()
    threading.Timer(0.05, stop.set).start()
    started = time.monotonic()
    lo, hi, _, _, _ = Solver(4, -1, [0, 1, 0, 1], "suit-or-trump").solve(hands, 3, stop=stop)
    assert time.monotonic() - started < 5
    assert lo <= 6 <= hi  # no trumps: all readings are one game, and its value is known


def test_small_table_changes_nothing() -> None:
    """A table that overflows forgets and goes on."""
    rng = Random(5)
    for follow in READINGS:
        hands, trump, leader = random_deal(rng, 4, 9)
        small = Solver(4, trump, [0, 1, 0, 1], follow, table_mb=0.1)
        assert small.solve(hands, leader)[:2] == Solver(4, trump, [0, 1, 0, 1], follow).solve(hands, leader)[:2]
        assert small.table_bytes < 4 << 20


def test_a_kept_table_changes_no_answer_along_a_game() -> None:
    rng = Random(8)
    for game in range(scaled(4, 30)):
        follow = READINGS[game % 3]
        hands, trump, leader = random_deal(rng, 4, 8)
        position = Position.ending(Rules(follow=follow), hands, leader, trump)
        memory = Memory()
        while not position.is_over:
            warm, cold = position.solve(solver=memory), position.solve()
            assert {c: row.value for row in warm.plays for c in (row.card, *row.equals)} == {
                c: row.value for row in cold.plays for c in (row.card, *row.equals)
            }
            position = position.play(rng.choice(position.legal()))


def test_relabelled_suits_rotated_seats_compressed_ranks() -> None:
    rng = Random(21)
    for number in range(scaled(60, 600)):
        follow, players = READINGS[number % 3], rng.randint(2, 4)
        hands, leader, trump, sides = ending(rng, players, rng.randint(3, 7))
        want = each_card(Solver(players, trump, sides, follow).solve(sets(hands), leader)[2])
        suits, turn = rng.sample(range(4), 4), rng.randrange(players)
        held = frozenset().union(*hands)
        new = {
            card: suits[card // 13] * 13 + sum(1 for other in held if other // 13 == card // 13 and other < card) for card in held
        }
        moved = [card_set(new[card] for card in hands[(seat + turn) % players]) for seat in range(players)]
        turned = [sides[(seat + turn) % players] for seat in range(players)]
        solver = Solver(players, suits[trump] if trump >= 0 else -1, turned, follow)
        got = each_card(solver.solve(moved, (leader - turn) % players)[2])
        assert got == {new[card]: value for card, value in want.items()}


@pytest.mark.parametrize("follow", READINGS)
def test_discards_equal_separate_solves(follow: str) -> None:
    rng = Random(31)
    for players in (2, 3, 4):
        hands, trump, leader = random_deal(rng, players, 5)
        spare = [card for card in range(52) if not any(hand >> card & 1 for hand in hands)]
        taker_seat = rng.randrange(players)
        hands[taker_seat] |= card_set(rng.sample(spare, 4))
        sides = [0, 1, 0, 1][:players] if players != 3 else [0, 1, 1]
        rows, _ = Solver(players, trump, sides, follow).discards(hands, taker_seat, leader)
        best, _ = Solver(players, trump, sides, follow).discards(hands, taker_seat, leader, every=False)
        values = {}
        for first, equals, lo, hi in rows:
            assert lo == hi
            values.update(dict.fromkeys((first, *equals), lo))
        assert len(values) == 126
        for thrown, value in values.items():
            left = [hand & ~thrown for hand in hands]
            alone = Solver(players, trump, sides, follow).solve(left, leader, cards=False)[0]
            assert value == (alone if sides[leader] == sides[taker_seat] else 5 - alone)
        assert best[0][2] == best[0][3] == max(values.values())
        for first, equals, lo, hi in best:
            assert all(lo <= values[thrown] <= hi for thrown in (first, *equals))


def test_position_solve() -> None:
    position = deal(7)
    assert position.phase == "discard"
    solution = position.solve()
    assert sum(1 + len(row.equals) for row in solution.plays) == 1820
    assert solution.exact
    after = position.play(solution.best or "")
    answer = after.solve()
    leads_for = after.sides[after.to_move or 0] == after.sides[solution.seat]
    assert answer.value == (solution.value if leads_for else 12 - (solution.value or 0))
    for action in answer.line:
        after = after.play(action)
    result = after.result()
    assert result is not None
    assert result.tricks[position.sides[answer.seat]] == answer.value
    with pytest.raises(TricornError, match="over"):
        after.solve()
    short = deal(7, Rules("3-short"))
    limited = short.solve(Limit(nodes=200))
    assert limited.method == "paranoid"
    assert limited.lo <= (limited.hi or 0)


def test_bad_input_is_refused() -> None:
    with pytest.raises(TricornError, match=r"players 5.*trump 7.*follow 'whist'"):
        Solver(5, 7, [0, 1], "whist")
    solver = Solver(2, 0, [0, 1])
    with pytest.raises(TricornError, match="equally many"):
        solver.solve([1, 6], 0)
    with pytest.raises(TricornError, match="stand twice"):
        solver.solve([1, 1], 0)
    assert solver.solve([0, 0], 0)[:3] == (0, 0, ())
