"""Compares exact values with those of golden files: every position is solved, every value compared."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tricorn.golden import Case

if TYPE_CHECKING:
    from tricorn._stop import Stop
    from tricorn.solution import Solution


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of one golden position.

    Attributes:
        where, id: file and line, and the name there.
        values: how many values were compared.
        nodes: positions visited.
        mistakes: every value that differs, in words; empty when all agree.
    """

    where: str
    id: str
    values: int
    nodes: int
    mistakes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """A plain dict for JSON."""
        return {name: list(v) if isinstance(v := getattr(self, name), tuple) else v for name in self.__slots__}


def verify(cases: Iterable[Case], *, table_mb: int | None = None, stop: "Stop | None" = None) -> Iterator[Checked]:
    """Solves each case with all cards known and compares; the results come in order, as they are found.

    Args:
        cases: golden positions, as from `tricorn.golden.read_cases`.
        table_mb: size of the solver's table; the game's own default if None.
        stop: ends a search early; a position that is then not exact counts as wrong.
    """
    for case in cases:
        yield _rassi(case, stop) if case.game == "rassi" else _tricks(case, table_mb, stop)


def _tricks(case: Case, table_mb: int | None, stop: "Stop | None") -> Checked:
    from tricorn.commands.solving import solved

    solution = solved(case.position, None, table_mb=table_mb, stop=stop)
    mistakes = _differ("value", case.value, solution.lo, solution.hi)
    found = by_card(solution)
    compared = 1
    legal = set(case.position.legal())
    if legal != found.keys():
        mistakes.append(f"plays {' '.join(sorted(found))} valued, {' '.join(sorted(legal))} are legal")
    if case.cards is not None:
        if case.cards.keys() != legal:
            mistakes.append(f"plays {' '.join(sorted(legal))} are legal, the file has {' '.join(sorted(case.cards))}")
        for card in sorted(case.cards.keys() & found.keys()):
            mistakes += _differ(card, case.cards[card], *found[card])
            compared += 1
    return Checked(case.where, case.id, compared, solution.nodes, tuple(mistakes))


def by_card(solution: "Solution") -> dict[str, tuple[int, int]]:
    """The bounds of every play of a solution, those named only as equals of another included."""
    found: dict[str, tuple[int, int]] = {}
    for row in solution.plays:
        for card in (row.card, *row.equals):
            found.setdefault(card, (row.lo, row.hi))
    return found


def _differ(what: str, expected: int | None, lo: int, hi: int) -> list[str]:
    if lo == hi == expected:
        return []
    return [f"{what}: {lo if lo == hi else f'{lo}..{hi}'} instead of {expected}"]


def _rassi(case: Case, stop: "Stop | None") -> Checked:
    mistakes, nodes, values = [], 0, 0
    for method, expected in case.vectors.items():
        found, visited = penalties(case, method, stop)
        nodes += visited
        values += len(expected)
        if found != expected:
            mistakes.append(f"{method}: {found} instead of {expected}")
    return Checked(case.where, case.id, values, nodes, tuple(mistakes))


def penalties(case: Case, method: str, stop: "Stop | None" = None) -> tuple[list[int], int]:
    """The penalties by seat that a case asks for under a method, and the nodes visited for them.

    Under "paranoid" every seat is asked in turn what it can hold itself to, whoever leads; -1 stands for a search that
    was stopped.
    """
    position: Any = case.position
    if method != "paranoid":
        from tricorn.commands.solving import solved

        ties = "lowest" if "lowest" in method else "highest"
        solution = solved(position, None, method="maxn", ties=ties, stop=stop)
        return list(solution.plays[0].vector), solution.nodes
    from tricorn._rassi_paranoid import Paranoid
    from tricorn.cards import cards_of
    from tricorn.rassi.rules import height

    hands = [[height(card) - 2 for card in cards_of(held)] for held in position.hands]
    search = Paranoid()
    optional = position.rules.overtake == "optional"
    found, nodes = [], 0
    for seat in range(position.seats):
        lo, hi, visited = search.value(hands, position.leader, seat=seat, optional=optional, stop=stop)
        found.append(lo if lo == hi else -1)
        nodes += visited
    return found, nodes
