"""Queries for early ends of games and pairing pauses (`app/results/conduct.py`), within the caller's
transaction."""

from __future__ import annotations

from sqlalchemy import BigInteger, String, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from app.core.errors import Refusal
from app.db.engine import dialect_insert
from app.db.schema import early_ends, players
from app.results.conduct import EARLY_END_MAX_AGE_MS, EarlyEnd, PairingPause, pairing_pause

COLUMNS = ("player_id", "game_id", "at", "kind")


async def record_early_end(connection: AsyncConnection, game: str, at: int, early: EarlyEnd) -> None:
    """Write the early end of a game, unless the player was deleted. `at`: in milliseconds since the epoch."""
    row = select(
        players.c.id, literal(game, String), literal(at, BigInteger), literal(early.kind, String)
    ).where(players.c.id == early.player)
    insert = dialect_insert(connection, early_ends).from_select(COLUMNS, row)
    await connection.execute(insert.on_conflict_do_nothing())


async def pairing_pause_of(connection: AsyncConnection, player: str, now: int) -> PairingPause | None:
    """Return the pairing pause of a player; None: pairing is open."""
    query = select(early_ends.c.at).where(
        early_ends.c.player_id == player, early_ends.c.at > now - EARLY_END_MAX_AGE_MS
    )
    return pairing_pause(await connection.scalars(query), now)


async def check_pairing(connection: AsyncConnection, player: str, now: int) -> None:
    """Raise Refusal `paused_pairing` if the player has ended too many games early."""
    if pause := await pairing_pause_of(connection, player, now):
        seconds = -(-(pause.until - now) // 1000)
        detail = {"until": pause.until, "seconds": seconds, "count": pause.count}
        raise Refusal("paused_pairing", retry=seconds, **detail, message="you left too many games early")
