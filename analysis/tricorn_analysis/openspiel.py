"""The three games as Python games of OpenSpiel (extra `openspiel`): its algorithms then judge ours.

`Spiel` makes a game of any set of positions: one chance node deals one of them, and from there on the rules of `tricorn` say
whose turn it is and what may be played. One position alone makes no chance node; with all cards known (`is_open`) that is a
game for minimax. An information state is the view of the seat, which holds all that it has seen since the deal. The cards
that Russi turns up lie fixed in the position that was dealt: nobody knows them before, so nothing is given away by that.

Players are the seats, or with `by_side` the sides. A return is what a player wins: Russi its tricks less the other's; Ruffe the
tricks of its side less the mean of the other sides'; Rassi the others' mean penalty less its own. The sum is zero.

Reduced versions, small enough for algorithms that walk the whole tree, are also registered by name: `tricorn_russi`,
`tricorn_ruffe`, `tricorn_rassi`, with their sizes as parameters, as in `pyspiel.load_game("tricorn_rassi(ranks=3,cards=2)")`.
Don't call `step` of the compiled bots `MCTSBot` and `ISMCTSBot` on any game written in Python: OpenSpiel 2.0.2 crashes.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count, permutations
from typing import Any, Final

import pyspiel
from open_spiel.python.policy import Policy

from tricorn import games, rassi, ruffe, russi
from tricorn.cards import card_set, card_text, parse_card
from tricorn.errors import TricornError
from tricorn.games import Position
from tricorn.players import Player, player_shares
from tricorn.russi.rules import Layout
from tricorn_analysis.match import points_of, sides_of

_ACE: Final = 12
_CARDS: Final = 54
_LONGEST: Final = 60  # plays of a deal, and the deal itself


class Spiel(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game over starting positions, all to play a card.

    Args:
        starts: what chance may deal; at least one, all of one game and number of seats.
        weights: how likely each is, in any unit; None: all alike.
        is_open: everybody sees all cards; for one start only.
        by_side: the players are the sides, not the seats; sides of several seats see all cards, so in open games only.
        name: the short name; its own for every kind of game, since OpenSpiel knows games by it.
        params: what the game was loaded with.

    Raises:
        TricornError: no start, weights that don't fit, several starts of an open game, or partners as one player of a hidden one.
    """

    def __init__(
        self,
        starts: Sequence[Position],
        weights: Sequence[float] | None = None,
        *,
        is_open: bool = False,
        by_side: bool = False,
        name: str = "tricorn",
        params: dict[str, Any] | None = None,
    ) -> None:
        weights = [1.0] * len(starts) if weights is None else list(weights)
        if not starts or len(weights) != len(starts) or min(weights) <= 0 or (is_open and len(starts) > 1):
            raise TricornError(f"{len(starts)} starts, {len(weights)} weights: one or more, weights above 0; an open game has one")
        self.starts = [Held(start) for start in starts]
        self.weights = [weight / sum(weights) for weight in weights]
        self.is_open = is_open
        sides = sides_of(starts[0])
        if by_side and not is_open and len(set(sides)) < len(sides):
            raise TricornError("partners as one player: in open games only, since as one they would see all cards")
        self.player_of = sides if by_side else tuple(range(len(sides)))
        players = max(self.player_of) + 1
        most = 52.0 if games.name_of(starts[0]) == "rassi" else 26.0
        info = pyspiel.GameInfo(
            num_distinct_actions=_CARDS,
            max_chance_outcomes=len(starts) if len(starts) > 1 else 0,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_type(name, players, len(starts) > 1, is_open, params), info, params or {})

    def new_initial_state(self) -> "SpielState":
        """The chance node, or the only start."""
        return SpielState(self, self.starts[0] if len(self.starts) == 1 else None)

    def state_of(self, position: Position) -> "SpielState":
        """The state of any position, one of the starts or not."""
        return SpielState(self, Held(position))

    def action_text(self, action: int) -> str:
        """The play that a number of OpenSpiel stands for."""
        return card_text(action)

    def resampler(self, seed: int) -> Callable[["SpielState", int], "SpielState"]:
        """For `ISMCTSBot.set_resampler`: draws worlds 0, 1, 2, ... of the stream `seed`, each from the view of the player
        to move alone. Players must be seats."""
        number = count()

        def resample(state: "SpielState", player: int) -> "SpielState":
            view = state.position.view(player)
            return self.state_of(games.load(games.name_of(view)).worlds.sample(view, seed, next(number)))

        return resample

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What OpenSpiel asks for observations."""
        return Observer()


class Observer:
    """Observations as text; there are no numbers to learn from."""

    def __init__(self) -> None:
        import numpy as np

        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: "SpielState", player: int) -> None:
        """Nothing: the tensor is empty."""

    def string_from(self, state: "SpielState", player: int) -> str:
        """What the player sees."""
        return state.information_state_string(player)


class Held:
    """A position as states hold it, with what OpenSpiel asks often. States are copied deeply; a position never changes, so its
    copy is itself."""

    __slots__ = ("legal", "position", "texts", "to_move")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.to_move = position.to_move
        self.legal: list[int] | None = None
        self.texts: dict[int | None, str] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return self

    def actions(self) -> list[int]:
        """The legal plays, in ascending order."""
        if self.legal is None:
            self.legal = sorted(parse_card(text) for text in self.position.legal())
        return self.legal

    def text(self, seat: int | None) -> str:
        """What a seat has seen; None: the whole position."""
        if seat not in self.texts:
            self.texts[seat] = self.position.to_json() if seat is None else self.position.view(seat).to_json()
        return self.texts[seat]


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, or before the deal none."""

    def __init__(self, game: Spiel, held: Held | None) -> None:
        super().__init__(game)
        self.held = held

    @property
    def position(self) -> Position:
        """The position; there is none before the deal."""
        assert self.held is not None
        return self.held.position

    @property
    def spiel(self) -> Spiel:
        """The game."""
        game: Spiel = self.get_game()
        return game

    def current_player(self) -> int:
        """The player to move, or that chance is, or that the deal is over."""
        if self.held is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.held.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else self.spiel.player_of[seat]

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.held is not None and self.held.to_move is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The starts by number, with their probabilities."""
        return list(enumerate(self.spiel.weights))

    def _legal_actions(self, player: int) -> list[int]:
        assert self.held is not None
        return self.held.actions()

    def _apply_action(self, action: int) -> None:
        self.held = self.spiel.starts[action] if self.held is None else Held(self.position.play(card_text(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else card_text(action)

    def returns(self) -> list[float]:
        """What each player wins; zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self.num_players()
        return gains(self.position, self.spiel.player_of)

    def information_state_string(self, player: int | None = None) -> str:
        """What a player sees: the view of its seat; with all cards known, the position."""
        assert self.held is not None
        player = self.current_player() if player is None else player
        return self.held.text(None if self.spiel.is_open else self.spiel.player_of.index(player))

    def __str__(self) -> str:
        return "the deal" if self.held is None else self.held.text(None)


class PlayerPolicy(Policy):  # type: ignore[misc]
    """A player of ours as a policy: what it plays in each information state, asked once. Players of the game are seats.

    Args:
        game: where it plays.
        player: all seats are played by it.
        seed: of its choices.
    """

    def __init__(self, game: Spiel, player: Player, seed: int = 0) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.player, self.seed = player, seed
        self.known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: SpielState, player_id: int | None = None) -> dict[int, float]:
        """How often it makes each legal play; no play is left out."""
        seat = state.current_player()
        seen = state.information_state_string(seat)
        if seen not in self.known:
            view = state.position.view(seat)
            shares = dict.fromkeys(view.legal(), 1.0)
            if len(shares) > 1:
                shares = dict.fromkeys(shares, 0.0) | player_shares(self.player, view, self.seed)
            self.known[seen] = {parse_card(text): share for text, share in shares.items()}
        return self.known[seen]


def gains(position: Position, player_of: Sequence[int]) -> list[float]:
    """What each player of a finished deal wins (see the head of this module)."""
    sides, points = sides_of(position), points_of(position)
    total: dict[int, float] = {}
    for side, point in zip(sides, points, strict=True):
        total[side] = total.get(side, 0.0) + point
    whole = sum(total.values())
    won: dict[int, float] = {}
    for seat, player in enumerate(player_of):
        own = total[sides[seat]]
        won[player] = own - (whole - own) / (len(total) - 1)
    return [won[player] for player in range(len(won))]


def _type(name: str, players: int, is_chance: bool, is_open: bool, params: dict[str, Any] | None) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=name,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if is_chance else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION if is_open else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification=dict(params or {}),
    )


def pack(ranks: int, suits: int) -> list[int]:
    """The cards of a reduced pack: 2, 3, ... and the ace, so many ranks of so many suits.

    >>> pack(3, 1)
    [0, 1, 12]
    """
    return [suit * 13 + (_ACE if rank == ranks - 1 else rank) for suit in range(suits) for rank in range(ranks)]


def rassi_starts(ranks: int, suits: int, cards: int) -> list[Position]:
    """Every deal of so many cards to each of two players, the first to lead; cards not dealt are out of play, unseen."""
    cards_in = pack(ranks, suits)
    found: list[Position] = []
    for first in combinations(cards_in, cards):
        rest = [card for card in cards_in if card not in first]
        for second in combinations(rest, cards):
            stock = [card for card in rest if card not in second]
            found.append(rassi.Position.start([card_set(first), card_set(second)], stock, leader=0))
    return found


def russi_starts(ranks: int, suits: int, hand: int, piles: int) -> list[Position]:
    """Every deal of a reduced pack of Russi to hands and piles of two, but that the face-up cards are always the same: the
    first `piles` of the pack before seat 0, who leads, the last before seat 1."""
    cards_in = pack(ranks, suits)
    if len(cards_in) != 2 * hand + 4 * piles:
        raise TricornError(f"{len(cards_in)} cards for two hands of {hand} and {2 * piles} piles")
    ups = cards_in[:piles], cards_in[len(cards_in) - piles :]
    hidden = [card for card in cards_in if card not in ups[0] + ups[1]]
    found: list[Position] = []
    for downs in permutations(hidden, 2 * piles):
        rest = [card for card in hidden if card not in downs]
        tables = tuple(zip(downs[:piles], ups[0], strict=True)), tuple(zip(downs[piles:], ups[1], strict=True))
        for first in combinations(rest, hand):
            hands = card_set(first), card_set(card for card in rest if card not in first)
            found.append(russi.Position(Layout(hands, tables, 0)))
    return found


def ruffe_starts(players: int, ranks: int, suits: int, follow: str = "suit-else-trump") -> list[Position]:
    """Every deal of a whole reduced pack of Ruffe, spades trumps, to players for themselves (four: in pairs); seat 0 leads."""
    cards_in = pack(ranks, suits)
    if len(cards_in) % players:
        raise TricornError(f"{len(cards_in)} cards for {players} players")
    rules: Any = ruffe.Rules({2: "2-long", 3: "3-long", 4: "4"}[players], follow=follow)  # type: ignore[arg-type]

    def hands(left: list[int], seats: int) -> Iterator[list[int]]:
        if seats == 0:
            yield []
            return
        for held in combinations(left, len(cards_in) // players):
            for others in hands([card for card in left if card not in held], seats - 1):
                yield [card_set(held), *others]

    return [ruffe.Position.ending(rules, found, leader=0, trump=0) for found in hands(cards_in, players)]


_REDUCED: Final[dict[str, tuple[Any, int, dict[str, int]]]] = {
    "tricorn_russi": (russi_starts, 2, {"ranks": 4, "suits": 2, "hand": 2, "piles": 1}),
    "tricorn_ruffe": (ruffe_starts, 3, {"players": 3, "ranks": 3, "suits": 2}),
    "tricorn_rassi": (rassi_starts, 2, {"ranks": 3, "suits": 2, "cards": 2}),
}


def _register(name: str) -> None:
    starts, players, usual = _REDUCED[name]

    class Reduced(Spiel):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(starts(**{**usual, **(params or {})}), name=name, params={**usual, **(params or {})})

    pyspiel.register_game(_type(name, players, True, False, usual), Reduced)


for _name in _REDUCED:
    _register(_name)
