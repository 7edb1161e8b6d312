"""`tricorn schema`: the JSON Schema of the documents."""

from typing import Annotated

import typer

from tricorn.commands.options import Json


def schema(
    type: Annotated[
        str | None, typer.Argument(metavar="[TYPE]", help="For example russi.position; all types if left out.")
    ] = None,
    json: Json = False,
) -> None:
    """Print the JSON Schema of a type of document, generated from the types; --json puts it on one line."""
    from tricorn.commands.output import print_json
    from tricorn.schema import schema_of

    found = schema_of(type)
    if json:
        print_json(found)
        return
    from json import dumps

    print(dumps(found, indent=2, ensure_ascii=False))
