"""Store of game chats: lines by room, and players who have hidden a chat."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.bus.notices import Bus
from app.core.errors import TryAgain
from app.db.engine import dialect_insert, read_connection, retry_until_known, transact, write_transaction
from app.db.schema import chat, chat_hidden, players
from app.games.chat_text import Room
from app.games.messages import ChatAuthor, ChatLine
from app.model.game_info import Player
from app.people.names import shown_name
from engine import Seat

MAX_LINES = 200  # per query
IDS_PER_MS = 1000  # random suffixes of ids
MAX_ID_TRIES = 5  # for a free id


class ChatStore:
    """Store of chats; new lines are published on `bus`."""

    def __init__(self, engine: AsyncEngine, bus: Bus) -> None:
        self._engine, self._bus = engine, bus

    async def add(
        self, game: str, room: Room, player: Player, seat: Seat | None, text: str, at: int
    ) -> ChatLine:
        """Write a line. Its id is its time with a random suffix."""
        for _ in range(MAX_ID_TRIES):
            number = at * IDS_PER_MS + secrets.randbelow(IDS_PER_MS)
            line = ChatLine(number, room, ChatAuthor(player.id, player.name, seat), text, at)
            try:
                await retry_until_known(partial(self._add, game, line))
            except IntegrityError:
                continue
            return line
        raise TryAgain("too much contention, try again")

    async def _add(self, game: str, line: ChatLine, again: bool) -> None:
        row = {"id": line.id, "game_id": game, "room": line.room, "player_id": line.author.id}
        row |= {"seat": line.author.seat, "text": line.text, "at": line.at}
        async with write_transaction(self._engine) as connection:
            written = select(chat.c.id).where(chat.c.game_id == game, chat.c.id == line.id)
            if again and await connection.scalar(written):
                return
            await connection.execute(insert(chat).values(row))
            await self._bus.publish(connection, "chat", [game])

    async def lines(self, game: str, rooms: Sequence[Room], since: int = 0) -> list[ChatLine]:
        """Return the newest lines of rooms with an id above `since`, at most MAX_LINES, oldest first."""
        query = (
            select(chat, players.c.name)
            .join(players, players.c.id == chat.c.player_id)
            .where(chat.c.game_id == game, chat.c.room.in_(rooms), chat.c.id > since)
            .order_by(chat.c.id.desc())
            .limit(MAX_LINES)
        )
        async with read_connection(self._engine) as connection:
            rows = (await connection.execute(query)).all()
        return list(map(line_of, reversed(rows)))

    async def hidden_by(self, game: str) -> frozenset[str]:
        query = select(chat_hidden.c.player_id).where(chat_hidden.c.game_id == game)
        async with read_connection(self._engine) as connection:
            return frozenset(await connection.scalars(query))

    async def set_hidden(self, game: str, player: str, *, hidden: bool) -> None:
        """Hide the chat of a game for a player, or show it again."""

        async def write(connection: AsyncConnection) -> None:
            if hidden:
                row = {"game_id": game, "player_id": player}
                inserted = dialect_insert(connection, chat_hidden).values(row)
                await connection.execute(inserted.on_conflict_do_nothing())
            else:
                mine = (chat_hidden.c.game_id == game) & (chat_hidden.c.player_id == player)
                await connection.execute(delete(chat_hidden).where(mine))

        await transact(self._engine, write)


def line_of(row: Any) -> ChatLine:
    author = ChatAuthor(row.player_id, shown_name(row.name), row.seat)
    return ChatLine(row.id, row.room, author, row.text, row.at)
