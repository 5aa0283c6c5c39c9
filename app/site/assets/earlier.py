"""Files of earlier builds, for pages that were opened before the server was updated.

They are read from the folder written by `python -m app static` (`export.py`), which keeps the newest builds.
"""

from __future__ import annotations

import re
from pathlib import Path

from app.site.assets.export import STATIC
from app.site.assets.files import File

PATH = re.compile(r"@[0-9a-f]{12}(?:/[\w-][\w.-]*)+")  # no part begins with a dot


class EarlierBuilds:
    """Earlier builds in `folder`, which need not exist. Each file is read on first use and kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / STATIC
        self._files: dict[str, File] = {}

    def find(self, path: str) -> File | None:
        """Return the file at a path such as `@0123456789ab/app/start.js`, or None. Reads the disk."""
        if path not in self._files and PATH.fullmatch(path):
            try:
                self._files[path] = File(path, (self._folder / path).read_bytes())
            except OSError:
                return None
        return self._files.get(path)
