"""Prometheus metrics of this process, served at /metrics, in one registry."""

from __future__ import annotations

import asyncio

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

SOCKETS = Gauge("richelieu_sockets", "Open sockets", ["room"], registry=registry)
GAMES = Gauge("richelieu_live_games", "Live games loaded in this process", registry=registry)
ENTRIES = Counter("richelieu_lines", "Log entries written, by act", ["act"], registry=registry)
BATCH = Histogram(
    "richelieu_commit_lines",
    "Log entries in one commit",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000),
    registry=registry,
)
COMMIT = Histogram(
    "richelieu_commit_seconds",
    "Seconds that a commit took",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
    registry=registry,
)
REFUSALS = Counter("richelieu_refusals", "Requests and messages refused, by code", ["why"], registry=registry)
FAULTS = Counter("richelieu_browser_faults", "Errors that browsers have reported", registry=registry)
LAG = Histogram(
    "richelieu_loop_lag_seconds",
    "Seconds that the event loop was late",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1),
    registry=registry,
)

LAG_INTERVAL = 0.5  # seconds between two measurements


async def measure_lag() -> None:
    """Measures the lag of the event loop until it is cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        LAG.observe(max(0.0, loop.time() - due))


def text() -> bytes:
    """All metrics in the Prometheus text format."""
    return generate_latest(registry)
