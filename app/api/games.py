"""HTTP for the games: make one, join, look, act, list."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
import structlog
from fastapi import APIRouter
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from app.api import pagination as cursors
from app.api.requests import answer, body, gives, house, takes, writer
from app.clock import now, utc_day
from app.db.game_lists import GameSummary
from app.domain.cursors import GameCursor
from app.domain.daily import Day
from app.domain.game_info import GameInfo, Player
from app.domain.names import new_id
from app.domain.new_game import called, check_position, chosen_deal, daily_deal, drawn_deal
from app.errors import Refusal
from app.live import state as frames
from app.messages import games as wire
from app.services import Services
from engine import GAMES, Game

T = TypeVar("T", bound=Struct)

events = structlog.get_logger(__name__)

router = APIRouter(prefix="/api", tags=["games"])

PAGE = 50
_cursors = msgspec.json.Decoder(GameCursor)
WRITES = ("nobody", "not_json", "bad_message", "too_large", "foreign_origin", "not_found", "too_many")
JUDGED = ("not_seated", "stale", "not_your_turn", "game_over", "not_live", "illegal_move")


@router.get("/rules", responses=gives(list[wire.Rules]))
async def rules() -> Response:
    """Every game that can be played, as a bare list."""
    return answer(
        [
            wire.Rules(g.id, g.family, g.title, g.seats, g.version, g.dealt, g.hides, g.uneven, g.draws)
            for g in GAMES.values()
        ]
    )


@router.post(
    "/games",
    responses=gives(wire.Created, *WRITES, "too_many_games", status=201),
    status_code=201,
    openapi_extra=takes(wire.NewGame),
)
async def make(request: Request) -> Response:
    """Makes a game. Two seats wait for a second player, at most 20 such games of one person; a solitaire, and
    both seats, are live at once."""
    player = await writer(request)
    services = house(request)
    asked = await body(request, wire.NewGame)
    today = await _today(services) if asked.deal == "daily" else None
    info = _new(asked, player, today)
    game = await services.store.create_game(info)
    if game == info.id:
        services.bus.changed.set()
        events.info("game made", game=game, rules=info.game.id, player=player.id)
        return answer(wire.Created(game, f"/g/{game}", services.sessions.initial_state(info, player)), 201)
    async with services.sessions.open(game) as session:
        return answer(wire.Created(game, f"/g/{game}", session.state(player)), 201)


async def _today(services: Services) -> Day | None:
    today = utc_day(now())
    return await services.days.day(today, today)


def _new(asked: wire.NewGame, player: Player, today: Day | None) -> GameInfo:
    """The facts of a new game; at the deal of a day, if one is given. Refusal `bad_message` names the
    field."""
    game = called(asked.rules)
    for field in ("clock", "rated", "bot"):
        if getattr(asked, field) not in (None, False):
            raise Refusal("bad_message", field=field, message=f"{field}: not here yet")
    if today:
        deal: int | bytes | None = daily_deal(game, today, asked.position)
    else:
        deal = chosen_deal(game, asked.deal, asked.position)
    if check_position(game, asked.position):
        raise Refusal("bad_message", field="position", message="this position has already ended")
    if deal is None and game.dealt and asked.position is None:
        deal = drawn_deal(game)
    created = now()
    players = _seated(game, asked.seat, player)
    return GameInfo(
        id=new_id(),
        game=game,
        deal=deal,
        chosen=asked.deal is not None and today is None,
        position=asked.position,
        free=len(players) == 2 and None not in players,
        public=asked.public is not False,
        creator=player.id,
        created=created,
        started=None if None in players else created,
        players=players,
        daily=today.date if today else None,
    )


def _seated(game: Game[Any], seat: str | int | None, player: Player) -> tuple[Player | None, ...]:
    if len(game.seats) == 1:
        if seat not in (None, 0, "random"):
            raise Refusal("bad_message", field="seat", message="a solitaire has seat 0 only")
        return (player,)
    if seat == "both":
        return (player, player)
    place = secrets.randbelow(2) if seat in (None, "random") else seat
    return (player, None) if place == 0 else (None, player)


@router.get("/games", responses=gives(wire.Games, "nobody", "bad_message"))
async def listing(
    request: Request,
    status: str | None = None,
    rules: str | None = None,
    player: str | None = None,
    cursor: str | None = None,
) -> Response:
    """Public games, the newest first, and one's own private ones where `player` is oneself. `status=open`
    lists all of them, whether their owner is connected or not."""
    services = house(request)
    asker = await services.auth.player(request)
    before = cursors.read(cursor, _cursors)
    if "\0" in f"{rules}{player}":
        return answer(wire.Games([], None))  # in no name, and PostgreSQL takes no such text
    glances = await services.lists.list_games(
        status=status,
        rules=rules,
        player=player,
        public=not (asker and asker.id == player),
        before=before,
        most=PAGE + 1,
    )
    shown = [_listed(glance) for glance in glances[:PAGE]]
    last = glances[PAGE - 1].info if len(glances) > PAGE else None
    return answer(wire.Games(shown, cursors.write((last.created, last.id)) if last else None))


def _listed(glance: GameSummary) -> wire.Listed:
    info = glance.info
    return wire.Listed(
        info.id,
        info.game.id,
        frames.people(info),
        None,
        False,
        glance.ply,
        info.created,
        glance.status,
        frames.ending(glance.outcome),
    )


@router.get("/games/{id}", responses=gives(wire.State, "nobody", "not_found"))
async def look(request: Request, id: str) -> Response:
    """The state for the asker."""
    services = house(request)
    player = await services.auth.player(request)
    async with services.sessions.open(id) as session:
        await services.admit(session, player)
        return answer(session.state(player))


@router.post(
    "/games/{id}/join",
    responses=gives(wire.Joined, *WRITES, "seat_taken", "game_over"),
    openapi_extra=takes(wire.Join),
)
async def join(request: Request, id: str) -> Response:
    """Takes a free seat; joining again answers the seat one has."""
    player = await writer(request)
    asked = await body(request, wire.Join)
    async with house(request).sessions.open(id) as session:
        seat = await session.join(player, asked.seat)
        return answer(wire.Joined(seat, session.state(player)))


def _acts(path: str, kind: type[T], act: Callable[[T], wire.Act], summary: str) -> None:
    """One act over HTTP: the socket's message without `t`, answered with the state that contains it."""

    async def carry_out(request: Request, id: str) -> Response:
        player = await writer(request)
        message = act(await body(request, kind))
        async with house(request).sessions.open(id) as session:
            await session.act(player, message)
            return answer(session.state(player))

    router.add_api_route(
        f"/games/{{id}}/{path}",
        carry_out,
        methods=["POST"],
        name=path,
        summary=summary,
        responses=gives(wire.State, *WRITES, *JUDGED),
        openapi_extra=takes(kind),
    )


_acts("moves", wire.MoveBody, lambda asked: wire.Move(asked.ply, asked.move), "Play a move")
_acts("undo", wire.PlyBody, lambda asked: wire.Undo(asked.ply), "Take the last move back")
_acts("redo", wire.PlyBody, lambda asked: wire.Redo(asked.ply), "Do again what was taken back")
_acts("resign", wire.NoBody, lambda _: wire.Resign(), "Resign; in a solitaire, give up")
_acts("abort", wire.NoBody, lambda _: wire.Abort(), "End a game that has hardly begun")
