"""The command that builds the tables of searches, with a progress bar; it needs no database."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TextIO

from app.workers.tables import analysts_with_tables, building
from engine.analysis import Analyst

WIDTH = 30  # characters of the bar


def build_tables(
    folder: Path,
    out: TextIO,
    *,
    ship: bool = False,
    count: bool = False,
    analysts: Sequence[Analyst] | None = None,
) -> None:
    """Build what is missing in the folder; `ship`: then make the files in the sources anew; `count`: then
    count what is won. On a terminal a bar shows how far it is, elsewhere there are the sentences only.
    `analysts`: by default those of all
    families with tables. Errors: those of `Analyst`."""

    def tell_wait() -> None:
        print("Another process is building these tables; waiting for it.", file=out, flush=True)

    with building(folder, tell_wait):
        for analyst in analysts_with_tables() if analysts is None else analysts:
            module = import_module(analyst.tables)
            bar = _Bar(analyst.family, out)
            steps = [module.make, *([module.ship] if ship else ()), *([module.count] if count else ())]
            for step in steps:
                for sentence in step(folder, bar.show):
                    bar.clear()
                    print(sentence, file=out, flush=True)


class _Bar:
    """A line of a terminal that is written over again."""

    def __init__(self, title: str, out: TextIO) -> None:
        self._title, self._out = title, out
        self._length = 0

    def show(self, share: float, what: str) -> None:
        if not self._out.isatty():
            return
        full = round(share * WIDTH)
        line = f"{self._title} [{'#' * full}{'.' * (WIDTH - full)}] {share:4.0%} {what}"
        self._out.write(f"\r{line:<{self._length}}")
        self._out.flush()
        self._length = len(line)

    def clear(self) -> None:
        if self._length:
            self._out.write(f"\r{'':<{self._length}}\r")
            self._length = 0
