"""A PostgreSQL database with many past games, inserted by a few statements."""

from __future__ import annotations

import asyncpg
from sqlalchemy import make_url

from tests.app.http_players import PAIR

_GAMES = """insert into games
 (id, rules, version, chosen, free, public, creator, created, started, ended, winner, reason, moves,
 duration, ply)
 select 'past' || n, $1, $2, false, false, true, 'past' || n % 1000, n, n, n, 0, 'resigned', 20, 1000, 21
 from generate_series(1, $3::int) as n"""
_SEATS = """insert into seats (game_id, seat, player_id)
 select 'past' || n, seat, 'past' || (n + seat) % 1000
 from generate_series(1, $1::int) as n, generate_series(0, 1) as seat"""
_PLAYERS = """insert into players (id, name, created)
 select 'past' || n, 'Person ' || n, 0 from generate_series(0, 999) as n"""


async def add_ended_games(url: str, count: int) -> None:
    """Insert `count` ended games of two players each, a thousand people in all. They have no log: nobody
    opens them."""
    dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute("set session_replication_role = replica")  # foreign keys are not checked
        await connection.execute(_PLAYERS)
        await connection.execute(_GAMES, PAIR.id, PAIR.version, count)
        await connection.execute(_SEATS, count)
        await connection.execute("analyze")
    finally:
        await connection.close()
