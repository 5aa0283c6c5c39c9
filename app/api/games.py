"""HTTP for games: create one, join it, show it, list games."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from typing import Any

import msgspec
import structlog
from fastapi import APIRouter, Response

from app.api import pagination
from app.api.certified import certified_deal
from app.api.daily import refuse_deal_of_today
from app.api.routes import route
from app.clock import now, utc_day
from app.container import Services
from app.db.games.lists import GameSummary
from app.domain.cursors import GameCursor
from app.domain.daily import Day
from app.domain.game_info import GameInfo, Player, SeatRating
from app.domain.names import new_id
from app.domain.new_game import (
    check_position,
    daily_deal,
    find_game,
    is_text,
    match_of_text,
    random_deal,
    requested_deal,
)
from app.domain.ratings import rating_seat
from app.errors import Refusal
from app.http.requests import AppServices, CurrentPlayer, WritingPlayer
from app.http.rules import rules_message
from app.live.state import challenged, control_message, listed_players, outcome_message
from app.lobby.previews import Preview
from app.messages import games as messages
from app.messages.lobby import Games, Listed
from app.services.new_game import check_wish, requested_control
from engine import GAMES, Game

log = structlog.get_logger(__name__)

router = APIRouter(prefix="/api", tags=["games"])

PAGE_SIZE = 50
_cursor = msgspec.json.Decoder(GameCursor)
WRITE_ERRORS = (
    *("nobody", "not_json", "bad_message", "too_large", "foreign_origin", "not_found", "too_many"),
    "internal",
)
JOIN_ERRORS = ("seat_taken", "game_over", "not_seated", "no_account", "blocked")


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
    errors=(*WRITE_ERRORS, "too_many_games", "hidden", "no_account", "blocked", "in_play", "busy"),
)
async def create_game(
    player: WritingPlayer, services: AppServices, body: messages.NewGame, response: Response
) -> messages.Created:
    """Creates a game. One for two players is open until the second joins, at most 20 open games a person; a
    solitaire, and one with both seats, is live at once. `position` may also be a whole game as text: it is
    started from its final position. With `pair` the answer is 200 where the game was there: somebody else's,
    who is the opponent now, or one's own that waits. With `bot` it begins at once, and never counts."""
    check_wish(body, player)
    to = await services.pairing.challenged(player, body.to) if body.to is not None else None
    today = await _today(services) if body.deal == "daily" else None
    if body.position is not None and is_text(body.position):
        match = await asyncio.to_thread(match_of_text, find_game(body.rules), body.position)
        await refuse_deal_of_today(services, player, match.game, match.deal, match.position)
        body.position = match.game.show(match.state)
    certified = await certified_deal(services, player, body) if body.deal == "winnable" else None
    bot = await services.machines.player(body.bot.level, now()) if body.bot else None
    info = _new_game(body, player, today, to, certified and certified.deal, bot)
    info = await _with_ratings(services, info, player)
    if body.pair:
        return await _pair(services, player, info, body.seat, response)
    if info.chosen or info.position is not None:
        await refuse_deal_of_today(services, player, info.game, info.deal, info.position)
    if bot and info.position is not None:
        await services.fair_play.refuse_search(player, info.game, info.match().state)
    game = await services.store.create_game(info)
    if certified:
        await services.machines.keep_line(game, (info.game.show(info.match().state), certified.line))
    if bot:
        return await _begin_with_machine(services, player, game)
    if game == info.id:
        services.bus.announce(game)
        log.info("game created", game=game, rules=info.game.id, player=player.id)
        return messages.Created(game, f"/g/{game}", services.sessions.initial_state(info, player))
    async with services.sessions.open(game) as session:
        return messages.Created(game, f"/g/{game}", session.view.state(player))


async def _with_ratings(services: Services, info: GameInfo, player: Player) -> GameInfo:
    """A new game with the rating of its creator, which is read before anything is written."""
    if not (player.account and info.of_two):
        return info
    found = await services.ratings.of_player(player.id, now())
    known = {
        one.key.seat: SeatRating(round(one.rating.rating), one.rating.provisional)
        for one in found
        if one.key.rules == info.game.id
    }
    seats = enumerate(info.players)
    ratings = tuple(known.get(rating_seat(info.game, seat)) if one == player else None for seat, one in seats)
    return replace(info, ratings=ratings if any(ratings) else ())


async def _begin_with_machine(services: Services, player: Player, game: str) -> messages.Created:
    """Loads a game with a machine, which may be the first to move."""
    async with services.sessions.open(game) as session:
        log.info("game with a machine created", game=game, rules=session.info.game.id, player=player.id)
        return messages.Created(game, f"/g/{game}", session.view.state(player))


async def _pair(
    services: Services, player: Player, wish: GameInfo, seat: str | int | None, response: Response
) -> messages.Created:
    asked = seat if isinstance(seat, int) else None
    paired = await services.pairing.pair(wish, player, asked, services.host_presence.has)
    game = paired.info.id
    log.info("paired" if paired.joined else "waits to be paired", game=game, player=player.id)
    if paired.opened:
        return messages.Created(game, f"/g/{game}", services.sessions.initial_state(wish, player))
    response.status_code = 200
    async with services.sessions.open(game) as session:
        if session.view.seat(player) is None:
            await session.refresh()
        return messages.Created(game, f"/g/{game}", session.view.state(player))


async def _today(services: Services) -> Day | None:
    today = utc_day(now())
    return await services.daily.day(today, today)


def _new_game(
    body: messages.NewGame,
    player: Player,
    today: Day | None,
    to: Player | None,
    certified: int | None,
    bot: Player | None,
) -> GameInfo:
    """The info of a new game, at today's deal or a `certified` one if one is given; `to`: whom it challenges,
    `bot`: the machine's player. Refusal `bad_message` names the field."""
    game = find_game(body.rules)
    if today:
        deal: int | bytes | None = daily_deal(game, today, body.position)
    elif certified is not None:
        deal = certified
    else:
        deal = requested_deal(game, body.deal, body.position)
    if check_position(game, body.position):
        raise Refusal("bad_message", field="position", message="this position has already ended")
    if deal is None and game.dealt and body.position is None:
        deal = random_deal(game)
    control = requested_control(game, body.clock, both=body.seat == "both")
    created = now()
    players = _seat_creator(game, body.seat, player, bot)
    return GameInfo(
        id=new_id(),
        game=game,
        deal=deal,
        chosen=body.deal is not None and today is None and certified is None,
        position=body.position,
        free=len(players) == 2 and body.seat == "both",
        public=body.public is not False and to is None,
        creator=player.id,
        created=created,
        started=None if None in players else created,
        players=players,
        daily=today.date if today else None,
        control=control,
        rated=bool(body.rated),
        pair=bool(body.pair),
        to=to,
        certified=certified is not None,
    )


def _seat_creator(
    game: Game[Any], seat: str | int | None, player: Player, bot: Player | None
) -> tuple[Player | None, ...]:
    """The players by seat: beside the creator the machine's player, or None for a free seat. Refusal
    `bad_message`: there is no such seat."""
    if len(game.seats) == 1:
        if seat not in (None, 0, "random"):
            raise Refusal("bad_message", field="seat", message="a solitaire has seat 0 only")
        return (player,)
    if seat == "both":
        return (player, player)
    number = secrets.randbelow(2) if seat in (None, "random") else seat
    return (player, bot) if number == 0 else (bot, player)


@route(router, "GET", "/games", cost=2, errors=("nobody", "bad_message"))
async def list_games(
    services: AppServices,
    current_player: CurrentPlayer,
    status: str | None = None,
    rules: str | None = None,
    player: str | None = None,
    opponent: str | None = None,
    result: str | None = None,
    rated: str | None = None,
    cursor: str | None = None,
) -> Games:
    """Public games, the newest first; private ones too where `player` is the current one. `opponent` is
    another player, `result` won, lost or drawn by `player`, `rated` true or false. `status=open`
    lists all open games, whether their owners are connected or not. With `player` unfinished games have their
    `position` and `moved`, and those solitaires are left out that were left before the first move."""
    before = pagination.decode_cursor(cursor, _cursor)
    if "\0" in f"{rules}{player}{opponent}" or rated not in (None, "true", "false"):
        return Games([], None)  # in no name, and PostgreSQL takes no such text
    summaries = await services.lists.list_games(
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
    running = [summary for summary in shown if player and summary.status != "ended"]
    previews = await services.previews.read(running)
    return Games([_list_item(summary, previews.get(summary.info.id)) for summary in shown], following)


def _list_item(summary: GameSummary, preview: Preview | None) -> Listed:
    info = summary.info
    closed = info.is_closed(utc_day(now()))
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
    )


@route(router, "GET", "/games/{id}", errors=("nobody", "not_found"))
async def get_game(id: str, services: AppServices, player: CurrentPlayer) -> messages.State:
    """The state for the current player."""
    async with services.sessions.open(id, newest=True) as session:
        await services.admit(session, player)
        return session.view.state(player)


@route(router, "POST", "/games/{id}/join", errors=(*WRITE_ERRORS, *JOIN_ERRORS))
async def join_game(
    id: str, player: WritingPlayer, services: AppServices, body: messages.Join
) -> messages.Joined:
    """Takes a free seat; joining again answers the seat one has."""
    async with services.sessions.open(id) as session:
        seat = await session.join(player, body.seat)
        return messages.Joined(seat, session.view.state(player))
