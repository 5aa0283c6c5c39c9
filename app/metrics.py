"""What this process counts, for Prometheus at /metrics: one registry, since one process serves one house."""

from __future__ import annotations

import asyncio

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

SOCKETS = Gauge("richelieu_sockets", "Sockets that stand", ["room"], registry=registry)
GAMES = Gauge("richelieu_live_games", "Games held by this process that are being played", registry=registry)
LINES = Counter("richelieu_lines", "Lines written to the log, by act", ["act"], registry=registry)
BATCH = Histogram(
    "richelieu_commit_lines",
    "Lines in one commit",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000),
    registry=registry,
)
COMMIT = Histogram(
    "richelieu_commit_seconds",
    "Seconds that a commit took",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=registry,
)
REFUSALS = Counter("richelieu_refusals", "Requests and messages refused, by kind", ["why"], registry=registry)
LAG = Histogram(
    "richelieu_loop_lag_seconds",
    "Seconds that the event loop came late",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1),
    registry=registry,
)

BEAT = 0.5  # seconds between two looks at the loop


async def measure_lag() -> None:
    """Looks at the event loop for ever: how late does it wake us?"""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + BEAT
        await asyncio.sleep(BEAT)
        LAG.observe(max(0.0, loop.time() - due))


def text() -> bytes:
    """All of it, as Prometheus reads it."""
    return generate_latest(registry)
