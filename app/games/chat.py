"""Chat of a game: a room for its players and a room for its spectators. Lines are stored before they are
sent."""

from __future__ import annotations

import asyncio

import structlog

from app.core import wire
from app.core.errors import Refusal, TryAgain
from app.core.rate_limits import RateLimiter
from app.db.clock import now
from app.games import acts, messages
from app.games.audience import Viewer
from app.games.chat_store import IDS_PER_MS, ChatStore
from app.games.chat_text import clean_line, room_of, rooms_read_by
from app.games.registry import SessionRegistry
from app.games.session import Session
from app.model.game_info import Player
from app.people.block_store import BlockStore

MAX_LAG = 60_000 * IDS_PER_MS  # in ids, a minute: lines may become visible out of order

logger = structlog.get_logger(__name__)


class Chat:
    """Chats of all games of this process. `limits`: rate limit by player."""

    def __init__(
        self, store: ChatStore, blocks: BlockStore, limits: RateLimiter, sessions: SessionRegistry
    ) -> None:
        self._store, self._blocks, self._limits, self._sessions = store, blocks, limits, sessions
        self._reading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def notice(self, game: str | None) -> None:
        """Send the lines that another process has written to a game, if it is loaded here; None: lines of any
        game may have been missed."""
        for loaded, session in self._sessions.loaded().items():
            if game in (None, loaded) and (session.audience.players or session.audience.spectators):
                self._keep(asyncio.create_task(self._refresh(session)))

    def submit(
        self, session: Session, player: Player, message: acts.Chat | acts.Hide
    ) -> asyncio.Future[None]:
        """Start processing a message; the future has the outcome."""
        task = asyncio.create_task(self._carry_out(session, player, message))
        self._keep(task)
        return task

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, session: Session, player: Player, message: acts.Chat | acts.Hide) -> None:
        if isinstance(message, acts.Chat):
            await self.write(session, player, message.text)
        else:
            await self.set_hidden(session, player, hidden=message.on)

    async def write(self, session: Session, player: Player, text: str) -> messages.ChatLine:
        """Store a line in the room of this player, and send it.

        Refusal `not_seated` (rule `muted` or `hidden`), `bad_message` (no visible text), `too_many`.
        """
        seat, game = session.view.seat(player), session.info.id
        if player.muted_until is not None and player.muted_until > now():
            message = "A moderator has muted you."
            raise Refusal("not_seated", rule="muted", until=player.muted_until, message=message)
        text = clean_line(text)
        if not text:
            raise Refusal("bad_message", field="text", message="The line is empty.")
        if seat is not None:
            await self._check_hidden(session, player)
        self._limits.take(player.id)
        line = await self._store.add(game, room_of(seat), player, seat, text, now())
        self._send(session, [line])
        return line

    async def _check_hidden(self, session: Session, player: Player) -> None:
        """Raise Refusal `not_seated` with the rule `hidden` if a player has hidden the chat or blocks the
        other."""
        others = [other.id for other in session.info.players if other and other.id != player.id]
        if not others:
            return
        hidden = await self._store.hidden_by(session.info.id)
        if hidden or any([await self._blocks.between(player.id, other) for other in others]):
            raise Refusal("not_seated", rule="hidden", message="One of the players has hidden the chat.")

    async def read(self, session: Session, player: Player | None) -> messages.ChatLines:
        """Return the chat that this player (None: a spectator) may read."""
        seat, game = session.view.seat(player), session.info.id
        if player and seat is not None and player.id in await self._store.hidden_by(game):
            return messages.ChatLines([], True)
        rooms = rooms_read_by(seat, over=session.match.outcome is not None)
        return messages.ChatLines(await self._store.lines(game, rooms), False)

    async def set_hidden(self, session: Session, player: Player, *, hidden: bool) -> None:
        """Hide the chat with the opponent, or show it again. Refusal `not_seated`."""
        if session.view.seat(player) is None:
            raise Refusal("not_seated", message="Only the players of this game can hide its chat.")
        await self._store.set_hidden(session.info.id, player.id, hidden=hidden)

    async def _refresh(self, session: Session) -> None:
        """Send the newest lines, one game at a time to leave database connections to other work."""
        async with self._reading:
            await self._send_newest(session)

    async def _send_newest(self, session: Session) -> None:
        newest = max(session.chat_sent, default=now() * IDS_PER_MS)
        try:
            lines = await self._store.lines(session.info.id, ("players", "watchers"), newest - MAX_LAG)
        except TryAgain as error:
            logger.warning("chat_read_failed", game=session.info.id, error=error.detail["message"])
        except Exception:
            logger.exception("chat_read_failed", game=session.info.id)
        else:
            self._send(session, lines)

    def _send(self, session: Session, lines: list[messages.ChatLine]) -> None:
        """Send lines to the viewers who may read them, each line once."""
        for line in lines:
            if line.id not in session.chat_sent:
                session.chat_sent.append(line.id)
                session.audience.broadcast(_readers(session, line), wire.encode(line))


def _readers(session: Session, line: messages.ChatLine) -> list[Viewer]:
    over, audience = session.match.outcome is not None, session.audience
    readers: list[Viewer] = []
    if line.room in rooms_read_by(0, over=over):
        readers += audience.players
    if line.room in rooms_read_by(None, over=over):
        readers += audience.spectators
    return readers
