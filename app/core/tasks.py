"""Tasks of a serving process: started by `serve` alone, watched until the process ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import structlog

Task = Callable[[], Coroutine[Any, Any, None]]  # runs until cancelled
Tasks = Mapping[str, Task]  # by name

log = structlog.get_logger(__name__)


class Background:
    """Tasks that run while the process serves. None of them may end before `stop`: if one dies, that is
    logged and `on_death` is called, so that the process ends and another one takes over."""

    def __init__(self, on_death: Callable[[], None]) -> None:
        self._on_death = on_death
        self._tasks: list[asyncio.Task[None]] = []
        self.stopping = False  # tasks may end

    def start(self, tasks: Tasks) -> None:
        for name, work in tasks.items():
            task = asyncio.create_task(work(), name=name)
            task.add_done_callback(self.check)
            self._tasks.append(task)

    async def stop(self) -> None:
        """Cancel the tasks one by one, in the order of their start."""
        self.stopping = True
        for task in self._tasks:
            task.cancel()
            await asyncio.wait([task])

    def check(self, task: asyncio.Task[None]) -> None:
        """Handle the end of a task."""
        error = None if task.cancelled() else task.exception()
        if not self.stopping:
            log.critical("background_task_died", task=task.get_name(), exc_info=error)
            self._on_death()
