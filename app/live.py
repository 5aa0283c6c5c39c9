"""The websockets, as plain ASGI: frames in, frames out.

A socket's receiver reads one message after the other; its sender waits for the session's bell and sends the
newest whole frame, never a queue of old ones. Whoever does not read is dropped by `app.protocol`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import monotonic

import structlog
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from app import wire
from app.errors import Refusal
from app.facts import Player
from app.house import House
from app.limits import Bucket
from app.lobby import Visitor
from app.sessions import Session, now

log = structlog.get_logger()

STORM = 60  # refusals `too_many` within STORM_TIME seconds that end a socket
STORM_TIME = 10.0


class Gone(Exception):
    """The other end has closed."""


class Storm(Exception):
    """The other end goes on sending although it is told to stop."""


class Socket:
    """One connection after it was accepted: text in, text out, at a bearable rate."""

    def __init__(self, receive: Receive, send: Send, house: House) -> None:
        self._receive, self._send = receive, send
        size = house.settings.limit_messages
        self._bucket = Bucket(size, size / 4)
        self._refusals: deque[float] = deque(maxlen=STORM)

    async def messages(self) -> AsyncIterator[wire.Message | Refusal]:
        """What comes in, in order: messages, and in their place refusals of what is none or too much.

        Ends when the other end closes, sends bytes (1003) or does not stop (1008)."""
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            frame = message.get("text")
            if frame is None:
                await self.close(1003)
                return
            if self._bucket.take():
                self._refusals.append(monotonic())
                yield Refusal("too_many")
                if len(self._refusals) == STORM and self._refusals[-1] - self._refusals[0] < STORM_TIME:
                    await self.close(1008)
                    return
                continue
            try:
                yield wire.read_frame(frame)
            except wire.BadMessage as error:
                yield Refusal("bad_message", message=str(error))

    async def send(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        await self._send({"type": "websocket.close", "code": code})


class Table:
    """A socket at a game: woken by the session, it sends the newest frame of its seat."""

    def __init__(self, socket: Socket, session: Session, player: Player | None) -> None:
        self.player = player
        self._socket, self._session = socket, session
        self._bell = asyncio.Event()
        self._version = -1  # of the state that was sent last
        self._presence = session.presence_version

    def wake(self) -> None:
        self._bell.set()

    def show(self) -> None:
        """Sends the state even if nothing is new."""
        self._version = -1
        self._bell.set()

    async def tell(self) -> None:
        """Sends what is new, for ever."""
        session = self._session
        while True:
            if self._version != session.version:
                self._version, self._presence = session.version, session.presence_version
                await self._socket.send(session.frame(self.player))
            elif self._presence != session.presence_version:
                self._presence = session.presence_version
                await self._socket.send(wire.encode(session.presence()).decode())
            else:
                await self._bell.wait()
                self._bell.clear()

    async def listen(self) -> None:
        """Answers what comes in, until the other end goes."""
        async for message in self._socket.messages():
            name = message.name if not isinstance(message, Refusal) else None
            try:
                if isinstance(message, Refusal):
                    raise message
                await self._do(message)
            except Refusal as refusal:
                await self._refuse(name, refusal)
            except OSError:
                return  # the other end went while it was answered
            except Exception:
                log.exception("act", game=self._session.facts.id, ply=self._session.match.ply)
                await self._refuse(name, Refusal("try_again", message="a fault of ours"))

    async def _do(self, message: wire.Message) -> None:
        """Carries out one message. Everybody may ping; all other acts are for the players of this game."""
        if isinstance(message, wire.Ping):
            await self._socket.send(wire.encode(wire.Pong(message.n, now())).decode())
            return
        if self.player is None:
            raise Refusal("not_seated", message="only the players of this game may act")
        version = self._session.version
        await self._session.act(self.player, message)
        if self._session.version == version:
            self.show()

    async def _refuse(self, name: str | None, refusal: Refusal) -> None:
        ply = self._session.match.ply
        text = wire.encode(wire.Refused(name, refusal.code, ply, refusal.detail)).decode()
        await self._socket.send(text)
        if refusal.code in ("stale", "game_over", "not_live", "not_your_turn"):
            self.show()


class Live:
    """The two socket addresses: `/ws/games/{id}` and `/ws/lobby`."""

    async def game(self, scope: Scope, receive: Receive, send: Send) -> None:
        house: House = scope["state"]["house"]
        try:
            game = scope["path_params"]["id"]
            async with _admitted(scope, house) as player, house.sessions.hold(game) as session:
                socket = await _accepted(receive, send, house)
                if socket:
                    await self._sit(Table(socket, session, player), session)
        except Refusal as refusal:
            await _turn_away(receive, send, refusal)

    async def _sit(self, table: Table, session: Session) -> None:
        session.enter(table)
        teller = asyncio.create_task(table.tell())
        try:
            await table.listen()
        except OSError:
            pass  # the connection broke while we answered
        finally:
            session.leave(table)
            await _ended(teller)

    async def lobby(self, scope: Scope, receive: Receive, send: Send) -> None:
        house: House = scope["state"]["house"]
        try:
            async with _admitted(scope, house) as player:
                socket = await _accepted(receive, send, house)
                if socket:
                    await self._visit(socket, house, player)
        except Refusal as refusal:
            await _turn_away(receive, send, refusal)

    async def _visit(self, socket: Socket, house: House, player: Player | None) -> None:
        visitor = Visitor(player, socket.send)
        teller = asyncio.create_task(house.lobby.tell(visitor))
        try:
            async for message in socket.messages():
                if isinstance(message, wire.Ping):
                    await socket.send(wire.encode(wire.Pong(message.n, now())).decode())
                    continue
                name = None if isinstance(message, Refusal) else message.name
                refusal = message if isinstance(message, Refusal) else Refusal("not_seated")
                await socket.send(
                    wire.encode(wire.Refused(name, refusal.code, None, refusal.detail)).decode()
                )
        except OSError:
            pass
        finally:
            await _ended(teller)


@asynccontextmanager
async def _admitted(scope: Scope, house: House) -> AsyncIterator[Player | None]:
    """Who asks, with a place among the sockets that he may have. Refusal: foreign, unknown, too many."""
    asked = HTTPConnection(scope)
    house.auth.check_origin(asked)
    player = await house.auth.player(asked)
    address = asked.client.host if asked.client else ""
    key = f"player {player.id}" if player else f"address {address}"
    most = house.settings.limit_sockets
    house.sockets.enter(key, most if player else most * 5 // 2)
    try:
        yield player
    finally:
        house.sockets.leave(key)


async def _accepted(receive: Receive, send: Send, house: House) -> Socket | None:
    """The socket after the handshake; None if the other end went before."""
    if (await receive())["type"] != "websocket.connect":
        return None
    await send({"type": "websocket.accept"})
    return Socket(receive, send, house)


async def _turn_away(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Answers a handshake with an error, as HTTP would."""
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
    except (asyncio.CancelledError, OSError):
        pass
    except Exception:
        log.exception("a sender failed")
