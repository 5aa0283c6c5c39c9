"""Matches between bot levels of Three Musketeers, for docs/truth.md.

`python -m engine.analysis.three_musketeers [GAMES [FOLDER]]`: the highest level against random moves, with
seeds 0 to GAMES - 1 (default 100), as musketeers in even games and as the Cardinal in odd ones. FOLDER has
the tables of `python -m app tables` (`data/tables`); without it the bot plays without tables.

With tables every move of the level is judged: it loses value if another move wins instead, wins sooner or
loses later. Then the Cardinal of each level plays LEVEL_GAMES games against perfect musketeers.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from engine.analysis import Limits
from engine.analysis.shares import told_share
from engine.analysis.three_musketeers.searches import RANDOM_PERCENT, choose, evaluate
from engine.game import Seat
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, START, State

GAMES, LEVEL_GAMES = 100, 40
BEST, WORST = len(RANDOM_PERCENT), 1  # levels


class Played(NamedTuple):
    """Result of a game. `moves`: number of judged moves; `lost_values`: those that lost value."""

    winner: Seat | None
    moves: int
    lost_values: int


def play(levels: tuple[int, int], seed: int, limits: Limits, judged: Seat | None = None) -> Played:
    """Play a game between two levels (musketeers, Cardinal), and judge the moves of a seat."""
    state, moves, lost_values = START, 0, 0
    while (end := GAME.outcome(state)) is None:
        move = choose(GAME, state, levels[state.turn], seed, limits)
        if state.turn == judged:
            moves += 1
            lost_values += loses_value(state, move, limits)
        state = GAME.apply(state, move)
    return Played(end.winner, moves, lost_values)


def loses_value(state: State, move: str, limits: Limits) -> bool:
    """Return whether another move wins, wins sooner or loses later. ValueError: the tables are not built."""
    found = evaluate(GAME, state, limits)
    if found.value.plies is None:
        raise ValueError(f"{limits.data} has no tables: build them with `python -m app tables`")
    return found.moves[move] != found.value


def best_level(count: int, limits: Limits) -> list[str]:
    """Return the results of the highest level against random moves, in sentences."""
    seats = [CARDINAL if seed % 2 else MUSKETEERS for seed in range(count)]
    games = [
        play(
            (BEST, WORST) if seat == MUSKETEERS else (WORST, BEST),
            seed,
            limits,
            judged=None if limits.data is None else seat,
        )
        for seed, seat in enumerate(seats)
    ]
    lines = []
    for seat, name in enumerate(GAME.seats):
        won = [played.winner == seat for played, own in zip(games, seats, strict=True) if own == seat]
        lines.append(f"level {BEST} as {name}: won {told_share(sum(won), len(won))} against random moves")
    if limits.data is not None:
        moves, lost = sum(played.moves for played in games), sum(played.lost_values for played in games)
        lines.append(f"moves of level {BEST} that gave up value: {lost} of {moves:,}")
    return lines


def cardinals_of_each_level(limits: Limits) -> str:
    """Return how many games the Cardinal of each level wins against perfect musketeers."""
    won = [
        sum(play((BEST, level), seed, limits).winner == CARDINAL for seed in range(LEVEL_GAMES))
        for level in range(WORST, BEST + 1)
    ]
    return (
        f"games of {LEVEL_GAMES} won by the Cardinal of levels {WORST} to {BEST}: {' '.join(map(str, won))}"
    )


def main(arguments: list[str]) -> None:
    count = int(arguments[0]) if arguments else GAMES
    limits = Limits(data=Path(arguments[1])) if len(arguments) > 1 else Limits()
    print("\n".join(best_level(count, limits)))
    if limits.data is not None:
        print(cardinals_of_each_level(limits))


if __name__ == "__main__":
    main(sys.argv[1:])
