"""One at a time, in the order in which they came, and nobody who gives up keeps the others out."""

from __future__ import annotations

import asyncio

from app.live.gate import FifoLock


async def test_they_pass_one_at_a_time_in_their_order() -> None:
    gate, within, order = FifoLock(), 0, list[int]()

    async def pass_through(number: int) -> None:
        nonlocal within
        async with gate:
            within += 1
            assert within == 1
            order.append(number)
            await asyncio.sleep(0)
            within -= 1

    await asyncio.gather(*map(pass_through, range(10)))
    assert order == list(range(10))
    assert not gate.shut


async def test_who_finds_it_open_passes_without_waiting() -> None:
    gate = FifoLock()
    entering = gate.__aenter__()
    try:
        entering.send(None)
    except StopIteration:
        assert gate.shut
    else:
        raise AssertionError("it waited")
    gate.leave()
    assert not gate.shut


async def test_who_gives_up_lets_the_others_pass() -> None:
    for late in (False, True):
        gate, passed = FifoLock(), list[str]()

        async def pass_through(name: str, gate: FifoLock = gate, passed: list[str] = passed) -> None:
            async with gate:
                passed.append(name)

        await gate.__aenter__()
        first, second = [asyncio.create_task(pass_through(name)) for name in ("first", "second")]
        await asyncio.sleep(0)
        if late:
            gate.leave()  # it is his turn, but he does not know yet
        first.cancel()
        if not late:
            gate.leave()
        async with asyncio.timeout(5):
            await asyncio.wait([first, second])
        assert first.cancelled()
        assert passed == ["second"]
        assert not gate.shut
