"""The bus between the processes on one PostgreSQL: NOTIFY and LISTEN.

Notices are sent by NOTIFY in the transaction that writes, and received by LISTEN on a connection of its own,
whose application_name tells the other processes that this one is alive. After a reconnect
every loaded game is read on: a notice may have been missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

import asyncpg
import structlog
from sqlalchemy import text

from app import metrics
from app.db.address import parse_address
from app.db.engine import DRIVER_ERRORS
from app.domain.notices import CHANNEL, Bus, Connection, Topic

PAYLOAD = 7000  # bytes of a notice, at most; PostgreSQL takes 7999
NAME = "richelieu "  # and the process's name: the application_name of its listening connection
PROBE = 5.0  # seconds between two checks of the listening connection, and for an answer
WAIT = 0.1  # seconds before the first reconnection; doubled before each of the next ones, up to 2

log = structlog.get_logger(__name__)


class PostgresBus(Bus):
    """The bus of one of several processes; `process` is its name."""

    process: str

    def __init__(self, url: str, process: str) -> None:
        super().__init__()
        self._address = parse_address(url)
        self.process = process
        self.listening.clear()
        self._lost: float | None = monotonic()  # since when we do not listen

    def away(self) -> float:
        return 0.0 if self._lost is None else monotonic() - self._lost

    async def has_others(self, connection: Connection) -> bool:
        found = await connection.execute(_OTHERS, {"name": NAME, "own": NAME + self.process})
        return bool(found.scalar())

    async def publish(self, connection: Connection, topic: Topic, games: Sequence[str]) -> None:
        for payload in payloads(self.process, topic, games):
            await connection.execute(_NOTIFY, {"payload": payload})

    def head(self, topic: Topic) -> str:
        return f"{self.process} {topic}"

    async def run(self, on_notice: Callable[[Topic, str], None], on_reconnect: Callable[[], None]) -> None:
        wait = WAIT

        def listening() -> None:
            nonlocal wait
            wait = WAIT
            metrics.BUS_RECONNECTS.inc()
            log.info("bus listens", away=round(self.away(), 1))
            self._lost = None
            self.listening.set()
            on_reconnect()

        while True:
            try:
                async with asyncio.timeout(PROBE):
                    connection = await asyncpg.connect(
                        self._address.dsn,
                        server_settings={"application_name": NAME + self.process},
                        **self._address.options,
                    )
                try:
                    await self._listen(connection, on_notice, listening)
                    log.warning("bus", error="the connection was closed")
                finally:
                    self._lose()
                    connection.terminate()
            except (*DRIVER_ERRORS, OSError) as error:
                log.warning("bus", error=repr(error))
            except Exception:
                # keep retrying: without LISTEN this process misses every remote update
                log.exception("bus")
            await asyncio.sleep(wait)
            wait = min(2.0, wait * 2)

    def _lose(self) -> None:
        """Notes that notices are not received from now on."""
        if self._lost is None:
            self._lost = monotonic()
        self.listening.clear()

    async def _listen(
        self,
        connection: asyncpg.Connection[Any],
        on_notice: Callable[[Topic, str], None],
        listening: Callable[[], None],
    ) -> None:
        """Subscribes and calls `listening`; returns when the connection has ended, raises when it no longer
        answers."""
        ended = asyncio.Event()
        connection.add_termination_listener(lambda *_: ended.set())

        def on_notify(_: Any, __: int, ___: str, payload: object) -> None:
            process, topic, *games = str(payload).split()
            if process != self.process:
                for game in games:
                    on_notice(topic, game)  # type: ignore[arg-type]

        async with asyncio.timeout(PROBE):
            await connection.add_listener(CHANNEL, on_notify)
        listening()
        while not ended.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(PROBE):
                    await ended.wait()
            if not ended.is_set():
                await connection.execute("select 1", timeout=PROBE)


_OTHERS = text(
    """select exists (select from pg_stat_activity where datname = current_database()
 and starts_with(application_name, :name) and application_name <> :own)"""
)
_NOTIFY = text(f"select pg_notify('{CHANNEL}', :payload)")


def payloads(process: str, topic: Topic, games: Sequence[str]) -> Iterator[str]:
    """The notices for these games: each at most PAYLOAD bytes, every game in one of them."""
    head = notice = f"{process} {topic}"
    for game in games:
        if len(notice) + 1 + len(game) > PAYLOAD:
            yield notice
            notice = head
        notice += f" {game}"
    if notice != head:
        yield notice
