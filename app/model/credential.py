"""Authentication of a request: whose it is, and what it may do."""

from __future__ import annotations

from dataclasses import dataclass

from app.model.game_info import Player


@dataclass(frozen=True, slots=True)
class Credential:
    """Authentication of a request.

    - `key`: of the session or token in `revocations`.
    - `session`: id of the session; None: a token.
    - `scopes`: of a token; None: all.
    - `own`: may change the account.
    - `seen`: last use, rounded to the hour."""

    player: Player
    key: str
    session: str | None = None
    scopes: frozenset[str] | None = None
    own: bool = True
    seen: int = 0

    def may(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes
