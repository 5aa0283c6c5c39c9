"""A server command whose static files browsers keep, so that no page loads its modules again, and whose
leaderboards count solitaires from the first move, so that tests need not play ten.

That the program's own answers are revalidated is tested in `tests/app/api/test_pages.py`.
"""

from __future__ import annotations

import sys

_START = """
import runpy, sys
from app.domain import results
from starlette.staticfiles import StaticFiles

results.TRIED = 0

plain = StaticFiles.file_response

def kept(*args, **kwargs):
    response = plain(*args, **kwargs)
    response.headers["cache-control"] = "max-age=86400"
    return response

StaticFiles.file_response = kept
sys.argv = sys.argv[3:]
runpy.run_module("app", run_name="__main__")
"""

# For `serving(before=...)`: `interpreter -m app` and the command's arguments follow.
KEPT_FILES = (sys.executable, "-c", _START)
