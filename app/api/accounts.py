"""HTTP for accounts: signing up, in and out, recovery, and the sessions of the current player."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.api.account_changes import forget_all, forget_player, limit_sign_ins
from app.api.cookies import begin_session, delete_cookie, set_session_cookie
from app.api.players import self_json
from app.api.routes import route
from app.clock import now
from app.container import Services
from app.db.people.accounts import Secrets
from app.db.people.sign_ins import Credential
from app.domain.names import check_name
from app.domain.passwords import check_password, hash_code, new_recovery_code
from app.errors import Refusal
from app.http.requests import AppServices, ClientAddress, CurrentCredential, Owner
from app.messages import accounts

router = APIRouter(prefix="/api", tags=["people"])

BODY = ("foreign_origin", "not_json", "bad_message", "too_large", "too_many")


@route(
    router,
    "POST",
    "/accounts",
    status=201,
    errors=(*BODY, "name_taken", "signed_in", "bad_name", "bad_password", "busy"),
)
async def sign_up(
    found: CurrentCredential,
    services: AppServices,
    address: ClientAddress,
    request: Request,
    response: Response,
    body: accounts.Credentials,
) -> accounts.SignedUp:
    """A new account; the guest who asks keeps id, games and seats."""
    if found and found.player.account:
        raise Refusal("signed_in", message="you have an account already")
    await limit_sign_ins(services, address, body.name)
    name = check_name(body.name)
    check_password(body.password, name)
    if await services.accounts.login(name):
        raise Refusal("name_taken", message="somebody has this name, or one that looks alike")
    code = new_recovery_code()
    secrets = Secrets(await services.passwords.hash(body.password), hash_code(code))
    new = begin_session(request)
    player = await services.accounts.create(found, name, secrets, new, now())
    await forget_player(services, player.id)
    set_session_cookie(response, services, new)
    return accounts.SignedUp(await _self(services, player.id), code)


@route(router, "POST", "/logins", errors=(*BODY, "bad_login", "closed", "busy"))
async def sign_in(
    found: CurrentCredential,
    services: AppServices,
    address: ClientAddress,
    request: Request,
    response: Response,
    body: accounts.Credentials,
) -> accounts.SignedIn:
    """Signs in with name and password. The games and scores of a guest who does so in their browser come
    along."""
    await limit_sign_ins(services, address, body.name)
    login = await services.accounts.login(body.name)
    if not await services.passwords.verify(login.password if login else None, body.password) or not login:
        raise Refusal("bad_login", message="no account has this name and password")
    if login.closed is not None:
        raise Refusal("closed", message="this account was closed by a moderator")
    new, player = begin_session(request), login.player.id
    await services.sign_ins.create_session(player, new, now())
    await _leave(services, found, player)
    set_session_cookie(response, services, new)
    return accounts.SignedIn(await _self(services, player))


async def _leave(services: Services, found: Credential | None, account: str) -> None:
    """The session that signed in anew ends; that of a guest, who becomes this account, with all they have."""
    if found is None or found.session is None:
        return
    if not found.player.account:
        games = await services.player_data.merge(found.player.id, account, now())
        await forget_all(services, [found.key, f"person {found.player.id}"], games)
    elif await services.sign_ins.end_session(found.player.id, found.session, now()):
        services.auth.forget([found.key])


@route(router, "POST", "/accounts/recover", errors=(*BODY, "bad_login", "closed", "bad_password", "busy"))
async def recover(
    services: AppServices,
    address: ClientAddress,
    request: Request,
    response: Response,
    body: accounts.Recovery,
) -> accounts.SignedUp:
    """Sets a new password by the recovery code, which then is used up: the answer has a new one. All sessions
    and tokens end."""
    await limit_sign_ins(services, address, body.name)
    login, given = await services.accounts.login(body.name), hash_code(body.code)
    check_password(body.password, body.name)
    hashed = await services.passwords.hash(body.password)  # also where it is for nothing: it takes as long
    if login is None or login.recovery != given:
        raise Refusal("bad_login", message="no account has this name and recovery code")
    if login.closed is not None:
        raise Refusal("closed", message="this account was closed by a moderator")
    code, new, player = new_recovery_code(), begin_session(request), login.player.id
    secrets = Secrets(hashed, hash_code(code))
    services.auth.forget(await services.accounts.recover(player, given, secrets, new, now()))
    set_session_cookie(response, services, new)
    return accounts.SignedUp(await _self(services, player), code)


async def _self(services: Services, player: str) -> accounts.Self:
    known = await services.players.profile_by_id(player)
    if known is None:
        raise Refusal("nobody", message="this account was deleted meanwhile")
    return self_json(known)


# Sessions


@route(router, "DELETE", "/logins/current", status=204, errors=("foreign_origin", "too_many", "not_found"))
async def sign_out(found: Owner, services: AppServices, response: Response) -> None:
    """Signs out in this browser."""
    if found.session is None:
        raise Refusal("not_found", message="a token is no session")
    await services.sign_ins.end_session(found.player.id, found.session, now())
    services.auth.forget([found.key])
    delete_cookie(response, services)


@route(router, "GET", "/me/sessions")
async def list_sessions(found: Owner, services: AppServices) -> accounts.SignInSessions:
    """The browsers in which the current player is signed in."""
    known = await services.sign_ins.sessions(found.player.id, now())
    return accounts.SignInSessions(
        [
            accounts.SignInSession(one.id, one.created, one.seen, one.agent, one.id == found.session)
            for one in known
        ]
    )


@route(router, "DELETE", "/me/sessions/{id}", status=204, errors=("foreign_origin", "too_many", "not_found"))
async def end_session(id: str, found: Owner, services: AppServices, response: Response) -> None:
    """Signs out in another browser."""
    if "\0" in id or not await services.sign_ins.end_session(found.player.id, id, now()):
        raise Refusal("not_found", session=id[:40])
    services.auth.forget([f"session {id}"])
    if id == found.session:
        delete_cookie(response, services)


@route(router, "DELETE", "/me/sessions", status=204, errors=("foreign_origin", "too_many"))
async def end_all_sessions(found: Owner, services: AppServices, response: Response) -> None:
    """Signs out everywhere, and ends the tokens of guests; personal tokens go on."""
    services.auth.forget(await services.sign_ins.end_everything(found.player.id, now()))
    delete_cookie(response, services)
