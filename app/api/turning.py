"""Endpoint for the turning point of a lost solitaire."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.routes import route
from app.api.searching import CurrentSearchClient
from app.domain.analysts import analyst_for
from app.domain.game_info import GameInfo
from app.domain.plies import plies_before_moves
from app.domain.turning import Turning
from app.errors import UNFINISHED_DAILY, Refusal
from app.http.requests import AppServices, CurrentPlayer
from app.live.session import Session
from app.live.state import Access
from app.live.turning import states_of
from app.live.values import told_line
from app.messages import analysis as messages
from engine import Entry, Match

router = APIRouter(prefix="/api", tags=["analysis"])

ERRORS = ("nobody", "not_found", "bad_message", "in_play", "hidden", "too_many", "busy")


@route(router, "GET", "/games/{id}/turning", cost=2, errors=ERRORS)
async def find_turning_point(
    id: str, services: AppServices, player: CurrentPlayer, client: CurrentSearchClient
) -> messages.Turning:
    """Return the last winnable position of a lost solitaire, the first lost one, and a solution; nothing is
    known of the positions between. The first request searches at most 8 positions within 15 s, at the lowest
    priority; after 503 `busy` the next one continues."""
    async with services.sessions.open(id) as session:
        info, match = session.info, session.match
        access = await services.daily_access.admit(session, player)
        _check_lost(session)
        if access is not Access.OPEN:
            raise Refusal("hidden", message=UNFINISHED_DAILY)
        await services.daily_access.refuse_deal_of_today(player, info.game, info.deal, info.position)
        found = await services.turning_points.known(info)
        if found is None:
            found = await client.search(services.turning_points.search(info, match))
        return _message(info, match, session.log, found)


def _check_lost(session: Session) -> None:
    """Raise Refusal `bad_message` if the game was won or has no such search, `in_play` before its end."""
    analyst_for(session.info.game, "winnable")
    outcome = session.match.outcome
    if outcome is None:
        raise Refusal("in_play", message="The turning point is shown after the end of the game.")
    if outcome.winner == 0:
        raise Refusal(
            "bad_message", field="id", message="This game was won. Only lost games have a turning point."
        )


def _message(info: GameInfo, match: Match, log: list[Entry], found: Turning) -> messages.Turning:
    game, states = info.game, states_of(match)
    moves = [step.move for step in match.steps()][::-1]
    plies = plies_before_moves(log)
    winnable, lost = found.winnable, found.lost
    told = line = None
    if winnable is not None:
        line = told_line(game, states[winnable], found.line)
        if lost == winnable + 1:
            told = game.tell(states[winnable], moves[winnable], 0)
    return messages.Turning(
        moves=found.moves,
        winnable=winnable,
        lost=lost,
        start=found.start,
        told=told,
        ply=None if winnable is None else _plies_until(plies, winnable),
        lost_ply=None if lost is None else (plies[lost - 1] + 1 if lost else 0),
        line=line or [],
        values=[messages.Verdict(n, verdict) for n, verdict in sorted(found.verdicts.items())],
    )


def _plies_until(plies: list[int], made: int) -> int:
    """Return the number of entries before the move after the first `made` ones; at the end, up to the last
    move."""
    if made < len(plies):
        return plies[made]
    return plies[-1] + 1 if plies else 0
