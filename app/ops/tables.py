"""The command that builds the tables of searches; it needs no database."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from app.workers.tables import analysts_with_tables, building
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
    """Build what is missing in the folder; `ship`: then make the files in the sources anew; `count`: then
    count what is won. Prints a sentence for each file. `analysts`: by default those of all families with
    tables. Errors: those of `Analyst`."""

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
    """Show a share of 1 that is done, and what is done now."""
    progress.reach(round(share * 100), f"{family}, {what}")
