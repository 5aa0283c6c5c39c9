"""Measurements of all parts, or of those named by `--only`, as a table of values and limits.

python -m tests.bench --only moves --only spectators
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Iterator

from tests.bench import rows
from tests.bench.measures import Size
from tests.bench.rows import Row

PARTS: dict[str, Callable[[Size, int], Iterator[Row]]] = {
    "moves": rows.of_moves,
    "games": rows.of_games,
    "spectators": rows.of_spectators,
    "lobby": rows.of_lobby,
    "growth": rows.of_growth,
    "strangers": rows.of_strangers,
    "leaderboard": rows.of_leaderboard,
    "fairness": rows.of_fairness,
    "loading": rows.of_loading,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.5)
    parser.add_argument("--only", action="append", choices=[*PARTS])
    options = parser.parse_args()
    size = Size(seconds=options.seconds)
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print("| measurement | value | limit |\n|---|---|---|")
    for name in options.only or PARTS:
        for row in PARTS[name](size, options.rounds):
            print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
