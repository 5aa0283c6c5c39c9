"""Endpoints for accounts: sign up, sign in, sign out, recovery, and sign-in sessions."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from app.db.clock import now
from app.http.requester import client_address
from app.http.requests import AccountOwner, ClientAddress, CurrentCredential, cookies_of
from app.http.routes import BODY_ERRORS, route
from app.people import account_messages as accounts
from app.people.cookies import begin_session, delete_cookie, set_session_cookie
from app.people.feature import PeopleFeature
from app.people.sign_in_guard import SignInOrigin


async def get_sign_in_client(request: Request, people: PeopleFeature) -> SignInOrigin:
    former = people.auth.former_session(cookies_of(request))
    return SignInOrigin(client_address(request.scope), former)


SignInClient = Annotated[SignInOrigin, Depends(get_sign_in_client)]

router = APIRouter(prefix="/api", tags=["people"])


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
    request: Request,
    response: Response,
    body: accounts.Credentials,
) -> accounts.SignedUp:
    """Create an account. A guest who signs up keeps id, games, seats and tokens. `bad_password` has
    `detail.rule`: `length` (8 to 128 characters), `common` or `name`; names are as in `PATCH /api/me`."""
    new = begin_session(request)
    known, code = await people.accounts.sign_up(found, address, body, new)
    set_session_cookie(response, people, new, known.player.id)
    return accounts.SignedUp(known.own_view(), code)


@route(router, "POST", "/logins", errors=(*BODY_ERRORS, "bad_login", "closed", "busy"))
async def sign_in(
    found: CurrentCredential,
    people: PeopleFeature,
    client: SignInClient,
    request: Request,
    response: Response,
    body: accounts.Credentials,
) -> accounts.SignedIn:
    """Sign in with name and password. Games and scores of the guest in this browser are merged into the
    account; if the account already has the seat or the attempt, it stays with the guest and no longer counts
    as a first attempt. `bad_login` is the same for an unknown name and a wrong password.

    Failures count by address and name, more loosely by address, and by name alone as a delay of at most 5 s;
    a browser in which the player is or was signed in has its own count.
    """
    new = begin_session(request)
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
    request: Request,
    response: Response,
    body: accounts.Recovery,
) -> accounts.SignedUp:
    """Set a new password with the recovery code. The code is used up; the response has a new one. Revokes all
    sessions and tokens. A code issued by the operator is 403 `too_early` before its time."""
    new = begin_session(request)
    known, code = await people.accounts.recover(client, body, new)
    set_session_cookie(response, people, new, known.player.id)
    return accounts.SignedUp(known.own_view(), code)


@route(router, "DELETE", "/me/reset", status=204, errors=("foreign_origin", "too_many"))
async def cancel_reset(found: AccountOwner, people: PeopleFeature) -> None:
    """Withdraw the recovery code that the operator issued for the account, if any."""
    await people.accounts.store.cancel_recovery_code(found.player.id, now())


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
