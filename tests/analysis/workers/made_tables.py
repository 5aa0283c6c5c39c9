"""A table builder for tests: `made.bin` is not finished while the folder has a file `wait`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

MODULE = __name__
PART, MADE, WAIT = "made.bin.part", "made.bin", "wait"


def make(folder: Path, report: Callable[[float, str], None]) -> Iterator[str]:
    """Write the priority of this process to a temporary file, then its number, and rename it."""
    report(0.5, "7 men")
    (folder / PART).write_text(f"{os.getpriority(os.PRIO_PROCESS, 0)} ")
    while (folder / WAIT).exists():
        time.sleep(0.01)
    with (folder / PART).open("a") as file:
        file.write(str(os.getpid()))
    (folder / PART).replace(folder / MADE)
    yield "one is built."
    report(1, "8 men")
    yield "two is built."


def ship(_: Path, __: object) -> Iterator[str]:
    yield "three is written."


def count(_: Path, __: object) -> Iterator[str]:
    yield "four are won."
