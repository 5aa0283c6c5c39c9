"""WebSocket endpoints as plain ASGI: admission, handshake, and connections to a game or the lobby.

Messages are handled where they are received, without a task (`app.games.connection`). A broadcast writes
the newest full state at once; a client that cannot take it gets a newer one later, never a queue of old ones.
`app.http.protocol` disconnects clients that do not read; uvicorn must run with its class.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import get_args

import structlog
from starlette.requests import HTTPConnection
from starlette.types import Message, Receive, Scope, Send

from app.core import metrics
from app.core.error_messages import ERROR_HEADERS, REQUEST_ID, encode_error
from app.core.errors import Refusal, internal_error
from app.core.ids import request_id
from app.games import acts, messages
from app.games.connection import ABNORMAL_CLOSURE, Connection, GameConnection, Incoming
from app.http.protocol import EXTENSION
from app.http.requester import Requester, client_address
from app.http.requests import cookies_of
from app.lobby import messages as lobby_messages
from app.lobby.feature import Lobby
from app.lobby.messages import LobbyMessage, Visible, decode_lobby_message
from app.lobby.visitor import Visitor
from app.model.credential import Credential

log = structlog.get_logger(__name__)

SOCKET_MESSAGES = (  # described in OpenAPI
    *get_args(acts.Message),
    messages.Step,
    messages.Refused,
    messages.Presence,
    messages.ChatLine,
    messages.Pong,
    lobby_messages.Lobby,
    lobby_messages.LobbyDiff,
    lobby_messages.Boards,
    Visible,
)
GAME = "/ws/games/"
LOBBY = "/ws/lobby"


async def websocket_app(scope: Scope, receive: Receive, send: Send) -> None:
    """ASGI application of `/ws/games/{id}` and `/ws/lobby`. The request id of the handshake is bound to all
    log lines of the connection, those of its messages included."""
    known = scope["state"]["request_id"] = request_id(HTTPConnection(scope).headers.get(REQUEST_ID))
    with structlog.contextvars.bound_contextvars(request=known):
        try:
            await _serve(scope, receive, send)
        except Refusal as refusal:
            await _reject(scope, receive, send, refusal)
        except Exception as error:
            if scope["state"].get("accepted"):
                raise
            log.exception("handshake_failed", path=scope["path"], error=repr(error))
            await _reject(scope, receive, send, internal_error(known))


def _serve(scope: Scope, receive: Receive, send: Send) -> Coroutine[None, None, None]:
    path, lobby = scope["path"], scope["state"]["lobby"]
    if path.startswith(GAME):
        return _game(path.removeprefix(GAME), scope, receive, send, lobby)
    if path == LOBBY:
        return _lobby(scope, receive, send, lobby)
    raise Refusal("not_found", path=path[:200])


async def _game(id: str, scope: Scope, receive: Receive, send: Send, lobby: Lobby) -> None:
    async with _admit(scope, lobby) as found, lobby.games.sessions.open(id, newest=True) as session:
        player = found.player if found else None
        # Before the handshake: afterwards it is too late to refuse.
        await lobby.games.daily_access.admit(session, player)
        steps = _has_flag(scope, b"steps=1")
        connection = await _accept(scope, receive, send, lobby)
        if connection is None:
            return
        writes = found is None or found.may("play")
        viewer = GameConnection(connection, session, player, lobby.games.chat, steps=steps, writes=writes)
        info = session.info
        waits = player is not None and player.id == info.creator and not info.full
        probe = connection.protocol.answers
        hosting = lobby.host_presence.count_connection(info.id, probe) if waits else nullcontext()
        signed_in = lobby.people.auth.watch(found, connection.end)
        with metrics.SOCKETS.labels("game").track_inprogress(), hosting, signed_in:
            session.audience.enter(viewer)
            viewer.send_state()
            code = ABNORMAL_CLOSURE
            try:
                code = await connection.run()
            finally:
                session.audience.leave(viewer, code)


async def _lobby(scope: Scope, receive: Receive, send: Send, lobby: Lobby) -> None:
    async with _admit(scope, lobby) as found:
        player = found.player if found else None
        host = player is not None and await lobby.feed.is_host(player.id)
        differences = _has_flag(scope, b"diff=1")
        decode = decode_lobby_message if differences else messages.decode_message
        connection = await _accept(scope, receive, send, lobby, decode)
        if connection is None:
            return
        visitor = Visitor(player, connection.send, _has_flag(scope, b"mine=1"), differences)
        connection.on_message = partial(_answer_in_lobby, connection, visitor)
        updates = asyncio.create_task(lobby.feed.send_updates(visitor))
        updates.add_done_callback(partial(_close_after, connection))
        signed_in, probe = lobby.people.auth.watch(found, connection.end), connection.protocol.answers
        count = lobby.host_presence.count_connection
        present = count(player.id, probe, host=host) if player else nullcontext()
        with metrics.SOCKETS.labels("lobby").track_inprogress(), present, signed_in:
            try:
                await connection.run()
            finally:
                updates.cancel()
                await asyncio.wait({updates})


def _has_flag(scope: Scope, flag: bytes) -> bool:
    """Return whether the query string contains a flag such as `steps=1`."""
    return flag in scope.get("query_string", b"").split(b"&")


def _close_after(connection: Connection, updates: asyncio.Task[None]) -> None:
    """Close a connection whose updates have failed, unless the client has disconnected."""
    if updates.cancelled() or isinstance(updates.exception(), OSError):
        return
    log.error("lobby_send_failed", exc_info=updates.exception())
    connection.fail()


def _answer_in_lobby(connection: Connection, visitor: Visitor, message: Incoming) -> None:
    """Answer a message to the lobby; only `ping` and `visible` are accepted."""
    if isinstance(message, acts.Ping):
        connection.pong(message)
        return
    if isinstance(message, Visible):
        visitor.show(visible=message.yes)
        connection.take_next()
        return
    connection.refuse(message, message if isinstance(message, Refusal) else Refusal("not_seated"), None)
    connection.take_next()


@asynccontextmanager
async def _admit(scope: Scope, lobby: Lobby) -> AsyncIterator[Credential | None]:
    """Identify the client and count its connection. Refusal: foreign origin, invalid token or one without
    scope `read`, too many connections."""
    request, auth = HTTPConnection(scope), lobby.people.auth
    auth.check_origin(request.headers.get("origin"), request.headers.get("host"))
    found = await auth.identify(request.headers.get("authorization"), cookies_of(request))
    if found and not found.may("read"):
        raise Refusal("no_scope", scope="read")
    player = found.player if found else None
    who = Requester.of(player, client_address(scope))
    lobby.people.persons.note(who)
    limit = lobby.settings.limit_sockets
    lobby.people.connections.acquire(who.key, limit if player else limit * 5 // 2)
    try:
        yield found
    finally:
        lobby.people.connections.release(who.key)


async def _accept(
    scope: Scope,
    receive: Receive,
    send: Send,
    lobby: Lobby,
    decode: Callable[[str], LobbyMessage] = messages.decode_message,
) -> Connection | None:
    """Complete the handshake and return the connection; None if the client has disconnected."""
    if (await receive())["type"] != "websocket.connect":
        return None
    headers = [(REQUEST_ID.encode(), scope["state"]["request_id"].encode())]
    scope["state"]["accepted"] = True
    await send({"type": "websocket.accept", "headers": headers})
    metrics.HANDSHAKES.labels(_room(scope), "101").inc()
    limit, request = lobby.settings.limit_messages, scope["state"]["request_id"]
    return Connection(scope["extensions"][EXTENSION], receive, send, limit, request, decode)


def _room(scope: Scope) -> str:
    path = scope["path"]
    return "game" if path.startswith(GAME) else "lobby" if path == LOBBY else "none"


async def _reject(scope: Scope, receive: Receive, send: Send, refusal: Refusal) -> None:
    await receive()
    metrics.HANDSHAKES.labels(_room(scope), str(refusal.status)).inc()
    headers, body = encode_error(refusal)
    headers |= ERROR_HEADERS | {REQUEST_ID: scope["state"]["request_id"], "content-length": str(len(body))}
    start: Message = {
        "type": "websocket.http.response.start",
        "status": refusal.status,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    await send(start)
    await send({"type": "websocket.http.response.body", "body": body})
