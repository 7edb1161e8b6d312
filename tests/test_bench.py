"""The node counts of `tricorn bench --quick` are those on file: a change of the search shows here, wanted or not.

After a wanted change write them anew with `make signature`, and quote the total in the commit message.
"""

import json
from pathlib import Path

from tricorn.bench import bench

SIGNATURE = Path(__file__).parent / "data" / "bench-signature.json"


def test_node_counts_are_the_signature_on_file() -> None:
    found = {row.name: row.nodes for row in bench(quick=True)}
    assert found == json.loads(SIGNATURE.read_text())
