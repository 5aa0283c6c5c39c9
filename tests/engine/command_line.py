"""The engine's command line, run as a process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TIMEOUT_SECONDS = 60.0  # for a command, on the slowest machine


def run_engine(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run `python -m engine ...` to its end. `typed`: its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "engine", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=TIMEOUT_SECONDS,
    )
