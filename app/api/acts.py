"""HTTP for the messages of a game: the socket's message without `t`.

Every act is an endpoint that returns the state that contains it.
"""

from __future__ import annotations

from typing import get_args

from fastapi import APIRouter

from app.api.games import WRITE_ERRORS
from app.api.routes import route
from app.http.requests import AppServices, CurrentPlayer, WritingPlayer
from app.messages import games as messages

router = APIRouter(prefix="/api", tags=["games"])

ACT_ERRORS = (
    *WRITE_ERRORS,
    *("not_seated", "stale", "not_your_turn", "game_over", "not_live", "illegal_move"),
)


def _add(message: type[messages.Act]) -> None:
    """Add the endpoint of an act."""

    async def act(
        id: str, player: WritingPlayer, services: AppServices, body: messages.Act
    ) -> messages.State:
        async with services.sessions.open(id) as session:
            await session.act(player, body)
            return session.view.state(player)

    act.__name__, act.__doc__ = message.__name__.lower(), message.__doc__
    act.__annotations__["body"] = message
    path = "moves" if message is messages.Move else act.__name__
    errors = (
        (*ACT_ERRORS, "blocked", "closed", "maintenance")
        if message in (messages.Offer, messages.Answer)
        else ACT_ERRORS
    )
    route(router, "POST", f"/games/{{id}}/{path}", errors=errors)(act)


for kind in get_args(messages.Act):
    _add(kind)


@route(router, "GET", "/games/{id}/chat", errors=("nobody", "not_found"))
async def read_chat(id: str, player: CurrentPlayer, services: AppServices) -> messages.ChatLines:
    """The last 200 lines of the chat: of the players, or for anybody else of the spectators; after the end
    players get both."""
    async with services.sessions.open(id) as session:
        return await services.chat.read(session, player)


@route(router, "POST", "/games/{id}/chat", status=201, errors=(*WRITE_ERRORS, "not_seated"))
async def write_line(
    id: str, player: WritingPlayer, services: AppServices, body: messages.Chat
) -> messages.ChatLine:
    """Writes a line into the chat."""
    async with services.sessions.open(id) as session:
        return await services.chat.write(session, player, body.text)


@route(router, "POST", "/games/{id}/hide", status=204, errors=(*WRITE_ERRORS, "not_seated"))
async def hide_chat(id: str, player: WritingPlayer, services: AppServices, body: messages.Hide) -> None:
    """Hides the chat with the opponent, or shows it again."""
    async with services.sessions.open(id) as session:
        await services.chat.set_hidden(session, player, hidden=body.on)
