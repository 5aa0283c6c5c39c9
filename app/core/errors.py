"""Errors reported to clients, and their HTTP statuses.

A `Refusal` is the client's fault and has a code: over HTTP a status and `{"error": {"code", "detail"}}`, on a
socket a `refused` frame. `TryAgain` is the server's fault: nothing was applied.
"""

from __future__ import annotations

from typing import Any

from engine import GameOver, IllegalMove, NotYourTurn, Stale

STATUS = {
    "not_json": 400,
    "nobody": 401,
    "bad_login": 401,
    "not_seated": 403,
    "foreign_origin": 403,
    "hidden": 403,
    "in_play": 403,
    "no_scope": 403,
    "no_account": 403,
    "blocked": 403,
    "closed": 403,
    "moderator": 403,
    "too_early": 403,
    "not_found": 404,
    "not_allowed": 405,
    "stale": 409,
    "not_your_turn": 409,
    "game_over": 409,
    "not_live": 409,
    "seat_taken": 409,
    "too_many_games": 409,
    "too_many_tokens": 409,
    "too_many_blocks": 409,
    "name_taken": 409,
    "signed_in": 409,
    "too_large": 413,
    "bad_message": 422,
    "bad_name": 422,
    "bad_password": 422,
    "illegal_move": 422,
    "too_many": 429,
    "paused_pairing": 429,
    "internal": 500,
    "maintenance": 503,
    "try_again": 503,
    "busy": 503,
}

NO_PLAYER = "Become a guest first: POST /api/players/guest."
UNFINISHED_DAILY = "This is a daily deal of today. Finish it first, or come back tomorrow."


class Refusal(Exception):
    """An error with a `code` of STATUS. `detail`: what is wrong and where; `retry`: seconds, for status
    429."""

    def __init__(self, code: str, *, retry: float = 1, **detail: Any) -> None:
        super().__init__(code)
        self.code = code
        self.retry = retry
        self.detail = detail

    @property
    def status(self) -> int:
        return STATUS[self.code]


class TryAgain(Refusal):
    """The database was unavailable; nothing was applied."""

    def __init__(self, why: str = "The database is not available.") -> None:
        super().__init__("try_again", message=why)


class Unreadable(TryAgain):
    """One game cannot be read, although the database is available: work on others goes on."""

    def __init__(self) -> None:
        super().__init__("This game cannot be read at present.")


def refusal(error: IllegalMove) -> Refusal:
    match error:
        case Stale():
            return Refusal("stale", message=str(error))
        case GameOver():
            return Refusal("game_over", message=str(error))
        case NotYourTurn():
            return Refusal("not_your_turn", message=str(error))
        case _:
            return Refusal("illegal_move", rule=error.rule, message=str(error))


def internal_error(request: str | None) -> Refusal:
    """Return the Refusal for a server fault that was logged with this request id. It is unknown whether
    anything was applied."""
    return Refusal(
        "internal", message=f"Internal error. It was logged with request id {request}.", request=request
    )
