"""A week of daily deals in one process on a simulated clock: streaks, ranks, badges and midnight."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count

import httpx
import pytest
from sqlalchemy import insert

from app.db import clock
from app.db.clock import ServerClock
from app.db.engine import create_engine
from app.db.schema import days
from app.settings import Settings
from engine.analysis import Limits, analyst_of
from engine.daily import candidate
from tests.app.http_players import Json, Person, guest
from tests.app.in_process import serving_here
from tests.app.solitaire_games import DAILY, OPEN, resign_over_http
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
        for day in range(7):
            date = date_of(day)
            moved.move(day, 10)
            await play(person, await begin(person, date), lines[date])
            assert (await read(person, "/api/daily"))["streak"] == {"current": day + 1, "best": day + 1}
            if day == 3:
                assert (await read(person, board, date=date, accounts="1"))["items"] == []
                body = {"name": "Constance", "password": "correct horse week"}
                assert (await person.post("/api/accounts", body)).status_code == 201
                http.cookies.clear()
                found = await read(person, board, date=date, accounts="1")
                assert found["own"]["rank"] == 1, "the account has what the guest won"
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
