"""Positions of Cardmate for the tests of its bot: random games, and random boards with few cards."""

from __future__ import annotations

from collections.abc import Iterator

from engine import Game
from engine.cardmate.board import State
from engine.rng import Rng
from tests.engine.cardmate.boards import text

SQUARES = [f"{file}{rank}" for file in "abcdefghij" for rank in range(10)]
OTHERS = [rank + suit for rank in "123456789XJQ" for suit in "CDHS"]


def random_play(game: Game[State], state: State, seed: int, plies: int) -> Iterator[tuple[State, str]]:
    """Yield the states of a random game from here on, each with its next move; the last one with ""."""
    rng = Rng(seed)
    for _ in range(plies):
        moves = game.legal(state)
        if game.outcome(state) or not moves:
            break
        pick, rng = rng.below(len(moves))
        yield state, moves[pick]
        state = game.apply(state, moves[pick])
    yield state, ""


def few_cards(game: Game[State], seed: int, cards: int, idle: int = 0) -> State:
    """Return a position with four Kings and some other cards at random, in which the game is not over."""
    rng = Rng(seed)
    for _ in range(1000):
        squares, rng = rng.shuffled(SQUARES)
        others, rng = rng.shuffled(OTHERS)
        names = ["+KC", "+KH", "-KS", "-KD"]
        for other in others[:cards]:
            side, rng = rng.below(2)
            names.append("+-"[side] + other)
        side, rng = rng.below(2)
        after = "FR"[side] + (f" {idle}" if idle else "")
        state = game.position(text(dict(zip(squares, names, strict=False)), after))
        if not game.outcome(state):
            return state
    raise ValueError(f"each such position is over after {idle} plies without a capture")
