"""Daily deals: secret until the day is over, verifiable by every client afterwards."""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Any

import httpx
import pytest
from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.schema import days, results
from app.results.daily.days import days_after
from app.results.daily.store import DailyStore
from engine import GAMES, OPENING, Game
from engine.daily import Certified, Passed
from tests.app.http_players import Json, Person, guest
from tests.app.solitaire_games import DAILY, HIDING, OPEN, resign_over_http

OF_EACH_KIND = (OPEN, HIDING)
CLOSED: Json = {"view": None, "legal": [], "told": [], "last": None, "deal": None}  # to strangers


async def read(person: Person, path: str = "", **asked: str) -> Json:
    answer = await person.get(f"/api/daily{path}", params=asked)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


async def plant(stored: AsyncEngine, day: str, secret: bytes) -> None:
    """A day of the past, with its secret."""
    async with stored.begin() as connection:
        await connection.execute(insert(days).values(date=day, secret=secret))


async def test_the_deals_of_today_are_secret_and_tomorrows_commitment_is_public(visitor: Person) -> None:
    today = await read(visitor)
    assert today["date"] == today["today"]
    assert today["deals"] == {game.id: None for game in DAILY}
    assert (today["secret"], today["mine"], today["solved"]) == (None, {}, {})
    assert today["featured"] in today["deals"]
    tomorrow = await read(visitor, date=days_after(today["today"], 1))
    assert tomorrow["deals"] == today["deals"]
    assert tomorrow["secret"] is None
    assert len(bytes.fromhex(tomorrow["commit"])) == 32
    assert tomorrow["commit"] != today["commit"]
    assert (await read(visitor))["commit"] == today["commit"]


async def test_a_day_without_a_deal_and_an_invalid_month_are_not_found(visitor: Person) -> None:
    days = ("1999-01-01", "2999-01-01", "x", "2026-13-01", "", "\0", "2026-11-21T00")
    asked = [("", {"date": day}) for day in days]
    asked += [("/calendar", {"month": month}) for month in ("x", "2026-13", "2026", "\0", "2026-1")]
    for path, params in asked:
        answer = await visitor.get(f"/api/daily{path}", params=params)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), params


async def test_a_past_day_can_be_verified_without_a_player(stored: AsyncEngine, visitor: Person) -> None:
    secret = sha256(b"every first candidate has a move").digest()  # others would be passed over
    await plant(stored, "2026-01-31", secret)
    day = await read(visitor, date="2026-01-31")
    assert bytes.fromhex(day["secret"]) == secret
    assert day["commit"] == sha256(secret).hexdigest()
    for game in DAILY:
        drawn = hmac.new(secret, f"{game.id} 2026-01-31".encode(), "sha256").digest()
        assert day["deals"][game.id] == (drawn[:16].hex() if game.hides else int.from_bytes(drawn[:4], "big"))
    assert (day["skipped"], day["solved"], day["streak"], day["played"]) == ({}, {}, None, None)
    month = await read(visitor, "/calendar", month="2026-01")
    assert (month["days"], month["finished"]) == (["2026-01-31"], {})
    assert month["first"] <= "2026-01-31"


@pytest.mark.parametrize("game", OF_EACH_KIND, ids=lambda game: game.id)
async def test_a_deal_of_today_is_shown_to_players_who_have_finished_it(
    http: httpx.AsyncClient, visitor: Person, game: Game[Any]
) -> None:
    person, other = await guest(http), await guest(http)
    made = await person.create_game(rules=game.id, deal="daily")
    assert made["state"]["deal"] is None
    game_id = made["id"]
    assert (await read(person))["mine"][game.id] == {"game": game_id, "status": "live", "counted": True}
    ended = await resign_over_http(person, game_id)
    today = await read(person)
    assert today["mine"][game.id] == {"game": game_id, "status": "ended", "counted": True}
    assert today["deals"][game.id] == ended["deal"] is not None
    assert (await read(other))["deals"][game.id] is None
    for stranger in (other, visitor):
        assert await shown(stranger, [game_id]) == []
        last = await stranger.get(f"/api/games/{game_id}/frames/{ended['ply']}")
        assert (last.status_code, CLOSED.items() <= last.json().items()) == (200, True)
    await resign_over_http(other, (await other.create_game(rules=game.id, deal="daily"))["id"], moves=0)
    for finisher in (person, other):
        assert await shown(finisher, [game_id]) == [game_id]
        state = await finisher.state(game_id)
        assert (state["deal"], len(state["told"])) == (ended["deal"], ended["tally"]["made"])
        for path in ("log", "text", "check", "frames/0", "frames"):
            assert (await finisher.get(f"/api/games/{game_id}/{path}")).status_code == 200, path
        assert state["daily"] == today["date"]


@pytest.mark.databases("sqlite", "postgres")
async def test_all_players_get_the_same_deal_and_one_counted_attempt(http: httpx.AsyncClient) -> None:
    first, second = await guest(http), await guest(http)
    deals = []
    for person in (first, second):
        made = [(await person.create_game(rules=OPEN.id, deal="daily"))["id"] for _ in range(2)]
        assert made[0] == made[1], "the unfinished game is returned again"
        deals.append((await resign_over_http(person, made[0], undone=1))["deal"])
        again = (await person.create_game(rules=OPEN.id, deal="daily"))["id"]
        assert again != made[0]
        await resign_over_http(person, again, moves=0)
        day = (await read(person))["today"]
        board = (await person.get(f"/api/leaderboards/{OPEN.id}", params={"date": day})).json()
        assert board["own"]["game"] == made[0], "a rehearsal does not count, whatever its score"
        assert (await read(person, "/calendar"))["finished"] == {day: [OPEN.id]}
        assert (await read(person, "/places"))["items"][OPEN.id]["of"] >= 1
        day_read = await read(person)
        assert day_read["played"] == {"current": 1, "best": 1}
        assert day_read["streak"] == {"current": 0, "best": 0}, "giving up solves no day"
        assert day_read["freezes"] == 1
    assert deals[0] == deals[1]


async def test_a_page_of_another_day_deals_nothing(http: httpx.AsyncClient) -> None:
    person = await guest(http)
    today = (await read(person))["today"]
    for asked in (days_after(today, -1), days_after(today, 1), "x"):
        answer = await person.post("/api/games", {"rules": OPEN.id, "deal": "daily", "date": asked})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")
        assert answer.json()["error"]["detail"]["today"] == today
    assert (await read(person))["mine"] == {}
    await person.create_game(rules=OPEN.id, deal="daily", date=today)
    answer = await person.post("/api/games", {"rules": OPEN.id, "date": today})
    assert (answer.status_code, answer.json()["error"]["detail"]["field"]) == (422, "date")


@pytest.mark.databases("sqlite", "postgres")
async def test_the_deal_of_a_past_day_is_practised_and_never_counts_for_it(
    http: httpx.AsyncClient, stored: AsyncEngine
) -> None:
    person = await guest(http)
    today = (await read(person))["today"]
    day = days_after(today, -40)
    await plant(stored, day, sha256(day.encode()).digest())
    deal = (await read(person, date=day))["deals"][OPEN.id]
    made = await person.create_game(rules=OPEN.id, deal=deal, date=day)
    state = made["state"]
    assert (state["daily"], state["deal"]) == (day, deal)
    attempt = {"game": made["id"], "status": "live", "counted": False, "practice": True}
    assert (await read(person, date=day))["mine"] == {OPEN.id: attempt}
    await resign_over_http(person, made["id"])
    found = await read(person, date=day)
    assert found["mine"] == {OPEN.id: attempt | {"status": "ended"}}
    assert (found["solved"], found["streak"]) == ({}, {"current": 0, "best": 0})
    board = (await person.get(f"/api/leaderboards/{OPEN.id}", params={"date": day})).json()
    assert (board["items"], board["own"]) == ([], None)
    async with stored.begin() as connection:  # as if it had been won
        await connection.execute(update(results).where(results.c.game_id == made["id"]).values(won=True))
    month = await read(person, "/calendar", month=day[:7])
    assert month["practised"] == {day: [OPEN.id]}
    assert (month["finished"], month["solved"]) == ({}, {})


async def test_a_deal_is_practised_only_with_the_past_day_whose_deal_it_is(
    http: httpx.AsyncClient, stored: AsyncEngine
) -> None:
    person = await guest(http)
    today = (await read(person))["today"]
    day = days_after(today, -41)
    await plant(stored, day, sha256(day.encode()).digest())
    deals = (await read(person, date=day))["deals"]
    other = next(rules for rules in deals if rules != OPEN.id)
    for rules, deal, asked in (
        (OPEN.id, deals[OPEN.id] ^ 1, day),
        (OPEN.id, deals[OPEN.id], days_after(day, 1)),
        (OPEN.id, deals[OPEN.id], today),
        (OPEN.id, deals[OPEN.id], "x"),
        (OPEN.id, "winnable", day),
        (other, deals[OPEN.id], day),
    ):
        answer = await person.post("/api/games", {"rules": rules, "deal": deal, "date": asked})
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad_message"), (rules, asked)
    assert (await read(person, date=day))["mine"] == {}


async def test_the_verdicts_on_skipped_candidates_are_public_when_the_day_is_over(
    stored: AsyncEngine, visitor: Person
) -> None:
    secret, certified = sha256(b"certified").digest(), {OPEN.id: Certified(1, 1, 50, (Passed(0, "lost"),))}
    await DailyStore(stored).make("2026-01-30", secret, certified)
    past, today = await read(visitor, date="2026-01-30"), await read(visitor)
    assert past["winnable"] == [OPEN.id]
    assert past["skipped"] == {OPEN.id: 1}
    assert past["verdicts"] == {OPEN.id: ["lost"]}
    assert today["verdicts"] == {}


@pytest.mark.parametrize("game", OF_EACH_KIND, ids=lambda game: game.id)
async def test_players_may_look_back_at_their_own_running_deal_of_today_but_not_at_its_number(
    http: httpx.AsyncClient, visitor: Person, game: Game[Any]
) -> None:
    person = await guest(http)
    made = await person.create_game(rules=game.id, deal="daily")
    move = next((text for text, _ in made["state"]["legal"] if not text.endswith(OPENING)), None)
    if move is None:
        return  # six deals of Beleaguered Castle in a thousand have no first move
    answer = await person.post(f"/api/games/{made['id']}/moves", {"ply": 0, "move": move})
    state = answer.json()
    assert (state["deal"], len(state["told"]), state["view"] is None) == (None, 1, False)
    frames = await person.get(f"/api/games/{made['id']}/frames")
    log = await person.get(f"/api/games/{made['id']}/log")
    assert (await person.get(f"/api/games/{made['id']}/text")).status_code == 403
    if game.hides:
        assert (frames.status_code, log.status_code) == (403, 403)
    else:
        assert [frame["deal"] for frame in frames.json()["items"]] == [None, None]
        assert (log.json()["deal"], len(log.json()["entries"])) == (None, 1)
    closed = await visitor.state(made["id"])
    assert (closed["status"], CLOSED.items() <= closed.items()) == ("live", True)


@pytest.mark.databases("sqlite", "postgres")
async def test_a_deal_of_today_cannot_be_practised(http: httpx.AsyncClient, visitor: Person) -> None:
    first, second = await guest(http), await guest(http)
    game_id = (await first.create_game(rules=OPEN.id, deal="daily"))["id"]
    ended = await resign_over_http(first, game_id)
    text = (await first.get(f"/api/games/{game_id}/text")).text
    start = (await first.get(f"/api/games/{game_id}/frames/0")).json()["view"]["position"]
    swapped = OPEN.show(OPEN.canonical(OPEN.position(start)))  # its rows in another order
    for rules in (OPEN.id, *(game.id for game in others(OPEN))):
        for asked in ({"deal": ended["deal"]}, {"position": start}, {"position": swapped}):
            for person, path in ((second, "games"), (second, "lines"), (visitor, "lines")):
                answer = await person.post(f"/api/{path}", {"rules": rules, **asked})
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "hidden"), (path, asked)
            for path, status in (("games", 201), ("lines", 200)):
                answer = await first.post(f"/api/{path}", {"rules": rules, **asked})
                assert answer.status_code == status, "who has finished it may practise"
    copied = await second.post("/api/games", {"rules": OPEN.id, "position": text})
    assert copied.json()["error"]["code"] == "hidden"
    assert (await read(second))["mine"] == {}


@pytest.mark.parametrize("game", OF_EACH_KIND, ids=lambda game: game.id)
@pytest.mark.databases("sqlite", "postgres")
async def test_a_rehearsal_of_a_deal_of_today_is_shown_to_players_who_have_finished_it(
    http: httpx.AsyncClient, game: Game[Any]
) -> None:
    """Running or ended, by number or from the start position, under other rules of the family too."""
    first, second = await guest(http), await guest(http)
    daily = (await first.create_game(rules=game.id, deal="daily"))["id"]
    ended = await resign_over_http(first, daily)
    start = (await first.get(f"/api/games/{daily}/frames/0")).json()["view"]["position"]
    wishes = [{"rules": game.id, "deal": ended["deal"]}]
    if not game.hides:
        wishes += [{"rules": game.id, "position": start}]
        wishes += [{"rules": other.id, "deal": ended["deal"]} for other in others(game)]
    rehearsals = []
    for wish, end in [(wishes[0], True), *((wish, False) for wish in wishes)]:
        made = await first.create_game(**wish)
        if end:
            await resign_over_http(first, made["id"])
        rehearsals.append(made["id"])
        for state in (made["state"], await first.state(made["id"])):
            assert state["deal"] == wish.get("deal"), "one's own choice is no secret"
    assert await shown(first, rehearsals) == rehearsals
    assert await shown(second, rehearsals) == []
    listed = await second.get(f"/api/games?player={first.id}")
    items = {item["id"]: item for item in listed.json()["items"]}
    assert [(items[one]["deal"], items[one]["position"]) for one in rehearsals if one in items] != []
    assert {(item["deal"], item["position"]) for item in items.values()} == {(None, None)}
    assert (await second.get(f"/api/games/export?player={first.id}")).text == ""
    await resign_over_http(second, (await second.create_game(rules=game.id, deal="daily"))["id"], moves=0)
    assert await shown(second, rehearsals) == rehearsals
    assert len((await second.get(f"/api/games/export?player={first.id}")).text.splitlines()) > 1


def others(game: Game[Any]) -> list[Game[Any]]:
    """Return a game of the same family without a daily deal, if there is one."""
    return [other for other in GAMES.values() if other.family == game.family and not other.daily][:1]


async def shown(person: Person, games: list[str]) -> list[str]:
    """Return those of the games that this person sees; of the others nothing tells the deal."""
    seen = []
    for game in games:
        state = await person.state(game)
        async with person.socket(f"/ws/games/{game}?steps=1") as socket:
            sent = await socket.expect("state")
        assert (state["view"], state["start"], state["deal"]) == (sent["view"], sent["start"], sent["deal"])
        if state["view"] is not None:
            seen.append(game)
            continue
        assert (CLOSED | {"start": None}).items() <= state.items()
        for path in ("log", "text", "check", "frames/0", "frames"):
            answer = await person.get(f"/api/games/{game}/{path}")
            if state["ply"] == 0 and path.startswith("frames"):
                assert CLOSED.items() <= answer.json().get("items", [answer.json()])[0].items()
            else:
                assert (answer.status_code, answer.json()["error"]["code"]) == (403, "hidden"), path
        assert ", deal " not in (await person.get(f"/g/{game}")).text, "the title"
    return seen
