"""`python -m app verify`: compares what is stored with what the logs say.

`app/games/check.py` compares the row and the results of a game with its log. What is derived from the results
is compared with what `recount` would write, the ratings with their changes, and on a distributed PostgreSQL,
which has no foreign keys between nodes (`app/db/placement.py`), the references to games with the games.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, timedelta
from math import isclose
from typing import Any

from sqlalchemy import Column, Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.clock import now
from app.db.engine import is_distributed, read_connection
from app.db.key_values import read_value
from app.db.placement import lost_keys
from app.db.schema import SWEPT_DAY_KEY, games, players, results, standings
from app.games.check import check
from app.games.lists import GameLists
from app.games.store import GameStore
from app.people.player_store import PlayerStore
from app.results.glicko import Rating
from app.results.rating_store import RatingStore
from app.results.ratings import RatingChange, rated_games, replay_ratings
from app.results.recording import derive_streaks, read_streaks, result_of, result_row, standing_row
from app.results.standings import (
    STANDING_RETENTION_MS,
    TOP_RANKS,
    Standing,
    best,
    day_of,
    past_scopes,
    streak_standings,
    wins,
)
from engine.clock import DAY_MS
from engine.commands.progress import SILENT, Progress
from engine.text_form import finish

LONGEST_SCOPE = timedelta(days=31)
GAMES_PER_PAGE = 1000


async def verify(engine: AsyncEngine, progress: Progress) -> int:
    """Compare what is stored with what the logs say; print the differences and return the exit code."""
    wrong = 0
    async for game, ply, what in differences(GameStore(engine), progress):
        wrong += 1
        progress.print(f"game {game}, ply {ply}: {what}")
    ids = await PlayerStore(engine).ids()
    progress.stage("players", len(ids))
    for player in ids:
        progress.advance()
        for what in await derived_differences(engine, player, now()):
            wrong += 1
            progress.print(f"player {player}: {what}; to rebuild results: recount")
    progress.stage("ratings")
    async for what in rating_differences(RatingStore(engine)):
        wrong += 1
        progress.print(what)
    progress.stage("keys")
    async for column, game in missing_games(engine):
        wrong += 1
        progress.print(f"{column} names the game {game}, which does not exist; to rebuild results: recount")
    progress.print(f"{wrong} games differ." if wrong else "Every game agrees with its log.")
    return 1 if wrong else 0


async def differences(store: GameStore, progress: Progress = SILENT) -> AsyncIterator[tuple[str, int, str]]:
    """Replay every stored game and compare it with its row and results. Yield id, ply and difference of games
    that differ."""
    lists = GameLists(store.engine)
    progress.stage("games", await lists.count())
    async for game in lists.ids():
        progress.advance()
        try:
            finding = finish(check(await store.stored_game(game)))
        except LookupError as error:
            yield game, 0, str(error)
        except ValueError as error:
            yield game, 0, f"the row contains an impossible value: {error}"
        else:
            if finding.differs_at is not None:
                yield game, finding.differs_at, finding.what


async def derived_differences(engine: AsyncEngine, player: str, now: int) -> list[str]:
    """Return in words what differs in the rows derived from a player's results.

    A game may end between two statements; what differs in two readings does not come from that."""
    found = await _differences(engine, player, now)
    return sorted(found & await _differences(engine, player, now)) if found else []


async def _differences(engine: AsyncEngine, player: str, now: int) -> set[str]:
    async with read_connection(engine) as connection:
        rows = (await connection.execute(select(results).where(results.c.player_id == player))).all()
        try:
            ended = [result_of(row) for row in rows]
        except ValueError as error:
            return {f"a result contains an impossible value: {error}"}
        found = {
            f"the result of game {row.game_id} has {row.points} points, but the score {row.score!r}"
            for row, result in zip(rows, ended, strict=True)
            if row.points != result_row(result)["points"]
        }
        derived, stored = await derive_streaks(connection, player), await read_streaks(connection, player)
        found |= {
            f"the streak at {rules} is {stored.get(rules)}, not {derived.get(rules)}"
            for rules in derived.keys() | stored.keys()
            if derived.get(rules) != stored.get(rules)
        }
        streaks = [one for rules, runs in derived.items() for one in streak_standings(player, rules, runs)]
        expected = {one.board: one for one in (*best(ended), *wins(ended), *streaks)}
        return found | await _wrong_standings(connection, player, expected, now)


async def _wrong_standings(
    connection: AsyncConnection, player: str, expected: dict[str, Standing], now: int
) -> set[str]:
    listed = select(players.c.id).where(players.c.id == player, players.c.listed, players.c.hidden.is_(None))
    if await connection.scalar(listed) is None:
        expected = {}
    query = select(standings).where(standings.c.player_id == player)
    stored: dict[str, Row[Any]] = {row.board: row for row in await connection.execute(query)}
    trimmed = await read_value(connection, SWEPT_DAY_KEY)
    until = date.fromisoformat(trimmed) if trimmed else None
    found = {f"the standing on {board!r} belongs to no result" for board in stored.keys() - expected.keys()}
    for board, right in expected.items():
        row = stored.get(board)
        if row is None:
            if not await _may_be_swept(connection, right, until, now):
                found.add(f"the standing on {board!r} is missing")
        elif dict(row._mapping) != standing_row(right):
            found.add(f"the standing on {board!r} is of game {row.game_id} at {row.at}, not {right}")
    return found


async def _may_be_swept(connection: AsyncConnection, missing: Standing, until: date | None, now: int) -> bool:
    """Return whether a sweep may have deleted a standing (`app/ops/retention.py`): on the board of a
    deal, once it was old; of a period, if enough games ended about that time to fill its board.

    Whoever else was on the board when it was swept may have left it since."""
    if " deal " in missing.board:
        return missing.at <= now - STANDING_RETENTION_MS
    day = day_of(missing.at)
    if until is None or not any(
        missing.board.endswith(f" {scope}") for scope in past_scopes(day, min(until, day + LONGEST_SCOPE))
    ):
        return False
    margin = LONGEST_SCOPE.days * DAY_MS
    query = select(func.count()).where(
        results.c.rules == missing.board.partition(" ")[0],
        results.c.ended.between(missing.at - margin, missing.at + margin),
    )
    return (await connection.scalar(query) or 0) > TOP_RANKS


async def missing_games(engine: AsyncEngine) -> AsyncIterator[tuple[str, str]]:
    """Yield "table.column" and the id of each missing game that rows there refer to. Yields nothing, without
    reading, if the database has all foreign keys."""
    async with read_connection(engine) as connection:
        distributed = is_distributed(connection)
    for column in lost_keys() if distributed else ():
        async for game in _missing(engine, column):
            yield f"{column.table.name}.{column.name}", game


async def _missing(engine: AsyncEngine, column: Column[Any]) -> AsyncIterator[str]:
    last = ""
    while True:
        page = select(column).where(column > last).distinct().order_by(column).limit(GAMES_PER_PAGE)
        async with read_connection(engine) as connection:
            named = list(await connection.scalars(page))
            known = set(await connection.scalars(select(games.c.id).where(games.c.id.in_(named))))
        for game in named:
            if game not in known:
                yield game
        if len(named) < GAMES_PER_PAGE:
            return
        last = named[-1]


async def rating_differences(ratings: RatingStore) -> AsyncIterator[str]:
    """Yield differences between the ratings and the changes that led to them, in words. The check of each
    game compares the changes with its log."""
    stored = await ratings.changes()
    replayed, right = replay_ratings(stored, rated_games(stored))
    expected = {(change.game, change.seat, change.refund): change for change in replayed}
    for change in stored:
        due = expected.get((change.game, change.seat, change.refund))
        if due is None or not _is_same(change, due):
            yield f"rating of game {change.game}, seat {change.seat}: {change}, not {due}"
    current = await ratings.current()
    for key in sorted(right.keys() | current.keys()):
        one, wanted = current.get(key), right.get(key)
        if not (one and wanted and one.games == wanted.games and _agree(one.rating, wanted.rating)):
            yield f"rating of {key}: {one}, not {wanted}"


def _is_same(one: RatingChange, other: RatingChange) -> bool:
    return (
        (one.key, one.ended, one.at, one.refunded) == (other.key, other.ended, other.at, other.refunded)
        and _agree(one.before, other.before)
        and _agree(one.after, other.after)
    )


def _agree(one: Rating, other: Rating) -> bool:
    """Return whether two ratings are equal, except for the last digits, which may differ between machines."""
    values = zip(
        (one.rating, one.deviation, one.volatility),
        (other.rating, other.deviation, other.volatility),
        strict=True,
    )
    return one.at == other.at and all(isclose(mine, theirs, rel_tol=1e-6) for mine, theirs in values)
