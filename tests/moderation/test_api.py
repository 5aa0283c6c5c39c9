"""Reports and the acts of moderators, whose addresses do not exist for everybody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.clock import now as utc_now
from app.db.schema import early_ends
from app.ops.people import issue_recovery_code, set_moderator, set_notice
from engine import GAMES
from tests.app.browsers import PASSWORD, Browser, code_of, new_name, open_browser
from tests.app.http_players import Json, Person, guest, moves, new_board
from tests.app.in_process import LocalServer
from tests.app.two_processes import eventually


@pytest.fixture
def person(browser: Browser) -> Browser:
    return browser


@pytest_asyncio.fixture
async def moderator(server: LocalServer, stored: AsyncEngine) -> AsyncIterator[Browser]:
    """A moderator, who was appointed before signing in."""
    async with open_browser(server.url) as browser, open_browser(server.url) as first:
        name = new_name()
        await first.sign_up(name)
        assert await set_moderator(stored, name, moderator=True) == 0
        assert (await browser.sign_in(name)).status_code == 200
        yield browser


async def until_moderator(browser: Browser) -> None:
    """Wait until the server, which reads every other second what has changed, knows a new moderator."""

    async def is_moderator() -> bool:
        return bool((await browser.me() or {})["moderator"])

    await eventually(is_moderator)


async def act(moderator: Browser, path: str, body: object = None) -> None:
    answer = await moderator.call("POST", f"/api/moderation/{path}", body)
    assert answer.status_code == 204, answer.text


async def test_reports_are_listed_until_they_are_closed(moderator: Browser, person: Browser) -> None:
    reported = new_name()
    await person.sign_up(reported)
    game = (await person.create_game(seat=0))["id"]
    for body in ({"text": "first", "player": reported}, {"text": "second", "game": game}):
        assert (await person.call("POST", "/api/reports", body)).status_code == 204
    page = (await moderator.http.get("/api/moderation/reports")).json()["items"]
    second, first = page[:2]
    assert (first["text"], first["player"]["name"], first["game"]) == ("first", reported, None)
    assert (second["text"], second["player"], second["game"]) == ("second", None, game)
    assert second["reporter"]["name"] == reported
    await act(moderator, f"reports/{second['id']}/close")
    page = (await moderator.http.get("/api/moderation/reports")).json()["items"]
    assert page[0]["id"] == first["id"], "closed ones come last"
    assert next(one for one in page if one["id"] == second["id"])["closed"]
    assert code_of(await moderator.call("POST", "/api/moderation/reports/999999/close"))[1] == "not_found"


async def test_a_report_of_nothing_is_refused(person: Browser) -> None:
    await person.become_guest()
    bodies: list[tuple[Json, str]] = [
        ({"text": "nothing is named"}, "bad_message"),
        ({"text": "no game", "line": 3}, "bad_message"),
        ({"text": "", "player": "x"}, "bad_message"),
        ({"text": "x", "player": "Nobody Of This Name"}, "not_found"),
        ({"text": "x", "game": "nogame"}, "not_found"),
    ]
    for body, code in bodies:
        assert code_of(await person.call("POST", "/api/reports", body))[1] == code, body


async def test_a_reported_line_is_shown_with_its_author_and_at_most_five_lines_around_it(
    moderator: Browser, http: httpx.AsyncClient
) -> None:
    board, fan = await new_board(http, *moves()[:2]), await guest(http)
    author, reporter = board.people

    async def say(person: Person, text: str) -> int:
        answer = await person.post(f"/api/games/{board.id}/chat", {"text": text})
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    async def report(person: Person, **about: object) -> str:
        answer = await person.post("/api/reports", {"text": "vile", "game": board.id, **about})
        return "" if answer.status_code == 204 else code_of(answer)[1]

    said = [await say(board.people[number % 2], f"line {number}") for number in range(9)]
    watched = await say(fan, "a spectator's line")
    assert await report(author, player=reporter.name, line=said[4]) == "bad_message"
    assert await report(fan, line=said[4]) == "not_found", "spectators cannot read it"
    assert await report(reporter, line=watched) == "not_found", "players cannot read it yet"
    assert await report(reporter, player=(await guest(http)).name) == "bad_message", "not in the game"
    assert await report(reporter, player=fan.name) == ""
    assert await report(reporter, line=said[4]) == ""
    assert await report(fan, line=watched, player=fan.name) == ""
    page = (await moderator.http.get("/api/moderation/reports")).json()["items"]
    by_line = {one["line"]: one for one in page if one["game"] == board.id}
    assert by_line[None]["player"]["id"] == fan.id
    found = by_line[said[4]]
    assert (found["player"]["id"], found["quote"]) == (author.id, "line 4")
    assert [one["id"] for one in found["lines"]] == said[1:7]
    assert found["lines"][3]["from"] == {"id": author.id, "name": author.name, "seat": 0}
    assert [one["from"]["seat"] for one in by_line[watched]["lines"]] == [None]


async def test_a_closed_account_is_signed_out_and_stays_out_until_it_is_opened(
    moderator: Browser, person: Browser, server: LocalServer
) -> None:
    name = new_name()
    await person.sign_up(name)
    game = (await person.create_game(seat=0))["id"]
    await act(moderator, f"people/{name}/close")
    assert await person.me() is None
    assert (await moderator.http.get(f"/api/people/{name}")).status_code == 404
    assert (await moderator.state(game))["over"]["reason"] == "aborted"
    assert code_of(await person.sign_in(name)) == (403, "closed", None)
    assert code_of(await person.sign_in(name, PASSWORD + "x")) == (401, "bad_login", None)
    await act(moderator, f"people/{name}/open")
    assert (await person.sign_in(name)).status_code == 200
    assert name not in str(server.logs)


async def test_a_moderator_renames_and_mutes(moderator: Browser, person: Browser) -> None:
    old, new = new_name(), new_name()
    await person.sign_up(old)
    until = 4_000_000_000_000
    await act(moderator, f"people/{old}/mute", {"until": until})
    assert (await person.me() or {})["muted_until"] == until
    late = await moderator.call("POST", f"/api/moderation/people/{old}/mute", {"until": utc_now() - 1000})
    assert code_of(late) == (422, "bad_message", None)
    assert late.json()["error"]["detail"]["field"] == "until"
    assert (await person.me() or {})["muted_until"] == until
    await act(moderator, f"people/{old}/mute", {"until": None})
    assert (await person.me() or {})["muted_until"] is None
    await act(moderator, f"people/{old}/rename", {"name": new})
    assert (await person.me() or {})["name"] == new
    back = await person.call("PATCH", "/api/me", {"name": old})
    assert code_of(back) == (409, "name_taken", None), "a moderator took it"
    assert (await person.http.get(f"/people/{old}")).status_code == 404
    audit = (await moderator.http.get("/api/moderation/audit")).json()["items"]
    mine = (await moderator.me() or {})["id"]
    acts = [one["act"] for one in audit if one["moderator"] and one["moderator"]["id"] == mine]
    assert acts == ["rename", "mute", "mute"]
    assert old not in str(audit), "the log has no names but those of today"


async def test_a_moderator_hides_a_player_and_shows_them_again_each_with_a_reason(
    moderator: Browser, person: Browser
) -> None:
    name = new_name()
    await person.sign_up(name)

    async def file() -> Json:
        found: Json = (await moderator.http.get(f"/api/moderation/people/{name}")).json()
        return found

    for made, hidden in (("hide", True), ("show", False)):
        await act(moderator, f"people/{name}/{made}", {"reason": f"{made}: scores by a program"})
        found = await file()
        assert (found["hidden"] is not None) == hidden
        assert found["acts"][0]["act"] == made
        assert found["acts"][0]["detail"] == {"reason": f"{made}: scores by a program"}
    await act(moderator, f"people/{name}/mute", {"until": None, "reason": "Was a joke."})
    assert (await file())["acts"][0]["detail"] == {"until": None, "reason": "Was a joke."}
    await act(moderator, f"people/{name}/close")
    assert (await file())["acts"][0]["detail"] == {}, "programs may give no reason"
    for reason in ("", "x" * 501, 7):
        refused = await moderator.call("POST", f"/api/moderation/people/{name}/open", {"reason": reason})
        assert code_of(refused)[:2] == (422, "bad_message"), reason


async def test_a_search_finds_players_by_how_their_name_or_former_name_begins(
    moderator: Browser, person: Browser
) -> None:
    old, new = f"Barn {new_name()}", f"Vole {new_name()}"
    made = await person.sign_up(old)
    await act(moderator, f"people/{old}/rename", {"name": new})

    async def find(beginning: str) -> list[Json]:
        answer = await moderator.http.get("/api/moderation/people", params={"name": beginning})
        found: list[Json] = answer.json()["items"]
        assert len(found) <= 20
        return [one for one in found if one["id"] == made["player"]["id"]]

    shown = {"id": made["player"]["id"], "name": new, "account": True, "closed": None, "former": None}
    for beginning in (new, new.upper().replace(" ", "-"), new[:-1]):
        assert await find(beginning) == [shown], beginning
    assert await find(old) == [shown | {"former": old}]
    assert await find(old[:3]) == [shown | {"former": old}], "its last letter and the next one look like one"
    assert [await find(beginning) for beginning in ("-", "%", new[1:])] == [[], [], []]
    answer = await moderator.http.get("/api/moderation/people")
    assert code_of(answer)[:2] == (422, "bad_message")


async def test_a_look_at_a_player_is_in_the_audit_log_once_a_day(
    moderator: Browser, person: Browser, stored: AsyncEngine
) -> None:
    old, name, mine = new_name(), new_name(), (await moderator.me() or {})["id"]
    made = (await person.sign_up(old))["player"]
    assert (await person.call("POST", "/api/reports", {"text": "was rude", "player": old})).status_code == 204
    await act(moderator, f"people/{old}/rename", {"name": name})
    at = utc_now() - 60_000
    games = [(await person.create_game(seat=0))["id"] for _ in range(3)]
    async with stored.begin() as connection:
        kinds = zip(games, ("abort", "first_move", "abandoned"), strict=True)
        rows = [{"player_id": made["id"], "game_id": game, "at": at, "kind": kind} for game, kind in kinds]
        await connection.execute(insert(early_ends), rows)
    looks = [moderator.http.get(f"/api/moderation/people/{name}") for _ in range(3)]
    found = (await asyncio.gather(*looks))[0].json()
    (session,), (report,), (done,), (former,) = (
        found.pop(key) for key in ("sessions", "reports", "acts", "former_names")
    )
    assert set(session) == {"created", "seen", "agent"}
    assert session["agent"].startswith("python-httpx")
    assert (report["text"], report["closed"]) == ("was rude", None)
    assert (done["act"], done["moderator"]["id"]) == ("rename", mine)
    assert (former["name"], former["withdrawn"]) == (old, True)
    ends = found.pop("early_ends")
    assert {(one["game"], one["kind"]) for one in ends} == {(row["game_id"], row["kind"]) for row in rows}
    assert found.pop("pairing_paused_until") == at + 5 * 60_000
    assert found.pop("created") <= found.pop("account")
    flags = {"listed": True, "hidden": None, "closed": None, "muted_until": None}
    assert found == {"id": made["id"], "name": name, **flags}
    log = (await moderator.http.get("/api/moderation/audit")).json()["items"]
    assert [one["act"] for one in log if one["moderator"] and one["moderator"]["id"] == mine] == [
        "look",
        "rename",
    ]
    assert code_of(await moderator.http.get(f"/api/moderation/people/{old}"))[:2] == (404, "not_found")


async def test_a_moderator_acts_neither_on_moderators_nor_on_what_is_their_own(
    moderator: Browser, person: Browser, stored: AsyncEngine
) -> None:
    name, own = new_name(), (await moderator.me() or {})["name"]
    await person.sign_up(name)
    assert await set_moderator(stored, name, moderator=True) == 0
    bodies = {"mute": {"until": None}, "rename": {"name": new_name()}, "close": {}, "open": {}}
    bodies |= {"hide": {}, "show": {}}
    paths = [(f"people/{who}/{act}", body) for who in (name, own) for act, body in bodies.items()]
    game = (await moderator.create_game(seat=0))["id"]
    paths += [(f"games/{game}/close", {}), ("ratings/undo", {"game": game})]
    for about in ({"player": own}, {"game": game}):
        sent = await person.call("POST", "/api/reports", {"text": "unfair", **about})
        assert sent.status_code == 204, sent.text
    await until_moderator(person)
    pages = [(await one.http.get("/api/moderation/reports")).json()["items"] for one in (moderator, person)]
    hidden, shown = [{one["id"] for one in page if one["text"] == "unfair"} for page in pages]
    assert (len(hidden), len(shown)) == (0, 2), "they would tell the moderator who reported them"
    paths += [(f"reports/{report}/close", {}) for report in shown]
    before = (await moderator.http.get("/api/moderation/audit")).json()["items"]
    for path, body in paths:
        answer = await moderator.call("POST", f"/api/moderation/{path}", body)
        assert code_of(answer)[:2] == (403, "moderator"), path
    for who in (name, own):
        assert code_of(await moderator.http.get(f"/api/moderation/people/{who}"))[1] == "moderator", who
    assert (await moderator.http.get("/api/moderation/audit")).json()["items"] == before
    assert (await moderator.state(game))["over"] is None
    assert (await person.me() or {})["name"] == name


async def test_a_recovery_code_of_the_operator_waits_a_day_and_can_be_withdrawn(
    moderator: Browser,
    person: Browser,
    server: LocalServer,
    stored: AsyncEngine,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name = new_name()
    await person.sign_up(name)

    async def issue(*, at_once: bool = False) -> str:
        assert await issue_recovery_code(stored, name, at_once=at_once) == 0
        return capsys.readouterr().out.splitlines()[0].rpartition(" ")[2]

    async def pending() -> Json:
        found: Json = (await person.http.get("/api/me")).json()
        return found

    async def recover(code: str) -> httpx.Response:
        async with open_browser(server.url) as other:
            body = {"name": name, "code": code, "password": "another good phrase"}
            return await other.call("POST", "/api/accounts/recover", body)

    assert "reset" not in await pending()
    code = await issue()
    account = await pending()
    refused = await recover(code)
    assert code_of(refused)[:2] == (403, "too_early")
    assert refused.json()["error"]["detail"]["at"] == account["reset"]["at"]
    for _ in range(2):
        assert (await person.call("DELETE", "/api/me/reset")).status_code == 204
    assert "reset" not in await pending()
    assert code_of(await recover(code))[:2] == (401, "bad_login")
    code = await issue()
    async with stored.begin() as connection:
        day_before = text("update logins set reset_at = reset_at - 86400000 where reset is not null")
        await connection.execute(day_before)
    assert (await recover(code)).status_code == 200
    assert code_of(await recover(code))[:2] == (401, "bad_login"), "once"
    assert (await recover(await issue(at_once=True))).status_code == 200
    audit = (await moderator.http.get("/api/moderation/audit")).json()["items"]
    found = [one for one in audit if one["player"] and one["player"]["name"] == name]
    acts = [(one["act"], (one["moderator"] or {}).get("name"), one["detail"].get("at_once")) for one in found]
    issued = ("reset", None, False)
    assert acts == [("reset", None, True), issued, ("cancel_reset", name, None), issued]


async def test_a_game_that_a_moderator_closes_ends_and_a_solitaire_goes_on_both_unlisted(
    moderator: Browser, person: Browser
) -> None:
    await person.become_guest()
    alone = next(game.id for game in GAMES.values() if len(game.seats) == 1)
    for asked, status in (({"seat": 0}, "ended"), ({"rules": alone}, "live")):
        game = (await person.create_game(**asked))["id"]
        for _ in range(2):  # once is enough
            await act(moderator, f"games/{game}/close")
        state = await person.state(game)
        assert (state["status"], state["public"]) == (status, False)


async def test_the_notice_of_the_operator_is_told_until_it_ends(person: Browser, stored: AsyncEngine) -> None:
    async def site() -> Json:
        found: Json = (await person.http.get("/api/site")).json()
        return found

    started = utc_now()
    found = await site()
    assert started - 1000 < found.pop("now") < utc_now() + 1000, "clocks of two processes"
    assert found == {"notice": None, "imprint": None, "contact": None}
    assert await set_notice(stored, "We move tonight", "2099-01-01T00:00Z") == 0
    assert (await site())["notice"] == {"text": "We move tonight", "until": 4070908800000}
    for until in ("2020-01-01", "tomorrow"):
        assert await set_notice(stored, "It is over", until) == 2, until
    assert (await site())["notice"]["text"] == "We move tonight"
    assert await set_notice(stored, "", None) == 0
