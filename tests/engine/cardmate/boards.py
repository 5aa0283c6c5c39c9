"""Boards of Cardmate for tests: a few cards on their squares, and moves on them."""

from __future__ import annotations

from engine import GAMES, PAST, Game
from engine.cardmate.board import State

GAME: Game[State] = GAMES["cardmate"]
FIRST: Game[State] = PAST["cardmate", 1]
EVERY = tuple(game for game in GAMES.values() if game.family == GAME.family)
PALACES = tuple(game for game in EVERY if not game.dealt)
KINGS = {"a0": "+KC", "b0": "+KH", "i9": "-KS", "j9": "-KD"}  # out of the way


def text(cards: dict[str, str], after: str = "F") -> str:
    """Return the position text of some cards on their squares."""
    ranks = []
    for rank in range(9, -1, -1):
        tokens: list[str] = []
        for file in "abcdefghij":
            card = cards.get(f"{file}{rank}")
            if card or not (tokens and tokens[-1].isdecimal()):
                tokens.append(card or "1")
            else:
                tokens[-1] = str(int(tokens[-1]) + 1)
        ranks.append(".".join(tokens))
    return "/".join(ranks) + " " + after


def board(cards: dict[str, str], after: str = "F") -> State:
    return GAME.position(text(KINGS | cards, after))


def targets(state: State, square: str) -> set[str]:
    """Return the squares that the card on that square may go to."""
    return {move.split(" ")[1] for move in GAME.legal(state) if move.split(" ")[0] == square}


def played(state: State, *moves: str, game: Game[State] = GAME) -> State:
    for move in moves:
        assert game.outcome(state) is None
        assert move in game.legal(state)
        state = game.apply(state, move)
    return state
