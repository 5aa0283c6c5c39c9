"""The measured servers, one process each: ours, and those it is compared with.

All but the echo server are started by the normal command, `python -m app serve`; two have another writer, and
one can be profiled.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.request import urlopen

import uvicorn
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import registry
from starlette.types import Receive, Scope, Send

import app.main
from app import services as services
from app.__main__ import main
from app.db.batch import NewEntry
from app.db.schema import entries, games
from app.db.writer import Writer
from tests.bench.stages import profiled
from tests.serving import PATIENCE, ROOT, UNLIMITED, environment, free_port

Sort = Literal["echo", "ours", "profiled", "memory", "orm"]


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """The unit of cost: a bare websocket echo."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


class MemoryWriter(Writer):
    """Stores nothing: the cost of a move without the database."""

    def send(self, _: NewEntry) -> asyncio.Future[bool]:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        future.set_result(True)
        return future


class OrmWriter(Writer):
    """One ORM transaction for each move, the usual design; on SQLite it takes the write lock at its
    beginning."""

    def send(self, line: NewEntry) -> asyncio.Future[bool]:
        return asyncio.ensure_future(self.write(line))

    async def write(self, line: NewEntry) -> bool:
        entry = line.entry
        async with AsyncSession(self.engine.execution_options(writes=True)) as session, session.begin():
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


def serve(sort: Sort, port: int) -> None:
    """Runs a server in this process."""
    if sort == "echo":
        uvicorn.run(
            echo,
            port=port,
            loop="uvloop",
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            lifespan="off",
            log_level="warning",
            access_log=False,
        )
        return
    if sort == "profiled":
        app.main.create_app = profiled(app.main.create_app)
    elif sort != "ours":
        mapped = registry()
        mapped.map_imperatively(OrmGame, games)
        mapped.map_imperatively(OrmEntry, entries)
        setattr(services, "Writer", {"memory": MemoryWriter, "orm": OrmWriter}[sort])  # noqa: B010 - replaces the writer
    sys.argv = ["app", "serve", "--port", str(port)]
    sys.exit(main())


@dataclass(frozen=True)
class Server:
    """A running server: its port, process and database, and its resource use."""

    port: int
    pid: int
    url: str

    def cpu(self) -> float:
        """Seconds of CPU used by all its threads, from the kernel's CPU clock of the process."""
        return time.clock_gettime((~self.pid << 3) | 2)  # as clock_getcpuclockid(3) makes it

    def memory(self) -> int:
        """Bytes of its anonymous resident memory."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon"):
                return int(line.split()[1]) * 1024
        raise LookupError("no RssAnon")


@contextmanager
def running(sort: Sort, url: str = "", **settings: Any) -> Iterator[Server]:
    """A server of one sort, on a migrated database if it needs one, until the block ends."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", f"from tests.bench.servers import serve; serve({sort!r}, {port})"],
        cwd=ROOT,
        env=environment(database_url=url, **UNLIMITED, **settings),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(port, process)
        yield Server(port, process.pid, url)
    finally:
        process.terminate()
        process.wait(PATIENCE)


def cost_of_start(url: str) -> float:
    """CPU seconds of `python -m app serve` on a migrated database until /ready answers 200, for the first
    time. RuntimeError: it has started other processes, whose CPU would be missing."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment(database_url=url),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait(port, process)
        with urlopen(f"http://127.0.0.1:{port}/ready", timeout=PATIENCE):
            used = Server(port, process.pid, url).cpu()
        if Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text():
            raise RuntimeError("the server has started other processes")
        return used
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until the port accepts connections."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server on port {port} ended at once")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"no server listens on port {port}")
