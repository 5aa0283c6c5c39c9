"""Writer of the sample players and their games, by the server's own stores."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random

from sqlalchemy.ext.asyncio import AsyncEngine

from app.clock import utc_day
from app.db.batch import NewEntry, open_batch_connection
from app.db.games.chat import ChatStore
from app.db.games.store import GameStore
from app.db.notices import Bus
from app.db.people.accounts import AccountStore, Secrets
from app.db.people.sign_ins import SignInStore, new_sign_in
from app.db.results.daily import DailyStore
from app.domain.daily import Day, days_after
from app.domain.game_info import GameInfo, Player
from app.domain.names import new_id
from app.domain.passwords import hash_code, new_recovery_code
from app.ops.demo.plan import DAY, DAYS, NAMES, Activity, skill_of, timetable
from app.ops.demo.playing import Play, certified_deals, play_alone, play_for_two
from app.services.passwords import Passwords
from engine import GAMES, Seat, Timed
from engine.commands.progress import Progress

MINUTE = 60_000  # milliseconds
CLOCKS = (None, Timed(900, 15), Timed(1800, 20))
PACE_FOR_TWO, PACE_ALONE = (2_000, 15_000), (1_000, 8_000)  # shortest and longest move, in milliseconds
RUNNING_PLIES = 24  # of a game left unfinished
GREETINGS = ("Good luck!", "Hello, have fun.", "Hello again.")
REMARKS = ("Nice move.", "I did not see that.", "That was close.", "Oh no.", "What a game.")
FAREWELLS = ("Good game, thank you.", "Well played.", "Another one tomorrow?")


class Filling:
    """Fills the empty database behind `engine`. `now`: end of the last game in milliseconds since the epoch.
    The same seed and time give the same games."""

    def __init__(self, engine: AsyncEngine, seed: int, now: int) -> None:
        self._engine, self._seed, self._now = engine, seed, now
        self._bus = Bus()
        self._store, self._chats = GameStore(engine, self._bus), ChatStore(engine, self._bus)
        self._people: list[Player] = []
        self._days: dict[str, Day] = {}
        self._free_at = [0] * len(NAMES)  # end of each player's last game

    async def fill(self, games: int, password: str | None, progress: Progress) -> Counter[str]:
        """Write everything; return the numbers of games by kind. `games`: number of games for two;
        `password`: for signing in as the players, None to make that impossible."""
        progress.stage("players", len(NAMES))
        await self._sign_up(password, progress)
        planned, done = timetable(self._seed, games, self._now), Counter[str]()
        await self._make_days({one.day for one in planned if one.kind == "daily"}, progress)
        progress.stage("games", len(planned))
        self._connection = await open_batch_connection(self._engine, self._bus)
        try:
            for activity in planned:
                done[activity.kind] += await self._play(activity)
                progress.advance()
            await self._leave_games_to_watch_and_join()
        finally:
            await self._connection.close()
        return done

    async def _sign_up(self, password: str | None, progress: Progress) -> None:
        accounts, sign_ins = AccountStore(self._engine, self._bus), SignInStore(self._engine)
        passwords, since = Passwords(), self._now - (DAYS + 1) * DAY
        for number, name in enumerate(NAMES):
            hashed = await passwords.hash(password or secrets.token_hex())
            codes = Secrets(hashed, hash_code(new_recovery_code()))
            at = since + number * MINUTE
            player = await accounts.create(None, name, codes, new_sign_in(""), at)
            await sign_ins.end_everything(player.id, at)
            self._people.append(player)
            progress.advance()

    async def _make_days(self, played: set[str], progress: Progress) -> None:
        """Create the secrets and deals of the days up to today; those of `played` days are certified where a
        search proves a win."""
        store, today = DailyStore(self._engine), utc_day(self._now)
        progress.stage("days", DAYS + 1)
        for back in range(DAYS + 1):
            date = days_after(today, -back)
            secret = sha256(f"demonstration {self._seed} {date}".encode()).digest()
            certified = certified_deals(secret, date) if date in played else {}
            self._days[date] = await store.make(date, secret, certified)
            progress.advance()

    async def _play(self, activity: Activity) -> bool:
        """Play and write a game. Return False if it would take too long, without writing it."""
        chance = Random(activity.seed)
        busy = max(self._free_at[person] for person in activity.people)
        start = max(activity.start, busy + chance.randint(1, 20) * MINUTE)
        if start >= activity.until:
            return False
        info = self._info(activity, start, chance)
        alone = len(info.game.seats) == 1
        play = Play(info.match(), start, chance, PACE_ALONE if alone else PACE_FOR_TWO)
        skills = [skill_of(person) for person in activity.people]
        if alone:
            play_alone(play, skills[0])
        else:
            play_for_two(play, (skills[0], skills[1]))
        if play.at > activity.until:
            return False
        for person in activity.people:
            self._free_at[person] = play.at
        await self._write(info, play)
        if not alone:
            await self._chat(info, start, play.at, chance)
        return True

    def _info(self, activity: Activity, start: int, chance: Random) -> GameInfo:
        """Return the game of an activity. Four in five games for two are rated, and some of these are
        challenges."""
        game, people = activity.game, [self._people[person] for person in activity.people]
        daily = activity.day if activity.kind == "daily" else None
        rated = len(people) == 2 and chance.random() < 0.8
        challenge = rated and chance.random() < 0.2
        deal: int | bytes | None = None
        if daily:
            deal = self._days[daily].deal(game)
        elif game.dealt:
            deal = chance.randbytes(16) if game.hides else chance.getrandbits(32)
        return GameInfo(
            id=new_id(),
            game=game,
            deal=deal,
            chosen=False,
            position=None,
            free=False,
            public=not challenge,
            public_at_end=challenge,
            creator=people[0].id,
            created=start,
            started=start,
            players=tuple(people),
            daily=daily,
            control=chance.choice(CLOCKS) if len(people) == 2 else None,
            rated=rated,
            to=people[1] if challenge else None,
        )

    async def _write(self, info: GameInfo, play: Play) -> None:
        await self._store.create_game(info)
        stored = await self._store.info(info.id)  # it may not be a first attempt
        entries = [NewEntry.of(stored or info, match) for match in play.matches]
        await self._connection.write_with_effects(entries)

    async def _chat(self, info: GameInfo, start: int, end: int, chance: Random) -> None:
        """Write some chat lines of the players, in about half of the games."""
        if chance.random() < 0.5:
            return
        said = [(start, GREETINGS), (chance.randint(start, end), REMARKS), (end, FAREWELLS)]
        for at, lines in said:
            seat: Seat = chance.randrange(2)
            player = info.players[seat]
            if player and chance.random() < 0.7:
                await self._chats.add(info.id, "players", player, seat, chance.choice(lines), at)

    async def _leave_games_to_watch_and_join(self) -> None:
        """Create a running and an open game of the first rules of each family for two."""
        families = {game.family: game for game in reversed([*GAMES.values()]) if len(game.seats) == 2}
        people = range(len(NAMES))
        for number, game in enumerate(families.values()):
            one, other = people[2 * number], people[2 * number + 1]
            start = self._now - RUNNING_PLIES * PACE_FOR_TWO[1]
            activity = Activity(start, self._now, "two", game, (one, other), self._seed + number)
            chance = Random(activity.seed)
            info = replace(self._info(activity, start, chance), control=None, public=True, to=None)
            play = Play(info.match(), start, chance, PACE_FOR_TWO)
            play_for_two(play, (skill_of(one), skill_of(other)), RUNNING_PLIES)
            await self._write(info, play)
            opened = replace(info, id=new_id(), created=self._now, started=None, rated=False)
            players = (self._people[-1 - number], None)
            await self._store.create_game(
                replace(opened, creator=players[0].id, players=players, public_at_end=False)
            )
