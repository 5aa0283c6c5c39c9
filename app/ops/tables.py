"""`python -m app tables`: builds the endgame tables; it needs no database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from app.analysis.workers.tables import analysts_with_tables, building
from engine.analysis import Analyst
from engine.commands.progress import Progress


def build_tables(
    folder: Path,
    progress: Progress,
    *,
    ship: bool = False,
    count: bool = False,
    analysts: Sequence[Analyst] | None = None,
) -> None:
    """Build the missing tables in the folder; `ship`: then rebuild the files in the sources; `count`: then
    count won positions. Prints a sentence per file. `analysts`: by default those of all families with tables.
    Errors: those of `Analyst`."""

    def tell_wait() -> None:
        progress.print("Another process is building these tables; waiting for it.")

    with building(folder, tell_wait):
        for analyst in analysts_with_tables() if analysts is None else analysts:
            module = import_module(analyst.tables)
            report = partial(_report, progress, analyst.family)
            steps = [module.make, *([module.ship] if ship else ()), *([module.count] if count else ())]
            for step in steps:
                progress.stage(analyst.family, 100)
                for sentence in step(folder, report):
                    progress.print(sentence)


def _report(progress: Progress, family: str, share: float, what: str) -> None:
    """Show the share done, from 0 to 1, and the current step."""
    progress.reach(round(share * 100), f"{family}, {what}")
