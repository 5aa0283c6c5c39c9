"""Endpoints for missed wins: the forced win that a player of an ended game missed, as a puzzle."""

from __future__ import annotations

from fastapi import APIRouter

from app.api.routes import route
from app.api.searching import CurrentSearchClient
from app.api.tries import play_try, value_of_try
from app.container import Services
from app.domain.game_info import GameInfo, Player
from app.domain.missed import MissedWin
from app.errors import NO_PLAYER, Refusal
from app.http.requests import AppServices, CurrentPlayer
from app.live.cooperative_replay import replay
from app.live.session import Session
from app.live.values import outcome_value, told_line, value_message
from app.live.variations import position_state
from app.messages import analysis as messages
from engine import Match
from engine.analysis import Value

router = APIRouter(prefix="/api", tags=["analysis"])

ERRORS = ("nobody", "not_found", "not_seated", "in_play", "too_many", "busy")


@route(router, "GET", "/games/{id}/missed", cost=2, errors=ERRORS)
async def find_missed_win(
    id: str, services: AppServices, player: CurrentPlayer, client: CurrentSearchClient
) -> messages.MissedWins:
    """Return the last forced win that one of the two players missed, null if none was found. Only for the two
    players, after the end. The first request runs a search of at most 5 s, with a lower priority than other
    searches."""
    async with services.sessions.open(id) as session:
        _admit(session, player)
        known, win = await services.missed_wins.known(session.info)
        if not known:
            search = services.missed_wins.search(session.info, session.match, session.log)
            win = await client.search(search)
        if win is None:
            return messages.MissedWins(None)
        match = await _position(services, player, session, win)
    return messages.MissedWins(_message(session.info, match, win))


@route(
    router,
    "POST",
    "/games/{id}/missed",
    cost=2,
    errors=(*ERRORS, "bad_message", "not_json", "too_large", "illegal_move", "foreign_origin"),
)
async def try_missed_win(
    id: str, services: AppServices, player: CurrentPlayer, client: CurrentSearchClient, body: messages.TryBody
) -> messages.MissedAnswer:
    """Return whether a move, in either notation, wins where a win was missed. Writes nothing. `not_found`: no
    missed win is known in this game."""
    async with services.sessions.open(id) as session:
        _admit(session, player)
        _, win = await services.missed_wins.known(session.info)
        if win is None:
            raise Refusal("not_found", game=id[:40], message="No missed win is known in this game.")
        match = await _position(services, player, session, win)
        after = play_try(match, body.move)
        move = after.step.move if after.step else ""
        won = move == win.line[0]
        value = _value_of_win(after, win) if won else await value_of_try(services, client, after)
    return messages.MissedAnswer(
        right=value is not None and value.exact and value.winner == win.seat,
        value=value,
        move=win.line[0],
        told=match.game.tell(match.state, win.line[0], win.seat),
        line=told_line(match.game, match.state, win.line),
    )


def _admit(session: Session, player: Player | None) -> None:
    """Raise Refusal `nobody` or `not_seated`; `in_play`: the game has not ended."""
    if player is None:
        raise Refusal("nobody", message=NO_PLAYER)
    if not session.info.seats(player):
        raise Refusal("not_seated", message="Only the players of this game can see its missed wins.")
    if session.match.outcome is None:
        raise Refusal("in_play", message="Missed wins are shown after the end of the game.")


async def _position(services: Services, player: Player | None, session: Session, win: MissedWin) -> Match:
    """Return the match where the win was missed. Refusal `in_play`: it is close to the position of a running
    game."""
    info, log = session.info, session.log[: win.ply]
    match = await replay(info, log)
    await services.fair_play.refuse_values(player, info, session.match, [match.state])
    return match


def _value_of_win(after: Match, win: MissedWin) -> messages.Value:
    """Return the value of the position after the first move of the win."""
    if after.outcome:
        return outcome_value(after.game, after.state, after.outcome)
    plies = None if win.plies is None else win.plies - 1
    return value_message(Value(exact=True, winner=win.seat, plies=plies), solitaire=False)


def _message(info: GameInfo, match: Match, win: MissedWin) -> messages.MissedWin:
    game, position = info.game, info.game.show(match.state)
    number = match.step.number + 1 if match.step else 1
    state = position_state(game, position)
    return messages.MissedWin(win.ply, number, win.seat, win.plies, game.id, position, state)
