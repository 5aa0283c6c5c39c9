"""The settings, and the errors for invalid ones at startup."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from app.ops.preflight import check_urls
from app.settings import Settings, read_settings
from tests.rows import each_row
from tests.serving import command, environment


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the settings in the environment of the tests."""
    for name in set(os.environ) - set(environment()):
        monkeypatch.delenv(name)


def test_the_default_database_is_sqlite_in_the_data_folder() -> None:
    assert Settings().url == "sqlite+aiosqlite:///data/richelieu.db"
    assert Settings(data=Path("/srv/games")).url == "sqlite+aiosqlite:////srv/games/richelieu.db"


def test_lists_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RICHELIEU_ORIGINS", " https://a.example/, https://b.example ,")
    monkeypatch.setenv("RICHELIEU_PROXIES", "10.0.0.1")
    settings = Settings()
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.proxies == ("10.0.0.1",)


@each_row(
    "name, given, used",
    [
        *(
            ("database_url", given, used)
            for given, used in (
                ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
                ("sqlite+aiosqlite:////var/games.db", "sqlite+aiosqlite:////var/games.db"),
                ("postgresql://me:pw@db:5432/games", "postgresql+asyncpg://me:pw@db:5432/games"),
                ("postgresql+asyncpg://db/games?ssl=require", "postgresql+asyncpg://db/games?ssl=require"),
                ("postgresql+psycopg://db/games", "postgresql+asyncpg://db/games"),
                (" PostgreSQL://db/games\r", "postgresql+asyncpg://db/games"),
            )
        ),
        ("proxies", "*, 10.0.0.0/8, ::1", ("*", "10.0.0.0/8", "::1")),
        ("public_url", "https://games.example/", "https://games.example"),
        ("public_url", " HTTPS://Games.Example:443\r\n", "https://games.example"),
        ("public_url", "http://[::1]:8000", "http://[::1]:8000"),
        ("public_url", "https://bücher.example", "https://xn--bcher-kva.example"),
        ("origins", "HTTPS://A.example:443/, http://b.example:80", ("https://a.example", "http://b.example")),
        ("imprint_url", " HTTPS://games.example/About us?x#y ", "https://games.example/About%20us?x#y"),
    ],
)
def test_addresses_are_normalized(name: str, given: str, used: object) -> None:
    settings = Settings(**{name: given})  # type: ignore[arg-type]
    assert (settings.url if name == "database_url" else getattr(settings, name)) == used


POSTGRES = {"database_url": "postgresql://db/games"}


@each_row(
    "given, sentence",
    [
        ({"public_url": "games.example"}, "RICHELIEU_PUBLIC_URL: 'games.example' is no address"),
        ({"public_url": "https://games.example/club"}, "has more than scheme, name and port"),
        ({"public_url": "https://games.example?"}, "has more than scheme, name and port"),
        ({"public_url": "https://me:pw@games.example"}, "has more than scheme, name and port"),
        ({"origins": "https://a.example, b.example"}, "RICHELIEU_ORIGINS: 'b.example' is no address"),
        ({"origins": "*"}, "RICHELIEU_ORIGINS: '*' is no address"),
        (
            {"imprint_url": "javascript:alert(1)"},
            "RICHELIEU_IMPRINT_URL: 'javascript:alert(1)' is no address",
        ),
        ({"host": "x" * 64}, "RICHELIEU_HOST: "),
        ({"port": "eighty"}, "RICHELIEU_PORT: Input should be a valid integer"),
        ({"limit_writes": "-1"}, "RICHELIEU_LIMIT_WRITES: "),
        ({"pool": "0"}, "RICHELIEU_POOL: "),
        *(
            ({"proxies": proxies}, "RICHELIEU_PROXIES: ")
            for proxies in ("localhost", "10.0.0.0/40", "10.0.0.1;10.0.0.2")
        ),
        *(
            ({"database_url": url}, "RICHELIEU_DATABASE_URL begins with sqlite:// or postgresql://")
            for url in ("mysql://db/games", "games.db", "sqlite", "://", "postgresqlx://db", ":memory:")
        ),
        *(
            ({"database_url": url}, "RICHELIEU_DATABASE_URL of SQLite is sqlite:///path of a file")
            for url in (
                *("sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///x.db?mode=ro"),
                *("sqlite:///file:x.db?mode=ro&uri=true", "sqlite://games.db"),
            )
        ),
        ({"database_url": "postgresql://db:port/x"}, "RICHELIEU_DATABASE_URL: "),
        ({"database_url": "postgresql://db:65536/x"}, "RICHELIEU_DATABASE_URL: there is no port 65536"),
        ({"database_url": "postgresql://db/x?connect_timeout=soon"}, "RICHELIEU_DATABASE_URL: "),
        (POSTGRES | {"direct_url": "postgresql://db:port/x"}, "RICHELIEU_DIRECT_URL: "),
        (POSTGRES | {"redis_url": "http://bus"}, "begins with redis:// or rediss://, not 'http'"),
        (POSTGRES | {"redis_url": "redis://bus:port"}, "RICHELIEU_REDIS_URL: "),
        (POSTGRES | {"redis_url": "redis://bus/games"}, "RICHELIEU_REDIS_URL: the database of a Redis is"),
        (POSTGRES | {"redis_url": "redis://bus/0?speed=9"}, "RICHELIEU_REDIS_URL: "),
        ({"redis_url": "redis://bus"}, "RICHELIEU_REDIS_URL is for several processes on one PostgreSQL"),
    ],
)
def test_invalid_settings_are_refused_in_a_sentence(given: dict[str, str], sentence: str) -> None:
    check_urls(read_settings(**POSTGRES, redis_url="rediss://user:pw@bus/2"))
    with pytest.raises(ValueError, match=re.escape(sentence)):
        check_urls(read_settings(**given))


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("RICHELIEU_LIMIT_GUEST", "RICHELIEU_LIMIT_GUESTS"),
        ("RICHELIEU_BUS_URL", "RICHELIEU_REDIS_URL"),
        ("richelieu_ports", "RICHELIEU_PORT"),
    ],
)
def test_unknown_names_are_refused_except_those_of_the_tests(
    name: str, nearest: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for exempt in ("RICHELIEU_TEST_CITUS_URL", "RICHELIEU_NO_SKIPS", "RICHELIEU_SOAK", "RICHELIEUX"):
        monkeypatch.setenv(exempt, "1")
    monkeypatch.setenv("richelieu_port", "9000")
    assert read_settings().port == 9000
    monkeypatch.setenv(name, "1")
    with pytest.raises(ValueError, match=f"'{name}' is not a setting; the nearest one is {nearest}"):
        read_settings()


@pytest.mark.slow
def test_a_command_with_invalid_settings_or_arguments_reports_them_and_exits_with_2() -> None:
    """A byte that is not UTF-8 arrives as a lone surrogate."""
    byte = b"M\xfcller".decode(errors="surrogateescape")
    cases: list[tuple[list[str], dict[str, Any], str]] = [
        (["migrate"], {"port": "eighty"}, "Invalid settings: RICHELIEU_PORT: "),
        (["serve", "--port", "99999"], {"port": 8000}, "Invalid settings: RICHELIEU_PORT: "),
        (
            ["serve"],
            {"secret": f"{'n' * 32}, short"},
            "RICHELIEU_SECRET needs at least 32 characters, not 5.",
        ),
        (["serve"], {"contact": byte}, "Invalid settings: RICHELIEU_CONTACT is not UTF-8"),
        (["notice", byte], {}, "the argument 'M\\udcfcller' is not UTF-8"),
    ]
    for words, settings, sentence in cases:
        done = command(*words, **settings)
        assert done.returncode == 2, words
        assert sentence in done.stderr, words
        assert "Traceback" not in done.stderr, words
        assert "n" * 32 not in done.stderr, "a secret"
