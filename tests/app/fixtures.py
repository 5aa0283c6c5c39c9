"""Fixtures of the server tests besides databases: servers, HTTP clients and browsers, stores in this process,
and the Redis that several processes share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine
from app.games.store import GameStore
from app.games.writer import Writer
from app.serving import open_server
from app.settings import Settings
from app.wiring import Services
from tests.analysis.workers.analyst import searches_of_tests
from tests.app import openapi_contract
from tests.app.browsers import Browser, open_browser
from tests.app.http_players import Person
from tests.app.in_process import LocalServer, local_server
from tests.app.redis_server import RedisServer, running_redis, why_unavailable
from tests.app.stored_games import writing
from tests.app.two_processes import http_clients
from tests.databases import Fresh, migrated, unreachable
from tests.distributed.cluster import distributed_database
from tests.serving import PATIENCE, UNLIMITED

RedisSettings = dict[str, Any]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def server(fresh: Fresh) -> AsyncIterator[LocalServer]:
    """A server without rate limits in this process, shared by the tests of a module."""
    with fresh() as url:
        async with local_server(url, **UNLIMITED) as running:
            yield running


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def http(server: LocalServer) -> AsyncIterator[httpx.AsyncClient]:
    """An HTTP client of the server without limits; every response is validated against the OpenAPI
    document."""
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, event_hooks=hooks) as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # or all guests were one
        yield client


@pytest.fixture
def visitor(http: httpx.AsyncClient) -> Person:
    """A client without a token."""
    return Person(http)


@pytest_asyncio.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine of a migrated database, created as the server creates it."""
    engine = create_engine(Settings(database_url=database_url).url)
    yield engine
    await engine.dispose()


@pytest.fixture
def store(engine: AsyncEngine) -> GameStore:
    return GameStore(engine)


@pytest_asyncio.fixture
async def writer(engine: AsyncEngine) -> AsyncIterator[Writer]:
    """A running writer of that database."""
    async with writing(engine) as writer:
        yield writer


@pytest_asyncio.fixture
async def other_engine(fresh: Fresh) -> AsyncIterator[AsyncEngine]:
    """An engine of another migrated database."""
    with fresh() as url:
        engine = create_engine(Settings(database_url=url).url)
        yield engine
        await engine.dispose()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stored(server: LocalServer) -> AsyncIterator[AsyncEngine]:
    """An engine of the database of the running server."""
    engine = create_engine(Settings(database_url=server.database_url).url)
    yield engine
    await engine.dispose()


@pytest_asyncio.fixture
async def services(database_url: str) -> AsyncIterator[Services]:
    """The services of a serving process on a migrated database, with their background tasks."""
    async with open_server(Settings(database_url=database_url)) as opened:
        yield opened


@pytest.fixture(scope="session")
def fresh_postgres(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Fresh]:
    """Create migrated PostgreSQL databases, for faults that SQLite cannot have; for the tests of ON_CITUS
    distributed ones, too."""
    if getattr(request, "param", "") == "citus":
        yield distributed_database
        return
    if why := unreachable():
        pytest.skip(why)
    with migrated("postgres", tmp_path_factory.mktemp("postgres")) as make:
        yield make


@pytest.fixture
def postgres_url(fresh_postgres: Fresh) -> Iterator[str]:
    """The URL of a migrated PostgreSQL database of one test."""
    with fresh_postgres() as url:
        yield url


@pytest_asyncio.fixture
async def postgres_engine(postgres_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine of that database, created as the server creates it."""
    engine = create_engine(Settings(database_url=postgres_url).url)
    yield engine
    await engine.dispose()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis for the tests of this process."""
    if why := why_unavailable():
        pytest.skip(why)
    with running_redis() as server:
        yield server


@pytest.fixture
def redis_url(redis_server: RedisServer) -> str:
    """The URL of an empty database of a Redis."""
    return redis_server.new_url()


@pytest.fixture
def redis_settings(redis_url: str) -> RedisSettings:
    """The settings of servers that share a Redis."""
    return {"redis_url": redis_url}


@pytest.fixture(scope="session")
def redis_of_servers(redis_server: RedisServer) -> RedisSettings:
    """The settings by which `servers` share a Redis."""
    return {"redis_url": redis_server.new_url()}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def servers(
    fresh_postgres: Fresh, redis_of_servers: RedisSettings
) -> AsyncIterator[tuple[LocalServer, ...]]:
    """Two servers in this process that share nothing but a PostgreSQL and a Redis, as two processes do."""
    with fresh_postgres() as url:
        settings = UNLIMITED | redis_of_servers
        async with local_server(url, **settings) as one, local_server(url, **settings) as other:
            yield one, other


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def both(servers: tuple[LocalServer, ...]) -> AsyncIterator[tuple[httpx.AsyncClient, ...]]:
    """An HTTP client of each of the two."""
    async with http_clients(servers) as clients:
        yield clients


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def searching(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[LocalServer]:
    """A server with the searches of tests, on SQLite, shared by the tests of a module. Its folder of tables,
    `settings.data`, is its own."""
    folder = tmp_path_factory.mktemp("searching")
    with migrated("sqlite", folder) as make, make() as url, searches_of_tests():
        async with local_server(url, data=folder, **UNLIMITED) as running:
            yield running


@pytest_asyncio.fixture
async def browser(server: LocalServer) -> AsyncIterator[Browser]:
    async with open_browser(server.url) as browser:
        yield browser


@pytest_asyncio.fixture
async def other(server: LocalServer) -> AsyncIterator[Browser]:
    async with open_browser(server.url) as browser:
        yield browser


@pytest_asyncio.fixture
async def client(searching: LocalServer) -> AsyncIterator[httpx.AsyncClient]:
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(base_url=searching.url, timeout=PATIENCE, event_hooks=hooks) as made:
        yield made
