"""CPU of PostgreSQL and Redis on this machine beside our processes, from /proc."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")  # clock ticks a second


def cpu_of_backends(database: str) -> float:
    """Return the CPU seconds used by the running backends of a database of the local PostgreSQL. The common
    work of PostgreSQL (WAL writes, checkpoints) is not included."""
    own = (folder for folder, line in _processes() if line.startswith("postgres") and database in line)
    return sum(map(_cpu, own))


def cpu_of_children(name: str) -> float:
    """Return the same for children of this process with `name` in their command line."""
    named = (folder for folder, line in _processes() if name in line)
    return sum(_cpu(folder) for folder in named if _parent(folder) == os.getpid())


def _processes() -> Iterator[tuple[Path, str]]:
    """Yield the folders of the running processes, with their command lines."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                yield folder, (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")


def _stat(folder: Path) -> list[str]:
    """Return the fields of `stat` from the state on; those of a process that has just ended are zeros."""
    with suppress(OSError):
        return (folder / "stat").read_text().rpartition(")")[2].split()
    return ["0"] * 20


def _cpu(folder: Path) -> float:
    return sum(map(int, _stat(folder)[11:13])) / TICK  # utime, stime


def _parent(folder: Path) -> int:
    return int(_stat(folder)[1])


def describe() -> str:
    """Return the machine, in a line for a table."""
    found = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    name = found[0].partition(":")[2].strip() if found else "unknown processor"
    return f"{os.cpu_count()} cores of {name}, load {os.getloadavg()[0]:.1f} before the measurement"
