"""Resumable survey of numbered deals of Beleaguered Castle and its variants.

`python -m engine.analysis.beleaguered_castle FOLDER [DEALS] [NODES]`: deals 0 to DEALS - 1 (default 1,000) of
each of the six games, up to NODES tables each (default 500,000). FOLDER has a file per game with a line per
deal: deal, verdict, tables met, moves of the line, CPU seconds. A second call continues after the last
complete line. The games take turns deal by deal, so that an interrupted survey has equally many deals of
each. Every winning line is replayed by the rules.

Prints a table of shares, one of nodes and times, and the SHA-256 of deals, verdicts and nodes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import NamedTuple

from engine.analysis import Limits, Verdict
from engine.analysis.beleaguered_castle.searches import DEFAULT_NODES, search
from engine.analysis.shares import told_share
from engine.beleaguered_castle import GAMES
from engine.beleaguered_castle.position import State
from engine.game import Game

DEFAULT_DEALS = 1000
VERDICTS: tuple[Verdict, ...] = ("winnable", "lost", "unknown")


class Row(NamedTuple):
    """Result of a deal. `nodes`: tables met; `moves`: length of the winning line, or 0."""

    deal: int
    verdict: Verdict
    nodes: int
    moves: int
    seconds: float

    def text(self) -> str:
        return f"{self.deal} {self.verdict} {self.nodes} {self.moves} {self.seconds:.3f}\n"


def parse(line: str) -> Row:
    """Parse a line written by `Row.text`."""
    deal, verdict, nodes, moves, seconds = line.split()
    found: Verdict = "winnable" if verdict == "winnable" else "lost" if verdict == "lost" else "unknown"
    return Row(int(deal), found, int(nodes), int(moves), float(seconds))


def examine(game: Game[State], deal: int, nodes: int) -> Row:
    """Search a deal. AssertionError: its line does not win by the rules."""
    started = process_time()
    found = search(game, game.start(deal), nodes, Limits())
    moves = len(found.line) if found.verdict == "winnable" else 0
    return Row(deal, found.verdict, found.nodes, moves, process_time() - started)


def survey(folder: Path, deals: int, nodes: int) -> dict[Game[State], list[Row]]:
    """Search the deals that are missing in the files of the folder, and return the rows of all."""
    files = {game: folder / f"{game.id}.{game.version}.{nodes}.txt" for game in GAMES}
    rows = {game: read(file) for game, file in files.items()}
    for deal in range(deals):
        for game in GAMES:
            if deal >= len(rows[game]):
                row = examine(game, deal, nodes)
                rows[game].append(row)
                with files[game].open("a") as opened:
                    opened.write(row.text())
    return {game: found[:deals] for game, found in rows.items()}


def read(file: Path) -> list[Row]:
    """Read the rows of a file, and remove an incomplete last line."""
    if not file.exists():
        return []
    whole, newline, _ = file.read_text().rpartition("\n")
    file.write_text(whole + newline)
    return [parse(line) for line in whole.splitlines()]


def report(rows: dict[Game[State], list[Row]]) -> Iterable[str]:
    """Yield the tables as Markdown."""
    yield "| game | deals | winnable | lost | unknown |"
    yield "|---|---|---|---|---|"
    for game, found in rows.items():
        verdicts = [row.verdict for row in found]
        shares = [told_share(verdicts.count(verdict), len(found)) for verdict in VERDICTS]
        yield f"| `{game.id}` | 0-{len(found) - 1} | {' | '.join(shares)} |"
    yield ""
    yield "| game | nodes of winnable deals: quartiles | seconds: median, 95 of 100, longest | SHA-256 |"
    yield "|---|---|---|---|"
    for game, found in rows.items():
        winnable = [row.nodes for row in found if row.verdict == "winnable"]
        nodes = [percentile(winnable, n) for n in (25, 50, 75)]
        times = [percentile([row.seconds for row in found], n) for n in (50, 95, 100)]
        yield " | ".join(
            (
                f"| `{game.id}`",
                ", ".join(f"{count:,.0f}" for count in nodes),
                ", ".join(f"{time:.2f}" for time in times),
                f"`{digest(found)}` |",
            )
        )


def percentile(numbers: Sequence[float], percent: int) -> float:
    """Return the nearest-rank percentile, or 0 if there are no numbers."""
    place = -(-len(numbers) * percent // 100) - 1
    return sorted(numbers)[max(0, place)] if numbers else 0


def digest(rows: list[Row]) -> str:
    """Return the SHA-256 of the lines `deal verdict nodes`."""
    lines = [f"{row.deal} {row.verdict} {row.nodes}\n" for row in rows]
    return sha256("".join(lines).encode()).hexdigest()


def main(arguments: list[str]) -> None:
    folder, deals, nodes = [*arguments, *("", str(DEFAULT_DEALS), str(DEFAULT_NODES))[len(arguments) :]]
    Path(folder).mkdir(parents=True, exist_ok=True)
    print("\n".join(report(survey(Path(folder), int(deals), int(nodes)))))


if __name__ == "__main__":
    main(sys.argv[1:])
