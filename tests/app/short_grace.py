"""Servers whose people are not waited for as long as on others."""

from __future__ import annotations

import sys

GRACE = 1.5  # seconds, in the place of the half minute of `app.cluster.owners`

_START = f"""
import runpy, sys
from app.cluster import owners
owners.GRACE = {GRACE}
sys.argv = sys.argv[3:]
runpy.run_module("app", run_name="__main__")
"""

# For `serving(before=...)`: after these come the interpreter, -m and app, and then the command's own words.
SHORT_GRACE = (sys.executable, "-c", _START)
