"""A connection that is lost in mid-commit: nobody knows whether it was written, so it is found out first.

Between the writer and PostgreSQL stands a wire that can be cut at the commit: before it goes through, or
after, when only the answer is lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

import pytest
import pytest_asyncio
from sqlalchemy import event, text

from app.bus import Bus
from app.database import connect
from app.settings import Settings
from app.store import Store
from app.writer import Writer
from tests.app.test_writer import running
from tests.app.written import lines, new_game

pytestmark = pytest.mark.postgres


@dataclass(slots=True)
class Wire:
    """Bytes between us and the database. `cut`: None, or `before` or `after` the next commit; once it
    `was_cut`, nothing comes through until it is `mended`."""

    url: str
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
            if b"COMMIT" not in data or self.cut is None:
                forth.write(data)
                continue
            when, self.cut = self.cut, None
            answers.cancel()
            await asyncio.wait([answers])
            if when == "after":
                forth.write(data)
                await far.read(65536)  # the database has answered: it is committed
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
async def laid(url: str) -> AsyncIterator[tuple[Wire, str]]:
    """The wire, and the URL of its near end."""
    wire = Wire(url)
    server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    parts = urlsplit(url)
    yield wire, parts._replace(netloc=f"{parts.username or 'postgres'}@127.0.0.1:{port}").geturl()
    server.close()


@pytest_asyncio.fixture
async def store(postgres_url: str) -> AsyncIterator[Store]:
    engine = connect(Settings(database_url=postgres_url).url)
    yield Store(engine)
    await engine.dispose()


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_line_whose_commit_was_cut_is_answered_when_its_fate_is_known(
    postgres_url: str, store: Store, when: str
) -> None:
    game = await new_game(store)
    first, second = lines(game, 2)
    async with laid(postgres_url) as (wire, url):
        engine = connect(Settings(database_url=url).url)
        async with running(Writer(engine, Bus())) as writer:
            assert await writer.write(first)
            wire.cut = when
            fate = asyncio.create_task(writer.write(second))
            await wire.was_cut.wait()
            assert not fate.done()
            wire.mended.set()
            assert await fate
        await engine.dispose()
    assert await store.log(game.id) == [first.entry, second.entry]


async def test_a_line_that_was_late_is_told_so_even_after_a_cut(postgres_url: str, store: Store) -> None:
    game = await new_game(store)
    (line,) = lines(game, 1)
    async with laid(postgres_url) as (wire, url):
        engine, direct = connect(Settings(database_url=url).url), Writer(store.engine, Bus())
        async with running(Writer(engine, Bus())) as writer, running(direct):
            wire.cut = "before"
            late = asyncio.create_task(writer.write(line))
            await wire.was_cut.wait()
            other = replace(line, entry=replace(line.entry, text="another"))
            assert await direct.write(other)
            wire.mended.set()
            assert not await late
        await engine.dispose()
    assert [entry.text for entry in await store.log(game.id)] == ["another"]


async def test_a_connection_that_is_cut_between_two_lines_costs_nobody_a_try(
    postgres_url: str, store: Store
) -> None:
    game = await new_game(store)
    first, second = lines(game, 2)
    engine = connect(Settings(database_url=postgres_url).url)
    others = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
    async with running(Writer(engine, Bus())) as writer:
        assert await writer.write(first)
        async with store.engine.connect() as connection:
            await connection.execute(text(f"{others} and datname = current_database()"))
        assert await writer.write(second)
    assert await store.log(game.id) == [first.entry, second.entry]
    await engine.dispose()


async def test_a_deadlock_is_tried_again_by_itself(postgres_url: str, store: Store) -> None:
    game = await new_game(store)
    (line,) = lines(game, 1)
    engine = connect(Settings(database_url=postgres_url).url)
    tries: list[str] = []

    @event.listens_for(engine.sync_engine, "before_cursor_execute", retval=True)
    def _(_c: object, _u: object, statement: str, parameters: object, *_: object) -> tuple[str, object]:
        if "insert into entries" in statement:
            tries.append(statement)
            if len(tries) == 1:
                collided = "do $$ begin raise exception 'as it may be' using errcode = '40P01'; end $$"
                return collided, ()
        return statement, parameters

    async with running(Writer(engine, Bus())) as writer:
        assert await writer.write(line)
    assert len(tries) == 2
    await engine.dispose()
