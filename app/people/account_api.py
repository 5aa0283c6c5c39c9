"""Endpoints for guests, accounts, sign-in sessions, and the tokens with which programs act for a player.

The session cookie is set on sign-in, renewed by `GET /api/me`, and deleted on sign-out.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from msgspec import UNSET
from msgspec.structs import asdict
from starlette.requests import Request
from starlette.responses import Response

from app.db.clock import now
from app.http.requester import client_address
from app.http.requests import AccountOwner, ClientAddress, CurrentCredential, cookies_of
from app.http.routes import BODY_ERRORS, route
from app.model.credential import Credential
from app.people import account_messages as accounts
from app.people import auth
from app.people.feature import People, PeopleFeature
from app.people.sign_in_guard import SignInOrigin
from app.people.sign_in_store import NewSignIn, new_sign_in


async def get_sign_in_client(request: Request, people: PeopleFeature) -> SignInOrigin:
    former = people.auth.former_session(cookies_of(request))
    return SignInOrigin(client_address(request.scope), former)


SignInClient = Annotated[SignInOrigin, Depends(get_sign_in_client)]


async def begin_session(request: Request) -> NewSignIn:
    """Return a new session for the browser of a request, not yet stored."""
    return new_sign_in(request.headers.get("user-agent", ""))


NewSession = Annotated[NewSignIn, Depends(begin_session)]

router = APIRouter(prefix="/api", tags=["people"])

EXPORT_COST = 50.0  # of the read limit


@route(
    router,
    "POST",
    "/accounts",
    status=201,
    errors=(*BODY_ERRORS, "name_taken", "signed_in", "bad_name", "bad_password", "busy"),
)
async def sign_up(
    found: CurrentCredential,
    people: PeopleFeature,
    address: ClientAddress,
    new: NewSession,
    response: Response,
    body: accounts.Credentials,
) -> accounts.SignedUp:
    """Create an account. A guest who signs up keeps id, games, seats and tokens. `bad_password` has
    `detail.rule`: `length` (8 to 128 characters), `common` or `name`; names are as in `PATCH /api/me`."""
    known, code = await people.accounts.sign_up(found, address, body, new)
    set_session_cookie(response, people, new, known.player.id)
    return accounts.SignedUp(known.own_view(), code)


@route(router, "POST", "/logins", errors=(*BODY_ERRORS, "bad_login", "closed", "busy"))
async def sign_in(
    found: CurrentCredential,
    people: PeopleFeature,
    client: SignInClient,
    new: NewSession,
    response: Response,
    body: accounts.Credentials,
) -> accounts.SignedIn:
    """Sign in with name and password. Games and scores of the guest in this browser are merged into the
    account; if the account already has the seat or the attempt, it stays with the guest and no longer counts
    as a first attempt. `bad_login` is the same for an unknown name and a wrong password.

    Failures count by address and name, more loosely by address, and by name alone as a delay of at most 5 s;
    a browser in which the player is or was signed in has its own count.
    """
    known = await people.accounts.sign_in(found, client, body, new)
    set_session_cookie(response, people, new, known.player.id)
    return accounts.SignedIn(known.own_view())


@route(
    router,
    "POST",
    "/accounts/recover",
    errors=(*BODY_ERRORS, "bad_login", "closed", "too_early", "bad_password", "busy"),
)
async def recover(
    people: PeopleFeature,
    client: SignInClient,
    new: NewSession,
    response: Response,
    body: accounts.Recovery,
) -> accounts.SignedUp:
    """Set a new password with the recovery code. The code is used up; the response has a new one. Revokes all
    sessions and tokens. A code issued by the operator is 403 `too_early` before its time."""
    known, code = await people.accounts.recover(client, body, new)
    set_session_cookie(response, people, new, known.player.id)
    return accounts.SignedUp(known.own_view(), code)


@route(router, "DELETE", "/me/reset", status=204, errors=("foreign_origin", "too_many"))
async def cancel_reset(found: AccountOwner, people: PeopleFeature) -> None:
    """Withdraw the recovery code that the operator issued for the account, if any."""
    await people.accounts.store.cancel_recovery_code(found.player.id, now())


# Guests, and the current player


@route(router, "POST", "/players/guest", status=201, also=(200,), errors=("foreign_origin", "too_many"))
async def create_guest(
    people: PeopleFeature,
    address: ClientAddress,
    found: CurrentCredential,
    new: NewSession,
    request: Request,
    response: Response,
) -> accounts.Guest:
    """Create a guest with a generated name. Browsers get a cookie, programs use the token. With a guest's
    cookie: status 200, the same player and a fresh token. With an account's cookie: no token."""
    guest = await people.accounts.become_guest(found, address, new)
    if guest.new:
        set_session_cookie(response, people, new, guest.player.id)
    elif found:
        _renew_cookie(people, found, request, response)
        response.status_code = 200
    return accounts.Guest(guest.player.id, guest.player.name, guest.token or UNSET)


def _renew_cookie(people: People, found: Credential, request: Request, response: Response) -> None:
    """Renew the session cookie of the request, if any, for another year."""
    if found.session:
        set_cookie(response, people, cookies_of(request)[people.auth.cookie_name])


@route(router, "GET", "/me")
async def me(
    found: CurrentCredential, people: PeopleFeature, request: Request, response: Response
) -> accounts.Me:
    """Return the current player; null for a spectator."""
    known = await people.players.profile_by_id(found.player.id) if found else None
    if found is None or known is None:
        return accounts.Me(None)
    _renew_cookie(people, found, request, response)
    return accounts.Me(known.own_view(), UNSET if known.reset_at is None else accounts.Reset(known.reset_at))


@route(router, "DELETE", "/me", status=204, errors=(*BODY_ERRORS, "bad_login", "busy", "closed"))
async def delete_me(
    found: AccountOwner, people: PeopleFeature, response: Response, body: accounts.AccountEnd
) -> None:
    """Delete the current player for good; an account needs its password. Sign-ins, new seats and rematch
    offers are refused first, then running games are resigned, and unstarted ones aborted. The games stay,
    under a new id and the name of a former player."""
    await people.accounts.delete(found, body.password)
    delete_cookie(response, people)


@route(router, "GET", "/me/data", cost=EXPORT_COST)
async def export_data(found: AccountOwner, people: PeopleFeature, response: Response) -> accounts.Data:
    """Return all stored data of the current player as a file, without hashes of secrets and deals that are
    still secret."""
    known = await people.accounts.profile(found.player.id)
    tables = {name: rows async for name, rows in people.player_data.export(found.player.id)}
    response.headers["content-disposition"] = 'attachment; filename="richelieu.json"'
    return accounts.Data(known.own_view(), tables)


# Sessions


@route(router, "DELETE", "/logins/current", status=204, errors=("foreign_origin", "too_many", "not_found"))
async def sign_out(found: AccountOwner, people: PeopleFeature, response: Response) -> None:
    """Sign out in this browser."""
    await people.accounts.sign_out(found)
    delete_cookie(response, people)


@route(router, "GET", "/me/sessions")
async def list_sessions(found: AccountOwner, people: PeopleFeature) -> accounts.SignInSessions:
    """List the browsers in which the current player is signed in."""
    known = await people.sign_ins.sessions(found.player.id, now())
    return accounts.SignInSessions(
        [
            accounts.SignInSession(one.id, one.created, one.seen, one.agent, one.id == found.session)
            for one in known
        ]
    )


@route(router, "DELETE", "/me/sessions/{id}", status=204, errors=("foreign_origin", "too_many", "not_found"))
async def end_session(id: str, found: AccountOwner, people: PeopleFeature, response: Response) -> None:
    """Sign out in one browser."""
    await people.accounts.end_session(found, id)
    if id == found.session:
        delete_cookie(response, people)


@route(router, "DELETE", "/me/sessions", status=204, errors=("foreign_origin", "too_many"))
async def end_all_sessions(found: AccountOwner, people: PeopleFeature, response: Response) -> None:
    """Sign out everywhere and revoke guest tokens. Personal tokens stay valid."""
    await people.accounts.end_all_sessions(found)
    delete_cookie(response, people)


# Personal tokens


@route(router, "GET", "/tokens")
async def list_tokens(found: AccountOwner, people: PeopleFeature) -> accounts.Tokens:
    """List the current player's tokens."""
    return accounts.Tokens(await people.sign_ins.tokens(found.player.id))


@route(router, "POST", "/tokens", status=201, errors=(*BODY_ERRORS, "no_account", "too_many_tokens"))
async def create_token(
    found: AccountOwner, people: PeopleFeature, body: accounts.NewToken
) -> accounts.CreatedToken:
    """Create a personal token. Its text is shown only here."""
    made, text = await people.accounts.create_token(found, body)
    return accounts.CreatedToken(**asdict(made), token=text)


@route(router, "DELETE", "/tokens/{id}", status=204, errors=("foreign_origin", "too_many", "not_found"))
async def end_token(id: str, found: AccountOwner, people: PeopleFeature) -> None:
    """Revoke a token."""
    await people.accounts.end_token(found, id)


# Cookies


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
    set_cookie(response, people, people.auth.sign(new, player))


def delete_cookie(response: Response, people: People) -> None:
    name, secure = people.auth.cookie_name, people.auth.secure_cookie
    response.delete_cookie(name, path="/", httponly=True, samesite="lax", secure=secure)
