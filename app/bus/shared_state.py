"""State that several processes share over Redis. A single process keeps all of it in memory."""

from __future__ import annotations

from dataclasses import dataclass

from app.bus.notices import Bus
from app.bus.presence import SharedPresence
from app.bus.redis_bus import RedisBus
from app.bus.redis_client import RedisClient
from app.bus.redis_processes import RedisProcesses


@dataclass(frozen=True, slots=True)
class SharedState:
    """State that this process publishes besides its notices."""

    presence: SharedPresence
    processes: RedisProcesses


def create_bus(redis_url: str, process: str) -> Bus:
    """Create the bus of a process; without `redis_url` it is the only one."""
    return RedisBus(RedisClient(redis_url), process) if redis_url else Bus()


def create_shared_state(bus: Bus) -> SharedState | None:
    """Create the state shared over a bus; None for a single process."""
    if not isinstance(bus, RedisBus):
        return None
    return SharedState(SharedPresence(bus), RedisProcesses(bus))
