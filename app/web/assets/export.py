"""Writes the built client to a folder, so that a proxy serves it without the app.

Only what lies below `/static/@<build>/` is written: it never changes, so that an earlier build can stay
beside it for pages that were opened before. Compressed files stand beside the plain ones (`.br`, `.gz`).
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from app.web.assets.client import Client
from app.web.assets.files import SMALL

STATIC = "static"  # the folder of the builds, in the one that is named
KEPT = 5  # builds in a folder, the newest ones
SUFFIX = {"br": ".br", "gzip": ".gz"}


def export(client: Client, folder: Path) -> int:
    """Writes the files of a build and returns their number; earlier builds but the newest are removed. A
    build appears complete or not at all."""
    target = folder / client.prefix.strip("/")
    partial = target.with_name(f".{target.name}-{os.getpid()}")
    for path, file in client.built.items():
        out = partial / path
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(file.body)
        for encoding, body in file.encode(SMALL).items():
            out.with_name(out.name + SUFFIX[encoding]).write_bytes(body)
    if target.exists():
        shutil.rmtree(partial)
        os.utime(target)
    else:
        partial.rename(target)
    builds = sorted(target.parent.glob("@*"), key=lambda build: build.stat().st_mtime, reverse=True)
    for old in builds[KEPT:]:
        shutil.rmtree(old)
    return len(client.built)
