"""Pages, static files and the headers of every response."""

from __future__ import annotations

import gzip
import re
from itertools import product

import brotli
import httpx
import pytest
from fastapi.routing import APIRoute

from app.main import create_app
from app.settings import Settings
from app.site.pages import STATIC
from engine import GAMES
from tests.app.http_players import moves, new_board
from tests.app.in_process import LocalServer
from tests.app.openapi_contract import document
from tests.serving import PATIENCE

GAME = next(iter(GAMES))
PAGES = [
    *("/", f"/new/{GAME}", f"/new/{GAME}?deal=7", "/me", f"/help/{GAME}", "/leaderboards", "/daily"),
    *("/settings", "/account", "/moderation", "/privacy", "/credits", "/docs", "/new", "/help"),
]
POLICY = {
    "default-src": "'none'",
    **dict.fromkeys(("script-src", "style-src", "img-src", "font-src", "connect-src"), "'self'"),
    **dict.fromkeys(("manifest-src", "worker-src"), "'self'"),
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
DOCUMENT_REQUESTS = [
    *(("GET", path) for path in (*PAGES, "/g/abcdefgh", "/nothing", "/sw.js", "/static/art/icon.svg")),
    *(("HEAD", path) for path in ("/", "/nothing")),
]
OTHER_REQUESTS = [
    *(("GET", path) for path in ("/static/app/start.js", "/openapi.json", "/health", "/api/rules")),
    *(("GET", path) for path in ("/static/nothing.js", "/api/nothing", "/ws/lobby", "/api/games/x")),
    *(("POST", path) for path in ("/", "/api/games", "/static/app/start.js", "/api/players/guest")),
    *(("DELETE", "/api/games"), ("PUT", "/api/me"), ("OPTIONS", "/api/games"), ("GET", "/robots.txt")),
]


def policy_of(policy: str) -> dict[str, str]:
    """Return a content security policy as a table."""
    parts = (part.strip().partition(" ") for part in policy.split(";"))
    return {name: sources for name, _, sources in parts}


def test_every_page_of_the_client_has_a_route() -> None:
    code = (STATIC / "app" / "pages.js").read_text()
    patterns = [
        found.replace("(?<", "(?P<").replace("\\/", "/") for found in re.findall(r"\[\s*/(\^.*\$)/,", code)
    ]
    assert len(patterns) > 10
    routes = [one for one in create_app(Settings()).router.routes if isinstance(one, APIRoute)]
    paths = [re.sub("{.*?}", GAME, one.path) for one in routes if "GET" in (one.methods or ())]
    assert [one for one in patterns if not any(re.match(one, path) for path in paths)] == []


async def test_documents_have_the_security_headers(http: httpx.AsyncClient) -> None:
    for method, path in DOCUMENT_REQUESTS:
        answer = await http.request(method, path)
        headers = answer.headers
        assert policy_of(headers["content-security-policy"]) == POLICY, path
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers["referrer-policy"] == "same-origin", path
        assert "camera=(), " in headers["permissions-policy"], path
        assert headers["cross-origin-opener-policy"] == "same-origin", path
        assert "server" not in headers, path
        if path in PAGES and method == "GET":
            assert answer.status_code == 200, path
            assert headers["content-type"] == "text/html; charset=utf-8", path
            assert headers["cache-control"] == "no-cache", path
            assert '<main id="screen"' in answer.text, path
            same = {"if-none-match": headers["etag"]}
            assert (await http.get(path, headers=same)).status_code == 304, path


async def test_other_responses_are_not_sniffed(http: httpx.AsyncClient) -> None:
    for method, path in OTHER_REQUESTS:
        headers = (await http.request(method, path)).headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert "content-security-policy" not in headers, path
        assert "server" not in headers, path


@pytest.mark.slow
async def test_every_get_answers_head_with_the_same_status_and_headers(http: httpx.AsyncClient) -> None:
    board = await new_board(http, *moves()[:2])
    documented = [path for path, methods in document()["paths"].items() if "get" in methods]
    paths = [re.sub(r"{\w+}", "0", path.replace("{id}", board.id)) for path in documented]
    paths += ["/metrics", "/openapi.json", "/api/nothing", "/static/nothing.js", "/nothing", f"/g/{board.id}"]
    paths += [*PAGES, f"/api/games/export?player={board.people[0].id}", "/sw.js", "/static/art/icon.svg"]
    wrong: list[object] = []
    async with httpx.AsyncClient(base_url=http.base_url, timeout=PATIENCE) as client:  # reads no stream
        for headers, path in product(({}, board.people[0].headers), paths):
            async with client.stream("GET", path, headers=headers) as get:
                known = stable_headers(get)
            head = await client.head(path, headers=headers)
            if (head.status_code, head.content, stable_headers(head)) != (get.status_code, b"", known):
                wrong.append((path, get.status_code, known, head, head.headers))
        metrics = (await client.get("/metrics")).text
    assert wrong == []
    assert 'method="HEAD",route="/api/games/{id}",status="200"' in metrics


def stable_headers(answer: httpx.Response) -> dict[str, str]:
    """Return the headers of a response that two responses share; of lengths only that there is one."""
    changing = ("date", "x-request-id", "transfer-encoding")
    found = {name: value for name, value in answer.headers.items() if name not in changing}
    return found | ({"content-length": "any"} if "content-length" in found else {})


async def test_an_unknown_path_serves_the_document_with_404_and_an_unknown_file_one_line(
    http: httpx.AsyncClient,
) -> None:
    for path in ("/nothing", "/g", "/g/a/b", "/%00", "/\u00e4"):
        answer = await http.get(path)
        assert (answer.status_code, '<main id="screen"' in answer.text) == (404, True), path
    for path in ("/index.html", "/sitemap.xm", "/wp-login.php"):
        answer = await http.get(path)
        assert (answer.status_code, answer.text) == (404, "There is no such file.\n")


async def test_a_browser_without_scripts_is_told_so_first(http: httpx.AsyncClient) -> None:
    body = (await http.get("/")).text.partition("<body>")[2].strip()
    assert re.match(r"<noscript><p [^>]*>[^<]+needs JavaScript", body)


async def test_an_address_typed_by_hand_leads_to_the_page_and_no_other(http: httpx.AsyncClient) -> None:
    for path, page in (
        *(("/daily/", "/daily"), ("/docs//", "/docs"), ("/leaderboards/", "/leaderboards")),
        *(("/g/abcdefgh/?ply=3", "/g/abcdefgh?ply=3"), ("/people/O'%20B/", "/people/O%27%20B")),
        ("/people", "/leaderboards"),
    ):
        answer = await http.get(path)
        assert (answer.status_code, answer.headers["location"]) == (308, page)
    for path in ("/nothing/", "//example.org/", "//example.org/%2f..", "//daily/", "/g//"):
        answer = await http.send(httpx.Request("GET", http.base_url.copy_with(raw_path=path.encode())))
        assert (answer.status_code, "location" in answer.headers) == (404, False), path


async def test_robots_are_forbidden_the_api_alone_and_find_the_public_pages(http: httpx.AsyncClient) -> None:
    robots = (await http.get("/robots.txt")).text.splitlines()
    assert [line for line in robots if line.startswith("Disallow")] == ["Disallow: /api/"]
    (place,) = [line.removeprefix("Sitemap: ") for line in robots if line.startswith("Sitemap: ")]
    answer = await http.get(place)
    assert answer.headers["content-type"] in ("application/xml", "text/xml")
    pages = re.findall(r"<loc>([^<]+)</loc>", answer.text)
    assert {f"{str(http.base_url).rstrip('/')}{path}" for path in ("/", f"/help/{GAME}")} < set(pages)
    for page in pages:
        found = await http.get(page)
        assert found.status_code == 200
        assert "noindex" not in found.text, page


async def test_unknown_paths_below_api_and_static_are_404_as_json(http: httpx.AsyncClient) -> None:
    unknown = ("/api/nothing", "/api/", "/static/nothing.js", "/static/", "/ws/nothing")
    impossible = ("/static/%00", "/static/a%00b.js", f"/static/{'x' * 5000}", "/static/%FF")
    for path in (*unknown, *impossible):
        answer = await http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found"), path


async def test_nothing_outside_the_static_files_is_served(http: httpx.AsyncClient) -> None:
    for path in ("/static/../app/settings.py", "/static/%2e%2e/README.md", "/static/..%2fMakefile"):
        url = http.base_url.copy_with(raw_path=path.encode())
        assert (await http.send(httpx.Request("GET", url))).status_code == 404, path


async def test_a_file_of_each_kind_is_served_and_revalidated(http: httpx.AsyncClient) -> None:
    files = {file.suffix: file for file in sorted(STATIC.rglob("*")) if file.is_file()}
    assert {".js", ".css", ".svg", ".json"} <= set(files)
    for file in files.values():
        answer = await http.get(f"/static/{file.relative_to(STATIC).as_posix()}")
        assert (answer.status_code, answer.content) == (200, file.read_bytes())
        assert answer.headers["cache-control"] == "no-cache"
        if file.suffix == ".js":
            assert answer.headers["content-type"].startswith("text/javascript")
        same = {"if-none-match": answer.headers["etag"]}
        assert (await http.get(str(answer.url), headers=same)).status_code == 304


async def test_built_files_never_change_and_those_of_another_build_are_not_there(
    http: httpx.AsyncClient,
) -> None:
    text = (await http.get("/")).text
    build = re.findall(r'data-build="(\w+)"', text)[0]
    files = re.findall(rf'"(/static/@{build}/[^"]+)"', text)
    assert len(files) > 8
    for path in files:
        answer = await http.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    other = await http.get(files[0].replace(build, "0" * len(build)))
    assert (other.status_code, other.headers["cache-control"]) == (404, "no-store")


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0.5", "gzip"),
        ("*", "br"),
        ("identity", None),
        ("gzip;q=0", None),
    ],
)
async def test_a_file_is_sent_in_the_best_encoding_that_is_accepted(
    server: LocalServer, accepted: str, encoding: str | None
) -> None:
    path, headers = "/static/app/base.css", {"accept-encoding": accepted}
    whole = (STATIC / "app/base.css").read_bytes()
    async with httpx.AsyncClient(base_url=server.url) as client:
        async with client.stream("GET", path, headers=headers) as answer:
            raw = b"".join([chunk async for chunk in answer.aiter_raw()])
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["vary"] == "accept-encoding"
        assert int(answer.headers["content-length"]) == len(raw)
        unpack = {"br": brotli.decompress, "gzip": gzip.decompress}.get(encoding or "", bytes)
        assert unpack(raw) == whole
        head = await client.head(path, headers=headers)
        assert head.headers["content-length"] == str(len(raw))
        assert head.headers["etag"] == answer.headers["etag"]
        same = {**headers, "if-none-match": f'"x", W/{answer.headers["etag"]}'}
        fresh = await client.get(path, headers=same)
        assert (fresh.status_code, fresh.content) == (304, b"")


async def test_longer_answers_of_the_api_are_compressed(http: httpx.AsyncClient) -> None:
    for path, encoding in (("/openapi.json", "gzip"), ("/api/rules", "gzip"), ("/health", None)):
        answer = await http.get(path, headers={"accept-encoding": "gzip"})
        assert answer.headers.get("content-encoding") == encoding


async def test_every_answer_but_files_names_the_build(http: httpx.AsyncClient) -> None:
    build = re.findall(r'data-build="(\w+)"', (await http.get("/")).text)[0]
    for path in ("/", "/api/me", "/api/nothing", "/health", "/sw.js"):
        assert (await http.get(path)).headers["x-build"] == build
    assert "x-build" not in (await http.get("/static/app/start.js")).headers
    assert build in (await http.get("/sw.js")).text


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/api/games", "GET, HEAD, POST"),
        ("GET", "/api/lines", "POST"),
        ("HEAD", "/api/lines", "POST"),
        ("POST", "/", "GET, HEAD"),
        ("POST", "/static/art/icon.svg", "GET, HEAD"),
        ("PUT", "/api/me", "DELETE, GET, HEAD, PATCH"),
    ],
)
async def test_a_method_that_a_path_does_not_take_is_not_allowed(
    http: httpx.AsyncClient, method: str, path: str, allowed: str
) -> None:
    answer = await http.request(method, path)
    assert answer.status_code == 405
    assert method == "HEAD" or answer.json()["error"]["code"] == "not_allowed"
    assert answer.headers["allow"] == allowed
