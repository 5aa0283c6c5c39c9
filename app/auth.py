"""Who is asking: a token before a cookie, otherwise a spectator. And from where: foreign pages may not write.

A cookie that does not verify counts as none; a token that does not is refused, and never falls back to the
cookie. A missing Origin is allowed (programs), a present one must be ours or listed.
"""

from __future__ import annotations

from collections import OrderedDict
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.db.players import PlayerStore
from app.domain.game_info import Player
from app.errors import Refusal
from app.settings import Settings

COOKIE = "richelieu"
YEAR = 365 * 24 * 60 * 60
KEPT = 10_000  # players remembered by their cookies


class Auth:
    """Reads who asks from the headers of a request or handshake."""

    def __init__(self, people: PlayerStore, settings: Settings, secret: str) -> None:
        self._people = people
        self._settings = settings
        self._signer = URLSafeSerializer(secret, salt="cookie")
        self._known: OrderedDict[str, Player] = OrderedDict()

    async def player(self, asked: HTTPConnection) -> Player | None:
        """The player who asks, None for a spectator. Refusal `nobody`: a token that does not verify."""
        header = asked.headers.get("authorization")
        if header is not None:
            scheme, _, token = header.partition(" ")
            bearer = scheme.lower() == "bearer"
            player = await self._people.player_by_token(token.strip()) if bearer else None
            if player is None:
                raise Refusal("nobody", message="this token is not known")
            return player
        cookie = asked.cookies.get(COOKIE)
        return await self._by_cookie(cookie) if cookie else None

    async def writer(self, asked: HTTPConnection) -> Player:
        """The player who asks. Refusal `nobody`: a spectator."""
        player = await self.player(asked)
        if player is None:
            raise Refusal("nobody", message="become a guest first: POST /api/players/guest")
        return player

    def greet(self, answer: Response, player: Player) -> None:
        """Gives a browser the cookie of a player."""
        answer.set_cookie(
            COOKIE,
            self._signer.dumps(player.id),
            max_age=YEAR,
            httponly=True,
            samesite="lax",
            secure=self._settings.public_url.startswith("https://"),
        )

    def check_origin(self, asked: HTTPConnection) -> None:
        """Refusal `foreign_origin`: a page of another house asks."""
        origin = asked.headers.get("origin")
        known = (self._settings.public_url, *self._settings.origins)
        if origin is None or (origin and origin in known):
            return
        try:
            parts = urlsplit(origin)
            ours = parts.scheme in ("http", "https") and parts.netloc == asked.headers.get("host")
        except ValueError:
            ours = False
        if not ours or origin != f"{parts.scheme}://{parts.netloc}":
            raise Refusal("foreign_origin", origin=origin[:200])

    async def _by_cookie(self, cookie: str) -> Player | None:
        try:
            who = self._signer.loads(cookie)
        except BadSignature:
            return None
        if not isinstance(who, str):
            return None
        if who not in self._known:
            player = await self._people.player(who)
            if player is None:
                return None
            self._known[who] = player
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(who)
        return self._known[who]
