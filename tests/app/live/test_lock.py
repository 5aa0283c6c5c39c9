"""The lock of a session: first in, first out; a cancelled waiter does not block the others."""

from __future__ import annotations

import asyncio

from app.live.lock import FifoLock


async def test_waiters_acquire_the_lock_one_at_a_time_in_order() -> None:
    lock, within, order = FifoLock(), 0, list[int]()

    async def pass_through(number: int) -> None:
        nonlocal within
        async with lock:
            within += 1
            assert within == 1
            order.append(number)
            await asyncio.sleep(0)
            within -= 1

    await asyncio.gather(*map(pass_through, range(10)))
    assert order == list(range(10))
    assert not lock.locked


async def test_a_free_lock_is_acquired_without_waiting() -> None:
    lock = FifoLock()
    entering = lock.__aenter__()
    try:
        entering.send(None)
    except StopIteration:
        assert lock.locked
    else:
        raise AssertionError("the free lock waited")
    lock.release()
    assert not lock.locked


async def test_a_cancelled_waiter_hands_the_lock_on() -> None:
    for late in (False, True):
        lock, passed = FifoLock(), list[str]()

        async def pass_through(name: str, lock: FifoLock = lock, passed: list[str] = passed) -> None:
            async with lock:
                passed.append(name)

        await lock.__aenter__()
        first, second = [asyncio.create_task(pass_through(name)) for name in ("first", "second")]
        await asyncio.sleep(0)
        if late:
            lock.release()  # the lock is handed over, but the waiter has not run yet
        first.cancel()
        if not late:
            lock.release()
        async with asyncio.timeout(5):
            await asyncio.wait([first, second])
        assert first.cancelled()
        assert passed == ["second"]
        assert not lock.locked
