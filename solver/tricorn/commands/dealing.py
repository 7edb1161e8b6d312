"""A new deal from the options of the command line."""

import inspect
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from tricorn.cards import quote
from tricorn.errors import IllegalPositionError, TricornError
from tricorn.games import load

if TYPE_CHECKING:
    from tricorn.games import Position

_RUFFE_FORMATS = {2: "2-long", 3: "3-long", 4: "4"}


def new_deal(
    game: str, seed: int, players: int | None, dealer: int | None, rule: list[str], literal: bool
) -> "Position":
    """A seeded deal; options that the game does not have are an error."""
    package = load(game)
    options = options_of(rule)
    arguments: dict[str, Any] = {}
    if dealer is not None:
        arguments["dealer"] = dealer
    if players is not None:
        if game == "ruffe":
            if players not in _RUFFE_FORMATS:
                raise TricornError(f"--players {players}: ruffe is for 2, 3 or 4")
            options.setdefault("format", _RUFFE_FORMATS[players])
        elif game == "russi":
            if players != 2:
                raise TricornError(f"--players {players}: russi is for 2")
        else:
            arguments["players"] = players
    arguments["rules"] = _rules(game, package.Rules, options, literal)
    deal = package.deal
    unknown = set(arguments) - set(inspect.signature(deal).parameters)
    if unknown:
        raise TricornError(f"{game} has no option {', '.join(sorted(unknown))}")
    seats = getattr(arguments["rules"], "seats", players or 2)
    if dealer is not None and not 0 <= dealer < max(seats, 2) and game != "rassi":
        raise IllegalPositionError(f"deal of {game}", [f"dealer {dealer} is not one of 0..{seats - 1}"])
    return deal(seed, **arguments)


def _rules(game: str, kind: Any, options: dict[str, Any], literal: bool) -> Any:
    names = [option.name for option in fields(kind)]
    known = ", ".join(names) or "there are none"
    problems = [f"there is no option {quote(name)} ({known})" for name in options if name not in names]
    if problems:
        raise IllegalPositionError(f"rules of {game}", problems)
    if not literal:
        return kind(**options)
    # in ruffe the preset has to know the format, from which the target follows
    return kind.literal(**options) if game == "ruffe" else replace(kind.literal(), **options)


def options_of(rule: list[str]) -> dict[str, Any]:
    """NAME=VALUE words as options; a whole number stays a number where the rules want one."""
    options: dict[str, Any] = {}
    problems = []
    for word in rule:
        name, sign, value = word.partition("=")
        if not sign or not name or not value:
            problems.append(f"--rule {quote(word)} is not of the form NAME=VALUE")
        elif name in options:
            problems.append(f"--rule {quote(word)}: {name} is given twice")
        else:
            number = value.isascii() and value.isdigit() and len(value) < 10 and name in ("target", "out_at", "jokers")
            options[name] = int(value) if number else value
    if problems:
        raise TricornError("; ".join(problems))
    return options
