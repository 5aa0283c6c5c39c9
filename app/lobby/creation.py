"""Creating and joining games: seeks, pairing, challenges, bot games, imported texts."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
import structlog
from msgspec import UNSET

from app.analysis.bot_store import BotStore
from app.analysis.certified import Certified, find_certified
from app.analysis.fair_play import FairPlay
from app.analysis.search_client import SearchClient
from app.bus.notices import Bus
from app.core.errors import Refusal, TryAgain
from app.core.ids import new_id
from app.db.clock import is_day, now, utc_day
from app.games import messages
from app.games.cooperative_replay import Replays
from app.games.daily_access import DailyAccess
from app.games.new_game import (
    check_position,
    daily_deal,
    find_game,
    import_text,
    is_text,
    random_deal,
    requested_deal,
)
from app.games.registry import SessionRegistry
from app.games.session import Session
from app.games.store import GameStore
from app.lobby.new_game import check_request, requested_control
from app.lobby.pairing import Pairing
from app.lobby.pairing_store import PairingStore
from app.model.game_info import GameInfo, Player, SeatRating
from app.results.daily.store import DailyStore
from app.results.rating_store import RatingStore
from app.results.ratings import rating_seat
from engine import Game, Seat
from engine.daily import has_daily_deal

log = structlog.get_logger(__name__)


class CreatedGame(NamedTuple):
    """The game that the player is in, and its state. `new`: created by this request; otherwise pairing found
    it, another player's or the player's own waiting one."""

    id: str
    state: messages.State
    new: bool = True


class Dealt(NamedTuple):
    """The deal of a new game, None if it is drawn or nothing is dealt. `daily`: the day whose deal it is;
    `proof`: that it can be won."""

    deal: int | bytes | None
    daily: str | None = None
    proof: Certified | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation:
    """Use cases that create and join games."""

    store: GameStore
    sessions: SessionRegistry
    pairing: Pairing
    pairing_store: PairingStore
    daily: DailyStore
    bots: BotStore
    ratings: RatingStore
    bus: Bus
    daily_access: DailyAccess
    fair_play: FairPlay
    replays: Replays

    async def create(self, player: Player, body: messages.NewGame, client: SearchClient) -> CreatedGame:
        """Create a game, or join one with `pair`. A game against a bot is charged as a search, because the
        bot's moves always wait for their turn. Refusal `bad_message`, `hidden`, `no_account`, `blocked`,
        `closed`, `in_play`, `not_found`, `stale`, `too_many_games`, `too_many`, `paused_pairing`, `busy`."""
        check_request(body, player)
        to = await self.pairing_store.challenged(player, body.to) if body.to is not None else None
        dealt = await self._deal(player, body, client)
        if body.position is not None and is_text(body.position):
            body.position = await self._final_position(player, body.rules, body.position, client.who.person)
        bot = None
        if body.bot:
            client.charge()
            bot = await self.bots.player(body.bot.level, now())
        info = await self._with_ratings(_new_game(body, player, dealt, to, bot), player)
        if body.pair:
            return await self._pair(player, info, body)
        casual = await self.becomes_casual(info, player)
        if info.chosen or info.position is not None:
            await self.daily_access.refuse_deal_of_today(player, info.game, info.deal, info.position)
        if bot and info.position is not None:
            await self.fair_play.refuse_search(player, info.game, info.match().state)
        game = await self.store.create_game(info, dealt.proof.write_line if dealt.proof else None)
        if game != info.id:
            async with self.sessions.open(game) as session:
                return CreatedGame(game, session.view.state(player))
        if bot:  # it may move first
            log.info("bot_game_created", game=game, rules=info.game.id, player=player.id)
            return CreatedGame(game, await self._newest_state(info, player))
        self.bus.announce(game)
        self.pairing.add(info)
        log.info("game_created", game=game, rules=info.game.id, player=player.id)
        state = self.sessions.initial_state(info, player)
        unproved = body.deal == "winnable" and dealt.proof is None
        return CreatedGame(
            game,
            msgspec.structs.replace(
                state, casual=casual or UNSET, certified=False if unproved else state.certified
            ),
        )

    async def _newest_state(self, info: GameInfo, player: Player) -> messages.State:
        """Load a game that was just written, and return its state: the initial one if the database has become
        unavailable."""
        try:
            async with self.sessions.open(info.id) as session:
                if session.view.seat(player) is None:
                    await session.refresh()
                return session.view.state(player)
        except TryAgain:
            return self.sessions.initial_state(info, player)

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

    async def _deal(self, player: Player, body: messages.NewGame, client: SearchClient) -> Dealt:
        """Return the deal that is asked for. Refusal `stale`: today's, of another day; `bad_message`: a past
        day's, which it is not; and those of `find_certified`."""
        game, today = find_game(body.rules), utc_day(now())
        if body.deal == "daily":
            if body.date not in (None, today):
                message = "The deals of that day are over or not dealt yet."
                raise Refusal("stale", today=today, message=message)
            if day := await self.daily.day(today, today):
                return Dealt(daily_deal(game, day, body.position), today)
        if body.deal == "winnable":
            novice = body.difficulty is None and await self.store.is_novice(player, game.family)
            proof = await find_certified(client, body, novice=novice)
            return Dealt(proof.deal if proof else None, proof=proof)
        asked, date = requested_deal(game, body.deal, body.position), body.date
        if date is not None:
            past = await self.daily.day(date, today) if is_day(date) and date < today else None
            if past is None or not has_daily_deal(game) or past.deal(game) != asked:
                raise Refusal("bad_message", field="date", message="The deal is not that of a past day.")
        return Dealt(asked, date)

    async def _final_position(self, player: Player, rules: str, text: str, person: str) -> str:
        """Return the final position of an imported text. Refusal `bad_message`, `hidden`, `too_many`,
        `busy`."""
        game = find_game(rules)
        played = await self.replays.run(import_text(game, text), person)
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

    async def _pair(self, player: Player, new_game: GameInfo, body: messages.NewGame) -> CreatedGame:
        asked = body.seat if isinstance(body.seat, int) else None
        paired = await self.pairing.pair(new_game, player, asked, any_clock=body.clock is None)
        game = paired.game
        log.info("players_paired" if paired.joined else "seek_opened", game=game, player=player.id)
        if paired.opened:
            return CreatedGame(game, self.sessions.initial_state(new_game, player))
        async with self.pairing.transactions:
            return CreatedGame(game, await self._newest_state(paired.info, player), new=False)


def _new_game(
    body: messages.NewGame, player: Player, dealt: Dealt, to: Player | None, bot: Player | None
) -> GameInfo:
    """Return the info of a new game. `to`: the challenged player; `bot`: the bot's player. Refusal
    `bad_message` names the field."""
    game, deal, proof = find_game(body.rules), dealt.deal, dealt.proof
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
        chosen=body.deal not in (None, "winnable", "daily"),
        position=body.position,
        free=len(players) == 2 and body.seat == "both",
        public=public,
        public_at_end=bool(body.rated) and not public,
        creator=player.id,
        created=created,
        started=None if None in players else created,
        players=players,
        daily=dealt.daily,
        control=control,
        rated=bool(body.rated),
        pair=bool(body.pair),
        to=to,
        certified=proof is not None,
        difficulty=proof.difficulty if proof else None,
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
