"""Rate limits and connection limits in the memory of one process: token buckets and counts. A rate or limit
of 0 switches one off. Several processes share theirs over Redis (`redis_limits.py`).
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass
from time import monotonic

from app.errors import Refusal

MAX_BUCKETS = 10_000  # the least recently used one is dropped first
MAX_BUCKET_AGE = 3_600  # seconds without use after which a bucket is dropped: its key may be an address


class TokenBucket:
    """Holds at most `size` tokens and gains `rate` of them a second; starts full."""

    __slots__ = ("full", "rate", "since", "size", "tokens")

    def __init__(self, size: float, rate: float) -> None:
        self.size = self.tokens = size
        self.rate = rate
        self.since = monotonic()

    def take(self, cost: float = 1) -> float:
        """Take a token, or `cost` of them (of more than it can hold, all); a negative cost gives back.
        Return 0 when it is done, otherwise the seconds until there are so many."""
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
    """One bucket for each key (a player, an address)."""

    def __init__(self, size: float, rate: float) -> None:
        self.size, self.rate = size, rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    async def take(self, key: str, cost: float = 1) -> None:
        """Refusal `too_many` when the bucket does not have as much; `retry`: in how many seconds it will."""
        bucket = self._buckets.get(key)
        if bucket is None:
            self._drop_old()
            bucket = self._buckets[key] = TokenBucket(self.size, self.rate)
        self._buckets.move_to_end(key)
        wait = bucket.take(cost)
        if wait:
            raise Refusal("too_many", retry=wait)

    def _drop_old(self) -> None:
        """Make room for a new bucket."""
        oldest = monotonic() - MAX_BUCKET_AGE
        while self._buckets:
            key, bucket = next(iter(self._buckets.items()))
            if bucket.since > oldest and len(self._buckets) < MAX_BUCKETS:
                return
            del self._buckets[key]

    async def give_back(self, key: str, cost: float = 1) -> None:
        """Undo `take`, at most until the bucket is full."""
        await self.take(key, -cost)


@dataclass(frozen=True, slots=True)
class Requester:
    """By whom limits count a request. `key`: its player, or its address without one; `address`: None of a
    player with an account."""

    key: str
    address: str | None

    @property
    def person(self) -> str:
        """Who is served in turns with others: an account, or all guests and visitors of an address."""
        return self.address or self.key


class RequestLimiter:
    """Two buckets for each request: `each`, of its player or address, and `together`, which all guests and
    visitors of one address share, since anybody may be any number of guests."""

    def __init__(self, each: RateLimiter, together: RateLimiter) -> None:
        self._each, self._together = each, together

    async def take(self, who: Requester, cost: float = 1) -> None:
        """Take `cost` from both. Refusal: `too_many`."""
        await self._each.take(who.key, cost)
        if who.address is not None:
            await self._together.take(who.address, cost)


class ConnectionLimits:
    """The number of open connections, by key."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()

    async def acquire(self, key: str, most: int) -> None:
        """Counts one more. Refusal `too_many` when `most` are open already (0: no limit)."""
        if most and self.taken[key] >= most:
            raise Refusal("too_many", retry=5)
        self.taken[key] += 1

    def release(self, key: str) -> None:
        self.taken[key] -= 1
        if not self.taken[key]:
            del self.taken[key]
