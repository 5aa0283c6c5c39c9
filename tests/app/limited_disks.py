"""Disks that fill up and are freed under a running server: by a limit on file sizes, which works
on any machine, or on a small file system, where mounting is permitted."""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from tests.app_process import Prepare
from tests.serving import ROOT, Server

BLOCK_BYTES = 4096
DISK_BYTES = 8 * 1024 * 1024  # of the small file system
TINY_LIMIT = 4 * BLOCK_BYTES  # less than SQLite needs to open a file


class Disk(Protocol):
    """`url`: the migrated SQLite file on it; `prepare`: what the process of a command there calls first."""

    @property
    def url(self) -> str: ...
    @property
    def prepare(self) -> Prepare | None: ...
    def fill(self, server: Server, /) -> None:
        """Make all writes fail from now on, of this server and of later ones."""

    def free(self, server: Server, /) -> None:
        """Let writes succeed again."""


@dataclass(slots=True)
class FileSizeLimit:
    """Files cannot grow beyond the size of the journal, so that nothing can be appended to it (EFBIG)."""

    url: str
    full: bool = False

    @property
    def prepare(self) -> Prepare | None:
        return limit_own_file_size if self.full else None

    def fill(self, server: Server) -> None:
        journal = Path(f"{self.url.removeprefix('sqlite:///')}-wal")
        limit_file_size(server, journal.stat().st_size if journal.exists() else 0)
        self.full = True

    def free(self, server: Server) -> None:
        limit_file_size(server, resource.RLIM_INFINITY)
        self.full = False


def limit_own_file_size() -> None:
    """Limit the size of this process's files to TINY_LIMIT."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (TINY_LIMIT, hard))


def limit_file_size(server: Server, size: int) -> None:
    """Limit the size of the server's files, if it is running."""
    if server.process.poll() is not None:
        return
    _, hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


@dataclass(frozen=True, slots=True)
class SmallFileSystem:
    """A file system in memory, visible to `keeper` and to processes that enter its namespaces (ENOSPC)."""

    keeper: subprocess.Popen[bytes]
    folder: Path

    @property
    def url(self) -> str:
        return f"sqlite:///{self.folder / 'richelieu.db'}"

    @property
    def prepare(self) -> Prepare | None:
        return partial(enter_namespaces, self.keeper.pid)

    @property
    def _filler(self) -> Path:
        return Path(f"/proc/{self.keeper.pid}/root{self.folder}/filler")

    def fill(self, _: Server) -> None:
        try:
            with self._filler.open("ab", buffering=0) as file:
                while file.write(bytes(BLOCK_BYTES)):
                    pass
        except OSError:
            return
        raise AssertionError("unreachable")

    def free(self, _: Server) -> None:
        self._filler.unlink()


def enter_namespaces(process: int) -> None:
    """Let this process, which has one thread, see the file systems of another one. Python 3.12 has
    `os.setns`."""
    setns = ctypes.CDLL(None, use_errno=True).setns
    with ExitStack() as stack:
        found = [stack.enter_context(Path(f"/proc/{process}/ns/{kind}").open()) for kind in ("user", "mnt")]
        for namespace in found:
            if setns(namespace.fileno(), 0):
                raise OSError(ctypes.get_errno(), f"{namespace.name} cannot be entered")
    os.chdir(ROOT)  # as in this file system


@contextmanager
def file_size_limit(url: str) -> Iterator[Disk]:
    yield FileSizeLimit(url)


@contextmanager
def small_file_system(url: str) -> Iterator[Disk]:
    """Yield a small file system with a copy of the database on it."""
    with tempfile.TemporaryDirectory(prefix="richelieu-disk-") as folder, _keeper(folder) as keeper:
        made = SmallFileSystem(keeper, Path(folder))
        inside = Path(f"/proc/{keeper.pid}/root{folder}")
        shutil.copy(url.removeprefix("sqlite:///"), inside / "richelieu.db")
        yield made


@contextmanager
def _keeper(folder: str) -> Iterator[subprocess.Popen[bytes]]:
    """Yield a process with its own mount namespace. AssertionError: mounting is not permitted."""
    words = f'mount -t tmpfs -o size={DISK_BYTES} none "$0" && echo ready && exec cat'
    with subprocess.Popen(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", words, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as keeper:
        assert keeper.stdout
        assert keeper.stdin
        try:
            assert keeper.stdout.readline() == b"ready\n"
            yield keeper
        finally:
            keeper.stdin.close()


def available_disks() -> list[Callable[[str], AbstractContextManager[Disk]]]:
    """Return the kinds of disks that this machine can provide."""
    try:
        with tempfile.TemporaryDirectory() as folder, _keeper(folder):
            return [file_size_limit, small_file_system]
    except (AssertionError, OSError):
        return [file_size_limit]
