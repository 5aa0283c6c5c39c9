"""Benchmark of the hints of Cardinal's Guards: deals played by hints alone.

`python -m engine.analysis.cardinals_guards [DEALS]`: numbered deals from 0 on, default 20.
"""

from __future__ import annotations

import sys
from statistics import mean, median

from engine.analysis import Limits
from engine.analysis.cardinals_guards.beam import search
from engine.analysis.cardinals_guards.searches import HINT_NODES, hint
from engine.analysis.shares import told_share
from engine.cardinals_guards import GAMES
from engine.cardinals_guards.position import PERFECT_SCORE

GAME = GAMES[0]


def play(deal: int) -> tuple[int, int]:
    """Play a deal by hints alone, and return its points and the number of hints."""
    states, line = [GAME.start(deal)], tuple[str, ...]()
    while GAME.outcome(states[-1]) is None:
        given = hint(GAME, states[-1], 1, line, Limits(barred=tuple(states[:-1])))
        if given.move is None:
            break
        states.append(GAME.play(states[-1], given.move))
        line = given.line[1:]
    return GAME.score(states[-1])[0], len(states) - 1


def main(arguments: list[str]) -> None:
    deals = range(int(arguments[0]) if arguments else 20)
    points, hints = zip(*map(play, deals), strict=True)
    print(f"{PERFECT_SCORE} points: {told_share(points.count(PERFECT_SCORE), len(deals))}")
    print(f"points: {mean(points):.1f} on average, {min(points)} at least")
    print(f"hints: {min(hints)} to {max(hints)}")
    made = [search(GAME.start(deal), HINT_NODES, Limits()).nodes for deal in deals]
    print(f"positions for the line of a deal: median {median(made):,.0f}, {max(made):,} at most")


if __name__ == "__main__":
    main(sys.argv[1:])
