"""Tables of a solution and of an advice."""

from typing import TYPE_CHECKING, Any, Final

from tricorn.commands.output import console, number, percent

if TYPE_CHECKING:
    from rich.table import Table

    from tricorn.advice import Advice, PlayAdvice
    from tricorn.solution import Solution

SHARES: Final = "value:%"
_MOST_LEVELS: Final = 6  # of a distribution that fit in a row of 80 columns


_MAY_FOLD: Final = ("equals", "hand", "piles", "cards", "played", SHARES, "penalties by seat")


def new_table(*columns: str, right: tuple[str, ...] = ()) -> "Table":
    """An empty table with the given columns, those named in `right` flush right; long lists of cards may be folded."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left", overflow="fold", no_wrap=column not in _MAY_FOLD)
    return table


def bounds(lo: int, hi: int) -> str:
    """A value as a table shows it: a number, or proven bounds."""
    return str(lo) if lo == hi else f"{lo}..{hi}"


def side_text(game: str, seat: int) -> str:
    """Whose point of view a value has."""
    return f"the side of seat {seat}" if game == "ruffe" else f"seat {seat}"


def print_solution(solution: "Solution", to_stderr: bool = False) -> None:
    """The value of a position and of every play."""
    out = console(to_stderr)
    less = "penalty, less is better" if solution.unit == "penalty" else "tricks still to be won"
    out.print(f"{solution.game}: {less}, for {side_text(solution.game, solution.seat)}; all cards known")
    out.print(f"value {bounds(solution.lo, solution.hi)}" + ("" if solution.exact else " (proven bounds)"))
    vectors = any(row.vector for row in solution.plays)
    table = new_table("play", "equals", "value", *(["penalties by seat"] if vectors else []), right=("value",))
    for row in solution.plays:
        extra = [" ".join(map(str, row.vector))] if vectors else []
        table.add_row(row.card, " ".join(row.equals), bounds(row.lo, row.hi), *extra)
    if solution.plays:
        out.print(table)
    if solution.line:
        out.print("line: " + " ".join(solution.line))
    out.print(f"{solution.method}; {solution.nodes:,} nodes, {solution.time_s:.3f} s")


def print_advice(advice: "Advice", to_stderr: bool = False) -> None:
    """What every play is worth over the worlds; * marks the best play and those not separated from it."""
    out = console(to_stderr)
    less = "penalty, less is better" if advice.unit == "penalty" else "tricks still to be won"
    out.print(f"{advice.game}: expected {less}, for {side_text(advice.game, advice.seat)}")
    discards = any(row.card.startswith("discard ") for row in advice.plays)
    game_columns = {"russi": ["win", "draw"], "rassi": ["P(last)", "P(out)"]}.get(advice.game, [])
    columns = ["", "discard" if discards else "play", "equals", "mean", "95 % interval", *game_columns]
    table = new_table(*columns, SHARES, "visits", right=("mean", "visits", *game_columns))
    if not any(row.equals for row in advice.plays):
        table.columns[2].header = ""
    for row in advice.plays:
        interval = "exact" if row.exact else f"{number(row.ci[0])}..{number(row.ci[1])}"
        table.add_row(
            "*" if row.tied else "",
            row.card.removeprefix("discard "),
            " ".join(row.equals),
            number(row.mean),
            interval,
            *[percent(share) for share in _game_shares(advice.game, row)],
            distribution(row.dist),
            str(row.visits),
        )
    out.print(table)
    if len(advice.ties) > 1:
        out.print("*: not separated from the best play at this number of worlds")
    consistent = "" if advice.consistent is None else f" of {count_text(advice.consistent)} that agree with the view"
    out.print(
        f"best: {advice.best}; {advice.worlds:,} worlds{consistent}, {advice.solved:,} solved exactly; "
        f"{advice.nodes:,} nodes, {advice.time_s:.2f} s, seed {advice.seed}"
    )
    out.print(f"{advice.method}; assumed: {advice.assumes}")


def count_text(count: int) -> str:
    """A count as a reader takes it in.

    >>> count_text(1_562_275), count_text(4928064849185236709166047434196385792)
    ('1,562,275', '4.93e+36')
    """
    return f"{count:,}" if count < 10**12 else f"{count:.3g}" if count < 10**300 else "more than 10^300"


def distribution(shares: dict[int, float]) -> str:
    """The likeliest values with their shares in per cent, in the order of values: `6:25 7:75`."""
    top = sorted(sorted(shares, key=lambda level: -shares[level])[:_MOST_LEVELS])
    rest = 1 - sum(shares[level] for level in top)
    shown = [f"{level}:{100 * shares[level]:.0f}" for level in top]
    return " ".join(shown) + (f" …:{100 * rest:.0f}" if len(shares) > len(top) else "")


def _game_shares(game: str, row: "PlayAdvice") -> list[Any]:
    if game == "russi":
        return [row.win, row.draw]
    return [row.last, row.out] if game == "rassi" else []
