"""What tests of the server are given besides databases and servers: people, and rooms opened in-process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.engine import create_engine
from app.db.games import GameStore
from app.settings import Settings
from tests.app import openapi_contract
from tests.app.http_players import Person
from tests.databases import Fresh, migrated, unreachable
from tests.serving import PATIENCE, Server


@pytest_asyncio.fixture(scope="session")
async def http(server: Server) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the server without limits; every answer is held against OpenAPI."""
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, event_hooks=hooks) as client:
        yield client


@pytest.fixture
def nobody(http: httpx.AsyncClient) -> Person:
    """Somebody without a token."""
    return Person(http)


@pytest_asyncio.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """A migrated database, opened as the server opens it."""
    engine = create_engine(Settings(database_url=database_url).url)
    yield engine
    await engine.dispose()


@pytest.fixture
def store(engine: AsyncEngine) -> GameStore:
    return GameStore(engine)


@pytest.fixture(scope="session")
def fresh_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fresh]:
    """Makes migrated PostgreSQL databases, for what SQLite cannot suffer."""
    if why := unreachable():
        pytest.skip(why)
    with migrated("postgres", tmp_path_factory.mktemp("postgres")) as make:
        yield make


@pytest.fixture
def postgres_url(fresh_postgres: Fresh) -> Iterator[str]:
    """One of them for one test."""
    with fresh_postgres() as url:
        yield url


@pytest_asyncio.fixture
async def postgres_engine(postgres_url: str) -> AsyncIterator[AsyncEngine]:
    """The same, opened as the server opens it."""
    engine = create_engine(Settings(database_url=postgres_url).url)
    yield engine
    await engine.dispose()
