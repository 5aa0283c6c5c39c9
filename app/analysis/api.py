"""Endpoints for evaluations: of the positions of a game, and of any position."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query

from app.analysis import messages
from app.analysis.feature import Analysis, AnalysisFeature, CurrentSearchClient
from app.analysis.finding_store import Kind
from app.analysis.search_client import SearchClient
from app.analysis.values import outcome_value, position_value, told_moves, value_message
from app.core.errors import UNFINISHED_DAILY, Refusal
from app.db.clock import now
from app.games.cooperative_replay import replay
from app.games.new_game import find_game
from app.games.state import Access
from app.games.told import told_line
from app.http.requests import CurrentPlayer
from app.http.routes import route
from app.model.analysts import analyst_for
from app.model.game_info import GameInfo
from engine import Entry, Game, Match

router = APIRouter(prefix="/api", tags=["analysis"])

MAX_POSITIONS = 20  # in one response
START_TIMEOUT = 5.0  # seconds until a queued search is refused as `busy`
ERRORS = ("nobody", "bad_message", "in_play", "hidden", "too_many", "busy")
VALUES = Kind("value", messages.Evaluated)


@route(router, "GET", "/games/{id}/analysis", cost=2, errors=(*ERRORS, "not_found"))
async def analyse_game(
    id: str,
    analysis: AnalysisFeature,
    player: CurrentPlayer,
    client: CurrentSearchClient,
    first: Annotated[int, Query(alias="from", ge=0)] = 0,
    last: Annotated[int | None, Query(alias="to", ge=0)] = None,
) -> messages.Analysis:
    """Return the values of the positions after `from` to `to` log entries, at most 20 (without `to`: as many
    as there are). For ended games, running games against a bot, and games with one person in both seats.

    Each value that is not stored yet takes a search. One that does not start within 5 s is 503 `busy`, with
    `detail.by` `games` if bots' moves go first; the values found of an ended game are stored, and the same
    request continues.
    """
    async with analysis.games.sessions.open(id) as session:
        access = await analysis.games.daily_access.admit(session, player)
        info, match, log = session.info, session.match, session.log
        if match.outcome is None and info.bot_seat is None and not info.free:
            raise Refusal("in_play", message="This game is still running. Analysis opens when it ends.")
        if access is Access.CLOSED:
            raise Refusal("hidden", message=UNFINISHED_DAILY)
        analyst_for(info.game, "evaluate")
        end = min(first + MAX_POSITIONS - 1, match.ply) if last is None else last
        if not 0 <= end - first < MAX_POSITIONS:
            message = f"At most {MAX_POSITIONS} positions per request, with `from` not after `to`."
            raise Refusal("bad_message", field="to", message=message)
        if end > match.ply:
            raise Refusal("not_found", n=end, ply=match.ply)
        over = match.outcome is not None
        if len(info.players) == 2:
            states = await _states(info, log, first, end)
            await analysis.fair_play.refuse_values(player, info, match, states)
        return messages.Analysis(await _values(analysis, client, info, log, first, end, over))


async def _states(info: GameInfo, log: list[Entry], first: int, end: int) -> list[Any]:
    """Return the positions after `first` to `end` entries."""
    match = await replay(info, log[:first])
    states = [match.state]
    for entry in log[first:end]:
        match = match.after(entry)
        states.append(match.state)
    return states


async def _values(
    analysis: Analysis,
    client: SearchClient,
    info: GameInfo,
    log: list[Entry],
    first: int,
    end: int,
    over: bool,
) -> list[messages.Evaluated]:
    """Return the values after `first` to `end` entries; store them if the game is `over`. A stored value that
    could gain a distance is searched again once the endgame tables have changed since."""
    known = await analysis.findings.get_range(VALUES, info.id, first, end) if over else {}
    at, since = now(), 0
    if over and not all(n in known and _is_final(known[n].value) for n in range(first, end + 1)):
        since = await asyncio.to_thread(analysis.searches.tables_changed)
    items: list[messages.Evaluated] = []
    new: dict[int, messages.Evaluated] = {}
    match = await replay(info, log[:first])
    try:
        for n in range(first, end + 1):
            if n > first:
                match = match.after(log[n - 1])
            if n in known and (_is_final(known[n].value) or known[n].at >= since):
                items.append(known[n].value)
                continue
            items.append(await _value(client, info.id, match, n, items[-1] if items else None))
            if over:
                new[n] = items[-1]
    finally:
        await analysis.findings.put_range(VALUES, info.id, new, at, since)
    return items


async def _value(
    client: SearchClient, id: str, match: Match, n: int, before: messages.Evaluated | None
) -> messages.Evaluated:
    """Return the value of the current position of a match; `before`: the value one entry earlier."""
    game, state = match.game, match.state
    outcome = game.outcome(state)
    if outcome is not None:
        return messages.Evaluated(n, outcome_value(game, state, outcome), [])
    if before is not None and match.last is not None and match.last.act in UNMOVED:
        return messages.Evaluated(n, before.value, before.best, before.line)
    try:
        found = await client.share(
            ("value", (id, n)), lambda: client.searches.evaluate(match, begins_within=START_TIMEOUT)
        )
    except Refusal as error:
        if error.code != "bad_message":
            raise
        return messages.Evaluated(n, messages.Value(exact=False), [])  # started from a custom position
    value = value_message(found.value, solitaire=match.solitaire)
    best, line = told_moves(game, state, found.best), told_line(game, state, found.line)
    return messages.Evaluated(n, value, best, line)


UNMOVED = frozenset({"hint", "offer", "withdraw", "decline", "pause", "resign", "abort", "flag", "claim"})


def _is_final(found: messages.Evaluated) -> bool:
    """Return whether no table can improve the value; tables add the distance to a proof."""
    value = found.value
    return not (value.exact and isinstance(value.winner, int) and value.plies is msgspec.UNSET)


@route(router, "POST", "/analysis", errors=(*ERRORS, "not_json", "too_large", "foreign_origin"), cost=2)
async def analyse_position(
    analysis: AnalysisFeature, player: CurrentPlayer, client: CurrentSearchClient, body: messages.PositionBody
) -> messages.PositionValue:
    """Return the value of a position, its best moves, and the value of each move where known. Refused for
    today's daily deals and to players of a running game of the family between people."""
    game = find_game(body.rules)
    analyst_for(game, "evaluate")
    match = match_at(game, body.position)
    await analysis.games.daily_access.refuse_deal_of_today(player, game, None, body.position)
    await analysis.fair_play.refuse_search(player, game, match.state)
    if match.outcome:
        value = outcome_value(game, match.state, match.outcome)
        return messages.PositionValue(value, [], [], [])
    found = await client.search(client.searches.evaluate(match, begins_within=START_TIMEOUT))
    return position_value(game, match.state, found)


def match_at(game: Game[Any], position: str) -> Match:
    """Return a match that starts at a position. Refusal `bad_message`: what is wrong, and where."""
    try:
        return Match.start(game, 0, position=position)
    except ValueError as error:
        raise Refusal("bad_message", field="position", message=str(error)) from None
