"""What nobody may know stays where it is: a deal that is not shown yet, the secrets of the days and of the
house, and people's tokens. Neither in a log, whatever goes wrong, nor in a frame or an answer."""

from __future__ import annotations

import base64
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import text

from app.db.engine import create_engine
from app.settings import Settings
from tests.app.neighbourhood import refused
from tests.app.playing import Json, Person, Socket, guest
from tests.app.soloists import HIDING
from tests.databases import Fresh, Kind
from tests.serving import PATIENCE, UNLIMITED, serving


class Told:
    """All that a server has told: bodies, headers and frames, as they came."""

    def __init__(self) -> None:
        self.bytes = bytearray()

    async def answer(self, response: httpx.Response) -> None:
        self.bytes += await response.aread()
        self.bytes += repr(response.headers.raw).encode()

    @asynccontextmanager
    async def at(self, person: Person, path: str) -> AsyncIterator[Socket]:
        """A socket whose frames are kept."""
        async with person.socket(path) as socket:
            receive = socket.connection.recv

            async def kept(*args: Any) -> Any:
                frame = await receive(*args)
                self.bytes += frame.encode() if isinstance(frame, str) else frame
                return frame

            socket.connection.recv = kept  # type: ignore[assignment, method-assign]
            yield socket


def spellings(secret: bytes) -> Iterator[bytes]:
    """The ways in which bytes may be written without anybody's noticing."""
    yield from (secret, secret.hex().encode(), secret.hex().upper().encode())
    yield repr(secret)[2:-1].encode()
    yield repr(repr(secret))[3:-2].encode()
    yield from (base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"="))
    yield from (str(int.from_bytes(secret, order)).encode() for order in ("big", "little"))
    yield from (str(list(secret))[1:-1].encode(), ",".join(map(str, secret)).encode())


def found(secrets: list[bytes], where: bytes) -> list[bytes]:
    return [spelling for secret in secrets for spelling in spellings(secret) if spelling in where]


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
    """Runs statements on the database; the first column of what the last one found."""
    engine = create_engine(Settings(database_url=url).url)
    async with engine.begin() as connection:
        for statement in statements:
            rows = await connection.execute(text(statement))
        values = [row[0] for row in rows] if rows.returns_rows else []
    await engine.dispose()
    return values


async def play(socket: Socket, state: Json, count: int) -> Json:
    """Some moves; the state after them."""
    for _ in range(count):
        state = await socket.answer("move", ply=state["ply"], move=state["legal"][-1][0])
        assert state["t"] == "state"
    return state


async def bad_manners(person: Person, game: str, state: Json, socket: Socket) -> None:
    """What is refused, in every way that we know."""
    for move in ("", "no such move", "x" * 200):
        assert await refused(socket, "move", ply=state["ply"], move=move)
    assert await refused(socket, "move", ply=state["ply"] + 7, move=state["legal"][0][0])
    for frame in ("", "[]", "{", '{"t":"move"}', '{"t":"nonsense"}', '{"t":"move","ply":"x","move":5}'):
        await socket.send_text(frame)
    await refused(socket, "undo", ply=state["ply"] + 1)
    for path in ("log", "check", "frames/0", "frames/999", "nothing"):
        assert (await person.get(f"/api/games/{game}/{path}")).status_code in (403, 404)
    for body in ({"rules": "nonsense"}, {"rules": HIDING.id, "deal": "zz"}, {"rules": HIDING.id, "deal": -1}):
        assert (await person.post("/api/games", body)).status_code == 422
    stranger = Person(person.http, headers={"authorization": f"Bearer {person.token}x"})
    assert (await stranger.get(f"/api/games/{game}")).status_code == 401
    for path in ("/api/daily", "/api/games", "/metrics", "/api/me", f"/api/games/{game}", "/health"):
        assert (await person.get(path)).status_code == 200


async def nothing_is_written(person: Person, game: str, state: Json, socket: Socket) -> None:
    """The database refuses it all; what cannot be is our fault, and is written down. The deal
    of the day has been begun: that is answered."""
    answer = await refused(socket, "move", ply=state["ply"], move=state["legal"][0][0])
    assert answer
    assert answer["why"] == "try_again"
    assert (await person.post(f"/api/games/{game}/resign")).status_code == 503
    alone = {**person.headers, "connection": "close"}  # after a fault the server closes it
    for deal in (None, "daily"):
        asked = {"rules": HIDING.id, "deal": deal}
        made = await person.http.post("/api/games", json=asked, headers=alone)
        assert made.status_code == (500 if deal is None else 201)


async def test_secrets_reach_neither_log_nor_answer(fresh: Fresh, kind: Kind, tmp_path: Path) -> None:
    told, shown = Told(), Told()
    close, reopen = REFUSALS[kind]
    with fresh() as url:
        with serving(url, tmp_path, **UNLIMITED) as server:
            server.errors_allowed = True
            async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
                person = await guest(http)
                http.event_hooks["response"] = [told.answer]
                assert (
                    await http.post("/api/players/guest")
                ).status_code == 201  # a browser's: with a cookie
                http.cookies.clear()
                for deal in ("daily", None):
                    made = await person.make(rules=HIDING.id, deal=deal)
                game = made["id"]
                async with (
                    told.at(person, f"/ws/games/{game}") as socket,
                    told.at(person, "/ws/lobby") as lobby,
                ):
                    await lobby.expect("lobby")
                    state = await play(socket, await socket.state(), 3)
                    await bad_manners(person, game, state, socket)
                    await run(url, *close)
                    await nothing_is_written(person, game, state, socket)
                    await run(url, *reopen)
                    await socket.send_text("x" * 5000)
                    assert await socket.close_code() == 1009
                deals = [bytes.fromhex(deal) for deal in await run(url, "select deal from games")]
                days = [bytes(day) for day in await run(url, "select secret from days")]
                own = await run(url, "select value from house")
                http.event_hooks["response"] = [shown.answer]
                assert (await person.post(f"/api/games/{game}/resign")).status_code == 200
        log = server.printed()
    secrets = [*deals, *days, *(bytes.fromhex(value) for value in own), person.token.encode()]
    assert len(secrets) == 6, "two deals, two days, the secret of the house and a token"
    kept = [b'"t":"state"', b'"t":"refused"', b'"t":"lobby"', b"set-cookie", b'"deals"']
    assert [kind for kind in kept if kind not in told.bytes] == []
    assert found(secrets, bytes(told.bytes)) == []
    assert found(deals, bytes(shown.bytes)), "when it is over, the deal is shown"
    assert found(secrets, log.encode()) == []
    assert "not written" in log
    assert '"internal error"' in log, "what was provoked was written down"
    assert not re.search(r"[0-9a-fA-F]{32}|\\x[0-9a-f]{2}", log), "nor the deal of a game that was never made"
