"""The queue and the gate of a connection behave as those of asyncio."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from app.sockets.queues import Gate, MessageQueue

MESSAGES: list[Any] = [{"type": "websocket.receive", "text": str(number)} for number in range(3)]


async def test_messages_come_out_in_the_order_in_which_they_came() -> None:
    queue = MessageQueue()
    for message in MESSAGES:
        queue.put_nowait(message)
    assert [queue.get_nowait() for _ in MESSAGES] == MESSAGES
    assert queue.empty()
    with pytest.raises(asyncio.QueueEmpty):
        queue.get_nowait()


async def test_a_reader_is_woken_by_a_message_and_one_who_was_cancelled_does_no_harm() -> None:
    queue = MessageQueue()

    async def read() -> Any:
        while queue.empty():
            await queue.arrival()
        return queue.get_nowait()

    reader = asyncio.create_task(read())
    await asyncio.sleep(0)
    reader.cancel()
    await asyncio.wait([reader])
    reader = asyncio.create_task(read())
    await asyncio.sleep(0)
    for message in MESSAGES:
        queue.put_nowait(message)
    assert await reader == MESSAGES[0]
    assert not queue.empty()


async def test_all_who_wait_at_a_gate_pass_when_it_is_set_and_a_cancelled_one_holds_up_nobody() -> None:
    gate = Gate()
    await gate.wait()
    gate.clear()
    gate.clear()
    waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    waiting[0].cancel()
    gate.set()
    gate.set()
    await asyncio.gather(*waiting[1:])
    await gate.wait()
