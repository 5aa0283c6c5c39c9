"""HTTP for the boards of honour, and for the statistics of one and all."""

from __future__ import annotations

import re
from datetime import date as utc_date
from typing import Annotated, Any, cast, get_args

import msgspec
from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from app.api import pagination as cursors
from app.api.requests import answer, gives, house
from app.clock import now, utc_day
from app.db.leaderboards import RankedStanding, cursor_after
from app.db.statistics import GameStatistics
from app.domain.cursors import LeaderboardCursor
from app.domain.results import parse_score
from app.domain.standings import PERIODS, scope, score_board, seat_board, streak_board
from app.domain.streaks import Class
from app.errors import Refusal
from app.messages import games as wire
from app.messages.leaderboards import Board, LeaderboardEntry, SeatResult, Statistics, StreakJson
from engine import GAMES, Game

router = APIRouter(prefix="/api", tags=["boards"])

PAGE = 50
_cursors = msgspec.json.Decoder(LeaderboardCursor)


@router.get("/leaderboards/{rules}", responses=gives(Board, "nobody", "not_found", "bad_message"))
async def board(
    request: Request,
    rules: str,
    period: str | None = None,
    of: Annotated[str, Query(alias="class")] = "open",
    kind: str = "score",
    deal: str | None = None,
    date: str | None = None,
    seat: str | None = None,
    cursor: str | None = None,
) -> Response:
    """A board of one game: of a period, a deal, or (`date` without `period`) a deal of the day. Games for two
    count wins and games, from one seat or from both."""
    services, game = house(request), _called(rules)
    asker = await services.auth.player(request)
    before = cursors.read(cursor, _cursors)
    name = _board(game, period, of, kind, deal, date, seat)
    if name is None:
        return answer(Board([], None, None))
    page, own = await services.boards.read(name, PAGE + 1, before, asker)
    shown = page[:PAGE]
    onward = cursors.write(cursor_after(shown, before)) if len(page) > PAGE else None
    mine = _honour(game, own) if own else None
    return answer(Board([_honour(game, line) for line in shown], mine, onward))


@router.get("/statistics/{rules}", responses=gives(Statistics, "nobody", "not_found"))
async def statistics(
    request: Request, rules: str, player: str | None = None, date: str | None = None
) -> Response:
    """The figures of one person, or of everybody; with `date`, of the deal of that day."""
    services, game = house(request), _called(rules)
    asker = await services.auth.player(request)
    own = asker is not None and asker.id == player
    figures = await services.figures.read(game.id, player, date, own=own, now=now())
    return answer(_statistics(game, figures))


def _called(rules: str) -> Game[Any]:
    if rules not in GAMES:
        raise Refusal("not_found", rules=rules[:40])
    return GAMES[rules]


def _board(
    game: Game[Any],
    period: str | None,
    of: str,
    kind: str,
    deal: str | None,
    date: str | None,
    seat: str | None,
) -> str | None:
    """The name of the board that was asked for; None: there is none."""
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
    if of not in get_args(Class) or kind not in ("score", "streak") or seat not in (None, "0"):
        return None
    if kind == "streak":
        return streak_board(game.id, cast(Class, of))
    if deal is not None:
        written = _deal(deal)
        return written and score_board(game.id, cast(Class, of), f"deal {written}")
    if date is not None and period is None:
        named = f"daily {on.isoformat()}"
    return named and score_board(game.id, cast(Class, of), named)


def _deal(text: str) -> str | None:
    """A deal as boards name it; None: it is none."""
    if re.fullmatch(r"[0-9]{1,10}", text):
        return str(int(text))
    return text.lower() if re.fullmatch(r"[0-9a-fA-F]{32}", text) else None


def _honour(game: Game[Any], ranked: RankedStanding) -> LeaderboardEntry:
    line, player = ranked.standing, ranked.player
    single = len(game.seats) == 1 and " streak " not in line.board
    score = parse_score(line.score) or (-line.lead, line.second)
    return LeaderboardEntry(
        rank=ranked.rank,
        player=wire.Person(player.id, player.name),
        score=score,
        moves=line.moves if single else None,
        ms=line.ms if single else None,
        sittings=line.sittings if single else None,
        undone=line.undone,
        hints=line.hints,
        first=line.first,
        game=line.game,
        at=line.at,
    )


def _statistics(game: Game[Any], figures: GameStatistics) -> Statistics:
    chairs = [figures.seats.get(seat, (0, 0, 0)) for seat in range(len(game.seats))]
    played = sum(figures.scores.values())
    alone = len(game.seats) == 1 and played
    spread: dict[int, int] = {}
    for score, count in figures.scores.items() if alone else ():
        spread[score[0]] = spread.get(score[0], 0) + count
    return Statistics(
        rules=game.id,
        played=played,
        won=sum(won for _, won, _ in chairs),
        rehearsed=figures.repeated,
        seats=[SeatResult(*chair) for chair in chairs],
        best=max(figures.scores) if alone else None,
        average=sum(points * count for points, count in spread.items()) / played if alone else None,
        streak=StreakJson(*figures.streak) if figures.streak else None,
        spread=sorted(spread.items()),
        progress=figures.progress,
    )
