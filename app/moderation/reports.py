"""Store of reports of players, games and chat lines: written by players, read and closed by moderators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.core.errors import Refusal
from app.db.engine import read_connection, transact
from app.db.schema import chat, games, players, reports, seats
from app.games.chat_store import line_of
from app.games.chat_text import rooms_read_by
from app.games.messages import ChatLine
from app.moderation.messages import NewReport, Report
from app.moderation.store import people_by_id
from app.people.audit import AuditedAct, record_act
from app.people.locks import lock_players
from engine.clock import DAY_MS

MAX_REPORTS = 20  # per player and day
ReportCursor = tuple[int, int]  # of a report in the list: whether it is closed (1), and its id
LINES_BEFORE, LINES_AFTER = 3, 2  # context of a reported line, in the same room


class ReportStore:
    """Store of reports. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, reporter: str, player: str | None, report: NewReport, now: int) -> None:
        """Store a report. `player`: id of the reported one. A report of a line is about its author.

        Refusal: `too_many` (MAX_REPORTS per day); `not_found`: no such game, or no such line that the
        reporter can read; `bad_message`: the named player is not the author, or takes no part in the game."""

        async def write(connection: AsyncConnection) -> None:
            await lock_players(connection, {reporter})  # reports are counted
            own = reports.c.reporter_id == reporter, reports.c.at > now - DAY_MS
            query = select(func.count()).select_from(reports).where(*own)
            if (await connection.scalar(query) or 0) >= MAX_REPORTS:
                raise Refusal("too_many", retry=3600, limit=MAX_REPORTS)
            subject, quote = await _subject(connection, reporter, player, report)
            row = {"at": now, "reporter_id": reporter, "player_id": subject, "text": report.text}
            row |= {"game_id": report.game, "line": report.line, "quote": quote}
            await connection.execute(insert(reports).values(row))

        await transact(self._engine, write)

    async def page(
        self, moderator: str, size: int, after: ReportCursor | None
    ) -> tuple[list[Report], ReportCursor | None]:
        """Return a page of at most `size` reports, open ones first, then newest first, without those about
        the moderator; and the place after which the next page begins, None if this is the last one."""
        done = reports.c.closed.is_not(None)
        query = select(reports).order_by(done, reports.c.id.desc()).limit(size + 1)
        if after:
            older = (done == bool(after[0])) & (reports.c.id < after[1])
            query = query.where(older if after[0] else or_(older, done))
        async with read_connection(self._engine) as connection:
            rows = (await connection.execute(query)).all()
            last = rows[size - 1] if len(rows) > size else None
            own = await _about(connection, rows, moderator)
            shown = await reports_of(connection, [row for row in rows[:size] if row.id not in own])
        return shown, None if last is None else (int(last.closed is not None), last.id)

    async def close(self, id: int, act: AuditedAct, now: int) -> None:
        """Close a report unless it is closed. Refusal `not_found`; `moderator`: it is about the acting
        moderator."""

        async def write(connection: AsyncConnection) -> None:
            found = (await connection.execute(select(reports).where(reports.c.id == id))).one_or_none()
            if found is None:
                raise Refusal("not_found", report=id)
            if await _about(connection, [found], act.actor):
                raise Refusal("moderator", message="leave a report of yourself to another moderator")
            closing = update(reports).where(reports.c.id == id, reports.c.closed.is_(None))
            if (await connection.execute(closing.values(closed=now))).rowcount:
                await record_act(connection, act, now)

        await transact(self._engine, write)


async def _about(connection: AsyncConnection, rows: Sequence[Row[Any]], person: str) -> set[int]:
    """Return the ids of the reports about a person: of them, or only of a game in which they have a seat."""
    unnamed = [row.game_id for row in rows if row.player_id is None]
    query = select(seats.c.game_id).where(seats.c.game_id.in_(unnamed), seats.c.player_id == person)
    own = set(await connection.scalars(query))
    return {row.id for row in rows if row.player_id == person or (not row.player_id and row.game_id in own)}


async def reports_of(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> list[Report]:
    """Return the reports of rows with all columns of `reports`, with their players and lines."""
    people = await people_by_id(connection, [one for row in rows for one in (row.reporter_id, row.player_id)])
    lines = {row.id: await _lines_around(connection, row.game_id, row.line) for row in rows if row.line}
    return [
        Report(
            id=row.id,
            at=row.at,
            reporter=people.get(row.reporter_id),
            player=people.get(row.player_id),
            game=row.game_id,
            line=row.line,
            quote=row.quote,
            text=row.text,
            closed=row.closed,
            lines=lines.get(row.id, []),
        )
        for row in rows
    ]


async def _subject(
    connection: AsyncConnection, reporter: str, player: str | None, report: NewReport
) -> tuple[str | None, str | None]:
    """Return the reported player, and the text of the reported line. Refusal: as in `ReportStore.add`."""
    if report.game is None:
        return player, None
    game = (await connection.execute(select(games.c.ended).where(games.c.id == report.game))).one_or_none()
    if game is None:
        raise Refusal("not_found", game=report.game[:40])
    if report.line is None:
        if player is not None and not await _takes_part(connection, report.game, player):
            message = "this person has neither a seat nor a line of chat in this game"
            raise Refusal("bad_message", field="player", message=message)
        return player, None
    line = await _readable_line(connection, reporter, report, over=game.ended is not None)
    if line is None:
        raise Refusal("not_found", line=report.line)
    if player not in (None, line.player_id):
        raise Refusal("bad_message", field="player", message="this line was written by somebody else")
    return line.player_id, line.text


async def _readable_line(
    connection: AsyncConnection, reporter: str, report: NewReport, *, over: bool
) -> Row[str, str] | None:
    own = select(seats.c.seat).where(seats.c.game_id == report.game, seats.c.player_id == reporter)
    rooms = rooms_read_by(await connection.scalar(own.limit(1)), over=over)
    query = select(chat.c.player_id, chat.c.text).where(
        chat.c.id == report.line, chat.c.game_id == report.game, chat.c.room.in_(rooms)
    )
    return (await connection.execute(query)).one_or_none()


async def _takes_part(connection: AsyncConnection, game: str, player: str) -> bool:
    in_table = (
        exists().where(table.c.game_id == game, table.c.player_id == player) for table in (seats, chat)
    )
    return bool(await connection.scalar(select(or_(*in_table))))


async def _lines_around(connection: AsyncConnection, game: str, line: int) -> list[ChatLine]:
    """Return a reported line with its context; [] if it is no longer stored."""
    reported = (chat.c.game_id == game, chat.c.id == line)
    room = await connection.scalar(select(chat.c.room).where(*reported))
    if room is None:
        return []
    same_room = (
        select(chat, players.c.name)
        .join(players, players.c.id == chat.c.player_id)
        .where(chat.c.game_id == game, chat.c.room == room)
    )
    before = same_room.where(chat.c.id <= line).order_by(chat.c.id.desc()).limit(LINES_BEFORE + 1)
    after = same_room.where(chat.c.id > line).order_by(chat.c.id).limit(LINES_AFTER)
    rows = [*(await connection.execute(before)).all()[::-1], *(await connection.execute(after)).all()]
    return list(map(line_of, rows))
