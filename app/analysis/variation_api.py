"""Endpoint for variations: moves tried without a game."""

from __future__ import annotations

from fastapi import APIRouter

from app.analysis.feature import AnalysisFeature
from app.analysis.variations import is_published, play_variation
from app.games import messages
from app.games.new_game import check_position, find_game, requested_deal
from app.http.requests import CurrentPlayer, ReadLimit
from app.http.routes import route

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
    analysis: AnalysisFeature, player: CurrentPlayer, reads: ReadLimit, body: messages.Line
) -> messages.State:
    """Play a variation from the start, a position or a deal. Open to every client; writes nothing. Refused
    for a daily deal of today that the player has not finished, and for positions of the player's own running
    games between people unless the moves are those of a published game."""
    game = find_game(body.rules, body.version)
    deal = requested_deal(game, body.deal, body.position)
    check_position(game, body.position)
    await analysis.games.daily_access.refuse_deal_of_today(player, game, deal, body.position)
    reads.take_for_replay(len(body.moves))
    work = play_variation(body, game, deal)
    state, keys = await analysis.games.replays.run(work, reads.who.person)
    from_start = body.position is None and body.deal is None
    if not (from_start and is_published(game.family, body.moves)):
        await analysis.fair_play.refuse_variation(player, game, keys)
    return state
