"""Creating and joining games: seeks, pairing, challenges, bot games, imported texts."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
import structlog
from msgspec import UNSET

from app.clock import now, utc_day
from app.cluster.rate_limits import Requester
from app.db.games.bots import BotStore
from app.db.games.pairing import PairingStore
from app.db.games.search_results import SearchResultStore
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.results.daily import DailyStore
from app.db.results.ratings import RatingStore
from app.domain.daily import Day
from app.domain.game_info import GameInfo, Player, SeatRating
from app.domain.names import new_id
from app.domain.new_game import (
    check_position,
    daily_deal,
    find_game,
    import_text,
    is_text,
    moves_of_text,
    random_deal,
    requested_deal,
)
from app.domain.ratings import rating_seat
from app.errors import Refusal
from app.live.registry import SessionRegistry
from app.live.replays import Replays
from app.live.session import Session
from app.messages import games as messages
from app.services.certified import CertifiedDeals
from app.services.daily import DailyAccess
from app.services.fair_play import FairPlay
from app.services.new_game import check_request, requested_control
from app.services.pairing import Pairing
from app.workers.tasks import Replay
from engine import Game, Seat

log = structlog.get_logger(__name__)


class Created(NamedTuple):
    """The game that the player is in, and its state. `new`: created by this request; otherwise pairing found
    it, another player's or the player's own waiting one."""

    id: str
    state: messages.State
    new: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """Use cases that create and join games."""

    store: GameStore
    sessions: SessionRegistry
    pairing: Pairing
    challenges: PairingStore
    daily: DailyStore
    bots: BotStore
    search_results: SearchResultStore
    ratings: RatingStore
    bus: Bus
    daily_access: DailyAccess
    certified_deals: CertifiedDeals
    fair_play: FairPlay
    replays: Replays

    async def create(self, player: Player, body: messages.NewGame, who: Requester) -> Created:
        """Create a game, or join one with `pair`. `who`: whose limits are charged. Refusal `bad_message`,
        `hidden`, `no_account`, `blocked`, `closed`, `in_play`, `not_found`, `stale`, `too_many_games`,
        `too_many`, `paused_pairing`, `busy`."""
        check_request(body, player)
        to = await self.challenges.challenged(player, body.to) if body.to is not None else None
        today = await self._today(body.date) if body.deal == "daily" else None
        if body.position is not None and is_text(body.position):
            body.position = await self._final_position(player, body.rules, body.position, who)
        certified = await self.certified_deals.find(who, body) if body.deal == "winnable" else None
        bot = await self.bots.player(body.bot.level, now()) if body.bot else None
        info = _new_game(body, player, today, to, certified and certified.deal, bot)
        info = await self._with_ratings(info, player)
        if body.pair:
            return await self._pair(player, info, body.seat)
        casual = await self.becomes_casual(info, player)
        if info.chosen or info.position is not None:
            await self.daily_access.refuse_deal_of_today(player, info.game, info.deal, info.position)
        if bot and info.position is not None:
            await self.fair_play.refuse_search(player, info.game, info.match().state)
        game = await self.store.create_game(info)
        if certified:
            await self.search_results.keep_line(game, (info.game.show(info.match().state), certified.line))
        if game == info.id and not bot:
            self.bus.announce(game)
            self.pairing.add(info)
            log.info("game_created", game=game, rules=info.game.id, player=player.id)
            state = self.sessions.initial_state(info, player)
            return Created(game, msgspec.structs.replace(state, casual=casual or UNSET))
        async with self.sessions.open(game) as session:  # a bot may move first
            if bot:
                rules = session.info.game.id
                log.info("bot_game_created", game=game, rules=rules, player=player.id)
            return Created(game, session.view.state(player))

    async def join(self, player: Player, id: str, seat: Seat | None) -> tuple[Seat, messages.State]:
        """Take a free seat; return it, or the seat that the player already has. Refusal `not_found`,
        `seat_taken`, `game_over`, `not_seated`, `no_account`, `blocked`, `paused_pairing`."""
        async with self.sessions.open(id) as session:
            taken = await session.join(player, seat)
            return taken, session.view.state(player)

    async def show(self, session: Session, player: Player | None) -> messages.State:
        """Return the state for a player; `casual` if the game becomes casual when they join."""
        state = session.view.state(player)
        if player is None or state.status != "open" or not await self.becomes_casual(session.info, player):
            return state
        return msgspec.structs.replace(state, casual=True)

    async def becomes_casual(self, info: GameInfo, player: Player) -> bool:
        """Return whether an open rated game becomes casual when this (or the challenged) player joins."""
        guest = info.to if info.to and player.id == info.creator else player
        if not info.rated or guest.id == info.creator or info.to not in (None, guest):
            return False
        return await self.store.is_next_casual(info.creator, guest.id, now())

    async def _final_position(self, player: Player, rules: str, text: str, who: Requester) -> str:
        """Return the final position of an imported text. Refusal `bad_message`, `hidden`, `too_many`,
        `busy`."""
        game = find_game(rules)
        replay = Replay("import", rules, import_text, (game, text))
        played = await self.replays.run(replay, moves_of_text(text), who.person)
        await self.daily_access.refuse_deal_of_today(player, game, played.deal, played.start)
        return played.end

    async def _with_ratings(self, info: GameInfo, player: Player) -> GameInfo:
        """Return a new game with its creator's ratings, read before anything is written."""
        if not (player.account and info.of_two):
            return info
        found = await self.ratings.of_player(player.id, now())
        known = {
            one.key.seat: SeatRating(round(one.rating.rating), one.rating.provisional)
            for one in found
            if one.key.rules == info.game.id
        }
        seats = enumerate(info.players)
        ratings = tuple(
            known.get(rating_seat(info.game, seat)) if one == player else None for seat, one in seats
        )
        return replace(info, ratings=ratings if any(ratings) else ())

    async def _pair(self, player: Player, new_game: GameInfo, seat: str | int | None) -> Created:
        asked = seat if isinstance(seat, int) else None
        paired = await self.pairing.pair(new_game, player, asked)
        game = paired.game
        log.info("players_paired" if paired.joined else "seek_opened", game=game, player=player.id)
        if paired.opened:
            return Created(game, self.sessions.initial_state(new_game, player))
        async with self.pairing.transactions, self.sessions.open(game) as session:
            if session.view.seat(player) is None:
                await session.refresh()
            return Created(game, session.view.state(player), new=False)

    async def _today(self, date: str | None) -> Day | None:
        """Return today's deals. Refusal `stale`: another day was requested."""
        today = utc_day(now())
        if date is not None and date != today:
            raise Refusal("stale", today=today, message="The deals of that day are over or not dealt yet.")
        return await self.daily.day(today, today)


def _new_game(
    body: messages.NewGame,
    player: Player,
    today: Day | None,
    to: Player | None,
    certified: int | None,
    bot: Player | None,
) -> GameInfo:
    """Return the info of a new game, at today's deal or a `certified` one if given. `to`: the challenged
    player; `bot`: the bot's player. Refusal `bad_message` names the field."""
    game = find_game(body.rules)
    if today:
        deal: int | bytes | None = daily_deal(game, today, body.position)
    elif certified is not None:
        deal = certified
    else:
        deal = requested_deal(game, body.deal, body.position)
    if check_position(game, body.position):
        raise Refusal("bad_message", field="position", message="The game is already over in this position.")
    if deal is None and game.dealt and body.position is None:
        deal = random_deal(game)
    control = requested_control(game, body.clock, both=body.seat == "both")
    public, created = body.public is not False and to is None, now()
    players = _seat_creator(game, body.seat, player, bot)
    return GameInfo(
        id=new_id(),
        game=game,
        deal=deal,
        chosen=body.deal is not None and today is None and certified is None,
        position=body.position,
        free=len(players) == 2 and body.seat == "both",
        public=public,
        public_at_end=bool(body.rated) and not public,
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
        difficulty=body.difficulty,
        teach=bool(body.bot and body.bot.teach),
    )


def _seat_creator(
    game: Game[Any], seat: str | int | None, player: Player, bot: Player | None
) -> tuple[Player | None, ...]:
    """Return the players by seat: the creator, and the bot's player or None for a free seat. Refusal
    `bad_message`: no such seat."""
    if len(game.seats) == 1:
        if seat not in (None, 0, "random"):
            raise Refusal("bad_message", field="seat", message="A solitaire has only seat 0.")
        return (player,)
    if seat == "both":
        return (player, player)
    number = secrets.randbelow(2) if seat in (None, "random") else seat
    return (player, bot) if number == 0 else (bot, player)
