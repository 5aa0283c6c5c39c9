"""A server with a profiler: `POST /profile` starts it, `GET /profile` stops it and returns the cost of each
stage of a move. The calls are exact; times are of CPU, and the profiler makes each call more expensive."""

from __future__ import annotations

import cProfile
import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import CodeType
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

import app
import engine

STAGES = {  # by the beginning of a module's name, the first that fits
    "engine.match": "match",
    "engine.match_state": "match",
    "engine.entry": "match",
    "engine.checks": "match",
    "engine.clock": "match",
    "engine.game": "match",
    "engine": "rules",
    "app.games.state": "frames",
    "app.games.view": "frames",
    "app.games.connection": "sockets",
    "app.games.writer": "writer",
    "app.games.batch": "writer",
    "app.games.entry_store": "writer",
    "app.games.store": "writer",
    "app.games": "session",
    "app.model": "session",
    "app.lobby": "lobby, bus",
    "app.bus": "lobby, bus",
    "app.results": "end of a game",
    "app.db": "writer",
    "app.http.protocol": "sockets",
    "app.core.wire": "encode, decode",
    "app.core.metrics": "metrics",
    "app": "other",
}
LIBRARIES = {  # by a folder of the path
    "sqlalchemy": "end of a game",
    "asyncpg": "writer",
    "aiosqlite": "writer",
    "uvicorn": "sockets",
    "websockets": "sockets",
    "prometheus_client": "metrics",
    "asyncio": "asyncio",
    "structlog": "end of a game",
}
BUILTINS = {"msgspec": "encode, decode"}  # by a part of the name
ORDER = (
    *("match", "rules", "session", "frames", "encode, decode", "writer", "sockets"),
    *("lobby, bus", "end of a game", "metrics", "asyncio", "other"),
)
FOLDERS = {Path(package.__path__[0]): package.__name__ for package in (app, engine)}

Cost = dict[str, tuple[int, float]]  # calls of Python functions and seconds, by stage


class Profiled:
    """An application with the path of its profiler."""

    def __init__(self, application: ASGIApp) -> None:
        self._application = application
        self._profiler = cProfile.Profile()
        self._since = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != "/profile":
            await self._application(scope, receive, send)
            return
        if scope["method"] == "POST":
            found: dict[str, Any] = {}
            self._profiler, self._since = cProfile.Profile(time.thread_time), time.thread_time()
            self._profiler.enable()
        else:
            self._profiler.disable()
            found = {"seconds": time.thread_time() - self._since, "stages": costs(self._profiler)}
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(found).encode()})


def profiled(create: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap the factory of an application, which can then be profiled."""
    return lambda *args: Profiled(create(*args))


def costs(profiler: cProfile.Profile) -> Cost:
    """Return the cost of each stage. Functions without a file (C functions, the `__init__` of a dataclass)
    count for their caller, unless their name says more."""
    calls, seconds = Counter[str](), defaultdict[str, float](float)
    for entry in profiler.getstats():
        stage = _stage(entry.code)
        if stage is None:
            continue
        calls[stage] += entry.callcount
        seconds[stage] += entry.inlinetime
        for called in entry.calls or ():
            if _stage(called.code) is None:
                calls[stage] += 0 if isinstance(called.code, str) else called.callcount
                seconds[_named(called.code) or stage] += called.inlinetime
    return {stage: (calls[stage], seconds[stage]) for stage in ORDER}


def _named(code: CodeType | str) -> str | None:
    """Return the stage of a C function by its name."""
    return next((stage for part, stage in BUILTINS.items() if part in str(code)), None)


def _stage(code: CodeType | str) -> str | None:
    """Return the stage of a function by its file; None: it has none."""
    if isinstance(code, str) or code.co_filename.startswith("<"):
        return None
    file = Path(code.co_filename)
    for folder, name in FOLDERS.items():
        if file.is_relative_to(folder):
            module = ".".join((name, *file.relative_to(folder).with_suffix("").parts))
            return next(stage for start, stage in STAGES.items() if f"{module}.".startswith(f"{start}."))
    return next((stage for part, stage in LIBRARIES.items() if part in file.parts), "other")
