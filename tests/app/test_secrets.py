"""Secrets are never disclosed: hidden deals of running games, the secrets of daily deals and of the server,
and tokens of players appear neither in a log, even after errors, nor in a frame or a response."""

from __future__ import annotations

import base64
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from tests.app.http_players import Json, Person, Socket, guest
from tests.app.solitaire_games import HIDING
from tests.app.two_processes import refusal_of
from tests.databases import Fresh, Kind
from tests.serving import PATIENCE, UNLIMITED, serving


class Recorder:
    """Records the bodies, headers and frames that a server sends."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    async def answer(self, response: httpx.Response) -> None:
        self.bytes += await response.aread()
        self.bytes += repr(response.headers.raw).encode()

    @asynccontextmanager
    async def open_socket(self, person: Person, path: str) -> AsyncIterator[Socket]:
        """Yield a socket whose frames are recorded."""
        async with person.socket(path) as socket:
            receive = socket.connection.recv

            async def recorded(*args: Any) -> Any:
                frame = await receive(*args)
                self.bytes += frame.encode() if isinstance(frame, str) else frame
                return frame

            socket.connection.recv = recorded  # type: ignore[assignment, method-assign]
            yield socket


def encodings(secret: bytes) -> Iterator[bytes]:
    """Yield the encodings in which secret bytes could be disclosed."""
    yield from (secret, secret.hex().encode(), secret.hex().upper().encode())
    yield repr(secret)[2:-1].encode()
    yield repr(repr(secret))[3:-2].encode()
    yield from (base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"="))
    yield from (str(int.from_bytes(secret, order)).encode() for order in ("big", "little"))
    yield from (str(list(secret))[1:-1].encode(), ",".join(map(str, secret)).encode())


def spellings_in(secrets: list[bytes], where: bytes) -> list[bytes]:
    return [spelling for secret in secrets for spelling in encodings(secret) if spelling in where]


# The database refuses to change the row of any game, or to make one; PostgreSQL then quotes the row.
REFUSALS = {
    "sqlite": (
        [
            f"create trigger no_{act} before {act} on games begin select raise(abort, 'no'); end"
            for act in ("insert", "update")
        ],
        ["drop trigger no_insert", "drop trigger no_update"],
    ),
    "postgres": (
        ["alter table games add constraint no check (false) not valid"],
        ["alter table games drop constraint no"],
    ),
}


async def run(url: str, *statements: str) -> list[Any]:
    """Run statements on the database; return the first column of the rows of the last one."""
    engine = create_engine(Settings(database_url=url).url)
    async with engine.begin() as connection:
        for statement in statements:
            rows = await connection.execute(text(statement))
        values = [row[0] for row in rows] if rows.returns_rows else []
    await engine.dispose()
    return values


async def play(socket: Socket, state: Json, count: int) -> Json:
    """Make `count` moves; return the last state."""
    for _ in range(count):
        state = await socket.answer("move", ply=state["ply"], move=state["legal"][-1][0])
        assert state["t"] == "state"
    return state


async def send_invalid_requests(person: Person, game: str, state: Json, socket: Socket) -> None:
    """Send invalid messages and requests of every kind."""
    for move in ("", "no such move", "x" * 200):
        assert await refusal_of(socket, "move", ply=state["ply"], move=move)
    assert await refusal_of(socket, "move", ply=state["ply"] + 7, move=state["legal"][0][0])
    for frame in ("", "[]", "{", '{"t":"move"}', '{"t":"nonsense"}', '{"t":"move","ply":"x","move":5}'):
        await socket.send_text(frame)
    await refusal_of(socket, "undo", ply=state["ply"] + 1)
    for path in ("log", "check", "frames/0", "frames/999", "nothing"):
        assert (await person.get(f"/api/games/{game}/{path}")).status_code in (403, 404)
    for body in ({"rules": "nonsense"}, {"rules": HIDING.id, "deal": "zz"}, {"rules": HIDING.id, "deal": -1}):
        assert (await person.post("/api/games", body)).status_code == 422
    stranger = Person(person.http, headers={"authorization": f"Bearer {person.token}x"})
    assert (await stranger.get(f"/api/games/{game}")).status_code == 401
    for path in ("/api/daily", "/api/games", "/metrics", "/api/me", f"/api/games/{game}", "/health"):
        assert (await person.get(path)).status_code == 200


async def write_to_closed_database(person: Person, game: str, state: Json, socket: Socket) -> None:
    """The database rejects all writes; the internal errors are logged. The daily deal was already started, so
    that request is answered."""
    answer = await refusal_of(socket, "move", ply=state["ply"], move=state["legal"][0][0])
    assert answer
    assert answer["why"] == "try_again"
    assert (await person.post(f"/api/games/{game}/resign")).status_code == 503
    alone = {
        **person.headers,
        "connection": "close",
    }  # after an internal error the server closes the connection
    for deal in (None, "daily"):
        asked = {"rules": HIDING.id, "deal": deal}
        made = await person.http.post("/api/games", json=asked, headers=alone)
        assert made.status_code == (500 if deal is None else 201)


@pytest.mark.slow
async def test_secrets_appear_neither_in_logs_nor_in_responses(
    fresh: Fresh, kind: Kind, tmp_path: Path
) -> None:
    recorder, after_end = Recorder(), Recorder()
    close, reopen = REFUSALS[kind]
    with fresh() as url:
        with serving(url, tmp_path, **UNLIMITED) as server:
            server.errors_allowed = True
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                person = await guest(http)
                http.event_hooks["response"] = [recorder.answer]
                assert (
                    await http.post("/api/players/guest")
                ).status_code == 201  # like a browser: with a cookie
                http.cookies.clear()
                for deal in ("daily", None):
                    made = await person.create_game(rules=HIDING.id, deal=deal)
                game = made["id"]
                async with (
                    recorder.open_socket(person, f"/ws/games/{game}") as socket,
                    recorder.open_socket(person, "/ws/lobby") as lobby,
                ):
                    await lobby.expect("lobby")
                    state = await play(socket, await socket.state(), 3)
                    await send_invalid_requests(person, game, state, socket)
                    await run(url, *close)
                    await write_to_closed_database(person, game, state, socket)
                    await run(url, *reopen)
                    await socket.send_text("x" * 5000)
                    assert await socket.close_code() == 1009
                deals = [bytes.fromhex(deal) for deal in await run(url, "select deal from games")]
                days = [bytes(day) for day in await run(url, "select secret from days")]
                own = await run(url, "select value from key_values where key = 'secret'")
                http.event_hooks["response"] = [after_end.answer]
                assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
        log = server.printed()
    secrets = [*deals, *days, *(bytes.fromhex(value) for value in own), person.token.encode()]
    assert len(secrets) == 6, "two deals, two days, the secret of the server and a token"
    recorded = [b'"t":"state"', b'"t":"refused"', b'"t":"lobby"', b"set-cookie", b'"deals"']
    assert [kind for kind in recorded if kind not in recorder.bytes] == []
    assert spellings_in(secrets, bytes(recorder.bytes)) == []
    assert spellings_in(deals, bytes(after_end.bytes)), "the deal is shown after the end"
    assert spellings_in(secrets, log.encode()) == []
    assert "batch_refused" in log
    assert '"request_failed"' in log, "the internal error was logged"
    assert not re.search(r"[0-9a-fA-F]{32}|\\x[0-9a-f]{2}", log), (
        "nor the deal of a game that was never created"
    )
