"""Progress that records what is reported to it."""

from __future__ import annotations

from engine.commands.progress import Progress


class Recorded(Progress):
    """`told`: everything reported and printed; `stages`: title, total and done steps of each stage."""

    def __init__(self) -> None:
        self.reported: list[object] = []
        self.stages: list[tuple[str, int, int]] = []

    def stage(self, title: str, total: int = 0) -> None:
        self.reported.append((title, total))
        self.stages.append((title, total, 0))

    def advance(self, steps: int = 1) -> None:
        title, total, done = self.stages[-1]
        self.stages[-1] = title, total, done + steps

    def reach(self, done: int, title: str | None = None) -> None:
        self.reported.append((done, title))

    def print(self, text: str) -> None:
        self.reported.append(text)
