"""The app served by uvicorn as it comes, without any of our protocol classes, in the place of
`python -m app serve --port PORT` for `tests/serving.py`."""

from __future__ import annotations

import logging
import sys

import uvicorn

from app.domain import results
from app.logging import configure
from app.main import create_app
from app.settings import Settings

REFUSED = "ASGI callable returned without completing handshake"  # it is no error of ours, but an answer


def main() -> None:
    port = int(sys.argv[-1])
    results.TRIED = 0  # as in `tests/app_process.py`
    configure()
    logging.getLogger("uvicorn.error").addFilter(lambda record: REFUSED not in record.getMessage())
    sys.stdout.write(f"Richelieu on http://127.0.0.1:{port}\n")
    sys.stdout.flush()
    uvicorn.run(create_app(Settings()), host="127.0.0.1", port=port, log_level="error", access_log=False)
