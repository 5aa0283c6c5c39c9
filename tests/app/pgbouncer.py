"""PgBouncer in transaction mode in front of a PostgreSQL, as a process of one test."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from tests.serving import PATIENCE, free_port, wait_until_listening

POOL_SIZE = 3  # connections to the database for all clients, so that they share them

CONFIG = """[databases]
* = host={host} port={port} user={user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {listen}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {servers}
max_client_conn = 200
server_reset_query_always = 0
logfile = {folder}/log
"""


def why_unavailable() -> str:
    """Return why PgBouncer cannot be run, in a sentence; "" if it can."""
    return "" if _program() else "PgBouncer is not installed here (`tests/with_browser` installs it)."


def _program() -> str | None:
    return shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


@contextmanager
def pgbouncer(url: str) -> Iterator[str]:
    """Yield the URL at which a PgBouncer serves the database of `url`, with POOL_SIZE connections to it."""
    folder, listen, target = Path(tempfile.mkdtemp(prefix="richelieu-pgbouncer-")), free_port(), urlsplit(url)
    program, user = _program(), target.username or "postgres"
    assert program
    config = folder / "pgbouncer.ini"
    config.write_text(
        CONFIG.format(
            host=target.hostname,
            port=target.port or 5432,
            user=user if not target.password else f"{user} password={target.password}",
            listen=listen,
            servers=POOL_SIZE,
            folder=folder,
        )
    )
    words = [program, "-q", str(config)]
    if os.getuid() == 0:  # PgBouncer refuses to run as root
        owner = pwd.getpwnam("postgres")
        for path in (folder, config):
            os.chown(path, owner.pw_uid, owner.pw_gid)
        words = ["runuser", "-u", "postgres", "--", *words]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until_listening(process, listen)
            yield target._replace(netloc=f"{user}@127.0.0.1:{listen}").geturl()
        finally:
            process.terminate()
            process.wait(PATIENCE)
            shutil.rmtree(folder)
