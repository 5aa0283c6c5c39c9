"""Guests, cookies and tokens: precedence, rotation of the secret, https, scopes, and other processes."""

from __future__ import annotations

import re

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.core.errors import Refusal
from app.db.clock import now
from app.db.engine import create_engine, write_transaction
from app.model.credential import Credential
from app.model.game_info import Player
from app.people.auth import Auth
from app.people.player_store import PlayerStore
from app.people.sign_in_store import SignInStore, new_sign_in, revoke
from app.settings import Settings
from tests.app.browsers import PASSWORD, code_of, new_name, open_browser
from tests.app.http_players import Json, Person, open_socket
from tests.app.in_process import LocalServer, serving_here
from tests.app.openapi_contract import document
from tests.serving import UNLIMITED

OLD, NEW = "o" * 32, "n" * 32


async def test_a_guest_has_an_id_a_name_a_token_and_a_signed_cookie(visitor: Person) -> None:
    answer = await visitor.post("/api/players/guest")
    made = answer.json()
    assert (answer.status_code, set(made)) == (201, {"id", "name", "token"})
    assert len(made["name"].split()) >= 2
    assert len(made["token"]) >= 32
    name, _, rest = answer.headers["set-cookie"].partition("=")
    assert name == "richelieu"
    words = {part.strip().lower() for part in rest.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= words
    assert "secure" not in words  # this request is not over https
    assert any(word.startswith("max-age=") for word in words)


async def test_a_token_that_does_not_verify_is_refused_at_every_address_of_the_api(visitor: Person) -> None:
    """Also of routes without authentication, and beside a good cookie. No answer of the API is cached, and
    each has a request id."""
    cookie = (await visitor.post("/api/players/guest")).headers["set-cookie"].partition(";")[0]
    headers = {"authorization": "Bearer x", "cookie": cookie}
    for path, methods in document()["paths"].items():
        for method in methods if path.startswith("/api/") else ():
            where = re.sub(r"{\w+}", "1", path)
            answer = await visitor.http.request(method, where, headers=headers, json={})
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "nobody"), (method, path)
            assert answer.headers["cache-control"] == "no-store"
            assert len(answer.headers["x-request-id"]) == 16
    assert (await visitor.get("/api/me")).headers["cache-control"] == "no-store"


async def test_the_token_goes_before_the_cookie_and_a_bad_cookie_counts_as_none(engine: AsyncEngine) -> None:
    reader = Reader(engine)
    await reader.sign_in(engine)
    other, token = await PlayerStore(engine).create_guest(now())
    found = await reader.auth.identify(f"Bearer {token}", reader.cookies)
    assert found
    assert found.player.id == other.id
    for header in ("Bearer nonsense", "Bearer", "Basic abc", "", "Bearer \u00fc"):
        with pytest.raises(Refusal, match="nobody"):
            await reader.auth.identify(header, reader.cookies)
    ((name, good),) = reader.cookies.items()
    for bad in ("", "x", good[:-1], good + "x", good.partition(".")[0], "." + good, "\u00fc"):
        assert await reader.auth.identify(None, {name: bad}) is None, bad


async def test_cookies_outlast_a_rotation_of_the_secret_and_end_when_it_is_gone(engine: AsyncEngine) -> None:
    before, rotated = Reader(engine, OLD), Reader(engine, f"{NEW}, {OLD}")
    for reader in (before, rotated):
        await reader.sign_in(engine)
    assert await rotated.auth.identify(None, before.cookies)
    after = Reader(engine, NEW).auth
    assert await after.identify(None, before.cookies) is None
    assert await after.identify(None, rotated.cookies)


async def test_the_cookie_of_a_site_with_https_belongs_to_its_host_alone(database_url: str) -> None:
    known = {"public_url": "https://games.example/", "secret": NEW, **UNLIMITED}
    async with serving_here(database_url, **known) as url, httpx.AsyncClient(base_url=url) as http:
        answer = await http.post("/api/players/guest")
        given = answer.headers["set-cookie"]
        assert given.startswith("__Host-richelieu=")
        words = {word.strip().lower() for word in given.split(";")}
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= words
        assert "domain" not in given.lower()
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        value = given.partition(";")[0]
        me = await http.get("/api/me", headers={"cookie": value})
        assert me.json()["player"]["id"] == answer.json()["id"]
        reader = Reader(create_engine(Settings(database_url=database_url).url), NEW)
        assert reader.auth.former_session({"richelieu": value.partition("=")[2]}), "signed by the setting"
        planted = value.replace("__Host-richelieu", "richelieu")
        assert (await http.get("/api/me", headers={"cookie": planted})).json()["player"] is None


async def test_a_token_that_is_ended_closes_its_sockets(server: LocalServer, http: httpx.AsyncClient) -> None:
    """What a token may do is in tests/app/test_roles.py."""
    async with open_browser(server.url) as browser:
        await browser.sign_up()
        body = {"name": "a bot", "scopes": ["read", "play"]}
        made = (await browser.call("POST", "/api/tokens", body)).json()
        program = Person(http, headers={"authorization": f"Bearer {made['token']}"})
        async with program.socket("/ws/lobby") as socket:
            await socket.expect("lobby")
            (listed,) = (await browser.http.get("/api/tokens")).json()["items"]
            assert (listed["id"], listed["used"] is None, "token" in listed) == (made["id"], False, False)
            assert (await browser.call("DELETE", f"/api/tokens/{made['id']}")).status_code == 204
            assert await socket.close_code() == 1008
        assert (await program.get("/api/me")).status_code == 401


async def test_a_guests_token_goes_on_after_signing_up_but_changes_no_account(
    server: LocalServer, http: httpx.AsyncClient
) -> None:
    async with open_browser(server.url) as browser:
        token = (await browser.become_guest())["token"]
        program = Person(http, headers={"authorization": f"Bearer {token}"})
        assert (await http.get("/api/me/sessions", headers=program.headers)).status_code == 200
        await browser.sign_up()
        assert (await program.create_game())["id"]
        answer = await http.get("/api/me/sessions", headers=program.headers)
        assert code_of(answer)[:2] == (403, "no_scope")
        (listed,) = (await browser.http.get("/api/tokens")).json()["items"]
        assert (listed["name"], listed["scopes"]) == ("", ["read", "play"])
        assert (await browser.call("DELETE", f"/api/tokens/{listed['id']}")).status_code == 204
        assert (await program.get("/api/me")).status_code == 401


async def test_the_cookie_of_an_account_gets_no_token(server: LocalServer) -> None:
    async with open_browser(server.url) as browser:
        made = (await browser.sign_up())["player"]
        answer = await browser.http.post("/api/players/guest")
        assert (answer.status_code, answer.json()) == (200, {"id": made["id"], "name": made["name"]})
        assert (await browser.http.get("/api/tokens")).json()["items"] == []


@pytest.mark.parametrize("keep", [None, True])
async def test_a_new_password_ends_all_tokens_unless_they_are_kept(
    server: LocalServer, http: httpx.AsyncClient, keep: bool | None
) -> None:
    async with open_browser(server.url) as browser:
        token = (await browser.become_guest())["token"]
        await browser.sign_up()
        made = await browser.call("POST", "/api/tokens", {"name": "a bot", "scopes": ["read"]})
        unnamed, named = (
            Person(http, headers={"authorization": f"Bearer {text}"})
            for text in (token, made.json()["token"])
        )
        change: Json = {"old": PASSWORD, "new": "another horse battery"}
        change |= {} if keep is None else {"keep_tokens": keep}
        assert (await browser.call("PATCH", "/api/me", {"password": change})).status_code == 200
        assert (await unnamed.get("/api/me")).status_code == 401, "a guest's token is no personal one"
        assert (await named.get("/api/me")).status_code == (200 if keep else 401)


class Reader:
    """A process with a session in its cache; another one writes to the same database."""

    def __init__(self, engine: AsyncEngine, secret: str = NEW) -> None:
        self.engine, self.store, settings = engine, SignInStore(engine), Settings(secret=secret)
        self.auth = Auth(self.store, settings, settings.secrets)
        self.new = new_sign_in("a browser")

    async def sign_in(self, engine: AsyncEngine) -> Player:
        player, _ = await PlayerStore(engine).create_guest(now(), self.new)
        self.cookies = {self.auth.cookie_name: self.auth.sign(self.new, player.id)}
        await self.auth.apply_revocations()
        assert await self.is_signed_in()
        return player

    async def revoke(self, player: Player, at: int) -> None:
        async with write_transaction(self.engine) as connection:
            await revoke(connection, [f"person {player.id}"], at)

    async def is_signed_in(self) -> bool:
        return await self.auth.identify(None, self.cookies) is not None


@pytest.mark.parametrize("behind", [-600_000, 0, 600_000])
async def test_a_session_that_a_host_with_another_time_ends_is_forgotten_once(
    engine: AsyncEngine, behind: int
) -> None:
    reader = Reader(engine)
    player = await reader.sign_in(engine)
    await reader.store.end_session(player.id, reader.new.id, now() - behind)
    await reader.revoke(player, now() - behind)
    assert await reader.is_signed_in(), "it is cached"
    await reader.auth.apply_revocations()
    assert not await reader.is_signed_in()
    closed: list[str] = []
    found = Credential(player, "session of a new socket")
    with reader.auth.watch(found, lambda: closed.append("socket")):
        await reader.auth.apply_revocations()
        assert not closed, "what was forgotten before does not end what came after it"
        await reader.revoke(player, now() - behind)
        await reader.auth.apply_revocations()
        assert closed == ["socket"]


async def test_a_cached_session_is_read_again_after_a_minute(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = [100.0]
    monkeypatch.setattr("app.people.auth.monotonic", lambda: times[-1])
    reader = Reader(engine)
    player = await reader.sign_in(engine)
    await reader.store.end_session(player.id, reader.new.id, now())
    times.append(159.0)
    assert await reader.is_signed_in()
    times.append(161.0)
    assert not await reader.is_signed_in(), "though nothing said that it was revoked"


@pytest.mark.slow
@pytest.mark.postgres
async def test_a_session_revoked_by_one_process_ends_at_the_others(servers: tuple[LocalServer, ...]) -> None:
    """The processes also share the secret that signs cookies: it is in the database."""
    first, second = servers
    async with open_browser(first.url) as browser:
        account = (await browser.sign_up())["player"]["id"]
        async with open_browser(second.url, headers={"cookie": browser.cookie}) as elsewhere:
            assert (await elsewhere.me() or {})["id"] == account
            async with open_socket(f"{second.ws}/ws/lobby", browser.headers_of_socket()) as socket:
                await socket.expect("lobby")
                assert (await browser.call("DELETE", "/api/logins/current")).status_code == 204
                assert await socket.close_code() == 1008
            assert await elsewhere.me() is None


async def test_a_session_that_was_not_seen_for_a_year_has_ended(engine: AsyncEngine) -> None:
    reader = Reader(engine)
    await reader.sign_in(engine)
    async with engine.begin() as connection:
        await connection.execute(text("update sign_ins set seen = seen - 31536000001"))
    assert await Reader(engine).auth.identify(None, reader.cookies) is None


async def test_failed_sign_ins_are_bounded_and_do_not_lock_the_owner_out(database_url: str) -> None:
    name, limits = new_name(), UNLIMITED | {"limit_signins": 10}
    async with (
        serving_here(database_url, secret=NEW, **limits) as url,
        open_browser(url) as owner,
        open_browser(url) as stranger,
    ):
        await owner.sign_up(name)
        codes = [(await stranger.sign_in(name, "wrong")).status_code for _ in range(14)]
        assert codes[:10] == [401] * 10
        refused = await stranger.sign_in(name)
        assert code_of(refused)[:2] == (429, "too_many"), "the right password too"
        assert int(refused.headers["retry-after"]) <= 7
        change = {"password": {"old": "wrong", "new": PASSWORD}}
        assert code_of(await owner.call("PATCH", "/api/me", change))[:2] == (401, "bad_login")
        cookie = owner.cookie
        assert (await owner.call("DELETE", "/api/me/sessions")).status_code == 204
        headers = {"cookie": cookie}  # the browser is signed out by another one, and keeps its cookie
        async with open_browser(url, headers=headers) as signed_out:
            assert (await signed_out.sign_in(name)).status_code == 200
