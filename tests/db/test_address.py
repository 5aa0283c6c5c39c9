"""The URL of PostgreSQL: its options mean the same for the pool and the commands, and TLS is verified."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import httpx
import pytest

from app.db.address import parse_address
from app.ops.preflight import check_urls
from app.settings import Settings
from tests.app.database_cluster import Cluster, make_certificate, new_cluster, why_unavailable
from tests.app.http_players import new_board
from tests.serving import UNLIMITED, command, serving

PLAIN = "postgresql+asyncpg://me:a%40b@db:6000/games"


@pytest.mark.parametrize(
    ("query", "dsn", "options"),
    [
        ("", "", {}),
        ("?sslmode=require", "?sslmode=require", {}),
        ("?ssl=verify-full&sslrootcert=/etc/ca", "?sslmode=verify-full&sslrootcert=%2Fetc%2Fca", {}),
        ("?connect_timeout=3&command_timeout=0.5", "", {"timeout": 3.0, "command_timeout": 0.5}),
        ("?application_name=x&prepared_statement_cache_size=0", "?application_name=x", {}),
    ],
)
def test_the_options_of_a_url_are_the_drivers(query: str, dsn: str, options: dict[str, float]) -> None:
    address = parse_address(PLAIN + query)
    assert address.dsn == f"postgresql://me:a%40b@db:6000/games{dsn}"
    assert address.options == options
    assert address.url.query == {}
    assert address.pooled == ("cache_size=0" in query)


def test_the_authorities_of_the_system_can_be_trusted() -> None:
    address = parse_address(f"{PLAIN}?sslmode=verify-full&sslrootcert=system")
    context = address.options["ssl"]
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
    assert "ssl" not in address.dsn


@pytest.mark.parametrize(
    "query", ["?sslrootcert=system", "?connect_timeout=soon", "?connect_timeout=1&connect_timeout=2"]
)
def test_an_impossible_option_is_refused(query: str) -> None:
    with pytest.raises(ValueError, match=r"sslrootcert|soon|connect_timeout"):
        parse_address(PLAIN + query)


@pytest.mark.parametrize(
    ("given", "direct", "pooled"),
    [
        ({"database_url": "postgres://pooler/x", "direct_url": "postgres://db/x"}, "db", True),
        ({"database_url": "postgres://db/x", "direct_url": "postgresql://db/x"}, "db", False),
        ({"database_url": "postgres://db/x"}, "db", False),
    ],
)
def test_statements_that_need_a_session_use_the_direct_url(
    given: dict[str, str], direct: str, pooled: bool
) -> None:
    settings = Settings(**given)  # type: ignore[arg-type]
    assert settings.session_url == f"postgresql+asyncpg://{direct}/x"
    assert settings.pooled == pooled


def test_a_direct_url_of_another_kind_is_refused() -> None:
    for url, direct in (("sqlite:///x", "postgres://db/x"), ("postgres://db/x", "sqlite:///y")):
        with pytest.raises(ValueError, match="RICHELIEU_DIRECT_URL is for PostgreSQL"):
            check_urls(Settings(database_url=url, direct_url=direct))


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that takes connections with TLS only."""
    if why := why_unavailable():
        pytest.skip(why)
    with new_cluster(tls=True) as made:
        yield made


@pytest.mark.slow
@pytest.mark.postgres
async def test_every_connection_verifies_the_certificate_of_the_database(
    cluster: Cluster, tmp_path: Path
) -> None:
    with serving(cluster.url, tmp_path, **UNLIMITED) as server:
        async with httpx.AsyncClient(base_url=server.url) as http:
            await new_board(http)
            assert (await http.get("/ready")).status_code == 200
        address = parse_address(Settings(database_url=cluster.url).url)
        asking = await asyncpg.connect(address.dsn)
        others = await asking.fetch(
            """select ssl from pg_stat_ssl join pg_stat_activity using (pid)
 where pid <> pg_backend_pid() and backend_type = 'client backend'"""
        )
        await asking.close()
    assert len(others) >= 2, "pool and writer"
    assert all(encrypted for (encrypted,) in others)


@pytest.mark.slow
@pytest.mark.postgres
def test_a_certificate_of_another_name_or_authority_is_refused_in_a_sentence(
    cluster: Cluster, tmp_path: Path
) -> None:
    other = tmp_path / "other.crt"
    make_certificate(tmp_path, other)
    for url in (
        cluster.url.replace("localhost", "127.0.0.1"),
        cluster.url.replace(str(cluster.certificate), str(other)),
        cluster.url.partition("?")[0] + "?sslmode=disable",
    ):
        done = command("serve", database_url=url, port=0)
        assert done.returncode == 1, done.stderr
        assert done.stderr.startswith("The database does not answer: "), done.stderr
        assert "Traceback" not in done.stderr
