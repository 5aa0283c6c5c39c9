"""Guests and authentication: a token takes precedence over a cookie."""

from __future__ import annotations

import re
from itertools import product

import httpx

from tests.app.http_players import Person, guest
from tests.serving import Server


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
