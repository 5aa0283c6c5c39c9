"""Endpoints for personal tokens, with which programs act for a player."""

from __future__ import annotations

from typing import cast

from fastapi import APIRouter

from app.http.requests import AccountOwner
from app.http.routes import BODY_ERRORS, route
from app.people import account_messages as accounts
from app.people.feature import PeopleFeature

router = APIRouter(prefix="/api/tokens", tags=["people"])


@route(router, "GET", "")
async def list_tokens(found: AccountOwner, people: PeopleFeature) -> accounts.Tokens:
    """List the current player's tokens."""
    items = [
        accounts.TokenItem(one.id, one.name, _scopes(one.scopes), one.created, one.used)
        for one in await people.sign_ins.tokens(found.player.id)
    ]
    return accounts.Tokens(items)


@route(router, "POST", "", status=201, errors=(*BODY_ERRORS, "no_account", "too_many_tokens"))
async def create_token(
    found: AccountOwner, people: PeopleFeature, body: accounts.NewToken
) -> accounts.CreatedToken:
    """Create a personal token. Its text is shown only here."""
    made, text = await people.accounts.create_token(found, body)
    return accounts.CreatedToken(made.id, made.name, _scopes(made.scopes), made.created, None, text)


@route(router, "DELETE", "/{id}", status=204, errors=("foreign_origin", "too_many", "not_found"))
async def end_token(id: str, found: AccountOwner, people: PeopleFeature) -> None:
    """Revoke a token."""
    await people.accounts.end_token(found, id)


def _scopes(stored: tuple[str, ...]) -> list[accounts.Scope]:
    return [cast(accounts.Scope, scope) for scope in stored]
