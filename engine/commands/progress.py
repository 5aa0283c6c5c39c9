"""Progress display on standard error: a bar with the time left on a terminal, elsewhere a line every ten
seconds. A thread prints; the command itself only counts steps."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from threading import Event, Lock, Thread
from time import monotonic
from typing import Self, TextIO

BAR_DELAY_SECONDS = 2.0  # no bar for shorter commands
LINE_INTERVAL_SECONDS = 10.0
REFRESH_SECONDS = 0.2
DEFAULT_COLUMNS = 80  # if the terminal's width is unknown
BAR = "{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}]"
COUNTER = "{desc}: {n_fmt} [{elapsed}]"


class Progress:
    """Progress that is not displayed."""

    def stage(self, title: str, total: int = 0) -> None:
        """Begin the next stage. `total`: number of steps; 0: unknown."""

    def advance(self, steps: int = 1) -> None:
        """Count completed steps."""

    def reach(self, done: int, title: str | None = None) -> None:
        """Set the number of completed steps, and the stage's title."""

    def print(self, text: str) -> None:
        """Print a line to standard output."""
        print(text, flush=True)


class ShownProgress(Progress):
    """Context manager that shows progress on `out` (None: standard error). `clock`: in seconds."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._has_bar = self._out.isatty()
        self._title, self._total, self._done = "", 0, 0
        self._began = self._stage_began = clock()
        self._line_due = self._began + LINE_INTERVAL_SECONDS
        self._shown = 0  # length of the bar on the terminal, in characters
        self._lock, self._ended = Lock(), Event()
        self._thread = Thread(target=self._run, name="progress", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._clear()

    def stage(self, title: str, total: int = 0) -> None:
        with self._lock:
            self._title, self._total, self._done = title, total, 0
            self._stage_began = self._clock()

    def advance(self, steps: int = 1) -> None:
        self._done += steps

    def reach(self, done: int, title: str | None = None) -> None:
        self._done = done
        self._title = title or self._title

    def print(self, text: str) -> None:
        with self._lock:
            self._clear()
            super().print(text)

    def show(self) -> None:
        """Print the bar or line if one is due."""
        with self._lock:
            now = self._clock()
            seconds = now - self._stage_began
            if not self._title:
                return
            if self._has_bar:
                if now >= self._began + BAR_DELAY_SECONDS:
                    self._show_bar(seconds)
            elif now >= self._line_due:
                self._line_due = now + LINE_INTERVAL_SECONDS
                self._write(f"{self._line(seconds)}\n")

    def _run(self) -> None:
        while not self._ended.wait(REFRESH_SECONDS):
            self.show()

    def _show_bar(self, seconds: float) -> None:
        try:
            from tqdm import tqdm
        except ImportError:  # the extra `progress` is not installed: fall back to lines
            self._has_bar = False
            return
        bar = tqdm.format_meter(
            self._done,
            self._total or None,
            seconds,
            ncols=self._columns() - 1,
            prefix=self._title,
            ascii=True,
            bar_format=BAR if self._total else COUNTER,
        )
        self._write(f"\r{bar:<{self._shown}}")
        self._shown = len(bar)

    def _line(self, seconds: float) -> str:
        done, total = self._done, self._total
        if not total:
            return f"{self._title}: {done:,} in {_told(seconds)}"
        line = f"{self._title}: {done:,} of {total:,} ({min(1, done / total):.0%})"
        return f"{line}, {_told(seconds * max(0, total - done) / done)} left" if done else line

    def _columns(self) -> int:
        with suppress(OSError):
            return os.get_terminal_size(self._out.fileno()).columns or DEFAULT_COLUMNS
        return DEFAULT_COLUMNS

    def _clear(self) -> None:
        if self._shown:
            self._write(f"\r{'':<{self._shown}}\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a closed terminal does not end the command
            self._out.write(text)
            self._out.flush()


def _told(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


SILENT = Progress()
