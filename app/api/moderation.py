"""HTTP for moderators: what they read and do. To everybody else these addresses are 404."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends

from app.api import pagination
from app.api.account_changes import end_games, forget_all, forget_player
from app.api.accounts import BODY
from app.api.routes import route
from app.clock import now
from app.container import Services
from app.db.people.moderation import Act
from app.db.people.players import PlayerProfile
from app.db.people.sign_ins import Credential
from app.domain.cursors import Int32
from app.domain.derive import derive
from app.domain.game_info import Player
from app.domain.names import check_name
from app.domain.passwords import hash_code, new_recovery_code
from app.errors import Refusal
from app.http.requests import AppServices, Owner
from app.messages import games as messages
from app.messages import moderation
from app.messages.games import NoBody

router = APIRouter(prefix="/api/moderation", tags=["moderation"])

PAGE_SIZE = 50
_report_cursor = msgspec.json.Decoder(tuple[Int32, Int32])
_audit_cursor = msgspec.json.Decoder(Int32)

MODERATES = ("not_found", *BODY)


async def require_moderator(found: Owner) -> Credential:
    """A moderator, by their cookie. Refusal: `nobody`, `not_found`."""
    if not found.player.moderator:
        raise Refusal("not_found", message="there is nothing here")
    return found


Moderator = Annotated[Credential, Depends(require_moderator)]


@route(router, "GET", "/reports", errors=("not_found", "bad_message"))
async def list_reports(_: Moderator, services: AppServices, cursor: str | None = None) -> moderation.Reports:
    """Reports, open ones first, then the newest first."""
    after = pagination.decode_cursor(cursor, _report_cursor)
    found = await services.moderation.reports(PAGE_SIZE + 1, after)
    following = None
    if len(found) > PAGE_SIZE:
        last = found[PAGE_SIZE - 1]
        following = pagination.encode_cursor((int(last.closed is not None), last.id))
    items = [
        moderation.Report(
            *(one.id, one.at, _person(one.reporter), _person(one.player), one.game, one.line, one.quote),
            *(one.text, one.closed),
        )
        for one in found[:PAGE_SIZE]
    ]
    return moderation.Reports(items, following)


@route(router, "POST", "/reports/{id}/close", status=204, errors=MODERATES)
async def close_report(id: int, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Closes a report."""
    if not 0 <= id < 2**31 or not await services.moderation.close_report(id, found.player.id, now()):
        raise Refusal("not_found", report=str(id)[:40])


@route(router, "POST", "/people/{name}/mute", status=204, errors=MODERATES)
async def mute(name: str, found: Moderator, services: AppServices, body: moderation.Mute) -> None:
    """Lets a player write in no chat until a time; null: they can again."""
    player = (await _find(services, name)).player.id
    act = Act(found.player.id, "mute", player, detail={"until": body.until})
    await services.moderation.change(act, {"muted_until": body.until}, now())
    services.auth.forget([f"person {player}"])


@route(router, "POST", "/people/{name}/close", status=204, errors=MODERATES)
async def close_account(name: str, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Closes an account: its running games end, and nobody can sign in to it."""
    player = (await _find(services, name)).player
    keys = await services.moderation.close_account(
        Act(found.player.id, "close_account", player.id), player.id, now()
    )
    services.auth.forget(keys)
    await end_games(services, player)


@route(router, "POST", "/people/{name}/open", status=204, errors=MODERATES)
async def open_account(name: str, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Opens a closed account again."""
    player = (await _find(services, name)).player.id
    await services.moderation.change(Act(found.player.id, "open_account", player), {"closed": None}, now())
    services.auth.forget([f"person {player}"])


@route(router, "POST", "/people/{name}/rename", status=204, errors=(*MODERATES, "bad_name", "name_taken"))
async def rename(name: str, found: Moderator, services: AppServices, body: moderation.Rename) -> None:
    """Gives a player another name."""
    player, new = (await _find(services, name)).player.id, check_name(body.name)
    await services.moderation.rename(Act(found.player.id, "rename", player), player, new, now())
    await forget_player(services, player)


@route(router, "POST", "/people/{name}/reset", errors=(*MODERATES, "no_account"))
async def reset(name: str, found: Moderator, services: AppServices, _: NoBody) -> moderation.ResetCode:
    """A new recovery code for an account, to hand over to the player; the old one ends."""
    player, code = (await _find(services, name)).player.id, new_recovery_code()
    await services.moderation.reset(Act(found.player.id, "reset", player), player, hash_code(code), now())
    return moderation.ResetCode(code)


@route(router, "POST", "/ratings/undo", status=204, errors=(*MODERATES, "too_old"))
async def undo_rating(found: Moderator, services: AppServices, body: moderation.GameId) -> None:
    """Takes back what a game changed in ratings, unless more than 2,000 games have been rated since."""
    games = await services.ratings.undo(body.game, now())
    if not games:
        raise Refusal("not_found", game=body.game[:40])
    services.bus.send("facts", games)
    services.bus.reread(games)
    await services.moderation.record(Act(found.player.id, "undo_rating", game=body.game), now())


@route(router, "POST", "/games/{id}/close", status=204, errors=MODERATES)
async def close_game(id: str, found: Moderator, services: AppServices, _: NoBody) -> None:
    """Takes a game off the lists and leaderboards. A running game of two seats is aborted."""
    async with services.sessions.open(id) as session:
        await session.abort(now())
        people = await services.moderation.unlist(Act(found.player.id, "close_game", game=id), id, now())
        await forget_all(services, [], [id])
    for player in people:
        await services.store.rebuild_results(player, derive)


@route(router, "GET", "/audit", errors=("not_found", "bad_message"))
async def list_audit(_: Moderator, services: AppServices, cursor: str | None = None) -> moderation.Audit:
    """What moderators did, the newest first."""
    found = await services.moderation.audit(PAGE_SIZE + 1, pagination.decode_cursor(cursor, _audit_cursor))
    following = pagination.encode_cursor(found[PAGE_SIZE - 1].n) if len(found) > PAGE_SIZE else None
    items = [
        moderation.AuditEntry(
            *(one.n, one.at, _person(one.moderator), one.act, _person(one.player), one.game, one.detail)
        )
        for one in found[:PAGE_SIZE]
    ]
    return moderation.Audit(items, following)


async def _find(services: Services, name: str) -> PlayerProfile:
    """A player by their name, also one whose account is closed. Refusal: `not_found`."""
    found = await services.players.profile(name, closed=True) if "\0" not in name else None
    if found is None:
        raise Refusal("not_found", name=name[:40])
    return found


def _person(player: Player | None) -> messages.Person | None:
    return messages.Person(player.id, player.name) if player else None
