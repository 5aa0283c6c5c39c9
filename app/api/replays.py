"""HTTP for replays: earlier states of a game, its log and the check of it, and variations without a game."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from typing import Annotated

from fastapi import APIRouter, Depends, Path

from app.api.requests import AppServices, CurrentPlayer, limit_writes_by_address
from app.api.routes import route
from app.domain.check import check
from app.domain.game_info import GameInfo, Player
from app.domain.new_game import check_position, find_game, requested_deal
from app.errors import Refusal
from app.live.replay import in_slices, replay
from app.live.state import outcome_message, past_state, variation_state
from app.messages import games as messages
from engine import Entry, IllegalMove, Match
from engine.text_form import make_text

router = APIRouter(prefix="/api", tags=["replays"])

LogRow = tuple[int, int | None, str, str, int]

ANONYMOUS = Player("", "")  # in every seat of a variation


@route(router, "GET", "/games/{id}/frames/{n}", errors=("nobody", "not_found", "hidden", "bad_message"))
async def get_frame(
    id: str, n: Annotated[int, Path(ge=0)], services: AppServices, player: CurrentPlayer
) -> messages.State:
    """The state after n log entries. Of a running game that hides cards, and of a deal of today that the
    player has not finished, only the current one."""
    async with services.sessions.open(id) as session:
        match = session.match
        if n > match.ply:
            raise Refusal("not_found", frame=n, ply=match.ply)
        closed = not await services.admit(session, player)
        info, match = session.info, session.match
        if n < match.ply:
            _check_open(info, match, closed)
        then = match if n == match.ply else await replay(info, session.log[:n])
        return past_state(info, then, match, session.audience.presence, closed=closed)


@route(router, "GET", "/games/{id}/log", errors=("nobody", "not_found", "hidden"))
async def get_log(id: str, services: AppServices, player: CurrentPlayer) -> messages.Log:
    """The whole game, as `python -m engine replay` takes it. Closed while hidden cards are played, and of a
    deal of today to those who have not finished it."""
    async with services.sessions.open(id) as session:
        closed = not await services.admit(session, player)
        info, match = session.info, session.match
        _check_open(info, match, closed)
        return messages.Log(
            id=info.id,
            rules=info.game.id,
            version=info.game.version,
            deal=info.visible_deal(match.outcome is not None),
            position=info.position,
            clock=None,
            free=info.free,
            entries=await in_slices(_rows(session.log[: match.ply])),
            outcome=outcome_message(match.outcome),
        )


@route(router, "GET", "/games/{id}/text", errors=("nobody", "not_found", "hidden"))
async def get_text(id: str, services: AppServices, player: CurrentPlayer) -> str:
    """The game as text with headers and the moves in effect, as `python -m engine replay` and `position` of a
    new game take it. Closed where the log is."""
    async with services.sessions.open(id) as session:
        closed = not await services.admit(session, player)
        info, match = session.info, session.match
        _check_open(info, match, closed)
        return await in_slices(make_text(match, info.id))


def _rows(log: list[Entry]) -> Generator[None, None, list[LogRow]]:
    """The entries as JSON, one a step."""
    rows: list[LogRow] = []
    for entry in log:
        rows.append((entry.ply, entry.seat, entry.act, entry.text, entry.at))
        yield
    return rows


@route(router, "GET", "/games/{id}/check", errors=("nobody", "not_found", "hidden"))
async def check_game(id: str, services: AppServices, player: CurrentPlayer) -> messages.Check:
    """The server replays the log as it stands in the database, and reports what it finds."""
    async with services.sessions.open(id) as session:
        closed = not await services.admit(session, player)
        _check_open(session.info, session.match, closed)
        stored = await services.store.stored_game(id)
    found = await asyncio.to_thread(check, stored)
    return messages.Check(
        agrees=found.differs_at is None,
        deal=stored.info.visible_deal(found.match.outcome is not None),
        score=found.match.game.score(found.match.state),
        moves=found.match.step.number if found.match.step else 0,
        outcome=outcome_message(found.match.outcome),
        differs_at=found.differs_at,
    )


def _check_open(info: GameInfo, match: Match, closed: bool) -> None:
    """Refusal `hidden`: something is hidden from the players, and the game is not over; or it is a deal of
    today that the current player has not finished."""
    if closed:
        raise Refusal("hidden", message="this is a deal of today: finish it first, or come back tomorrow")
    if info.game.hides and match.outcome is None:
        raise Refusal("hidden", message="log and earlier frames are closed while cards are hidden")


@route(
    router,
    "POST",
    "/lines",
    errors=("not_json", "foreign_origin", "bad_message", "too_large", "illegal_move", "too_many"),
    dependencies=[Depends(limit_writes_by_address)],
)
async def try_variation(body: messages.Line) -> messages.State:
    """Plays a variation without a game, from the start, a position or a deal; open to all, writes nothing."""
    return await asyncio.to_thread(_play_variation, body)


def _play_variation(body: messages.Line) -> messages.State:
    game = find_game(body.rules, body.version)
    deal = requested_deal(game, body.deal, body.position)
    check_position(game, body.position)
    info = GameInfo(
        id="",
        game=game,
        deal=0 if deal is None and game.dealt and body.position is None else deal,
        chosen=True,
        position=body.position,
        free=len(game.seats) == 2,
        public=False,
        creator="",
        created=0,
        started=0,
        players=tuple(ANONYMOUS for _ in game.seats),
    )
    match = info.match()
    for number, text in enumerate(body.moves):
        match = _play_text(match, number, text)
    return variation_state(info, match)


def _play_text(match: Match, number: int, text: str) -> Match:
    """The match after one more text, in either form. Refusal `illegal_move` names the text by its number."""
    turn = match.turn
    if turn is None:
        raise Refusal(
            "illegal_move",
            rule="game_over",
            number=number,
            message=f"{text!r} comes after the end",
        )
    move = text
    if not match.game.permits(match.state, text):
        try:
            move = match.game.read(match.state, text)
        except ValueError as error:
            rule = error.rule if isinstance(error, IllegalMove) else "not_a_move"
            raise Refusal("illegal_move", rule=rule, number=number, message=str(error)) from None
    try:
        return match.then(Entry(match.ply, turn, "move", move, 0))
    except IllegalMove as error:
        raise Refusal("illegal_move", rule=error.rule, number=number, message=str(error)) from None
