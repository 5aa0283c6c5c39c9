"""The WebSocket endpoints as plain ASGI: admission, handshake, and a connection to a game or to the lobby.

Messages are answered where they come in, without a task (`app.sockets.connection`). On a broadcast the newest
whole state is written at once; a client that cannot take it now gets a newer one later, never a queue of old
ones. A client that does not read is dropped by `app.sockets.protocol`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial

import structlog
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from app import auth, metrics
from app.domain.game_info import Player
from app.errors import Refusal
from app.live.lobby import Visitor
from app.messages import games as messages
from app.messages.errors import encode_error
from app.services import Services
from app.sockets.connection import Connection, GameConnection, Incoming
from app.sockets.protocol import EXTENSION

log = structlog.get_logger(__name__)

GAME = "/ws/games/"
LOBBY = "/ws/lobby"


async def live(scope: Scope, receive: Receive, send: Send) -> None:
    """The two WebSocket addresses, as an ASGI application: `/ws/games/{id}` and `/ws/lobby`."""
    services: Services = scope["state"]["services"]
    path = scope["path"]
    try:
        if path.startswith(GAME):
            await _game(path.removeprefix(GAME), scope, receive, send, services)
        elif path == LOBBY:
            await _lobby(scope, receive, send, services)
        else:
            raise Refusal("not_found", path=path[:200])
    except Refusal as refusal:
        await _reject(receive, send, refusal)


async def _game(id: str, scope: Scope, receive: Receive, send: Send, services: Services) -> None:
    async with _admit(scope, services) as player, services.sessions.open(id) as session:
        connection = await _accept(scope, receive, send, services)
        if connection is None:
            return
        await services.admit(session, player)
        steps = b"steps=1" in scope.get("query_string", b"").split(b"&")
        viewer = GameConnection(connection, session, player, steps=steps)
        info = session.info
        waits = player is not None and player.id == info.creator and not info.full
        owner = services.owners.count_connection(info.id) if waits else nullcontext()
        with metrics.SOCKETS.labels("game").track_inprogress(), owner:
            session.audience.enter(viewer)
            viewer.send_state()
            try:
                await connection.run()
            finally:
                session.audience.leave(viewer)


async def _lobby(scope: Scope, receive: Receive, send: Send, services: Services) -> None:
    async with _admit(scope, services) as player:
        connection = await _accept(scope, receive, send, services)
        if connection is None:
            return
        connection.on_message = partial(_answer_in_lobby, connection)
        updates = asyncio.create_task(services.lobby.send_updates(Visitor(player, connection.send)))
        updates.add_done_callback(partial(_close_after, connection))
        with metrics.SOCKETS.labels("lobby").track_inprogress():
            try:
                await connection.run()
            finally:
                await _cancel(updates)


def _close_after(connection: Connection, updates: asyncio.Task[None]) -> None:
    """Closes a connection whose updates have failed, unless it was the client who ended it."""
    if updates.cancelled() or isinstance(updates.exception(), OSError):
        return
    log.error("lobby not sent", exc_info=updates.exception())
    connection.fail()


def _answer_in_lobby(connection: Connection, message: Incoming) -> None:
    """Answers a message to the lobby: only a ping is carried out there."""
    if isinstance(message, messages.Ping):
        connection.pong(message)
        return
    connection.refuse(message, message if isinstance(message, Refusal) else Refusal("not_seated"), None)
    connection.take_next()


@asynccontextmanager
async def _admit(scope: Scope, services: Services) -> AsyncIterator[Player | None]:
    """The player, counted by the connection limit. Refusal: foreign origin, unknown player, too many."""
    request = HTTPConnection(scope)
    services.auth.check_origin(request.headers.get("origin"), request.headers.get("host"))
    header, cookie = request.headers.get("authorization"), request.cookies.get(auth.COOKIE)
    player = await services.auth.player(header, cookie)
    key = f"player {player.id}" if player else f"address {auth.client_address(scope)}"
    most = services.settings.limit_sockets
    await services.connection_limits.acquire(key, most if player else most * 5 // 2)
    try:
        yield player
    finally:
        services.connection_limits.release(key)


async def _accept(scope: Scope, receive: Receive, send: Send, services: Services) -> Connection | None:
    """The connection after the handshake; None if the client disconnected before."""
    if (await receive())["type"] != "websocket.connect":
        return None
    await send({"type": "websocket.accept"})
    return Connection(scope["extensions"][EXTENSION], receive, send, services.settings.limit_messages)


async def _reject(receive: Receive, send: Send, refusal: Refusal) -> None:
    """Answers a handshake with an error, as HTTP would."""
    await receive()
    headers, body = encode_error(refusal)
    headers["content-length"] = str(len(body))
    start: Message = {
        "type": "websocket.http.response.start",
        "status": refusal.status,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    await send(start)
    await send({"type": "websocket.http.response.body", "body": body})


async def _cancel(updates: asyncio.Task[None]) -> None:
    updates.cancel()
    try:
        await updates
    except (asyncio.CancelledError, OSError):
        pass
    except Exception:
        log.exception("lobby updates failed")
