"""Players by name: what `match`, `play` and front ends let sit down at the table.

A player is written `name` or `name:key=value:key=value`, for example `default:worlds=30`. It sees views only.
"""

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast

from tricorn import games
from tricorn._rng import below
from tricorn.advice import Advice
from tricorn.advising import advise
from tricorn.cards import quote
from tricorn.errors import TricornError
from tricorn.games import View
from tricorn.limit import Limit

if TYPE_CHECKING:
    from tricorn.rassi.view import View as RassiView

_SOLVED_WORLDS = 30
_CHOICE = 0x504C41  # the purpose of the random streams that choose plays: apart from dealing and from worlds


class Player(Protocol):
    """Anything that chooses a legal action from a view of a seat that is to move."""

    def choose(self, view: View, seed: int) -> str:
        """A legal action; the same view and seed give the same one, but for time limits."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Some twenty lines of rules of thumb for each game."""

    def choose(self, view: View, seed: int) -> str:
        action: str = games.load(games.name_of(view)).rule_play(view)
        return action


@dataclass(frozen=True, slots=True)
class Random:
    """Any legal action, all equally likely."""

    def choose(self, view: View, seed: int) -> str:
        actions = view.legal()
        return actions[below(seed, len(view.record), len(actions), 1, _CHOICE)[0]]


@dataclass(frozen=True, slots=True)
class Uniform:
    """The best play over uniform worlds, each solved (see `tricorn.advising`); limits as in `Limit`."""

    worlds: int | None = _SOLVED_WORLDS
    nodes: int | None = None
    time_s: float | None = None
    threads: int = 1

    def choose(self, view: View, seed: int) -> str:
        actions = view.legal()
        if len(actions) == 1:
            return actions[0]
        return self.advice(view, seed).best

    def advice(self, view: View, seed: int) -> Advice:
        """The advice that the choice is made from."""
        return advise(view, self.limit(seed), threads=self.threads, method="worlds")

    def limit(self, seed: int) -> Limit:
        """What ends its search."""
        return Limit(self.time_s, self.worlds, self.nodes, seed)


@dataclass(frozen=True, slots=True)
class Weighted(Uniform):
    """The best play over worlds weighted by what the others have played (see `tricorn.inference`).

    Attributes:
        temperature, blur: how far the others are taken to play by sense; None: those of the game.
        discard_temperature, discard_blur: the same of what the taker of Ruffe's head throws away.
    """

    method: ClassVar = "weighted"
    temperature: float | None = None
    blur: float | None = None
    discard_temperature: float | None = None
    discard_blur: float | None = None

    def advice(self, view: View, seed: int) -> Advice:
        """The advice that the choice is made from."""
        from tricorn.inference import usual

        common = usual(view)
        given = {item.name: getattr(self, item.name) for item in fields(common)}
        soft = replace(common, **{name: value for name, value in given.items() if value is not None})
        return advise(view, self.limit(seed), threads=self.threads, method=self.method, softness=soft)


@dataclass(frozen=True, slots=True)
class Blended(Weighted):
    """The best play over weighted worlds, half of their weight on solved ones, half on ones played out (see `tricorn.blending`)."""

    method: ClassVar = "blended"


@dataclass(frozen=True, slots=True)
class Recursive(Uniform):
    """The best play over worlds that the policy `fast` plays out, every seat by its own sight (see `tricorn.recursive`); before
    the play over worlds that are solved, no more of them than `uniform` takes.

    Attributes:
        worlds: None under a time limit alone.
        ending: cards in each hand from which on the rest is searched with all cards open; None: that of the game.
        weigh: "yes": worlds are weighted by what the others have played.
    """

    worlds: int | None = 500
    ending: int | None = None
    weigh: str = "no"

    def advice(self, view: View, seed: int) -> Advice:
        """The advice that the choice is made from."""
        from tricorn.inference import usual

        soft = usual(view) if self.weigh == "yes" else None
        about: Any = {"method": "recursive", "ending": self.ending, "softness": soft}
        limit = self.limit(seed)
        if view.phase != "play" and limit.worlds is not None:
            limit = replace(limit, worlds=min(limit.worlds, _SOLVED_WORLDS))
        return advise(view, limit, threads=self.threads, **about)


@dataclass(frozen=True, slots=True)
class Default(Uniform):
    """The method that `tricorn.advising` picks for the view; in Rassi in the exchange the choice of `tricorn.rassi.exchange`, where
    its table covers the rules, and of two players in the ending a play drawn from the equilibrium, in the trick before it from a
    search of that trick."""

    def choose(self, view: View, seed: int) -> str:
        if games.name_of(view) == "rassi" and view.phase != "play":
            from tricorn.rassi.exchange import choose

            changed = choose(cast("RassiView", view))
            if changed is not None:
                return changed.best
            return Uniform.choose(self, view, seed)
        found = self.shares(view, seed)
        point = below(seed, len(view.record), 1 << 53, 1, _CHOICE)[0] / (1 << 53) if len(found) > 1 else 0.0
        for action, share in found.items():
            point -= share
            if point < 0:
                return action
        return next(iter(found))

    def shares(self, view: View, seed: int) -> dict[str, float]:
        """How often it makes each play that it may make, the most frequent first; one play with 1 where it does not mix."""
        actions = view.legal()
        if len(actions) == 1:
            return {actions[0]: 1.0}
        if games.name_of(view) == "rassi" and view.phase != "play":
            return {self.choose(view, seed): 1.0}
        found = self.advice(view, seed)
        if found.plays[0].share is None:
            return {found.best: 1.0}
        return {row.card: row.share for row in found.plays if row.share}

    def advice(self, view: View, seed: int) -> Advice:
        """The advice that the choice is made from."""
        return advise(view, self.limit(seed), threads=self.threads)


def player_shares(player: Player, view: View, seed: int) -> dict[str, float]:
    """How often a player makes each play, for this seed: its own shares if it mixes, else its choice with 1."""
    if isinstance(player, Default):
        return player.shares(view, seed)
    return {player.choose(view, seed): 1.0}


@dataclass(frozen=True, slots=True)
class Fast:
    """Rules of thumb with fitted weights (see `tricorn.fast`)."""

    def choose(self, view: View, seed: int) -> str:
        from tricorn.fast import fast_play

        return fast_play(view)


@dataclass(frozen=True, slots=True)
class Ismcts:
    """The most visited play of a tree over all worlds (see `tricorn.ismcts`); before the play the choice of `rule`.

    Attributes:
        sims: simulations; None under a time limit alone.
        leaf: "random", "fast" or "exact".
        explore: None for the game's own.
        weigh: "yes": worlds are drawn by how likely what the others have played is in them; None: in Rassi of two players.
        time_s: seconds a choice.
    """

    sims: int | None = 3000
    leaf: str = "fast"
    explore: float | None = None
    weigh: str | None = None
    time_s: float | None = None

    def choose(self, view: View, seed: int) -> str:
        actions = view.legal()
        if len(actions) == 1:
            return actions[0]
        if view.phase != "play":
            return Rule().choose(view, seed)
        from tricorn.ismcts import advise_ismcts

        weigh = None if self.weigh is None else self.weigh == "yes"
        return advise_ismcts(view, self.limit(seed), leaf=self.leaf, explore=self.explore, weigh=weigh).best

    def limit(self, seed: int) -> Limit:
        """What ends its search."""
        return Limit(time_s=self.time_s, worlds=self.sims, seed=seed)


_PLAYERS: dict[str, type[Any]] = {
    "default": Default,
    "uniform": Uniform,
    "weighted": Weighted,
    "recursive": Recursive,
    "blended": Blended,
    "ismcts": Ismcts,
    "fast": Fast,
    "rule": Rule,
    "random": Random,
}
_WORDS = {"leaf": ("random", "fast", "exact"), "weigh": ("yes", "no")}  # settings that are no numbers, with all they may be
_FRACTIONS = ("time_s", "explore", "temperature", "blur", "discard_temperature", "discard_blur")
NAMES = tuple(_PLAYERS)


def parse_player(text: str, limit: Limit | None = None) -> Player:
    """The player that a text names; `limit` replaces the limits the text leaves open.

    >>> parse_player("default:worlds=50")
    Default(worlds=50, nodes=None, time_s=None, threads=1)
    >>> parse_player("rule:worlds=5")
    Traceback (most recent call last):
    tricorn.errors.TricornError: player 'rule:worlds=5': 'worlds=5' is not a setting of rule (it has none)
    """
    name, *settings = text.split(":")
    kind = _PLAYERS.get(name)
    if kind is None:
        raise TricornError(f"player {quote(text)}: {quote(name)} is none of {', '.join(NAMES)}")
    known = [item.name for item in fields(kind)]
    chosen: dict[str, Any] = {}
    problems = []
    for setting in settings:
        key, _, value = setting.partition("=")
        if key not in known:
            problems.append(f"{quote(setting)} is not a setting of {name} (it has {', '.join(known) or 'none'})")
            continue
        if key in _WORDS:
            chosen[key] = value
            if value not in _WORDS[key]:
                problems.append(f"{quote(setting)} wants one of {', '.join(_WORDS[key])}")
            continue
        try:
            chosen[key] = float(value) if key in _FRACTIONS else int(value)
            if chosen[key] <= 0:
                raise ValueError
        except ValueError:
            problems.append(f"{quote(setting)} wants a number above 0")
    if problems:
        raise TricornError(f"player {quote(text)}: " + "; ".join(problems))
    if limit is not None and issubclass(kind, Uniform) and not chosen.keys() & {"worlds", "time_s"}:
        chosen |= {"worlds": limit.worlds, "time_s": limit.time_s}
    if kind is Ismcts:
        if limit is not None and not chosen.keys() & {"sims", "time_s"}:
            chosen |= {"sims": limit.worlds, "time_s": limit.time_s}
        if chosen.get("time_s") is not None and "sims" not in chosen:
            chosen["sims"] = None
    elif "time_s" in chosen and "worlds" not in chosen:
        chosen["worlds"] = None
    player: Player = replace(kind(), **chosen)
    if isinstance(player, Uniform | Ismcts):
        try:
            player.limit(0)
        except TricornError as error:
            raise TricornError(f"player {quote(text)}: {error}") from None
    return player
