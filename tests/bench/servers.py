"""The servers that are measured, each a process of its own: ours, and what it is compared with."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import registry
from starlette.types import Receive, Scope, Send

from app import house
from app.batch import Line
from app.logs import configure
from app.main import create_app
from app.protocol import LiveProtocol
from app.settings import Settings
from app.tables import entries, games
from app.writer import Writer

TICK = os.sysconf("SC_CLK_TCK")


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """The unit: a bare echo."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


class Memory(Writer):
    """Keeps nothing: a move costs all but the database."""

    async def write(self, _: Line) -> bool:
        return True


class Orm(Writer):
    """One ORM transaction a move: how it is usually done."""

    async def write(self, line: Line) -> bool:
        entry = line.entry
        async with AsyncSession(self.engine) as session, session.begin():
            game = await session.get_one(OrmGame, line.game)
            game.ply, game.turn = entry.ply + 1, line.turn
            row = OrmEntry()
            row.game_id, row.ply, row.seat = line.game, entry.ply, entry.seat
            row.act, row.text, row.at = entry.act, entry.text, entry.at
            session.add(row)
        return True


class OrmGame:
    ply: int
    turn: int | None


class OrmEntry:
    game_id: str
    ply: int
    seat: int | None
    act: str
    text: str
    at: int


_mapped = registry()
_mapped.map_imperatively(OrmGame, games)
_mapped.map_imperatively(OrmEntry, entries)


def serve(kind: str, port: int) -> None:
    """Runs a server in this process: echo, ours, memory or orm."""
    app: Any = echo
    configure(logging.WARNING)
    if kind != "echo":
        if kind != "ours":
            setattr(house, "Writer", {"memory": Memory, "orm": Orm}[kind])  # noqa: B010 - a stand-in
        app = create_app(Settings())
    uvicorn.run(
        app,
        port=port,
        loop="uvloop",
        ws="websockets-sansio" if kind == "echo" else LiveProtocol,
        ws_max_size=4096,
        ws_ping_interval=5,
        ws_ping_timeout=10,
        ws_per_message_deflate=False,
        lifespan="off" if kind == "echo" else "on",
        log_config=None,
        access_log=False,
    )


@dataclass(frozen=True)
class Server:
    """A running server: where it listens and what it uses."""

    port: int
    pid: int

    def cpu(self) -> float:
        """Seconds of CPU that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Bytes that are its own: anonymous memory in RAM."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon"):
                return int(line.split()[1]) * 1024
        raise LookupError("no RssAnon")


@contextmanager
def running(kind: str, port: int, url: str) -> Iterator[Server]:
    """A server of a kind on its own database, until the block ends."""
    limits = {f"RICHELIEU_LIMIT_{name}": "0" for name in ("MESSAGES", "SOCKETS", "WRITES", "GUESTS")}
    env = {**os.environ, **limits, "RICHELIEU_DATABASE_URL": url}
    if kind != "echo":
        subprocess.run([sys.executable, "-m", "app", "migrate"], env=env, check=True)
    command = [sys.executable, "-c", f"from tests.bench.servers import serve; serve({kind!r}, {port})"]
    process = subprocess.Popen(command, env=env)
    try:
        _wait(port, process)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(15)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    async def tried() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        await writer.wait_closed()

    for _ in range(200):
        if process.poll() is not None:
            raise RuntimeError(f"the server on port {port} ended at once")
        try:
            asyncio.run(tried())
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nobody listens on port {port}")
