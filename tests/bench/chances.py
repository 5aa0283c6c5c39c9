"""How a value in points becomes chances: games of two equal levels of Cardmate, with the value of every tenth
position and the result of its game, and the scale of the logistic curve that fits them best.

The client turns points into chances with this scale: `static/table/values.js`. Wins that the search found,
proved or not, are left out.

make chances CHANCES="--games 200"
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import exp

from engine import GAMES
from engine.analysis import Limits
from engine.analysis.cardmate.searches import MAX_POINTS, choose, evaluate

GAME = GAMES["cardmate_shuffled"]
EVERY = 10  # plies between two positions with a value
BIN = 200  # points, of a row of the table
MAX_PLIES = 10_000  # of one game: keeps the seeds of games apart
SCALES = range(100, 2_000, 10)  # tried

Sample = tuple[int, float]  # points of seat 0, and its result: 1, 0.5 or 0


def samples_of(number: int, level: int) -> list[Sample]:
    """Play game `number` between two players of a level; return its samples."""
    state, plies, points = GAME.start(number), 0, list[int]()
    while not (ended := GAME.outcome(state)):
        if plies % EVERY == 0:
            value = evaluate(GAME, state, Limits()).value
            if value.points is not None and abs(value.points) < MAX_POINTS:
                points.append(value.points)
        state = GAME.apply(state, choose(GAME, state, level, number * MAX_PLIES + plies, Limits()))
        plies += 1
    score = 0.5 if ended.winner is None else float(ended.winner == 0)
    return [(one, score) for one in points]


def chances(points: int, scale: int) -> float:
    return 1 / (1 + exp(-points / scale))


def squared_error(samples: list[Sample], scale: int) -> float:
    """Return the sum of squared differences between chances and results (a Brier score)."""
    return sum((chances(points, scale) - score) ** 2 for points, score in samples)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="make chances", description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--level", type=int, default=6)
    given = parser.parse_args(arguments)
    samples = [one for number in range(given.games) for one in samples_of(number, given.level)]
    scale = min(SCALES, key=lambda one: squared_error(samples, one))
    print(f"level {given.level}, {given.games} games, {len(samples)} positions: scale {scale} points")
    rows = defaultdict[int, list[float]](list)
    for points, score in samples:
        rows[abs(points) // BIN * BIN].append(score if points >= 0 else 1 - score)
    print("| points | positions | score | chances |\n|---|---|---|---|")
    for low, scores in sorted(rows.items()):
        told = chances(low + BIN // 2, scale)
        print(f"| {low} to {low + BIN - 1} | {len(scores)} | {sum(scores) / len(scores):.0%} | {told:.0%} |")


if __name__ == "__main__":
    main()
