"""The feature `lobby`: open games, pairing, challenges, presence, and the creation of games."""

from functools import partial
from typing import Annotated

from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.feature import Analysis
from app.bus.notices import Bus
from app.core.tasks import Tasks
from app.games.feature import Games
from app.http.requests import of_process
from app.lobby.creation import Creation
from app.lobby.feed import LobbyFeed
from app.lobby.host_presence import HostPresence
from app.lobby.online import OnlinePeople
from app.lobby.own_games import OwnGames
from app.lobby.pairing import Pairing
from app.lobby.pairing_store import PairingStore
from app.lobby.previews import Previews
from app.lobby.visitor import Visitors
from app.model.presence import LOBBY
from app.people.feature import People
from app.results.feature import Results
from app.settings import Settings


class Lobby:
    """Where people find each other."""

    def __init__(
        self,
        engine: AsyncEngine,
        bus: Bus,
        settings: Settings,
        people: People,
        results: Results,
        games: Games,
        analysis: Analysis,
    ) -> None:
        self.settings, self.people, self.results, self.games = settings, people, results, games
        sessions, players = games.sessions, people.players
        self.host_presence = HostPresence(partial(sessions.note_presence, LOBBY))
        self.previews = Previews(sessions, games.store)
        visitors, own_games = Visitors(), OwnGames(sessions, self.host_presence, players)
        self.online = OnlinePeople(visitors, sessions, self.host_presence, players)
        self.feed = LobbyFeed(
            games.lists, bus, self.host_presence, visitors, self.online, self.previews, own_games
        )
        self.pairing_store = PairingStore(engine, bus, players)
        self.pairing = Pairing(self.pairing_store, self.host_presence, bus)
        self.creation = Creation(
            store=games.store,
            sessions=sessions,
            pairing=self.pairing,
            pairing_store=self.pairing_store,
            daily=results.daily,
            ratings=results.ratings,
            bus=bus,
            daily_access=games.daily_access,
            replays=games.replays,
            bots=analysis.bots,
            fair_play=analysis.fair_play,
        )

    def tasks(self) -> Tasks:
        return {"lobby": self.feed.run, "pairing": self.pairing.run}

    def count_online(self) -> tuple[int, frozenset[str]]:
        """Return the number of people connected here, and the ids of those with an account."""
        return self.online.count_here(), self.online.accounts_here()


LobbyFeature = Annotated[Lobby, of_process("lobby")]
