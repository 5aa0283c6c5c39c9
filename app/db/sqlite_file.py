"""Detection of a moved, deleted or replaced SQLite file: this process would keep writing to the old file."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url


class SqliteFile:
    """Identity of the file when it was opened. For other databases, and in memory, it never changes."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        kept = parsed.get_backend_name() == "sqlite" and parsed.database not in (None, "", ":memory:")
        self._path = Path(parsed.database or "").resolve() if kept else None
        self._opened = self._identity()

    def replaced(self) -> bool:
        """Return whether the path has another file now, or none."""
        return self._identity() != self._opened

    def _identity(self) -> tuple[int, int] | None:
        """Return device and inode; None: there is no file."""
        if self._path is None:
            return None
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
