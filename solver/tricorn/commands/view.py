"""`tricorn view`: what one seat knows of a position."""

from tricorn.commands.options import Json, PositionFile, Seat


def view(position: PositionFile, seat: Seat = None, json: Json = False) -> None:
    """What one seat has seen of a position, and not one hidden card more."""
    from tricorn.commands.output import print_json
    from tricorn.commands.read import read_view

    seen = read_view(position, seat)
    if json:
        print_json(seen.to_dict())
        return
    from tricorn.commands.render import print_document

    print_document(seen)
