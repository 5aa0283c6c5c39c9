"""Inbox of one game: whatever happens to it is carried out one after another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context, copy_context
from typing import Any, TypeVar

T = TypeVar("T")
Event = tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any], Context]


class Inbox:
    """Queue of events. Each is a task that starts when the one before it is done."""

    def __init__(self) -> None:
        self._events: deque[Event] = deque()
        self._current: asyncio.Task[None] | None = None

    def put(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Queue an event; the future has its outcome. If that is done before its turn, because the sender was
        cancelled or has given up, the event is skipped; once begun it is carried to its end. It runs in the
        context of its sender, so that log lines carry the id of the request."""
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._events.append((work, outcome, copy_context()))
        if self._current is None:
            self._start_next()
        return outcome

    def _start_next(self) -> None:
        while self._events:
            work, outcome, context = self._events.popleft()
            if not outcome.done():
                self._current = asyncio.create_task(_carry_out(work, outcome), context=context)
                self._current.add_done_callback(self._on_done)
                return

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._current = None
        if task.cancelled():  # the event loop ends
            for _, outcome, _ in self._events:
                outcome.cancel()
            self._events.clear()
        self._start_next()


async def _carry_out(work: Callable[[], Awaitable[T]], outcome: asyncio.Future[T]) -> None:
    try:
        result = await work()
    except asyncio.CancelledError:
        outcome.cancel()
        task = asyncio.current_task()
        if task and task.cancelling():  # otherwise only what the event waited for was cancelled
            raise
    except Exception as error:
        if not outcome.done():
            outcome.set_exception(error)
    else:
        if not outcome.done():
            outcome.set_result(result)
