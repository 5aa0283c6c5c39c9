"""A short grace period after the owner's last socket, for a server of a test."""

from __future__ import annotations

from app.cluster import host_presence
from app.domain import pairing

GRACE = 1.5  # seconds, instead of the 30 of `app.cluster.host_presence` and `app.domain.pairing`


def short_grace() -> None:
    """For `serving(prepare=...)`."""
    host_presence.HOST_GRACE = GRACE
    pairing.NEW_SEEK_MS = int(1000 * GRACE)
