"""A server command whose leaderboards count solitaires from the first move: tests need not play ten."""

from __future__ import annotations

import sys

_START = """
import runpy, sys
from app.domain import results

results.TRIED = 0
sys.argv = sys.argv[3:]
runpy.run_module("app", run_name="__main__")
"""

# For `serving(before=...)`: `interpreter -m app` and the command's arguments follow.
COUNTS_EVERY_GAME = (sys.executable, "-c", _START)
