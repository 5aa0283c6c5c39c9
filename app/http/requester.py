"""Whom a request is charged to: a player, an address, or both; and the rate limits that count so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network
from typing import Any

from cachetools import TTLCache

from app.core.rate_limits import MAX_BUCKET_AGE, MAX_BUCKETS, RateLimiter
from app.model.game_info import Player


@dataclass(frozen=True, slots=True)
class Requester:
    """Rate limit keys of a request. `key`: its player, or its address without one; `address`: None for a
    player with an account."""

    key: str
    address: str | None

    @classmethod
    def of(cls, player: Player | None, address: str) -> Requester:
        """Return the keys of a player, None for a spectator, at a client address."""
        at = f"address {address}"
        if player is None:
            return cls(at, at)
        return cls(f"player {player.id}", None if player.account else at)

    @property
    def person(self) -> str:
        """Key by which searches take turns: an account, or all guests and spectators of an address."""
        return self.address or self.key


class Persons:
    """Persons behind players, to whom the moves of their bots are charged. Guests count by the address of
    their last request or socket here."""

    def __init__(self) -> None:
        self._addresses: TTLCache[str, str] = TTLCache(MAX_BUCKETS, MAX_BUCKET_AGE)

    def note(self, who: Requester) -> None:
        """Remember the address of a guest."""
        if who.address is not None:
            self._addresses[who.key] = who.address

    def of(self, player: Player) -> str:
        """Return the key of a player's person, as `Requester.person`."""
        key = Requester.of(player, "").key
        return key if player.account else self._addresses.get(key, key)


class RequestLimiter:
    """Rate limiter with two buckets per request. That of its player or address has `size` tokens and gains
    `rate` a second; that of all guests and spectators of an address has `together` times as many, since one
    person can create any number of guests."""

    def __init__(self, size: float, rate: float, together: float) -> None:
        self._each, self._together = RateLimiter(size, rate), RateLimiter(size * together, rate * together)

    def take(self, who: Requester, cost: float = 1) -> None:
        """Take `cost` from both buckets. Refusal `too_many`."""
        self._each.take(who.key, cost)
        if who.address is not None:
            self._together.take(who.address, cost)


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
