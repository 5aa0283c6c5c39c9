"""Rebuild of all that is derived from the logs, such as results and ratings: `python -m app recount`.

It is normally written when a game ends; this is for restored backups and repairs. The result equals what the
ends of the games would have written in order.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import write_transaction
from app.db.key_values import write_value
from app.db.schema import SWEPT_DAY_KEY, games, seats
from app.games.store import GameStore
from app.people.player_store import PlayerStore
from app.results.rating_store import RatingStore
from app.results.ratings import RatedGame, rated_game
from engine.commands.progress import SILENT, Progress

GAMES_PER_BATCH = 500


async def recount(engine: AsyncEngine, progress: Progress = SILENT) -> int:
    """Rebuild the ratings and the results of all players, and mark the seats of ended games; return the
    number of results."""
    store = GameStore(engine)
    await mark_ended_seats(engine)
    await recount_ratings(RatingStore(engine), store, progress)
    ids, count = await PlayerStore(engine).ids(), 0
    progress.stage("players", len(ids))
    for player in ids:
        count += await store.rebuild_results(player)
        progress.advance()
    async with write_transaction(engine) as connection:
        await write_value(connection, SWEPT_DAY_KEY, "")  # the sweep must trim all leaderboards again
    return count


async def mark_ended_seats(engine: AsyncEngine) -> None:
    """Mark the seats of ended games, in batches."""
    query = (
        select(seats.c.game_id)
        .join(games, games.c.id == seats.c.game_id)
        .where(~seats.c.ended, games.c.ended.is_not(None))
        .distinct()
        .limit(GAMES_PER_BATCH)
    )
    found: Sequence[str] = [""]
    while found:
        async with write_transaction(engine) as connection:
            found = (await connection.scalars(query)).all()
            await connection.execute(update(seats).where(seats.c.game_id.in_(found)).values(ended=True))


async def recount_ratings(ratings: RatingStore, store: GameStore, progress: Progress = SILENT) -> None:
    """Rate all ended rated games again, in the order in which they were rated."""
    ids, found = await ratings.rated_ids(), list[RatedGame]()
    progress.stage("rated games", len(ids))
    for game in ids:
        progress.advance()
        if (played := await store.replayed(game)) and (rated := rated_game(*played)):
            found.append(rated)
    await ratings.rebuild(found, ids)
