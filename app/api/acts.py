"""HTTP for the acts in a game: a socket's message without `t`, answered with the state that contains it."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.games import WRITE_ERRORS
from app.api.requests import AppServices, CurrentPlayer, WritingPlayer
from app.api.routes import route
from app.domain.game_info import Player
from app.messages import games as messages
from app.services import Services

router = APIRouter(prefix="/api", tags=["games"])

ACT_ERRORS = (
    *WRITE_ERRORS,
    *("not_seated", "stale", "not_your_turn", "game_over", "not_live", "illegal_move"),
)


async def _act(services: Services, id: str, player: Player, message: messages.Act) -> messages.State:
    async with services.sessions.open(id) as session:
        await session.act(player, message)
        return session.state(player)


@route(router, "POST", "/games/{id}/moves", errors=ACT_ERRORS)
async def play_move(
    id: str, player: WritingPlayer, services: AppServices, body: messages.MoveBody
) -> messages.State:
    """Plays a move."""
    return await _act(services, id, player, messages.Move(body.ply, body.move))


@route(router, "POST", "/games/{id}/undo", errors=ACT_ERRORS)
async def undo(
    id: str, player: WritingPlayer, services: AppServices, body: messages.PlyBody
) -> messages.State:
    """Takes the last move back."""
    return await _act(services, id, player, messages.Undo(body.ply))


@route(router, "POST", "/games/{id}/redo", errors=ACT_ERRORS)
async def redo(
    id: str, player: WritingPlayer, services: AppServices, body: messages.PlyBody
) -> messages.State:
    """Does again what was taken back."""
    return await _act(services, id, player, messages.Redo(body.ply))


@route(router, "POST", "/games/{id}/resign", errors=ACT_ERRORS)
async def resign(id: str, player: WritingPlayer, services: AppServices, _: messages.NoBody) -> messages.State:
    """Resigns; in a solitaire, gives up."""
    return await _act(services, id, player, messages.Resign())


@route(router, "POST", "/games/{id}/abort", errors=ACT_ERRORS)
async def abort(id: str, player: WritingPlayer, services: AppServices, _: messages.NoBody) -> messages.State:
    """Ends a game that has hardly begun."""
    return await _act(services, id, player, messages.Abort())


@route(router, "POST", "/games/{id}/offer", errors=(*ACT_ERRORS, "blocked"))
async def offer(
    id: str, player: WritingPlayer, services: AppServices, body: messages.OfferBody
) -> messages.State:
    """Offers a draw, asks for a takeback, or after the end offers a rematch."""
    return await _act(services, id, player, messages.Offer(body.ply, body.what))


@route(router, "POST", "/games/{id}/withdraw", errors=ACT_ERRORS)
async def withdraw(
    id: str, player: WritingPlayer, services: AppServices, body: messages.OfferBody
) -> messages.State:
    """Takes an offer of one's own back."""
    return await _act(services, id, player, messages.Withdraw(body.ply, body.what))


@route(router, "POST", "/games/{id}/answer", errors=(*ACT_ERRORS, "blocked"))
async def answer(
    id: str, player: WritingPlayer, services: AppServices, body: messages.AnswerBody
) -> messages.State:
    """Accepts or declines an offer of the opponent."""
    return await _act(services, id, player, messages.Answer(body.ply, body.what, body.yes))


@route(router, "POST", "/games/{id}/claim", errors=ACT_ERRORS)
async def claim(
    id: str, player: WritingPlayer, services: AppServices, body: messages.ClaimBody
) -> messages.State:
    """Claims the win or a draw of a game that the opponent has left."""
    return await _act(services, id, player, messages.Claim(body.what))


@route(router, "GET", "/games/{id}/chat", errors=("nobody", "not_found"))
async def read_chat(id: str, player: CurrentPlayer, services: AppServices) -> messages.ChatLines:
    """The last 200 lines of the chat: of the players, or for anybody else of the spectators; after the end
    players get both."""
    async with services.sessions.open(id) as session:
        return await services.chat.read(session, player)


@route(router, "POST", "/games/{id}/chat", status=201, errors=(*WRITE_ERRORS, "not_seated"))
async def write_line(
    id: str, player: WritingPlayer, services: AppServices, body: messages.ChatBody
) -> messages.ChatLine:
    """Writes a line into the chat."""
    async with services.sessions.open(id) as session:
        return await services.chat.write(session, player, body.text)


@route(router, "POST", "/games/{id}/hide", status=204, errors=(*WRITE_ERRORS, "not_seated"))
async def hide_chat(id: str, player: WritingPlayer, services: AppServices, body: messages.HideBody) -> None:
    """Hides the chat with the opponent, or shows it again."""
    async with services.sessions.open(id) as session:
        await services.chat.set_hidden(session, player, hidden=body.on)
