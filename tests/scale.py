"""How much of a sampled check to run: a part by default, all of it under TRICORN_FULL=1 (`make check`)."""

import os

FULL = os.environ.get("TRICORN_FULL") == "1"


def scaled(small: int, full: int) -> int:
    """`full` in the full check, else `small`."""
    return full if FULL else small
