"""Tables of a solution and of an advice."""

from typing import TYPE_CHECKING, Any, Final

from tricorn.commands.output import console, number, percent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from tricorn.advice import Advice, PlayAdvice
    from tricorn.solution import PlayValue, Solution

SHARES: Final = "value:%"
_MOST_DISCARDS: Final = 15  # rows of the 1,820 choices of four cards
_MOST_LEVELS: Final = 6  # of a distribution that fit in a row of 80 columns


_MAY_FOLD: Final = ("equals", "hand", "piles", "cards", "played", SHARES, "penalties by seat", "tricks by seat", "method")


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
    known = "" if solution.exact else " (two tie orders)" if solution.solved else " (proven bounds)"
    out.print(f"value {bounds(solution.lo, solution.hi)}{known}")
    vectors = any(row.vector for row in solution.plays)
    by_seat = "penalties by seat" if solution.unit == "penalty" else "tricks by seat"
    table = new_table("play", "equals", "value", *([by_seat] if vectors else []), right=("value",))
    discards = _are_discards(solution.plays)
    for row in solution.plays[: _MOST_DISCARDS if discards else None]:
        extra = [" ".join(map(str, row.vector))] if vectors else []
        table.add_row(_play_text(row.card), _equals_text(row.equals), bounds(row.lo, row.hi), *extra)
    if solution.plays:
        out.print(table)
    if discards and len(solution.plays) > _MOST_DISCARDS:
        out.print(f"and {len(solution.plays) - _MOST_DISCARDS} more, none of them better (--json lists all)")
    if solution.line:
        out.print("line: " + " ".join(solution.line))
    out.print(f"{solution.method}; {solution.nodes:,} nodes, {solution.time_s:.3f} s")


def print_advice(advice: "Advice", to_stderr: bool = False) -> None:
    """What every play is worth over the worlds; * marks the best play and those not separated from it."""
    out = console(to_stderr)
    less = "penalty, less is better" if advice.unit == "penalty" else "tricks still to be won"
    out.print(f"{advice.game}: expected {less}, for {side_text(advice.game, advice.seat)}")
    discards = _are_discards(advice.plays)
    game_columns = {"russi": ["win", "draw"], "rassi": ["P(last)", "P(out)"]}.get(advice.game, [])
    if any(row.match is not None for row in advice.plays):
        game_columns = [*game_columns, "P(match)"]
    weighted = advice.effective is not None
    equals = any(row.equals for row in advice.plays)
    differs = "P(match)" not in game_columns and all(row.difference is not None for row in advice.plays)
    # with one more column the shares would be left too narrow; with the chance of the match no play is dropped
    dropped = any(row.visits < advice.worlds for row in advice.plays)
    visits = [] if "P(match)" in game_columns or (differs and not dropped) else ["visits"]
    columns = ["", "discard" if discards else "play", *["equals"] * equals, "mean", "95 % interval"]
    columns += [*["unweighted"] * weighted, *["diff"] * differs, *game_columns]
    spread = SHARES if advice.unit == "penalty" else "80 % in"
    table = new_table(*columns, spread, *visits, right=("mean", "unweighted", "diff", "visits", *game_columns))
    for row in advice.plays[: _MOST_DISCARDS if discards else None]:
        interval = "exact" if row.exact else f"{number(row.ci[0])}..{number(row.ci[1])}"
        table.add_row(
            "*" if row.tied else "",
            _play_text(row.card),
            *[_equals_text(row.equals)] * equals,
            number(row.mean),
            interval,
            *([] if row.uniform is None else [number(row.uniform)]),
            *([number(row.difference)] if differs and row.difference is not None else []),
            *[percent(share) for share in _game_shares(advice.game, row)],
            distribution(row.dist) if advice.unit == "penalty" else middle(row.dist),
            *[str(row.visits)] * len(visits),
        )
    out.print(table)
    if discards and len(advice.plays) > _MOST_DISCARDS:
        out.print(f"and {len(advice.plays) - _MOST_DISCARDS} more that were valued (--json lists them)")
    sure = [card for row in advice.plays if row.safe for card in (row.card, *row.equals)]
    if sure:
        out.print("proven to cost nothing, whatever the others hold and do: " + " ".join(sure))
    mixed = advice.plays[0].share is not None
    if mixed:
        shares = ", ".join(f"{row.card} {percent(row.share)}" for row in advice.plays if row.share)
        known = "" if advice.exploitability is None else f"; exploitability {advice.exploitability:.4f} points"
        out.print(f"to be mixed: {shares}{known}")
    elif len(advice.ties) > 1:
        out.print(
            "*: the difference from the best play is within the error of the table"
            if advice.method.startswith("exchange table")
            else "*: equally good"
            if advice.exact
            else "*: not separated from the best play at this number of worlds"
        )
    consistent = "" if advice.consistent is None else f" of {count_text(advice.consistent)} that agree with the view"
    out.print(
        f"best: {advice.best}; {advice.worlds:,} worlds{consistent}, {advice.solved:,} solved exactly; "
        f"{advice.nodes:,} nodes, {advice.time_s:.2f} s, seed {advice.seed}"
    )
    if advice.held_out is not None:
        out.print(f"the best play's mean without the luck of having been chosen: {number(advice.held_out)}")
        if any(row.visits < advice.worlds for row in advice.plays):
            out.print("plays with fewer visits were dropped on the way as surely worse")
    if advice.plays[0].expected is not None:
        out.print(_in_play(advice.plays[0]))
    if advice.effective is not None:
        out.print(f"worlds weighted by what the others have played: as telling as {advice.effective:.0f} of equal weight")
    if advice.utility == "match":
        out.print("ordered by the chance of winning the match")
    elif differs and not mixed:
        out.print("ordered by diff: the mean of the own penalty less the other's")
    out.print(f"{advice.method}; assumed: {advice.assumes}")


def _in_play(row: "PlayAdvice") -> str:
    """What predictions like those of a play came to in play."""
    text = f"in play, predictions like those for {_play_text(row.card)} have come to a mean of {number(row.expected or 0.0)}"
    if row.within is not None:
        text += f", four times in five to {number(row.within[0])}..{number(row.within[1])}"
    if row.likely is not None:
        text += f", {'P(win)' if row.win is not None else 'P(last)'} to {percent(row.likely)}"
    return text


def middle(shares: dict[int, float]) -> str:
    """The range of values that is left when the lowest and the highest tenth are taken away.

    >>> middle({5: 0.05, 6: 0.25, 7: 0.7}), middle({4: 1.0})
    ('6..7', '4')
    """
    below, lo, hi = 0.0, None, 0
    for level in sorted(shares):
        if below < 0.9:
            hi = level
        below += shares[level]
        if lo is None and below > 0.1:
            lo = level
    return bounds(hi if lo is None else lo, hi)


def _are_discards(plays: "Sequence[PlayAdvice | PlayValue]") -> bool:
    return any(row.card.startswith("discard ") for row in plays)


def _play_text(action: str) -> str:
    return action.removeprefix("discard ")


def _equals_text(equals: "Sequence[str]") -> str:
    """The equal plays; of discards, which take a line each, only how many."""
    if any(action.startswith("discard ") for action in equals):
        return f"{len(equals)} more"
    return " ".join(equals)


def count_text(count: int) -> str:
    """A count as a reader takes it in.

    >>> count_text(1_562_275), count_text(4928064849185236709166047434196385792)
    ('1,562,275', '4.93e+36')
    """
    return f"{count:,}" if count < 10**12 else f"{count:.3g}" if count < 10**300 else "more than 10^300"


def distribution(shares: dict[int, float]) -> str:
    """The likeliest values with their shares in per cent, in the order of values; those below half a per cent left out.

    >>> distribution({6: 0.25, 7: 0.746, 9: 0.004})
    '6:25 7:75'
    """
    likely = sorted((level for level in shares if shares[level] >= 0.005), key=lambda level: -shares[level])
    top = sorted(likely[:_MOST_LEVELS])
    rest = sum(shares[level] for level in likely[_MOST_LEVELS:])
    shown = [f"{level}:{100 * shares[level]:.0f}" for level in top]
    return " ".join(shown) + (f" …:{100 * rest:.0f}" if rest else "")


def _game_shares(game: str, row: "PlayAdvice") -> list[Any]:
    if game == "russi":
        return [row.win, row.draw]
    if game != "rassi":
        return []
    return [row.last, row.out] if row.match is None else [row.last, row.out, row.match]
