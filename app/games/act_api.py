"""Endpoints for the acts and the chat of a game; each body is the socket message without `t`.

Every act returns the state that contains it.
"""

from __future__ import annotations

from typing import get_args

from fastapi import APIRouter

from app.games import acts, messages
from app.games.feature import GamesFeature
from app.http.requests import CurrentPlayer, WritingPlayer
from app.http.routes import BODY_ERRORS, route

router = APIRouter(prefix="/api", tags=["games"])

WRITE_ERRORS = ("nobody", *BODY_ERRORS, "not_found", "internal")
ACT_ERRORS = (*WRITE_ERRORS, "not_seated", "stale", "not_your_turn", "game_over", "not_live", "illegal_move")


def _add(message: type[acts.Act]) -> None:
    """Add the endpoint of one act."""

    async def act(id: str, player: WritingPlayer, games: GamesFeature, body: acts.Act) -> messages.State:
        async with games.sessions.open(id) as session:
            await session.act(player, body)
            return session.view.state(player)

    act.__name__, act.__doc__ = message.__name__.lower(), message.__doc__
    act.__annotations__["body"] = message
    path = "moves" if message is acts.Move else act.__name__
    errors = (
        (*ACT_ERRORS, "blocked", "closed", "maintenance")
        if message in (acts.Offer, acts.Answer)
        else ACT_ERRORS
    )
    route(router, "POST", f"/games/{{id}}/{path}", errors=errors)(act)


for kind in get_args(acts.Act):
    _add(kind)


@route(router, "GET", "/games/{id}/chat", errors=("nobody", "not_found"))
async def read_chat(id: str, player: CurrentPlayer, games: GamesFeature) -> messages.ChatLines:
    """Return the last 200 lines of the chat: the players' chat to players, the spectators' chat to others;
    after the end both to players."""
    async with games.sessions.open(id) as session:
        return await games.chat.read(session, player)


@route(router, "POST", "/games/{id}/chat", status=201, errors=(*WRITE_ERRORS, "not_seated"))
async def write_line(
    id: str, player: WritingPlayer, games: GamesFeature, body: acts.Chat
) -> messages.ChatLine:
    """Write a chat line."""
    async with games.sessions.open(id) as session:
        return await games.chat.write(session, player, body.text)


@route(router, "POST", "/games/{id}/hide", status=204, errors=(*WRITE_ERRORS, "not_seated"))
async def hide_chat(id: str, player: WritingPlayer, games: GamesFeature, body: acts.Hide) -> None:
    """Hide the chat with the opponent, or show it again."""
    async with games.sessions.open(id) as session:
        await games.chat.set_hidden(session, player, hidden=body.on)
