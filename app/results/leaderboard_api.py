"""Endpoints for leaderboards, rating lists and curves, and statistics of one player or of all."""

from __future__ import annotations

import re
from datetime import date as utc_date
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query
from msgspec import UNSET

from app.core.errors import Refusal
from app.db.clock import now, utc_day
from app.http import pagination
from app.http.pagination import PAGE_SIZE
from app.http.requests import CurrentPlayer
from app.http.routes import route
from app.model import messages as shared
from app.model.messages import Person
from app.people.feature import PeopleFeature
from app.results.feature import ResultsFeature
from app.results.leaderboard_store import LeaderboardCursor, RankedStanding, cursor_after
from app.results.messages import (
    Board,
    LeaderboardEntry,
    PlayedGames,
    RatingCurve,
    RatingEntry,
    Ratings,
    SeatResult,
    Statistics,
    StreakJson,
)
from app.results.rating_store import ListedRating, RatingCursor, RatingList
from app.results.results import CLASSES, parse_score
from app.results.standings import PERIODS, scope, score_board, seat_board, streak_board
from app.results.statistics import GameStatistics
from engine import GAMES, Game

router = APIRouter(prefix="/api", tags=["boards"])

_cursor = msgspec.json.Decoder(LeaderboardCursor)
_rating_cursor = msgspec.json.Decoder(RatingCursor)
SeatNumber = Annotated[int, Path(ge=0, le=1)]


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


@route(router, "GET", "/ratings/{rules}/{seat}", cost=2, errors=("nobody", "not_found", "bad_message"))
async def list_ratings(
    rules: str,
    seat: SeatNumber,
    results: ResultsFeature,
    current_player: CurrentPlayer,
    provisional: bool = False,
    cursor: pagination.Cursor = None,
) -> Ratings:
    """List the highest ratings in a game, of listed players. `seat` is 0 where both seats are rated together.
    `provisional`: include uncertain ratings, from 5 rated games on, and the current player's entry as `own`.
    """
    game = GAMES.get(rules)
    if game is None or len(game.seats) == 1 or (seat and not game.uneven):
        raise Refusal("not_found", rules=rules[:40])
    wanted, at = RatingList(rules, seat, provisional), now()
    before = pagination.decode_cursor(cursor, _rating_cursor)
    found = await results.ratings.page(wanted, at, PAGE_SIZE + 1, before)
    shown, first = found[:PAGE_SIZE], (before.count if before else 0) + 1
    answer = Ratings([_rating_entry(first + number, one) for number, one in enumerate(shown)], None)
    if len(found) > PAGE_SIZE:
        last = shown[-1]
        following = RatingCursor(last.rating.rating, last.player.id, first + PAGE_SIZE - 1)
        answer.next = pagination.encode_cursor(following)
    if provisional:
        own = await results.ratings.own(wanted, at, current_player) if current_player else None
        answer.own = _rating_entry(*own) if own else None
    return answer


def _rating_entry(rank: int, listed: ListedRating) -> RatingEntry:
    rating = listed.rating
    return RatingEntry(
        rank=rank,
        player=Person(listed.player.id, listed.player.name),
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        games=listed.games,
        provisional=rating.provisional or UNSET,
    )


@route(router, "GET", "/people/{name}/ratings", cost=2, errors=("not_found", "bad_message"))
async def rating_curve(
    name: str,
    rules: str,
    people: PeopleFeature,
    results: ResultsFeature,
    seat: Annotated[int, Query(ge=0, le=1)] = 0,
) -> RatingCurve:
    """Return a player's rating in a game after each rated game, oldest first."""
    found = await people.accounts.find(name)
    if rules not in GAMES:
        return RatingCurve([])
    points = await results.ratings.curve(found.player.id, rules, seat)
    return RatingCurve([(at, round(rating)) for at, rating in points])
