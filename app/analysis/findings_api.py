"""Endpoints for what is searched in ended games: missed wins, turning points, par."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter
from msgspec import UNSET, UnsetType

from app.analysis import messages
from app.analysis.feature import Analysis, AnalysisFeature, CurrentSearchClient
from app.analysis.missed import FoundWin, Searched, known_search, search_of
from app.analysis.scores import par_and_best_of
from app.analysis.turning import TurningSearch, states_of, turning_point_of
from app.analysis.values import is_won, outcome_value, play_try, value_message, value_of_try
from app.analysis.variation_api import position_state
from app.core.errors import NO_PLAYER, UNFINISHED_DAILY, Refusal
from app.games.cooperative_replay import replay
from app.games.session import Session
from app.games.state import Access
from app.games.told import told_line
from app.http.requests import CurrentPlayer
from app.http.routes import route
from app.model.analysts import analyst_for
from app.model.game_info import Player
from engine import Entry, Match, Seat
from engine.analysis import Value

router = APIRouter(prefix="/api/games/{id}", tags=["analysis"])

OWN_ERRORS = ("nobody", "not_found", "not_seated", "in_play", "too_many", "busy")  # to the players only


@route(router, "GET", "/missed", cost=2, errors=OWN_ERRORS)
async def find_missed_win(
    id: str, analysis: AnalysisFeature, player: CurrentPlayer, client: CurrentSearchClient
) -> messages.MissedWins:
    """Return the last forced win that one of the two players missed, null if none was found, and in a solved
    game how often the current player held the win. Only for the two players, after the end. The first request
    runs a search of at most 5 s, with a lower priority than other searches."""
    async with analysis.games.sessions.open(id) as session:
        _admit(session, player)
        searched = await search_of(analysis.findings, client, session.info, session.match)
        held = await _held_by(analysis, player, session, searched)
        win = searched.win
        if win is None:
            return messages.MissedWins(None, held)
        ply, seat, match = await _before(analysis, player, session, win)
    game, position = match.game, match.game.show(match.state)
    state = position_state(game, position)
    return messages.MissedWins(
        messages.MissedWin(ply, win.number + 1, seat, win.plies, game.id, position, state), held
    )


async def _held_by(
    analysis: Analysis, player: Player | None, session: Session, searched: Searched
) -> messages.HeldWin | UnsetType:
    """Return how often the player held the win; unset if it is not known, or the game comes close to one that
    they are playing."""
    if searched.held is None:
        return UNSET
    info, match = session.info, session.match
    try:
        await analysis.fair_play.refuse_values(player, info, match, states_of(match))
    except Refusal:
        return UNSET
    found = searched.held[info.seats(player)[0]]
    return messages.HeldWin(found.held, found.moves)


@route(
    router,
    "POST",
    "/missed",
    cost=2,
    errors=(*OWN_ERRORS, "bad_message", "not_json", "too_large", "illegal_move", "foreign_origin"),
)
async def try_missed_win(
    id: str,
    analysis: AnalysisFeature,
    player: CurrentPlayer,
    client: CurrentSearchClient,
    body: messages.TryBody,
) -> messages.MissedAnswer:
    """Return whether a move, in either notation, wins where a win was missed. Writes nothing. `not_found`: no
    missed win is known in this game."""
    async with analysis.games.sessions.open(id) as session:
        _admit(session, player)
        known = await known_search(analysis.findings, session.info)
        if known is None or known.win is None:
            raise Refusal("not_found", game=id[:40], message="No missed win is known in this game.")
        win = known.win
        _, seat, match = await _before(analysis, player, session, win)
        after = play_try(match, body.move)
        is_known = after.step is not None and after.step.move == win.line[0]
        value = _value_of_win(after, win, seat) if is_known else await value_of_try(client, after)
    return messages.MissedAnswer(
        right=is_won(value, seat),
        value=value,
        move=win.line[0],
        told=match.game.tell(match.state, win.line[0], seat),
        line=told_line(match.game, match.state, win.line),
    )


async def _before(
    analysis: Analysis, player: Player | None, session: Session, win: FoundWin
) -> tuple[int, Seat, Match]:
    """Return the ply at which the win was missed, the seat that had it, and the match before. Refusal
    `in_play`: it is close to the position of a running game."""
    ply = plies_before_moves(session.log)[win.number]
    match = await replay(session.info, session.log[:ply])
    await analysis.fair_play.refuse_values(player, session.info, session.match, [match.state])
    seat = next(step.seat for step in session.match.steps() if step.number == win.number + 1)
    return ply, seat, match


def _value_of_win(after: Match, win: FoundWin, seat: Seat) -> messages.Value:
    """Return the value of the position after the first move of the win."""
    if after.outcome:
        return outcome_value(after.game, after.state, after.outcome)
    plies = None if win.plies is None else win.plies - 1
    return value_message(Value(exact=True, winner=seat, plies=plies), solitaire=False)


@route(
    router,
    "GET",
    "/turning",
    cost=2,
    errors=("nobody", "not_found", "bad_message", "in_play", "hidden", "too_many", "busy"),
)
async def find_turning_point(
    id: str, analysis: AnalysisFeature, player: CurrentPlayer, client: CurrentSearchClient
) -> messages.Turning:
    """Return the last winnable position of a lost solitaire, the first lost one, and a solution; nothing is
    known of the positions between. The first request searches at most 8 positions within 15 s, at the lowest
    priority; after 503 `busy` the next one continues."""
    access = analysis.games.daily_access
    async with analysis.games.sessions.open(id) as session:
        info, match = session.info, session.match
        admitted = await access.admit(session, player)
        _check_lost(match)
        if admitted is not Access.OPEN:
            raise Refusal("hidden", message=UNFINISHED_DAILY)
        await access.refuse_deal_of_today(player, info.game, info.deal, info.position)
        found = await turning_point_of(analysis.findings, client, id, match)
        return _turning_message(match, plies_before_moves(session.log), found)


def _check_lost(match: Match) -> None:
    """Raise Refusal `bad_message` if the game was won or has no such search, `in_play` before its end."""
    analyst_for(match.game, "winnable")
    if match.outcome is None:
        raise Refusal("in_play", message="The turning point is shown after the end of the game.")
    if match.outcome.winner == 0:
        message = "This game was won. Only lost games have a turning point."
        raise Refusal("bad_message", field="id", message=message)


def _turning_message(match: Match, plies: list[int], found: TurningSearch) -> messages.Turning:
    """Return the turning point as a message. `plies`: before each move in effect."""
    game, states = match.game, states_of(match)
    winnable, lost = found.winnable, found.lost
    told = ply = line = None
    if winnable is not None:
        line = told_line(game, states[winnable], found.line)
        ply = plies[winnable] if winnable < len(plies) else _plies_until_last(plies)
        if lost == winnable + 1:
            move = next(step.move for step in match.steps() if step.number == lost)
            told = game.tell(states[winnable], move, 0)
    return messages.Turning(
        moves=found.moves,
        winnable=winnable,
        lost=lost,
        start=found.start,
        told=told,
        ply=ply,
        lost_ply=None if lost is None else _plies_until_last(plies[:lost]),
        line=line or [],
        values=[messages.Verdict(n, verdict) for n, verdict in sorted(found.verdicts.items())],
    )


def plies_before_moves(log: Iterable[Entry]) -> list[int]:
    """Return, for each move in effect at the end of a log, its ply (for a redone move, when it was first
    made). Does not replay the moves."""
    made: list[int] = []
    undone: list[int] = []
    for entry in log:
        match entry.act, entry.text.partition(" "):
            case "move", _:
                made.append(entry.ply)
                undone.clear()
            case "undo", _:
                undone.append(made.pop())
            case "redo", _:
                made.append(undone.pop())
            case "accept", ("takeback", _, count):
                del made[-int(count) :]
    return made


def _plies_until_last(plies: list[int]) -> int:
    """Return the number of entries up to the last of these moves."""
    return plies[-1] + 1 if plies else 0


@route(router, "GET", "/par", cost=2, errors=OWN_ERRORS)
async def show_par(
    id: str, analysis: AnalysisFeature, player: CurrentPlayer, client: CurrentSearchClient
) -> messages.Par:
    """Return par and best known score of a solitaire's deal, to its player after the end; null if there is
    none or it is not known yet. The first request for a deal may wait 20 s for a search."""
    async with analysis.games.sessions.open(id) as session:
        _admit(session, player)
        info = session.info
    return messages.Par(*await par_and_best_of(analysis.findings, analysis.leaderboards, client, info))


def _admit(session: Session, player: Player | None) -> None:
    """Raise Refusal `nobody`, or `not_seated`; `in_play`: the game has not ended."""
    if player is None:
        raise Refusal("nobody", message=NO_PLAYER)
    if not session.info.seats(player):
        raise Refusal("not_seated", message="Only players of this game can see that.")
    if session.match.outcome is None:
        raise Refusal("in_play", message="That is shown after the end of the game.")
