"""Rate limit of failed sign-ins, against guessing passwords and against locking other people out.

An attempt is charged before the password is verified, since many may arrive at once, and refunded unless it
fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from app.core.errors import Refusal
from app.core.rate_limits import RateLimiter
from app.people.auth import FormerSession
from app.people.names import name_key

MAX_DELAY = 5.0  # seconds by which other clients' failures delay a sign-in
MAX_DELAYED = 100  # delayed sign-ins at a time, per process
ADDRESS_COST = 0.2  # failures per address: five times as many as per name, as people share addresses


class SignInOrigin(NamedTuple):
    """Origin of a sign-in."""

    address: str
    former: FormerSession | None = None


class SignInGuard:
    """Rate limiter of failed sign-ins: counts them by address and name, more loosely by address, and by name
    alone as a delay only. A browser in which the player is or was signed in has its own bucket."""

    def __init__(
        self, limits: RateLimiter, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._limits, self._sleep = limits, sleep
        self._delayed = 0

    @asynccontextmanager
    async def sign_in(self, client: SignInOrigin, name: str, player: str | None) -> AsyncIterator[None]:
        """Guard a block that verifies a password or code for `name`, which belongs to `player` (None: no such
        player). Refusal `too_many`; `busy`: too many sign-ins are delayed."""
        if client.former and client.former.player == player:
            async with self.confirm(f"browser {client.former.token}"):
                yield
            return
        key = name_key(name)
        async with (
            self._charge(f"address {client.address}", ADDRESS_COST),
            self._charge(f"{client.address} {key}"),
            self._charge(f"name {key}", delay=True),
        ):
            yield

    @asynccontextmanager
    async def confirm(self, key: str) -> AsyncIterator[None]:
        """Guard a block that verifies the password of a player identified by `key`, such as the key of a
        session. Refusal `too_many`."""
        async with self._charge(key):
            yield

    @asynccontextmanager
    async def sign_up(self, address: str) -> AsyncIterator[None]:
        """Charge the account that the block creates, unless it refuses. Refusal `too_many`."""
        key = f"sign-up {address}"
        self._limits.take(key)
        try:
            yield
        except Refusal:
            self._limits.refund(key)
            raise

    @asynccontextmanager
    async def _charge(self, key: str, cost: float = 1, *, delay: bool = False) -> AsyncIterator[None]:
        """Charge a bucket for the block; refund it unless the block refuses with `bad_login`. `delay`: wait
        instead of refusing."""
        charged = True
        try:
            self._limits.take(key, cost)
        except Refusal as refusal:
            if not delay:
                raise
            charged = False
            await self._delay(min(refusal.retry, MAX_DELAY))
        try:
            yield
        except Refusal as refusal:
            if charged and refusal.code != "bad_login":
                self._limits.refund(key, cost)
            raise
        if charged:
            self._limits.refund(key, cost)

    async def _delay(self, seconds: float) -> None:
        """Sleep. Refusal `busy`: MAX_DELAYED sign-ins are already waiting."""
        if self._delayed >= MAX_DELAYED:
            raise Refusal("busy", message="Too many sign-ins at once. Try again.")
        self._delayed += 1
        try:
            await self._sleep(seconds)
        finally:
            self._delayed -= 1
