"""The JSON Schema of every type of document, generated from the types that read it."""

from importlib import import_module
from typing import Any, Final

from tricorn import games
from tricorn.cards import quote
from tricorn.errors import TricornError

_GOLDEN: Final = {"whist": "WhistLine", "ruffe": "RuffeLine", "russi": "RussiLine", "rassi": "RassiLine"}
DOCUMENTS: Final = tuple(f"{game}.{kind}" for game in games.NAMES for kind in ("position", "view"))
TYPES: Final = (*DOCUMENTS, *(f"golden.{name}" for name in _GOLDEN))
"""The types of document, and the lines of golden files."""


def schema_of(name: str | None = None) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a type of document; of any of them if `name` is None.

    Raises:
        TricornError: there is no such type.
    """
    import msgspec

    names = DOCUMENTS if name is None else (name,)
    unknown = [name for name in names if name not in TYPES]
    if unknown:
        raise TricornError(f"{quote(unknown[0])} is not a type of document ({', '.join(TYPES)})")
    found, components = msgspec.json.schema_components([_struct(name) for name in names], ref_template="#/$defs/{name}")
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    body = found[0] if len(found) == 1 else {"anyOf": list(found)}
    return {**head, **body, "$defs": components}


def _struct(name: str) -> Any:
    family, _, kind = name.partition(".")
    if family == "golden":
        return getattr(import_module("tricorn.golden"), _GOLDEN[kind])
    for item in vars(import_module(f"tricorn.{family}.document")).values():
        config = getattr(item, "__struct_config__", None)
        if config is not None and config.tag == name:
            return item
    raise TricornError(f"{quote(name)}: {family} has no type with this tag")
