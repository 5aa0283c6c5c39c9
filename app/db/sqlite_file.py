"""Detection of a moved, deleted or replaced SQLite file: this process would keep writing to the old file."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import make_url


def sqlite_path(url: str) -> Path | None:
    """Return the path of an SQLite file, the same for every link to it; None: the URL is of PostgreSQL."""
    parsed = make_url(url)
    return Path(parsed.database or "").resolve() if parsed.get_backend_name() == "sqlite" else None


class SqliteFile:
    """Identity of the file when it was opened. That of a PostgreSQL never changes."""

    def __init__(self, url: str) -> None:
        self._path = sqlite_path(url)
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
