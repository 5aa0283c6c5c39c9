"""WebSocket connection after the handshake: rate-limited messages in, one at a time; texts out.

It is callback-driven, with one message in flight: the protocol calls `receive`, the message is answered at
once or later, and `take_next` continues. Further input waits: the transport is paused (TCP back-pressure).
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from time import monotonic

import structlog
from starlette.types import Receive, Send

from app.core import metrics, wire
from app.core.errors import Refusal, internal_error
from app.core.rate_limits import TokenBucket
from app.db.clock import now
from app.games import acts, messages
from app.games.audience import Audience
from app.games.chat import Chat
from app.games.session import Session
from app.games.state import Access
from app.http.protocol import LiveProtocol
from app.model.game_info import Player

log = structlog.get_logger(__name__)

MAX_REFUSALS = 60  # `too_many` within REFUSAL_WINDOW; then the connection is closed
REFUSAL_WINDOW = 10.0  # seconds
ABNORMAL_CLOSURE = 1006  # close code of a lost connection
MAX_UNSENT_LINES = 100  # of chat, until the client reads; the newest
NO_PRESENCE = messages.Presence([], 0, [], [])

CHAT = (acts.Chat, acts.Hide)
Incoming = wire.SocketMessage | Refusal  # a message, or the refusal of an invalid one


def _ignore(*_: object) -> None:
    """Do nothing: the default callback."""


class Connection:
    """A connection. `on_message` is called with one message at a time and must call `take_next` once it is
    answered; `on_writable` is called when the client reads again. `limit`: messages per burst, refilled by a
    quarter per second, 0 for no limit; `request`: id of the handshake; `decode`: parses a text."""

    def __init__(
        self,
        protocol: LiveProtocol,
        receive: Receive,
        send: Send,
        limit: int,
        request: str,
        decode: Callable[[str], wire.SocketMessage] = messages.decode_message,
    ) -> None:
        self.protocol = protocol
        self.request = request
        self.on_message: Callable[[Incoming], None] = _ignore
        self.on_writable: Callable[[], None] = _ignore
        self._receive, self._send = receive, send
        self._context, self._decode_text = copy_context(), decode
        self._tokens = TokenBucket(limit, limit / 4)
        self._refusals: tuple[float, ...] = ()  # times of the last MAX_REFUSALS
        self._queue: deque[str] | None = None  # unanswered texts, None if there are none
        self._idle = True  # no message is in flight
        self._working = False  # inside _work
        self._unsent: bytes | None = None  # an answer waiting until the client reads
        self._closing: asyncio.Task[None] | None = None
        self._drained: asyncio.Future[None] | None = None  # all answered after the disconnect

    async def run(self) -> int:
        """Run until the client disconnects and its earlier messages are answered. Return the close code."""
        self.protocol.on_text, self.protocol.on_writable = self._on_text, self._on_writable
        try:
            while (message := await self._receive())["type"] != "websocket.disconnect":
                text = message.get("text")
                if text is None:
                    await self.close(1003)
                else:
                    self.receive(text)
            if not self._idle:
                self._drained = asyncio.get_running_loop().create_future()
                await self._drained
        finally:
            self.on_message = self.on_writable = _ignore  # break reference cycles
        return int(message.get("code") or ABNORMAL_CLOSURE)

    def _on_text(self, text: str) -> None:
        """Receive a text from the protocol, in the context of the handshake, so that log lines carry its
        request id."""
        self._context.run(self.receive, text)

    def _on_writable(self) -> None:
        self._context.run(self._resume)

    def receive(self, text: str) -> None:
        """Queue a text from the client."""
        if self._queue is None:
            self._queue = deque()
        self._queue.append(text)
        if self._idle and not self._working:
            self._work()
        elif not self.protocol.read_paused:
            self.protocol.pause_reading(True)

    def take_next(self) -> None:
        """Continue with the next message: the last one has been answered."""
        self._idle = True
        if not self._working and (self._queue or self.protocol.read_paused or self._drained):
            self._work()

    def reply(self, text: bytes) -> None:
        """Send an answer, now or as soon as the client reads; until then no message is processed."""
        if not self.protocol.try_send(text) and not self.protocol.closing:
            self._unsent = text

    def refuse(self, message: Incoming, refusal: Refusal, ply: int | None) -> None:
        """Reply with the refusal of a message."""
        metrics.REFUSALS.labels(refusal.code).inc()
        name = None if isinstance(message, Refusal) else message.name
        self.reply(wire.encode(messages.Refused(name, refusal.code, ply, refusal.detail)))

    def pong(self, ping: acts.Ping) -> None:
        self.reply(wire.encode(messages.Pong(ping.n, now())))
        self.take_next()

    def fail(self) -> None:
        """Close the connection with 1011: the server failed to produce a frame."""
        self._close_soon(1011)

    def end(self) -> None:
        """Close the connection with 1008: its session or token was revoked, or the client sends too much."""
        self._close_soon(1008)

    def _close_soon(self, code: int) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self.close(code))

    async def send(self, text: bytes) -> None:
        """Send as soon as the client reads. OSError: the connection is broken or closing."""
        if not self.protocol.try_send(text):
            await self._send({"type": "websocket.send", "text": text.decode()})

    async def close(self, code: int) -> None:
        try:
            await self._send({"type": "websocket.close", "code": code})
        except OSError:
            log.debug("connection_lost_before_close", code=code)

    def _work(self) -> None:
        """Process queued messages until one cannot be answered at once."""
        self._working = True
        while self._queue and self._idle and self._unsent is None and self._closing is None:
            self._idle = False
            self.on_message(self._decode(self._queue.popleft()))
            if (
                len(self._refusals) == MAX_REFUSALS
                and self._refusals[-1] - self._refusals[0] < REFUSAL_WINDOW
            ):
                self.end()
        self._working = False
        if self._queue:
            self.protocol.pause_reading(True)
        else:
            self._queue = None
            if self.protocol.read_paused:
                self.protocol.pause_reading(False)
        if self._drained and self._idle and not self._drained.done():
            self._drained.set_result(None)

    def _decode(self, text: str) -> Incoming:
        if self._tokens.take():
            self._refusals = (*self._refusals[1 - MAX_REFUSALS :], monotonic())
            return Refusal("too_many")
        try:
            return self._decode_text(text)
        except wire.NOT_A_MESSAGE as error:
            return Refusal("bad_message", message=str(error))

    def _resume(self) -> None:
        """Continue after the client has read."""
        if self._unsent is not None and self.protocol.try_send(self._unsent):
            self._unsent = None
        self.on_writable()
        if not self._working:
            self._work()


class GameConnection:
    """A connection to a game: woken by the session, it sends the newest state of its player; with `steps`
    only the delta of one move if the client has the state before it. `writes`: its session or token permits
    acts."""

    def __init__(
        self,
        connection: Connection,
        session: Session,
        player: Player | None,
        chat: Chat,
        *,
        steps: bool = False,
        writes: bool = True,
    ) -> None:
        self.player = player
        self._writes = writes
        self._steps, self._chat = steps, chat
        self._access = Access.CLOSED  # of the last full state
        self._connection, self._session = connection, session
        self._try_send = connection.protocol.try_send
        self._version = self._presence = -1  # last versions sent
        self._shown = NO_PRESENCE  # last presence sent
        self._unsent: deque[bytes] | None = None  # chat lines waiting until the client reads
        connection.on_message, connection.on_writable = self._on_message, self.wake

    def wake(self) -> None:
        """Send new state. What the client cannot take now is sent when it reads again."""
        session, audience = self._session, self._session.audience
        try:
            if self._version != session.view.version and not self._send_step():
                access = session.view.access(self.player)
                if self._try_send(session.view.state_text(self.player)):
                    self._version, self._presence = session.view.version, audience.version
                    self._access, self._shown = access, audience.presence
            elif self._presence != audience.version and self._send_presence(audience):
                self._presence = audience.version
            while self._unsent and self._try_send(self._unsent[0]):
                self._unsent.popleft()
        except Exception:
            log.exception("state_send_failed", game=session.info.id, ply=session.match.ply)
            self._connection.fail()

    @property
    def heard(self) -> int:
        return self._connection.protocol.heard

    def send_frame(self, text: bytes) -> None:
        """Send a chat line, now or when the client reads again."""
        try:
            if self._unsent or not self._try_send(text):
                self._unsent = self._unsent or deque(maxlen=MAX_UNSENT_LINES)
                self._unsent.append(text)
        except Exception:
            log.exception("frame_send_failed", game=self._session.info.id, ply=self._session.match.ply)
            self._connection.fail()

    def _send_presence(self, audience: Audience) -> bool:
        """Send the presence unless it was sent last. Return False if the client does not read."""
        presence = audience.presence
        if presence != self._shown and not self._try_send(audience.presence_text()):
            return False
        self._shown = presence
        return True

    def _send_step(self) -> bool:
        """Send the delta of the newest version. Return False if the client needs a full state or does not
        read."""
        session = self._session
        if not self._steps or self._version != session.view.version - 1:
            return False
        text = session.view.step_text(self.player, self._access)
        if text is None or not self._try_send(text):
            return False
        self._version = session.view.version
        return True

    def send_state(self) -> None:
        """Send the state even if it is unchanged."""
        self._version = -1
        self.wake()

    def _on_message(self, message: Incoming) -> None:
        """Process one message, if the client may have the role that it needs. Whether it is a player of this
        game is checked by the session, which may have to ask the database."""
        player, version = self.player, self._session.view.version
        if isinstance(message, Refusal):
            self._answer(message, version, message)
        elif isinstance(message, acts.Ping):
            self._connection.pong(message)
        elif isinstance(message, acts.Show):
            self.send_state()
            self._connection.take_next()
        elif player is None or message.needs is None:
            refusal = Refusal("not_seated", message="You are not a player of this game.")
            self._answer(message, version, refusal)
        elif not self._writes:
            self._answer(message, version, Refusal("no_scope", scope="play"))
        elif isinstance(message, CHAT):
            done = self._chat.submit(self._session, player, message)
            done.add_done_callback(partial(self._finish, message, version))
        elif isinstance(message, acts.Act):
            done = self._session.submit(player, message, self._connection.protocol.latency)
            done.add_done_callback(partial(self._finish, message, version))

    def _finish(self, message: acts.Message, version: int, done: asyncio.Future[None]) -> None:
        """Answer a message that was carried out. A chat line is its own answer; hiding is answered by a
        state."""
        error = asyncio.CancelledError() if done.cancelled() else done.exception()
        if isinstance(message, acts.Chat) and error is None:
            self._connection.take_next()
        elif isinstance(message, acts.Hide):
            self._answer(message, self._session.view.version, error)
        else:
            self._answer(message, version, error)

    def _answer(self, message: Incoming, version: int, error: BaseException | None) -> None:
        """Answer a message. If it made a new state, that has been sent already."""
        session = self._session
        if error is None:
            if session.view.version == version:
                self.send_state()
        elif isinstance(error, Refusal):
            self._refuse(message, error)
        else:
            log.error("act_failed", game=session.info.id, ply=session.match.ply, exc_info=error)
            self._refuse(message, internal_error(self._connection.request))
        self._connection.take_next()

    def _refuse(self, message: Incoming, refusal: Refusal) -> None:
        self._connection.refuse(message, refusal, self._session.match.ply)
        if refusal.code in ("stale", "game_over", "not_live", "not_your_turn"):
            self.send_state()
