"""Matches between two players of Cardmate, with the score of the first and its 95 % interval.

A player is a level, 1 to 7, or a reference player; those never change, since an old figure is comparable only
if its opponent is the same. Seats alternate. Each deal is played from both seats; the 101st game is the first
deal again, with other seeds.

make strength STRENGTH="1 greedy --games 200"
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import partial
from math import sqrt
from random import Random

from engine import GAMES, Game
from engine.analysis import Limits
from engine.analysis.cardmate import ANALYST
from engine.analysis.cardmate.board import Board, board_of
from engine.analysis.cardmate.evaluation import CARD_VALUES
from engine.analysis.cardmate.searches import choose
from engine.analysis.cardmate.tables import END_MASK, RANK
from engine.cardmate.board import State

Player = Callable[[Game[State], State, int], str]  # game, state and seed; returns the move

WIN = 1_000_000  # hundredths of a pawn, above any material


def greedy(game: Game[State], state: State, seed: int) -> str:
    """Return a random permitted capture, otherwise a random permitted move."""
    board = board_of(game, state)
    moves = board.legal()
    captures = [move for move in moves if board.squares[move & END_MASK]]
    return board.text(Random(seed).choice(captures or moves))


def careless(game: Game[State], state: State, seed: int) -> str:
    """Return the move of `greedy`, but one in ten at random whatever could be taken."""
    chance = Random(seed)
    if chance.random() >= 0.1:
        return greedy(game, state, seed)
    board = board_of(game, state)
    return board.text(chance.choice(board.legal()))


def one_reply(game: Game[State], state: State, seed: int) -> str:
    """Return the move with the best material after the opponent's best reply; ties are broken at random."""
    board = board_of(game, state)
    scores = {move: _after_reply(board, move) for move in board.legal()}
    best = max(scores.values())
    return board.text(Random(seed).choice([move for move, score in scores.items() if score == best]))


def _after_reply(board: Board, move: int) -> int:
    """Return the material of the seat to move after its move and the reply that leaves it the least."""
    seat = board.turn
    board.make(move)
    if board.won:
        score = WIN
    else:
        replies = [_after(board, reply, seat) for reply in board.legal()]
        score = min(replies, default=_material(board, seat))
    board.take_back()
    return score


def _after(board: Board, move: int, seat: int) -> int:
    board.make(move)
    score = -WIN if board.won else _material(board, seat)
    board.take_back()
    return score


def _material(board: Board, seat: int) -> int:
    """Return the worth of the seat's cards less that of the opponent's."""
    own, other = (sum(CARD_VALUES[RANK[card]] for card in cards.values()) for cards in board.cards)
    return own - other if seat == 0 else other - own


def _level(game: Game[State], state: State, seed: int, *, level: int) -> str:
    return choose(game, state, level, seed, Limits())


LEVELS: dict[str, Player] = {
    str(level): partial(_level, level=level) for level in range(1, ANALYST.levels + 1)
}
PLAYERS: dict[str, Player] = LEVELS | {"greedy": greedy, "careless": careless, "one_reply": one_reply}

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
