"""Password hashes: verification, and refusal of too many requests at a time."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from app.core.errors import Refusal
from app.people.password_hashes import MAX_THREADS, MAX_WAITING, Passwords


async def test_only_the_right_password_verifies() -> None:
    passwords = Passwords()
    hashed = await passwords.hash("correct horse")
    assert hashed.startswith("$argon2id$")
    assert await passwords.hash("correct horse") != hashed
    assert await passwords.verify(hashed, "correct horse")
    assert not await passwords.verify(hashed, "correct horsf")
    assert not await passwords.verify(None, "correct horse")
    assert not await passwords.verify("nonsense", "correct horse")


async def test_too_many_at_once_are_busy() -> None:
    passwords = Passwords()
    jobs = [passwords.hash("correct horse") for _ in range(MAX_THREADS + MAX_WAITING + 5)]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    refused = [one for one in done if isinstance(one, Refusal)]
    assert [one.code for one in refused] == ["busy"] * 5


async def test_hashes_are_computed_while_the_default_threads_are_all_in_use() -> None:
    loop, free = asyncio.get_running_loop(), threading.Event()
    threads = ThreadPoolExecutor(1)
    threads.submit(free.wait)
    loop.set_default_executor(threads)
    try:
        assert await Passwords().hash("correct horse")
    finally:
        free.set()
        loop.set_default_executor(ThreadPoolExecutor())
