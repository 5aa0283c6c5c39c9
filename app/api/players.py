"""Endpoints for players: guests, the current player, profiles, data export, account deletion."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import UNSET
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from app.api.cookies import begin_session, delete_cookie, set_cookie, set_session_cookie
from app.api.routes import route
from app.clock import now
from app.container import Services
from app.db.people.players import PlayerProfile
from app.db.people.sign_ins import Credential
from app.domain.game_info import Player
from app.http.requests import AccountOwner, AppServices, ClientAddress, CurrentCredential, CurrentPlayer
from app.messages import accounts
from app.messages import games as messages
from app.messages.leaderboards import BadgeJson, PlayerRating, Profile

router = APIRouter(prefix="/api", tags=["people"])

EXPORT_COST = 50.0  # of the read limit


@route(router, "POST", "/players/guest", status=201, also=(200,), errors=("foreign_origin", "too_many"))
async def create_guest(
    services: AppServices,
    address: ClientAddress,
    found: CurrentCredential,
    request: Request,
    response: Response,
) -> messages.Guest:
    """Create a guest with a generated name. Browsers get a cookie, programs use the token. With a guest's
    cookie: status 200, the same player and a fresh token. With an account's cookie: no token."""
    session = begin_session(request)
    guest = await services.accounts.become_guest(found, address, session)
    if guest.new:
        set_session_cookie(response, services, session, guest.player.id)
    elif found:
        _renew_cookie(services, found, request, response)
        response.status_code = 200
    return messages.Guest(guest.player.id, guest.player.name, guest.token or UNSET)


def _renew_cookie(services: Services, found: Credential, request: Request, response: Response) -> None:
    """Renew the session cookie of the request, if any, for another year."""
    if found.session:
        set_cookie(response, services, request.cookies[services.auth.cookie_name])


@route(router, "GET", "/me")
async def me(
    found: CurrentCredential, services: AppServices, request: Request, response: Response
) -> accounts.Me:
    """Return the current player; null for a spectator."""
    known = await services.players.profile_by_id(found.player.id) if found else None
    if found is None or known is None:
        return accounts.Me(None)
    _renew_cookie(services, found, request, response)
    return accounts.Me(self_json(known), UNSET if known.reset_at is None else accounts.Reset(known.reset_at))


def self_json(known: PlayerProfile) -> accounts.Self:
    """Return a player as shown to themselves."""
    player, listed = known.player, known.listed and known.hidden is None
    flags = (player.account, player.moderator, listed, player.muted_until)
    return accounts.Self(player.id, player.name, *flags, known.created)


@route(
    router,
    "PATCH",
    "/me",
    errors=(
        *("foreign_origin", "not_json", "bad_message", "too_large", "too_many", "no_account"),
        *("bad_name", "name_taken", "bad_login", "bad_password", "busy"),
    ),
)
async def change_settings(
    found: AccountOwner, services: AppServices, body: accounts.AccountChanges
) -> Profile:
    """Change whether the current player is listed on leaderboards, or the name or password of their account.

    - A name has 2 to 20 characters: letters of one script, digits, and between them single spaces, hyphens or
      apostrophes. Case, accents, separators and look-alike letters do not distinguish names. `bad_name` has
      `detail.rule`: `length`, `characters`, `reserved` or `confusable`.
    - An account can change its name once a week, else `too_many` with `detail.rule` `renames` and
      `detail.next`, the time. The first change, the return to a reserved former name, and another spelling
      are free. A former name is reserved for 30 days: it is `name_taken` for others, and its page redirects
      unless a moderator withdrew it.
    - A new password ends all other sessions and, unless `keep_tokens` is true, revokes all tokens.
    """
    return await _profile_json(services, await services.accounts.change(found, body), own=True)


@route(
    router,
    "DELETE",
    "/me",
    status=204,
    errors=(
        *("foreign_origin", "not_json", "bad_message", "too_large", "too_many", "bad_login", "busy"),
        "closed",
    ),
)
async def delete_me(
    found: AccountOwner, services: AppServices, response: Response, body: accounts.AccountEnd
) -> None:
    """Delete the current player for good; an account needs its password. Sign-ins, new seats and rematch
    offers are refused first, then running games are resigned, and unstarted ones aborted. The games stay,
    under a new id and the name of a former player."""
    await services.accounts.delete(found, body.password)
    delete_cookie(response, services)


@route(router, "GET", "/me/data", cost=EXPORT_COST)
async def export_data(found: AccountOwner, services: AppServices, response: Response) -> accounts.Data:
    """Return all stored data of the current player as a file, without hashes of secrets and deals that are
    still secret."""
    known = await services.accounts.profile(found.player.id)
    tables = {name: rows async for name, rows in services.player_data.export(found.player.id)}
    response.headers["content-disposition"] = 'attachment; filename="richelieu.json"'
    return accounts.Data(self_json(known), tables)


@route(router, "GET", "/players/online")
async def list_online(services: AppServices) -> accounts.Online:
    """List online players: listed players with an account, by name, at most 50; and the number of all people
    online."""
    found = await services.online.people()
    items = [messages.Person(player.id, player.name) for player in found]
    return accounts.Online(items, services.lobby.online())


@route(router, "GET", "/people/{name}", errors=("nobody", "not_found"))
async def profile(name: str, services: AppServices, player: CurrentPlayer) -> Profile:
    """Return a player's profile by name."""
    found = await services.accounts.find(name)
    own = _is(found.player, player)
    made = await _profile_json(services, found, own=own)
    shown = own or found.hidden is None
    won = await services.badges.of_player(found.player.id) if shown else []
    return replace(made, badges=[BadgeJson(badge.id, badge.at, badge.game) for badge in won])


def _is(found: Player, current: Player | None) -> bool:
    return current is not None and current.id == found.id


async def _profile_json(services: Services, found: PlayerProfile, *, own: bool) -> Profile:
    listed = (found.listed and found.hidden is None) if own else None
    ratings = [
        PlayerRating(
            rules=one.key.rules,
            seat=one.key.seat,
            rating=round(one.rating.rating),
            deviation=round(one.rating.deviation),
            provisional=one.rating.provisional,
            games=one.games,
        )
        for one in await services.ratings.of_player(found.player.id, now())
    ]
    shown = not own and found.listed and found.hidden is None
    online = services.lobby.is_online(found.player.id) if shown else UNSET
    person = messages.Person(found.player.id, found.player.name)
    return Profile(person, found.created, listed, ratings, online)
