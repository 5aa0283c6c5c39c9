"""The settings: environment variables (RICHELIEU_*) as one frozen value, read once at the start."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

Rate = Annotated[int, Field(ge=0)]  # 0 switches a limit off

SHORTEST_SECRET = 32  # characters

Seconds = Annotated[float, Field(ge=0)]  # 0: no timeout


class Settings(BaseSettings):
    """`database_url`: SQLite or PostgreSQL, with or without `+driver`; unset: SQLite in `data`. `direct_url`:
    the same PostgreSQL without a pooler in between, for migrations, locks and backups; set where
    `database_url` leads to a pooler in transaction mode, which keeps nothing from one to the next.
    `replica_url`: a streaming replica of it, for reads that may be a few seconds old.

    `redis_url`: the Redis or Valkey that several processes on one PostgreSQL share; unset: there is one
    process.

    `secret`: signs the cookies; several with commas between: the first signs, all verify; unset: made once
    and kept in the database. `imprint_url`, `contact`: who runs the site, shown on every page. `public_url`:
    the address of the site; https makes cookies Secure. `origins`: other origins that may write besides our
    own. `proxies`: addresses whose forwarded headers are trusted. The limits are those of docs/hosting.md."""

    model_config = SettingsConfigDict(env_prefix="RICHELIEU_", frozen=True, extra="ignore")

    database_url: str = ""
    direct_url: str = ""
    replica_url: str = ""
    redis_url: str = ""
    listen_url: str = ""  # the former name of direct_url, and
    bus_url: str = ""  # of redis_url: both are refused
    data: Path = Path("data")
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    secret: str = ""
    imprint_url: str = ""
    contact: str = ""
    public_url: str = ""
    origins: Annotated[tuple[str, ...], NoDecode] = ()
    proxies: Annotated[tuple[str, ...], NoDecode] = ()
    connections: Annotated[int, Field(ge=1)] = 10_000  # TCP connections of clients, sockets included, at most
    access_log: bool = False  # a line for each HTTP request
    pool: Annotated[int, Field(ge=1)] = 16  # database connections for requests, at most
    pool_timeout: Seconds = 5.0  # that a request waits for a connection
    statement_timeout: Seconds = 5.0  # of a statement; PostgreSQL ends it then
    lock_timeout: Seconds = 3.0  # that a statement waits for a lock
    command_timeout: Seconds = 6.0  # until a connection that gives no answer is given up
    first_move: Rate = 30  # seconds for each side's first move in fast paired or rated games; 0: no limit
    limit_connections: Rate = 1000  # TCP connections an address, sockets included, by process
    limit_messages: Rate = 120  # messages a socket in a burst; refilled by a quarter each second
    limit_sockets: Rate = 20  # sockets a player; two and a half times as many an address without a player
    limit_writes: Rate = 20  # HTTP writes a player and second; three times as many in a burst
    limit_reads: Rate = 200  # units of HTTP reads a player or address at once; a fifth is refilled a second
    limit_address: Rate = 4  # times the writes, reads and searches of a player for all guests of an address
    limit_guests: Rate = 60  # new guests an address and minute
    limit_faults: Rate = 20  # errors of browsers an address and minute, by process
    limit_chat: Rate = 5  # lines of chat a player at once; a tenth is refilled a second
    limit_signins: Rate = 10  # failed sign-ins an address, name and minute
    limit_renames: Rate = 1  # new names an account and week
    limit_searches: Rate = 60  # searches a player or address at once; a sixtieth is refilled a second
    build_tables: bool = True  # build the tables of searches after a minute without a search
    spare_work: bool = True  # search what may be late, in one process of the lowest priority
    workers: Annotated[int, Field(ge=0)] = 0  # processes for searches; 0: one less than cores, at least one

    @field_validator("origins", "proxies", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        """Lists are separated by commas."""
        if isinstance(value, str):
            return tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
        return value

    @field_validator("proxies")
    @classmethod
    def _check_proxies(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        """Each is an address or a network, or `*` for any."""
        for part in value:
            if part != "*":
                ip_network(part, strict=False)
        return value

    @field_validator("public_url")
    @classmethod
    def _strip_slash(cls, value: str) -> str:
        return value.rstrip("/")

    @property
    def tables(self) -> Path:
        """The folder of the tables of searches (`python -m app tables`)."""
        return self.data / "tables"

    @property
    def builds(self) -> Path:
        """The folder of the client's builds (`python -m app static`)."""
        return self.data / "client"

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets that sign cookies, the newest first; () if unset."""
        return tuple(part.strip() for part in self.secret.split(",") if part.strip())

    def check_secrets(self) -> None:
        """ValueError: a secret is too short to sign cookies with."""
        short = [len(secret) for secret in self.secrets if len(secret) < SHORTEST_SECRET]
        if short:
            raise ValueError(
                f"RICHELIEU_SECRET needs at least {SHORTEST_SECRET} characters, not {short[0]}. "
                "Make one: python -c 'import secrets; print(secrets.token_hex(32))'"
            )

    @property
    def url(self) -> str:
        """The database URL with its asyncio driver. ValueError: neither SQLite nor PostgreSQL."""
        default = f"sqlite:///{(self.data / 'richelieu.db').as_posix()}"
        return _with_driver("RICHELIEU_DATABASE_URL", self.database_url or default)

    @property
    def session_url(self) -> str:
        """The URL for migrations, locks and backups. ValueError: it is not of the same kind of database."""
        if not self.direct_url:
            return self.url
        direct = _with_driver("RICHELIEU_DIRECT_URL", self.direct_url)
        if not (direct.startswith("postgresql") and self.url.startswith("postgresql")):
            raise ValueError("RICHELIEU_DIRECT_URL is for PostgreSQL, together with RICHELIEU_DATABASE_URL")
        return direct

    @property
    def read_url(self) -> str | None:
        """The URL of the replica with its asyncio driver; None: there is none. ValueError: it is no
        PostgreSQL beside another one."""
        if not self.replica_url:
            return None
        replica = _with_driver("RICHELIEU_REPLICA_URL", self.replica_url)
        if not (replica.startswith("postgresql") and self.url.startswith("postgresql")):
            raise ValueError("RICHELIEU_REPLICA_URL is for PostgreSQL, together with RICHELIEU_DATABASE_URL")
        return replica

    def check_redis(self) -> None:
        """ValueError: `redis_url` is not the URL of a Redis beside a PostgreSQL, or a former name is used."""
        for former, name, value in (("BUS", "REDIS", self.bus_url), ("LISTEN", "DIRECT", self.listen_url)):
            if value:
                raise ValueError(f"RICHELIEU_{former}_URL is called RICHELIEU_{name}_URL now")
        if not self.redis_url:
            return
        if not self.redis_url.startswith(("redis://", "rediss://")):
            scheme = self.redis_url.partition("://")[0]
            raise ValueError(f"RICHELIEU_REDIS_URL begins with redis:// or rediss://, not {scheme[:20]!r}")
        if not self.url.startswith("postgresql"):
            raise ValueError("RICHELIEU_REDIS_URL is for several processes on one PostgreSQL")

    @property
    def pooled(self) -> bool:
        """Whether `url` leads to a pooler."""
        return self.session_url != self.url


def _with_driver(name: str, text: str) -> str:
    scheme, separator, rest = text.partition("://")
    kind = scheme.partition("+")[0]
    drivers = {"sqlite": "aiosqlite", "postgresql": "asyncpg", "postgres": "asyncpg"}
    if not separator or kind not in drivers:
        raise ValueError(f"{name} begins with sqlite:// or postgresql://, not {scheme!r}")
    return (
        f"{kind.replace('postgresql', 'postgres').replace('postgres', 'postgresql')}+{drivers[kind]}://{rest}"
    )
