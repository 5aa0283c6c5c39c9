"""A server command with a short grace period after the owner's last socket."""

from __future__ import annotations

import sys

GRACE = 1.5  # seconds, instead of the 30 of `app.cluster.host_presence` and `app.domain.pairing`

_START = f"""
import runpy, sys
from app.cluster import host_presence as owners
from app.domain import pairing
owners.GRACE = {GRACE}
pairing.GRACE = int(1000 * {GRACE})
sys.argv = sys.argv[3:]
runpy.run_module("app", run_name="__main__")
"""

# For `serving(before=...)`: `interpreter -m app` and the command's arguments follow.
SHORT_GRACE = (sys.executable, "-c", _START)
