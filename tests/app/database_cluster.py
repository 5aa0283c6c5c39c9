"""A PostgreSQL cluster for one test, which can be stopped as by a power cut, and started again."""

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

    def stop(self, mode: str = "immediate") -> None:
        """Stops it; in mode `immediate` at once, so that everything uncommitted is lost."""
        _run("pg_ctl", "stop", "-w", "-D", self.data, "-m", mode)

    @property
    def data(self) -> Path:
        return self.folder / "data"


@contextmanager
def new_cluster() -> Iterator[Cluster]:
    """A running and migrated cluster, removed at the end."""
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
    """Runs a program of PostgreSQL; if we are root, which it refuses, as the user postgres."""
    first = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    done = subprocess.run(
        [*first, _path_of(program), *words],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def why_unavailable() -> str:
    """Why no cluster can be created, in a sentence; empty if it can."""
    return "" if _path_of("initdb") else "The PostgreSQL programs initdb and pg_ctl are not installed here."


def _path_of(program: str) -> str:
    """The path of a program of PostgreSQL, of the newest version in Debian's folders; empty if there is
    none."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return shutil.which(program) or (str(versions[-1]) if versions else "")
