"""Settings: environment variables (RICHELIEU_*) as one frozen value, read at start."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, HttpUrl, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "RICHELIEU_"
OF_TESTS = re.compile(r"RICHELIEU_(TEST_.*|NO_SKIPS|SOAK)")  # read by the tests, which may start servers
DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
SURROGATE = re.compile("[\ud800-\udfff]")  # Python's stand-in for a byte of an argument that is not UTF-8
SQLITE_FILE = re.compile(r"/(?!:memory:$|file:)[^?]+")  # after sqlite://

Rate = Annotated[int, Field(ge=0)]  # 0 disables a limit

MIN_SECRET_LENGTH = 32  # characters

Seconds = Annotated[float, Field(ge=0)]  # 0: no timeout


class Settings(BaseSettings):
    """Settings of a process; docs/hosting.md describes all of them.

    - `database_url`: SQLite or PostgreSQL, with or without `+driver`; by default SQLite in `data`.
    - `direct_url`: the same PostgreSQL without a pooler, for migrations, locks and backups; needed if
      `database_url` leads to a pooler in transaction mode, which keeps no session state between transactions.
    - `redis_url`: Redis or Valkey shared by several processes on one PostgreSQL; unset for a single process.
    - `secret`: signs the cookies; of several, separated by commas, the first signs and all verify; by default
      generated and stored in the database.
    - `imprint_url`, `contact`: of the operator, shown on every page.
    - `public_url`: address of the site; https makes cookies Secure.
    - `origins`: other origins that may write.
    - `proxies`: addresses whose forwarded headers are trusted.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, frozen=True, extra="forbid", str_strip_whitespace=True
    )

    database_url: str = ""
    direct_url: str = ""
    redis_url: str = ""
    data: Path = Path("data")
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    secret: str = ""
    imprint_url: str = ""
    contact: str = ""
    public_url: str = ""
    origins: Annotated[tuple[str, ...], NoDecode] = ()
    proxies: Annotated[tuple[str, ...], NoDecode] = ()
    access_log: bool = False  # log each HTTP request
    pool: Annotated[int, Field(ge=1)] = 16  # maximum of database connections for requests
    pool_timeout: Seconds = 5.0  # waiting for a database connection
    statement_timeout: Seconds = 5.0  # then PostgreSQL cancels the statement
    lock_timeout: Seconds = 3.0  # waiting for a lock
    command_timeout: Seconds = 6.0  # then an unresponsive connection is closed
    first_move: Rate = 30  # seconds for each side's first move in fast paired or rated games; 0: no limit
    limit_connections: Rate = 10_000  # clients' TCP connections, sockets included
    limit_messages: Rate = 120  # messages per socket in a burst; a quarter is refilled per second
    limit_sockets: Rate = 20  # sockets per player; for spectators 2.5 times as many per address
    limit_writes: Rate = 20  # HTTP writes per player and second; three times as many in a burst
    limit_reads: Rate = 200  # units of HTTP reads per player or address; a fifth is refilled per second
    limit_address: Rate = 4  # times a player's writes, reads and searches, for all guests of an address
    limit_guests: Rate = 60  # new guests per address and minute
    limit_faults: Rate = 20  # browser errors per address and minute, per process
    limit_chat: Rate = 5  # chat lines per player; a tenth is refilled per second
    limit_signins: Rate = 10  # failed sign-ins per address, name and minute
    limit_renames: Rate = 1  # renames per account and week
    limit_searches: Rate = 60  # searches per player or address; a sixtieth is refilled per second
    build_tables: bool = True  # build the endgame tables after a minute without searches
    spare_work: bool = True  # run background searches in one process of the lowest priority
    workers: Annotated[int, Field(ge=0)] = 0  # places for any search; 0: one less than cores, at least one

    @field_validator("origins", "proxies", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        """Split a comma-separated list."""
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("proxies")
    @classmethod
    def _check_proxies(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """Check that each is an address, a network, or `*` for any."""
        for part in value:
            if part != "*":
                ip_network(part, strict=False)
        return value

    @field_validator("host")
    @classmethod
    def _check_host(cls, value: str) -> str:
        value.encode("idna")  # UnicodeError is a ValueError: a part is longer than 63 bytes
        return value

    @field_validator("public_url")
    @classmethod
    def _normalize_public_url(cls, value: str) -> str:
        return value and _normalize_origin(value)

    @field_validator("origins")
    @classmethod
    def _normalize_origins(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(_normalize_origin, value))

    @field_validator("imprint_url")
    @classmethod
    def _normalize_imprint_url(cls, value: str) -> str:
        return value and _normalize_url(value)

    @property
    def tables(self) -> Path:
        """Return the folder of the endgame tables (`python -m app tables`)."""
        return self.data / "tables"

    @property
    def builds(self) -> Path:
        """Return the folder of exported client builds (`python -m app static`)."""
        return self.data / "client"

    @property
    def secrets(self) -> tuple[str, ...]:
        """Return the secrets that sign cookies, newest first; () if unset."""
        return tuple(part.strip() for part in self.secret.split(",") if part.strip())

    def check_secrets(self) -> None:
        """Raise ValueError if a secret is too short to sign cookies."""
        short = [len(secret) for secret in self.secrets if len(secret) < MIN_SECRET_LENGTH]
        if short:
            raise ValueError(
                f"RICHELIEU_SECRET needs at least {MIN_SECRET_LENGTH} characters, not {short[0]}. "
                "Make one: python -c 'import secrets; print(secrets.token_hex(32))'"
            )

    @property
    def url(self) -> str:
        """Return the database URL with its asyncio driver. ValueError: neither SQLite nor PostgreSQL."""
        default = f"sqlite:///{(self.data / 'richelieu.db').as_posix()}"
        return _with_driver("RICHELIEU_DATABASE_URL", self.database_url or default)

    @property
    def session_url(self) -> str:
        """Return the URL for migrations, locks and backups. ValueError: it is of another kind of database."""
        if not self.direct_url:
            return self.url
        direct = _with_driver("RICHELIEU_DIRECT_URL", self.direct_url)
        if not (direct.startswith("postgresql") and self.url.startswith("postgresql")):
            raise ValueError("RICHELIEU_DIRECT_URL is for PostgreSQL, together with RICHELIEU_DATABASE_URL")
        return direct

    def check_redis(self) -> None:
        """Raise ValueError if `redis_url` is not the URL of a Redis beside a PostgreSQL."""
        if not self.redis_url:
            return
        if not self.redis_url.startswith(("redis://", "rediss://")):
            scheme = self.redis_url.partition("://")[0]
            raise ValueError(f"RICHELIEU_REDIS_URL begins with redis:// or rediss://, not {scheme[:20]!r}")
        if not self.url.startswith("postgresql"):
            raise ValueError("RICHELIEU_REDIS_URL is for several processes on one PostgreSQL")

    @property
    def pooled(self) -> bool:
        """Return whether `url` leads to a pooler."""
        return self.session_url != self.url


def read_settings(**given: Any) -> Settings:
    """Read the settings from the environment, except those that are `given`. ValueError: a sentence about the
    ones that are unknown or invalid."""
    _check_environment(os.environ)
    try:
        return Settings(**given)
    except ValidationError as error:
        found = [(str(one["loc"][0]), one["msg"].removeprefix("Value error, ")) for one in error.errors()]
        raise ValueError("; ".join(f"{PREFIX}{name.upper()}: {why}" for name, why in found)) from None


def _check_environment(environment: Mapping[str, str]) -> None:
    """Raise ValueError for a variable RICHELIEU_* that is no setting, or whose value is not UTF-8."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for name, value in environment.items():
        upper = name.upper()  # settings are read in any case
        if not upper.startswith(PREFIX) or OF_TESTS.fullmatch(upper):
            continue
        if upper not in known:
            (nearest,) = get_close_matches(upper, known, n=1, cutoff=0)
            raise ValueError(f"{name!a} is not a setting; the nearest one is {nearest}")
        if SURROGATE.search(value):
            raise ValueError(f"{name} is not UTF-8: {value!a}")


def _normalize_origin(text: str) -> str:
    """Return an origin as browsers send it. ValueError: it has more than scheme, name and port."""
    origin = _normalize_url(text).removesuffix("/")
    if origin.count("/") > 2 or {"?", "#", "@"} & set(origin):
        raise ValueError(f"{text!r} has more than scheme, name and port, as in https://games.example.org")
    return origin


def _normalize_url(text: str) -> str:
    try:
        return str(HttpUrl(text))
    except ValidationError:
        raise ValueError(f"{text!r} is no address such as https://games.example.org") from None


def _with_driver(name: str, text: str) -> str:
    """Return a database URL with its asyncio driver. ValueError: neither an SQLite file nor PostgreSQL."""
    scheme, separator, rest = text.partition("://")
    driver = DRIVERS.get(scheme.lower().partition("+")[0])
    if not separator or not driver:
        raise ValueError(f"{name} begins with sqlite:// or postgresql://, not {scheme!r}")
    if driver.startswith("sqlite") and not SQLITE_FILE.fullmatch(rest):
        raise ValueError(f"{name} of SQLite is sqlite:///path of a file without options, not {text!r}")
    return f"{driver}://{rest}"
