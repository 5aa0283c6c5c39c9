"""Store of reports of players, games and chat lines: written by players, read and closed by moderators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.db.engine import read_connection, retry_until_known, write_transaction
from app.db.people.moderation import Act, people_by_id, record_act
from app.db.people.sign_ins import HOUR_MS
from app.db.schema import chat, games, players, reports, seats
from app.domain.chat import Line, rooms_read_by
from app.domain.game_info import Player
from app.domain.names import shown_name
from app.errors import Refusal

MAX_REPORTS = 20  # per player and day
LINES_BEFORE, LINES_AFTER = 3, 2  # context of a reported line, in the same room


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report of a player, a game or a chat line. `player`: id of the reported player."""

    reporter: str
    player: str | None
    game: str | None
    line: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """A stored report; players are None when they have left. `quote`: text of the reported line; `lines`:
    that line with context, oldest first, as far as still stored."""

    id: int
    at: int
    reporter: Player | None
    player: Player | None
    game: str | None
    line: int | None
    quote: str | None
    text: str
    closed: int | None
    lines: tuple[Line, ...]


class ReportStore:
    """Store of reports. Times are milliseconds since the epoch."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, report: NewReport, now: int) -> None:
        """Store a report. A report of a line is about its author.

        Refusal: `too_many` (MAX_REPORTS per day); `not_found`: no such game, or no such line that the
        reporter can read; `bad_message`: the named player is not the author, or takes no part in the game."""

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                own = reports.c.reporter_id == report.reporter, reports.c.at > now - 24 * HOUR_MS
                query = select(func.count()).select_from(reports).where(*own)
                if (await connection.scalar(query) or 0) >= MAX_REPORTS:
                    raise Refusal("too_many", retry=3600, limit=MAX_REPORTS)
                player, quote = await _subject(connection, report)
                row = {"at": now, "reporter_id": report.reporter, "player_id": player, "text": report.text}
                row |= {"game_id": report.game, "line": report.line, "quote": quote}
                await connection.execute(insert(reports).values(row))

        await retry_until_known(write)

    async def page(self, size: int, after: tuple[int, int] | None) -> list[Report]:
        """Return at most `size` reports, open ones first, then newest first. `after`: whether the previous
        page's last report is closed (1), and its id."""
        done = reports.c.closed.is_not(None)
        query = select(reports).order_by(done, reports.c.id.desc()).limit(size)
        if after:
            older = (done == bool(after[0])) & (reports.c.id < after[1])
            query = query.where(older if after[0] else or_(older, done))
        async with read_connection(self._engine) as connection:
            return await read_reports(connection, query)

    async def close(self, id: int, moderator: str, now: int) -> None:
        """Close a report unless it is closed. Refusal `not_found`; `moderator`: it is about this
        moderator."""

        async def write(_: bool) -> None:
            async with write_transaction(self._engine) as connection:
                found = (await connection.execute(select(reports).where(reports.c.id == id))).one_or_none()
                if found is None:
                    raise Refusal("not_found", report=id)
                if found.player_id == moderator:
                    raise Refusal("moderator", message="leave a report of yourself to another moderator")
                closing = update(reports).where(reports.c.id == id, reports.c.closed.is_(None))
                if (await connection.execute(closing.values(closed=now))).rowcount:
                    await record_act(connection, Act(moderator, "close_report", detail={"report": id}), now)

        await retry_until_known(write)


async def read_reports(connection: AsyncConnection, query: Select[Any]) -> list[Report]:
    """Return the reports of a query of all columns of `reports`, with their players and lines."""
    rows = (await connection.execute(query)).all()
    people = await people_by_id(connection, [one for row in rows for one in (row.reporter_id, row.player_id)])
    lines = {row.id: await _lines_around(connection, row.game_id, row.line) for row in rows if row.line}
    return [
        Report(
            *(row.id, row.at, people.get(row.reporter_id), people.get(row.player_id)),
            *(row.game_id, row.line, row.quote, row.text, row.closed),
            lines=tuple(lines.get(row.id, ())),
        )
        for row in rows
    ]


async def _subject(connection: AsyncConnection, report: NewReport) -> tuple[str | None, str | None]:
    """Return the reported player, and the text of the reported line. Refusal: as in `ReportStore.add`."""
    if report.game is None:
        return report.player, None
    game = (await connection.execute(select(games.c.ended).where(games.c.id == report.game))).one_or_none()
    if game is None:
        raise Refusal("not_found", game=report.game[:40])
    if report.line is None:
        if report.player is not None and not await _takes_part(connection, report.game, report.player):
            message = "this person has neither a seat nor a line of chat in this game"
            raise Refusal("bad_message", field="player", message=message)
        return report.player, None
    line = await _readable_line(connection, report, over=game.ended is not None)
    if line is None:
        raise Refusal("not_found", line=report.line)
    if report.player not in (None, line.player_id):
        raise Refusal("bad_message", field="player", message="this line was written by somebody else")
    return line.player_id, line.text


async def _readable_line(
    connection: AsyncConnection, report: NewReport, *, over: bool
) -> Row[str, str] | None:
    own = select(seats.c.seat).where(seats.c.game_id == report.game, seats.c.player_id == report.reporter)
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


async def _lines_around(connection: AsyncConnection, game: str, line: int) -> list[Line]:
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
    return [
        Line(row.id, row.room, Player(row.player_id, shown_name(row.name)), row.seat, row.text, row.at)
        for row in rows
    ]
