"""The websockets, as plain ASGI: frames in, frames out.

A message is answered where it comes in, without a task (`app.sockets`). When the session rings, the newest
whole frame is written at once, without waking anybody; who cannot take it now gets a newer one later, never
a queue of old ones. Whoever does not read is dropped by `app.protocol`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial

import structlog
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from app import metrics
from app.clock import now
from app.domain.game_info import Player
from app.errors import Refusal
from app.live.lobby import Visitor
from app.live.session import Session
from app.messages import games as wire
from app.services import Services
from app.sockets.connection import Said, Socket
from app.sockets.protocol import EXTENSION

log = structlog.get_logger(__name__)


class Table:
    """A socket at a game: woken by the session, it sends the newest frame of its seat."""

    __slots__ = ("_line", "_presence", "_session", "_socket", "_version", "player")

    def __init__(self, socket: Socket, session: Session, player: Player | None) -> None:
        self.player = player
        self._socket, self._session, self._line = socket, session, socket.line
        self._version = self._presence = -1  # of what was sent last
        socket.answering, socket.ready = self._answer, self.wake

    def wake(self) -> None:
        """Sends what is new. Whoever does not take it now is woken again when he does."""
        session, offer = self._session, self._line.offer
        try:
            if self._version != session.version:
                if offer(session.frame(self.player)):
                    self._version, self._presence = session.version, session.presence_version
            elif self._presence != session.presence_version and offer(session.presence_frame()):
                self._presence = session.presence_version
        except Exception:
            log.exception("a frame failed", game=session.info.id, ply=session.match.ply)

    def show(self) -> None:
        """Sends the state even if nothing is new."""
        self._version = -1
        self.wake()

    def _answer(self, said: Said) -> None:
        """Carries out one message. Everybody may ping; all other acts are for the players of this game."""
        version = self._session.version
        if isinstance(said, Refusal):
            self._acted(said, version, said)
        elif isinstance(said, wire.Ping):
            self._socket.reply(_pong(said))
            self._socket.done()
        elif self.player is None:
            why = Refusal("not_seated", message="only the players of this game may act")
            self._acted(said, version, why)
        else:
            try:
                self._session.ask(self.player, said, partial(self._acted, said, version))
            except Exception as fault:
                self._acted(said, version, fault)

    def _acted(self, said: Said, version: int, error: BaseException | None) -> None:
        """Says what became of a message; its state has gone out already, if it made a new one."""
        session = self._session
        if error is None:
            if session.version == version:
                self.show()
        elif isinstance(error, Refusal):
            self._refuse(said, error)
        else:
            log.error("act", game=session.info.id, ply=session.match.ply, exc_info=error)
            self._refuse(said, Refusal("try_again", message="a fault of ours"))
        self._socket.done()

    def _refuse(self, said: Said, refusal: Refusal) -> None:
        self._socket.refuse(said, refusal, self._session.match.ply)
        if refusal.code in ("stale", "game_over", "not_live", "not_your_turn"):
            self.show()


GAME = "/ws/games/"
LOBBY = "/ws/lobby"


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """The two socket addresses, as an ASGI application: `/ws/games/{id}` and `/ws/lobby`."""
    house: Services = scope["state"]["house"]
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


async def _game(id: str, scope: Scope, receive: Receive, send: Send, house: Services) -> None:
    async with _admitted(scope, house) as player, house.sessions.hold(id) as session:
        socket = await _accepted(scope, receive, send, house)
        if socket is None:
            return
        await house.admit(session, player)
        table = Table(socket, session, player)
        info = session.info
        waits = player is not None and player.id == info.creator and not info.full
        owner = house.owners.present(info.id) if waits else nullcontext()
        with metrics.SOCKETS.labels("game").track_inprogress(), owner:
            session.enter(table)
            table.show()
            try:
                await socket.listen()
            finally:
                session.leave(table)


async def _lobby(scope: Scope, receive: Receive, send: Send, house: Services) -> None:
    async with _admitted(scope, house) as player:
        socket = await _accepted(scope, receive, send, house)
        if socket is None:
            return
        socket.answering = partial(_chat, socket)
        teller = asyncio.create_task(house.lobby.tell(Visitor(player, socket.send)))
        with metrics.SOCKETS.labels("lobby").track_inprogress():
            try:
                await socket.listen()
            finally:
                await _ended(teller)


def _chat(socket: Socket, said: Said) -> None:
    """Answers what comes in at the lobby: there is nothing to do but to ping."""
    if isinstance(said, wire.Ping):
        socket.reply(_pong(said))
    else:
        socket.refuse(said, said if isinstance(said, Refusal) else Refusal("not_seated"), None)
    socket.done()


def _pong(ping: wire.Ping) -> bytes:
    return wire.encode(wire.Pong(ping.n, now()))


@asynccontextmanager
async def _admitted(scope: Scope, house: Services) -> AsyncIterator[Player | None]:
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


async def _accepted(scope: Scope, receive: Receive, send: Send, house: Services) -> Socket | None:
    """The socket after the handshake; None if the other end went before."""
    if (await receive())["type"] != "websocket.connect":
        return None
    await send({"type": "websocket.accept"})
    return Socket(scope["extensions"][EXTENSION], receive, send, house.settings.limit_messages)


async def _turn_away(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Answers a handshake with an error, as HTTP would."""
    metrics.REFUSALS.labels(refusal.code).inc()
    await receive()
    body = wire.encode(wire.ErrorResponse(wire.ErrorBody(refusal.code, refusal.detail)))
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
