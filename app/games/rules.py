"""Games in the form of `GET /api/rules`, which pages embed too."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from app.games import messages
from app.model.analysts import analyst_of
from engine import Game
from engine.daily import has_daily_deal


def rules_message(game: Game[Any]) -> messages.Rules:
    """Return a game as listed by `GET /api/rules`."""
    return messages.Rules(
        id=game.id,
        family=game.family,
        title=game.title,
        seats=game.seats,
        version=game.version,
        dealt=game.dealt,
        hides=game.hides,
        uneven=game.uneven,
        daily=has_daily_deal(game),
        draws=game.draws,
        options=dict(game.options),
        presets=[messages.Preset(base, increment) for base, increment in game.presets],
        machine=_analyst(game),
    )


def _analyst(game: Game[Any]) -> messages.Analyst | None:
    """Return the bot levels and search abilities of a game, None without any."""
    analyst = analyst_of(game)
    if analyst is None:
        return None
    teaches = bool(analyst.levels and analyst.judging)
    par = analyst.par or (len(game.seats) == 1 and "evaluate" in analyst.abilities)
    return messages.Analyst(analyst.levels, sorted(analyst.abilities), teaches or UNSET, par or UNSET)
