"""`tricorn show`: a position or view as a table."""

from tricorn.commands.options import File, Json


def show(file: File, json: Json = False) -> None:
    """Show a position or view: the cards, the tricks so far, whose turn it is and what is legal."""
    from tricorn.commands.output import print_json
    from tricorn.commands.read import read_document

    document = read_document(file)
    if json:
        print_json(document.to_dict())
        return
    from tricorn.commands.render import print_document

    print_document(document)
