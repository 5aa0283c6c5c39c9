"""Games of the highest level of Three Musketeers against random moves, for docs/truth.md.

`python -m engine.analysis.three_musketeers [GAMES [FOLDER]]`: games with seeds 0 to GAMES - 1 (100 unless
told), the level as musketeers in even ones and as the Cardinal in odd ones. FOLDER has the tables of
`python -m app tables` (`data/tables`); without it the machine plays as it does without tables.

With tables every move of the level is judged: a move that gives up a won position loses its value, and so
does one that wins later, or loses sooner, than it could.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from engine.analysis import Limits
from engine.analysis.shares import told_share
from engine.analysis.three_musketeers.searches import RANDOM, choose, evaluate
from engine.game import Seat
from engine.three_musketeers.rules import CARDINAL, GAME, MUSKETEERS, START, State

GAMES = 100
BEST, WORST = len(RANDOM), 1  # levels


class Played(NamedTuple):
    """`moves`: of the best level; `lost_values`: those of them that gave up value, 0 without tables."""

    winner: Seat | None
    moves: int
    lost_values: int


def play(seed: int, limits: Limits) -> Played:
    """Play the best level against the random one."""
    best, state, moves, lost_values = seat_of(seed), START, 0, 0
    while (end := GAME.outcome(state)) is None:
        level = BEST if state.turn == best else WORST
        move = choose(GAME, state, level, seed, limits)
        if state.turn == best:
            moves += 1
            lost_values += limits.data is not None and loses_value(state, move, limits)
        state = GAME.apply(state, move)
    return Played(end.winner, moves, lost_values)


def seat_of(seed: int) -> Seat:
    """The seat of the best level."""
    return CARDINAL if seed % 2 else MUSKETEERS


def loses_value(state: State, move: str, limits: Limits) -> bool:
    """Whether another move wins, or wins sooner or loses later. ValueError: the tables are not built."""
    found = evaluate(GAME, state, limits)
    if found.value.plies is None:
        raise ValueError(f"{limits.data} has no tables: build them with `python -m app tables`")
    return found.moves[move] != found.value


def main(arguments: list[str]) -> None:
    count = int(arguments[0]) if arguments else GAMES
    limits = Limits(data=Path(arguments[1])) if len(arguments) > 1 else Limits()
    games = {seed: play(seed, limits) for seed in range(count)}
    for seat, name in enumerate(GAME.seats):
        own = [played for seed, played in games.items() if seat_of(seed) == seat]
        won = sum(played.winner == seat for played in own)
        print(f"level {BEST} as {name}: won {told_share(won, len(own))} against random moves")
    if limits.data is not None:
        moves = sum(played.moves for played in games.values())
        lost = sum(played.lost_values for played in games.values())
        print(f"moves that gave up value: {lost} of {moves:,}")


if __name__ == "__main__":
    main(sys.argv[1:])
