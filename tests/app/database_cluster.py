"""A PostgreSQL of one's own, which may be stopped as a power cut stops it, and started again."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.serving import command, free_port

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "60",
    "shared_buffers": "16MB",
}


@dataclass(frozen=True, slots=True)
class Cluster:
    """`folder`: data and socket; `url`: its one database, migrated."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        words = [f"-c {name}={value}" for name, value in SETTINGS.items()]
        options = " ".join([f"-p {self.port}", f"-k {self.folder}", *words])
        _run("pg_ctl", "start", "-w", "-D", self.data, "-l", self.folder / "log", "-o", options)

    def stop(self, how: str = "immediate") -> None:
        """Ends it at once; whatever is not committed is lost."""
        _run("pg_ctl", "stop", "-w", "-D", self.data, "-m", how)

    @property
    def data(self) -> Path:
        return self.folder / "data"


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running and migrated cluster, and nothing of it afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="richelieu-postgres-"))
    made = Cluster(folder, free_port())
    try:
        if os.getuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        _run("initdb", "-A", "trust", "-U", "postgres", "-D", made.data, "--no-sync", "--no-instructions")
        made.start()
        done = command("migrate", database_url=made.url)
        assert done.returncode == 0, done.stderr
        yield made
    finally:
        if (made.data / "postmaster.pid").exists():
            made.stop()
        shutil.rmtree(folder)


def _run(program: str, *words: str | Path) -> None:
    """Runs a program of PostgreSQL's; as its own user where we are root, which it refuses to serve."""
    first = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    done = subprocess.run(
        [*first, _found(program), *words],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def missing() -> str:
    """Why no cluster can be made, in a sentence; empty if one can."""
    return "" if _found("initdb") else "PostgreSQL's own programs (initdb, pg_ctl) are not installed here."


def _found(program: str) -> str:
    """Where a program of PostgreSQL's is; Debian keeps the newest of several apart. Empty: nowhere."""
    beside = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return shutil.which(program) or (str(beside[-1]) if beside else "")
