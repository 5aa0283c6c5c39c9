"""`make strength`: matches between neighbouring levels of a machine: does each beat the one below?

Each pair plays 50 dealt openings with colours changed, several times with other seeds. Results are appended
to a file as games end, one JSON object a line, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from engine import GAMES
from engine.analysis import Limits, analyst_of

DEALS = 50
Z = 1.96  # of the normal distribution: 95 % lie between -Z and Z


@dataclass(frozen=True)
class Task:
    """Game `number` (from 0) of level `upper` against the level below it."""

    game: str
    upper: int
    number: int

    @property
    def deal(self) -> int:
        return self.number // 2 % DEALS

    @property
    def seat(self) -> int:
        """The seat of the upper level."""
        return self.number % 2


@dataclass(frozen=True)
class Result:
    """`score`: of the upper level, 1, 0.5 or 0; `seconds`: of CPU."""

    game: str
    upper: int
    number: int
    score: float
    reason: str
    plies: int
    seconds: float


def play(task: Task) -> Result:
    """One game between two levels."""
    game = GAMES[task.game]
    analyst = analyst_of(game)
    assert analyst is not None
    choose = analyst.load().choose
    state, plies, start = game.start(task.deal), 0, time.process_time()
    while not (ended := game.outcome(state)):
        level = task.upper - (game.turn(state) != task.seat)
        seed = (task.upper * 1000 + task.number) * 10_000 + plies
        state = game.apply(state, choose(game, state, level, seed, Limits()))
        plies += 1
    score = 0.5 if ended.winner is None else float(ended.winner == task.seat)
    seconds = round(time.process_time() - start, 2)
    return Result(task.game, task.upper, task.number, score, ended.reason, plies, seconds)


def lower_bound(points: float, games: int) -> float:
    """The lower end of Wilson's 95 % interval of a share; a draw counts as half a win."""
    share = points / games
    middle = share + Z * Z / (2 * games)
    spread = Z * math.sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return (middle - spread) / (1 + Z * Z / games)


def report(results: Iterable[Result]) -> tuple[str, bool]:
    """A table of all pairs, and whether each level is above the one below."""
    pairs: dict[int, list[Result]] = {}
    for result in results:
        pairs.setdefault(result.upper, []).append(result)
    lines = [
        "| levels | games | won | drawn | lost | share | lower 95 % bound | above |",
        "|---|---|---|---|---|---|---|---|",
    ]
    bounds = []
    for upper, played in sorted(pairs.items()):
        points = sum(result.score for result in played)
        counts = [sum(result.score == score for result in played) for score in (1, 0.5, 0)]
        bounds.append(lower_bound(points, len(played)))
        lines.append(
            f"| {upper} over {upper - 1} | {len(played)} | {counts[0]} | {counts[1]} | {counts[2]} "
            f"| {points / len(played):.1%} | {bounds[-1]:.1%} | {'yes' if bounds[-1] > 0.5 else 'no'} |"
        )
    return "\n".join(lines), bool(bounds) and min(bounds) > 0.5


def read(file: Path) -> list[Result]:
    """What was played before; a line that was cut short is left out."""
    results = []
    for line in file.read_text("utf-8").splitlines() if file.exists() else []:
        try:
            results.append(Result(**json.loads(line)))
        except (ValueError, TypeError):
            continue
    return results


def tasks(game: str, levels: Iterable[int], games: int, done: Iterable[Result]) -> Iterator[Task]:
    """The games that are still to be played: of all pairs in turn, so that a short run tells of each."""
    played = {(result.game, result.upper, result.number) for result in done}
    for number in range(games):
        for upper in levels:
            if (game, upper, number) not in played:
                yield Task(game, upper, number)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="strength", description=__doc__)
    parser.add_argument("--game", required=True, help="the rules' id; its deals 0 to 49 are the openings")
    parser.add_argument("--games", type=int, default=200, help="of each pair of levels")
    parser.add_argument("--levels", type=int, nargs="*", help="the upper levels of the pairs; default: all")
    parser.add_argument("--minutes", type=float, default=120, help="after which no game is begun")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--file", type=Path, default=Path("build/strength.jsonl"))
    given = parser.parse_args(arguments)
    analyst = analyst_of(GAMES[given.game])
    if analyst is None or analyst.levels < 2:
        parser.error(f"{given.game} has no two levels")
    given.file.parent.mkdir(parents=True, exist_ok=True)
    done = [result for result in read(given.file) if result.game == given.game]
    waiting = list(tasks(given.game, given.levels or range(2, analyst.levels + 1), given.games, done))
    done += _play_all(waiting, given.processes, 60 * given.minutes, given.file)
    text, above = report(result for result in done if result.number < given.games)
    print(text)
    return 0 if above else 1


def _play_all(waiting: list[Task], processes: int, seconds: float, file: Path) -> list[Result]:
    end, played = time.monotonic() + seconds, []
    with (
        multiprocessing.get_context("spawn").Pool(processes) as pool,
        file.open("a", encoding="utf-8") as log,
    ):
        for result in pool.imap_unordered(play, waiting):
            played.append(result)
            log.write(json.dumps(asdict(result)) + "\n")
            log.flush()
            print(f"{len(played)} of {len(waiting)}", end="\r", file=sys.stderr)
            if time.monotonic() > end:
                break
    return played


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
