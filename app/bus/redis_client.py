"""Client of the Redis (or Valkey) at RICHELIEU_REDIS_URL; each command has a deadline.

All keys and channels start with `richelieu:` and the database number of the URL, so that one Redis can serve
several sites. Scripts build keys from process ids, which Redis Cluster does not allow: use a single Redis,
with or without replicas.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlsplit

import structlog
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.core.errors import TryAgain

T = TypeVar("T")

COMMAND_TIMEOUT = 1.0  # seconds, connecting included
COOLDOWN = 1.0  # seconds after a failed command in which none is sent
MAX_CONNECTIONS = 8  # without the subscription's
DATABASE_PATH = re.compile(r"(/[0-9]*)?")  # of a URL
ERRORS = (RedisError, OSError, TimeoutError)

NOW = """local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
"""  # prefix of all scripts: `now` is Redis's time in milliseconds since the epoch

log = structlog.get_logger(__name__)


class RedisClient:
    """Connection pool. `prefix`: start of all keys and channels."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._redis = _connect(url, MAX_CONNECTIONS, retries=1)  # idle connections may have died
        database = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self.prefix = f"richelieu:{database}:"
        self._away_until = 0.0

    def subscriber(self) -> Redis:
        """Return a client with a single connection and without automatic reconnect."""
        return _connect(self.url, 1, retries=0)

    def script(self, text: str) -> Any:
        """Register a script, prefixed with NOW; run it within `call`."""
        return self._redis.register_script(NOW + text)

    async def call(self, work: Callable[[Redis], Awaitable[T]]) -> T:
        """Return the result of `work`. TryAgain: it did not finish in COMMAND_TIMEOUT seconds and may or may
        not take effect; or it was not tried because Redis failed a moment ago."""
        if monotonic() < self._away_until:
            raise TryAgain("Redis is not available.")
        try:
            async with asyncio.timeout(COMMAND_TIMEOUT):
                return await work(self._redis)
        except ERRORS as error:
            self._away_until = monotonic() + COOLDOWN
            log.warning("redis_command_failed", error=repr(error))
            raise TryAgain("Redis is not available.") from error

    async def fingerprint(self) -> str:
        """Return a random text stored in this Redis, the same for all its processes. TryAgain: Redis is
        unavailable."""

        async def read(redis: Redis) -> str:
            key = f"{self.prefix}fingerprint"
            await redis.set(key, secrets.token_hex(16), nx=True)
            return str((await redis.get(key)).decode())

        return await self.call(read)

    async def close(self) -> None:
        await self._redis.aclose()


def check_url(url: str) -> None:
    """Raise ValueError unless `url` is a valid Redis URL. The client ignores a database that is no number,
    and refuses an unknown option at the first connection only."""
    pool = BlockingConnectionPool.from_url(url)
    if not DATABASE_PATH.fullmatch(urlsplit(url).path):
        raise ValueError("the database of a Redis is a number, as in redis://host/0")
    try:
        pool.make_connection()  # type: ignore[no-untyped-call]
    except (TypeError, RedisError) as error:
        raise ValueError(str(error)) from None


def _connect(url: str, connections: int, retries: int) -> Redis:
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=connections,
        timeout=COMMAND_TIMEOUT,
        socket_connect_timeout=5.0,
        retry=Retry(NoBackoff(), retries),
    )
    return Redis.from_pool(pool)
