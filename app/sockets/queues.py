"""What `asyncio.Queue` and `asyncio.Event` do for a connection, without the memory that they take while
nothing waits: an idle socket would hold five empty deques of 600 bytes each."""

from __future__ import annotations

import asyncio
from collections import deque

from starlette.types import Message


class MessageQueue:
    """ASGI messages for one reader, in the order in which they came. `messages`: None if none waits."""

    __slots__ = ("_arrival", "messages")

    def __init__(self) -> None:
        self.messages: deque[Message] | None = None
        self._arrival: asyncio.Future[None] | None = None  # while the reader waits

    def empty(self) -> bool:
        return self.messages is None

    def put_nowait(self, message: Message) -> None:
        if self.messages is None:
            self.messages = deque()
        self.messages.append(message)
        if self._arrival and not self._arrival.done():
            self._arrival.set_result(None)

    def get_nowait(self) -> Message:
        """The oldest message. QueueEmpty: there is none."""
        if self.messages is None:
            raise asyncio.QueueEmpty
        message = self.messages.popleft()
        if not self.messages:
            self.messages = None
        return message

    def arrival(self) -> asyncio.Future[None]:
        """Done as soon as there is a message; for an empty queue, and one reader at a time."""
        self._arrival = asyncio.get_running_loop().create_future()
        return self._arrival


class Gate:
    """An event that is set at first, and nearly always."""

    __slots__ = ("_cleared",)

    def __init__(self) -> None:
        self._cleared: asyncio.Event | None = None  # until the next `set`

    def set(self) -> None:
        if self._cleared:
            self._cleared.set()
            self._cleared = None

    def clear(self) -> None:
        self._cleared = self._cleared or asyncio.Event()

    async def wait(self) -> None:
        if self._cleared:
            await self._cleared.wait()
