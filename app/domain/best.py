"""Daily deals to search for the best score after the day is over."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from app.domain.analysts import has
from app.domain.daily import Day
from engine import GAMES, Game, Match
from engine.daily import has_daily_deal


def searched_games() -> list[Game[Any]]:
    """Return the solitaires with a daily deal and a search for scores."""
    return [game for game in GAMES.values() if has_daily_deal(game) and has(game, "evaluate")]


def match_of(day: Day, game: Game[Any]) -> Match:
    """Return a match without entries at a daily deal."""
    return Match.start(game, day.deal(game))


def day_before(today: str) -> str:
    """Return the day before `today`, such as 2026-11-21."""
    return (date.fromisoformat(today) - timedelta(days=1)).isoformat()
