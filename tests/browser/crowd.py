"""Players on leaderboards: results made over HTTP with a browser's cookie."""

from __future__ import annotations

import sqlite3
from typing import Any

from engine import GAMES, OPENING, Game
from tests.browser.games import ALL
from tests.browser.visitor import Visitor
from tests.serving import Server

SOLITAIRES: tuple[Game[Any], ...] = tuple(game for game in ALL if len(game.seats) == 1)
DAILY: tuple[Game[Any], ...] = tuple(game for game in SOLITAIRES if game.daily)
ALONE = next(game for game in SOLITAIRES if not game.hides and not game.uncounted)  # no first move loses it
# Played only where five games make a chart: everybody's numbers may be a minute old, and a test that looked
# at them after its own one or two games would hide the chart from the next test.
CHARTED = next(game for game in reversed(SOLITAIRES) if game.family == ALONE.family)


async def finish(
    visitor: Visitor, moves: int = 1, undone: int = 0, rules: str = ALONE.id, **body: Any
) -> str:
    """Play a solitaire of some moves, take some of them back and resign; return its id. Without a move it has
    no result."""
    made = await visitor.make(rules, **body) if body else await playable(visitor, moves, rules)
    await give_up(visitor, made, moves, undone)
    return made


async def playable(visitor: Visitor, moves: int, rules: str = ALONE.id) -> str:
    """Create a dealt game with at least this many moves (a few deals are stuck soon); return its id."""
    while True:
        made = await visitor.make(rules)
        if await line_of(visitor, made, moves) is not None:
            return made


async def give_up(visitor: Visitor, made: str, moves: int = 1, undone: int = 0) -> None:
    for ply, move in enumerate(await line_of(visitor, made, moves) or ()):
        await visitor.play(made, move, ply)
    for ply in range(moves, moves + undone):
        await visitor.post(f"/api/games/{made}/undo", ply=ply)
    await visitor.post(f"/api/games/{made}/resign")


async def line_of(visitor: Visitor, made: str, moves: int) -> tuple[str, ...] | None:
    """Return the first line of this many moves of a game, or None; of a secret deal one move is known."""
    state = await visitor.state(made)
    if state["deal"] is None:
        assert moves <= 1, "what follows from a secret deal is not known"
        return tuple(move for move, _ in state["legal"] if not move.endswith(OPENING))[:moves]
    game = GAMES[state["rules"]]
    return first_line(game, game.start(state["deal"]), moves)


def first_line(game: Game[Any], state: Any, moves: int) -> tuple[str, ...] | None:
    """Return the first line of this many moves from a position, or None."""
    if not moves:
        return ()
    for move in game.legal(state):
        if not move.endswith(OPENING):
            further = first_line(game, game.apply(state, move), moves - 1)
            if further is not None:
                return (move, *further)
    return None


async def crowd(visitor: Visitor, deal: int, people: int) -> None:
    """Let this many players resign this deal after more and more moves; the last one stays in the browser."""
    for number in range(people):
        await visitor.be_another()
        await finish(visitor, moves=1 + number, undone=number // 2, deal=deal)


def plant(site: Server, statement: str, *values: object) -> None:
    """Change one row of the database of the site directly."""
    with sqlite3.connect(site.database_url.partition("///")[2]) as database:
        assert database.execute(statement, values).rowcount == 1
