"""The inbox of a game: the order of events, failed ones, and senders who have gone."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from structlog.contextvars import bound_contextvars, get_contextvars

from app.games.inbox import Inbox


async def test_an_event_that_fails_does_not_stop_those_behind_it() -> None:
    inbox = Inbox()

    async def fail(error: BaseException) -> None:
        raise error

    async def succeed() -> str:
        return "done"

    failed, cancelled = (
        inbox.put(partial(fail, ValueError("no"))),
        inbox.put(partial(fail, asyncio.CancelledError())),
    )
    assert await inbox.put(succeed) == "done"
    with pytest.raises(ValueError, match="no"):
        await failed
    assert cancelled.cancelled()
    assert await inbox.put(succeed) == "done", "a new consumer starts"


async def test_events_run_in_order_and_one_whose_sender_has_gone_is_skipped_unless_it_has_begun() -> None:
    inbox, gate, done = Inbox(), asyncio.Event(), list[str]()

    async def event(name: str) -> None:
        await gate.wait()
        done.append(name)

    events = [inbox.put(partial(event, str(number))) for number in range(4)]
    await asyncio.sleep(0)
    for gone in events[:2]:
        gone.cancel()
    gate.set()
    await asyncio.gather(*events[2:])
    assert done == ["0", "2", "3"]


async def test_the_log_lines_of_an_event_name_the_request_of_its_sender() -> None:
    inbox = Inbox()

    async def event() -> dict[str, object]:
        return get_contextvars()

    with bound_contextvars(request="r-1"):
        first = inbox.put(event)
    with bound_contextvars(request="r-2"):
        second = inbox.put(event)
    assert [await first, await second, await inbox.put(event)] == [{"request": "r-1"}, {"request": "r-2"}, {}]
