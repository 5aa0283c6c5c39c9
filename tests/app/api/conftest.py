"""Browsers, and a server that uses the searches of the tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
import pytest_asyncio

from tests.app import openapi_contract
from tests.app.browsers import Browser, open_browser
from tests.app.workers.analyst import search_as_in_tests
from tests.databases import migrated
from tests.serving import PATIENCE, UNLIMITED, Server, serving


@pytest.fixture(scope="session")
def searching(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the searches of tests, on SQLite; its folder of tables is that of its output."""
    folder = tmp_path_factory.mktemp("searching")
    with (
        migrated("sqlite", folder) as make,
        make() as url,
        serving(url, folder, prepare=search_as_in_tests, data=folder, **UNLIMITED) as running,
    ):
        yield running


@pytest_asyncio.fixture
async def browser(server: Server) -> AsyncIterator[Browser]:
    async with open_browser(server.url) as browser:
        yield browser


@pytest_asyncio.fixture
async def other(server: Server) -> AsyncIterator[Browser]:
    async with open_browser(server.url) as browser:
        yield browser


@pytest_asyncio.fixture
async def client(searching: Server) -> AsyncIterator[httpx.AsyncClient]:
    hooks = {"response": [openapi_contract.validate_response]}
    async with httpx.AsyncClient(base_url=searching.url, timeout=PATIENCE, event_hooks=hooks) as made:
        yield made
