"""What processes share, over each of the transports."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.cluster import redis_client
from app.db.engine import create_engine
from app.settings import Settings
from tests.app.cluster.transports import PostgresTransport, RedisTransport, Transport
from tests.app.conftest import BusSettings


@pytest_asyncio.fixture
async def transport(
    postgres_url: str, bus: BusSettings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Transport]:
    """What several processes share, once over PostgreSQL and once over a Redis."""
    monkeypatch.setattr(redis_client, "TIMEOUT", 30.0)  # the machine may be busy
    engine = create_engine(Settings(database_url=postgres_url).url)
    kind = RedisTransport if bus else PostgresTransport
    made = kind(engine, bus.get("bus_url", postgres_url))
    yield made
    await made.close()
