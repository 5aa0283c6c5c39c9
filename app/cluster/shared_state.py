"""What several processes share over a Redis. One process shares nothing: all of it is in its memory."""

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
    """What this process tells the others besides its notices."""

    presence: Presence
    processes: RedisProcesses
    connections: RedisConnectionLimits

    def forget(self) -> None:
        """Note that what this process has told was lost."""
        self.presence.forget()
        self.connections.forget()


def bus_of(redis_url: str, process: str) -> Bus:
    """Return the bus of a process of this name; `redis_url`: empty if it is alone."""
    return RedisBus(RedisClient(redis_url), process) if redis_url else Bus()


def shared_state_of(bus: Bus) -> SharedState | None:
    """Return what is shared over a bus; None: the process is alone."""
    if not isinstance(bus, RedisBus):
        return None
    return SharedState(Presence(bus), RedisProcesses(bus), RedisConnectionLimits(bus))


def rate_limiter_of(bus: Bus, name: str, size: float, rate: float) -> RateLimiter:
    """Return the rate limiter of this name, shared over a bus."""
    if isinstance(bus, RedisBus):
        return RedisRateLimiter(size, rate, client=bus.client, name=name)
    return RateLimiter(size, rate)
