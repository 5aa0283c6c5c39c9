"""Fair play: nobody asks the server about the position of a running game between people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.container import Services
from app.domain.fair_play import is_begun, position_key
from app.domain.game_info import Player
from app.errors import Refusal
from engine import GAMES, PAST, Game


async def refuse_running(
    services: Services, player: Player | None, game: Game[Any], states: Sequence[Any]
) -> None:
    """Refusal `in_play`: a running game between people stands at one of these positions of the family. Its
    players are refused at any time, everybody else once each seat has moved four times."""
    if len(game.seats) == 1:
        return
    family = [one.id for one in (*GAMES.values(), *PAST.values()) if one.family == game.family]
    keys = {position_key(game, state) for state in states}
    standing = await services.machines.standing_at(sorted(set(family)), keys)
    for found, people in standing.items():
        if player and player.id in people:
            raise Refusal("in_play", game=found, message="this is the position of a game that you play")
        async with services.sessions.open(found) as session:
            match = session.match
            if match.outcome is None and is_begun(match) and position_key(match.game, match.state) in keys:
                raise Refusal("in_play", message="this is the position of a game that people play now")
