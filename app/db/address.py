"""Parser of PostgreSQL URLs: connection arguments for asyncpg, shared by the pool and the commands.

The options are libpq's (`sslmode`, `sslrootcert`, `sslcert`, `sslkey`, `connect_timeout`, ...), SQLAlchemy's
`ssl` for `sslmode`, and the driver's `command_timeout` and cache sizes; any other option is a setting of the
server. `sslrootcert=system` trusts the system's certificate authorities.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, make_url

MAX_PORT = 65535
TIMEOUT_OPTIONS = {"connect_timeout": "timeout", "timeout": "timeout", "command_timeout": "command_timeout"}
CACHE_SIZE_OPTIONS = ("statement_cache_size", "prepared_statement_cache_size")  # of the driver and SQLAlchemy
UNNAMED_STATEMENTS = {  # for poolers: no prepared statement outlives its execution
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": lambda: "",
}


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed address. `url`: without options; `dsn`, `options`: arguments of asyncpg's `connect`; `pooled`:
    the URL says that a pooler in transaction mode is in between."""

    url: URL
    dsn: str
    options: Mapping[str, Any]
    pooled: bool


def parse_address(text: str) -> Address:
    """Parse a PostgreSQL URL. ValueError: the port or an option has an invalid value."""
    url = make_url(text)
    if url.port and url.port > MAX_PORT:
        raise ValueError(f"there is no port {url.port}")
    query = dict(url.query)
    if "ssl" in query:
        query.setdefault("sslmode", query.pop("ssl"))
    options: dict[str, Any] = {}
    for name, meant in TIMEOUT_OPTIONS.items():
        if name in query:
            options[meant] = float(_single(query.pop(name), name))
    sizes = [int(_single(query.pop(name), name)) for name in CACHE_SIZE_OPTIONS if name in query]
    if query.get("sslrootcert") == "system":
        if query.get("sslmode") != "verify-full":
            raise ValueError("sslrootcert=system needs sslmode=verify-full")
        del query["sslrootcert"], query["sslmode"]
        options["ssl"] = ssl.create_default_context()
    dsn = url.set(drivername="postgresql", query=query).render_as_string(hide_password=False)
    return Address(url.set(query={}), dsn, options, 0 in sizes)


def _single(value: str | tuple[str, ...], name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"the option {name} is given twice")
    return value
