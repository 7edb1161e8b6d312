"""Players by name: parsing, and legal choices in every phase."""

import pytest

from scale import scaled
from tables import GAME_PHASES, random_positions
from tricorn.errors import TricornError
from tricorn.limit import Limit
from tricorn.players import NAMES, Default, Uniform, parse_player


@pytest.mark.parametrize(("game", "phase"), GAME_PHASES)
@pytest.mark.parametrize("name", NAMES)
def test_choices_are_legal_and_repeatable(game: str, phase: str, name: str) -> None:
    player = parse_player(name, Limit(worlds=2))
    for position in random_positions(game, phase, scaled(3, 100), seed=31):
        view = position.view(position.to_move)
        choice = player.choose(view, 4)
        assert choice in view.legal()
        assert choice == player.choose(view, 4)


def test_settings() -> None:
    assert parse_player("default:worlds=7:nodes=50") == Default(worlds=7, nodes=50)
    assert parse_player("uniform:time_s=0.5") == Uniform(worlds=None, time_s=0.5)
    assert parse_player("default", Limit(time_s=0.1)) == Default(worlds=None, time_s=0.1)
    assert parse_player("default:worlds=7", Limit(worlds=9)) == Default(worlds=7)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("nobody", "'nobody' is none of"),
        ("", "'' is none of"),
        ("default:worlds=x:speed=3", "'worlds=x' wants a number above 0; 'speed=3' is not a setting"),
        ("default:worlds=0", "wants a number above 0"),
        ("random:worlds=3", "it has none"),
        ("default:time_s=nan", "player 'default:time_s=nan': limit: time_s nan"),
        ("default:worlds=99999999999999999999", "limit: worlds 99999999999999999999 must be"),
    ],
)
def test_bad_players(text: str, problem: str) -> None:
    with pytest.raises(TricornError, match=problem):
        parse_player(text)
