"""`tricorn play`: a person against the engine in the terminal."""

from typing import Annotated

import typer

from tricorn.commands.options import Json, Seed


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="russi, ruffe or rassi.")],
    seat: Annotated[int, typer.Option("--seat", metavar="K", help="Your seat, from 0.")] = 0,
    seed: Seed = 0,
    players: Annotated[int | None, typer.Option("--players", metavar="N", help="Number of players.")] = None,
    dealer: Annotated[int | None, typer.Option("--dealer", metavar="K", help="Who deals.")] = None,
    rule: Annotated[
        list[str] | None, typer.Option("--rule", metavar="NAME=VALUE", help="An option of the rules, see deal.")
    ] = None,
    literal: Annotated[bool, typer.Option("--literal", help="The preset `literal` of the rules.")] = False,
    opponent: Annotated[str, typer.Option("--opponent", metavar="NAME", help="default, rule or random.")] = "default",
    worlds: Annotated[int | None, typer.Option("--worlds", metavar="N", help="Worlds the engine looks at.")] = None,
    time_s: Annotated[float | None, typer.Option("--time-s", metavar="SECONDS", help="Time the engine takes.")] = None,
    json: Json = False,
) -> None:
    """Play a deal against the engine: type cards, or hint, undo, show, help, quit.

    With --json the table talk goes to standard error, and the deal as far as it was played to standard output.
    """
    from tricorn.commands.dealing import new_deal
    from tricorn.commands.output import print_json
    from tricorn.commands.read import limit_of, view_of
    from tricorn.commands.session import Session
    from tricorn.players import parse_player

    limit = limit_of(time_s, None, worlds, seed)
    engine = parse_player(opponent, limit if worlds or time_s else None)
    position = new_deal(game, seed, players, dealer, rule or [], literal)
    view_of(position, seat)  # refuses a seat that is not at the table
    session = Session(position, seat, engine, limit, seed, to_stderr=json)
    session.run()
    if json:
        print_json(session.position.to_dict())
