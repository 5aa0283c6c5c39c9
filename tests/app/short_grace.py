"""A short grace period after the last connection of a host, for the servers of some tests."""

from __future__ import annotations

from app.lobby import host_presence, pairing

GRACE_SECONDS = 3.0  # instead of 30 in `app.lobby.host_presence` and `app.lobby.pairing`


def short_grace() -> None:
    """Shorten the grace periods of this process, for `serving(prepare=...)`."""
    host_presence.HOST_GRACE = GRACE_SECONDS
    pairing.NEW_SEEK_MS = int(1000 * GRACE_SECONDS)
