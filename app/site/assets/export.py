"""Export of the client build to a folder, for a proxy that serves it without the app.

Only files below `/static/@<build>/` are written: they never change, so that an earlier build can stay for
pages that were opened before an upgrade; without the proxy the app reads it from there. Compressed files are
written beside the plain ones (`.br`, `.gz`).
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from app.site.assets.build import Client
from app.site.assets.files import BEST_QUALITY, File

STATIC = "static"  # folder of the builds within the target folder
MAX_BUILDS = 5  # kept in a folder, the newest ones
SUFFIX = {"br": ".br", "gzip": ".gz"}
PATH = re.compile(r"@[0-9a-f]{12}(?:/[\w-][\w.-]*)+")  # no part begins with a dot


def export(client: Client, folder: Path) -> int:
    """Write the files of a build and return their number; delete old builds. A build appears complete or not
    at all."""
    target = folder / client.prefix.strip("/")
    partial = target.with_name(f".{target.name}-{os.getpid()}")
    for path, file in client.built.items():
        out = partial / path
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(file.body)
        for encoding, body in file.encode(BEST_QUALITY).items():
            out.with_name(out.name + SUFFIX[encoding]).write_bytes(body)
    if target.exists():
        shutil.rmtree(partial)
        os.utime(target)
    else:
        partial.rename(target)
    builds = sorted(target.parent.glob("@*"), key=lambda build: build.stat().st_mtime, reverse=True)
    for old in builds[MAX_BUILDS:]:
        shutil.rmtree(old)
    return len(client.built)


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
