"""HTTP for variations: lines of moves that are tried without a game."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter

from app.api.published import is_published
from app.api.routes import route
from app.domain.game_info import GameInfo, Player
from app.domain.new_game import check_position, find_game, requested_deal
from app.errors import Refusal
from app.http.requests import AppServices, CurrentPlayer
from app.live.state import variation_state
from app.messages import games as messages
from engine import Entry, Game, IllegalMove, Match

router = APIRouter(prefix="/api", tags=["replays"])

ANONYMOUS = Player("", "")  # in every seat of a variation
ERRORS = ("bad_message", "too_large", "illegal_move", "too_many")


@route(
    router,
    "POST",
    "/lines",
    errors=("nobody", "not_json", "foreign_origin", "hidden", "in_play", *ERRORS),
    cost=5,
)
async def try_variation(services: AppServices, player: CurrentPlayer, body: messages.Line) -> messages.State:
    """Plays a variation without a game, from the start, a position or a deal; open to all, writes nothing. A
    deal of today is for those who have finished it, the position of a running game between people for nobody,
    except in a published game."""
    game = find_game(body.rules, body.version)
    deal = requested_deal(game, body.deal, body.position)
    check_position(game, body.position)
    await services.daily_access.refuse_deal_of_today(player, game, deal, body.position)
    state, states = await asyncio.to_thread(_play_variation, body, game, deal)
    from_start = body.position is None and body.deal is None
    if not (from_start and is_published(game.family, body.moves)):
        await services.fair_play.refuse_line(player, game, states)
    return state


def position_state(game: Game[Any], position: str) -> messages.State:
    """The state at a position that the rules know, as of a variation without moves."""
    return _play_variation(messages.Line(game.id, position=position), game, None)[0]


def _play_variation(
    body: messages.Line, game: Game[Any], deal: int | bytes | None
) -> tuple[messages.State, list[Any]]:
    """The state after a variation, and all positions on the way."""
    info = GameInfo(
        id="",
        game=game,
        deal=0 if deal is None and game.dealt and body.position is None else deal,
        chosen=True,
        position=body.position,
        free=len(game.seats) == 2,
        public=False,
        creator="",
        created=0,
        started=0,
        players=tuple(ANONYMOUS for _ in game.seats),
    )
    match = info.match()
    states = [match.state]
    for number, text in enumerate(body.moves):
        match = _play_text(match, number, text)
        states.append(match.state)
    return variation_state(info, match), states


def _play_text(match: Match, number: int, text: str) -> Match:
    """The match after one more text, in either form. Refusal `illegal_move` names the text by its number."""
    turn = match.turn
    if turn is None:
        raise Refusal(
            "illegal_move",
            rule="game_over",
            number=number,
            message=f"{text!r} comes after the end",
        )
    move = text
    if not match.game.permits(match.state, text):
        try:
            move = match.game.read(match.state, text)
        except ValueError as error:
            rule = error.rule if isinstance(error, IllegalMove) else "not_a_move"
            raise Refusal("illegal_move", rule=rule, number=number, message=str(error)) from None
    try:
        return match.then(Entry(match.ply, turn, "move", move, 0))
    except IllegalMove as error:
        raise Refusal("illegal_move", rule=error.rule, number=number, message=str(error)) from None
