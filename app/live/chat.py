"""The chat of a game: one room for its players, one for its spectators. A line is stored before it is
sent."""

from __future__ import annotations

import asyncio

import structlog

from app.clock import now
from app.cluster.rate_limits import RateLimiter
from app.db.games.chat import CHANCES, ChatStore
from app.db.people.blocks import BlockStore
from app.domain.chat import Line, clean_line, room_of, rooms_read_by
from app.domain.game_info import Player
from app.errors import Refusal, TryAgain
from app.live.answers import Answer
from app.live.audience import Viewer
from app.live.registry import SessionRegistry
from app.live.session import Session
from app.messages import games as messages

LATE = 60_000 * CHANCES  # in ids: how much later than another line of its time one may become visible

logger = structlog.get_logger(__name__)


class Chat:
    """The chats of all games of this process. `limits`: by player."""

    def __init__(
        self, store: ChatStore, blocks: BlockStore, limits: RateLimiter, sessions: SessionRegistry
    ) -> None:
        self._store, self._blocks, self._limits, self._sessions = store, blocks, limits, sessions
        self._reading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def notice(self, game: str | None) -> None:
        """Another process has written a line, which is read and sent if the game is loaded; None: in any
        game, lines may have been missed."""
        loaded = self._sessions.loaded()
        sessions = list(loaded.values()) if game is None else [loaded[game]] if game in loaded else []
        for session in sessions:
            if session.audience.players or session.audience.spectators:
                task = asyncio.create_task(self._refresh(session))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def submit(
        self, session: Session, player: Player, message: messages.Chat | messages.Hide, answer: Answer
    ) -> None:
        """Carries out a message without waiting: `answer` is called with None, or with what went wrong."""
        task = asyncio.create_task(self._carry_out(session, player, message))
        self._tasks.add(task)

        def finish(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            answer(asyncio.CancelledError() if task.cancelled() else task.exception())

        task.add_done_callback(finish)

    async def _carry_out(
        self, session: Session, player: Player, message: messages.Chat | messages.Hide
    ) -> None:
        if isinstance(message, messages.Chat):
            await self.write(session, player, message.text)
        else:
            await self.set_hidden(session, player, hidden=message.on)

    async def write(self, session: Session, player: Player, text: str) -> messages.ChatLine:
        """Writes a line into the room of this player, and sends it.

        Refusal: `not_seated` (with the rule `muted` or `hidden`), `bad_message` (nothing to be seen),
        `too_many`."""
        seat, game = session.view.seat(player), session.info.id
        if player.muted_until is not None and player.muted_until > now():
            message = "a moderator has muted you"
            raise Refusal("not_seated", rule="muted", until=player.muted_until, message=message)
        text = clean_line(text)
        if not text:
            raise Refusal("bad_message", field="text", message="an empty line")
        if seat is not None:
            await self._check_hidden(session, player)
        await self._limits.take(player.id)
        line = await self._store.add(game, room_of(seat), player, seat, text, now())
        self._send(session, [line])
        return line_message(line)

    async def _check_hidden(self, session: Session, player: Player) -> None:
        """Refusal `not_seated` with the rule `hidden`: one of the players has hidden the chat, or blocks the
        other."""
        others = [other.id for other in session.info.players if other and other.id != player.id]
        if not others:
            return
        hidden = await self._store.hidden_by(session.info.id)
        if hidden or any([await self._blocks.between(player.id, other) for other in others]):
            raise Refusal("not_seated", rule="hidden", message="one of the players has hidden the chat")

    async def read(self, session: Session, player: Player | None) -> messages.ChatLines:
        """The chat as this player (None: a spectator) may read it."""
        seat, game = session.view.seat(player), session.info.id
        if player and seat is not None and player.id in await self._store.hidden_by(game):
            return messages.ChatLines([], True)
        rooms = rooms_read_by(seat, over=session.match.outcome is not None)
        lines = await self._store.lines(game, rooms)
        return messages.ChatLines(list(map(line_message, lines)), False)

    async def set_hidden(self, session: Session, player: Player, *, hidden: bool) -> None:
        """Hides the chat with the opponent, or shows it again. Refusal `not_seated`."""
        if session.view.seat(player) is None:
            raise Refusal("not_seated", message="only the players of this game may hide its chat")
        await self._store.set_hidden(session.info.id, player.id, hidden=hidden)

    async def _refresh(self, session: Session) -> None:
        """Sends the newest lines; one game after the other, so that many leave connections to others."""
        async with self._reading:
            await self._send_newest(session)

    async def _send_newest(self, session: Session) -> None:
        newest = max(session.chat_sent, default=now() * CHANCES)
        try:
            lines = await self._store.lines(session.info.id, ("players", "watchers"), newest - LATE)
        except TryAgain as error:
            logger.warning("chat not read", game=session.info.id, error=error.detail["message"])
        else:
            self._send(session, lines)

    def _send(self, session: Session, lines: list[Line]) -> None:
        """Sends lines to those who may read them, each once."""
        for line in lines:
            if line.id not in session.chat_sent:
                session.chat_sent.append(line.id)
                session.audience.tell(_readers(session, line), messages.encode(line_message(line)))


def _readers(session: Session, line: Line) -> list[Viewer]:
    over, audience = session.match.outcome is not None, session.audience
    readers: list[Viewer] = []
    if line.room in rooms_read_by(0, over=over):
        readers += audience.players
    if line.room in rooms_read_by(None, over=over):
        readers += audience.spectators
    return readers


def line_message(line: Line) -> messages.ChatLine:
    """A line as a message."""
    author = messages.ChatAuthor(line.player.id, line.player.name, line.seat)
    return messages.ChatLine(line.id, line.room, author, line.text, line.at)
