"""A connection after it was accepted: messages in, one after the other and at a bearable rate; texts out.

Nothing here waits in a task: the protocol calls `hear`, and whoever answers says `done`, at once or later.
What comes meanwhile stays outside, in the end in the buffers of who sent it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic

import structlog
from starlette.types import Receive, Send

from app import metrics
from app.cluster.rate_limits import TokenBucket
from app.errors import Refusal
from app.messages import games as wire
from app.messages.framing import framed
from app.sockets.protocol import LiveProtocol

log = structlog.get_logger(__name__)

STORM = 60  # refusals `too_many` within STORM_TIME seconds that end a socket
STORM_TIME = 10.0

Said = wire.Message | Refusal  # what came in: a message, or in its place the refusal of what is none


class Socket:
    """`answering` is called with what comes in, one at a time: when it has been answered it says `done`.
    `ready` is called when the other end reads again."""

    __slots__ = (
        *("_bucket", "_closing", "_heard", "_idle", "_last", "_receive", "_refusals", "_send", "_unsent"),
        *("_working", "answering", "line", "ready"),
    )

    def __init__(self, line: LiveProtocol, receive: Receive, send: Send, limit: int) -> None:
        self.line = line
        self.answering: Callable[[Said], None] = lambda _: None
        self.ready: Callable[[], None] = lambda: None
        self._receive, self._send = receive, send
        self._bucket = TokenBucket(limit, limit / 4)
        self._refusals: list[float] = []  # when the last STORM of them were
        self._heard: deque[str] = deque()  # what is still to be answered
        self._idle = True  # nothing is being answered
        self._working = False
        self._unsent: bytes | None = None  # an answer that the other end does not take yet
        self._closing: asyncio.Task[None] | None = None
        self._last: asyncio.Future[None] | None = None  # done with the last answer, after the other end went

    async def listen(self) -> None:
        """Until the other end goes, and what it said before has been answered."""
        self.line.heard, self.line.ready = self.hear, self._writable
        while (message := await self._receive())["type"] != "websocket.disconnect":
            text = message.get("text")
            if text is None:
                await self.close(1003)
            else:
                self.hear(text)
        if not self._idle:
            self._last = asyncio.get_running_loop().create_future()
            await self._last

    def hear(self, text: str) -> None:
        """Takes a text that came in."""
        self._heard.append(text)
        if self._idle and not self._working:
            self._work()
        elif not self.line.read_paused:
            self.line.hold(True)

    def done(self) -> None:
        """The last message has been answered."""
        self._idle = True
        if not self._working and (self._heard or self.line.read_paused or self._last):
            self._work()

    def reply(self, answer: bytes) -> None:
        """Sends an answer, now or as soon as the other end takes it; until then nothing more is heard."""
        frame = framed(answer)
        if not self.line.offer(frame) and not self.line.gone:
            self._unsent = frame

    def refuse(self, said: Said, refusal: Refusal, ply: int | None) -> None:
        """Replies why a message was not carried out."""
        metrics.REFUSALS.labels(refusal.code).inc()
        name = None if isinstance(said, Refusal) else said.name
        self.reply(wire.encode(wire.Refused(name, refusal.code, ply, refusal.detail)))

    async def send(self, text: bytes) -> None:
        """Sends, as soon as the other end takes it. OSError: the connection is broken or closing."""
        await self._send({"type": "websocket.send", "text": text.decode()})

    async def close(self, code: int) -> None:
        try:
            await self._send({"type": "websocket.close", "code": code})
        except OSError:
            log.debug("gone before it was closed", code=code)

    def _work(self) -> None:
        """Answers what has been heard, until an answer takes time."""
        self._working = True
        while self._heard and self._idle and self._unsent is None and self._closing is None:
            self._idle = False
            self.answering(self._read(self._heard.popleft()))
            if len(self._refusals) == STORM and self._refusals[-1] - self._refusals[0] < STORM_TIME:
                self._closing = asyncio.create_task(self.close(1008))
        self._working = False
        if self._heard:
            self.line.hold(True)
        elif self.line.read_paused:
            self.line.hold(False)
        if self._last and self._idle and not self._last.done():
            self._last.set_result(None)

    def _read(self, text: str) -> Said:
        if self._bucket.take():
            self._refusals = [*self._refusals[1 - STORM :], monotonic()]
            return Refusal("too_many")
        try:
            return wire.read_frame(text)
        except wire.BadMessage as error:
            return Refusal("bad_message", message=str(error))

    def _writable(self) -> None:
        """The other end reads again."""
        if self._unsent is not None and self.line.offer(self._unsent):
            self._unsent = None
        self.ready()
        if not self._working:
            self._work()
