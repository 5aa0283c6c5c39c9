"""Commands to the Redis (or Valkey) that RICHELIEU_REDIS_URL names, each with a deadline.

All keys and channels of a site begin with `richelieu:` and the number of the database in the URL, so that
one Redis can serve several sites. The scripts make keys from names of processes, which Redis Cluster does not
allow: it is one Redis, with replicas or without.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.errors import TryAgain

T = TypeVar("T")

TIMEOUT = 1.0  # seconds for a command, with the connection to it
PAUSE = 1.0  # seconds after a command without an answer, in which none is sent
CONNECTIONS = 8  # at most, that of the subscription not counted
ERRORS = (RedisError, OSError, TimeoutError)

NOW = """local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""  # how our scripts begin: `now` is Redis's time in milliseconds since the epoch

log = structlog.get_logger(__name__)


class RedisClient:
    """A pool of connections. `prefix`: what our keys and channels begin with."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._redis = _connect(url, CONNECTIONS, retries=1)  # a pooled connection may have died while idle
        database = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self.prefix = f"richelieu:{database}:"
        self._away_until = 0.0

    def subscriber(self) -> Redis:
        """A client with a connection of its own, which is not made anew by itself."""
        return _connect(self.url, 1, retries=0)

    def script(self, text: str) -> Any:
        """A script that begins with NOW; to be called in `call`."""
        return self._redis.register_script(NOW + text)

    async def call(self, work: Callable[[Redis], Awaitable[T]]) -> T:
        """What `work` returns. TryAgain: it was not done in TIMEOUT seconds, so that it is not known whether
        it will be; or it was not tried, since Redis did not answer a moment ago."""
        if monotonic() < self._away_until:
            raise TryAgain("Redis does not answer")
        try:
            async with asyncio.timeout(TIMEOUT):
                return await work(self._redis)
        except ERRORS as error:
            self._away_until = monotonic() + PAUSE
            log.warning("redis_command_failed", error=repr(error))
            raise TryAgain("Redis does not answer") from error

    async def fingerprint(self) -> str:
        """Return a random text that all processes on this Redis read from it. TryAgain: it does not
        answer."""

        async def read(redis: Redis) -> str:
            key = f"{self.prefix}fingerprint"
            await redis.set(key, secrets.token_hex(16), nx=True)
            return str((await redis.get(key)).decode())

        return await self.call(read)

    async def close(self) -> None:
        await self._redis.aclose()


def check_url(url: str) -> None:
    """ValueError: it is not the URL of a Redis."""
    BlockingConnectionPool.from_url(url)


def _connect(url: str, connections: int, retries: int) -> Redis:
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=TIMEOUT,
        socket_connect_timeout=5.0,
        retry=Retry(NoBackoff(), retries),
    )
    return Redis.from_pool(pool)
