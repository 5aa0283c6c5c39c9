"""Rate limits and connection limits of one process, in memory: token buckets and counters. A rate or limit of
0 disables one."""

from __future__ import annotations

from collections import Counter, OrderedDict
from time import monotonic

from app.core.errors import Refusal

MAX_BUCKETS = 10_000  # least recently used ones are dropped first
MAX_BUCKET_AGE = 3_600  # seconds without use; keys may be addresses, which must not be kept


class TokenBucket:
    """Token bucket of at most `size` tokens that gains `rate` tokens per second; it starts full."""

    __slots__ = ("full", "rate", "since", "size", "tokens")

    def __init__(self, size: float, rate: float) -> None:
        self.size = self.tokens = size
        self.rate = rate
        self.since = monotonic()

    def take(self, cost: float = 1) -> float:
        """Take `cost` tokens (all, if it can hold fewer); a negative cost refunds. Return 0 if taken, else
        the seconds until there are enough."""
        if not self.rate:
            return 0.0
        now = monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.since) * self.rate)
        self.since = now
        cost = min(cost, self.size)
        if self.tokens < cost:
            return (cost - self.tokens) / self.rate
        self.tokens = min(self.size, self.tokens - cost)
        return 0.0


class RateLimiter:
    """Rate limiter with a token bucket per key (a player, an address)."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, key: str, cost: float = 1) -> None:
        """Take tokens. Refusal `too_many` if there are too few; `retry`: seconds until there are enough."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._drop_old()
            bucket = self._buckets[key] = TokenBucket(self.size, self.rate)
        self._buckets.move_to_end(key)
        wait = bucket.take(cost)
        if wait:
            raise Refusal("too_many", retry=wait)

    def _drop_old(self) -> None:
        """Drop old buckets to make room for a new one."""
        oldest = monotonic() - MAX_BUCKET_AGE
        while self._buckets:
            key, bucket = next(iter(self._buckets.items()))
            if bucket.since > oldest and len(self._buckets) < MAX_BUCKETS:
                return
            del self._buckets[key]

    def refund(self, key: str, cost: float = 1) -> None:
        """Return tokens to a bucket, at most until it is full."""
        self.take(key, -cost)


class ConnectionLimits:
    """Number of open connections, by key."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    def acquire(self, key: str, limit: int) -> None:
        """Count one connection more. Refusal `too_many` if `limit` are open already (0: no limit)."""
        if limit and self.taken[key] >= limit:
            raise Refusal("too_many", retry=5)
        self.taken[key] += 1

    def release(self, key: str) -> None:
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]
