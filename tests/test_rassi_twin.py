"""The fast twin of Rassi beside the readable rules: legal actions, errors, results, perft counts."""

from pathlib import Path
from random import Random

import pytest

from rassi_deals import random_deal, random_ending
from scale import scaled
from tricorn import rassi
from tricorn._rassi import Twin, playouts
from tricorn.cards import cards_of
from tricorn.errors import IllegalPlayError
from tricorn.rassi.replay import action_text, objection, parse_action

CHANGE, KEEP = 54, 55
NUMBERS = {"change": CHANGE, "keep": KEEP}
PHASES = ("free", "doubles", "redouble", "play", "over")
REASONS = {  # what the readable rules say where the twin gives a number
    1: "the deal is over",
    2: "",
    3: "may not change free",
    4: "does not hold",
    5: "can overtake",
    6: "its lowest card is",
}
DATA = Path(__file__).parent / "data"


def number(text: str) -> int:
    action = parse_action(text)[1]
    return NUMBERS[action] if isinstance(action, str) else action


def text_of(action: int) -> str:
    return {CHANGE: "change", KEEP: "keep"}.get(action) or action_text(action)


def twin_of(pos: rassi.Position) -> Twin:
    """The twin at the start of the deal of `pos`."""
    end, rules = pos.ending, pos.rules
    return Twin(
        pos.dealt,
        pos.dealt_stock,
        pos.dealer,
        end.leader if end else None,
        end.multipliers if end else None,
        doubles=rules.doubles,
        redouble=rules.redouble,
        overtake=rules.overtake,
        last_tie=rules.last_tie,
    )


def assert_same(pos: rassi.Position, twin: Twin) -> None:
    assert set(cards_of(twin.legal())) == {number(text) for text in pos.legal()}
    assert PHASES[twin.phase] == pos.phase
    assert (twin.turn, twin.leader) == (pos.to_move, pos.leader)
    assert (twin.hands, twin.stock, twin.multipliers) == (pos.hands, pos.stock, pos.multipliers)
    result = pos.result()
    assert twin.points() == (result.points if result else None)


def assert_same_errors(pos: rassi.Position, twin: Twin) -> None:
    held = None if pos.to_move is None else pos.hands[pos.to_move]
    for action in range(KEEP + 1):
        code = twin.refusal(action)
        reason = objection(pos.table, held, parse_action(text_of(action))[1])
        assert (reason is None) == (code == 0)
        if reason is None:
            continue
        assert REASONS[code] in reason
        with pytest.raises(IllegalPlayError) as caught:
            pos.play(text_of(action))
        assert str(caught.value) == reason
        with pytest.raises(ValueError, match=f"refused: {code}"):
            twin.do(action)




def test_twins_agree_on_random_games() -> None:
    rng = Random(20)
    for game in range(scaled(1_500, 10_000)):
        pos = random_deal(rng) if game % 4 else random_ending(rng, rng.randint(2, 8), rng.randint(1, 6))
        twin = twin_of(pos)
        actions = twin.copy().playout(game)
        look = rng.randrange(len(actions) + 1)
        for step, action in enumerate(actions):
            assert_same(pos, twin)
            if step == look:
                assert_same_errors(pos, twin)
            pos = pos.play(text_of(action))
            twin.do(action)
        assert pos.is_over
        assert_same(pos, twin)
        if look == len(actions):
            assert_same_errors(pos, twin)


def slow_perft(pos: rassi.Position, depth: int) -> int:
    return 1 if depth == 0 else sum(slow_perft(pos.play(action), depth - 1) for action in pos.legal())


def perft_lines() -> list[str]:
    return [line for line in (DATA / "rassi.perft").read_text().splitlines() if line and not line.startswith("#")]


def perft_position(fields: dict[str, str]) -> rassi.Position:
    names = ("doubles", "redouble", "overtake", "last_tie")
    rules = rassi.Rules(**{name: fields[name] for name in names if name in fields})  # type: ignore[arg-type]
    pos = rassi.deal(int(fields["seed"]), int(fields["players"]), rules=rules, dealer=int(fields["dealer"]))
    while fields["from"] == "play" and pos.phase != "play":
        pos = pos.play("keep")
    return pos


@pytest.mark.parametrize("line", perft_lines())
def test_perft(line: str) -> None:
    head, counts = line.split("|")
    pos = perft_position(dict(word.split("=") for word in head.split()))
    twin = twin_of(pos)
    for action in pos.record:
        twin.do(number(action))
    for depth, count in enumerate(map(int, counts.split()), 1):
        assert twin.perft(depth) == count
        if count <= scaled(700, 30_000):
            assert slow_perft(pos, depth) == count


def test_playouts_are_a_signature() -> None:
    assert playouts(1, 0, 300, 4) == playouts(1, 0, 300, 4)
    parts = [playouts(1, first, 100, 9, 2) for first in (0, 100, 200)]
    assert tuple(map(sum, zip(*parts, strict=True))) == playouts(1, 0, 300, 9, 2)
    first = twin_of(rassi.deal(5, 3))  # the deal of seed 5 is world 0 of that stream
    assert len(first.playout(5)) == playouts(5, 0, 1, 3)[0]


def test_copies_are_apart() -> None:
    twin = twin_of(rassi.deal(3, 4))
    other = twin.copy()
    other.playout(1)
    assert other.turn is None
    assert twin.turn == 1


@pytest.mark.parametrize(
    ("hands", "rest", "what"),
    [
        ([3], {}, "1 players"),
        ([3, 4], {}, "hand 1"),
        ([0, 0], {}, "hands of 0"),
        ([3, 12], {"dealer": 2}, "seats are 0..1"),
        ([3, 12], {"leader": -1}, "seats are 0..1"),
        ([3, 12], {"stock": list(range(43))}, "43 cards"),
        ([3, 12], {"stock": [60]}, "60 in the stock"),
    ],
)
def test_bad_arguments(hands: list[int], rest: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Twin(hands, **rest)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not an action"):
        Twin([3, 12], leader=0).refusal(56)
    with pytest.raises(ValueError, match="10 players"):
        playouts(1, 0, 1, 10)
