"""State that processes share over a Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from app.bus import redis_client
from tests.bus.shared_redis import SharedRedis


@pytest_asyncio.fixture
async def shared(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SharedRedis]:
    """What several processes share over a Redis of the test's own."""
    monkeypatch.setattr(redis_client, "COMMAND_TIMEOUT", 30.0)  # the machine may be busy
    made = SharedRedis(redis_url)
    yield made
    await made.close()
