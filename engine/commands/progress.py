"""Progress of long commands on standard error: a bar with the time left on a terminal, elsewhere a line every
ten seconds. A thread prints, so the work itself only counts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from threading import Event, Lock, Thread
from time import monotonic
from typing import Self, TextIO

DELAY = 2.0  # seconds of a command before its bar appears
INTERVAL = 10.0  # seconds between two lines
REFRESH = 0.2  # seconds between two looks at what is due
COLUMNS = 80  # of a terminal that does not say
BAR = "{desc}: {percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{elapsed}<{remaining}]"
COUNTER = "{desc}: {n_fmt} [{elapsed}]"


class Progress:
    """Progress of a command that shows none."""

    def stage(self, title: str, total: int = 0) -> None:
        """Begin the next stage. `total`: its steps; 0: unknown."""

    def advance(self, steps: int = 1) -> None:
        """Count steps that are done."""

    def reach(self, done: int, title: str | None = None) -> None:
        """Set the number of steps that are done, and the stage's title."""

    def print(self, text: str) -> None:
        """Print a line to standard output."""
        print(text, flush=True)


class ShownProgress(Progress):
    """Shows progress on `out` (None: standard error) while it is entered. `clock`: in seconds."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._has_bar = self._out.isatty()
        self._title, self._total, self._done = "", 0, 0
        self._began = self._stage_began = clock()
        self._line_due = self._began + INTERVAL
        self._shown = 0  # characters of the bar that is on the terminal
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
        """Print what is due now."""
        with self._lock:
            now = self._clock()
            seconds = now - self._stage_began
            if not self._title:
                return
            if self._has_bar:
                if now >= self._began + DELAY:
                    self._show_bar(seconds)
            elif now >= self._line_due:
                self._line_due = now + INTERVAL
                self._write(f"{self._line(seconds)}\n")

    def _run(self) -> None:
        while not self._ended.wait(REFRESH):
            self.show()

    def _show_bar(self, seconds: float) -> None:
        try:
            from tqdm import tqdm
        except ImportError:  # the extra `progress` is not installed: lines from now on
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
            return os.get_terminal_size(self._out.fileno()).columns or COLUMNS
        return COLUMNS

    def _clear(self) -> None:
        if self._shown:
            self._write(f"\r{'':<{self._shown}}\r")
            self._shown = 0

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a terminal that was closed does not end the command
            self._out.write(text)
            self._out.flush()


def _told(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


SILENT = Progress()
