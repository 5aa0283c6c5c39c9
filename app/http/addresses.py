"""Address of a client, as the key of its rate limits."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network
from typing import Any


def client_address(scope: Mapping[str, Any]) -> str:
    """Return the client's address from an ASGI scope, "" if unknown. For trusted `proxies` the server has
    already applied the forwarded headers."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def network_of(address: str) -> str:
    """Return the rate limit key of an address: the /64 network of an IPv6 address, since one client may own
    all of it."""
    if ":" not in address:
        return address
    try:
        known = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Network((known, 64), strict=False).network_address)
