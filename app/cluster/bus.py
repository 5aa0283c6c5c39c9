""" "This game has moved on": told to whoever looks at it, in this process and in the others.

Within a process sessions ring and the lobby listens. Between processes PostgreSQL carries the ids: NOTIFY in
the transaction that writes, so that nobody hears of what is not in the log, and LISTEN on a connection of
its own, whose name tells the others that this process lives. After that connection was lost and opened
again, everybody reads on: a notice may have been missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal

import asyncpg
import structlog
from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db.engine import DRIVER_ERRORS

CHANNEL = "richelieu"
PAYLOAD = 7000  # bytes of a notice, at most; PostgreSQL takes 7999
NAME = "richelieu "  # and a process's name: what its listening connection is called
PROBE = 5.0  # seconds between two questions whether the listening connection lives, and for an answer
WAIT = 0.1  # seconds before the first try to listen again; before the next ones more

Topic = Literal["log", "facts", "presence"]  # what of the games has changed

log = structlog.get_logger(__name__)


class Bus:
    """The bus within a process. `listen` hears of every change, `hear` of those that others made; `lost`
    is called when notices may have been missed; `process` is our name among others, None: we are alone."""

    process: str | None = None

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []
        self.listening = asyncio.Event()  # others are heard, or there are none
        self.listening.set()

    def listen(self, listener: Callable[[str], None]) -> None:
        self._listeners.append(listener)

    def ring(self, game: str) -> None:
        for listener in self._listeners:
            listener(game)

    async def announce(self, connection: AsyncConnection, topic: Topic, games: Sequence[str]) -> None:
        """Tells other processes, when the transaction on `connection` commits. There are none here."""

    async def run(self, hear: Callable[[Topic, str], None], lost: Callable[[], None]) -> None:
        """Hears others until cancelled."""


class PostgresBus(Bus):
    """The bus between the processes on one PostgreSQL; `process` is this one's name."""

    process: str

    def __init__(self, url: str, process: str) -> None:
        super().__init__()
        self._dsn = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self.process = process
        self.listening.clear()

    async def announce(self, connection: AsyncConnection, topic: Topic, games: Sequence[str]) -> None:
        for payload in payloads(self.process, topic, games):
            await connection.execute(_NOTIFY, {"payload": payload})

    async def run(self, hear: Callable[[Topic, str], None], lost: Callable[[], None]) -> None:
        wait = WAIT

        def listening() -> None:
            nonlocal wait
            wait = WAIT
            self.listening.set()
            lost()

        while True:
            try:
                async with asyncio.timeout(PROBE):
                    connection = await asyncpg.connect(
                        self._dsn, server_settings={"application_name": NAME + self.process}
                    )
                try:
                    await self._listen(connection, hear, listening)
                finally:
                    connection.terminate()
            except (*DRIVER_ERRORS, OSError) as error:
                log.warning("bus", error=repr(error))
            except Exception:
                log.exception("bus")  # whatever it is: who does not listen any more is deaf for ever
            await asyncio.sleep(wait)
            wait = min(2.0, wait * 2)

    async def _listen(
        self,
        connection: asyncpg.Connection[Any],
        hear: Callable[[Topic, str], None],
        listening: Callable[[], None],
    ) -> None:
        """Calls `listening` when it does; hears until the connection ends or no longer answers."""
        ended = asyncio.Event()
        connection.add_termination_listener(lambda *_: ended.set())

        def heard(_: Any, __: int, ___: str, payload: object) -> None:
            process, topic, *games = str(payload).split()
            if process != self.process:
                for game in games:
                    hear(topic, game)  # type: ignore[arg-type]

        async with asyncio.timeout(PROBE):
            await connection.add_listener(CHANNEL, heard)
        listening()
        while not ended.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(PROBE):
                    await ended.wait()
            if not ended.is_set():
                await connection.execute("select 1", timeout=PROBE)


def bus_of(url: str, process: str) -> Bus:
    """The bus of one process on a database; `process` is its name."""
    several = make_url(url).get_backend_name() == "postgresql"
    return PostgresBus(url, process) if several else Bus()


_NOTIFY = text(f"select pg_notify('{CHANNEL}', :payload)")


def payloads(process: str, topic: Topic, games: Sequence[str]) -> Iterator[str]:
    """The notices for these games: each short enough, all of them together complete."""
    head = f"{process} {topic}"
    notice = head
    for game in games:
        if len(notice) + 1 + len(game) > PAYLOAD:
            yield notice
            notice = head
        notice += f" {game}"
    if notice != head:
        yield notice
