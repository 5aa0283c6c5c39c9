"""`python -m app demo`: fills an empty database with a month of games between sample players, once.

The games are drawn from a seed. The bots and hints of `engine.analysis` play them, mixed with careless moves;
every entry goes through `Match.then`, and the server's own stores write it.
"""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus.notices import Bus
from app.core.errors import Refusal
from app.core.ids import new_id
from app.db.clock import now, utc_day
from app.db.engine import create_engine, read_connection, write_transaction
from app.db.key_values import read_value, write_value
from app.db.schema import DEMO_KEY, games, players
from app.games.chat_store import ChatStore
from app.games.entry_store import write_entry
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.model.analysts import analyst_of
from app.model.game_info import GameInfo, Player
from app.ops.preflight import NotReady
from app.people.account_store import AccountStore, Secrets
from app.people.password_hashes import Passwords
from app.people.passwords import check_password, hash_code, new_recovery_code
from app.people.sign_in_store import new_sign_in
from app.results.daily.days import Day, days_after, featured
from app.results.daily.store import DailyStore
from app.results.recording import change_listing
from app.settings import Settings
from app.site.notices import NoticeStore
from engine import DEALS, GAMES, OPENING, Act, Entry, Game, Match, Timed
from engine.analysis import Limits, NeedsExtra
from engine.clock import DAY_MS
from engine.commands.progress import Progress, ShownProgress
from engine.daily import has_daily_deal

NOTICE = "This is a demonstration. Its games were played by bots."
# From the best player to the worst.
NAMES = """Milady Athos Porthos Aramis Constance Rochefort Planchet Grimaud Mousqueton Bazin Ketty Felton
Treville Buckingham""".split()
DAYS = 30  # before today
MINUTE = 60_000  # milliseconds
CLOCKS = (None, Timed(900, 15), Timed(1800, 20))
PACE_FOR_TWO, PACE_ALONE = (2_000, 15_000), (1_000, 8_000)  # shortest and longest move, in milliseconds
MAX_MOVES_FOR_TWO, MAX_MOVES_ALONE = 240, 160  # then a player resigns
RUNNING_PLIES = 24  # of a game left unfinished
HINT_NODES = 800  # of a search for a solitaire's next move
LAST_STEP = 9  # of a hint; a larger number than its steps gives the last one, which has the move
CHAT = (  # at the start of a game, during it, and at its end
    ("Good luck!", "Hello, have fun.", "Hello again."),
    ("Nice move.", "I did not see that.", "That was close."),
    ("Good game, thank you.", "Well played.", "Another one tomorrow?"),
)

Kind = Literal["two", "alone", "daily"]


async def fill_demonstration(settings: Settings, seed: int, count: int, password: str | None) -> int:
    """Fill the database with a demonstration unless it has one; return the exit code. `count`: number of
    games for two, without those of today that would not have ended yet; `password`: for signing in as the
    players, None to make that impossible. NotReady: the database has other games or players, or an unfinished
    demonstration."""
    engine = create_engine(settings.session_url)
    try:
        if password is not None:
            check_password(password, NAMES[0])
        if await _is_done(engine):
            print("The database already has its demonstration.")
        else:
            with ShownProgress() as progress:
                done = await Demonstration(engine, seed, now()).fill(count, password, progress)
            await NoticeStore(engine).set_notice(NOTICE, None)
            async with write_transaction(engine) as connection:
                await write_value(connection, DEMO_KEY, "done")
            kinds = f"{done['two']} games for two, {done['alone']} solitaires and {done['daily']} daily deals"
            print(f"The demonstration has {len(NAMES)} players, {kinds}.")
    except (Refusal, NeedsExtra) as error:
        why = error.detail.get("message", error.code) if isinstance(error, Refusal) else error
        raise NotReady(f"demo: {why}") from error
    finally:
        await engine.dispose()
    if password is not None:
        print(f"Sign in with the password {password} as one of them: {', '.join(NAMES)}.")
    return 0


async def _is_done(engine: AsyncEngine) -> bool:
    """Return whether the database has its demonstration; False if it is empty. NotReady: neither."""
    async with read_connection(engine) as connection:
        if await read_value(connection, DEMO_KEY) is not None:
            return True
        for table in (games, players):
            if await connection.scalar(select(table.c.id).limit(1)) is not None:
                raise NotReady(
                    "demo: the database has games or players of its own, or of a demonstration that was not "
                    "finished. Use an empty one."
                )
    return False


@dataclass(frozen=True, slots=True)
class Planned:
    """A game of the timetable. `start`: its earliest start, in milliseconds since the epoch; `people`:
    indexes in NAMES, by seat."""

    start: int
    kind: Kind
    game: Game[Any]
    people: tuple[int, ...]


def timetable(seed: int, games: int, now: int) -> list[Planned]:
    """Return all games in the order of their starts: `games` for two, as many solitaires, and 5/8 as many
    daily deals, over the days up to `now`. Most games for two have the first rules of their family, and most
    of their players are the better ones, so that some ratings get certain; half of the daily deals are the
    featured one."""
    chance = Random(seed)
    two, usual = [game for game in GAMES.values() if len(game.seats) == 2], _first_rules()
    alone = [game for game in GAMES.values() if len(game.seats) == 1]
    dealt = [game for game in alone if has_daily_deal(game)]
    planned = list[Planned]()
    for number in range(games):
        midnight = now - now % DAY_MS - number % (DAYS + 1) * DAY_MS
        kinds: list[tuple[Kind, Game[Any]]] = [
            ("two", usual[number % len(usual)] if number % 8 else two[number // 8 % len(two)]),
            ("alone", alone[number % len(alone)]),
        ]
        if number % 8 < 5:
            is_featured = chance.random() < 0.5
            kinds.append(
                ("daily", GAMES[featured(utc_day(midnight))] if is_featured else chance.choice(dealt))
            )
        for kind, game in kinds:
            start = chance.randint(midnight, min(midnight + DAY_MS - 1, now))
            people = list(range(len(NAMES)))
            drawn = [people.pop(int(len(people) * chance.random() ** 2)) for _ in game.seats]
            planned.append(Planned(start, kind, game, tuple(drawn)))
    return sorted(planned, key=lambda one: one.start)


def _first_rules() -> list[Game[Any]]:
    """Return the first rules of each family for two."""
    families: dict[str, Game[Any]] = {}
    for game in GAMES.values():
        if len(game.seats) == 2:
            families.setdefault(game.family, game)
    return [*families.values()]


class Demonstration:
    """Fills the empty database behind `engine`. `now`: end of the last game, in milliseconds since the epoch.
    The same seed and time give the same games."""

    def __init__(self, engine: AsyncEngine, seed: int, now: int) -> None:
        self._engine, self._seed, self._now, self._chance = engine, seed, now, Random(seed)
        self._bus = Bus()
        self._store, self._chats = GameStore(engine, self._bus), ChatStore(engine, self._bus)
        self._players: list[Player] = []
        self._days: dict[str, Day] = {}
        self._free_at = [0] * len(NAMES)  # end of each player's last game

    async def fill(self, games: int, password: str | None, progress: Progress) -> Counter[str]:
        """Write everything; return the numbers of games by kind. Arguments: as for `fill_demonstration`."""
        progress.stage("players", len(NAMES))
        accounts, passwords = AccountStore(self._engine, self._bus, change_listing), Passwords()
        for number, name in enumerate(NAMES):
            hashed = await passwords.hash(password or secrets.token_hex())
            codes = Secrets(hashed, hash_code(new_recovery_code()))
            at = self._now - (DAYS + 2) * DAY_MS + number * MINUTE
            made = await accounts.create(None, name, codes, new_sign_in(""), at)
            self._players.append(made.profile.player)
            progress.advance()
        days = DailyStore(self._engine)
        for back in range(DAYS + 1):
            date = days_after(utc_day(self._now), -back)
            secret = sha256(f"demonstration {self._seed} {date}".encode()).digest()
            self._days[date] = await days.make(date, secret, {})
        planned, done = timetable(self._seed, games, self._now), Counter[str]()
        progress.stage("games", len(planned))
        for one in planned:
            done[one.kind] += await self._play(one)
            progress.advance()
        await self._leave_games_to_watch_and_join()
        return done

    async def _play(self, planned: Planned) -> bool:
        """Play and write a game, once its players have ended their last one. Return False, without writing
        it, if it would not end before now."""
        chance, busy = self._chance, max(self._free_at[person] for person in planned.people)
        start = max(planned.start, busy + chance.randint(1, 20) * MINUTE)
        if start >= self._now:
            return False
        info = self._info(planned, start)
        matches, end = play(info, chance)
        if end > self._now:
            return False
        for person in planned.people:
            self._free_at[person] = end
        await self._write(info, matches)
        if info.of_two and chance.random() < 0.5:
            for at, lines in zip((start, chance.randint(start, end), end), CHAT, strict=True):
                seat = chance.randrange(2)
                author = self._players[planned.people[seat]]
                await self._chats.add(info.id, "players", author, seat, chance.choice(lines), at)
        return True

    def _info(self, planned: Planned, start: int) -> GameInfo:
        game, chance = planned.game, self._chance
        people = tuple(self._players[person] for person in planned.people)
        daily = utc_day(start) if planned.kind == "daily" else None
        deal: int | bytes | None = None
        if daily:
            deal = self._days[daily].deal(game)
        elif game.dealt:
            deal = chance.randbytes(16) if game.hides else chance.randrange(DEALS)
        return GameInfo(
            id=new_id(),
            game=game,
            deal=deal,
            chosen=False,
            position=None,
            free=False,
            public=True,
            creator=people[0].id,
            created=start,
            started=start,
            players=people,
            daily=daily,
            control=chance.choice(CLOCKS) if len(people) == 2 else None,
            rated=len(people) == 2 and chance.random() < 0.8,
        )

    async def _write(self, info: GameInfo, matches: list[Match]) -> None:
        await self._store.create_game(info)
        stored = await self._store.info(info.id)  # it may not be a first attempt
        async with write_transaction(self._engine) as connection:
            for match in matches:
                await write_entry(connection, self._bus, NewEntry.of(stored or info, match))

    async def _leave_games_to_watch_and_join(self) -> None:
        """Create a running and an open game of the first rules of each family for two, without clocks."""
        start = self._now - RUNNING_PLIES * PACE_FOR_TWO[1]
        for number, game in enumerate(_first_rules()):
            info = self._info(Planned(start, "two", game, (2 * number, 2 * number + 1)), start)
            info = replace(info, control=None)
            await self._write(info, play(info, self._chance, RUNNING_PLIES)[0])
            host = self._players[-1 - number]
            opened = replace(info, id=new_id(), created=self._now, started=None, creator=host.id)
            await self._store.create_game(replace(opened, players=(host, None)))


def play(info: GameInfo, chance: Random, plies: int | None = None) -> tuple[list[Match], int]:
    """Play a game to its end, or for so many plies; return it after each entry, and the time.

    The better a player for two, the more moves are a bot's; a solitaire is played by hints as long as they
    lead on. Whose patience ends resigns. Alone, somebody sometimes admits to a hint or takes a move back.
    NeedsExtra: the searches need numpy."""
    game, alone = info.game, not info.of_two
    analyst = analyst_of(game)
    searches = analyst.load() if analyst else None
    skills = [1 - NAMES.index(player.name) / len(NAMES) for player in info.players if player]
    if alone:
        patience = chance.randint(10, 60) if chance.random() > skills[0] else MAX_MOVES_ALONE
    else:
        patience = chance.randint(30, 120) if chance.random() < 0.2 else MAX_MOVES_FOR_TWO
    match, at, matches = info.match(), info.created, list[Match]()
    line, earlier = tuple[str, ...](), list[Any]()

    def add(act: Act, text: str = "") -> None:
        """Add an entry of the seat to move, after some time."""
        nonlocal match, at
        took = chance.randint(*(PACE_ALONE if alone else PACE_FOR_TWO))
        charged = act == "move" and match.clocks is not None and match.clocks.running is not None
        at += took
        match = match.then(Entry(match.ply, match.turn, act, text, at, took if charged else None))
        matches.append(match)

    while match.outcome is None and (plies is None or match.ply < plies):
        skill, state = skills[match.turn or 0], match.state
        move: str | None
        if searches and alone:
            limits = Limits(nodes=HINT_NODES, barred=tuple(earlier))
            hint = searches.hint(game, state, LAST_STEP, line, limits)
            move, line = hint.move, hint.line
            earlier.append(state)
        elif searches and chance.random() < 0.4 + 0.6 * skill:
            level = 2 if chance.random() < skill else 1
            move = searches.choose(game, state, level, chance.randrange(DEALS), Limits())
        else:
            move = chance.choice([one for one in match.legal if not one.endswith(OPENING)])
        if move is None or match.ply >= patience:
            add("resign")
            break
        if alone and chance.random() < 0.01:
            add("hint")
        add("move", move)
        if alone and chance.random() < 0.01 and "undo" in match.allowed(0):
            add("undo")
    return matches, at
