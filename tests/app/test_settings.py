"""The settings, and the errors for invalid ones at startup."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from app.settings import Settings
from tests.databases import Fresh
from tests.serving import command, environment


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the settings in the environment of the tests."""
    for name in set(os.environ) - set(environment()):
        monkeypatch.delenv(name)


def test_the_default_database_is_sqlite_in_the_data_folder() -> None:
    assert Settings().url == "sqlite+aiosqlite:///data/richelieu.db"
    assert Settings(data=Path("/srv/games")).url == "sqlite+aiosqlite:////srv/games/richelieu.db"


@pytest.mark.parametrize(
    ("given", "used"),
    [
        ("sqlite:///games.db", "sqlite+aiosqlite:///games.db"),
        ("sqlite+aiosqlite:////var/games.db", "sqlite+aiosqlite:////var/games.db"),
        ("postgresql://me:pw@db:5432/games", "postgresql+asyncpg://me:pw@db:5432/games"),
        ("postgres://db/games", "postgresql+asyncpg://db/games"),
        ("postgresql+asyncpg://db/games?ssl=require", "postgresql+asyncpg://db/games?ssl=require"),
        ("postgresql+psycopg://db/games", "postgresql+asyncpg://db/games"),
    ],
)
def test_a_database_url_may_be_plain_or_name_a_driver(given: str, used: str) -> None:
    assert Settings(database_url=given).url == used


@pytest.mark.parametrize("given", ["mysql://db/games", "games.db", "sqlite", "://", "postgresqlx://db"])
def test_other_databases_are_refused_by_name(given: str) -> None:
    with pytest.raises(ValueError, match="RICHELIEU_DATABASE_URL begins with sqlite:// or postgresql://"):
        _ = Settings(database_url=given).url


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"redis_url": "http://bus"}, "begins with redis:// or rediss://, not 'http'"),
        (
            {"redis_url": "redis://bus", "database_url": "sqlite:///x.db"},
            "several processes on one PostgreSQL",
        ),
        ({"bus_url": "redis://bus"}, "RICHELIEU_BUS_URL is called RICHELIEU_REDIS_URL now"),
        ({"listen_url": "postgresql://db/x"}, "RICHELIEU_LISTEN_URL is called RICHELIEU_DIRECT_URL now"),
    ],
)
def test_several_processes_share_a_redis_beside_a_postgresql(settings: dict[str, str], error: str) -> None:
    Settings(redis_url="rediss://user:pw@bus/2", database_url="postgresql://db/games").check_redis()
    with pytest.raises(ValueError, match=error):
        Settings(**settings).check_redis()  # type: ignore[arg-type]


def test_lists_are_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RICHELIEU_ORIGINS", " https://a.example/, https://b.example ,")
    monkeypatch.setenv("RICHELIEU_PROXIES", "10.0.0.1")
    settings = Settings()
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.proxies == ("10.0.0.1",)


@pytest.mark.parametrize("given", ["localhost", "10.0.0.0/40", "10.0.0.1;10.0.0.2"])
def test_proxies_are_addresses_or_networks(given: str) -> None:
    assert Settings(proxies="*, 10.0.0.0/8, ::1").proxies == ("*", "10.0.0.0/8", "::1")  # type: ignore[arg-type]
    with pytest.raises(ValidationError, match="proxies"):
        Settings(proxies=given)  # type: ignore[arg-type]


def test_the_public_url_has_no_slash_at_its_end() -> None:
    assert Settings(public_url="https://games.example/").public_url == "https://games.example"


def test_the_limits_have_defaults_and_may_be_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = ("messages", "sockets", "writes", "guests", "signins")
    settings = Settings()
    assert [getattr(settings, f"limit_{name}") for name in limits] == [120, 20, 20, 60, 10]
    for name in limits:
        monkeypatch.setenv(f"RICHELIEU_LIMIT_{name.upper()}", "0")
    assert [getattr(Settings(), f"limit_{name}") for name in limits] == [0] * 5


@pytest.mark.parametrize(
    ("name", "value"), [("limit_writes", -1), ("pool", 0), ("port", 70000), ("port", "eighty")]
)
def test_impossible_numbers_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError, match=name):
        Settings(**{name: value})  # type: ignore[arg-type]


def test_settings_are_immutable() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Settings().port = 1


@pytest.mark.parametrize(
    "settings",
    [
        {"port": "eighty"},
        {"database_url": "mysql://db/games"},
        {"database_url": "postgresql://db/x?connect_timeout=soon"},
        {"database_url": "postgresql://db/x", "redis_url": "redis://bus:port"},
    ],
)
def test_a_command_with_invalid_settings_reports_them_and_exits_with_2(settings: dict[str, Any]) -> None:
    done = command("migrate", **settings)
    assert done.returncode == 2
    assert done.stderr.startswith("Invalid settings: ")
    assert "Traceback" not in done.stderr


def test_the_port_option_overrides_the_environment(fresh: Fresh) -> None:
    with fresh() as url:
        done = command("serve", "--port", "99999", database_url=url, port=8000)
        assert done.returncode == 2
        assert "port" in done.stderr
