"""Reference players of Cardmate and its levels, the players of `make strength`.

The reference players never change: an old figure is comparable only if its opponent is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engine.analysis import Limits
from engine.analysis.cardmate import ANALYST
from engine.analysis.cardmate.board import Board, board_of
from engine.analysis.cardmate.evaluation import CARD_VALUES
from engine.analysis.cardmate.searches import choose
from engine.analysis.cardmate.tables import END_MASK, RANK
from engine.cardmate.board import State
from engine.game import Game

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
PLAYERS: dict[str, Player] = LEVELS | {
    "greedy": greedy,
    "careless": careless,
    "one_reply": one_reply,
}
