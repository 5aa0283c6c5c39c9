"""Prometheus metrics of this process, served at /metrics from the library's registry.

Gauges of the services are set on request (`app.wiring.Services.measure`).
"""

from __future__ import annotations

import asyncio

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, generate_latest

disable_created_metrics()  # type: ignore[no-untyped-call]  # no `_created` series beside each counter

SHORT_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)  # seconds

# Connections and requests

CONNECTIONS = Gauge("richelieu_connections", "Open TCP connections of clients")
CONNECTIONS_LIMIT = Gauge("richelieu_connections_limit", "Maximum number of TCP connections of clients")
HTTP_REQUESTS = Counter(
    "richelieu_http_requests",
    "HTTP requests by route template, method and status; 499: the client disconnected",
    ["route", "method", "status"],
)
HTTP_SECONDS = Histogram(
    "richelieu_http_seconds",
    "Seconds until an HTTP request was answered",
    ["route", "method"],
    buckets=(0.005, 0.02, 0.1, 0.5, 2, 5, 10),
)
HANDSHAKES = Counter("richelieu_handshakes", "WebSocket handshakes by room and status", ["room", "status"])
SOCKETS = Gauge("richelieu_sockets", "Open sockets", ["room"])
REFUSALS = Counter("richelieu_refusals", "Requests and messages refused, by code", ["why"])
SWEPT = Counter("richelieu_swept", "Rows deleted by the daily sweep, by kind", ["kind"])
FAULTS = Counter("richelieu_browser_faults", "Errors reported by browsers")

# Games and their entries

GAMES = Gauge("richelieu_live_games", "Live games loaded in this process")
ENTRIES = Counter("richelieu_lines", "Log entries written, by act", ["act"])
BATCH = Histogram(
    "richelieu_commit_lines",
    "Log entries in one commit",
    buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000),
)
COMMIT = Histogram("richelieu_commit_seconds", "Seconds per commit", buckets=SHORT_BUCKETS)
QUEUED = Gauge("richelieu_writer_queue", "Log entries waiting for their commit")
OLDEST = Gauge("richelieu_writer_oldest_seconds", "Age of the oldest waiting log entry")
UNCERTAIN = Gauge("richelieu_writer_uncertain", "Log entries with an unknown commit outcome")

# Database and the other processes

QUERY = Histogram(
    "richelieu_query_seconds", "Seconds per statement, by pool", ["pool"], buckets=SHORT_BUCKETS
)
QUERY_ERRORS = Counter("richelieu_query_errors", "Errors of the database, by pool", ["pool"])
POOL = Gauge("richelieu_pool_connections", "Database connections, by pool and state", ["pool", "state"])
POOL_LIMIT = Gauge("richelieu_pool_limit", "Maximum number of database connections", ["pool"])
POOL_TIMEOUTS = Counter("richelieu_pool_timeouts", "Requests without a database connection in time")
REFUSED_WRITES = Gauge("richelieu_refused_writes", "Writes refused by the database since the last success")
BUS = Gauge("richelieu_bus_listening", "1: subscribed to notices of other processes, or there are none")
CLOCK_OFFSET = Gauge(
    "richelieu_clock_offset_seconds", "Seconds by which server time is ahead of this host's clock"
)
BUS_AWAY = Gauge("richelieu_bus_away_seconds", "Seconds since Redis was lost or takes no writes")
BUS_RECONNECTS = Counter("richelieu_bus_reconnects", "Reconnects of the subscription to notices")


# Searches, in worker processes

SEARCHES_WAITING = Gauge("richelieu_searches_waiting", "Searches waiting for a worker")
SEARCHES_RUNNING = Gauge("richelieu_searches_running", "Running searches")
SEARCHES = Counter(
    "richelieu_searches",
    "Searches by kind and end: done, refused, cancelled, late, died, fault",
    ["search", "how"],
)
SEARCH_SECONDS = Histogram(
    "richelieu_search_seconds",
    "Seconds per search, by kind",
    ["search"],
    buckets=(0.01, 0.05, 0.2, 1, 3, 10, 30),
)

LAG = Histogram(
    "richelieu_loop_lag_seconds",
    "Lag of the event loop in seconds",
    buckets=(0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1),
)

STALLS = Counter(
    "richelieu_stalls", "Stalls of this process, for which clocks are paused, by cause", ["what"]
)

DISK_FREE = Gauge("richelieu_disk_free_bytes", "Free bytes on the disk of RICHELIEU_DATA")

TASKS = Gauge("richelieu_tasks", "Tasks of the event loop")

LAG_INTERVAL = 0.5  # seconds between two measurements


async def measure_lag() -> None:
    """Measure the lag of the event loop until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        LAG.observe(max(0.0, loop.time() - due))


def text() -> bytes:
    """Return all metrics in the Prometheus text format; must be called on the event loop."""
    TASKS.set(len(asyncio.all_tasks()))
    return generate_latest()
