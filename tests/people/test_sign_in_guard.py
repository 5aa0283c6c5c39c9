"""The sign-in guard: failures count, and nobody can lock an owner out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest

from app.core import rate_limits
from app.core.errors import Refusal
from app.core.rate_limits import RateLimiter
from app.people.auth import FormerSession
from app.people.sign_in_guard import MAX_DELAY, MAX_DELAYED, SignInGuard, SignInOrigin

LIMIT = 10  # failures a minute


class Delays:
    """Waits that end at once; `seconds`: the delays asked for."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)


@pytest.fixture
def delays(monkeypatch: pytest.MonkeyPatch) -> Delays:
    monkeypatch.setattr(rate_limits, "monotonic", lambda: 100.0)
    return Delays()


def guard_of(sleep: Callable[[float], Awaitable[None]]) -> SignInGuard:
    return SignInGuard(RateLimiter(LIMIT, LIMIT / 60), sleep)


async def attempt(
    guard: SignInGuard,
    address: str,
    name: str = "Ann",
    *,
    failing: bool = True,
    session: FormerSession | None = None,
) -> str:
    """Try to sign in from an address; return the code of the refusal, or ""."""
    try:
        async with guard.sign_in(SignInOrigin(address, session), name, f"player {name}"):
            if failing:
                raise Refusal("bad_login")
    except Refusal as refusal:
        return refusal.code
    return ""


async def test_failures_of_one_address_with_one_name_are_bounded(delays: Delays) -> None:
    guard = guard_of(delays.sleep)
    assert [await attempt(guard, "1.1.1.1") for _ in range(LIMIT)] == ["bad_login"] * LIMIT
    assert await attempt(guard, "1.1.1.1", failing=False) == "too_many"
    assert await attempt(guard, "1.1.1.1", "Ben", failing=False) == "", "another name has its own bucket"


async def test_sign_ins_that_succeed_do_not_count(delays: Delays) -> None:
    guard = guard_of(delays.sleep)
    assert {await attempt(guard, "1.1.1.1", failing=False) for _ in range(5 * LIMIT)} == {""}
    assert not delays.seconds


async def test_new_accounts_of_an_address_are_bounded_and_refused_names_do_not_count(delays: Delays) -> None:
    guard = guard_of(delays.sleep)
    for _ in range(5 * LIMIT):
        with pytest.raises(Refusal, match="name_taken"):
            async with guard.sign_up("1.1.1.1"):
                raise Refusal("name_taken")
    for _ in range(LIMIT):
        async with guard.sign_up("1.1.1.1"):
            pass
    with pytest.raises(Refusal, match="too_many"):
        async with guard.sign_up("1.1.1.1"):
            pass


async def test_an_address_that_tries_many_names_is_bounded(delays: Delays) -> None:
    guard = guard_of(delays.sleep)
    codes = [await attempt(guard, "1.1.1.1", f"Name {'abcdefg'[n % 7] * (n + 1)}") for n in range(6 * LIMIT)]
    assert codes == ["bad_login"] * (5 * LIMIT) + ["too_many"] * LIMIT


async def test_failures_from_many_addresses_delay_the_owner_and_do_not_lock_them_out(delays: Delays) -> None:
    guard = guard_of(delays.sleep)
    for number in range(3 * LIMIT):
        assert await attempt(guard, f"1.1.1.{number}") == "bad_login"
    delays.seconds.clear()
    assert await attempt(guard, "2.2.2.2", failing=False) == ""
    assert delays.seconds == [MAX_DELAY]


async def test_a_browser_that_was_signed_in_before_is_not_delayed(delays: Delays) -> None:
    guard = guard_of(delays.sleep)
    for number in range(3 * LIMIT):
        await attempt(guard, f"1.1.1.{number}")
    delays.seconds.clear()
    own, other = FormerSession("player Ann", "of the owner"), FormerSession("player Ben", "of somebody else")
    assert await attempt(guard, "1.1.1.1", failing=False, session=own) == ""
    assert not delays.seconds
    assert await attempt(guard, "1.1.1.1", failing=False, session=other) == ""
    assert delays.seconds == [MAX_DELAY]
    codes = [await attempt(guard, "1.1.1.1", session=own) for _ in range(LIMIT + 1)]
    assert codes == ["bad_login"] * LIMIT + ["too_many"]


@pytest.mark.usefixtures("delays")
async def test_the_number_of_delayed_sign_ins_is_bounded() -> None:
    forever = asyncio.Event()

    async def sleep(_: float) -> None:
        await forever.wait()

    guard = guard_of(sleep)
    for number in range(LIMIT):
        await attempt(guard, f"1.1.1.{number}")
    async with asyncio.TaskGroup() as group:
        waiting = [group.create_task(attempt(guard, f"2.2.2.{n}", failing=False)) for n in range(MAX_DELAYED)]
        await asyncio.sleep(0)
        assert await attempt(guard, "3.3.3.3", failing=False) == "busy"
        forever.set()
    assert {task.result() for task in waiting} == {""}
    assert await attempt(guard, "3.3.3.3", failing=False) == ""


async def test_the_owner_who_confirms_has_a_bucket_of_each_session(delays: Delays) -> None:
    guard = guard_of(delays.sleep)

    async def confirm(session: str) -> None:
        async with guard.confirm(session):
            raise Refusal("bad_login")

    for _ in range(LIMIT):
        with suppress(Refusal):
            await confirm("session a")
    with pytest.raises(Refusal, match="too_many"):
        await confirm("session a")
    with pytest.raises(Refusal, match="bad_login"):
        await confirm("session b")
