"""A match: deals until one player is left."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from tricorn.errors import IllegalPositionError, TricornError
from tricorn.rassi.position import Position, deal
from tricorn.rassi.rules import HAND, Rules


@dataclass(frozen=True, slots=True)
class Match:
    """The score of a match. Immutable; players are 0..n-1, clockwise, and keep their numbers when others drop out.

    The pack stays as it was at the start: `rules.jokers` is settled to 0 or 2 by the number of players there.

    Attributes:
        rules: the options.
        scores: points by player.
        dealer: the player who deals next; when the match is over, who dealt last.
        out: players out of the match, a group for each deal that put somebody out, in order.
        deals: number of deals played.

    >>> match = Match.start(4, dealer=2)
    >>> match.in_play, match.seat_of(2), match.next_deal(seed=1).dealer
    ((0, 1, 2, 3), 2, 2)
    """

    rules: Rules
    scores: tuple[int, ...]
    dealer: int = 0
    out: tuple[tuple[int, ...], ...] = ()
    deals: int = 0

    def __post_init__(self) -> None:
        players = len(self.scores)
        if not 2 <= players <= 9:
            raise IllegalPositionError("match of rassi", [f"{players} players: 2 to 9 can play"])
        if self.rules.jokers == "auto":
            object.__setattr__(self, "rules", replace(self.rules, jokers=2 if players == 9 else 0))
        problems = []
        if self.rules.pack_size(players) < HAND * players:
            problems.append(f"{players} players need {HAND * players} cards, the pack has 52: jokers 2")
        if not 0 <= self.dealer < players:
            problems.append(f"dealer {self.dealer} is not one of 0..{players - 1}")
        if any(score < 0 for score in self.scores):
            problems.append("a score is below 0")
        beyond = [player for player, score in enumerate(self.scores) if score >= self.rules.out_at]
        named = sorted(player for group in self.out for player in group)
        if named != beyond:
            problems.append(f"out names players {named}, those with {self.rules.out_at} points or more are {beyond}")
        elif self.dealer in beyond and len(beyond) < players - 1:
            problems.append(f"dealer {self.dealer} is out")
        if self.deals < 0:
            problems.append(f"deals {self.deals} is below 0")
        if problems:
            raise IllegalPositionError("match of rassi", problems)

    @classmethod
    def start(cls, players: int, *, rules: Rules | None = None, dealer: int = 0) -> "Match":
        """A match before its first deal."""
        return cls(rules or Rules(), (0,) * players, dealer)

    @property
    def in_play(self) -> tuple[int, ...]:
        """The players still in: seat k of the next deal is the k-th of them."""
        gone = {player for group in self.out for player in group}
        return tuple(player for player in range(len(self.scores)) if player not in gone)

    def seat_of(self, player: int) -> int:
        """The seat of a player in the next deal; a `TricornError` says that the player is out."""
        if player not in self.in_play:
            raise TricornError(f"player {player} is not in play, only {list(self.in_play)}")
        return self.in_play.index(player)

    @property
    def is_over(self) -> bool:
        """Whether at most one player is left."""
        return len(self.in_play) <= 1

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: the last one left; when the last deal put out all that were left (`last_tie="all"`), those of
        them with the lowest total. Empty while the match is going on."""
        if not self.is_over or self.in_play:
            return self.in_play if self.is_over else ()
        lowest = min(self.scores[player] for player in self.out[-1])
        return tuple(player for player in self.out[-1] if self.scores[player] == lowest)

    def shares(self) -> tuple[Fraction, ...]:
        """By player the part of the win: 1 for the winner, equal parts when several share; zeros while it goes on."""
        winners = self.winners
        return tuple(Fraction(int(player in winners), len(winners) or 1) for player in range(len(self.scores)))

    def next_deal(self, seed: int) -> Position:
        """The next deal from a seed, for the players still in.

        Raises:
            TricornError: the match is over.
        """
        if self.is_over:
            raise TricornError("the match is over, there is no next deal")
        scores = [self.scores[player] for player in self.in_play]
        return deal(seed, len(self.in_play), rules=self.rules, dealer=self.seat_of(self.dealer), scores=scores)

    def after(self, position: Position) -> "Match":
        """The match after a deal that has been played to its end.

        Raises:
            IllegalPositionError: the deal is not over, or not one of this match; names every defect.
        """
        result = position.result()
        problems = []
        if self.is_over:
            problems.append("the match is over")
        if result is None:
            problems.append("the deal is not over")
        if position.scores != tuple(self.scores[player] for player in self.in_play):
            problems.append(f"scores {list(position.scores)} before the deal are not those of the players still in")
        elif position.dealer != self.in_play.index(self.dealer):
            problems.append(f"seat {position.dealer} dealt, not seat {self.in_play.index(self.dealer)}")
        same_pack = position.rules.pack_size(position.seats) == self.rules.pack_size(position.seats)
        if replace(position.rules, jokers=self.rules.jokers) != self.rules or not same_pack:
            problems.append(f"the deal was played by {position.rules}, the match by {self.rules}")
        if problems or result is None:
            raise IllegalPositionError("deal of a match of rassi", problems)
        scores = list(self.scores)
        for player, score in zip(self.in_play, result.scores, strict=True):
            scores[player] = score
        went = tuple(self.in_play[seat] for seat in result.out)
        left = [player for player in self.in_play if player not in went]
        dealer = self.dealer
        if len(left) > 1:
            dealer = next((player for player in left if player > self.dealer), left[0])
        return Match(self.rules, tuple(scores), dealer, (*self.out, went) if went else self.out, self.deals + 1)

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return {
            "type": "rassi.match",
            "rules": self.rules.to_dict(),
            "scores": list(self.scores),
            "dealer": self.dealer,
            "out": [list(group) for group in self.out],
            "deals": self.deals,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Match":
        """The match that a dict of `to_dict` describes; an `IllegalPositionError` names what is wrong."""
        from tricorn.rassi.document import read_match

        return read_match(data)

    def to_json(self) -> str:
        """The match as JSON."""
        from tricorn.rassi.document import as_json

        return as_json(self.to_dict())

    @classmethod
    def from_json(cls, text: str | bytes) -> "Match":
        """The match that a JSON text describes; an `IllegalPositionError` names what is wrong."""
        from tricorn.rassi.document import from_json, read_match

        return read_match(from_json(text, "match of rassi"))
