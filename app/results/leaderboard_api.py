"""Endpoints for leaderboards, and for statistics of one player or of all."""

from __future__ import annotations

import re
from datetime import date as utc_date
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query

from app.core.errors import Refusal
from app.db.clock import now, utc_day
from app.http import pagination
from app.http.pagination import PAGE_SIZE
from app.http.requests import CurrentPlayer
from app.http.routes import route
from app.model import messages as shared
from app.results.feature import ResultsFeature
from app.results.leaderboard_store import LeaderboardCursor, RankedStanding, cursor_after
from app.results.messages import Board, LeaderboardEntry, PlayedGames, SeatResult, Statistics, StreakJson
from app.results.results import CLASSES, parse_score
from app.results.standings import PERIODS, scope, score_board, seat_board, streak_board
from app.results.statistics import GameStatistics
from engine import GAMES, Game

router = APIRouter(prefix="/api", tags=["boards"])

_cursor = msgspec.json.Decoder(LeaderboardCursor)


@route(router, "GET", "/leaderboards", cost=2, errors=("nobody",))
async def get_played_games(results: ResultsFeature) -> PlayedGames:
    """Return the games that somebody has played to an end; the leaderboards of all others are empty."""
    return PlayedGames(await results.statistics.played())


@route(router, "GET", "/leaderboards/{rules}", cost=2, errors=("nobody", "not_found", "bad_message"))
async def get_leaderboard(
    rules: str,
    results: ResultsFeature,
    current_player: CurrentPlayer,
    period: str | None = None,
    of: Annotated[str, Query(alias="class")] = "open",
    kind: str = "score",
    deal: str | None = None,
    date: str | None = None,
    seat: str | None = None,
    accounts: str | None = None,
    cursor: pagination.Cursor = None,
) -> Board:
    """Return a page of a leaderboard of one game. `period`: day, week, month or all; `class`: clean, unaided
    or open; `kind`: score or streak. `deal`: of a deal; `date` alone: of a daily deal; `date` with `period`:
    of the day, week or month around it. Games for two rank wins and games, per seat or for both.
    `accounts=1`: only players with an account."""
    game = _find_game(rules)
    before = pagination.decode_cursor(cursor, _cursor)
    name = _board_name(game, period, of, kind, deal, date, seat)
    if name is None:
        return Board([], None, None)
    page, own = await results.leaderboards.read(
        name, PAGE_SIZE + 1, before, current_player, accounts=accounts == "1"
    )
    shown = page[:PAGE_SIZE]
    following = pagination.encode_cursor(cursor_after(shown, before)) if len(page) > PAGE_SIZE else None
    return Board([_entry(game, row) for row in shown], _entry(game, own) if own else None, following)


@route(router, "GET", "/statistics/{rules}", cost=2, errors=("nobody", "not_found"))
async def get_statistics(
    rules: str,
    results: ResultsFeature,
    current_player: CurrentPlayer,
    player: str | None = None,
    date: str | None = None,
) -> Statistics:
    """Return the statistics of one player or of all; with `date`, of that day's deal."""
    game = _find_game(rules)
    own = current_player is not None and current_player.id == player
    return _statistics(game, await results.statistics.read(game.id, player, date, own=own, now=now()))


def _find_game(rules: str) -> Game[Any]:
    if rules not in GAMES:
        raise Refusal("not_found", rules=rules[:40])
    return GAMES[rules]


def _board_name(
    game: Game[Any],
    period: str | None,
    of: str,
    kind: str,
    deal: str | None,
    date: str | None,
    seat: str | None,
) -> str | None:
    """Return the name of the requested leaderboard, None if there is none."""
    try:
        on = utc_date.fromisoformat(date if date is not None else utc_day(now()))
    except ValueError:
        return None
    alone = len(game.seats) == 1
    known = [one for one in PERIODS if one == (period or "all")]
    named = scope(known[0], on) if known else None
    if not alone:
        if kind != "score" or deal is not None or named is None or seat not in (None, "0", "1"):
            return None
        return seat_board(game.id, None if seat is None else int(seat), named)
    if of not in CLASSES or kind not in ("score", "streak") or seat not in (None, "0"):
        return None
    if kind == "streak":
        return streak_board(game.id, of)
    if deal is not None:
        canonical = _canonical_deal(deal)
        return canonical and score_board(game.id, of, f"deal {canonical}")
    if date is not None and period is None:
        named = f"daily {on.isoformat()}"
    return named and score_board(game.id, of, named)


def _canonical_deal(text: str) -> str | None:
    """Return a deal in the notation of leaderboard names, None if it is not a deal."""
    if re.fullmatch(r"[0-9]{1,10}", text):
        return str(int(text))
    return text.lower() if re.fullmatch(r"[0-9a-fA-F]{32}", text) else None


def _entry(game: Game[Any], ranked: RankedStanding) -> LeaderboardEntry:
    standing, player = ranked.standing, ranked.player
    single = len(game.seats) == 1 and " streak " not in standing.board
    score = parse_score(standing.score) or (-standing.lead, standing.second)
    return LeaderboardEntry(
        rank=ranked.rank,
        player=shared.Person(player.id, player.name),
        score=score,
        moves=standing.moves if single else None,
        ms=standing.ms if single else None,
        sittings=standing.sittings if single else None,
        undone=standing.undone,
        hints=standing.hints,
        first=standing.first,
        certified=single and ranked.certified,
        game=standing.game,
        at=standing.at,
    )


def _statistics(game: Game[Any], statistics: GameStatistics) -> Statistics:
    seats = [statistics.seats.get(seat, (0, 0, 0)) for seat in range(len(game.seats))]
    played = sum(statistics.scores.values())
    alone = len(game.seats) == 1 and played
    spread: dict[int, int] = {}
    for score, count in statistics.scores.items() if alone else ():
        spread[score[0]] = spread.get(score[0], 0) + count
    return Statistics(
        rules=game.id,
        played=played,
        won=sum(won for _, won, _ in seats),
        rehearsed=statistics.repeated,
        seats=[SeatResult(*seat) for seat in seats],
        best=max(statistics.scores) if alone else None,
        average=sum(points * count for points, count in spread.items()) / played if alone else None,
        streak=StreakJson(*statistics.streak) if statistics.streak else None,
        spread=sorted(spread.items()),
        progress=statistics.progress,
    )
