"""Scheduled backups: a process that saves a file per interval and keeps the newest ones."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import structlog

from app.core.errors import TryAgain
from app.ops.backup import PARTIAL
from app.ops.preflight import NotReady

NAME = "richelieu-%Y%m%dT%H%M%SZ.gz"  # UTC time of the start; names sort by age
NAMES = re.compile(r"richelieu-\d{8}T\d{6}Z\.gz")
MAX_WAIT = 300.0  # seconds between two rounds: retries failures, and notices changes of the clock

log = structlog.get_logger(__name__)


class BackupSchedule:
    """Backups in `folder`, one every `every` seconds, of which the newest `keep` are kept. `save` writes a
    backup and returns its number of rows."""

    def __init__(self, folder: Path, every: int, keep: int, save: Callable[[Path], Awaitable[int]]) -> None:
        self._folder, self._every, self._keep, self._save = folder, every, keep, save

    async def run(self) -> None:
        """Save backups until cancelled. OSError: the folder cannot be read."""
        while True:
            wait = await self.round(time.time())
            await asyncio.sleep(wait)

    async def round(self, now: float) -> float:
        """Save a backup if one is due at `now` (seconds since the epoch), log a failure, and return the
        seconds until the next round. OSError: the folder cannot be read."""
        if wait := self._wait(now):
            return min(wait, MAX_WAIT)
        file = self._folder / datetime.fromtimestamp(now, UTC).strftime(NAME)
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._remove_partials()
            rows = await self._save(file)
            self._remove_old()
        except (NotReady, TryAgain, OSError) as error:
            log.warning("backup_failed", file=str(file), reason=str(error))
        except Exception:
            log.exception("backup_failed", file=str(file))
        else:
            log.info("backup_saved", file=str(file), rows=rows, bytes=file.stat().st_size)
        return MAX_WAIT

    def _wait(self, now: float) -> float:
        """Return the seconds until the next backup is due; files from the future are ignored."""
        times = [datetime.strptime(file.name, NAME).replace(tzinfo=UTC).timestamp() for file in self._files()]
        newest = max((at for at in times if at <= now), default=None)
        return 0.0 if newest is None else max(0.0, newest + self._every - now)

    def _files(self) -> list[Path]:
        if not self._folder.is_dir():
            return []
        return [path for path in self._folder.iterdir() if NAMES.fullmatch(path.name)]

    def _remove_old(self) -> None:
        for file in sorted(self._files())[: -self._keep]:
            file.unlink()

    def _remove_partials(self) -> None:
        """Remove unfinished files of killed processes."""
        for path in self._folder.iterdir():
            if NAMES.fullmatch(path.name.removesuffix(PARTIAL)) and path.name.endswith(PARTIAL):
                path.unlink()
