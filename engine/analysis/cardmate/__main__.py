"""Maintenance commands: python -m engine.analysis.cardmate
bench | judgements FIRST LAST | values FILE | puzzles

`bench` prints the nodes per second and the move times of the top level. `judgements` compares judgements of a
beginner's moves with a deeper search, in games FIRST to LAST, ten seconds of one core each. `values` writes
the engine's evaluation of each position of published games into their file, about a second per position.
`puzzles` rebuilds the shipped puzzles in 12 minutes of one core and prints their number.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.analysis import Limits, Value
from engine.analysis.cardmate.board import board_of
from engine.analysis.cardmate.levels import LEVELS
from engine.analysis.cardmate.makers.judged_games import judged, moves, told
from engine.analysis.cardmate.makers.puzzles import puzzle_lines
from engine.analysis.cardmate.search import Search, deepen
from engine.analysis.cardmate.searches import PUZZLES, choose, evaluate
from engine.analysis.puzzle_file import read_puzzles
from engine.cardmate import GAMES
from engine.cardmate.board import State
from engine.game import Game

PUBLISHED = GAMES[0]  # game of the published records
VALUE_LIMITS = Limits(nodes=100_000)
Json = dict[str, Any]


def positions(game: Game[State], deals: int = 3, plies: int = 40, every: int = 10) -> Iterator[State]:
    """Yield every `every`th position of self-play games of level 4, from the start."""
    for deal in range(deals):
        state = game.start(deal)
        for ply in range(plies + 1):
            if game.outcome(state):
                break
            if ply % every == 0:
                yield state
            state = game.apply(state, choose(game, state, 4, ply, Limits()))


def bench() -> None:
    """Print nodes per second, depths and move times of the top level, in CPU time of one core."""
    game = next(game for game in GAMES if game.options["setup"] == "shuffled")
    nodes, times, depths = 0, list[float](), list[int]()
    for state in positions(game):
        start = time.process_time()
        search = Search(board_of(game, state), Limits(), LEVELS[-1].nodes)
        depths.append(deepen(search).depth)
        times.append(time.process_time() - start)
        nodes += search.nodes
    print(f"{nodes / sum(times):,.0f} nodes a second")
    print(f"{sum(times) / len(times):.2f} s a move of the top level, {max(times):.2f} s at the most")
    print(f"depths {min(depths)} to {max(depths)}, {len(times)} positions")


def write_values(file: Path) -> None:
    """Write `values` into each game of the file: the evaluation after each ply, from 0."""
    games: list[Json] = json.loads(file.read_text("utf-8"))
    for published in games:
        published["values"] = list(values_of(published["moves"]))
    file.write_text(json.dumps(games, ensure_ascii=False, indent=2) + "\n", "utf-8")


def values_of(moves: list[str]) -> Iterator[Json]:
    """Yield, by ply, `value` as in docs/wire.md and the `best` moves with their notation."""
    state = PUBLISHED.start(0)
    for move in moves:
        yield value_of(state)
        state = PUBLISHED.apply(state, PUBLISHED.read(state, move))
    if ended := PUBLISHED.outcome(state):
        yield {"value": as_json(Value(exact=True, winner=ended.winner, plies=0)), "best": []}
    else:
        yield value_of(state)


def value_of(state: State) -> Json:
    """Return the evaluation of one position of a published game."""
    found = evaluate(PUBLISHED, state, VALUE_LIMITS)
    best = [[move, PUBLISHED.tell(state, move, None)] for move in found.best]
    return {"value": as_json(found.value), "best": best}


def as_json(value: Value) -> Json:
    """Return the fields of a value that are not None."""
    fields = {"exact": value.exact, "winner": value.winner, "plies": value.plies}
    fields |= {"points": value.points, "depth": value.depth}
    return {name: field for name, field in fields.items() if field is not None}


def write_puzzles() -> None:
    """Write the puzzles; print the counts by plies and by grade and the SHA-256 of the file."""
    began = time.process_time()
    lines = puzzle_lines(lambda share, text: print(f"{share:4.0%} {text}", file=sys.stderr, flush=True))
    PUZZLES.write_text("".join(lines), "utf-8")
    puzzles = read_puzzles(PUZZLES)
    print(f"{len(puzzles)} puzzles in {time.process_time() - began:.0f} s")
    print(
        "plies",
        *(f"{plies}: {count}" for plies, count in sorted(Counter(len(p.line) for p in puzzles).items())),
    )
    print(
        "grades", *(f"{grade}: {count}" for grade, count in sorted(Counter(p.grade for p in puzzles).items()))
    )
    print(hashlib.sha256(PUZZLES.read_bytes()).hexdigest())


def main(arguments: list[str]) -> int:
    match arguments:
        case ["bench"]:
            bench()
        case ["judgements", first, last]:
            games = range(int(first), int(last) + 1)
            print("\n".join(told([judged(*move) for move in moves(games)])))
        case ["values", file]:
            write_values(Path(file))
        case ["puzzles"]:
            write_puzzles()
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
