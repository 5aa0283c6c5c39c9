"""The feature `games`: games being played, their log, clocks, chat, lists and replays."""

from typing import Annotated

from app.bus.notices import Bus
from app.core import metrics
from app.core.rate_limits import RateLimiter
from app.core.tasks import Tasks
from app.db.database import Database
from app.games.chat import Chat
from app.games.chat_store import ChatStore
from app.games.cooperative_replay import Replays
from app.games.daily_access import DailyAccess
from app.games.lists import GameLists
from app.games.player_games import PlayerGames
from app.games.registry import SessionRegistry
from app.games.stalls import Stalls
from app.games.store import GameStore
from app.games.stream import Streams
from app.games.writer import Writer
from app.http.requests import of_process
from app.people.block_store import BlockStore
from app.results.daily.store import DailyStore
from app.settings import Settings


class Games:
    """Games of one process. `daily`: whose deals are hidden while their day lasts."""

    def __init__(self, database: Database, bus: Bus, settings: Settings, daily: DailyStore) -> None:
        engine = database.engine
        self.store = GameStore(engine, bus)
        self.stalls = Stalls()
        self.writer = Writer(database.writer_engine, bus, self.stalls)
        first_move = settings.first_move * 1000
        self.sessions = SessionRegistry(
            self.store, self.writer, bus, self.stalls, first_move=first_move, daily=daily
        )
        self.daily_access = DailyAccess(daily)
        self.of_players = PlayerGames(self.store, self.sessions, bus)
        self.lists = GameLists(engine)
        self.streams = Streams(self.lists, self.sessions, bus)
        chat_limits = RateLimiter(settings.limit_chat, settings.limit_chat / 10)
        self.chat = Chat(ChatStore(engine, bus), BlockStore(engine), chat_limits, self.sessions)
        self.replays = Replays()

    def tasks(self) -> Tasks:
        return {"stalls": self.stalls.run, "streams": self.streams.run}

    def measure(self) -> None:
        sessions = self.sessions.loaded().values()
        metrics.GAMES.set(sum(1 for session in sessions if session.info.full and not session.match.outcome))
        self.writer.measure()


GamesFeature = Annotated[Games, of_process("games")]
