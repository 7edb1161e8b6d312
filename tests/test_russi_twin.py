"""Russi: the compiled twin and the Python rules play the same game."""

import random
from pathlib import Path

import pytest

from russi_samples import exchanged, mapped, random_start
from scale import scaled
from tricorn import russi
from tricorn._russi import Twin, playouts
from tricorn.cards import cards_of, parse_card, parse_hand
from tricorn.errors import NotationError
from tricorn.russi.document import read_pile
from tricorn.russi.rules import Layout, Refusal

PERFT = Path(__file__).parent / "data" / "russi.perft"


def twin_of(layout: Layout) -> Twin:
    return Twin(layout.hands, layout.piles, layout.leader, layout.led, layout.taken)


def assert_same(layout: Layout, twin: Twin) -> None:
    assert twin.legal() == layout.legal()
    assert twin.hands == layout.hands
    assert [twin.table_up(seat) for seat in (0, 1)] == [layout.table_up(seat) for seat in (0, 1)]
    assert [twin.covered(seat) for seat in (0, 1)] == [layout.covered(seat) for seat in (0, 1)]
    assert (twin.leader, twin.led, twin.taken, twin.turn) == (layout.leader, layout.led, layout.taken, layout.turn)
    assert twin.is_over == layout.is_over


def test_twins_agree_at_every_ply_of_random_games() -> None:
    rng = random.Random(1)
    for game in range(scaled(250, 10_000)):
        layout = russi.deal(game, game % 2).start if game % 3 else random_start(rng)
        twin = twin_of(layout)
        assert_same(layout, twin)
        while not layout.is_over:
            tried = range(54) if game % 50 == 0 else rng.sample(range(54), 3)
            for card in tried:
                why = layout.refusal(card)
                assert twin.refusal(card) == why
                if why != Refusal.NONE:
                    with pytest.raises(ValueError, match=f"refusal {int(why)}"):
                        twin.play(card)
            card = rng.choice(list(cards_of(layout.legal())))
            layout = layout.play(card)
            twin.play(card)
            assert_same(layout, twin)
        assert all(twin.refusal(card) == layout.refusal(card) == Refusal.OVER for card in range(54))
        assert sum(twin.taken) >= 1
        assert twin.legal() == layout.legal() == 0


def test_the_reasons_in_words_match_the_numbers() -> None:
    layout = Layout((parse_hand("SA"), parse_hand("S2 S3")), (((13, 14),), ((26, None),)), 0)
    assert "face down" in layout.reason(13)
    assert "not among" in layout.reason(26)
    assert layout.reason(12) == ""
    assert "does not follow" in layout.play(12).reason(26)
    assert layout.play(12).refusal(26) == Refusal.FOLLOW


def test_playouts_are_legal_games_of_the_python_rules() -> None:
    tricks = plies = 0
    for seed in range(scaled(60, 1000)):
        layout = russi.deal(seed).start
        cards = twin_of(layout).playout(seed)
        assert len(cards) == 52
        for card in cards:
            assert layout.refusal(card) == Refusal.NONE
            layout = layout.play(card)
        assert layout.is_over
        assert playouts(seed, 0, 1) == (52, layout.taken[0])
        tricks += layout.taken[0]
        plies += 52
    assert plies == 52 * scaled(60, 1000)
    assert 0.4 < tricks / (plies / 2) < 0.6


def test_playouts_are_a_sum_over_the_stream() -> None:
    parts = [playouts(9, first, 5) for first in range(0, 20, 5)]
    whole = playouts(9, 0, 20)
    assert whole == (sum(part[0] for part in parts), sum(part[1] for part in parts))
    assert playouts(10, 0, 20) != whole


def perft(layout: Layout, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(layout.play(card), depth - 1) for card in cards_of(layout.legal()))


def perft_lines() -> list[tuple[Layout, dict[int, int]]]:
    found = []
    for line in PERFT.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        place, *counts = line.split(";")
        leader, hand0, piles0, hand1, piles1, plays = (part.strip() for part in place.split("|"))
        problems: list[str] = []
        rows = [tuple(read_pile(text, "perft", problems) for text in piles.split()) for piles in (piles0, piles1)]
        assert not problems
        layout = Layout((parse_hand(hand0), parse_hand(hand1)), (rows[0], rows[1]), int(leader))
        for text in plays.split():
            layout = layout.play(parse_card(text))
        found.append((layout, {int(count.split()[0][1:]): int(count.split()[1]) for count in counts}))
    return found


def test_perft_counts_agree_with_the_file() -> None:
    positions = perft_lines()
    assert len(positions) >= 12
    slow = scaled(1_500, 100_000)  # the largest count that the Python rules repeat
    for layout, counts in positions:
        twin = twin_of(layout)
        assert set(counts) >= {1, 2, 3, 4}
        for depth, count in counts.items():
            assert twin.perft(depth) == count
            if count <= slow or depth == 2:
                assert perft(layout, depth) == count
        assert twin.perft(0) == 1
        assert_same(layout, twin)  # counting leaves the game alone


def test_perft_of_random_positions_agrees_to_depth_4() -> None:
    rng = random.Random(6)
    for _ in range(scaled(12, 300)):
        layout = random_start(rng, rng.randint(1, 12))
        twin = twin_of(layout)
        for depth in range(1, 5):
            assert twin.perft(depth) == perft(layout, depth)
        assert twin_of(exchanged(layout)).perft(6) == twin.perft(6)
        assert twin_of(mapped(layout, lambda card: (card + 13) % 52)).perft(6) == twin.perft(6)


def test_a_copy_goes_its_own_way() -> None:
    twin = twin_of(russi.deal(3).start)
    other = twin.copy()
    other.playout(1)
    assert other.is_over
    assert not twin.is_over
    assert_same(russi.deal(3).start, twin)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (((1, 1), ((), ()), 0), "stand elsewhere"),
        (((1 << 52, 1), ((), ()), 0), "jokers"),
        (((1, 2), (((5, 5),), ((6, 7),)), 0), "is not a pile"),
        (((1, 2), (((None, 5),), ((6, 7),)), 0), "is not a pile"),
        (((1, 2), (((0, 5),), ((6, 7),)), 0), "stands elsewhere"),
        (((1, 2), (((60, None),), ()), 0), "is not a pile"),
        (((1, 2), ((), ()), 2), "leader 2 is neither 0 nor 1"),
        (((1, 6), ((), ()), 0), "seat 0 has 1 cards, seat 1 has 2"),
        (((1, 6), ((), ()), 0, 1), "not a card that has left its place"),
        (((1, 6), ((), ()), 1, 5), "seat 0 has 1 cards, seat 1 has 2"),
    ],
)
def test_a_twin_refuses_what_is_no_layout(arguments: tuple[object, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        Twin(*arguments)  # type: ignore[arg-type]


def test_perft_depth_is_checked() -> None:
    with pytest.raises(ValueError, match="0 to 52"):
        twin_of(russi.deal(1).start).perft(-1)


def test_the_file_reader_refuses_bad_piles() -> None:
    problems: list[str] = []
    assert read_pile("XX<S2", "pile", problems) == (None, None)
    assert problems
    with pytest.raises(NotationError):
        parse_hand("XX")
