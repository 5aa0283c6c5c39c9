"""Progress display on standard error: a bar on a terminal, elsewhere a line every ten seconds.

It changes when a step is completed. No thread repaints it in between, so long steps report often."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Self, TextIO

BAR_DELAY_SECONDS = 2.0  # no bar for shorter commands
LINE_INTERVAL_SECONDS = 10.0


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


SILENT = Progress()


class ShownProgress(Progress):
    """Context manager that shows progress on `out` (None: standard error). `clock`: in seconds."""

    def __init__(self, out: TextIO | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._out = sys.stderr if out is None else out
        self._clock = clock
        self._due = clock() + (BAR_DELAY_SECONDS if self._out.isatty() else LINE_INTERVAL_SECONDS)
        self._title, self._total, self._done = "", 0, 0
        self._bar: Any = None  # of this stage, once it is shown

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def stage(self, title: str, total: int = 0) -> None:
        self.__exit__()
        self._total = total
        self.reach(0, title)

    def advance(self, steps: int = 1) -> None:
        self.reach(self._done + steps)

    def reach(self, done: int, title: str | None = None) -> None:
        self._done, self._title = done, title or self._title
        if self._bar is not None:
            self._bar.set_description(self._title, refresh=False)
            self._bar.update(done - self._bar.n)
        elif self._clock() >= self._due:
            self._show()

    def print(self, text: str) -> None:
        if self._bar is None:
            super().print(text)
        else:
            self._bar.clear()
            super().print(text)
            self._bar.refresh()

    def _show(self) -> None:
        """Show a new bar, or print a line if there is no terminal or no tqdm."""
        if self._out.isatty():
            with suppress(ImportError):  # the extra `progress` is not installed
                from tqdm import tqdm

                self._bar = tqdm(
                    desc=self._title,
                    total=self._total or None,
                    initial=self._done,
                    file=self._out,
                    leave=False,
                    dynamic_ncols=True,
                    miniters=0,
                )
                return
        self._due = self._clock() + LINE_INTERVAL_SECONDS
        of = f" of {self._total:,}" if self._total else ""
        with suppress(OSError):  # a closed terminal does not end the command
            print(f"{self._title}: {self._done:,}{of}", file=self._out, flush=True)
