"""Limit of rated games per pair of players: after MAX_RATED_GAMES within RATED_GAMES_WINDOW_MS further ones
are casual. Each function runs in the caller's transaction."""

from __future__ import annotations

from sqlalchemy import func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.schema import games, results, seats
from app.games.rows import RULES_FOR_MANY
from app.results.conduct import MAX_RATED_GAMES, RATED_GAMES_WINDOW_MS


async def is_next_casual(connection: AsyncConnection, one: str, other: str, now: int) -> bool:
    """Return whether the next rated game of two players must be casual. Aborted games do not count."""
    since = now - RATED_GAMES_WINDOW_MS
    mine, theirs = seats.alias(), seats.alias()
    begun = games.c.rated, games.c.started > since, theirs.c.player_id == other
    running = (
        select(games.c.id)
        .join(mine, mine.c.game_id == games.c.id)
        .join(theirs, theirs.c.game_id == games.c.id)
        .where(mine.c.player_id == one, ~mine.c.ended, games.c.ended.is_(None), *begun)
    )
    ended = (
        select(games.c.id)
        .join(results, results.c.game_id == games.c.id)
        .join(theirs, theirs.c.game_id == games.c.id)
        .where(results.c.player_id == one, results.c.rules.in_(RULES_FOR_MANY), results.c.ended > since)
        .where(*begun)
    )
    found = union_all(running, ended).limit(MAX_RATED_GAMES).subquery()
    return await connection.scalar(select(func.count()).select_from(found)) == MAX_RATED_GAMES


async def is_rematch_casual(connection: AsyncConnection, game: str, now: int) -> bool:
    """Return whether the rematch of a rated game must be casual; False for a casual game."""
    query = (
        select(seats.c.player_id)
        .join(games, games.c.id == seats.c.game_id)
        .where(seats.c.game_id == game, games.c.rated)
    )
    players = (await connection.scalars(query)).all()
    return len(players) == 2 and await is_next_casual(connection, players[0], players[1], now)
