"""Endpoint for hints in the player's own running solitaire."""

from __future__ import annotations

from fastapi import APIRouter
from msgspec import UNSET

from app.api.acts import ACT_ERRORS
from app.api.routes import route
from app.api.searching import CurrentSearchClient, SearchClient
from app.container import Services
from app.domain.analysts import analyst_for, has_longer_search
from app.http.requests import AppServices, WritingPlayer
from app.live.hints import check_hint, step_of, was_helped, write_hint
from app.live.values import value_message
from app.messages import analysis as messages
from engine import Match, analysis

WATCH_NODES = 20_000  # node limit of a `watch` search: about 0.2 s of one core
WATCH_COST = 0.04  # share of a full search, in the search rate limit

router = APIRouter(prefix="/api", tags=["analysis"])


@route(router, "POST", "/games/{id}/hint", errors=(*ACT_ERRORS, "busy"))
async def give_hint(
    id: str,
    player: WritingPlayer,
    services: AppServices,
    client: CurrentSearchClient,
    body: messages.HintBody,
) -> messages.Hint:
    """Return a hint in the player's own running solitaire, written as an entry `hint`; a repeated request
    with the same `ply` counts once. A hint in several steps continues with the next request at the same
    position.

    `ask`: `winnable` for whether the game can still be won, `watch` for the same within 20,000 nodes at a
    fraction of a search's cost, which counts once and again for each answer `lost`. `longer` at the `ply` of
    a given hint searches for a better one and is not counted again; 422 if the game has no such search.
    """
    async with services.sessions.open(id) as session:
        match = check_hint(session, player, body.ply)
        analyst_for(match.game, "hint" if body.ask == "move" else "winnable")
        if body.ask == "winnable":
            hint = await _winnable(services, client, id, match)
        elif body.ask == "watch":
            hint = await _winnable(services, client, id, match, WATCH_NODES, WATCH_COST)
            if hint.text != "lost" and was_helped(session):
                return hint
        else:
            step = step_of(session, body.ply)
            hint = await _next_move(services, client, id, match, step, longer=body.longer)
        await write_hint(session, player, body.ply, "move" if body.ask == "move" else "winnable")
    return hint


async def _next_move(
    services: Services, client: SearchClient, id: str, match: Match, step: int, *, longer: bool
) -> messages.Hint:
    stored = await services.search_results.hint_line(id)
    found = await client.search(services.searches.hint(match, step, stored, longer=longer))
    await _store_line(services, id, match, found.line)
    is_best = found.value is not None and found.value.exact
    return _message(match, found, longer=not longer and not is_best and has_longer_search(match.game))


async def _winnable(
    services: Services, client: SearchClient, id: str, match: Match, nodes: int | None = None, cost: float = 1
) -> messages.Hint:
    """Return whether the game can still be won; store a winning line for later hints."""
    stored = await services.search_results.hint_line(id)
    found = await client.search(services.searches.solve(match, stored, nodes), cost)
    await _store_line(services, id, match, found.line)
    verdict = found.value.verdict or "unknown"
    return _message(match, analysis.Hint(text=verdict, value=found.value))


async def _store_line(services: Services, id: str, match: Match, line: tuple[str, ...]) -> None:
    if line:
        await services.search_results.keep_line(id, (match.game.show(match.state), line))


def _message(match: Match, hint: analysis.Hint, *, longer: bool = False) -> messages.Hint:
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
