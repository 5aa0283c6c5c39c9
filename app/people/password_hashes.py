"""Password hashes (argon2id), computed in a thread pool of their own.

A hash takes 19 MiB and about 20 ms, the minimum recommended by OWASP. The pool is small, so that sign-ins
leave memory, processors and the default thread pool to the games.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.core.errors import Refusal

MAX_THREADS, MAX_WAITING = 2, 20  # threads, and requests waiting for one

T = TypeVar("T")


class Passwords:
    """Computes and verifies password hashes in threads."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(MAX_THREADS, "passwords")
        self._unfinished = 0  # hashes running or waiting
        self._nobody: str | None = None  # hash of a random password, for unknown names

    async def hash(self, password: str) -> str:
        """Return the hash with its parameters and salt. Refusal `busy`."""
        return await self._work(lambda: self._hasher.hash(password))

    async def verify(self, hash: str | None, password: str) -> bool:
        """Return whether the password matches. With None (no such account) return False after the same time.
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
        if self._unfinished >= MAX_THREADS + MAX_WAITING:
            raise Refusal("busy", message="Too many sign-ins at once. Try again.")
        self._unfinished += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._unfinished -= 1
