"""The command that builds the tables of searches, with a progress bar; it needs no database."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TextIO

from engine import GAMES
from engine.analysis import Analyst, analyst_of

WIDTH = 30  # characters of the bar


def build_tables(folder: Path, out: TextIO, *, ship: bool = False, count: bool = False) -> None:
    """Builds what is missing in the folder; `ship`: then makes the files in the sources anew; `count`: then
    counts what is won. On a terminal a bar shows how far it is, elsewhere there are the sentences only.
    Errors: those of `Analyst`."""
    for analyst in _with_tables():
        module = import_module(analyst.tables)
        bar = _Bar(analyst.family, out)
        steps = [module.make, *([module.ship] if ship else ()), *([module.count] if count else ())]
        for step in steps:
            for sentence in step(folder, bar.show):
                bar.clear()
                print(sentence, file=out, flush=True)


def _with_tables() -> list[Analyst]:
    """One for each family that has tables."""
    found = {analyst.family: analyst for game in GAMES.values() if (analyst := analyst_of(game))}
    return [analyst for analyst in found.values() if analyst.tables]


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
