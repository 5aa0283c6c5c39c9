"""Passwords: their policy, their hashes, and recovery codes."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from argon2 import PasswordHasher

from app.core.errors import Refusal
from app.people import password_hashes
from app.people.password_hashes import MAX_THREADS, MAX_WAITING, Passwords
from app.people.passwords import check_password, hash_code, new_recovery_code


def test_good_passwords_are_taken() -> None:
    for password in (
        "correct horse",
        "x7!kq9Lm",
        "Straße 12 und Fluß",
        "密码密码密码一二三四",
        "!?!?#$%&/()=",
    ):
        for name in ("Alice", "Co", "or"):
            check_password(password, name)


BAD_PASSWORDS_BY_RULE = {
    "length": ("", "1234567", "x" * 129),
    "common": (
        *("password", "Password1", "passw0rd!", "qwertyui", "aaaabbbb"),
        *("87654321", "abcdefgh", "iloveyou2024"),
    ),
    "name": ("alexandra", "Alexandra!", "my alexandra", "Al3xandra"),
}


def test_bad_passwords_are_refused_by_their_rule() -> None:
    for rule, passwords in BAD_PASSWORDS_BY_RULE.items():
        for password in passwords:
            with pytest.raises(Refusal) as refused:
                check_password(password, "Alexandra")
            assert (refused.value.code, refused.value.detail["rule"]) == ("bad_password", rule), password


def test_recovery_codes_are_read_in_any_spelling() -> None:
    code = new_recovery_code()
    assert len(code.split("-")) == 6
    assert hash_code(code) == hash_code(f" {code.lower().replace('-', ' ')} ")
    assert hash_code(code) != hash_code(new_recovery_code())


async def test_only_the_right_password_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the cost of a server: other tests hash fast."""
    monkeypatch.setattr(password_hashes, "PasswordHasher", PasswordHasher)
    passwords = Passwords()
    hashed = await passwords.hash("correct horse")
    assert hashed.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
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
