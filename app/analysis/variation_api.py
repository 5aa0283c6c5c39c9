"""Variations: moves tried without a game, and their endpoint."""

from __future__ import annotations

import json
from collections.abc import Generator, Hashable
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter

from app.analysis.feature import AnalysisFeature
from app.analysis.values import play_try
from app.core.errors import Refusal
from app.games import messages
from app.games.new_game import check_position, find_game, requested_deal
from app.games.state import variation_state
from app.http.requests import CurrentPlayer, ReadLimit
from app.http.routes import route
from app.model.game_info import GameInfo, Player
from engine import Game

router = APIRouter(prefix="/api", tags=["replays"])

ERRORS = ("bad_message", "too_large", "illegal_move", "too_many", "busy")
# Beside `app`, in the repository and where installed.
PUBLISHED = Path(__file__).parents[2] / "static" / "games"
ANONYMOUS = Player("", "")  # in every seat of a variation


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
    published = _published_games(game.family) if from_start else ()
    if not any(line[: len(body.moves)] == body.moves for line in published):
        await analysis.fair_play.refuse_variation(player, game, keys)
    return state


def position_state(game: Game[Any], position: str) -> messages.State:
    """Return the state at a valid position, as of a variation without moves."""
    info = _info(game, None, position)
    return variation_state(info, info.match())


def play_variation(
    body: messages.Line, game: Game[Any], deal: int | bytes | None
) -> Generator[None, None, tuple[messages.State, list[Hashable]]]:
    """Play a variation, one move per step; return the state after it, and the keys of all its positions.
    Refusal `illegal_move` has the number of the move."""
    info = _info(game, deal, body.position)
    match = info.match()
    keys = [game.key(match.state)]
    for number, text in enumerate(body.moves):
        yield
        if match.turn is None:
            message = f"{text!r} comes after the end of the game."
            raise Refusal("illegal_move", rule="game_over", number=number, message=message)
        try:
            match = play_try(match, text)
        except Refusal as refusal:
            raise Refusal("illegal_move", number=number, **refusal.detail) from None
        keys.append(game.key(match.state))
    return variation_state(info, match), keys


def _info(game: Game[Any], deal: int | bytes | None, position: str | None) -> GameInfo:
    return GameInfo(
        id="",
        game=game,
        deal=0 if deal is None and game.dealt and position is None else deal,
        chosen=True,
        position=position,
        free=len(game.seats) == 2,
        public=False,
        creator="",
        created=0,
        started=0,
        players=tuple(ANONYMOUS for _ in game.seats),
    )


@cache
def _published_games(family: str) -> list[list[str]]:
    """Return the moves, in notation, of each published game of a family."""
    file = PUBLISHED / family / "games.json"
    return [game["moves"] for game in json.loads(file.read_text())] if file.exists() else []
