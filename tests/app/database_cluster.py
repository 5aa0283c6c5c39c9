"""A PostgreSQL cluster for one test, which can be stopped as by a power cut and started again; with TLS it
takes no other connections, by a certificate made for it."""

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
    """`folder`: data and socket; `url`: its one database, migrated. With `tls` it takes no other connections;
    its self-signed certificate is for `localhost`."""

    folder: Path
    port: int
    tls: bool = False

    @property
    def url(self) -> str:
        if self.tls:
            query = f"?sslmode=verify-full&sslrootcert={self.certificate}"
            return f"postgresql://postgres@localhost:{self.port}/postgres{query}"
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    @property
    def certificate(self) -> Path:
        return self.folder / "server.crt"

    def start(self) -> None:
        settings = SETTINGS | (self._settings_for_tls() if self.tls else {})
        words = [f"-c {name}={value}" for name, value in settings.items()]
        options = " ".join([f"-p {self.port}", f"-k {self.folder}", *words])
        _run("pg_ctl", "start", "-w", "-D", self.data, "-l", self.folder / "log", "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        """Stop the cluster; mode `immediate` loses everything uncommitted, as a power cut does."""
        _run("pg_ctl", "stop", "-w", "-D", self.data, "-m", mode)

    def _settings_for_tls(self) -> dict[str, str]:
        rules = self.folder / "pg_hba.conf"
        rules.write_text("hostssl all all 127.0.0.1/32 trust\nlocal all all trust\n")
        files = {"ssl_cert_file": self.certificate, "ssl_key_file": self.folder / "server.key"}
        return {"ssl": "on", "hba_file": str(rules)} | {name: str(file) for name, file in files.items()}

    @property
    def data(self) -> Path:
        return self.folder / "data"


@contextmanager
def new_cluster(*, tls: bool = False) -> Iterator[Cluster]:
    """Yield a running and migrated cluster, removed at the end."""
    folder = Path(tempfile.mkdtemp(prefix="richelieu-postgres-"))
    made = Cluster(folder, free_port(), tls)
    try:
        if os.getuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        if tls:
            make_certificate(folder, made.certificate)
        _run("initdb", "-A", "trust", "-U", "postgres", "-D", made.data, "--no-sync", "--no-instructions")
        made.start()
        done = command("migrate", database_url=made.url)
        assert done.returncode == 0, done.stderr
        yield made
    finally:
        if (made.data / "postmaster.pid").exists():
            made.stop()
        shutil.rmtree(folder)


def make_certificate(folder: Path, file: Path) -> None:
    """Make a self-signed certificate for `localhost`, and its key in the folder."""
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1")
    name = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    key = folder / "server.key"
    words = ("openssl", "req", *kind, *name, "-keyout", key, "-out", file)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    if os.getuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(key, owner.pw_uid, owner.pw_gid)


def _run(program: str, *words: str | Path) -> None:
    """Run a program of PostgreSQL; as the user postgres if we are root, which PostgreSQL refuses."""
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
    """Return why no cluster can be created, in a sentence; "" if one can."""
    if not _path_of("initdb"):
        return "The PostgreSQL programs initdb and pg_ctl are not installed here."
    return "" if shutil.which("openssl") else "The program openssl is not installed here."


def _path_of(program: str) -> str:
    """Return the path of a program of the newest PostgreSQL in the folders of Debian; "" if there is
    none."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return shutil.which(program) or (str(versions[-1]) if versions else "")
