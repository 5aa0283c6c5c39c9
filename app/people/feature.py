"""The feature `people`: players, sign-in, and the limits of their requests."""

from typing import Annotated

from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.rate_limits import ConnectionLimits, RateLimiter
from app.core.tasks import Tasks
from app.http.requester import Persons, RequestLimiter
from app.http.requests import of_process
from app.people.account_store import AccountStore, UpdatePlayer
from app.people.accounts import Accounts, RunningGames
from app.people.auth import Auth
from app.people.block_store import BlockStore
from app.people.password_hashes import Passwords
from app.people.player_data import PlayerData, TakeOverResults
from app.people.player_store import PlayerStore
from app.people.sign_in_guard import SignInGuard
from app.people.sign_in_store import SignInStore
from app.settings import Settings


class People:
    """Players and their accounts. `games`: their running games; `change_listing`, `take_over_results`: what a
    change of a player changes in the results.

    `writes`, `reads`: by player or address, for guests also by address; `connections`: by player, or by
    address for spectators."""

    def __init__(
        self,
        engine: AsyncEngine,
        bus: Bus,
        settings: Settings,
        games: RunningGames,
        change_listing: UpdatePlayer,
        take_over_results: TakeOverResults,
    ) -> None:
        self.players = PlayerStore(engine)
        self.sign_ins = SignInStore(engine)
        self.blocks = BlockStore(engine)
        self.player_data = PlayerData(engine, bus, take_over_results)
        self.auth = Auth(self.sign_ins, settings, settings.secrets)
        self.accounts = Accounts(
            store=AccountStore(engine, bus, change_listing),
            players=self.players,
            sign_ins=self.sign_ins,
            player_data=self.player_data,
            games=games,
            auth=self.auth,
            passwords=Passwords(),
            guard=SignInGuard(RateLimiter(settings.limit_signins, settings.limit_signins / 60)),
            renames_a_week=settings.limit_renames,
            guest_limits=RateLimiter(settings.limit_guests, settings.limit_guests / 60),
        )
        together = settings.limit_address
        self.writes = RequestLimiter(settings.limit_writes * 3, settings.limit_writes, together)
        self.reads = RequestLimiter(settings.limit_reads, settings.limit_reads / 5, together)
        self.connections = ConnectionLimits()
        self.persons = Persons()

    def tasks(self) -> Tasks:
        return {"revocations": self.auth.run}


PeopleFeature = Annotated[People, of_process("people")]
