"""Checks that come first: foreign origins, bad tokens and unknown games are refused."""

from __future__ import annotations

import json

import httpx
import pytest
import websockets

from tests.app.http_players import PAIR, guest, open_socket
from tests.core.test_rate_limits import new_address
from tests.serving import Server

FOREIGN = (
    *("null", "", "NULL", "http://elsewhere.example", "{host}", "//{host}", "http:{host}", "ftp://{host}"),
    *(
        "http://{host}.example",
        "http://{host}/",
        "http://me@{host}",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
    ),
    *("http://[", "http://{host}, http://{host}", "file://", "https://friend.example"),
)


OF_REFUSALS = {
    "content-type": "application/json",
    "x-request-id": "r-7",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


async def handshake_error(url: str, headers: dict[str, str]) -> tuple[int, str]:
    """Return the status and error code of a refused handshake, which is answered as HTTP would be."""
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with open_socket(url, headers | {"x-request-id": "r-7"}):
            pass
    response = refused.value.response
    for name, value in OF_REFUSALS.items():
        assert response.headers[name] == value, name
    return response.status_code, json.loads(response.body or b"")["error"]["code"]


def host(server: Server) -> str:
    return server.url.removeprefix("http://")


async def test_a_foreign_origin_gets_no_socket_and_cannot_write(
    server: Server, http: httpx.AsyncClient
) -> None:
    person = await guest(http)
    game = (await person.create_game())["id"]
    sockets = ("/ws/lobby", f"/ws/games/{game}", "/ws/games/nothing")
    writes = [("POST", f"/api/games/{game}/abort"), ("POST", "/api/players/guest"), ("POST", "/api/games")]
    writes += [("DELETE", "/api/me"), ("OPTIONS", "/api/games"), ("POST", "/")]
    found = {}
    for origin in FOREIGN:
        headers = {"origin": origin.format(host=host(server)), **person.headers}
        for path in sockets:
            found[origin, path] = await handshake_error(f"{server.ws}{path}", headers)
        for method, path in writes:
            answer = await http.request(method, path, headers=headers, content=b"not json")
            found[origin, f"{method} {path}"] = answer.status_code, answer.json()["error"]["code"]
        assert (await http.get("/api/me", headers=headers)).status_code == 200, "reads are allowed"
    assert found == dict.fromkeys(found, (403, "foreign_origin"))
    assert (await person.state(game))["status"] == "open"


@pytest.mark.parametrize("origin", [None, "http://{host}", "https://{host}"])
async def test_the_servers_own_origin_and_programs_are_allowed(
    server: Server, http: httpx.AsyncClient, origin: str | None
) -> None:
    request_headers = {} if origin is None else {"origin": origin.format(host=host(server))}
    answer = await http.post("/api/players/guest", headers=request_headers)
    assert answer.status_code == 201
    http.cookies.clear()
    async with open_socket(f"{server.ws}/ws/lobby", request_headers) as socket:
        assert (await socket.next())["t"] == "lobby"


async def test_the_public_url_and_listed_origins_are_allowed_and_cookies_are_secure(limited: Server) -> None:
    transport = httpx.AsyncHTTPTransport(local_address=new_address())
    async with httpx.AsyncClient(base_url=limited.url, transport=transport) as client:
        for origin in ("https://games.example", "https://friend.example", limited.url):
            answer = await client.post("/api/players/guest", headers={"origin": origin})
            assert answer.status_code == 201
            assert "; secure" in answer.headers["set-cookie"].lower()
        for origin in ("http://games.example", "https://games.example:444", "https://games.example.at"):
            answer = await client.post("/api/players/guest", headers={"origin": origin})
            assert answer.status_code == 403


async def test_a_bad_token_gets_no_socket_not_even_with_a_good_cookie(
    server: Server, http: httpx.AsyncClient
) -> None:
    game = (await (await guest(http)).create_game())["id"]
    async with httpx.AsyncClient(base_url=server.url) as browser:
        await browser.post("/api/players/guest")
        cookie = f"richelieu={browser.cookies['richelieu']}"
    for token in ("Bearer nonsense", "Bearer", "Basic eDp5", ""):
        for path in ("/ws/lobby", f"/ws/games/{game}"):
            request_headers = {"authorization": token, "cookie": cookie}
            assert await handshake_error(f"{server.ws}{path}", request_headers) == (401, "nobody")


async def test_a_cookie_opens_a_socket_and_a_bad_one_counts_as_none(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url) as browser:
        await browser.post("/api/players/guest")
        made = (await browser.post("/api/games", json={"rules": PAIR.id, "seat": 0})).json()
        cookie = browser.cookies["richelieu"]
    for value, seat in ((cookie, 0), (cookie[:-2], None), ("x", None)):
        async with open_socket(
            f"{server.ws}{'/ws/games/'}{made['id']}", {"cookie": f"richelieu={value}"}
        ) as socket:
            assert (await socket.next())["seat"] == seat


async def test_other_socket_paths_are_not_found(server: Server) -> None:
    paths = ("/ws/games/a/b", "/ws/games/", "/ws/", "/", "/api/me", "/ws/lobby/", "/ws/games/..%2f")
    found = {path: await handshake_error(f"{server.ws}{path}", {}) for path in paths}
    assert found == dict.fromkeys(paths, (404, "not_found"))


async def test_requests_are_checked_in_order(server: Server) -> None:
    """First the origin, then authentication, then the game."""
    foreign, unknown = {"origin": "http://elsewhere.example"}, {"authorization": "Bearer nonsense"}
    nothing = f"{server.ws}/ws/games/nothing"
    assert await handshake_error(nothing, foreign | unknown) == (403, "foreign_origin")
    assert await handshake_error(nothing, unknown) == (401, "nobody")
    assert await handshake_error(nothing, {}) == (404, "not_found")
