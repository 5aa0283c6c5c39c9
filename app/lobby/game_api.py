"""Endpoints for games: create, join, show, list; and to decline challenges, which are games with `to`."""

from __future__ import annotations

import msgspec
from fastapi import APIRouter, Response
from msgspec import UNSET

from app.analysis.feature import CurrentSearchClient
from app.core.errors import Refusal
from app.core.ids import may_be_id
from app.db.clock import now, utc_day
from app.games import messages
from app.games.act_api import WRITE_ERRORS
from app.games.lists import GameCursor, GameSummary
from app.games.new_game import is_text, moves_of_text, rules_message
from app.games.state import challenged, control_message, listed_players, outcome_message
from app.http import pagination
from app.http.pagination import PAGE_SIZE
from app.http.requests import CurrentPlayer, WritingPlayer
from app.http.routes import route
from app.lobby.feature import LobbyFeature
from app.lobby.messages import Decline, Games, Listed
from app.lobby.previews import Preview
from app.results.daily.days import is_closed
from engine import GAMES

router = APIRouter(prefix="/api", tags=["games"])

MOVES_PER_WRITE = 50  # replaying an imported game costs a write per so many moves
_cursor = msgspec.json.Decoder(GameCursor)
JOIN_ERRORS = (
    "paused_pairing",
    "seat_taken",
    "game_over",
    "not_seated",
    "no_account",
    "blocked",
    "maintenance",
)


@route(router, "GET", "/rules")
async def list_rules() -> list[messages.Rules]:
    """Every game that can be played, as a bare list."""
    return [rules_message(game) for game in GAMES.values()]


@route(
    router,
    "POST",
    "/games",
    status=201,
    also=(200,),
    errors=(
        *WRITE_ERRORS,
        "paused_pairing",
        "too_many_games",
        "hidden",
        "no_account",
        "blocked",
        "closed",
        "maintenance",
        "in_play",
        "busy",
        "stale",
    ),
)
async def create_game(
    player: WritingPlayer,
    lobby: LobbyFeature,
    client: CurrentSearchClient,
    body: messages.NewGame,
    response: Response,
) -> messages.Created:
    """Create a game. A game for two stays open until the second player joins, at most 20 open games per
    player; a solitaire, or a game with both seats, starts immediately. `position` may be a whole game as
    text: the new game starts from its final position. With `pair`, status 200 means an existing game: an
    opponent's that was joined, or the player's own that is still waiting. Games against a bot start
    immediately and are unrated."""
    if body.position and is_text(body.position):
        lobby.people.writes.take(client.who, moves_of_text(body.position) / MOVES_PER_WRITE)
    created = await lobby.creation.create(player, body, client)
    if not created.new:
        response.status_code = 200
    return messages.Created(created.id, f"/g/{created.id}", created.state)


@route(router, "GET", "/games", cost=2, errors=("nobody", "bad_message"))
async def list_games(
    lobby: LobbyFeature,
    current_player: CurrentPlayer,
    status: str | None = None,
    rules: str | None = None,
    player: str | None = None,
    opponent: str | None = None,
    result: str | None = None,
    rated: str | None = None,
    cursor: pagination.Cursor = None,
) -> Games:
    """List public games, newest first; also private ones if `player` is the current player. `opponent`:
    another player; `result`: won, lost or drawn by `player`; `rated`: true or false. `status=open` lists all
    open games, whether their owners are connected or not. With `player`, unfinished games have `position` and
    `moved`, and solitaires abandoned before the first move are omitted."""
    before = pagination.decode_cursor(cursor, _cursor)
    if "\0" in f"{rules}{player}{opponent}" or rated not in (None, "true", "false"):
        return Games([], None)  # no name contains U+0000, and PostgreSQL rejects it
    summaries = await lobby.games.lists.list_games(
        status=status,
        rules=rules,
        player=player,
        opponent=opponent,
        result=result,
        rated=None if rated is None else rated == "true",
        public=not (current_player and current_player.id == player),
        before=before,
        most=PAGE_SIZE + 1,
    )
    last = summaries[PAGE_SIZE - 1].info if len(summaries) > PAGE_SIZE else None
    following = pagination.encode_cursor((last.created, last.id)) if last else None
    shown = summaries[:PAGE_SIZE]
    today, day = utc_day(now()), await lobby.games.sessions.today()
    running = [summary for summary in shown if player and summary.status != "ended"]
    previews = await lobby.previews.read(running)
    items = [
        _list_item(summary, previews.get(summary.info.id), closed=is_closed(summary.info, day, today))
        for summary in shown
    ]
    return Games(items, following)


def _list_item(summary: GameSummary, preview: Preview | None, *, closed: bool) -> Listed:
    info = summary.info
    return Listed(
        id=info.id,
        rules=info.game.id,
        players=listed_players(info),
        control=control_message(info),
        rated=info.rated,
        created=info.created,
        ply=summary.ply,
        turn=summary.turn,
        moved=preview.moved if preview else None,
        position=preview.position if preview else None,
        daily=info.daily,
        deal=None if closed else info.visible_deal(summary.status == "ended"),
        to=challenged(info),
        status=summary.status,
        over=outcome_message(summary.outcome),
        moves=preview.moves if preview else UNSET,
        score=summary.score or UNSET,
    )


@route(router, "GET", "/games/{id}", errors=("nobody", "not_found"))
async def get_game(id: str, lobby: LobbyFeature, player: CurrentPlayer) -> messages.State:
    """Return the state for the current player."""
    async with lobby.games.sessions.open(id, newest=True) as session:
        await lobby.games.daily_access.admit(session, player)
        return await lobby.creation.show(session, player)


@route(router, "POST", "/games/{id}/join", errors=(*WRITE_ERRORS, *JOIN_ERRORS))
async def join_game(
    id: str, player: WritingPlayer, lobby: LobbyFeature, body: messages.Join
) -> messages.Joined:
    """Take a free seat. Joining again returns the player's own seat."""
    return messages.Joined(*await lobby.creation.join(player, id, body.seat))


@route(router, "POST", "/games/{id}/decline", status=204, errors=(*WRITE_ERRORS, "not_seated", "game_over"))
async def decline_challenge(id: str, player: WritingPlayer, lobby: LobbyFeature, body: Decline) -> None:
    """Decline a challenge to the current player with a reason word. This ends the challenge (`aborted`).
    After `no` or `later` the next one between the two is possible after a minute (429 `too_many`, rule
    `declined`)."""
    if not may_be_id(id):
        raise Refusal("not_found", game=id[:40])
    await lobby.pairing_store.decline(id, player, body.word, now())
