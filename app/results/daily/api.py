"""Endpoints for daily deals: deals of a day, calendar, and the current player's places."""

from __future__ import annotations

from fastapi import APIRouter

from app.core.errors import Refusal
from app.db.clock import is_day, now, utc_day
from app.http.requests import CurrentPlayer
from app.http.routes import route
from app.model.game_info import deal_json
from app.results.daily.days import Day, featured
from app.results.daily.messages import Calendar, Daily, Places
from app.results.feature import ResultsFeature
from app.results.messages import StreakJson
from engine import GAMES
from engine.daily import has_daily_deal

router = APIRouter(prefix="/api/daily", tags=["boards"])


@route(router, "GET", "", errors=("nobody", "not_found"))
async def daily(results: ResultsFeature, player: CurrentPlayer, date: str | None = None) -> Daily:
    """Return the daily deals of a UTC day (default: today). Tomorrow's commitment is public; a deal of today
    is shown to players who have finished it; past days are fully public."""
    today = utc_day(now())
    wanted = today if date is None else date
    day = await results.daily.day(wanted, today) if is_day(wanted) else None
    if day is None:
        raise Refusal("not_found", date=wanted[:10])
    mine = await results.daily.attempts(player.id, wanted, today) if player else {}
    finished = {rules for rules, attempt in mine.items() if attempt.status == "ended"}
    over = wanted < today
    solved_days, played_days = await results.daily.streaks(player.id, today) if player else (None, None)
    deals = _deals(day, today, finished)
    return Daily(
        date=wanted,
        today=today,
        deals=deals,
        skipped=skipped_candidates(day, {rules for rules, deal in deals.items() if deal is not None}),
        verdicts={
            rules: [passed.verdict for passed in certified.skipped]
            for rules, certified in day.choice.certified.items()
            if certified.skipped and over
        },
        commit=day.commit,
        winnable=sorted(day.choice.certified),
        secret=day.secret.hex() if over else None,
        mine=mine,
        featured=featured(wanted),
        solved=await results.daily.solvers(wanted) if over else {},
        best=await results.best_of_day(day) if over else {},
        streak=StreakJson(solved_days.current, solved_days.best) if solved_days else None,
        played=StreakJson(played_days.current, played_days.best) if played_days else None,
        freezes=solved_days.freezes if solved_days else None,
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
async def calendar(results: ResultsFeature, player: CurrentPlayer, month: str | None = None) -> Calendar:
    """Return the days of a month (2026-11; default: this one) with daily deals, and the games that the
    current player finished in time, or practised later."""
    today = utc_day(now())
    wanted = today[:7] if month is None else month
    if not is_day(f"{wanted}-01"):
        raise Refusal("not_found", month=wanted[:7])
    await results.daily.day(today, today)
    first = await results.daily.first_day()
    finished = await results.daily.finished_in(player.id, wanted) if player else {}
    solved = {day: [rules for rules, won in games.items() if won] for day, games in finished.items()}
    return Calendar(
        month=wanted,
        first=min(first or today, today),
        today=today,
        days=await results.daily.days_in(wanted, today),
        finished={day: list(games) for day, games in finished.items()},
        solved={day: games for day, games in solved.items() if games},
        practised=await results.daily.practised_in(player.id, wanted) if player else {},
    )


@route(router, "GET", "/places", cost=2, errors=("nobody",))
async def places(results: ResultsFeature, player: CurrentPlayer, date: str | None = None) -> Places:
    """Return the current player's places at the deals of a day (default: today) among the results of their
    class. Empty for spectators and for days without a result."""
    wanted = utc_day(now()) if date is None else date
    if player is None or not is_day(wanted):
        return Places({})
    dealt = [game.id for game in GAMES.values() if has_daily_deal(game)]
    return Places(await results.daily.places(dealt, wanted, player.id))
