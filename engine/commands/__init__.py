"""Commands of the engine's command line: they read the files of its users, and print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Answer(NamedTuple):
    """What a command prints at its end, as JSON (None: nothing) or as lines, and its exit code."""

    json: object = None
    lines: Sequence[str] = ()
    code: int = 0
