"""Guests, cookies and tokens: precedence, rotation of the secret, https, scopes, and other processes."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db.clock import now
from app.db.engine import create_engine, write_transaction
from app.model.credential import Credential
from app.model.game_info import Player
from app.people.auth import Auth
from app.people.player_store import PlayerStore
from app.people.sign_in_store import SignInStore, new_sign_in, revoke
from app.settings import Settings
from tests.app.browsers import PASSWORD, code_of, new_name, open_browser
from tests.app.http_players import Json, Person, guest, moves, new_board, open_socket
from tests.app.in_process import serving_here
from tests.serving import PATIENCE, UNLIMITED, Server, command

OLD, NEW = "o" * 32, "n" * 32


async def player_of(url: str, cookie: str) -> str | None:
    async with open_browser(url, headers={"cookie": cookie}) as browser:
        me = await browser.me()
        return me["id"] if me else None


async def test_a_guest_has_an_id_a_name_and_a_token(visitor: Person) -> None:
    answer = await visitor.post("/api/players/guest")
    assert answer.status_code == 201
    made = answer.json()
    assert set(made) == {"id", "name", "token"}
    assert made["id"].isalnum()
    assert len(made["name"].split()) >= 2
    assert len(made["token"]) >= 32


async def test_the_cookie_is_signed_httponly_and_samesite(visitor: Person) -> None:
    cookie = (await visitor.post("/api/players/guest")).headers["set-cookie"]
    name, _, rest = cookie.partition("=")
    assert name == "richelieu"
    words = {part.strip().lower() for part in rest.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= words
    assert "secure" not in words  # this request is not over https
    assert any(word.startswith("max-age=") for word in words)


async def test_a_token_that_does_not_verify_is_refused_at_every_address_of_the_api(visitor: Person) -> None:
    """Also of routes without authentication. No answer of the API is cached, and each has a request id."""
    stranger = Person(visitor.http, headers={"authorization": "Bearer x"})
    paths = (await visitor.get("/openapi.json")).json()["paths"]
    asked = [(path, method) for path, methods in paths.items() for method in methods]
    for path, method in asked:
        if path.startswith("/api/"):
            where = re.sub(r"{\w+}", "1", path)
            answer = await visitor.http.request(method, where, headers=stranger.headers, json={})
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "nobody"), (method, path)
            assert answer.headers["cache-control"] == "no-store"
            assert len(answer.headers["x-request-id"]) == 16
    assert (await visitor.get("/api/me")).headers["cache-control"] == "no-store"


async def test_the_token_goes_before_the_cookie(server: Server, http: httpx.AsyncClient) -> None:
    person = await guest(http)
    async with httpx.AsyncClient(base_url=server.url) as browser:
        await browser.post("/api/players/guest")
        assert (await browser.get("/api/me", headers=person.headers)).json()["player"]["id"] == person.id


async def test_an_invalid_token_is_refused_and_never_falls_back_to_the_cookie(server: Server) -> None:
    headers = ("Bearer nonsense", "Bearer", "Basic abc", "", "Bearer \u00fc")
    requests = (("GET", "/api/me"), ("GET", "/api/games"), ("POST", "/api/games"))
    async with httpx.AsyncClient(base_url=server.url) as browser:
        await browser.post("/api/players/guest")
        for header, (method, path) in product(headers, requests):
            sent = {b"authorization": header.encode("latin-1")}
            answer = await browser.request(method, path, headers=sent, content=b"{}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "nobody"), (header, path)


async def test_a_cookie_that_does_not_verify_counts_as_none(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url) as browser:
        await browser.post("/api/players/guest")
        good = browser.cookies["richelieu"]
        for bad in ("", "x", good[:-1], good + "x", good.partition(".")[0], "." + good, "\u00fc"):
            headers = {b"cookie": f"richelieu={bad}".encode("latin-1")}
            async with httpx.AsyncClient(base_url=server.url, headers=headers) as other:
                assert (await other.get("/api/me")).json() == {"player": None}
                assert (await other.post("/api/games", json={})).status_code == 401


async def test_cookies_outlast_a_rotation_of_the_secret_and_end_when_it_is_gone(database_url: str) -> None:
    async with serving_here(database_url, secret=OLD, **UNLIMITED) as url, open_browser(url) as browser:
        first = (await browser.become_guest())["id"]
        cookie = browser.cookie
    async with serving_here(database_url, secret=f"{NEW}, {OLD}", **UNLIMITED) as url:
        assert await player_of(url, cookie) == first
        async with open_browser(url) as browser:
            newer = (await browser.become_guest())["id"]
            new_cookie = browser.cookie
    async with serving_here(database_url, secret=NEW, **UNLIMITED) as url:
        assert await player_of(url, new_cookie) == newer
        assert await player_of(url, cookie) is None


@pytest.mark.slow
def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    secret = f"{NEW},short"
    done = command("serve", "--port", "0", data=tmp_path, secret=secret)
    assert done.returncode == 2
    assert "RICHELIEU_SECRET needs at least 32 characters, not 5." in done.stderr
    assert secret not in done.stderr


async def test_the_cookie_of_a_site_with_https_belongs_to_its_host_alone(limited: Server) -> None:
    async with httpx.AsyncClient(base_url=limited.url, timeout=PATIENCE) as http:
        answer = await http.post("/api/players/guest")
        given = answer.headers["set-cookie"]
        assert given.startswith("__Host-richelieu=")
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= {
            word.strip().lower() for word in given.split(";")
        }
        assert "domain" not in given.lower()
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        value = given.partition(";")[0]
        me = await http.get("/api/me", headers={"cookie": value})
        assert me.json()["player"]["id"] == answer.json()["id"]
        planted = value.replace("__Host-richelieu", "richelieu")
        assert (await http.get("/api/me", headers={"cookie": planted})).json()["player"] is None


async def test_a_token_does_what_its_scopes_say(server: Server, http: httpx.AsyncClient) -> None:
    board = await new_board(http)
    async with open_browser(server.url) as browser:
        await browser.sign_up()
        tokens = {}
        for scopes in (("read",), ("play",), ("read", "play")):
            answer = await browser.call("POST", "/api/tokens", {"name": "a bot", "scopes": [*scopes]})
            assert answer.status_code == 201
            tokens[scopes] = answer.json()
        programs = {
            scopes: Person(http, headers={"authorization": f"Bearer {made['token']}"})
            for scopes, made in tokens.items()
        }
        for scopes, program in programs.items():
            assert (await program.get("/api/me")).status_code == (200 if "read" in scopes else 403)
            made = await program.post("/api/games", {"rules": "nonsense"})
            assert made.status_code == (422 if "play" in scopes else 403)
            for method, path in (
                *(("PATCH", "/api/me"), ("DELETE", "/api/me"), ("GET", "/api/me/data")),
                *(("GET", "/api/tokens"), ("POST", "/api/tokens"), ("GET", "/api/me/sessions")),
                *(("DELETE", "/api/me/sessions"), ("DELETE", "/api/logins/current")),
            ):
                body = {"name": "x", "scopes": ["read"]} if path == "/api/tokens" else None
                answer = await http.request(method, path, headers=program.headers, json=body)
                assert code_of(answer)[:2] == (403, "no_scope"), (scopes, method, path)
        items = (await browser.http.get("/api/tokens")).json()["items"]
        assert [set(one["scopes"]) for one in items if one["used"]] != []
        assert all("token" not in one for one in items)
        read, both = programs["read",], programs["read", "play"]
        with pytest.raises(Exception, match="403"):
            async with programs["play",].socket("/ws/lobby"):
                pass
        game = (await both.create_game(seat=0))["id"]
        await board.people[0].post(f"/api/games/{game}/join")
        turn = (await both.state(game))["turn"]
        if turn == 1:
            first = {"ply": 0, "move": moves()[0]}
            assert (await board.people[0].post(f"/api/games/{game}/moves", first)).status_code == 200
        async with read.game_socket(game) as socket:
            state = await socket.state(turn)
            assert state["seat"] == 0
            refused = await socket.answer("move", ply=turn, move=moves()[turn])
            assert (refused["t"], refused["why"]) == ("refused", "no_scope")
        async with both.game_socket(game) as socket:
            await socket.state(turn)
            assert (await socket.answer("move", ply=turn, move=moves()[turn]))["t"] == "state"
            ended = tokens["read", "play"]["id"]
            assert (await browser.call("DELETE", f"/api/tokens/{ended}")).status_code == 204
            assert await socket.close_code() == 1008
        assert (await both.get("/api/me")).status_code == 401


async def test_a_guest_has_no_personal_tokens_and_an_account_at_most_twenty(server: Server) -> None:
    body = {"name": "a bot", "scopes": ["read"]}
    async with open_browser(server.url) as browser:
        await browser.become_guest()
        assert code_of(await browser.call("POST", "/api/tokens", body)) == (403, "no_account", None)
        await browser.sign_up()
        answers = [(await browser.call("POST", "/api/tokens", body)).status_code for _ in range(21)]
        assert answers == [201] * 20 + [409]


async def test_a_guests_token_goes_on_after_signing_up_but_changes_no_account(
    server: Server, http: httpx.AsyncClient
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


async def test_the_cookie_of_an_account_gets_no_token(server: Server) -> None:
    async with open_browser(server.url) as browser:
        made = (await browser.sign_up())["player"]
        answer = await browser.http.post("/api/players/guest")
        assert (answer.status_code, answer.json()) == (200, {"id": made["id"], "name": made["name"]})
        assert (await browser.http.get("/api/tokens")).json()["items"] == []


@pytest.mark.parametrize("keep", [None, False, True])
async def test_a_new_password_ends_all_tokens_unless_they_are_kept(
    server: Server, http: httpx.AsyncClient, keep: bool | None
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

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine, self.store = engine, SignInStore(engine)
        self.auth = Auth(SignInStore(engine), Settings(), [NEW])
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
async def test_a_session_revoked_by_one_process_ends_at_the_others(servers: tuple[Server, ...]) -> None:
    """The processes also share the secret that signs cookies: it is in the database."""
    first, second = servers
    async with open_browser(first.url) as browser:
        account, cookie = (await browser.sign_up())["player"]["id"], browser.cookie
        assert await player_of(second.url, cookie) == account
        async with open_socket(f"{second.ws}/ws/lobby", browser.headers_of_socket()) as socket:
            await socket.expect("lobby")
            assert (await browser.call("DELETE", "/api/logins/current")).status_code == 204
            assert await socket.close_code() == 1008
        assert await player_of(second.url, cookie) is None


async def test_a_session_that_was_not_seen_for_a_year_has_ended(database_url: str) -> None:
    async with serving_here(database_url, secret=NEW, **UNLIMITED) as url, open_browser(url) as browser:
        await browser.become_guest()
        cookie = browser.cookie
    engine = create_engine(Settings(database_url=database_url).url)
    async with engine.begin() as connection:
        await connection.execute(text("update sign_ins set seen = seen - 31536000001"))
    await engine.dispose()
    async with serving_here(database_url, secret=NEW, **UNLIMITED) as url:
        assert await player_of(url, cookie) is None


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
