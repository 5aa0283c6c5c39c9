"""Bots at seats of live games: a bot moves, answers offers and accepts rematches by the same acts as a
person.

No process owns a game: each process that has it loaded starts the search, the watch finds games that no
process has loaded, and the primary key decides whose entry is written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from zlib import crc32

import structlog

from app.analysis.bot_store import BotStore
from app.analysis.searches import Searches
from app.analysis.workers.pool import SearchFailed
from app.core.errors import Refusal, TryAgain
from app.db.clock import now
from app.games import acts
from app.games.registry import SessionRegistry
from app.games.session import Session
from app.games.teaching import is_to_judge, planned_move, standing_warning
from app.model.game_info import MoveWarning, Player
from engine import Match
from engine.analysis import Judgement

RETRY = 0.5  # seconds until a failed move or answer is retried; doubled each time, up to MAX_RETRY
MAX_RETRY = 5.0
WATCH_INTERVAL = 3.0  # seconds between two queries of the watch
OVERDUE_AFTER_MS = 10_000  # since when the bot is to move
MAX_GAMES = 50  # per query of the watch

log = structlog.get_logger(__name__)


class BotSeat:
    """The bot of one session's game. `hold`: keeps the session loaded while the bot has something to do."""

    def __init__(
        self, searches: Searches, session: Session, hold: Callable[[], AbstractAsyncContextManager[object]]
    ) -> None:
        self._session, self._searches, self._hold = session, searches, hold
        self._changed = asyncio.Event()  # set when the game changes
        self._task: asyncio.Task[None] | None = None

    def watch(self) -> None:
        """Start a task for what the bot has to do now."""
        self._changed.set()
        if (self._task is None or self._task.done()) and (self._is_to_move() or self._answer()):
            self._task = asyncio.create_task(self._run())

    def close(self) -> None:
        """Cancel the task: the session is evicted, or the server stops."""
        if self._task:
            self._task.cancel()

    def _is_to_move(self) -> bool:
        session = self._session
        is_turn = session.match.turn is not None and session.match.turn == session.info.bot_seat
        return is_turn and standing_warning(session.info, session.match) is None

    def _answer(self) -> acts.Act | None:
        """Return the answer to the person's pending offer: accept a takeback or a rematch, decline a draw."""
        info, match = self._session.info, self._session.match
        if info.bot_seat is None:
            return None
        person = 1 - info.bot_seat
        if match.outcome:
            rematch = info.rematch
            offered = rematch is not None and rematch.offered_by == person and rematch.next is None
            return acts.Answer(match.ply, "rematch", True) if offered else None
        for what in ("takeback", "draw"):
            if match.is_offered(what, person):
                return acts.Answer(match.ply, what, what == "takeback")
        return None

    async def _run(self) -> None:
        """Act until there is nothing to do. Failures are retried with backoff; they never cost the bot the
        game."""
        wait, ply = RETRY, -1
        async with self._hold():
            while (answer := self._answer()) or self._is_to_move():
                self._changed.clear()
                if self._session.match.ply != ply:
                    wait, ply = RETRY, self._session.match.ply
                try:
                    await self._act(answer)
                    continue
                except (Refusal, SearchFailed, LookupError) as error:
                    why = str(error.detail) if isinstance(error, Refusal) else str(error)
                    log.info("bot_act_failed", game=self._session.info.id, error=why)
                except Exception:
                    log.exception("bot_act_failed", game=self._session.info.id, ply=ply)
                await asyncio.sleep(wait)
                wait = min(MAX_RETRY, wait * 2)

    async def _act(self, answer: acts.Act | None) -> None:
        """Answer an offer, or search and play a move unless the game changes meanwhile."""
        session, match = self._session, self._session.match
        seat = session.info.bot_seat
        player = None if seat is None else session.info.players[seat]
        opponent = None if seat is None else session.info.players[1 - seat]
        if player is None or player.bot is None or opponent is None:
            raise LookupError("this game has no bot")
        if answer is None:
            move = planned_move(session.info, match) or await self._choose(match, player.bot, opponent)
            if move is None:
                return
            answer = acts.Move(match.ply, move)
        try:
            await session.act(player, answer)
        except Refusal as error:
            if error.code not in ("stale", "game_over", "not_your_turn"):  # another process was first
                raise

    async def _choose(self, match: Match, level: int, opponent: Player) -> str | None:
        """Return the move that a search finds, charged to the opponent. None: the game changed first, or the
        bot has warned of the last move, here or in another process."""
        session = self._session
        seed, judging = crc32(f"{session.info.id} {match.ply}".encode()), is_to_judge(session.info, match)
        searches = self._searches.of_player(opponent)
        found = await self._search(searches.answer(match, level, seed, judging=judging))
        if isinstance(found, Judgement):
            position = match.game.show(match.state)
            await session.warn(
                MoveWarning(match.ply, position, found.flaw, found.line, found.plies, found.points)
            )
            return None
        if judging:
            await session.refresh()
        return found if standing_warning(session.info, session.match) is None else None

    async def _search(self, search: Coroutine[object, object, str | Judgement]) -> str | Judgement | None:
        """Return the result of a search; None if the game changed first, which cancels it."""
        searching = asyncio.ensure_future(search)
        changed = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({searching, changed}, return_when=asyncio.FIRST_COMPLETED)
            return searching.result() if searching.done() else None
        finally:
            searching.cancel()
            changed.cancel()


class BotWatch:
    """Loads games of a process that has died, or that were not loaded when the bot was to move."""

    def __init__(self, store: BotStore, sessions: SessionRegistry) -> None:
        self._store, self._sessions = store, sessions

    async def run(self) -> None:
        """Query every WATCH_INTERVAL seconds until cancelled."""
        while True:
            await asyncio.sleep(WATCH_INTERVAL)
            try:
                await self.look(now())
            except TryAgain as error:
                log.warning("bot_watch_failed", error=error.detail["message"])
            except Exception:
                log.exception("bot_watch_failed")

    async def look(self, now: int) -> int:
        """Load the games in which a bot's move is overdue, so that it moves; return their number. `now`:
        milliseconds since the epoch."""
        waiting = await self._store.waiting(now - OVERDUE_AFTER_MS, MAX_GAMES)
        found = [game for game in waiting if not self._sessions.has(game)]
        for game in found:
            try:
                async with self._sessions.open(game):
                    pass
            except Refusal as refusal:
                log.debug("bot_game_load_failed", game=game, error=refusal.detail)
            except Exception:
                log.exception("bot_game_load_failed", game=game)
        return len(found)
