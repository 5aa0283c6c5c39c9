"""Par and best known scores of deals.

Par is the score of an engine player that sees what a person sees; it is searched each time. The best known
score of a numbered deal is the best on its leaderboard, or that of a search, which runs once per deal: as
spare work for yesterday's daily deals, for others when the first player who has ended one asks, and in the
background once it has taken long.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import structlog

from app.analysis.finding_store import FindingStore, Kind
from app.analysis.search_client import SearchClient
from app.analysis.searches import Searches
from app.core.errors import Refusal
from app.db.clock import now, utc_day
from app.model.analysts import analyst_of, has
from app.model.game_info import GameInfo, deal_json
from app.results.daily.days import Day, days_after
from app.results.daily.store import DailyStore
from app.results.leaderboard_store import LeaderboardStore
from app.results.results import parse_score
from app.results.standings import score_board
from engine import GAMES, Game, Match
from engine.commands.progress import SILENT, Progress
from engine.daily import has_daily_deal

SEARCH_TIMEOUT = 20.0  # seconds a request waits for the best known score

Score = tuple[int, ...]
BEST_SCORES = Kind("best", Score, of_game=False)

log = structlog.get_logger(__name__)


async def par_and_best_of(
    findings: FindingStore, leaderboards: LeaderboardStore, client: SearchClient, info: GameInfo
) -> tuple[Score | None, Score | None]:
    """Return par and best known score of the deal of a game; None: it has none, or it is not known yet.
    Refusal `too_many`, `busy`."""
    analyst = analyst_of(info.game)
    if analyst is None or info.position is not None:
        return None, None
    has_best = len(info.game.seats) == 1 and isinstance(info.deal, int) and "evaluate" in analyst.abilities
    if not analyst.par and not has_best:
        return None, None
    start = Match.start(info.game, info.deal if info.deal is not None else 0)
    key = _key(start.game, start.deal)

    async def find() -> tuple[Score | None, Score | None]:
        par = None
        if analyst.par:
            par = await client.wait(("par", key), lambda: client.searches.par(start))
        return par, await _best(findings, leaderboards, client, start) if has_best else None

    return await client.search(find())


async def _best(
    findings: FindingStore, leaderboards: LeaderboardStore, client: SearchClient, start: Match
) -> Score | None:
    """Return the best score on a deal's leaderboard or found by its search. A search that takes longer than
    SEARCH_TIMEOUT goes on; one that is refused is started by the next request."""
    board, key = (
        score_board(start.game.id, "open", f"deal {deal_json(start.deal)}"),
        _key(start.game, start.deal),
    )
    scores = [parse_score(one.standing.score) for one in await leaderboards.page(board, 1)]
    found = await findings.get(BEST_SCORES, key)
    if found is None:
        with suppress(Refusal, TimeoutError):
            found = await client.wait(
                ("best", key),
                lambda: _search(findings, client.searches, start),
                spare=True,
                seconds=SEARCH_TIMEOUT,
            )
    return max([*scores, *([found] if found else [])], default=None)


async def best_of_day(findings: FindingStore, day: Day) -> dict[str, Score]:
    """Return the best scores found by search at the deals of a past day by game, also under earlier rules."""
    keys = {
        _key(game, day.deal(game), version): game.id
        for game in _searched_games()
        for version in range(1, game.version + 1)
    }
    found = await findings.get_all(BEST_SCORES, keys)
    return {rules: found[key] for key, rules in keys.items() if key in found}


async def search_yesterday(findings: FindingStore, daily: DailyStore, searches: Searches) -> None:
    """Search the missing best scores of yesterday, if it had deals. Refusal `busy`."""
    yesterday = days_after(utc_day(now()), -1)
    if await daily.is_made(yesterday):
        await search_day(findings, daily, searches, yesterday)


async def search_day(
    findings: FindingStore, daily: DailyStore, searches: Searches, date: str, progress: Progress = SILENT
) -> dict[str, Score]:
    """Return the best scores of a past day by game, after searching the missing ones. Refusal `busy`;
    `not_found`: this day is not over, or had no deals."""
    today = utc_day(now())
    day = await daily.day(date, today) if date < today else None
    if day is None:
        raise Refusal("not_found", date=date[:10])
    known = await best_of_day(findings, day)
    wanted = [game for game in _searched_games() if game.id not in known]
    progress.stage("deals", len(wanted))
    for game in wanted:
        score = await _search(findings, searches, Match.start(game, day.deal(game)))
        if score is not None:
            known[game.id] = score
            log.info("best_score_found", date=date, rules=game.id, score=score)
        progress.advance()
    return known


async def _search(findings: FindingStore, searches: Searches, start: Match) -> Score | None:
    score = await searches.best_score(start)
    if score is not None:
        await findings.put(BEST_SCORES, _key(start.game, start.deal), score, now())
    return score


def _searched_games() -> list[Game[Any]]:
    """Return the solitaires with a daily deal and a search for scores."""
    return [game for game in GAMES.values() if has_daily_deal(game) and has(game, "evaluate")]


def _key(game: Game[Any], deal: int | bytes, version: int | None = None) -> str:
    """Return the key of a deal under a version of the rules, by default the game's."""
    return f"{game.id} {version or game.version} {deal_json(deal)}"
