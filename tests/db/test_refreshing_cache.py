"""Stale-while-revalidate cache: one read per key, old values during a read, errors."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from app.db.refreshing_cache import RefreshingCache


class Source:
    """Counts up from 1 when it is read; each reading waits until it is released."""

    def __init__(self) -> None:
        self.value, self.release, self.error = 0, asyncio.Event(), ""

    async def read(self) -> int:
        self.value += 1
        value = self.value
        await self.release.wait()
        if self.error:
            raise ValueError(self.error)
        return value


async def test_concurrent_requests_share_one_read_and_a_cancelled_one_does_not_end_it() -> None:
    cache, source = RefreshingCache[str, int](10, 60), Source()
    asked = [asyncio.create_task(cache.get("key", source.read)) for _ in range(4)]
    await asyncio.sleep(0.01)
    asked[0].cancel()
    source.release.set()
    assert await asyncio.gather(*asked[1:]) == [1, 1, 1]
    assert await cache.get("key", source.read) == 1
    assert "key" in cache


async def test_an_old_value_is_returned_while_a_new_one_is_read() -> None:
    cache, source = RefreshingCache[str, int](10, 0.01), Source()
    source.release.set()
    assert await cache.get("key", source.read) == 1
    await asyncio.sleep(0.02)
    source.release.clear()
    assert [await cache.get("key", source.read) for _ in range(3)] == [1, 1, 1]
    source.release.set()
    await asyncio.sleep(0.005)
    assert await cache.get("key", source.read) == 2


async def test_an_error_is_raised_the_first_time_and_logged_when_there_is_an_old_value() -> None:
    cache, source = RefreshingCache[str, int](10, 0), Source()
    source.release.set()
    source.error = "no answer"
    with pytest.raises(ValueError, match="no answer"):
        await cache.get("key", source.read)
    assert "key" not in cache
    source.error = ""
    assert await cache.get("key", source.read) == 2
    source.error = "no answer"
    with capture_logs() as logs:
        assert await cache.get("key", source.read) == 2
        await asyncio.sleep(0.01)
    assert [line["event"] for line in logs] == ["cache_refresh_failed"]


async def test_the_least_recently_used_value_is_dropped() -> None:
    cache, source = RefreshingCache[int, int](2, 60), Source()
    source.release.set()
    for key in (1, 2, 1, 3):
        await cache.get(key, source.read)
    assert [key in cache for key in (1, 2, 3)] == [True, False, True]
