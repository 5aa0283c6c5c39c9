"""What the processes of one database share, and over what: PostgreSQL, or a Redis where RICHELIEU_BUS_URL
names one; only then is its driver loaded. An SQLite file has one process, which shares nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from app.cluster.bus import PostgresBus
from app.cluster.presence import PostgresPresence, PresenceStore
from app.cluster.processes import ProcessTable
from app.cluster.rate_limits import (
    PostgresConnectionLimits,
    PostgresRateLimiter,
    RateLimiter,
    SharedConnectionLimits,
)
from app.domain.notices import Bus

if TYPE_CHECKING:
    from app.cluster.redis_bus import RedisBus


@dataclass(frozen=True, slots=True)
class SharedState:
    """What this process tells the others besides its notices."""

    presence: PresenceStore
    processes: ProcessTable
    connections: SharedConnectionLimits

    def forget(self) -> None:
        """Notes that what this process has told was lost."""
        self.presence.forget()
        self.connections.forget()


def bus_of(url: str, process: str, bus_url: str = "") -> Bus:
    """The bus of one process on a database; `process` is its name, `bus_url` that of a Redis, if there is
    one."""
    if make_url(url).get_backend_name() != "postgresql":
        return Bus()
    if not bus_url:
        return PostgresBus(url, process)
    from app.cluster.redis_bus import RedisBus
    from app.cluster.redis_client import RedisClient

    return RedisBus(RedisClient(bus_url), process)


def shared_state_of(engine: AsyncEngine, bus: Bus) -> SharedState | None:
    """What is shared over a bus; None: the process is alone."""
    if bus.process is None:
        return None
    if isinstance(bus, PostgresBus):
        return SharedState(
            PostgresPresence(engine, bus, bus.process),
            ProcessTable(engine, bus.process),
            PostgresConnectionLimits(engine=engine, process=bus.process),
        )
    from app.cluster.redis_limits import RedisConnectionLimits
    from app.cluster.redis_processes import RedisPresence, RedisProcessTable

    redis = cast("RedisBus", bus)
    return SharedState(RedisPresence(redis), RedisProcessTable(engine, redis), RedisConnectionLimits(redis))


def rate_limiter_of(engine: AsyncEngine, bus: Bus, name: str, size: float, rate: float) -> RateLimiter:
    """The rate limiter of this name, shared over a bus."""
    if bus.process is None:
        return RateLimiter(size, rate)
    if isinstance(bus, PostgresBus):
        return PostgresRateLimiter(size, rate, engine=engine, name=name)
    from app.cluster.redis_limits import RedisRateLimiter

    return RedisRateLimiter(size, rate, client=cast("RedisBus", bus).client, name=name)
