"""Checks that come first: foreign origins, bad tokens and unknown games are refused. Who is admitted where is
in tests/app/test_roles.py."""

from __future__ import annotations

import json
from typing import Any, cast

import httpx
import pytest
import websockets

from app.core.errors import Refusal
from app.people.auth import Auth
from app.settings import Settings
from tests.app.http_players import code, open_socket
from tests.app.in_process import LocalServer

HOST = "here.example:8000"
OWN = (
    *(None, f"http://{HOST}", f"https://{HOST}"),
    *("https://games.example", "https://friend.example"),  # the public URL and a listed one
)
FOREIGN = (
    *("null", "", "NULL", "http://elsewhere.example", HOST, f"//{HOST}", f"http:{HOST}", f"ftp://{HOST}"),
    *(f"http://{HOST}.example", f"http://{HOST}/", f"http://me@{HOST}", "http://here.example"),
    *("http://here.example:1", "http://[", f"http://{HOST}, http://{HOST}", "file://"),
    *("http://games.example", "https://games.example:444", "https://games.example.at"),
)


def test_the_sites_own_origin_listed_ones_and_programs_are_admitted_and_no_others() -> None:
    settings = Settings(public_url="https://games.example/", origins="https://friend.example")  # type: ignore[arg-type]
    auth = Auth(cast(Any, None), settings, ["secret"])
    for origin in OWN:
        auth.check_origin(origin, HOST)
    for foreign in FOREIGN:
        with pytest.raises(Refusal, match="foreign_origin"):
            auth.check_origin(foreign, HOST)


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


async def test_other_socket_paths_are_not_found(server: LocalServer) -> None:
    paths = ("/ws/games/a/b", "/ws/games/", "/ws/", "/", "/api/me", "/ws/lobby/", "/ws/games/..%2f")
    found = {path: await handshake_error(f"{server.ws}{path}", {}) for path in paths}
    assert found == dict.fromkeys(paths, (404, "not_found"))


async def test_the_origin_is_checked_first_then_who_asks_and_then_the_game(
    server: LocalServer, http: httpx.AsyncClient
) -> None:
    foreign, unknown = {"origin": "http://elsewhere.example"}, {"authorization": "Bearer nonsense"}
    nothing = f"{server.ws}/ws/games/nothing"
    assert await handshake_error(nothing, foreign | unknown) == (403, "foreign_origin")
    assert await handshake_error(nothing, unknown) == (401, "nobody")
    assert await handshake_error(nothing, {}) == (404, "not_found")
    for method, path in (("POST", "/api/games"), ("OPTIONS", "/api/games"), ("POST", "/")):
        answer = await http.request(method, path, headers=foreign | unknown, content=b"not json")
        assert (answer.status_code, code(answer)) == (403, "foreign_origin"), path
