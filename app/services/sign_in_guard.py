"""Limit failed sign-ins, so that passwords cannot be guessed and nobody can lock somebody else out.

A try is charged before the password is verified, since many may come at once, and given back unless it fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

from app.auth import FormerSession
from app.cluster.rate_limits import RateLimiter
from app.domain.names import name_key
from app.errors import Refusal

MAX_DELAY = 5.0  # seconds by which failures of others slow a sign-in down
MAX_DELAYED = 100  # sign-ins that wait at a time, in one process
ADDRESS_COST = 0.2  # an address may fail five times as often as with one name: many people may share it


class Client(NamedTuple):
    """Where a sign-in comes from."""

    address: str
    former: FormerSession | None = None


class SignInGuard:
    """Failures count in `limits` by address and name, more loosely by address, and by name alone only as a
    delay. A browser in which the player is or was signed in has a bucket of its own."""

    def __init__(
        self, limits: RateLimiter, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._limits, self._sleep = limits, sleep
        self._delayed = 0

    @asynccontextmanager
    async def sign_in(self, client: Client, name: str, player: str | None) -> AsyncIterator[None]:
        """Guard the block that verifies a password or code for `name`, by which `player` is known (None:
        nobody). Refusal: `too_many`; `busy`: too many sign-ins are delayed."""
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
        """Guard the block that verifies the password of somebody who is known by `key`, such as the key of a
        session. Refusal: `too_many`."""
        async with self._charge(key):
            yield

    @asynccontextmanager
    async def sign_up(self, address: str) -> AsyncIterator[None]:
        """Count the account that the block creates, unless the block refuses. Refusal: `too_many`."""
        key = f"sign-up {address}"
        await self._limits.take(key)
        try:
            yield
        except Refusal:
            await self._limits.give_back(key)
            raise

    @asynccontextmanager
    async def _charge(self, key: str, cost: float = 1, *, delay: bool = False) -> AsyncIterator[None]:
        """Charge a bucket for the block, and give back unless the block refuses `bad_login`. `delay`: wait
        instead of refusing."""
        charged = True
        try:
            await self._limits.take(key, cost)
        except Refusal as refusal:
            if not delay:
                raise
            charged = False
            await self._delay(min(refusal.retry, MAX_DELAY))
        try:
            yield
        except Refusal as refusal:
            if charged and refusal.code != "bad_login":
                await self._limits.give_back(key, cost)
            raise
        if charged:
            await self._limits.give_back(key, cost)

    async def _delay(self, seconds: float) -> None:
        """Refusal `busy`: MAX_DELAYED are delayed already."""
        if self._delayed >= MAX_DELAYED:
            raise Refusal("busy", message="too many sign-ins at once, try again")
        self._delayed += 1
        try:
            await self._sleep(seconds)
        finally:
            self._delayed -= 1
