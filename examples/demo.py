"""What `make demo` shows: for each game the best play for a player who sees only his own cards, and a deal analysed.

Each step is a command of the command line that a reader can type, with what it prints.
"""

import sys
from pathlib import Path

from tricorn.cli import main

HERE = Path(__file__).parent
STEPS = (
    ("Russi: what to play, seeing only one's own hand and the cards that lie face up", "advise {}/russi-view.json --worlds 40"),
    ("Russi, 14 tricks left and all cards known: solved", "solve {}/russi-14-left.json"),
    ("Russi, a whole deal: proven bounds at first, exact values to the end", "review {}/russi-deal.json --nodes 20000"),
    ("Ruffe and Trumps: what to play in a hidden-card position", "advise {}/ruffe-view.json --worlds 20"),
    ("Ruffe and Trumps, a whole recorded deal: solved at every card", "review {}/ruffe-whole-deal.json"),
    ("Rassi: the risk of each play, five at the table", "advise {}/rassi-five-after-three-tricks-view.json --worlds 500"),
    ("Rassi, a whole deal: solved at every card", "review {}/rassi-whole-deal.json"),
)


def demo() -> int:
    """Runs the steps; the exit status is that of the first that fails."""
    folder = HERE.name if Path.cwd() == HERE.parent else str(HERE)
    for title, command in STEPS:
        words = command.format(folder).split()
        print(f"\n── {title}\n$ tricorn {' '.join(words)}\n", flush=True)
        status = main(words)
        if status:
            return status
    print("\nMore: `.venv/bin/tricorn --help`, `.venv/bin/tricorn play rassi`, README.md")
    return 0


if __name__ == "__main__":
    sys.exit(demo())
