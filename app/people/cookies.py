"""Session cookies: set on sign-in, renewed by `GET /api/me`, deleted on sign-out."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from app.people import auth
from app.people.feature import People
from app.people.sign_in_store import NewSignIn, new_sign_in


def begin_session(request: Request) -> NewSignIn:
    """Return a new session for the browser of a request, not yet stored."""
    return new_sign_in(request.headers.get("user-agent", ""))


def set_cookie(response: Response, people: People, value: str) -> None:
    """Set the session cookie to `value` for a year."""
    response.set_cookie(
        people.auth.cookie_name,
        value,
        max_age=auth.COOKIE_MAX_AGE,
        path="/",
        httponly=True,
        samesite="lax",
        secure=people.auth.secure_cookie,
    )


def set_session_cookie(response: Response, people: People, new: NewSignIn, player: str) -> None:
    """Set the cookie of a new session of a player."""
    set_cookie(response, people, people.auth.sign(new, player))


def delete_cookie(response: Response, people: People) -> None:
    """Delete the session cookie."""
    name, secure = people.auth.cookie_name, people.auth.secure_cookie
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=secure)
