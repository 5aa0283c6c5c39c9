"""The websockets, as plain ASGI: frames in, frames out.

A socket's one task reads message after message. When the session rings, the newest whole frame is written at
once, without waking anybody; who cannot take it now gets a newer one later, never a queue of old ones.
Whoever does not read is dropped by `app.protocol`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

import structlog
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from app import metrics, wire
from app.errors import Refusal
from app.facts import Player
from app.house import House
from app.limits import Bucket
from app.lobby import Visitor
from app.protocol import EXTENSION, LiveProtocol
from app.sessions import Session, now

log = structlog.get_logger(__name__)

STORM = 60  # refusals `too_many` within STORM_TIME seconds that end a socket
STORM_TIME = 10.0


class Gone(Exception):
    """The other end has closed."""


class Socket:
    """One connection after it was accepted: text in, text out, at a bearable rate."""

    __slots__ = ("_bucket", "_receive", "_refusals", "_send", "line")

    def __init__(self, scope: Scope, receive: Receive, send: Send, house: House) -> None:
        self.line: LiveProtocol = scope["extensions"][EXTENSION]
        self._receive, self._send = receive, send
        size = house.settings.limit_messages
        self._bucket = Bucket(size, size / 4)
        self._refusals: list[float] = []  # when the last STORM of them were

    async def next(self) -> wire.Message | Refusal | None:
        """What comes in next: a message, or in its place a refusal of what is none or too much.

        None when the other end has closed, sends bytes (1003) or does not stop (1008)."""
        if len(self._refusals) == STORM and self._refusals[-1] - self._refusals[0] < STORM_TIME:
            await self.close(1008)
            return None
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            return None
        frame = message.get("text")
        if frame is None:
            await self.close(1003)
            return None
        if self._bucket.take():
            self._refusals = [*self._refusals[1 - STORM :], monotonic()]
            return Refusal("too_many")
        try:
            return wire.read_frame(frame)
        except wire.BadMessage as error:
            return Refusal("bad_message", message=str(error))

    async def send(self, text: bytes) -> None:
        """Sends, as soon as the other end takes it. Gone: the connection is broken or closing."""
        try:
            await self._send({"type": "websocket.send", "text": text.decode()})
        except OSError:
            raise Gone from None

    async def close(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code})


class Table:
    """A socket at a game: woken by the session, it sends the newest frame of its seat."""

    __slots__ = ("_presence", "_session", "_socket", "_version", "player")

    def __init__(self, socket: Socket, session: Session, player: Player | None) -> None:
        self.player = player
        self._socket, self._session = socket, session
        self._version = self._presence = -1  # of what was sent last
        socket.line.ready = self.wake

    def wake(self) -> None:
        """Sends what is new. Whoever does not take it now is woken again when he does."""
        session, offer = self._session, self._socket.line.offer
        try:
            if self._version != session.version:
                if offer(session.frame(self.player)):
                    self._version, self._presence = session.version, session.presence_version
            elif self._presence != session.presence_version and offer(session.presence_frame()):
                self._presence = session.presence_version
        except Exception:
            log.exception("a frame failed", game=session.facts.id, ply=session.match.ply)

    def show(self) -> None:
        """Sends the state even if nothing is new."""
        self._version = -1
        self.wake()

    async def listen(self) -> None:
        """Answers what comes in, until the other end goes."""
        while (message := await self._socket.next()) is not None:
            try:
                if isinstance(message, Refusal):
                    raise message
                await self._do(message)
            except Refusal as refusal:
                await self._refuse(message, refusal)
            except Gone:
                raise
            except Exception:
                log.exception("act", game=self._session.facts.id, ply=self._session.match.ply)
                await self._refuse(message, Refusal("try_again", message="a fault of ours"))

    async def _do(self, message: wire.Message) -> None:
        """Carries out one message. Everybody may ping; all other acts are for the players of this game."""
        if isinstance(message, wire.Ping):
            await self._socket.send(wire.encode(wire.Pong(message.n, now())))
            return
        if self.player is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        version = self._session.version
        await self._session.act(self.player, message)
        if self._session.version == version:
            self.show()

    async def _refuse(self, message: wire.Message | Refusal, refusal: Refusal) -> None:
        await self._socket.send(_refused(message, refusal, self._session.match.ply))
        if refusal.code in ("stale", "game_over", "not_live", "not_your_turn"):
            self.show()


def _refused(message: wire.Message | Refusal, refusal: Refusal, ply: int | None) -> bytes:
    """The frame that refuses a message, or what was none."""
    metrics.REFUSALS.labels(refusal.code).inc()
    name = None if isinstance(message, Refusal) else message.name
    return wire.encode(wire.Refused(name, refusal.code, ply, refusal.detail))


GAME = "/ws/games/"
LOBBY = "/ws/lobby"


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """The two socket addresses, as an ASGI application: `/ws/games/{id}` and `/ws/lobby`."""
    house: House = scope["state"]["house"]
    path = scope["path"]
    try:
        if path.startswith(GAME):
            await _game(path.removeprefix(GAME), scope, receive, send, house)
        elif path == LOBBY:
            await _lobby(scope, receive, send, house)
        else:
            raise Refusal("not_found", path=path[:200])
    except Refusal as refusal:
        await _turn_away(receive, send, refusal)


async def _game(id: str, scope: Scope, receive: Receive, send: Send, house: House) -> None:
    async with _admitted(scope, house) as player, house.sessions.hold(id) as session:
        socket = await _accepted(scope, receive, send, house)
        if socket is None:
            return
        table = Table(socket, session, player)
        with metrics.SOCKETS.labels("game").track_inprogress():
            session.enter(table)
            table.show()
            try:
                await table.listen()
            except Gone:
                pass  # the connection broke while we answered
            finally:
                session.leave(table)


async def _lobby(scope: Scope, receive: Receive, send: Send, house: House) -> None:
    async with _admitted(scope, house) as player:
        socket = await _accepted(scope, receive, send, house)
        if socket is None:
            return
        teller = asyncio.create_task(house.lobby.tell(Visitor(player, socket.send)))
        with metrics.SOCKETS.labels("lobby").track_inprogress():
            try:
                await _chat(socket)
            except Gone:
                pass
            finally:
                await _ended(teller)


async def _chat(socket: Socket) -> None:
    """Answers what comes in at the lobby: there is nothing to do but to ping."""
    while (message := await socket.next()) is not None:
        if isinstance(message, wire.Ping):
            await socket.send(wire.encode(wire.Pong(message.n, now())))
        else:
            refusal = message if isinstance(message, Refusal) else Refusal("not_seated")
            await socket.send(_refused(message, refusal, None))


@asynccontextmanager
async def _admitted(scope: Scope, house: House) -> AsyncIterator[Player | None]:
    """Who asks, with a place among the sockets that he may have. Refusal: foreign, unknown, too many."""
    asked = HTTPConnection(scope)
    house.auth.check_origin(asked)
    player = await house.auth.player(asked)
    address = asked.client.host if asked.client else ""
    key = f"player {player.id}" if player else f"address {address}"
    most = house.settings.limit_sockets
    await house.sockets.enter(key, most if player else most * 5 // 2)
    try:
        yield player
    finally:
        house.sockets.leave(key)


async def _accepted(scope: Scope, receive: Receive, send: Send, house: House) -> Socket | None:
    """The socket after the handshake; None if the other end went before."""
    if (await receive())["type"] != "websocket.connect":
        return None
    await send({"type": "websocket.accept"})
    return Socket(scope, receive, send, house)


async def _turn_away(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Answers a handshake with an error, as HTTP would."""
    metrics.REFUSALS.labels(refusal.code).inc()
    await receive()
    body = wire.encode(wire.Wrong(wire.Fault(refusal.code, refusal.detail)))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.code == "too_many":
        headers.append((b"retry-after", str(int(refusal.retry) + 1).encode()))
    start: Message = {"type": "websocket.http.response.start", "status": refusal.status, "headers": headers}
    await send(start)
    await send({"type": "websocket.http.response.body", "body": body})


async def _ended(teller: asyncio.Task[None]) -> None:
    teller.cancel()
    try:
        await teller
    except (asyncio.CancelledError, Gone):
        pass
    except Exception:
        log.exception("a sender failed")
