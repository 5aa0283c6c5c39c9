"""Endpoints for daily deals: deals of a day, calendar, and the current player's places."""

from __future__ import annotations

import re
from datetime import date as utc_date

import msgspec
from fastapi import APIRouter

from app.api.routes import route
from app.clock import now, utc_day
from app.domain.daily import Day, featured
from app.domain.game_info import deal_json
from app.errors import Refusal
from app.http.requests import AppServices, CurrentPlayer
from app.messages.leaderboards import (
    Attempt,
    Calendar,
    Certificate,
    Daily,
    Place,
    Places,
    Solved,
    StreakJson,
)
from engine import GAMES
from engine.daily import has_daily_deal

router = APIRouter(prefix="/api/daily", tags=["boards"])


@route(router, "GET", "", errors=("nobody", "not_found"))
async def daily(services: AppServices, player: CurrentPlayer, date: str | None = None) -> Daily:
    """Return the daily deals of a UTC day (default: today). Tomorrow's commitment is public; a deal of today
    is shown to players who have finished it; past days are fully public."""
    today = utc_day(now())
    wanted = today if date is None else date
    day = await services.daily.day(wanted, today) if is_date(wanted) else None
    if day is None:
        raise Refusal("not_found", date=wanted[:10])
    mine = await services.daily.attempts(player.id, wanted, today) if player else {}
    finished = {rules for rules, attempt in mine.items() if attempt.ended}
    solvers = await services.daily.solvers(wanted) if wanted < today else {}
    best = await services.search_results.best_scores(wanted) if wanted < today else {}
    solved_days, played_days = await services.daily.streaks(player.id, today) if player else (None, None)
    deals = _deals(day, today, finished)
    return Daily(
        date=wanted,
        today=today,
        deals=deals,
        skipped=skipped_candidates(day, {rules for rules, deal in deals.items() if deal is not None}),
        commit=day.commit,
        seal=day.seal,
        certificate=msgspec.convert(day.certificate, Certificate | None) if wanted < today else None,
        winnable=sorted(day.choice.certified),
        secret=day.secret.hex() if wanted < today else None,
        mine={
            rules: Attempt(attempt.game, "ended" if attempt.ended else "live", attempt.counts)
            for rules, attempt in mine.items()
        },
        featured=featured(wanted),
        solved={rules: Solved(one.started, one.solved) for rules, one in solvers.items()},
        best=best,
        streak=StreakJson(*solved_days) if solved_days else None,
        played=StreakJson(*played_days) if played_days else None,
    )


def _deals(day: Day, today: str, finished: set[str]) -> dict[str, int | str | None]:
    """Return the deals by game; None while secret to the current player, who has finished the games in
    `finished`."""
    deals: dict[str, int | str | None] = {}
    for game in GAMES.values():
        if has_daily_deal(game):
            deal = day.deal(game)
            public = day.date < today or (day.date == today and game.id in finished)
            deals[game.id] = deal_json(deal) if public else None
    return deals


def skipped_candidates(day: Day, public: set[str]) -> dict[str, int]:
    """Return the number of skipped candidates per game, where not 0."""
    numbers = {rules: day.number(GAMES[rules]) for rules in sorted(public)}
    return {rules: number for rules, number in numbers.items() if number}


@route(router, "GET", "/calendar", errors=("nobody", "not_found"))
async def calendar(services: AppServices, player: CurrentPlayer, month: str | None = None) -> Calendar:
    """Return the days of a month (2026-11; default: this one) with daily deals, and the games that the
    current player finished in time."""
    today = utc_day(now())
    wanted = today[:7] if month is None else month
    if not is_date(f"{wanted}-01"):
        raise Refusal("not_found", month=wanted[:7])
    await services.daily.day(today, today)
    first = await services.daily.first_day()
    finished = await services.daily.finished_in(player.id, wanted) if player else {}
    solved = {day: [rules for rules, won in games.items() if won] for day, games in finished.items()}
    return Calendar(
        month=wanted,
        first=min(first or today, today),
        today=today,
        days=await services.daily.days_in(wanted, today),
        finished={day: list(games) for day, games in finished.items()},
        solved={day: games for day, games in solved.items() if games},
    )


@route(router, "GET", "/places", cost=2, errors=("nobody",))
async def places(services: AppServices, player: CurrentPlayer, date: str | None = None) -> Places:
    """Return the current player's places at the deals of a day (default: today) among the results of their
    class. Empty for spectators and for days without a result."""
    wanted = utc_day(now()) if date is None else date
    if player is None or not is_date(wanted):
        return Places({})
    dealt = [game.id for game in GAMES.values() if has_daily_deal(game)]
    found = await services.leaderboards.daily_places(dealt, wanted, player.id)
    return Places({rules: Place(one.of_class, one.rank, one.worse, one.of) for rules, one in found.items()})


def is_date(text: str) -> bool:
    """Return whether a text is a date such as 2026-11-21."""
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and utc_date.fromisoformat(text) is not None
    except ValueError:
        return False
