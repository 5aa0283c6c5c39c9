"""Endpoints for hints and for the verdict on the deal, in the player's own running solitaire."""

from __future__ import annotations

from functools import partial
from typing import Literal

from fastapi import APIRouter
from msgspec import UNSET

from app.analysis import messages
from app.analysis.feature import Analysis, AnalysisFeature, CurrentSearchClient
from app.analysis.finding_store import HINT_LINES, HintLine
from app.analysis.search_client import SearchClient
from app.analysis.values import value_message
from app.core.errors import NO_PLAYER, Refusal, TryAgain, refusal
from app.db import clock
from app.games.act_api import ACT_ERRORS
from app.games.session import MAX_ATTEMPTS, Session
from app.http.requests import CurrentPlayer, WritingPlayer
from app.http.routes import route
from app.model.analysts import analyst_for, has_longer_search
from app.model.game_info import Player
from engine import Entry, IllegalMove, Match, Seat
from engine.analysis import Hint

WATCH_NODES = 20_000  # node limit of a `watch` search: about 0.2 s of one core
WATCH_COST = 0.04  # share of a full search, in the search rate limit

router = APIRouter(prefix="/api", tags=["analysis"])


@route(router, "POST", "/games/{id}/hint", errors=(*ACT_ERRORS, "busy"))
async def give_hint(
    id: str,
    player: WritingPlayer,
    analysis: AnalysisFeature,
    client: CurrentSearchClient,
    body: messages.HintBody,
) -> messages.Hint:
    """Return a hint in the player's own running solitaire, written as an entry `hint`; a repeated request
    with the same `ply` counts once. A hint in several steps continues with the next request at the same
    position, which is not counted again.

    `ask`: `winnable` for whether the game can still be won, `watch` for the same within 20,000 nodes at a
    fraction of a search's cost, which counts once and again for each answer `lost`. `longer` at the `ply` of
    a given hint searches for a better one and is not counted again; 422 if the game has no such search.
    """
    async with analysis.games.sessions.open(id) as session:
        match = check_hint(session, player, body.ply)
        analyst_for(match.game, "hint" if body.ask == "move" else "winnable")
        if body.ask == "winnable":
            hint = await _winnable(analysis, client, id, match)
        elif body.ask == "watch":
            hint = await _winnable(analysis, client, id, match, WATCH_NODES, WATCH_COST)
            was_helped = any(entry.act == "hint" for entry in session.log)
            if hint.text != "lost" and was_helped:
                return hint
        else:
            step = step_of(session, body.ply)
            hint = await _next_move(analysis, client, id, match, step, longer=body.longer)
        await write_hint(session, player, body.ply, "move" if body.ask == "move" else "winnable")
    return hint


@route(
    router,
    "GET",
    "/games/{id}/lost-deal",
    cost=2,
    errors=("nobody", "not_found", "not_seated", "bad_message", "hidden", "too_many", "busy"),
)
async def judge_deal(
    id: str, player: CurrentPlayer, analysis: AnalysisFeature, client: CurrentSearchClient
) -> messages.DealVerdict:
    """Return whether the deal of the player's own solitaire is proved lost, so that nobody plays a deal by
    number that cannot be won. It counts as no hint. The search ends after 20,000 nodes, at a fraction of a
    search's cost. `hidden`: a daily deal of today; `bad_message`: the game began from a position, or has no
    such search."""
    async with analysis.games.sessions.open(id) as session:
        info = session.info
    if player is None:
        raise Refusal("nobody", message=NO_PLAYER)
    if not info.seats(player):
        raise Refusal("not_seated", message="Only the player of this game can ask that.")
    analyst_for(info.game, "winnable")
    if info.deal is None:
        raise Refusal("bad_message", field="id", message="This game began from a position, not from a deal.")
    await analysis.games.daily_access.refuse_deal_of_today(player, info.game, info.deal, info.position)
    start = Match.start(info.game, info.deal)
    found = await client.share(
        ("lost_deal", id), lambda: client.searches.solve(start, None, WATCH_NODES), cost=WATCH_COST
    )
    return messages.DealVerdict(lost=found.value.verdict == "lost")


async def _next_move(
    analysis: Analysis, client: SearchClient, id: str, match: Match, step: int, *, longer: bool
) -> messages.Hint:
    stored = await analysis.findings.get(HINT_LINES, id)
    found = await client.share(
        ("hint", (id, match.ply, step, longer)),
        lambda: client.searches.hint(match, step, stored, longer=longer),
    )
    await _store_line(analysis, id, match, found.line)
    is_best = found.value is not None and found.value.exact
    return _message(match, found, longer=not longer and not is_best and has_longer_search(match.game))


async def _winnable(
    analysis: Analysis, client: SearchClient, id: str, match: Match, nodes: int | None = None, cost: float = 1
) -> messages.Hint:
    """Return whether the game can still be won; store a winning line for later hints."""
    stored = await analysis.findings.get(HINT_LINES, id)
    found = await client.share(
        ("winnable", (id, match.ply, nodes)), lambda: client.searches.solve(match, stored, nodes), cost=cost
    )
    await _store_line(analysis, id, match, found.line)
    verdict = found.value.verdict or "unknown"
    return _message(match, Hint(text=verdict, value=found.value))


async def _store_line(analysis: Analysis, id: str, match: Match, line: tuple[str, ...]) -> None:
    if line:
        await analysis.findings.put(HINT_LINES, id, HintLine(match.game.show(match.state), line), clock.now())


def _message(match: Match, hint: Hint, *, longer: bool = False) -> messages.Hint:
    game, state = match.game, match.state
    return messages.Hint(
        step=hint.step,
        steps=hint.steps,
        text=hint.text,
        about=hint.about,
        move=hint.move,
        told=None if hint.move is None else game.tell(state, hint.move, game.turn(state)),
        value=None if hint.value is None else value_message(hint.value, solitaire=True),
        longer=longer or UNSET,
    )


# Counting: a hint is searched, then counted by a log entry, then sent.


Ask = Literal["move", "winnable"]


def check_hint(session: Session, player: Player, ply: int) -> Match:
    """Return the match at which a hint is requested. A request repeated after a lost answer is accepted.
    Refusal `not_seated`, `game_over`, `stale`, `illegal_move` (not a solitaire)."""
    match, seat = session.match, session.view.seat(player)
    if seat is None:
        raise Refusal("not_seated", message="Only the player of this game can ask for a hint.")
    if not _is_repeat(session, ply):
        try:
            match.then(_entry(session, seat, ply, "move"))
        except IllegalMove as error:
            raise refusal(error) from None
    return match


def step_of(session: Session, ply: int) -> int:
    """Return the requested step of a hint: one more than the number of hints since the last other act."""
    step = 1
    for entry in reversed(session.log[:ply]):
        if entry.act != "hint" or entry.text:
            break
        step += 1
    return step


async def write_hint(session: Session, player: Player, ply: int, ask: Ask) -> None:
    """Write the log entry of a hint. Refusal `stale`, `game_over`: the game has gone on meanwhile."""
    await session.inbox.put(partial(_write_hint, session, player, ply, ask))


async def _write_hint(session: Session, player: Player, ply: int, ask: Ask) -> None:
    for _ in range(MAX_ATTEMPTS):
        seat = session.view.seat(player)
        if seat is None:
            raise Refusal("not_seated", message="Only the player of this game can ask for a hint.")
        if _is_repeat(session, ply):
            return
        try:
            match = session.match.then(_entry(session, seat, ply, ask))
        except IllegalMove as error:
            raise refusal(error) from None
        if await session.write(match):
            return
    raise TryAgain("Too many acts at the same time. Try again.")


def _is_repeat(session: Session, ply: int) -> bool:
    """Return whether the last entry is the hint requested at this ply."""
    last = session.match.last
    return last is not None and last.act == "hint" and last.ply == ply and session.match.outcome is None


def _entry(session: Session, seat: Seat, ply: int, ask: Ask) -> Entry:
    last = session.match.last
    at = max(clock.now(), last.at if last else 0)
    return Entry(ply, seat, "hint", "" if ask == "move" else ask, at)
