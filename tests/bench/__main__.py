"""Measures the parts in turn, or those that `--only` names, and prints a table of ratios and their limits.

python -m tests.bench --only idle --only spectators
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator

from tests.bench import loading, measures, rows
from tests.bench.measures import Size
from tests.bench.rows import Row

PARTS: dict[str, Callable[[Size, int], Iterator[Row]]] = {
    "moves": rows.of_moves,
    "games": rows.of_games,
    "spectators": rows.of_spectators,
    "lobby": rows.of_lobby,
    "idle": rows.of_idle,
    "start": rows.of_start,
    "opening": rows.of_opening,
    "growth": rows.of_growth,
    "leaderboard": rows.of_leaderboard,
}
OTHERS = ("loading", "engines")  # print tables of their own


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--only", action="append", choices=[*PARTS, *OTHERS])
    options = parser.parse_args()
    wanted = options.only or [*PARTS, *OTHERS]
    size = Size(seconds=options.seconds)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print("| measurement | value | limit |\n|---|---|---|")
    for name, part in PARTS.items():
        if name in wanted:
            for row in part(size, options.rounds):
                print(f"| {' | '.join(row)} |", flush=True)
    if "loading" in wanted:
        loading.main()
    if "engines" in wanted:
        print("\n| game | legal, us | then, us |\n|---|---|---|")
        for name, (legal, then) in measures.engines(0.5).items():
            print(f"| {name} | {legal:.0f} | {then:.0f} |")


if __name__ == "__main__":
    main()
