"""What the engine says to a seat depends on nothing but what the seat has seen."""

from random import Random

import pytest

from scale import scaled
from tables import GAME_PHASES, as_lists, random_positions, reshuffled
from tricorn import Limit, games
from tricorn.advising import RACED_WORLDS
from tricorn.cards import card_text

QUICK = Limit(worlds=2, nodes=60, seed=11)


def answer(view: object, limit: Limit = QUICK, threads: int = 1) -> dict[str, object]:
    told = view.advise(limit, threads=threads).to_dict()  # type: ignore[attr-defined]
    del told["time_s"]
    return told


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_shuffling_the_hidden_cards_changes_nothing(game: str, phase: str) -> None:
    random = Random(f"shuffle {game} {phase}")
    changed = 0
    count = scaled(12, 1000)
    for position in random_positions(game, phase, count, seed=1):
        seat = position.to_move
        other = reshuffled(position, seat, random)
        changed += other != position
        view, seen = position.view(seat), other.view(seat)
        assert view == seen
        assert answer(view) == answer(seen)
        if phase == "discard" or len(view.legal()) > 1:
            assert games.load(game).rule_play(view) == games.load(game).rule_play(seen)
    assert changed > count / 3, "the shuffles must really move cards"


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_nor_where_plays_race(game: str, phase: str) -> None:
    """With worlds enough for plays to be dropped, on any number of threads."""
    random = Random(f"race {game} {phase}")
    limit = Limit(worlds=RACED_WORLDS[game], nodes=30, seed=12)
    for position in random_positions(game, phase, scaled(2, 100), seed=5):
        view, seen = position.view(position.to_move), reshuffled(position, position.to_move, random).view(position.to_move)
        assert answer(view, limit) == answer(seen, limit, 3)


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_the_view_as_json_is_all_there_is(game: str, phase: str) -> None:
    for position in random_positions(game, phase, scaled(6, 200), seed=2):
        view = position.view(position.to_move)
        copy = type(view).from_json(view.to_json())
        assert copy == view
        assert answer(copy) == answer(view)


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_a_view_names_no_card_that_its_seat_has_not_seen(game: str, phase: str) -> None:
    """A card that can be swapped with another hidden one without the seat noticing is in no way part of the view."""
    random = Random(f"names {game} {phase}")
    for position in random_positions(game, phase, scaled(20, 1000), seed=3):
        for seat in range(position.seats):
            other = reshuffled(position, seat, random, swaps=4)
            assert position.view(seat).to_json() == other.view(seat).to_json()
        text = as_lists(position.view(position.to_move).to_json())
        for held in _hidden_hands(game, position):
            assert not any(card_text(card) in text for card in range(54) if held >> card & 1)


def _hidden_hands(game: str, position: object) -> list[int]:
    """The cards now in the other seats' hands that they have shown to nobody, and cards face down."""
    mover = position.to_move  # type: ignore[attr-defined]
    hands = [hand for seat, hand in enumerate(position.hands) if seat != mover]  # type: ignore[attr-defined]
    if game == "russi":
        up = position.table_up(0) | position.table_up(1)  # type: ignore[attr-defined]
        return [hand & ~up for hand in hands] + [position.covered(0), position.covered(1)]  # type: ignore[attr-defined]
    if game == "ruffe":
        public = position.shown | 1 << position.turn_up if position.turn_up is not None else position.shown  # type: ignore[attr-defined]
        return [hand & ~public for hand in hands]
    return hands


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
def test_threads_do_not_matter_and_seeds_do(game: str, phase: str) -> None:
    limit = Limit(worlds=40, nodes=60, seed=5)
    differ = 0
    for position in random_positions(game, phase, scaled(3, 60), seed=4):
        view = position.view(position.to_move)
        one = answer(view, limit)
        assert answer(view, limit, 2) == one
        assert answer(view, limit, 4) == one
        first, second = (
            [games.load(game).worlds.sample(view, seed, index).to_json() for index in range(5)] for seed in (5, 6)
        )
        differ += first != second or games.load(game).worlds.count(view) == 1
    assert differ
