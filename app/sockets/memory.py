"""Gives the memory of closed sockets back to the system.

Three things keep it. A socket that ended in an error may be left in a reference cycle. Python's allocator
returns only arenas of 1 MiB of which nothing is used, and each handshake left a string in the cache of
attribute names by which types look up their methods: a new `"dst"`, as `datetime` makes it for the Date
header, in an arena full of what has been freed. And the C library keeps what is freed between what is not.

When at least LEAST sockets have closed since the last time, and as many as are still open, cycles are
collected, that cache is cleared, which fills again at once, and the C library gives back every page that is
free: glibc can, elsewhere nothing is done. So the cost, which grows with what is open, is shared by as many
sockets. What was left of 10,000 sockets before and after, and why it is not nothing: docs/benchmarks.md.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable

LEAST = 1000  # closed sockets
DELAY = 2.0  # seconds until the memory of the last of them is free
LONGEST_DELAY = 30.0  # seconds, while further sockets close


def _find_trim() -> Callable[[int], int] | None:
    """`malloc_trim(3)`, or None where the C library has no such function."""
    try:
        trim: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return None
    return trim


_trim = _find_trim()
# Python 3.13 has another name for it, and warns of the old one.
_clear_caches: Callable[[], None] = getattr(
    sys, "_clear_internal_caches", getattr(sys, "_clear_type_cache", lambda: None)
)


class MemoryRelease:
    """Told of each socket that has closed, of one event loop."""

    def __init__(self) -> None:
        self._closed = 0  # sockets, since the last release
        self._last = self._latest = 0.0  # when the last one closed, and when they are waited for no longer
        self._timer: asyncio.TimerHandle | None = None
        self._trimming: asyncio.Future[int] | None = None

    def note_closed(self, still_open: int) -> None:
        loop = asyncio.get_running_loop()
        self._closed, self._last = self._closed + 1, loop.time()
        if self._timer is None and self._closed >= max(LEAST, still_open):
            self._latest = self._last + LONGEST_DELAY
            self._timer = loop.call_later(DELAY, self._release_when_quiet)

    def _release_when_quiet(self) -> None:
        """Releases memory, once for all sockets that close one after another."""
        loop = asyncio.get_running_loop()
        if loop.time() < min(self._last + DELAY, self._latest):
            self._timer = loop.call_later(DELAY, self._release_when_quiet)
            return
        self._timer, self._closed = None, 0
        gc.collect()
        _clear_caches()
        if _trim:  # in a thread: it takes milliseconds, without the interpreter's lock
            self._trimming = loop.run_in_executor(None, _trim, 0)
