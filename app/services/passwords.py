"""Password hashes (argon2id), computed in threads of their own.

A hash takes 19 MiB and about 20 ms, the minimum that OWASP recommends. At most AT_ONCE are computed at a
time, so that sign-ins leave memory, processors and the default thread pool to the games.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.errors import Refusal

AT_ONCE, WAITING = 2, 20  # hashes computed at a time, and requests that wait for one

T = TypeVar("T")


class Passwords:
    """Computes and verifies password hashes in threads."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._unfinished = 0  # hashes that are computed or wait
        self._nobody: str | None = None  # a hash of a random password, for names without an account

    async def hash(self, password: str) -> str:
        """Return the hash with its parameters and salt. Refusal `busy`."""
        return await self._work(lambda: self._hasher.hash(password))

    async def verify(self, hash: str | None, password: str) -> bool:
        """Return whether the password matches. With None (no such account) it takes as long, and does not.
        Refusal `busy`."""

        def work() -> bool:
            if hash is None and self._nobody is None:
                self._nobody = self._hasher.hash(secrets.token_hex())
            try:
                self._hasher.verify(hash or self._nobody or "", password)
                return hash is not None
            except (VerificationError, InvalidHashError):
                return False

        return await self._work(work)

    async def _work(self, work: Callable[[], T]) -> T:
        if self._unfinished >= AT_ONCE + WAITING:
            raise Refusal("busy", message="too many sign-ins at once, try again")
        self._unfinished += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._unfinished -= 1
