"""A week of daily deals in one process on a simulated clock: streaks, ranks, badges and midnight."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count

import httpx
import pytest
from sqlalchemy import insert

from app.bus.notices import Bus
from app.db import clock
from app.db.clock import ServerClock
from app.db.engine import create_engine
from app.db.schema import days
from app.games.new_entry import NewEntry
from app.games.store import GameStore
from app.games.writer import Writer
from app.model.game_info import Player
from app.results.daily.store import DailyStore
from app.settings import Settings
from engine import Entry
from engine.analysis import Limits, analyst_of
from engine.daily import candidate
from tests.app.http_players import Json, Person, guest
from tests.app.in_process import serving_here
from tests.app.solitaire_games import DAILY, OPEN, new_solitaire, resign_over_http
from tests.games.test_writer import running
from tests.serving import PATIENCE, UNLIMITED

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
EASY_LIMITS = Limits(nodes=300)
FAMILY = [game for game in DAILY if game.family == OPEN.family]
SHORT_GAME = max(FAMILY, key=lambda game: game.score(game.start(1)))  # some cards start home


class MovedClock(ServerClock):
    """A clock that the test sets."""

    def __init__(self) -> None:
        self._at = MONDAY
        super().__init__(lambda: 0.0, MONDAY.timestamp)

    def move(self, day: int, hour: int, minute: int = 0) -> None:
        self._at = MONDAY + timedelta(days=day, hours=hour, minutes=minute)

    def seconds(self) -> float:
        return self._at.timestamp()


def date_of(day: int) -> str:
    return (MONDAY + timedelta(days=day)).date().isoformat()


def easy_candidate(secret: bytes, date: str) -> tuple[int, tuple[str, ...]]:
    """Return the number of the first candidate that a short search wins, and the line."""
    analyst = analyst_of(SHORT_GAME)
    assert analyst
    searches = analyst.load()
    for number in count():
        state = SHORT_GAME.start(candidate(SHORT_GAME, secret, date, number))
        line: tuple[str, ...] = searches.solve(SHORT_GAME, state, EASY_LIMITS).line
        if line:
            return number, line
    raise AssertionError


async def plant_days(database_url: str, many: int) -> dict[str, tuple[str, ...]]:
    """Store the secrets of days whose deals of SHORT_GAME are easy; return the lines that win."""
    lines, rows = dict[str, tuple[str, ...]](), []
    for date in map(date_of, range(many)):
        secret = sha256(date.encode()).digest()
        number, lines[date] = easy_candidate(secret, date)
        choice = json.dumps({"numbers": {SHORT_GAME.id: number}, "certified": {}})
        rows.append({"date": date, "secret": secret, "choice": choice})
    engine = create_engine(Settings(database_url=database_url).url)
    async with engine.begin() as connection:
        await connection.execute(insert(days), rows)
    await engine.dispose()
    return lines


async def win(database_url: str, person: Person, day: int, line: tuple[str, ...]) -> None:
    """Write a won game at the deal of a day, as the moves over HTTP are written."""
    engine = create_engine(Settings(database_url=database_url).url)
    store, date = GameStore(engine), date_of(day)
    at = round((MONDAY + timedelta(days=day, hours=10)).timestamp() * 1000)
    found = await DailyStore(engine).find(date)
    assert found
    player, deal = Player(person.id, person.name), found.deal(SHORT_GAME)
    game = await new_solitaire(store, player, SHORT_GAME, deal=deal, daily=date, created=at)
    match = game.match()
    async with running(Writer(engine, Bus())) as writer:
        for move in line:
            match = match.then(Entry(match.ply, 0, "move", move, at))
            assert await writer.write(NewEntry.of(game, match))
    await engine.dispose()


async def begin(person: Person, date: str) -> str:
    """Begin the deal of a day."""
    body = {"rules": SHORT_GAME.id, "deal": "daily", "date": date}
    return str((await person.post("/api/games", body)).json()["id"])


async def play(person: Person, game: str, line: tuple[str, ...], ply: int = 0) -> None:
    for number, move in enumerate(line, ply):
        answer = await person.post(f"/api/games/{game}/moves", {"ply": number, "move": move})
        assert answer.status_code == 200, answer.text


async def read(person: Person, path: str, **asked: str) -> Json:
    answer = await person.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.slow
async def test_a_week_of_solved_days_is_a_streak_and_a_badge_and_midnight_ends_each_day(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved = MovedClock()
    monkeypatch.setattr(clock, "CLOCK", moved)
    lines = await plant_days(database_url, 8)
    async with (
        serving_here(database_url, **UNLIMITED) as address,
        httpx.AsyncClient(base_url=address, timeout=PATIENCE) as http,
    ):
        person, other = await guest(http), await guest(http)
        board = f"/api/leaderboards/{SHORT_GAME.id}"
        for day in range(5):
            await win(database_url, person, day, lines[date_of(day)])
        moved.move(4, 10)
        streak = {"current": 5, "best": 5}
        assert (await read(person, "/api/daily"))["streak"] == streak
        date = date_of(4)
        assert (await read(person, board, date=date, accounts="1"))["items"] == []
        body = {"name": "Constance", "password": "correct horse week"}
        assert (await person.post("/api/accounts", body)).status_code == 201
        http.cookies.clear()
        own = (await read(person, board, date=date, accounts="1"))["own"]
        assert own["rank"] == 1, "the account has what the guest won"
        for day in (5, 6):
            moved.move(day, 10)
            await play(person, await begin(person, date_of(day)), lines[date_of(day)])
            streak = {"current": day + 1, "best": day + 1}
            assert (await read(person, "/api/daily"))["streak"] == streak
        lost = await begin(other, date_of(6))
        await resign_over_http(other, lost, moves=10)
        expected = [(person, 1, 1), (other, 2, 0)]
        for one, rank, worse in expected:
            places = (await read(one, "/api/daily/places"))["items"]
            assert places == {SHORT_GAME.id: {"class": "unaided", "rank": rank, "worse": worse, "of": 2}}
        month = await read(person, "/api/daily/calendar")
        assert month["solved"] == {date_of(day): [SHORT_GAME.id] for day in range(7)}
        assert (await read(other, "/api/daily/calendar"))["solved"] == {}
        badges = {one["id"]: one for one in (await read(other, "/api/people/Constance"))["badges"]}
        assert list(badges) == ["clean", f"win.{SHORT_GAME.family}", "week"]
        last = (await read(person, "/api/daily"))["mine"][SHORT_GAME.id]["game"]
        assert badges["week"]["game"] == last

        moved.move(7, 23, 59)
        late = await begin(person, date_of(7))
        await play(person, late, lines[date_of(7)][:3])
        moved.move(8, 0)
        stale = await person.post("/api/games", {"rules": SHORT_GAME.id, "deal": "daily", "date": date_of(7)})
        assert stale.json()["error"]["code"] == "stale"
        assert (await person.state(late))["daily"] == date_of(7)
        await play(person, late, lines[date_of(7)][3:4], 3)
        await resign_over_http(person, late, moves=0)
        past = await read(person, "/api/daily", date=date_of(7))
        assert past["mine"][SHORT_GAME.id] == {"game": late, "status": "ended", "counted": False}
        assert (past["streak"], past["freezes"]) == ({"current": 7, "best": 7}, 0), "one day may be missed"
        assert (await read(person, "/api/daily/places", date=date_of(7)))["items"] == {}
        moved.move(9, 0)
        assert (await read(person, "/api/daily"))["streak"] == {"current": 0, "best": 7}, "but not two"
