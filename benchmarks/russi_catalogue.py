"""Solves whole deals of Russi, one seed after the other, none left out, and keeps what it found in a file.

    python benchmarks/russi_catalogue.py --seeds 1 30 --out russi-catalogue.jsonl
    python benchmarks/russi_catalogue.py --seeds 1 30 --out russi-catalogue.jsonl --limit-s 60
    python benchmarks/russi_catalogue.py --seeds 1 30 --out russi-catalogue.jsonl --table

Resumable: kill it at any point and start it again. Whenever a bound moves, a line is written and flushed; the next run goes
on from the last bounds of every deal. The deal is `russi.deal(seed)`, the value what the leader (seat 0) takes of 26 tricks.
A row: seed, lo, hi, CPU seconds and nodes over all runs, table and peak memory in MiB. With `--limit-s` a deal is left after
so many CPU seconds in this run. Several runs may add to one file, each for seeds of its own. `--table` prints what there is.
"""

import argparse
import json
import os
import resource
import sys
import threading
import time
from pathlib import Path
from statistics import mean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from clock import clock_ms
from russi_positions import deal
from tricorn._russi_search import Solver
from tricorn._stop import Stop


def rows_of(path: Path) -> dict[int, dict[str, Any]]:
    """The last whole row of every seed; a line cut short by a kill is left out."""
    rows = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        rows[row["seed"]] = row
    return rows


def raise_later(stop: Stop, end: float) -> None:
    """Raises the flag when the CPU time of the process reaches `end`."""

    def watch() -> None:
        while not stop.is_set():
            if time.process_time() > end:
                stop.set()
            time.sleep(0.05)

    threading.Thread(target=watch, daemon=True).start()


def solve(seed: int, before: dict[str, Any], path: Path, table_mb: float, limit_s: float | None) -> dict[str, Any]:
    """Goes on with one deal until it is solved, or the time is up."""
    start = time.process_time()
    row = dict(before)
    stop = Stop()
    if limit_s is not None:
        raise_later(stop, start + limit_s)

    def note(lo: int, hi: int, nodes: int) -> None:
        if (lo, hi) == (row["lo"], row["hi"]) and not stop.is_set():
            return
        spent = round(before["time_s"] + time.process_time() - start, 2)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        row.update(lo=lo, hi=hi, time_s=spent, nodes=before["nodes"] + nodes, table_mb=table_mb, memory_mb=memory)
        with path.open("a") as out:
            out.write(json.dumps(row) + "\n")
            out.flush()
            os.fsync(out.fileno())

    known = (row["lo"], row["hi"])
    Solver(table_mb).solve(*deal(seed), every=False, line=False, progress=note, known=known, stop=stop)
    stop.set()
    return row


def print_table(rows: dict[int, dict[str, Any]]) -> None:
    print("| seed | value | CPU s | million nodes | peak MiB |\n|---|---|---|---|---|")
    for seed, row in sorted(rows.items()):
        value = row["lo"] if row["lo"] == row["hi"] else f"{row['lo']}..{row['hi']}"
        print(f"| {seed} | {value} | {row['time_s']:.1f} | {row['nodes'] / 1e6:.1f} | {row['memory_mb']} |")
    times = [row["time_s"] for row in rows.values() if row["lo"] == row["hi"]]
    if times:
        print(f"\n{len(times)} of {len(rows)} solved; CPU s: median {median(times):.1f}, mean {mean(times):.1f}, ", end="")
        print(f"most {max(times):.1f}; at a clock of {clock_ms():.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs=2, default=[1, 30], metavar=("FIRST", "LAST"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--table-mb", type=float, default=64)
    parser.add_argument("--limit-s", type=float, help="CPU seconds for a deal in this run; default: until it is solved")
    parser.add_argument("--table", action="store_true", help="print the results and do nothing")
    args = parser.parse_args()
    rows = rows_of(args.out)
    if args.table:
        print_table(rows)
        return
    for seed in range(args.seeds[0], args.seeds[1] + 1):
        row = rows.get(seed, {"seed": seed, "lo": 0, "hi": 26, "time_s": 0.0, "nodes": 0})
        if row["lo"] < row["hi"]:
            row = solve(seed, row, args.out, args.table_mb, args.limit_s)
            print(f"seed {seed}: {row['lo']}..{row['hi']}, {row['time_s']} s, {row['nodes']} nodes", flush=True)


if __name__ == "__main__":
    main()
