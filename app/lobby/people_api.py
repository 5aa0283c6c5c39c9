"""Endpoints for players: profiles, settings, blocks, and who is online.

Here, not in `app.people`, since profiles show presence, games and ratings, which are above people, and since
a block declines challenges.
"""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import UNSET
from msgspec.structs import replace

from app.core.errors import Refusal
from app.db.clock import now
from app.http.requests import AccountOwner, CurrentPlayer, RequiredPlayer, WritingPlayer
from app.http.routes import BODY_ERRORS, route
from app.lobby.feature import Lobby, LobbyFeature
from app.model import messages as shared
from app.model.game_info import Player
from app.people import account_messages as accounts
from app.people.player_store import PlayerProfile
from app.results.messages import PlayerRating, Profile

router = APIRouter(prefix="/api", tags=["people"])


@route(
    router,
    "PATCH",
    "/me",
    errors=(*BODY_ERRORS, "no_account", "bad_name", "name_taken", "bad_login", "bad_password", "busy"),
)
async def change_settings(found: AccountOwner, lobby: LobbyFeature, body: accounts.AccountChanges) -> Profile:
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
    ratings = await _ratings(lobby, found.player)  # a read after the change could fail
    return _profile_json(lobby, await lobby.people.accounts.change(found, body), ratings, own=True)


@route(router, "GET", "/players/online")
async def list_online(lobby: LobbyFeature) -> accounts.Online:
    """List online players: listed players with an account, by name, at most 50; and the number of all people
    online."""
    found = await lobby.online.people()
    items = [shared.Person(player.id, player.name) for player in found]
    return accounts.Online(items, lobby.online.count())


@route(router, "GET", "/people/{name}", errors=("nobody", "not_found"))
async def profile(name: str, lobby: LobbyFeature, player: CurrentPlayer) -> Profile:
    """Return a player's profile by name."""
    found = await lobby.people.accounts.find(name)
    own = player is not None and player.id == found.player.id
    made = _profile_json(lobby, found, await _ratings(lobby, found.player), own=own)
    shown = own or found.hidden is None
    won = await lobby.results.badges.of_player(found.player.id) if shown else []
    return replace(made, badges=won)


async def _ratings(lobby: Lobby, player: Player) -> list[PlayerRating]:
    return [
        PlayerRating(
            rules=one.key.rules,
            seat=one.key.seat,
            rating=round(one.rating.rating),
            deviation=round(one.rating.deviation),
            provisional=one.rating.provisional,
            games=one.games,
        )
        for one in await lobby.results.ratings.of_player(player.id, now())
    ]


def _profile_json(lobby: Lobby, found: PlayerProfile, ratings: list[PlayerRating], *, own: bool) -> Profile:
    listed = (found.listed and found.hidden is None) if own else None
    shown = not own and found.listed and found.hidden is None
    online = lobby.online.has(found.player.id) if shown else UNSET
    person = shared.Person(found.player.id, found.player.name)
    return Profile(person, found.created, listed, ratings, online)


@route(router, "GET", "/me/blocks", errors=("nobody",))
async def list_blocks(player: RequiredPlayer, lobby: LobbyFeature) -> accounts.Blocks:
    """List the players that the current player blocks."""
    blocked = await lobby.people.blocks.blocked_by(player.id)
    return accounts.Blocks([shared.Person(one.id, one.name) for one in blocked])


BLOCK_ERRORS = ("nobody", "foreign_origin", "not_found", "too_many")


@route(
    router,
    "PUT",
    "/me/blocks/{name}",
    status=204,
    errors=(*BLOCK_ERRORS, "bad_message", "too_many_blocks"),
)
async def block(name: str, player: WritingPlayer, lobby: LobbyFeature) -> None:
    """Block a player: no challenges, pairing, joining or chat between the two. Declines the open challenges
    between them with `no`. At most 500 players."""
    other = (await lobby.people.accounts.find(name)).player
    if other.id == player.id:
        raise Refusal("bad_message", message="You cannot block yourself.")
    await lobby.pairing_store.block(player.id, other.id, now())


@route(router, "DELETE", "/me/blocks/{name}", status=204, errors=BLOCK_ERRORS)
async def unblock(name: str, player: WritingPlayer, lobby: LobbyFeature) -> None:
    """Unblock a player."""
    other = (await lobby.people.accounts.find(name)).player
    await lobby.people.blocks.remove(player.id, other.id)
