"""A connection after its handshake: messages in, one at a time and within the rate limit; texts out.

Callback-driven, with one message in flight: the protocol calls `receive`, the message is answered at once or
later, and `take_next` goes on. Further input waits: the transport is paused (TCP back-pressure).
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

from app import metrics
from app.clock import now
from app.domain.game_info import Player
from app.errors import Refusal, internal_error
from app.live.audience import Audience
from app.live.chat import Chat
from app.live.session import Session
from app.live.state import Access
from app.messages import games as messages
from app.messages.lobby import LobbyMessage, Visible
from app.sockets.protocol import LiveProtocol

log = structlog.get_logger(__name__)

STORM = 60  # refusals `too_many` within STORM_TIME seconds that close a connection
STORM_TIME = 10.0
NO_CODE = 1006  # the close code of a connection that was lost
LINES = 100  # of a chat that wait until a client reads, at most; the newest
NOTHING_SHOWN = messages.Presence([], 0, [], [])

CHAT = (messages.Chat, messages.Hide)
Incoming = LobbyMessage | Refusal  # a message, or in its place the refusal of what is none


def _ignore(*_: object) -> None:
    """Until the owner of a connection says what happens."""


class Connection:
    """`on_message` is called with what comes in, one at a time: it calls `take_next` when that is answered.
    `on_writable` is called when the client reads again. `limit`: messages in one burst, a quarter of it a
    second; 0: any number. `request`: the id of its handshake; `decode`: reads a text."""

    __slots__ = (
        *(
            "_closing",
            "_context",
            "_decode_text",
            "_drained",
            "_idle",
            "_limit",
            "_queue",
            "_receive",
            "_refilled",
        ),
        *("_refusals", "_send", "_tokens", "_unsent", "_working", "on_message", "on_writable", "protocol"),
        "request",
    )

    def __init__(
        self,
        protocol: LiveProtocol,
        receive: Receive,
        send: Send,
        limit: int,
        request: str,
        decode: Callable[[str], LobbyMessage] = messages.decode_message,
    ) -> None:
        self.protocol = protocol
        self.request = request
        self.on_message: Callable[[Incoming], None] = _ignore
        self.on_writable: Callable[[], None] = _ignore
        self._receive, self._send = receive, send
        self._context, self._decode_text = copy_context(), decode
        self._limit = self._tokens = float(limit)
        self._refilled = monotonic()  # when tokens were last added
        self._refusals: tuple[float, ...] = ()  # times of the last STORM of them
        self._queue: deque[str] | None = None  # texts that are still to be answered, while there are any
        self._idle = True  # no message is being answered
        self._working = False  # within _work
        self._unsent: bytes | None = None  # an answer that waits until the client reads
        self._closing: asyncio.Task[None] | None = None
        self._drained: asyncio.Future[None] | None = None  # the last message was answered after the end

    async def run(self) -> int:
        """Until the client disconnects, and the messages that it sent before have been answered. Returns the
        close code."""
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
            self.on_message = self.on_writable = _ignore  # reference cycles
        return int(message.get("code") or NO_CODE)

    def _on_text(self, text: str) -> None:
        """Called by the protocol, from outside: log lines name the handshake all the same."""
        self._context.run(self.receive, text)

    def _on_writable(self) -> None:
        self._context.run(self._resume)

    def receive(self, text: str) -> None:
        """Takes a text from the client."""
        if self._queue is None:
            self._queue = deque()
        self._queue.append(text)
        if self._idle and not self._working:
            self._work()
        elif not self.protocol.read_paused:
            self.protocol.pause_reading(True)

    def take_next(self) -> None:
        """Goes on with the next message, because the last one has been answered."""
        self._idle = True
        if not self._working and (self._queue or self.protocol.read_paused or self._drained):
            self._work()

    def reply(self, text: bytes) -> None:
        """Sends an answer, now or as soon as the client reads; until then no message is taken."""
        if not self.protocol.try_send(text) and not self.protocol.closing:
            self._unsent = text

    def refuse(self, message: Incoming, refusal: Refusal, ply: int | None) -> None:
        """Replies why a message was not carried out."""
        metrics.REFUSALS.labels(refusal.code).inc()
        name = None if isinstance(message, Refusal) else message.name
        self.reply(messages.encode(messages.Refused(name, refusal.code, ply, refusal.detail)))

    def pong(self, ping: messages.Ping) -> None:
        self.reply(messages.encode(messages.Pong(ping.n, now())))
        self.take_next()

    def fail(self) -> None:
        """Closes the connection with 1011: what the client should be sent cannot be made."""
        self._close_soon(1011)

    def end(self) -> None:
        """Closes the connection with 1008: what it was opened with has ended."""
        self._close_soon(1008)

    def _close_soon(self, code: int) -> None:
        if self._closing is None:
            self._closing = asyncio.create_task(self.close(code))

    async def send(self, text: bytes) -> None:
        """Sends as soon as the client reads. OSError: the connection is broken or closing."""
        if not self.protocol.try_send(text):
            await self._send({"type": "websocket.send", "text": text.decode()})

    async def close(self, code: int) -> None:
        try:
            await self._send({"type": "websocket.close", "code": code})
        except OSError:
            log.debug("connection lost before it was closed", code=code)

    def _work(self) -> None:
        """Answers the queued messages, until one cannot be answered at once."""
        self._working = True
        while self._queue and self._idle and self._unsent is None and self._closing is None:
            self._idle = False
            self.on_message(self._decode(self._queue.popleft()))
            if len(self._refusals) == STORM and self._refusals[-1] - self._refusals[0] < STORM_TIME:
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
        if self._limit and not self._take_token():
            self._refusals = (*self._refusals[1 - STORM :], monotonic())
            return Refusal("too_many")
        try:
            return self._decode_text(text)
        except messages.NOT_A_MESSAGE as error:
            return Refusal("bad_message", message=str(error))

    def _take_token(self) -> bool:
        """Takes a token from this connection's bucket; False: it is empty."""
        time = monotonic()
        gained = (time - self._refilled) * self._limit / 4
        self._tokens = min(self._limit, self._tokens + gained)
        self._refilled = time
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _resume(self) -> None:
        """The client reads again."""
        if self._unsent is not None and self.protocol.try_send(self._unsent):
            self._unsent = None
        self.on_writable()
        if not self._working:
            self._work()


class GameConnection:
    """A connection to a game: woken by the session, it sends the newest state of its player; with `steps`
    only what one move has changed, where the client has the state just before it. `writes`: what it was
    opened with is good for acts."""

    __slots__ = (
        *("_access", "_chat", "_connection", "_presence", "_session", "_shown", "_steps", "_try_send"),
        *("_unsent", "_version", "_writes", "player"),
    )

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
        self._access = Access.CLOSED  # of the last whole state
        self._connection, self._session = connection, session
        self._try_send = connection.protocol.try_send
        self._version = self._presence = -1  # of what was sent last
        self._shown = NOTHING_SHOWN  # the presence that was sent last
        self._unsent: deque[bytes] | None = None  # lines of the chat, where some had to wait
        connection.on_message, connection.on_writable = self._on_message, self.wake

    def wake(self) -> None:
        """Sends what is new. What the client does not take now is sent when it reads again."""
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
            log.exception("state not sent", game=session.info.id, ply=session.match.ply)
            self._connection.fail()

    @property
    def heard(self) -> int:
        return self._connection.protocol.heard

    def tell(self, text: bytes) -> None:
        """Sends a line of the chat, now or when the client reads again."""
        if self._unsent or not self._try_send(text):
            self._unsent = self._unsent or deque(maxlen=LINES)
            self._unsent.append(text)

    def _send_presence(self, audience: Audience) -> bool:
        """Sends the presence, unless it is what was sent last. False: the client does not read."""
        presence = audience.presence
        if presence != self._shown and not self._try_send(audience.presence_text()):
            return False
        self._shown = presence
        return True

    def _send_step(self) -> bool:
        """Sends what the newest version has changed. False: the client needs a whole state, or does not
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
        """Sends the state even if nothing is new."""
        self._version = -1
        self.wake()

    def _on_message(self, message: Incoming) -> None:
        """Carries out one message, if the client has the role that it needs."""
        version = self._session.view.version
        if isinstance(message, Refusal):
            self._answer(message, version, message)
        elif isinstance(message, Visible) or not self._may_send(message):
            self._answer(message, version, Refusal("not_seated", message="this is not for you to send"))
        elif isinstance(message, messages.Ping):
            self._connection.pong(message)
        elif isinstance(message, messages.Show):
            self.send_state()
            self._connection.take_next()
        elif self.player is None:
            self._answer(message, version, Refusal("not_seated", message="this is not for you to send"))
        elif not self._writes:
            self._answer(message, version, Refusal("no_scope", scope="play"))
        elif isinstance(message, CHAT):
            self._chat.submit(self._session, self.player, message, partial(self._answer_chat, message))
        else:
            answer, latency = partial(self._answer, message, version), self._connection.protocol.latency
            try:
                self._session.submit(self.player, message, answer, latency)
            except Exception as fault:
                self._answer(message, version, fault)

    def _may_send(self, message: messages.Message) -> bool:
        """Whether the client has the role that this message needs, as far as is known here: whether a player
        is of this game is for the session to say, which may have to ask the database."""
        return message.needs == "anybody" or (message.needs in ("person", "player") and bool(self.player))

    def _answer(self, message: Incoming, version: int, error: BaseException | None) -> None:
        """Answers a message; if it made a new state, that has been sent already."""
        session = self._session
        if error is None:
            if session.view.version == version:
                self.send_state()
        elif isinstance(error, Refusal):
            self._refuse(message, error)
        else:
            log.error("act failed", game=session.info.id, ply=session.match.ply, exc_info=error)
            self._refuse(message, internal_error(self._connection.request))
        self._connection.take_next()

    def _answer_chat(self, message: Incoming, error: BaseException | None) -> None:
        """Goes on after a line of the chat, which is its own answer; hiding it is answered by a state."""
        if isinstance(message, messages.Hide) or error is not None:
            self._answer(message, self._session.view.version, error)
        else:
            self._connection.take_next()

    def _refuse(self, message: Incoming, refusal: Refusal) -> None:
        self._connection.refuse(message, refusal, self._session.match.ply)
        if refusal.code in ("stale", "game_over", "not_live", "not_your_turn"):
            self.send_state()
