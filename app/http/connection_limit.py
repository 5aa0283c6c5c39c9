"""Limit of client connections: as many as file descriptors allow."""

from __future__ import annotations

import fcntl
import os
import resource
from contextlib import suppress
from pathlib import Path

import structlog

RESERVED_DESCRIPTORS = 64  # not for clients, nor for the database

log = structlog.get_logger(__name__)


def connection_limit(wanted: int, databases: int) -> int | None:
    """Return the limit of this process, None for none: `wanted` (0: no limit), or as many as its file
    descriptors allow besides `databases` database connections. Raises the soft limit of descriptors to the
    hard one, and grows the kernel's descriptor table to its final size."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):  # a hard limit above what the kernel allows
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if not wanted:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    reserved = RESERVED_DESCRIPTORS + databases
    room = wanted if soft == resource.RLIM_INFINITY else max(1, soft - reserved)
    if room < wanted:
        log.warning("connection_limit_lowered", wanted=wanted, limit=room)
    limit = min(wanted, room)
    grow_descriptor_table(limit + reserved)
    return limit


def grow_descriptor_table(count: int) -> None:
    """Grow the kernel's descriptor table to so many entries now. It doubles when a higher descriptor is
    opened, which blocks a multi-threaded process: 0.1 s were measured at the 1,024th socket, in which no move
    was handled."""
    with suppress(OSError), Path(os.devnull).open() as file:
        os.close(fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, count - 1))
