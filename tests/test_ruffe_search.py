"""The exact search of Ruffe against plain minimax, golden files, DDS, and itself with parts turned off."""

import json
import threading
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from ruffe_minimax import Minimax
from ruffe_naive import ending, play_some, playable, taker
from scale import scaled
from tricorn import Limit
from tricorn._ruffe_maxn import MaxN
from tricorn._ruffe_search import LEAST_MB, PARTS, READINGS, Solver, lowest_of
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


# How often an ending has 3, 4, 5, 6 cards, in ten thousand: what plain minimax in Python does in minutes for all of them.
SHARES = {2: (2500, 2500, 2500, 2500), 3: (3000, 3900, 3000, 100), 4: (5500, 4300, 190, 10)}


@pytest.mark.parametrize("follow", READINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_equals_plain_minimax(follow: str, players: int) -> None:
    """Every card, any sides, any point of a trick; half of the positions through a table that is never cleared."""
    rng = Random(f"endings {follow} {players}")
    kept: dict[tuple[int, ...], Solver] = {}
    sizes = [1, 2] * 15 + rng.choices((3, 4, 5, 6), SHARES[players], k=scaled(150, 20_000))
    for number, size in enumerate(sizes):
        dealt, leader, trump, sides = ending(rng, players, size, rng.choice([52, 32, 24 if size < 6 else 28]))
        hands, trick = play_some(rng, dealt, leader, trump, follow, rng.choice([0, 0, rng.randrange(players)]))
        seat = (leader + len(trick)) % players
        left = len(hands[seat])
        values = Minimax(dealt, trump, sides, follow).plays(leader, list(trick))
        want = {card: value if sides[seat] == 0 else left - value for card, value in values.items()}
        off: tuple[str, ...] = ()
        if number % 2:
            game = trump, *sides
            if game not in kept:
                kept[game] = Solver(players, trump, sides, follow)
            solver = kept[game]
        else:
            off = rng.choice([(), (), PARTS, *((part,) for part in PARTS), ("equals", "relevance"), ("bounds", "later")])
            off = off if size < 6 or players < 4 else ()  # some would take seconds there
            solver = Solver(players, trump, sides, follow, parts=[part for part in PARTS if part not in off])
        lo, hi, rows, line, _ = solver.solve(sets(hands), leader, trick, line=True)
        assert each_card(rows) == want, (hands, leader, trick, trump, sides, off)
        assert lo == hi == max(want.values())
        assert worth(hands, leader, trick, line, trump, sides, seat, follow) == lo


@pytest.mark.parametrize("follow", READINGS)
def test_pairs_rich_in_trumps_equal_plain_minimax(follow: str) -> None:
    """Where the bounds that count trumps decide most: both partners hold some, and most cards that are left are trumps."""
    rng = Random(f"trumps {follow}")
    kept = [Solver(4, trump, [0, 1, 0, 1], follow) for trump in range(4)]
    for number in range(scaled(120, 4000)):
        size, trump, leader = rng.choice((2, 3, 3, 3, 4)), rng.randrange(4), rng.randrange(4)
        trumps = rng.randint(size * 4 // 2, min(size * 4, 13))
        others = rng.sample([card for card in range(52) if card // 13 != trump], size * 4 - trumps)
        pack = rng.sample(range(13 * trump, 13 * trump + 13), trumps) + others
        rng.shuffle(pack)
        hands = [frozenset(pack[size * seat : size * seat + size]) for seat in range(4)]
        values = Minimax(hands, trump, [0, 1, 0, 1], follow).plays(leader, [])
        want = {card: value if leader % 2 == 0 else size - value for card, value in values.items()}
        solver = kept[trump] if number % 2 else Solver(4, trump, [0, 1, 0, 1], follow)
        assert each_card(solver.solve(sets(hands), leader)[2]) == want, (hands, leader, trump)


@pytest.mark.parametrize("follow", READINGS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_plain_minimax_plays_by_the_rules(follow: str, players: int) -> None:
    """What the search is measured against, measured against every line of play that `Position` allows."""
    rng = Random(f"rules {follow} {players}")
    for number in range(scaled(24, 240)):
        size = number % (4 if players == 2 else 3) + 1
        dealt, leader, trump, sides = ending(rng, players, size, rng.choice([52, 28, 24]))
        hands, trick = play_some(rng, dealt, leader, trump, follow, rng.randrange(players))
        position = Position.ending(
            Rules(f"{players}-long" if players < 4 else "4", follow=follow),  # type: ignore[arg-type]
            sets(hands),
            leader,
            None if trump < 0 else trump,
            trick=trick,
        )
        want = {parse_card(action): best_line(position.play(action), sides) for action in position.legal()}
        assert Minimax(dealt, trump, sides, follow).plays(leader, list(trick)) == want, (dealt, leader, trick, trump, sides)


def best_line(position: Position, sides: list[int]) -> int:
    """The tricks of side 0 at the end, every line of play tried."""
    if position.to_move is None:
        return sum(tricks for side, tricks in zip(sides, position.taken, strict=True) if side == 0)
    values = [best_line(position.play(action), sides) for action in position.legal()]
    return max(values) if sides[position.to_move] == 0 else min(values)


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
    """Endings of 5 and 6 cards, rare in the test before: the whole search against its own plain alpha-beta."""
    rng = Random(f"parts {follow} {players}")
    kept: dict[tuple[int, ...], Solver] = {}
    for number in range(scaled(100, 5_000)):
        size = 5 if players == 4 and rng.random() < 0.8 else 6
        hands, leader, trump, sides = ending(rng, players, size, rng.choice([52, 32, 28]))
        hands, trick = play_some(rng, hands, leader, trump, follow, rng.choice([0, 0, rng.randrange(players)]))
        plain = Solver(players, trump, sides, follow, parts=("order",)).solve(sets(hands), leader, trick)
        solver = Solver(players, trump, sides, follow)
        if number % 2:
            solver = kept.setdefault((trump, *sides), solver)
        found = solver.solve(sets(hands), leader, trick)
        assert each_card(found[2]) == each_card(plain[2]), (hands, leader, trick, trump, sides)


@pytest.mark.source  # an installed wheel is tested without the extra `dev`, which endplay belongs to
def test_equals_dds_on_twelve_cards() -> None:
    """`follow=suit` with pairs is the game of DDS; every card of every deal."""
    try:
        from endplay import dds, types
    except ImportError as error:
        pytest.fail(f"no DDS to compare with ({error}): endplay is in the extra `dev`, which `make test` installs")
    rng = Random(3)
    denoms = [types.Denom.spades, types.Denom.hearts, types.Denom.diamonds, types.Denom.clubs, types.Denom.nt]
    for _ in range(scaled(50, 1000)):
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


@pytest.mark.parametrize("table_mb", [LEAST_MB, 0.1, 0.5, 1, 2])
def test_a_small_table_is_kept_to_and_changes_nothing(table_mb: float) -> None:
    """A table that overflows forgets and goes on; slots, entries and hints together stay within what was allowed."""
    rng = Random(5)
    filled = 0
    for number in range(scaled(6, 60)):
        follow, players = READINGS[number % 3], 4 - (number & 1)
        sides = [0, 1, 0, 1][:players]
        hands, trump, leader = random_deal(rng, players, 9 if table_mb < 1 else 10)
        small = Solver(players, trump, sides, follow, table_mb=table_mb)
        for _ in range(2):
            assert small.solve(hands, leader)[:2] == Solver(players, trump, sides, follow).solve(hands, leader)[:2]
            assert small.table_bytes <= table_mb * (1 << 20)
            small.clear()
        filled += small.table_bytes > table_mb * (1 << 19)
        search, few = MaxN(players, trump, follow, table_mb=table_mb), tops(hands, 6)
        assert search.solve(few, leader)[:2] == MaxN(players, trump, follow).solve(few, leader)[:2]
        assert search.table_bytes <= table_mb * (1 << 20)
    assert filled or table_mb > 0.5


def tops(hands: list[int], size: int) -> list[int]:
    """So many cards of each hand."""
    return [lowest_of(hand, hand.bit_count() - size) for hand in hands]


@pytest.mark.parametrize("table_mb", [LEAST_MB, 0.25, 1])
def test_a_table_that_has_forgotten_is_a_new_one(table_mb: float) -> None:
    """Also at the limit, where room that an earlier search took would change what this one can keep: the same nodes."""
    rng = Random(f"forgotten {table_mb}")
    kept = {follow: Solver(4, 0, [0, 1, 0, 1], follow, table_mb=table_mb) for follow in READINGS}
    filled = 0
    for _ in range(scaled(4, 40)):
        for follow, solver in kept.items():
            hands, _, leader = random_deal(rng, 4, 8 if follow == "suit-or-trump" else 10)
            solver.clear()
            before = solver.nodes
            found = solver.solve(hands, leader)
            fresh = Solver(4, 0, [0, 1, 0, 1], follow, table_mb=table_mb)
            assert (fresh.solve(hands, leader), fresh.nodes) == (found, solver.nodes - before)
            filled += fresh.table_bytes > table_mb * (1 << 19)
    assert filled or table_mb == 1


@pytest.mark.parametrize("table_mb", [0, -1, LEAST_MB / 2, 65537, float("nan"), float("inf")])
def test_no_table_beyond_what_32_bits_count(table_mb: float) -> None:
    for make in (lambda: Solver(4, 0, [0, 1, 0, 1], table_mb=table_mb), lambda: MaxN(4, 0, table_mb=table_mb)):
        with pytest.raises(TricornError, match="table_mb"):
            make()
    hands = [1 << 13 * seat for seat in range(4)]
    assert Solver(4, 0, [0, 1, 0, 1], table_mb=65536).solve(hands, 0)[:2] == (1, 1)


def test_a_kept_table_changes_no_answer_along_a_game() -> None:
    """Two to four players, with and without trumps; in the second deal the table is that of the first."""
    rng = Random(8)
    for game in range(scaled(9, 90)):
        follow, players = READINGS[game % 3], 2 + game // 3 % 3
        trump = None if game % 4 == 0 else rng.randrange(4)
        rules = Rules("4" if players == 4 else f"{players}-long", follow=follow)  # type: ignore[arg-type]
        sides = [0, 1, 1] if players == 3 else None
        memory = Memory()
        for _ in range(2):
            hands, _, leader = random_deal(rng, players, 7)
            position = Position.ending(rules, hands, leader, trump, sides=sides)
            while not position.is_over:
                warm, cold = position.solve(solver=memory), position.solve()
                assert {c: row.value for row in warm.plays for c in (row.card, *row.equals)} == {
                    c: row.value for row in cold.plays for c in (row.card, *row.equals)
                }
                position = position.play(rng.choice(position.legal()))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_trumps_the_readings_are_one_game(players: int) -> None:
    """Every card, and the search is the same node for node; max^n too."""
    rng = Random(f"no trumps {players}")
    for _ in range(scaled(10, 200)):
        dealt, leader, _, sides = ending(rng, players, 5, rng.choice([52, 32]))
        hands, trick = play_some(rng, dealt, leader, -1, "suit", rng.randrange(players))
        found = [Solver(players, -1, sides, follow).solve(sets(hands), leader, trick) for follow in READINGS]
        assert found[0] == found[1] == found[2]
        plain = [Minimax(dealt, -1, sides, follow).plays(leader, list(trick)) for follow in READINGS]
        assert plain[0] == plain[1] == plain[2]
        vectors = [MaxN(players, -1, follow).solve(sets(hands), leader, trick) for follow in READINGS]
        assert vectors[0] == vectors[1] == vectors[2]


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


def test_throws_of_many_runs_are_told_apart() -> None:
    """A taker whose cards are all parted by others' has as many runs as cards: each four is a throw of its own."""
    every_other = [card for card in range(52) if card % 13 % 2 == 0][:24]
    rest = [card for card in range(52) if card not in every_other][:20]
    rows, _ = Solver(2, 0, [0, 1]).discards([card_set(every_other), card_set(rest)], 0, 0, nodes=1)
    assert len(rows) == 10_626  # C(24, 4)
    assert not any(equals for _, equals, _, _ in rows)
    # the longest there is: 28 cards, all others' between them or not
    rng = Random(40)
    pack = list(range(52))
    rng.shuffle(pack)
    mine, theirs = sorted(pack[:28]), sorted(pack[28:])
    rows, _ = Solver(2, -1, [0, 1]).discards([card_set(mine), card_set(theirs)], 0, 1, nodes=1)
    groups: dict[tuple[tuple[int, int], ...], set[int]] = {}
    for four in combinations(mine, 4):
        runs = tuple((card // 13, sum(1 for other in theirs if other // 13 == card // 13 and other < card)) for card in four)
        groups.setdefault(runs, set()).add(card_set(four))
    assert {frozenset((first, *equals)) for first, equals, _, _ in rows} == set(map(frozenset, groups.values()))


@pytest.mark.parametrize("follow", READINGS)
@pytest.mark.parametrize("every", [True, False])
def test_discards_under_a_limit_are_bounded_and_resumed(follow: str, every: bool) -> None:
    """What comes back early holds the exact values, and the same search, asked again, gives them."""
    rng = Random(f"resume {follow}")
    for number in range(scaled(6, 60)):
        players = 2 + number % 3
        hands, trump, leader = random_deal(rng, players, 6)
        trump, taker = -1 if number % 6 == 0 else trump, rng.randrange(players)
        spare = [card for card in range(52) if not any(hand >> card & 1 for hand in hands)]
        hands[taker] |= card_set(rng.sample(spare, 4))
        sides = [0, 1, 0, 1][:players] if players != 3 else [0, 1, 1]
        fresh, _ = Solver(players, trump, sides, follow).discards(hands, taker, leader)
        exact = {thrown: lo for first, equals, lo, hi in fresh for thrown in (first, *equals) if lo == hi}
        assert len(exact) == 210  # C(10, 4)
        solver = Solver(players, trump, sides, follow)
        for nodes in (1, 30, 300, 1500, 1, 300, None):
            rows, used = solver.discards(hands, taker, leader, every=every, nodes=nodes)
            assert nodes is None or used <= nodes + 1
            for first, equals, lo, hi in rows:
                assert all(lo <= exact[thrown] <= hi for thrown in (first, *equals))
        assert rows[0][2] == rows[0][3] == max(exact.values())
        assert not every or all(lo == hi for _, _, lo, hi in rows)
        stop, stopped = Stop(), Solver(players, trump, sides, follow)
        stop.set()
        rows, used = stopped.discards(hands, taker, leader, every=every, stop=stop)
        assert used <= 1024
        assert all(lo <= exact[first] <= hi for first, _, lo, hi in rows)
        rows, _ = stopped.discards(hands, taker, leader)
        assert {thrown: lo for first, equals, lo, _ in rows for thrown in (first, *equals)} == exact


@pytest.mark.parametrize("follow", READINGS)
def test_a_search_cut_short_is_resumed(follow: str) -> None:
    """A limit or a stop in the middle leaves nothing in the table that is not true."""
    rng = Random(f"cut {follow}")
    for number in range(scaled(8, 80)):
        players = 2 + number % 3
        hands, trump, leader = random_deal(rng, players, 9 if players > 2 else 12)
        trump = -1 if number % 4 == 0 else trump
        sides = [0, 1, 0, 1][:players] if players != 3 else [0, 1, 1]
        want = each_card(Solver(players, trump, sides, follow).solve(hands, leader)[2])
        solver = Solver(players, trump, sides, follow)
        for nodes in (10, 100, 1000):
            solver.solve(hands, leader, nodes=nodes)
        stop = Stop()
        timer = threading.Timer(0.002, stop.set)
        timer.start()
        solver.solve(hands, leader, stop=stop)
        timer.join()
        assert each_card(solver.solve(hands, leader)[2]) == want


def test_the_line_after_a_discard_keeps_to_the_limit() -> None:
    """Ranking the discards and then looking for a line is one call."""
    position = deal(7)
    whole = position.solve()
    assert len(whole.line) == 49
    for nodes in (1, 100, whole.nodes // 2, whole.nodes - 100, whole.nodes):
        found = position.solve(Limit(nodes=nodes))
        assert found.nodes <= nodes + 1
        assert found.lo <= (whole.value or 0) <= found.hi
        assert not found.line or (found.exact and found.line == whole.line[: len(found.line)])
    stop = Stop()
    stop.set()
    assert position.solve(stop=stop).nodes <= 2048


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
