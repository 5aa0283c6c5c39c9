"""HTTP for the deals of the day: what may be told of them, and when."""

from __future__ import annotations

import re
from datetime import date as utc_date

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.api.requests import answer, gives, house
from app.clock import now, utc_day
from app.domain.daily import Day
from app.domain.game_info import deal_json
from app.errors import Refusal
from app.messages.leaderboards import Attempt, Calendar, Daily
from engine import GAMES

router = APIRouter(prefix="/api/daily", tags=["boards"])


@router.get("", responses=gives(Daily, "nobody", "not_found"))
async def daily(request: Request, date: str | None = None) -> Response:
    """The deals of a day (none: of today, UTC). Tomorrow's commit is public; of today a deal is told to those
    who have finished it; afterwards everything is."""
    services, today = house(request), utc_day(now())
    asker = await services.auth.player(request)
    wanted = today if date is None else date
    known = await services.days.day(wanted, today) if _date(wanted) else None
    if known is None:
        raise Refusal("not_found", date=wanted[:10])
    mine = await services.days.attempts(asker.id, wanted, today) if asker else {}
    finished = {rules for rules, attempt in mine.items() if attempt.ended}
    return answer(
        Daily(
            date=wanted,
            today=today,
            deals=_deals(known, today, finished),
            commit=known.commit,
            secret=known.secret.hex() if wanted < today else None,
            mine={
                rules: Attempt(attempt.game, "ended" if attempt.ended else "live", attempt.counts)
                for rules, attempt in mine.items()
            },
        )
    )


def _deals(known: Day, today: str, finished: set[str]) -> dict[str, int | str | None]:
    deals: dict[str, int | str | None] = {}
    for game in GAMES.values():
        if len(game.seats) == 1 and game.dealt:
            deal = known.deal(game)
            told = known.date < today or (known.date == today and game.id in finished)
            deals[game.id] = deal_json(deal) if told else None
    return deals


@router.get("/calendar", responses=gives(Calendar, "nobody", "not_found"))
async def calendar(request: Request, month: str | None = None) -> Response:
    """The days of a month (2026-11; none: of this one) that were dealt so far, and which of them the asker
    has finished in time."""
    services, today = house(request), utc_day(now())
    asker = await services.auth.player(request)
    wanted = today[:7] if month is None else month
    if not _date(f"{wanted}-01"):
        raise Refusal("not_found", month=wanted[:7])
    await services.days.day(today, today)
    first = await services.days.first_day()
    return answer(
        Calendar(
            month=wanted,
            first=min(first or today, today),
            today=today,
            days=await services.days.days_in(wanted, today),
            finished=await services.days.finished_in(asker.id, wanted) if asker else {},
        )
    )


def _date(text: str) -> bool:
    """Whether a text is a date as we write it."""
    try:
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", text)) and utc_date.fromisoformat(text) is not None
    except ValueError:
        return False
