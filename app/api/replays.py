"""HTTP for what happened, and what would: earlier frames, the log, its check, and lines without a game."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from app.api.requests import address, answer, body, gives, house, takes
from app.domain.check import check
from app.domain.game_info import GameInfo, Player
from app.domain.new_game import called, check_position, chosen_deal
from app.errors import Refusal
from app.live import state as frames
from app.live.replay import in_slices, replay
from app.live.session import Session
from app.messages import games as wire
from engine import Entry, IllegalMove, Match

router = APIRouter(prefix="/api", tags=["replays"])

LogRow = tuple[int, int | None, str, str, int]

NOBODY = Player("", "")  # sits on every seat of a line that is only tried


@router.get("/games/{id}/frames/{n}", responses=gives(wire.State, "not_found", "hidden", "bad_message"))
async def frame(request: Request, id: str, n: Annotated[int, Path(ge=0)]) -> Response:
    """The state after n lines of the log. Of a running game that hides cards, and of a deal of today that
    the asker has not finished, only the current one."""
    async with house(request).sessions.open(id) as session:
        match = session.match
        if n > match.ply:
            raise Refusal("not_found", frame=n, ply=match.ply)
        closed = not await _admitted(request, session)
        info, match = session.info, session.match
        if n < match.ply:
            _check_open(info, match, closed)
        then = match if n == match.ply else await replay(info, session.log[:n])
        return answer(frames.past(info, then, match, session.audience.presence, closed=closed))


@router.get("/games/{id}/log", responses=gives(wire.Log, "not_found", "hidden"))
async def log(request: Request, id: str) -> Response:
    """All that the game is: `python -m engine replay` takes it. Closed while hidden cards are played, and
    of a deal of today to those who have not finished it."""
    async with house(request).sessions.open(id) as session:
        closed = not await _admitted(request, session)
        info, match = session.info, session.match
        _check_open(info, match, closed)
        return answer(
            wire.Log(
                id=info.id,
                rules=info.game.id,
                version=info.game.version,
                deal=info.deal_shown(match.outcome is not None),
                position=info.position,
                clock=None,
                free=info.free,
                entries=await in_slices(_rows(session.log[: match.ply])),
                outcome=frames.ending(match.outcome),
            )
        )


def _rows(log: list[Entry]) -> Generator[None, None, list[LogRow]]:
    """The entries as JSON shows them, made one by one."""
    rows: list[LogRow] = []
    for entry in log:
        rows.append((entry.ply, entry.seat, entry.act, entry.text, entry.at))
        yield
    return rows


@router.get("/games/{id}/check", responses=gives(wire.Check, "not_found", "hidden"))
async def verdict(request: Request, id: str) -> Response:
    """The server replays the log as it stands in the database, and says what it finds."""
    store = house(request).store
    async with house(request).sessions.open(id) as session:
        closed = not await _admitted(request, session)
        _check_open(session.info, session.match, closed)
        audit = await store.stored_game(id)
    found = await asyncio.to_thread(check, audit)
    return answer(
        wire.Check(
            agrees=found.differs_at is None,
            deal=audit.info.deal_shown(found.match.outcome is not None),
            score=found.match.game.score(found.match.state),
            moves=found.match.step.number if found.match.step else 0,
            outcome=frames.ending(found.match.outcome),
            differs_at=found.differs_at,
        )
    )


async def _admitted(request: Request, session: Session) -> bool:
    """Whether the asker may know the deal: of today's only who has finished it."""
    if session.info.daily is None:
        return True
    services = house(request)
    return await services.admit(session, await services.auth.player(request))


def _check_open(info: GameInfo, match: Match, closed: bool) -> None:
    """Refusal `hidden`: something is hidden from the players, and the game is not over; or it is a deal of
    today that the asker has not finished."""
    if closed:
        raise Refusal("hidden", message="this is a deal of today: finish it first, or come back tomorrow")
    if info.game.hides and match.outcome is None:
        raise Refusal("hidden", message="log and earlier frames are closed while cards are hidden")


@router.post(
    "/lines",
    responses=gives(
        wire.State, "not_json", "foreign_origin", "bad_message", "too_large", "illegal_move", "too_many"
    ),
    openapi_extra=takes(wire.Line),
)
async def line(request: Request) -> Response:
    """Tries a line without a game, from the start, a position or a deal; open to all, writes nothing."""
    await house(request).writes.take(f"address {address(request)}")
    asked = await body(request, wire.Line)
    return answer(await asyncio.to_thread(_played, asked))


def _played(asked: wire.Line) -> wire.State:
    game = called(asked.rules)
    deal = chosen_deal(game, asked.deal, asked.position)
    check_position(game, asked.position)
    info = GameInfo(
        id="",
        game=game,
        deal=0 if deal is None and game.dealt and asked.position is None else deal,
        chosen=True,
        position=asked.position,
        free=len(game.seats) == 2,
        public=False,
        creator="",
        created=0,
        started=0,
        players=tuple(NOBODY for _ in game.seats),
    )
    match = info.match()
    for number, text in enumerate(asked.moves):
        match = _one(match, number, text)
    return frames.variation(info, match)


def _one(match: Match, number: int, text: str) -> Match:
    """The match after one more text, in either form. Refusal `illegal_move` names the text by its number."""
    turn = match.turn
    if turn is None:
        raise Refusal(
            "illegal_move", rule="game_over", number=number, message=f"{text!r} comes after the end"
        )
    move = text
    if not match.game.permits(match.state, text):
        try:
            move = match.game.read(match.state, text)
        except ValueError as error:
            rule = match.game.why(match.state, text)
            raise Refusal("illegal_move", rule=rule, number=number, message=str(error)) from None
    try:
        return match.then(Entry(match.ply, turn, "move", move, 0))
    except IllegalMove as error:
        raise Refusal("illegal_move", rule=error.rule, number=number, message=str(error)) from None
