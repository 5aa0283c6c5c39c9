"""Progress that records what is reported to it."""

from __future__ import annotations

from engine.commands.progress import Progress


class Recorded(Progress):
    """`reported`: stages, and what is reached and printed."""

    def __init__(self) -> None:
        self.reported: list[object] = []

    def stage(self, title: str, total: int = 0) -> None:
        self.reported.append((title, total))

    def reach(self, done: int, title: str | None = None) -> None:
        self.reported.append((done, title))

    def print(self, text: str) -> None:
        self.reported.append(text)
