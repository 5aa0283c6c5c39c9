"""Authentication by bearer token or signed cookie, with a cache of players; Origin check; client address.

A token goes before the cookie; without either the client is a spectator. A cookie that does not verify
counts as none; a token that does not is refused, and never falls back to the cookie. A missing Origin is
allowed (programs), a present one must be ours or listed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from ipaddress import IPv6Address, IPv6Network
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer

from app.db.players import PlayerStore
from app.domain.game_info import Player
from app.errors import Refusal
from app.settings import Settings

COOKIE = "richelieu"
COOKIE_AGE = 365 * 24 * 60 * 60  # seconds
CACHE_SIZE = 10_000  # players cached by their ids


def client_address(scope: Mapping[str, Any]) -> str:
    """The client's address in an ASGI scope, "" where there is none. A proxy's forwarded headers are applied
    by the server before, for `proxies` only."""
    client = scope.get("client")
    return network_of(client[0]) if client else ""


def network_of(address: str) -> str:
    """The address under which a client is counted: of IPv6 its /64, which one person may have whole."""
    if ":" not in address:
        return address
    try:
        known = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return str(IPv6Network((known, 64), strict=False).network_address)


class Auth:
    """Takes the values of headers and cookie; reading them from a request is the caller's part."""

    def __init__(self, players: PlayerStore, settings: Settings, secret: str) -> None:
        self._players = players
        self._origins = frozenset(filter(None, (settings.public_url, *settings.origins)))
        self._signer = URLSafeSerializer(secret, salt="cookie")
        self._cache: OrderedDict[str, Player] = OrderedDict()
        self.secure_cookie = settings.public_url.startswith("https://")

    async def player(self, authorization: str | None, cookie: str | None) -> Player | None:
        """The player of an Authorization header or a cookie, None for a spectator. Refusal `nobody`: a token
        that does not verify."""
        if authorization is None:
            return await self._player_by_cookie(cookie) if cookie else None
        scheme, _, token = authorization.partition(" ")
        bearer = scheme.lower() == "bearer"
        player = await self._players.player_by_token(token.strip()) if bearer else None
        if player is None:
            raise Refusal("nobody", message="this token is not known")
        return player

    def sign(self, player: Player) -> str:
        """The cookie's value for a player."""
        return str(self._signer.dumps(player.id))

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """Refusal `foreign_origin`: the Origin header is neither ours (by the Host header) nor listed."""
        if origin is None or origin in self._origins:
            return
        try:
            parts = urlsplit(origin)
            ours = parts.scheme in ("http", "https") and parts.netloc == host
        except ValueError:
            ours = False
        if not ours or origin != f"{parts.scheme}://{parts.netloc}":
            raise Refusal("foreign_origin", origin=origin[:200])

    async def _player_by_cookie(self, cookie: str) -> Player | None:
        try:
            player_id = self._signer.loads(cookie)
        except BadSignature:
            return None
        if not isinstance(player_id, str):
            return None
        if player_id not in self._cache:
            player = await self._players.player(player_id)
            if player is None:
                return None
            self._cache[player_id] = player
            if len(self._cache) > CACHE_SIZE:
                self._cache.popitem(last=False)
        self._cache.move_to_end(player_id)
        return self._cache[player_id]
