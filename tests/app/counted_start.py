"""A server command that, when it ends, prints what it has imported and done."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

MARK = "counted: "


class Counted(NamedTuple):
    """`modules`: the names of all that were imported; `collections`: of garbage; `schemas`: calls that made
    JSON schemas of message types."""

    modules: list[str]
    collections: int
    schemas: int


_START = f"""
import gc, json, runpy, signal, sys
import msgspec
collections = schemas = 0

def note(phase, _):
    global collections
    collections += phase == "start"

def make_schemas(*given, made=msgspec.json.schema_components, **options):
    global schemas
    schemas += 1
    return made(*given, **options)

gc.callbacks.append(note)
msgspec.json.schema_components = make_schemas
signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn raises the signal again when it has stopped
sys.argv = sys.argv[3:]
try:
    runpy.run_module("app", run_name="__main__")
finally:
    gc.callbacks.remove(note)
    print({MARK!r} + json.dumps([sorted(sys.modules), collections, schemas]), flush=True)
"""

# For `serving(before=...)`: `interpreter -m app` and the command's arguments follow.
COUNTED = (sys.executable, "-c", _START)


def read_counted(output: Path) -> Counted:
    """What a server printed that has ended."""
    (line,) = [line for line in output.read_text().splitlines() if line.startswith(MARK)]
    return Counted(*json.loads(line.removeprefix(MARK)))
