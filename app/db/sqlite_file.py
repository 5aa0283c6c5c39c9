"""The file of an SQLite database while it is served. One that was moved, deleted or replaced by a copy is
still open in this process: what is written goes to the old file, where nobody will look for it."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url


class SqliteFile:
    """The file as it was when it was opened; of a URL of another database, or of one in memory, nothing."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        kept = parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:")
        self._path = Path(parsed.database or "").resolve() if kept else None
        self._opened = self._identity()

    def replaced(self) -> bool:
        """Whether another file, or none, stands there now."""
        return self._identity() != self._opened

    def _identity(self) -> tuple[int, int] | None:
        """Device and inode; None: there is no file."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
