"""The owner of a key among several processes, by rendezvous hash: one that comes or goes moves only the keys
that it owns."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256


def owner_of(key: str, processes: Collection[str]) -> str | None:
    """Return the process that owns a key; None: there are no processes."""
    return max(processes, key=lambda process: sha256(f"{process} {key}".encode()).digest(), default=None)
