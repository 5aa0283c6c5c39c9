"""A TCP proxy in front of PostgreSQL that breaks the connection at a commit: before the database receives
it, during it, or after it, when only the response is lost. It can also stall, in front of a Redis too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass(slots=True)
class TcpProxy:
    """Forwards bytes between client and database. `break_at`: None, or `before`, `during` or `after` the next
    commit, or `after_response`; once `broken` is set, new connections wait until `restored`. Data that
    contains `commit` is a commit. While `flowing` is cleared nothing is forwarded; after `cut` connections
    are closed, until `mend`."""

    url: str
    commit: bytes = b"COMMIT"
    break_at: str | None = None
    broken: asyncio.Event = field(default_factory=asyncio.Event)
    restored: asyncio.Event = field(default_factory=asyncio.Event)
    flowing: asyncio.Event = field(default_factory=asyncio.Event)
    _refusing: bool = False
    _connections: set[asyncio.Task[None]] = field(default_factory=set)
    _writers: list[asyncio.StreamWriter] = field(default_factory=list)

    async def serve(self, client_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter) -> None:
        """Forward one connection until `close`."""
        if self._refusing:
            client_writer.close()
            return
        self._writers.append(client_writer)
        connection = asyncio.create_task(self._forward(client_reader, client_writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)
        with suppress(OSError):  # the database was stopped, or the client has disconnected
            await connection

    def cut(self) -> None:
        """Close all connections, and new ones at once."""
        self._refusing = True
        for writer in self._writers:
            writer.close()
        self._writers.clear()

    def mend(self) -> None:
        """Forward new connections again."""
        self._refusing = False

    async def close(self) -> None:
        """End all connections, so that none outlives the test."""
        self.flowing.set()
        self.restored.set()
        for writer in self._writers:
            writer.close()
        if self._connections:
            await asyncio.wait(set(self._connections))

    async def _forward(
        self, client_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter
    ) -> None:
        if self.broken.is_set():
            await self.restored.wait()
        target = urlsplit(self.url)
        server_reader, server_writer = await asyncio.open_connection(target.hostname, target.port or 5432)
        self._writers.append(server_writer)
        responses = asyncio.create_task(self._copy(server_reader, client_writer))
        while data := await client_reader.read(65536):
            await self.flowing.wait()
            if self.commit not in data or self.break_at is None:
                server_writer.write(data)
                continue
            when, self.break_at = self.break_at, None
            responses.cancel()
            await asyncio.wait([responses])
            if when != "before":
                server_writer.write(data)
                await server_writer.drain()
            if when in ("after", "after_response"):
                response = await server_reader.read(65536)  # the commit is complete
                if when == "after_response":
                    client_writer.write(response)
                    await client_writer.drain()
            self.broken.set()
            break
        client_writer.close()
        server_writer.close()
        await asyncio.wait([responses])

    async def _copy(self, server_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter) -> None:
        while data := await server_reader.read(65536):
            await self.flowing.wait()
            client_writer.write(data)
        client_writer.close()


@asynccontextmanager
async def open_proxy(url: str, commit: bytes = b"COMMIT") -> AsyncIterator[tuple[TcpProxy, str]]:
    """Yield a running proxy in front of `url`, and the URL at which it listens."""
    proxy = TcpProxy(url, commit)
    proxy.flowing.set()
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    parts = urlsplit(url)
    user = "" if parts.scheme == "redis" else f"{parts.username or 'postgres'}@"
    try:
        yield proxy, parts._replace(netloc=f"{user}127.0.0.1:{port}").geturl()
    finally:
        server.close()
        await proxy.close()
