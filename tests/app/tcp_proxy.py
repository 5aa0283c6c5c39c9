"""A wire between us and PostgreSQL that can be cut at a commit: before it goes through, while it is made, or
after, when only the answer is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass(slots=True)
class Wire:
    """Bytes between us and the database. `cut`: None, or `before`, `during` or `after` the next commit, or
    `behind` its answer; once it `was_cut`, nothing comes through until it is `mended`. What is sent with a
    `commit` in it is one."""

    url: str
    commit: bytes = b"COMMIT"
    cut: str | None = None
    was_cut: asyncio.Event = field(default_factory=asyncio.Event)
    mended: asyncio.Event = field(default_factory=asyncio.Event)

    async def carry(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        if self.was_cut.is_set():
            await self.mended.wait()
        where = urlsplit(self.url)
        far, forth = await asyncio.open_connection(where.hostname, where.port or 5432)
        answers = asyncio.create_task(self._copy(far, back))
        while data := await near.read(65536):
            if self.commit not in data or self.cut is None:
                forth.write(data)
                continue
            when, self.cut = self.cut, None
            answers.cancel()
            await asyncio.wait([answers])
            if when != "before":
                forth.write(data)
                await forth.drain()
            if when in ("after", "behind"):
                answer = await far.read(65536)  # it is committed
                if when == "behind":
                    back.write(answer)
                    await back.drain()
            self.was_cut.set()
            break
        back.close()
        forth.close()
        await asyncio.wait([answers])

    async def _copy(self, far: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        while data := await far.read(65536):
            back.write(data)
        back.close()


@asynccontextmanager
async def laid(url: str, commit: bytes = b"COMMIT") -> AsyncIterator[tuple[Wire, str]]:
    """The wire, and the URL of its near end."""
    wire = Wire(url, commit)
    server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    parts = urlsplit(url)
    yield wire, parts._replace(netloc=f"{parts.username or 'postgres'}@127.0.0.1:{port}").geturl()
    server.close()
