"""Rendezvous hashing of keys to processes: when a process joins or leaves, only its own keys move."""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256


def owner_of(key: str, processes: Collection[str]) -> str | None:
    """Return the process that owns a key, None if there are no processes."""
    return max(processes, key=lambda process: sha256(f"{process} {key}".encode()).digest(), default=None)
