"""Endpoint for variations: moves tried without a game."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.published import is_published
from app.api.routes import route
from app.domain.new_game import check_position, find_game, requested_deal
from app.http.requests import AppServices, CurrentPlayer, ReadLimit
from app.live.variations import play_variation
from app.messages import games as messages
from app.workers.tasks import Replay

router = APIRouter(prefix="/api", tags=["replays"])

ERRORS = ("bad_message", "too_large", "illegal_move", "too_many", "busy")


@route(
    router,
    "POST",
    "/lines",
    errors=("nobody", "not_json", "foreign_origin", "hidden", "in_play", *ERRORS),
    cost=5,
)
async def try_variation(
    services: AppServices, player: CurrentPlayer, reads: ReadLimit, body: messages.Line
) -> messages.State:
    """Play a variation from the start, a position or a deal. Open to every client; writes nothing. Refused
    for a daily deal of today that the player has not finished, and for positions of running games between
    people unless the moves are those of a published game."""
    game = find_game(body.rules, body.version)
    deal = requested_deal(game, body.deal, body.position)
    check_position(game, body.position)
    await services.daily_access.refuse_deal_of_today(player, game, deal, body.position)
    await reads.take_for_replay(len(body.moves))
    replay = Replay("line", game.id, play_variation, (body, game, deal))
    state, keys = await services.replays.run(replay, len(body.moves), reads.who.person)
    from_start = body.position is None and body.deal is None
    if not (from_start and is_published(game.family, body.moves)):
        await services.fair_play.refuse_variation(player, game, keys)
    return state
