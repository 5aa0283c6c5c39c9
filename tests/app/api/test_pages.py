"""Pages, static files and the headers of every response."""

from __future__ import annotations

import re

import httpx
import pytest

from app.api.pages import STATIC
from engine import GAMES
from tests.app.http_players import Person, guest

GAME = next(iter(GAMES))
PAGES = (
    "/",
    f"/new/{GAME}",
    f"/new/{GAME}?deal=7",
    "/g/abcdefgh",
    "/g/abcdefgh?ply=3",
    "/me",
    f"/help/{GAME}",
)
LAW = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
ANYTHING = [
    *(
        ("GET", path)
        for path in (*PAGES, "/docs", "/static/app/start.js", "/openapi.json", "/health", "/api/rules")
    ),
    *(
        ("GET", path)
        for path in ("/nothing", "/static/nothing.js", "/api/nothing", "/ws/lobby", "/api/games/x")
    ),
    *(("HEAD", path) for path in ("/", "/nothing", "/static/app/start.js")),
    *(("POST", path) for path in ("/", "/api/games", "/static/app/start.js", "/api/players/guest")),
    *(("DELETE", "/api/games"), ("PUT", "/api/me"), ("OPTIONS", "/api/games")),
]


def law(policy: str) -> dict[str, str]:
    """A content security policy as a table."""
    parts = (part.strip().partition(" ") for part in policy.split(";"))
    return {name: sources for name, _, sources in parts}


@pytest.mark.parametrize(("method", "path"), ANYTHING)
async def test_every_response_has_the_security_headers(
    http: httpx.AsyncClient, method: str, path: str
) -> None:
    answer = await http.request(method, path)
    assert law(answer.headers["content-security-policy"]) == LAW
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in answer.headers


@pytest.mark.parametrize("path", PAGES)
async def test_every_page_path_serves_the_document(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.content == (STATIC / "index.html").read_bytes()
    head = await http.head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.content))


@pytest.mark.parametrize("path", ["/nothing", "/g", "/g/a/b", "/new", "/index.html", "/%00", "/\u00e4"])
async def test_an_unknown_path_serves_the_document_with_404(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path)
    assert answer.status_code == 404
    assert answer.content == (STATIC / "index.html").read_bytes()


@pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/static/nothing.js", "/static/", "/ws/nothing"])
async def test_unknown_paths_below_api_and_static_are_404_as_json(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "path", ["/static/../app/settings.py", "/static/%2e%2e/README.md", "/static/..%2fMakefile"]
)
async def test_nothing_outside_the_static_files_is_served(http: httpx.AsyncClient, path: str) -> None:
    url = http.base_url.copy_with(raw_path=path.encode())
    answer = await http.send(httpx.Request("GET", url))
    assert answer.status_code == 404


@pytest.mark.parametrize("path", ["/static/%00", "/static/a%00b.js", f"/static/{'x' * 5000}", "/static/%FF"])
async def test_an_impossible_file_name_is_not_found(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


async def test_every_static_file_is_served_and_revalidated(http: httpx.AsyncClient) -> None:
    files = [file for file in sorted(STATIC.rglob("*")) if file.is_file()]
    assert files
    for file in files:
        answer = await http.get(f"/static/{file.relative_to(STATIC).as_posix()}")
        assert (answer.status_code, answer.content) == (200, file.read_bytes())
        assert answer.headers["cache-control"] == "no-cache"
        if file.suffix == ".js":
            assert answer.headers["content-type"].startswith("text/javascript")
        same = {"if-none-match": answer.headers["etag"]}
        assert (await http.get(str(answer.url), headers=same)).status_code == 304


@pytest.mark.parametrize("path", ["/", "/docs"])
async def test_documents_keep_the_content_security_policy(http: httpx.AsyncClient, path: str) -> None:
    """No inline script or style, and nothing from other hosts."""
    text = (await http.get(path)).text
    assert re.findall(r"<script(?![^>]*\bsrc=)", text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", text) == []
    for address in re.findall(r"""(?:src|href)=["']([^"']+)["']""", text):
        assert not re.match(r"https?:|//|data:", address)
        assert (await http.get(address)).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/games", "POST"),
        ("GET", "/api/lines", "POST"),
        ("POST", "/", "GET"),
        ("PUT", "/api/me", "GET"),
    ],
)
async def test_a_method_that_a_path_does_not_take_is_not_allowed(
    http: httpx.AsyncClient, method: str, path: str, allowed: str
) -> None:
    answer = await http.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "not_allowed")
    assert allowed in answer.headers["allow"]


async def test_health_answers(visitor: Person) -> None:
    for path in ("/health", "/ready"):
        answer = await visitor.get(path)
        assert (answer.status_code, answer.json()) == (200, {"ok": True})


async def test_the_creator_receives_the_path_of_the_games_page(http: httpx.AsyncClient) -> None:
    made = await (await guest(http)).create_game()
    assert (await http.get(made["url"])).status_code == 200
