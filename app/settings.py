"""The settings: environment variables (RICHELIEU_*) as one frozen value, read once at the start."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

Rate = Annotated[int, Field(ge=0)]  # 0 switches a limit off

Seconds = Annotated[float, Field(ge=0)]  # 0: no timeout


class Settings(BaseSettings):
    """`database_url`: SQLite or PostgreSQL, with or without `+driver`; unset: SQLite in `data`.

    `secret`: signs the cookies; unset: made once and kept in the database. `public_url`: the address of the
    site; https makes cookies Secure. `origins`: other origins that may write besides our own. `proxies`:
    addresses whose forwarded headers are trusted. The limits are those of docs/hosting.md."""

    model_config = SettingsConfigDict(env_prefix="RICHELIEU_", frozen=True, extra="ignore")

    database_url: str = ""
    data: Path = Path("data")
    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    secret: str = ""
    public_url: str = ""
    origins: Annotated[tuple[str, ...], NoDecode] = ()
    proxies: Annotated[tuple[str, ...], NoDecode] = ()
    pool: Annotated[int, Field(ge=1)] = 16  # database connections for requests, at most
    pool_timeout: Seconds = 5.0  # that a request waits for a connection
    statement_timeout: Seconds = 5.0  # of a statement; PostgreSQL ends it then
    lock_timeout: Seconds = 3.0  # that a statement waits for a lock
    command_timeout: Seconds = 6.0  # until a connection that gives no answer is given up
    limit_messages: Rate = 120  # messages a socket in a burst; refilled by a quarter each second
    limit_sockets: Rate = 20  # sockets a player; two and a half times as many an address without a player
    limit_writes: Rate = 20  # HTTP writes a player and second; three times as many in a burst
    limit_reads: Rate = 200  # units of HTTP reads a player or address at once; a fifth is refilled a second
    limit_guests: Rate = 60  # new guests an address and minute
    limit_faults: Rate = 20  # errors of browsers an address and minute, by process
    limit_signins: Rate = 10  # sign-ins an address, name and minute

    @field_validator("origins", "proxies", mode="before")
    @classmethod
    def _split_list(cls, value: object) -> object:
        """Lists are separated by commas."""
        if isinstance(value, str):
            return tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
        return value

    @field_validator("public_url")
    @classmethod
    def _strip_slash(cls, value: str) -> str:
        return value.rstrip("/")

    @property
    def url(self) -> str:
        """The database URL with its asyncio driver. ValueError: neither SQLite nor PostgreSQL."""
        text = self.database_url or f"sqlite:///{(self.data / 'richelieu.db').as_posix()}"
        scheme, separator, rest = text.partition("://")
        kind = scheme.partition("+")[0]
        drivers = {"sqlite": "aiosqlite", "postgresql": "asyncpg", "postgres": "asyncpg"}
        if not separator or kind not in drivers:
            raise ValueError(f"RICHELIEU_DATABASE_URL begins with sqlite:// or postgresql://, not {scheme!r}")
        return f"{kind.replace('postgresql', 'postgres').replace('postgres', 'postgresql')}+{drivers[kind]}://{rest}"
