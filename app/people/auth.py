"""Authentication by bearer token or session cookie, with a cache of sessions; Origin check; client address.

A token takes precedence over the cookie; without either the client is a spectator. An invalid cookie is
ignored. An invalid token is refused and never falls back to the cookie. Revocations take effect in this
process immediately and in every other process within REVOCATION_INTERVAL seconds; sockets of a revoked
session or token are closed. A missing Origin is allowed (programs); otherwise it must be the site's own or a
listed one.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import structlog
from cachetools import TTLCache
from itsdangerous import BadSignature, Signer

from app.core.errors import Refusal, TryAgain
from app.db.clock import now
from app.model.credential import Credential
from app.people.sign_in_store import SEEN_INTERVAL_MS, NewSignIn, SignInStore
from app.settings import Settings

COOKIE = "richelieu"  # without https
SECURE_COOKIE = "__Host-richelieu"  # with https: no other site of the same domain can set it
COOKIE_MAX_AGE = 365 * 24 * 60 * 60  # seconds
CACHE_SIZE = 10_000  # sessions cached by their tokens
CACHE_TTL = 60.0  # seconds
REVOCATION_INTERVAL = 2.0  # seconds between two reads of new revocations
SWEEP_INTERVAL_MS = 60_000  # between two deletions of expired rows
REREAD_REVOCATIONS = 1000  # read again each time: transactions commit out of order of their numbers

log = structlog.get_logger(__name__)


class FormerSession(NamedTuple):
    """A session that a browser has or had: id of its player, and its token."""

    player: str
    token: str


class Auth:
    """Authenticates header and cookie values; callers extract these from the request. `secrets`: as for
    `set_secrets`."""

    def __init__(self, sign_ins: SignInStore, settings: Settings, secrets: Sequence[str]) -> None:
        self._sign_ins = sign_ins
        self._origins = frozenset(filter(None, (settings.public_url, *settings.origins)))
        self._cache: TTLCache[str, Credential] = TTLCache(CACHE_SIZE, CACHE_TTL, monotonic)  # by token
        self._sockets: dict[str, set[Callable[[], None]]] = {}  # closers, by session, token or player
        self._revoked: set[int] = set()  # numbers of the last revocations
        self._secrets: tuple[str, ...] = ()
        self._own_secrets = not settings.secrets  # restored secrets are used only without the setting
        self.secure_cookie = settings.public_url.startswith("https://")
        self.cookie_name = SECURE_COOKIE if self.secure_cookie else COOKIE
        self.set_secrets(tuple(secrets))

    def set_secrets(self, secrets: tuple[str, ...]) -> None:
        """Verify cookies by all of these secrets, sign them by the first."""
        if secrets != self._secrets:
            self._secrets = secrets
            keys = [secret.encode() for secret in reversed(secrets)]  # Signer signs with the last key
            self._signer = Signer(keys, salt="session", digest_method=hashlib.sha256)

    # Identification

    async def identify(self, authorization: str | None, cookies: Mapping[str, str]) -> Credential | None:
        """Return the credential of a request, None for a spectator. Refusal `nobody`: invalid token."""
        if authorization is None:
            token, _ = self._read_cookie(cookies)
            return await self._by_session(token) if token else None
        scheme, _, token = authorization.partition(" ")
        token = token.strip()
        found = await self._sign_ins.by_token(token) if scheme.lower() == "bearer" else None
        if found is None:
            raise Refusal("nobody", message="Unknown token. It may have been revoked.")
        if now() - found.seen > SEEN_INTERVAL_MS:
            await self._touch(self._sign_ins.touch_token(token, now()))
        return found

    def _read_cookie(self, cookies: Mapping[str, str]) -> tuple[str, str]:
        """Return token and player id of the cookie's session, which may have ended; "" if the cookie is
        invalid."""
        try:
            token, _, player = self._signer.unsign(cookies.get(self.cookie_name, "")).decode().partition(".")
        except (BadSignature, UnicodeError):
            return "", ""
        return token, player

    def former_session(self, cookies: Mapping[str, str]) -> FormerSession | None:
        """Return the session that the cookie proves, even if it has ended."""
        token, player = self._read_cookie(cookies)
        return FormerSession(player, token) if player else None

    async def _by_session(self, token: str) -> Credential | None:
        if found := self._cache.get(token):
            return found
        found = await self._sign_ins.by_session(token, now())
        if found is None:
            return None
        if found.session and now() - found.seen > SEEN_INTERVAL_MS:
            await self._touch(self._sign_ins.touch_session(found.session, now()))
        self._cache[token] = found
        return found

    async def _touch(self, work: Any) -> None:
        """Write a time of last use; skip it if the database is unavailable."""
        try:
            await work
        except TryAgain:
            log.debug("last_use_not_written")

    def sign(self, new: NewSignIn, player: str) -> str:
        return self._signer.sign(f"{new.token}.{player}").decode()

    # Revocation

    @contextmanager
    def watch(self, found: Credential | None, end: Callable[[], None]) -> Iterator[None]:
        """Call `end` if the credential of a socket is revoked within the block."""
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

    def revoke(self, keys: Iterable[str]) -> None:
        """Apply revocations: `session ID` and `token HASH` have ended, `player ID` has changed, all
        connections of `person ID` must be reopened."""
        for key in keys:
            kind, _, name = key.partition(" ")
            for token in list(self._cache):
                one = self._cache.get(token)
                if one and name == (one.session if kind == "session" else one.player.id):
                    self._cache.pop(token, None)
            for end in list(self._sockets.get(key, ())):
                end()

    async def run(self) -> None:
        """Apply the revocations of all processes until cancelled."""
        swept = 0
        while True:
            try:
                await self.apply_revocations()
                if now() - swept > SWEEP_INTERVAL_MS:
                    await self._read_secrets()
                    await self._sign_ins.delete_old(now())
                    swept = now()
            except TryAgain as error:
                log.warning("revocations_read_failed", error=error.detail["message"])
            except Exception:
                log.exception("revocations_read_failed")
            await asyncio.sleep(REVOCATION_INTERVAL)

    async def apply_revocations(self) -> None:
        """Apply the revocations of all processes since the last call."""
        found = await self._sign_ins.revocations_after(max(self._revoked, default=0) - REREAD_REVOCATIONS)
        self.revoke(key for n, key in found if n not in self._revoked)
        self._revoked = {n for n, _ in found}

    async def _read_secrets(self) -> None:
        """Load the secrets of backups restored meanwhile, unless the secret is a setting."""
        if self._own_secrets:
            self.set_secrets((self._secrets[0], *await self._sign_ins.restored_secrets()))

    def check_origin(self, origin: str | None, host: str | None) -> None:
        """Raise Refusal `foreign_origin` if the Origin header is neither the site's own (by Host) nor
        listed."""
        if origin is None or origin in self._origins:
            return
        try:
            parts = urlsplit(origin)
            same_site = parts.scheme in ("http", "https") and parts.netloc == host
        except ValueError:
            same_site = False
        if not same_site or origin != f"{parts.scheme}://{parts.netloc}":
            raise Refusal("foreign_origin", origin=origin[:200])
