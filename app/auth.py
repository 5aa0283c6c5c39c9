"""Authentication by bearer token or session cookie, with a cache of sessions; Origin check; client address.

A token goes before the cookie; without either the client is a spectator. A cookie that does not verify
counts as none; a token that does not is refused, and never falls back to the cookie. What ends or changes is
forgotten here at once, and by every other process within REVOCATION_INTERVAL seconds; then the sockets of a
session or token that has ended are closed. A missing Origin is allowed (programs), a present one must be ours
or listed.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import IPv6Address, IPv6Network
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import structlog
from itsdangerous import BadSignature, Signer

from app.clock import now
from app.db.people.sign_ins import HOUR, Credential, NewSignIn, SignInStore
from app.errors import Refusal, TryAgain
from app.settings import Settings

COOKIE = "richelieu"  # without https
SECURE_COOKIE = "__Host-richelieu"  # with https: no other site of the same domain can set it
COOKIE_AGE = 365 * 24 * 60 * 60  # seconds
CACHE_SIZE = 10_000  # sessions cached by their tokens
CACHE_AGE = 60.0  # seconds after which a cached session is read again
REVOCATION_INTERVAL = 2.0  # seconds between two reads of what has been revoked
SWEEP_INTERVAL = 60_000  # milliseconds between two sweeps of what is too old
WINDOW = (
    1000  # revocations that are read again each time: transactions commit in another order than they count
)

log = structlog.get_logger(__name__)


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


class FormerSession(NamedTuple):
    """A session that a browser has or had: the id of its player, and its token."""

    player: str
    token: str


class Auth:
    """Takes the values of headers and cookies; reading them from a request is the caller's part. `secrets`:
    the first signs cookies, all verify."""

    def __init__(self, sign_ins: SignInStore, settings: Settings, secrets: Sequence[str]) -> None:
        self._sign_ins = sign_ins
        self._origins = frozenset(filter(None, (settings.public_url, *settings.origins)))
        self._cache: OrderedDict[str, tuple[Credential, float]] = OrderedDict()  # and when it was read
        self._sockets: dict[str, set[Callable[[], None]]] = {}  # by session, token or player; each ends one
        self._revoked: set[int] = set()  # the numbers of what was forgotten last
        self._secrets: tuple[str, ...] = ()
        self._own_secrets = not settings.secrets  # restored ones count only where none is set
        self.secure_cookie = settings.public_url.startswith("https://")
        self.cookie_name = SECURE_COOKIE if self.secure_cookie else COOKIE
        self._set_secrets(tuple(secrets))

    def _set_secrets(self, secrets: tuple[str, ...]) -> None:
        if secrets != self._secrets:
            self._secrets = secrets
            keys = [secret.encode() for secret in reversed(secrets)]  # the last one signs
            self._signer = Signer(keys, salt="session", digest_method=hashlib.sha256)

    # Who is asking

    async def identify(self, authorization: str | None, cookies: Mapping[str, str]) -> Credential | None:
        """By what a request authenticates, None for a spectator. Refusal `nobody`: a token that does not
        verify."""
        if authorization is None:
            return await self._by_cookie(cookies)
        scheme, _, token = authorization.partition(" ")
        token = token.strip()
        found = await self._sign_ins.by_token(token) if scheme.lower() == "bearer" else None
        if found is None:
            raise Refusal("nobody", message="this token is not known")
        if now() - found.seen > HOUR:
            await self._touch(self._sign_ins.touch_token(token, now()))
        return found

    async def _by_cookie(self, cookies: Mapping[str, str]) -> Credential | None:
        token, _ = self._read_cookie(cookies)
        return await self._by_session(token) if token else None

    def _read_cookie(self, cookies: Mapping[str, str]) -> tuple[str, str]:
        """Return the token of a session, which may have ended, and the id of its player; "" where the cookie
        does not say them."""
        try:
            token, _, player = self._signer.unsign(cookies.get(self.cookie_name, "")).decode().partition(".")
        except (BadSignature, UnicodeError):
            return "", ""
        return token, player

    def former_session(self, cookies: Mapping[str, str]) -> FormerSession | None:
        """Return what the cookie of a browser proves, even if its session has ended."""
        token, player = self._read_cookie(cookies)
        return FormerSession(player, token) if player else None

    async def _by_session(self, token: str) -> Credential | None:
        found, read = self._cache.get(token, (None, 0.0))
        if found is None or monotonic() - read > CACHE_AGE:
            read = monotonic()
            found = await self._sign_ins.by_session(token, now())
            if found is None:
                self._cache.pop(token, None)
                return None
        if found.session and now() - found.seen > HOUR:
            session, found = found.session, replace(found, seen=now())
            await self._touch(self._sign_ins.touch_session(session, now()))
        self._cache[token] = found, read
        self._cache.move_to_end(token)
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return found

    async def _touch(self, work: Any) -> None:
        """A time of use that cannot be written now is left out."""
        try:
            await work
        except TryAgain:
            log.debug("time of use not written")

    def sign(self, new: NewSignIn, player: str) -> str:
        """Return the cookie's value for a session of a player."""
        return self._signer.sign(f"{new.token}.{player}").decode()

    # What has ended

    @contextmanager
    def watch(self, found: Credential | None, end: Callable[[], None]) -> Iterator[None]:
        """Within the block `end` is called if what a socket was opened with ends."""
        keys = {found.key, f"person {found.player.id}"} if found else set[str]()
        for key in keys:
            self._sockets.setdefault(key, set()).add(end)
        try:
            yield
        finally:
            for key in keys:
                self._sockets[key].discard(end)
                if not self._sockets[key]:
                    del self._sockets[key]

    def forget(self, keys: Iterable[str]) -> None:
        """Takes what has been revoked: `session ID` and `token HASH` have ended, `player ID` has changed, all
        that `person ID` is connected by has to be opened anew."""
        for key in keys:
            kind, _, name = key.partition(" ")
            if kind == "session":
                gone = [token for token, (one, _) in self._cache.items() if one.session == name]
            else:
                gone = [token for token, (one, _) in self._cache.items() if one.player.id == name]
            for token in gone:
                del self._cache[token]
            for end in list(self._sockets.get(key, ())):
                end()

    async def run(self) -> None:
        """Until cancelled: forget what any process has revoked."""
        swept = 0
        while True:
            try:
                await self.forget_revoked()
                if now() - swept > SWEEP_INTERVAL:
                    await self._read_secrets()
                    await self._sign_ins.delete_old(now())
                    swept = now()
            except TryAgain as error:
                log.warning("revocations_not_read", error=error.detail["message"])
            except Exception:
                log.exception("revocations_not_read")
            await asyncio.sleep(REVOCATION_INTERVAL)

    async def forget_revoked(self) -> None:
        """Forget what any process has revoked since the last time."""
        found = await self._sign_ins.revocations_after(max(self._revoked, default=0) - WINDOW)
        self.forget(key for n, key in found if n not in self._revoked)
        self._revoked = {n for n, _ in found}

    async def _read_secrets(self) -> None:
        """Takes the secrets of backups that were restored while we serve, unless ours is a setting."""
        if self._own_secrets:
            self._set_secrets((self._secrets[0], *await self._sign_ins.restored_secrets()))

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
