"""State that several processes share over Redis. A single process keeps all of it in memory."""

from __future__ import annotations

from dataclasses import dataclass

from app.cluster.presence import Presence
from app.cluster.rate_limits import RateLimiter
from app.cluster.redis_bus import RedisBus
from app.cluster.redis_client import RedisClient
from app.cluster.redis_limits import RedisConnectionLimits, RedisRateLimiter
from app.cluster.redis_processes import RedisProcesses
from app.db.notices import Bus


@dataclass(frozen=True, slots=True)
class SharedState:
    """State that this process publishes besides its notices."""

    presence: Presence
    processes: RedisProcesses
    connections: RedisConnectionLimits

    def forget(self) -> None:
        """Mark everything published as lost."""
        self.presence.forget()
        self.connections.forget()


def create_bus(redis_url: str, process: str) -> Bus:
    """Create the bus of a process; without `redis_url` it is the only one."""
    return RedisBus(RedisClient(redis_url), process) if redis_url else Bus()


def create_shared_state(bus: Bus) -> SharedState | None:
    """Create the state shared over a bus; None for a single process."""
    if not isinstance(bus, RedisBus):
        return None
    return SharedState(Presence(bus), RedisProcesses(bus), RedisConnectionLimits(bus))


def create_rate_limiter(bus: Bus, name: str, size: float, rate: float) -> RateLimiter:
    """Create a rate limiter, shared over the bus."""
    if isinstance(bus, RedisBus):
        return RedisRateLimiter(size, rate, client=bus.client, name=name)
    return RateLimiter(size, rate)
