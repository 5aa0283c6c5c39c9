"""HTTP for the games: make one, join, look, act, list."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
import structlog
from fastapi import APIRouter
from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from app import frames, wire
from app.asking import answer, body, gives, house, takes, writer
from app.errors import Refusal
from app.facts import Facts, Player
from app.names import fresh_id
from app.sessions import now
from app.setup import called, check_position, chosen_deal
from app.store import Glance
from engine import DEALS, GAMES, Game

T = TypeVar("T", bound=Struct)

events = structlog.get_logger(__name__)

router = APIRouter(prefix="/api", tags=["games"])

PAGE = 50
Id = Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,16}\Z")]
_cursors = msgspec.json.Decoder(tuple[wire.Count, Id])  # created and id of the last game of a page
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
    responses=gives(wire.Created, *WRITES, status=201),
    status_code=201,
    openapi_extra=takes(wire.NewGame),
)
async def make(request: Request) -> Response:
    """Makes a game. Two seats wait for a second player; a solitaire, and both seats, are live at once."""
    player = await writer(request)
    facts = _new(await body(request, wire.NewGame), player)
    rooms = house(request)
    await rooms.store.new_game(facts)
    rooms.bus.ring(facts.id)
    events.info("game made", game=facts.id, rules=facts.game.id, player=player.id)
    async with rooms.sessions.hold(facts.id) as session:
        return answer(wire.Created(facts.id, f"/g/{facts.id}", session.state(player)), 201)


def _new(asked: wire.NewGame, player: Player) -> Facts:
    """The facts of a new game. Refusal `bad_message` names the field."""
    game = called(asked.rules)
    for field in ("clock", "rated", "bot"):
        if getattr(asked, field) not in (None, False):
            raise Refusal("bad_message", field=field, message=f"{field}: not here yet")
    deal = chosen_deal(game, asked.deal, asked.position)
    if check_position(game, asked.position):
        raise Refusal("bad_message", field="position", message="this position has already ended")
    if deal is None and game.dealt and asked.position is None:
        deal = secrets.token_bytes(16) if game.hides else secrets.randbelow(DEALS)
    created = now()
    players = _seated(game, asked.seat, player)
    return Facts(
        id=fresh_id(),
        game=game,
        deal=deal,
        chosen=asked.deal is not None,
        position=asked.position,
        free=len(players) == 2 and None not in players,
        public=asked.public is not False,
        creator=player.id,
        created=created,
        started=None if None in players else created,
        players=players,
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
    """Public games, the newest first, and one's own private ones where `player` is oneself."""
    rooms = house(request)
    asker = await rooms.auth.player(request)
    before = _read_cursor(cursor)
    if "\0" in f"{rules}{player}":
        return answer(wire.Games([], None))  # in no name, and PostgreSQL takes no such text
    glances = await rooms.store.listing(
        status=status,
        rules=rules,
        player=player,
        public=not (asker and asker.id == player),
        before=before,
        most=PAGE + 1,
    )
    shown = [_listed(glance) for glance in glances[:PAGE]]
    last = glances[PAGE - 1].facts if len(glances) > PAGE else None
    return answer(wire.Games(shown, _cursor(last.created, last.id) if last else None))


def _listed(glance: Glance) -> wire.Listed:
    facts = glance.facts
    return wire.Listed(
        facts.id,
        facts.game.id,
        frames.people(facts),
        None,
        False,
        glance.ply,
        facts.created,
        glance.status,
        frames.ending(glance.outcome),
    )


def _cursor(created: int, id: str) -> str:
    return base64.urlsafe_b64encode(wire.encode((created, id))).decode()


def _read_cursor(text: str | None) -> tuple[int, str] | None:
    if text is None:
        return None
    try:
        return _cursors.decode(base64.urlsafe_b64decode(text.encode()))
    except (ValueError, msgspec.DecodeError):
        raise Refusal("bad_message", field="cursor", message="this cursor is not one of ours") from None


@router.get("/games/{id}", responses=gives(wire.State, "nobody", "not_found"))
async def look(request: Request, id: str) -> Response:
    """The state for the asker."""
    rooms = house(request)
    player = await rooms.auth.player(request)
    async with rooms.sessions.hold(id) as session:
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
    async with house(request).sessions.hold(id) as session:
        seat = await session.join(player, asked.seat)
        return answer(wire.Joined(seat, session.state(player)))


def _acts(path: str, kind: type[T], act: Callable[[T], wire.Act], summary: str) -> None:
    """One act over HTTP: the socket's message without `t`, answered with the state that contains it."""

    async def carry_out(request: Request, id: str) -> Response:
        player = await writer(request)
        message = act(await body(request, kind))
        async with house(request).sessions.hold(id) as session:
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
