"""Games with a board, lines of moves for them, and running games. No game is named: a new one is tested
because it is in `engine.GAMES`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES, OPENING, Game, Rng
from tests.browser.visitor import Visit, Visitor

BOARDS = Path(__file__).parents[2] / "static" / "games"
MAX_LINE_MOVES = 40  # a longer game ends by resignation
TRIES = 40
DEAL = 0  # of every dealt game

ALL: tuple[Game[Any], ...] = tuple(
    game for game in GAMES.values() if (BOARDS / game.family / "board.js").exists()
)
FOR_TWO = tuple(game for game in ALL if len(game.seats) == 2)
FIRST = tuple({game.family: game for game in reversed(ALL)}.values())  # the first of each family
FAMILIES = tuple(game for game in FIRST if len(game.seats) == 2)

each_for_two = pytest.mark.parametrize("game", FAMILIES, ids=lambda game: game.id)


@cache
def line(game: Game[Any], most: int = MAX_LINE_MOVES) -> tuple[str, ...]:
    """Return the shortest of some random games, or the first `most` moves if all are longer. Moves that
    only an opening covers are left out."""
    lines = (_random(game, seed, most) for seed in range(TRIES))
    return min(lines, key=len)


def _random(game: Game[Any], seed: int, most: int) -> tuple[str, ...]:
    chance, state = Rng(seed), game.start(DEAL)
    moves: list[str] = []
    while len(moves) < most and game.outcome(state) is None:
        legal = [move for move in game.legal(state) if not move.endswith(OPENING)]
        place, chance = chance.below(len(legal))
        moves.append(legal[place])
        state = game.apply(state, legal[place])
    return tuple(moves)


TWO = min(FAMILIES, key=lambda game: len(line(game)))  # the shortest, for what all games share


def dealt(game: Game[Any]) -> dict[str, Any]:
    """What `POST /api/games` needs to begin as `line` does."""
    return {"deal": DEAL} if game.dealt else {}


async def play_line(made: str, game: Game[Any], moves: int, *players: Visitor) -> None:
    """Play the first moves of a game's line, each by the player of its seat."""
    state = game.start(DEAL)
    for ply, move in enumerate(line(game)[:moves]):
        await players[game.turn(state)].play(made, move, ply)
        state = game.apply(state, move)


async def both_sides(visit: Visit, game: Game[Any] = TWO, moves: int = 0, **options: Any) -> Visitor:
    """Return a visitor in a game with both seats, after some moves of the game's line."""
    visitor = await visit(None, **options)
    made = await visitor.make(game.id, seat="both", **dealt(game))
    await play_line(made, game, moves, visitor, visitor)
    await visitor.sit(made)
    return visitor


async def pair(
    visit: Visit, game: Game[Any] = TWO, moves: int = 0, **body: Any
) -> tuple[str, Visitor, Visitor]:
    """Return a running game of two visitors who have not opened its page yet; the first has seat 0."""
    first, second = await visit(None), await visit(None)
    made = await first.make(game.id, seat=0, **dealt(game), **body)
    await second.join(made)
    await play_line(made, game, moves, first, second)
    return made, first, second


async def seated(
    visit: Visit, game: Game[Any] = TWO, moves: int = 0, **body: Any
) -> tuple[str, Visitor, Visitor]:
    """Return such a game with both visitors at its table."""
    made, first, second = await pair(visit, game, moves, **body)
    for person in (first, second):
        await person.sit(made)
    return made, first, second
