"""Where PostgreSQL is: one parsed URL, and what the driver is given to connect by the pool and for commands
alike, so that an option of the URL means the same for both.

The options are libpq's (`sslmode`, `sslrootcert`, `sslcert`, `sslkey`, `connect_timeout`, ...), with
SQLAlchemy's `ssl` for `sslmode` and the driver's own `command_timeout` and cache sizes; any other is a
setting of the server. `sslrootcert=system` trusts the authorities of the system.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL, make_url

SECONDS = {"connect_timeout": "timeout", "timeout": "timeout", "command_timeout": "command_timeout"}
CACHES = ("statement_cache_size", "prepared_statement_cache_size")  # the driver's, SQLAlchemy's
UNNAMED = {  # prepared statements are sent with the statement that uses them, and nothing outlives it
    "statement_cache_size": 0,
    "prepared_statement_cache_size": 0,
    "prepared_statement_name_func": lambda: "",
}


@dataclass(frozen=True, slots=True)
class Address:
    """`url`: without its options; `dsn` and `options`: what asyncpg's `connect` takes; `pooled`: the URL says
    that a pooler in transaction mode is in between."""

    url: URL
    dsn: str
    options: Mapping[str, Any]
    pooled: bool


def parse_address(text: str) -> Address:
    """Reads a URL of PostgreSQL. ValueError: an option has an impossible value."""
    url = make_url(text)
    query = dict(url.query)
    if "ssl" in query:
        query.setdefault("sslmode", query.pop("ssl"))
    options: dict[str, Any] = {}
    for name, meant in SECONDS.items():
        if name in query:
            options[meant] = float(_single(query.pop(name), name))
    sizes = [int(_single(query.pop(name), name)) for name in CACHES if name in query]
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
