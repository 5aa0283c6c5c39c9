"""Standard output as a pipe whose reader may leave early, as `head` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

READER_LEFT = 141  # exit code: what a shell shows of a program that SIGPIPE ended


def run_to_pipe(command: Callable[[], int]) -> int:
    """Run a command and return its exit code; READER_LEFT if nobody reads its output any more."""
    try:
        code = command()
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes the rest of the output when it ends: without a reader, to nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_LEFT
    return code
