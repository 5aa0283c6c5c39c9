"""Accounts: signing up, in and out, recovery, names and passwords, sessions, and the games and scores of
guests who sign in."""

from __future__ import annotations

from time import time
from urllib.parse import quote

from tests.app.browsers import PASSWORD, Browser, code_of, new_name, open_browser
from tests.app.http_players import PAIR, Person
from tests.app.in_process import serving_here
from tests.app.solitaire_games import HIDING
from tests.serving import UNLIMITED


async def test_a_guest_who_signs_up_keeps_id_and_games(browser: Browser) -> None:
    guest = await browser.become_guest()
    before = browser.cookie
    game = (await browser.create_game(seat=0))["id"]
    name = new_name()
    made = await browser.sign_up(name)
    player = made["player"]
    assert (player["id"], player["name"], player["account"]) == (guest["id"], name, True)
    assert browser.cookie != before, "the session has a new cookie"
    state = await browser.state(game)
    assert (state["seat"], state["players"][0]["name"]) == (0, name)
    async with open_browser(str(browser.http.base_url), headers={"cookie": before}) as old:
        assert await old.me() is None, "the old cookie has ended"
    again = await browser.call("POST", "/api/accounts", {"name": new_name(), "password": PASSWORD})
    assert code_of(again) == (409, "signed_in", None)


async def test_a_name_that_is_taken_or_bad_and_a_bad_password_are_refused_by_their_rule(
    browser: Browser, other: Browser
) -> None:
    name = new_name()
    await browser.sign_up(name)
    alike = (name, name.upper(), name.replace(" ", "-"), name.replace("e", "é"), name.replace("s", "5"))
    for asked, password, refused in (
        *((one, PASSWORD, (409, "name_taken", None)) for one in alike),
        ("Adm1n", PASSWORD, (422, "bad_name", "reserved")),
        ("Bernadette", "Bernadette9", (422, "bad_password", "name")),
    ):
        answer = await other.call("POST", "/api/accounts", {"name": asked, "password": password})
        assert code_of(answer) == refused, asked
    wrong = await other.sign_in(name, PASSWORD + "x")
    unknown = await other.sign_in(new_name())
    assert code_of(wrong) == (401, "bad_login", None)
    assert wrong.json()["error"]["detail"] == unknown.json()["error"]["detail"]
    assert (await other.sign_in(name.lower())).status_code == 200


async def test_signing_in_rotates_the_cookie_and_out_ends_it(browser: Browser, other: Browser) -> None:
    name = new_name()
    await browser.sign_up(name)
    assert (await other.sign_in(name)).status_code == 200
    first = other.cookie
    assert (await other.sign_in(name)).status_code == 200
    assert other.cookie != first
    last = other.cookie
    assert len((await other.http.get("/api/me/sessions")).json()["items"]) == 2, (
        "the session before has ended"
    )
    assert (await other.call("DELETE", "/api/logins/current")).status_code == 204
    assert other.cookie == ""
    for ended in (first, last):
        async with open_browser(str(browser.http.base_url), headers={"cookie": ended}) as old:
            assert await old.me() is None
    assert await browser.me(), "the other browser is still signed in"


async def test_sessions_are_listed_and_ended_one_by_one_or_all(browser: Browser, other: Browser) -> None:
    name = new_name()
    await browser.sign_up(name)
    await other.sign_in(name)
    items = (await browser.http.get("/api/me/sessions")).json()["items"]
    assert sorted(one["current"] for one in items) == [False, True]
    assert all("httpx" in one["agent"] for one in items)
    theirs = next(one["id"] for one in items if not one["current"])
    assert (await browser.call("DELETE", f"/api/me/sessions/{theirs}")).status_code == 204
    assert (await browser.call("DELETE", f"/api/me/sessions/{theirs}")).status_code == 404
    assert await other.me() is None
    await other.sign_up()
    mine = next(one["id"] for one in items if one["current"])
    assert (await other.call("DELETE", f"/api/me/sessions/{mine}")).status_code == 404, "it is another's"
    await other.sign_in(name)
    assert (await browser.call("DELETE", "/api/me/sessions")).status_code == 204
    assert (await browser.me(), await other.me()) == (None, None)


async def test_the_recovery_code_sets_a_password_once(browser: Browser, other: Browser) -> None:
    name, new = new_name(), "another good phrase"
    code = (await browser.sign_up(name))["recovery"]
    bad = {"name": name, "code": "ABCD", "password": new}
    assert code_of(await other.call("POST", "/api/accounts/recover", bad)) == (401, "bad_login", None)
    good = {"name": name, "code": code.lower().replace("-", " "), "password": new}
    answer = await other.call("POST", "/api/accounts/recover", good)
    assert answer.status_code == 200
    assert answer.json()["recovery"] != code
    assert await browser.me() is None
    assert (await other.me() or {})["name"] == name
    assert code_of(await other.call("POST", "/api/accounts/recover", good)) == (401, "bad_login", None)
    assert (await browser.sign_in(name)).status_code == 401
    assert (await browser.sign_in(name, new)).status_code == 200


async def test_a_new_password_ends_the_other_sessions(browser: Browser, other: Browser) -> None:
    name, new = new_name(), "another good phrase"
    await browser.sign_up(name)
    await other.sign_in(name)
    wrong = {"name": new_name(), "listed": False, "password": {"old": new, "new": new}}
    assert code_of(await browser.call("PATCH", "/api/me", wrong)) == (401, "bad_login", None)
    me = await browser.me() or {}
    assert (me["name"], me["listed"]) == (name, True), "nothing of it is applied"
    right = {"password": {"old": PASSWORD, "new": new}}
    assert (await browser.call("PATCH", "/api/me", right)).status_code == 200
    assert await browser.me()
    assert await other.me() is None
    assert (await other.sign_in(name, new)).status_code == 200


async def test_an_account_is_renamed_and_a_guest_is_not(browser: Browser, other: Browser) -> None:
    old, new = new_name(), new_name()
    await browser.sign_up(old)
    answer = await browser.call("PATCH", "/api/me", {"name": new, "listed": False})
    changed = answer.json()
    assert (answer.status_code, changed["player"]["name"], changed["listed"]) == (200, new, False)
    assert (await browser.me() or {})["name"] == new
    assert (await other.http.get(f"/api/people/{old}")).status_code == 404
    assert (await browser.sign_in(new)).status_code == 200
    await other.become_guest()
    assert code_of(await other.call("PATCH", "/api/me", {"name": old})) == (403, "no_account", None)
    assert code_of(await other.call("PATCH", "/api/me", {"name": new.upper()}))[0] == 403
    await other.sign_up()
    for name in (new.upper(), old):
        assert code_of(await other.call("PATCH", "/api/me", {"name": name})) == (409, "name_taken", None)
    moved = await other.http.get(f"/people/{old.lower()}")
    assert (moved.status_code, moved.headers["location"]) == (307, f"/people/{quote(new)}")


async def test_new_names_are_limited_and_a_refusal_says_when_the_next_is_possible(database_url: str) -> None:
    known = UNLIMITED | {"limit_renames": 1}
    async with serving_here(database_url, **known) as url, open_browser(url) as browser:
        await browser.sign_up(old := new_name())
        for name in (new_name(), new_name(), old):
            assert (await browser.call("PATCH", "/api/me", {"name": name})).status_code == 200
        answer = await browser.call("PATCH", "/api/me", {"name": new_name()})
        assert code_of(answer) == (429, "too_many", "renames")
        possible = answer.json()["error"]["detail"]["next"]
        assert abs(possible / 1000 - time() - 7 * 24 * 3600) < 600
        assert int(answer.headers["retry-after"]) > 6 * 24 * 3600


async def test_a_second_guest_request_with_a_cookie_is_the_same_guest(browser: Browser) -> None:
    first = await browser.become_guest()
    answer = await browser.http.post("/api/players/guest")
    again = answer.json()
    assert (answer.status_code, again["id"], again["name"]) == (200, first["id"], first["name"])
    assert again["token"] != first["token"]
    for made in (first, again):
        program = Person(browser.http, headers={"authorization": f"Bearer {made['token']}"})
        assert (await program.get("/api/me")).status_code == 200


async def move_and_give_up(one: Browser, solitaire: str) -> None:
    """Make one move in a new solitaire, without which it has no result, and give it up."""
    move = (await one.state(solitaire))["legal"][0][0]
    for act, body in (("moves", {"ply": 0, "move": move}), ("resign", {})):
        assert (await one.call("POST", f"/api/games/{solitaire}/{act}", body)).status_code == 200


async def test_a_guest_who_signs_in_brings_games_and_scores_along(browser: Browser, other: Browser) -> None:
    name = new_name()
    account = (await browser.sign_up(name))["player"]["id"]
    guest = await other.become_guest()
    live = (await other.create_game(seat=1))["id"]
    solitaire = (await other.create_game(rules=HIDING.id, deal="daily"))["id"]
    await move_and_give_up(other, solitaire)
    assert (await other.sign_in(name)).status_code == 200
    assert (await other.me() or {})["id"] == account
    state = await other.state(live)
    assert (state["seat"], state["players"][1]["id"], state["players"][1]["name"]) == (1, account, name)
    assert (await other.state(solitaire))["seat"] == 0
    daily = (await browser.http.get("/api/daily")).json()
    assert daily["mine"][HIDING.id] == {"game": solitaire, "status": "ended", "counted": True}
    statistics = (await browser.http.get(f"/api/statistics/{HIDING.id}?player={account}")).json()
    assert statistics["played"] == 1
    stranger = Person(browser.http, headers={"authorization": f"Bearer {guest['token']}"})
    assert (await stranger.get("/api/me")).status_code == 401, "the guest's token has ended"


async def test_clashing_games_stay_with_the_guest(browser: Browser, other: Browser) -> None:
    """A game between the two keeps its players; of two attempts at one deal the account's is the first."""
    name = new_name()
    account = (await browser.sign_up(name))["player"]["id"]
    guest = await other.become_guest()
    between = (await browser.create_game(seat=0))["id"]
    assert (await other.call("POST", f"/api/games/{between}/join")).status_code == 200
    attempts = []
    for one in (browser, other):
        attempts.append((await one.create_game(rules=HIDING.id, deal="daily"))["id"])
        await move_and_give_up(one, attempts[-1])
    assert (await other.sign_in(name)).status_code == 200
    players = (await browser.state(between))["players"]
    assert [player["id"] for player in players] == [account, guest["id"]]
    assert (await browser.http.get("/api/daily")).json()["mine"][HIDING.id]["game"] == attempts[0]
    statistics = (await browser.http.get(f"/api/statistics/{HIDING.id}?player={account}")).json()
    assert (statistics["played"], statistics["rehearsed"]) == (1, 1)


async def test_a_person_takes_their_data_out_as_a_file(browser: Browser) -> None:
    name = new_name()
    made = await browser.sign_up(name)
    game = (await browser.create_game(rules=PAIR.id, seat=0))["id"]
    answer = await browser.http.get("/api/me/data")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].startswith("attachment")
    tables = answer.json()["tables"]
    assert [row["name"] for row in tables["players"]] == [name]
    assert [row["id"] for row in tables["games"]] == [game]
    assert len(tables["sign_ins.player_id"]) == 1
    assert "argon2" not in answer.text
    assert made["recovery"] not in answer.text
