"""HTTP for personal tokens, by which programs act for a player."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter

from app.api.account_changes import require_account
from app.api.accounts import BODY
from app.api.routes import route
from app.clock import now
from app.errors import Refusal
from app.http.requests import AppServices, Owner
from app.messages import accounts

router = APIRouter(prefix="/api/tokens", tags=["people"])


@route(router, "GET", "")
async def list_tokens(found: Owner, services: AppServices) -> accounts.Tokens:
    """The personal tokens of the current player."""
    items = [
        accounts.TokenItem(one.id, one.name, _scopes(one.scopes), one.created, one.used)
        for one in await services.sign_ins.tokens(found.player.id)
    ]
    return accounts.Tokens(items)


@route(router, "POST", "", status=201, errors=(*BODY, "no_account", "too_many_tokens"))
async def create_token(found: Owner, services: AppServices, body: accounts.NewToken) -> accounts.CreatedToken:
    """A new personal token, which is shown only here."""
    require_account(found)
    scopes = sorted(set(body.scopes), reverse=True)
    made, text = await services.sign_ins.create_token(found.player.id, now(), body.name, scopes)
    return accounts.CreatedToken(made.id, made.name, _scopes(made.scopes), made.created, None, text)


@route(router, "DELETE", "/{id}", status=204, errors=("foreign_origin", "too_many", "not_found"))
async def end_token(id: str, found: Owner, services: AppServices) -> None:
    """Ends a personal token."""
    key = await services.sign_ins.end_token(found.player.id, id, now()) if "\0" not in id else None
    if key is None:
        raise Refusal("not_found", token=id[:40])
    services.auth.forget([key])


def _scopes(stored: tuple[str, ...]) -> list[accounts.Scope]:
    return [cast(accounts.Scope, scope) for scope in stored]
