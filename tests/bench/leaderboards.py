"""A leaderboard with very many entries: the time of a page over HTTP, on PostgreSQL.

Every result has a different player, so that the all-time leaderboard has as many entries as there are
results."""

from __future__ import annotations

import asyncio
import base64
import json
import statistics
import time
from dataclasses import dataclass

import asyncpg
import httpx
from sqlalchemy import make_url

from app.db.engine import create_engine
from app.people.player_store import PlayerStore
from app.settings import Settings
from engine import GAMES
from tests.bench.servers import Server

RULES = next(game.id for game in GAMES.values() if len(game.seats) == 1)


@dataclass(frozen=True, slots=True)
class Pages:
    """Milliseconds over HTTP, medians: the first page, a middle page, and the first page with the own entry
    of a player in the middle. Measured once: that page and the statistics of all players with cold caches."""

    first: float
    middle: float
    own: float
    own_uncached: float
    statistics: float


async def fill(url: str, count: int) -> str:
    """Insert `count` results; return a token of the player in the middle of the leaderboard."""
    player, token = await _player_with_token(url)
    dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute("set session_replication_role = replica")  # foreign keys are not checked
        for statement in _FILL:
            await connection.execute(
                statement.format(count=count, rules=RULES, middle=count // 2, own=player)
            )
        await connection.execute("analyze")
    finally:
        await connection.close()
    return token


async def _player_with_token(url: str) -> tuple[str, str]:
    engine = create_engine(Settings(database_url=url).url)
    try:
        player, token = await PlayerStore(engine).create_guest(0)
    finally:
        await engine.dispose()
    return player.id, token


async def pages(server: Server, token: str, count: int, repeats: int) -> Pages:
    """Request pages of the filled leaderboard, each `repeats` times where a median is reported."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=120) as http:
        own = {"authorization": f"Bearer {token}"}
        board = f"/api/leaderboards/{RULES}"
        statistics_page = await _milliseconds_of(http, f"/api/statistics/{RULES}", {}, {})
        own_uncached = await _milliseconds_of(http, board, {}, own)
        middle = {"cursor": await _cursor(http, board, count)}
        return Pages(
            first=await _median(http, repeats, board, {}, {}),
            middle=await _median(http, repeats, board, middle, {}),
            own=await _median(http, repeats, board, {}, own),
            own_uncached=own_uncached,
            statistics=statistics_page,
        )


async def _cursor(http: httpx.AsyncClient, board: str, count: int) -> str:
    """Return the cursor of a middle page, made from one that the server returned."""
    given = (await http.get(board)).json()["next"]
    after = json.loads(base64.urlsafe_b64decode(given))
    after["place"][4] = count // 2
    return base64.urlsafe_b64encode(json.dumps(after).encode()).decode()


async def _median(
    http: httpx.AsyncClient, repeats: int, path: str, params: dict[str, str], headers: dict[str, str]
) -> float:
    times = []
    for _ in range(repeats):
        times.append(await _milliseconds_of(http, path, params, headers))
        await asyncio.sleep(0)
    return statistics.median(times)


async def _milliseconds_of(
    http: httpx.AsyncClient, path: str, params: dict[str, str], headers: dict[str, str]
) -> float:
    start = time.perf_counter()
    response = await http.get(path, params=params, headers=headers)
    took = time.perf_counter() - start
    response.raise_for_status()
    return took * 1e3


_FILL = (
    """insert into players (id, name, created)
 select 'p' || n, 'Person ' || n, 0 from generate_series(1, {count}) as n""",
    """insert into games (id, rules, version, deal, chosen, free, public, creator, created, started, ended,
 reason, score, moves, duration, ply)
 select 'g' || n, '{rules}', 1, n, false, false, true, 'p' || n, n, n, n, 'resigned', n % 50, 100, 1000, 101
 from generate_series(1, {count}) as n""",
    """insert into results (game_id, seat, player_id, rules, ended, won, drawn, reason, score, points, made,
 undone, hints, ms, sittings, deal, first, general, shown)
 select 'g' || n, 0, case when n = {middle} then '{own}' else 'p' || n end, '{rules}', n, false, false,
 'resigned', n % 50, n % 50, 100, 0, 0, 1000, 1, n, true, true, true from generate_series(1, {count}) as n""",
    """insert into standings (board, player_id, lead, second, moves, ms, at, score, undone, hints, sittings,
 first, game_id)
 select '{rules} score open all', player_id, 0, 0, 100, 1000, ended, score, 0, 0, 1, true, game_id
 from results""",
)
