"""How much one may ask for: token buckets and counts. A rate of 0 switches a limit off.

These are of one process; `app.limits_shared` has the same for several on one database."""

from __future__ import annotations

from collections import Counter, OrderedDict
from time import monotonic

from app.errors import Refusal

KEPT = 10_000  # buckets that are remembered; the one longest unused goes first


class TokenBucket:
    """Holds at most `size` tokens and gains `rate` of them a second; begins full."""

    __slots__ = ("full", "rate", "since", "size", "tokens")

    def __init__(self, size: float, rate: float) -> None:
        self.size = self.tokens = size
        self.rate = rate
        self.since = monotonic()

    def take(self) -> float:
        """0 when a token was there; otherwise the seconds until one will be."""
        if not self.rate:
            return 0.0
        now = monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.since) * self.rate)
        self.since = now
        if self.tokens < 1:
            return (1 - self.tokens) / self.rate
        self.tokens -= 1
        return 0.0


class RateLimiter:
    """One bucket for each key (a player, an address)."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    async def take(self, key: str) -> None:
        """Refusal `too_many` when the bucket is empty."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self.size, self.rate)
            if len(self._buckets) > KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        wait = bucket.take()
        if wait:
            raise Refusal("too_many", retry=wait)


class ConnectionLimits:
    """How many sockets stand, by key."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    async def enter(self, key: str, most: int) -> None:
        """Refusal `too_many` when `most` stand already (0: no limit)."""
        if most and self.taken[key] >= most:
            raise Refusal("too_many", retry=5)
        self.taken[key] += 1

    def leave(self, key: str) -> None:
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]
