"""Endpoints for replays: earlier states of a game, its log, its text, and verification of the log."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query
from msgspec import UNSET

from app.core.errors import UNFINISHED_DAILY, Refusal
from app.games import messages
from app.games.check import check
from app.games.cooperative_replay import in_slices
from app.games.feature import GamesFeature
from app.games.session import Session
from app.games.state import Access, control_message, outcome_message, past_state
from app.http.requests import CurrentPlayer, ReadLimit
from app.http.routes import route
from app.model.game_info import GameInfo
from engine import Entry, Match
from engine.text_form import make_text

router = APIRouter(prefix="/api", tags=["replays"])

LogRow = tuple[int, int | None, str, str, int]

MAX_FRAMES = 200  # in one response


@route(
    router, "GET", "/games/{id}/frames/{n}", errors=("nobody", "not_found", "hidden", "bad_message", "busy")
)
async def get_frame(
    id: str, n: Annotated[int, Path(ge=0)], games: GamesFeature, player: CurrentPlayer, reads: ReadLimit
) -> messages.State:
    """Return the state after n log entries. While cards are hidden, and for a daily deal of today that the
    player has not finished, only the current one."""
    async with games.sessions.open(id, newest=True) as session:
        match = session.match
        if n > match.ply:
            raise Refusal("not_found", frame=n, ply=match.ply)
        access = await games.daily_access.admit(session, player)
        info, match = session.info, session.match
        if n < match.ply:
            _check_open(info, match, access)
            reads.take(4)  # in addition to the 1 of every read
        show = partial(past_state, info, match, session.audience.presence, access)
        if n == match.ply:
            return show(match)
        reads.take_for_replay(n)
        states = _past_states(show, info.match(), session.log[:n], n)
        return (await games.replays.run(states, reads.who.person))[0]


@route(router, "GET", "/games/{id}/frames", errors=("nobody", "not_found", "hidden", "bad_message", "busy"))
async def get_frames(
    id: str,
    games: GamesFeature,
    player: CurrentPlayer,
    reads: ReadLimit,
    first: Annotated[int, Query(alias="from", ge=0)] = 0,
    last: Annotated[int | None, Query(alias="to", ge=0)] = None,
) -> messages.Frames:
    """Return the states after `from` to `to` log entries, at most 200 (without `to`: as many as there are),
    from one replay. Each equals the response of `/frames/{n}` and is closed in the same cases."""
    async with games.sessions.open(id, newest=True) as session:
        access = await games.daily_access.admit(session, player)
        info, match = session.info, session.match
        end = min(first + MAX_FRAMES - 1, match.ply) if last is None else last
        if last is not None and not 0 <= last - first < MAX_FRAMES:
            message = f"At most {MAX_FRAMES} frames per request, with `from` not after `to`."
            raise Refusal("bad_message", field="to", message=message)
        if max(first, end) > match.ply:
            raise Refusal("not_found", frame=max(first, end), ply=match.ply)
        if first < match.ply:
            _check_open(info, match, access)
        reads.take((end - first) // 10)
        reads.take_for_replay(end)
        show = partial(past_state, info, match, session.audience.presence, access)
        states = _past_states(show, info.match(), session.log[:end], first)
        return messages.Frames(await games.replays.run(states, reads.who.person))


def _past_states(
    show: Callable[[Match], messages.State], then: Match, log: list[Entry], first: int
) -> Generator[None, None, list[messages.State]]:
    """Show the matches after `first` to all entries of a log, one entry per step."""
    states = [show(then)] if first == 0 else []
    for number, entry in enumerate(log, 1):
        yield
        then = then.after(entry)
        if number >= first:
            states.append(show(then))
    return states


@route(router, "GET", "/games/{id}/log", errors=("nobody", "not_found", "hidden"))
async def get_log(id: str, games: GamesFeature, player: CurrentPlayer) -> messages.Log:
    """Return the complete record of the game, as read by `python -m engine replay`. Closed while cards are
    hidden, and for a daily deal of today that the player has not finished."""
    async with games.sessions.open(id, newest=True) as session:
        access = await games.daily_access.admit(session, player)
        return await log_message(session, access)


async def log_message(session: Session, access: Access) -> messages.Log:
    """Return the complete record of a session's game. Refusal `hidden`."""
    info, match = session.info, session.match
    _check_open(info, match, access)
    log = session.log[: match.ply]
    spent = [entry.spent for entry in log]
    return messages.Log(
        id=info.id,
        rules=info.game.id,
        version=info.game.version,
        deal=info.visible_deal(match.outcome is not None) if access is Access.OPEN else None,
        position=info.position,
        clock=control_message(info),
        free=info.free,
        entries=await in_slices(_rows(log)),
        outcome=outcome_message(match.outcome),
        spent=UNSET if all(one is None for one in spent) else spent,
    )


@route(router, "GET", "/games/{id}/text", errors=("nobody", "not_found", "hidden"))
async def get_text(id: str, games: GamesFeature, player: CurrentPlayer) -> str:
    """Return the game as text with headers and moves in effect, as read by `python -m engine replay` and by
    `position` of a new game. Closed in the same cases as the log."""
    async with games.sessions.open(id, newest=True) as session:
        access = await games.daily_access.admit(session, player)
        info, match = session.info, session.match
        _check_open(info, match, access)
        if access is not Access.OPEN:
            raise Refusal("hidden", message=UNFINISHED_DAILY)  # the text names the deal
        return await in_slices(make_text(match, info.id))


def _rows(log: list[Entry]) -> Generator[None, None, list[LogRow]]:
    """Yield once per entry; return the entries as JSON rows."""
    rows: list[LogRow] = []
    for entry in log:
        rows.append((entry.ply, entry.seat, entry.act, entry.text, entry.at))
        yield
    return rows


@route(router, "GET", "/games/{id}/check", cost=5, errors=("nobody", "not_found", "hidden", "busy"))
async def check_game(id: str, games: GamesFeature, player: CurrentPlayer, reads: ReadLimit) -> messages.Check:
    """Replay the log as stored in the database and return the findings."""
    async with games.sessions.open(id, newest=True) as session:
        access = await games.daily_access.admit(session, player)
        info, match = session.info, session.match
        _check_open(info, match, access)
    reads.take_for_replay(match.ply)
    found = await games.replays.run(check(await games.store.stored_game(id)), reads.who.person)
    match = found.match
    return messages.Check(
        agrees=found.differs_at is None,
        deal=info.visible_deal(match.outcome is not None) if access is Access.OPEN else None,
        score=match.game.score(match.state),
        moves=match.step.number if match.step else 0,
        outcome=outcome_message(match.outcome),
        differs_at=found.differs_at,
    )


def _check_open(info: GameInfo, match: Match, access: Access) -> None:
    """Raise Refusal `hidden` while the game hides something and is not over, or if it is a daily deal of
    today that the current player has not finished."""
    if access is Access.CLOSED:
        raise Refusal("hidden", message=UNFINISHED_DAILY)
    if info.game.hides and match.outcome is None:
        raise Refusal(
            "hidden", message="Cards are hidden in this game. Its log and earlier frames open at the end."
        )
