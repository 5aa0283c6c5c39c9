"""Which deals of a day a search looks at for the best score, once the day is over."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from app.domain.daily import Day
from app.domain.machines import has
from engine import GAMES, Game, Match
from engine.daily import has_daily_deal


def searched_games() -> list[Game[Any]]:
    """The solitaires with a deal of the day whose scores a search can find."""
    return [game for game in GAMES.values() if has_daily_deal(game) and has(game, "evaluate")]


def match_of(day: Day, game: Game[Any]) -> Match:
    """A match before its first entry at the deal of a day."""
    return Match.start(game, day.deal(game))


def day_before(today: str) -> str:
    """The day before one, such as 2026-11-21."""
    return (date.fromisoformat(today) - timedelta(days=1)).isoformat()
