"""`tricorn deal`: a new deal from a seed."""

from typing import Annotated

import typer

from tricorn.commands.options import Json, Seed


def deal(
    game: Annotated[str, typer.Argument(metavar="GAME", help="russi, ruffe or rassi.")],
    seed: Seed = 0,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="Number of players: ruffe 2..4 (4), rassi 2..9 (4).")
    ] = None,
    dealer: Annotated[int | None, typer.Option("--dealer", metavar="K", help="The seat that deals, from 0.")] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option("--rule", metavar="NAME=VALUE", help="An option of the rules, as follow=suit; may be repeated."),
    ] = None,
    literal: Annotated[bool, typer.Option("--literal", help="The preset `literal` of the rules.")] = False,
    json: Json = False,
) -> None:
    """Deal the cards: the same seed gives the same deal, everywhere.

    Rules of ruffe: format=4|3-long|2-long|3-short|2-short, sides=pairs|singles,
    follow=suit-else-trump|suit-or-trump|suit, par=dealt|12, show=suit|hand, ruff_tie=eldest|nobody,
    unclaimed_head=out|dealer, target=N. Rules of rassi: doubles=any|others, redouble=doubled|anyone,
    overtake=forced|optional, last_tie=last|all, jokers=auto|0|2, out_at=N. Russi has none.
    """
    from tricorn.commands.dealing import new_deal
    from tricorn.commands.output import print_json

    position = new_deal(game, seed, players, dealer, rule or [], literal)
    if json:
        print_json(position.to_dict())
        return
    from tricorn.commands.render import print_document

    print_document(position)
