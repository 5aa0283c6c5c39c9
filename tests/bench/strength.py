"""Matches between two players of Cardmate, with the score of the first and its 95 % interval.

A player is a level, 1 to 7, or a reference player. Seats alternate. Each deal is played from both seats; the
101st game is the first deal again, with other seeds.

make strength STRENGTH="1 greedy --games 200"
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from math import sqrt

from engine import GAMES, Game
from engine.cardmate.board import State
from tests.bench.players import PLAYERS, Player

DEALS = 50
Z = 1.96  # of the normal distribution: 95 % lie between -Z and Z
MAX_PLIES = 10_000  # of one game: keeps the seeds of games apart


def play(game: Game[State], first: Player, second: Player, number: int) -> float:
    """Return the first player's score, 1, 0.5 or 0, in game `number` (from 0) of the match."""
    seat, plies = number % 2, 0
    state = game.start(number // 2 % DEALS)
    while not (ended := game.outcome(state)):
        player = first if game.turn(state) == seat else second
        state = game.apply(state, player(game, state, number * MAX_PLIES + plies))
        plies += 1
    return 0.5 if ended.winner is None else float(ended.winner == seat)


def interval(points: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share; a draw counts as half a win."""
    share = points / games
    middle = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    return (middle - spread) / (1 + Z * Z / games), (middle + spread) / (1 + Z * Z / games)


def report(names: str, scores: Iterable[float]) -> str:
    """Return the row of a match: games, won, drawn, lost, the score and its interval."""
    played = list(scores)
    points = sum(played)
    low, high = interval(points, len(played))
    counts = " | ".join(str(played.count(score)) for score in (1, 0.5, 0))
    return f"| {names} | {len(played)} | {counts} | {points / len(played):.1%} | {low:.1%} to {high:.1%} |"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="make strength", description=__doc__)
    parser.add_argument("first", choices=PLAYERS)
    parser.add_argument("second", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--game", default="cardmate_shuffled", help="the rules' id")
    given = parser.parse_args(arguments)
    first, second = PLAYERS[given.first], PLAYERS[given.second]
    scores = (play(GAMES[given.game], first, second, number) for number in range(given.games))
    print("| match | games | won | drawn | lost | score | 95 % interval |\n|---|---|---|---|---|---|---|")
    print(report(f"{given.first} against {given.second}", scores))


if __name__ == "__main__":
    main()
