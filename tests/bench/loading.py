"""How long a visitor waits for the lobby, then for a board, and for the lobby on a second visit, on slow
links.

Chromium slows its own requests down; a proxy with TLS stands before the server, since what HTTP/2 asks for
at once HTTP/1.1 asks for in turns of six. The service worker is blocked: Chromium would not slow it down.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import time
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from engine import GAMES
from tests.databases import migrated
from tests.serving import PATIENCE, ROOT, UNLIMITED, free_port, serving

GAME = next(game for game in GAMES.values() if len(game.seats) == 1)
PHONE: ViewportSize = {"width": 360, "height": 740}
CADDYFILE = """{{
    auto_https off
    admin off
}}
:{port} {{
    tls {folder}/cert.pem {folder}/key.pem
    reverse_proxy 127.0.0.1:{behind}
}}
"""


@dataclass(frozen=True)
class Link:
    """`latency`: ms of each request; `rate`: bytes a second, -1 for any; `limits`: seconds for the lobby, the
    board and the second visit, 0 for none."""

    name: str
    latency: int
    rate: int
    limits: tuple[float, float, float] = (0, 0, 0)


LINKS = (Link("100 ms", 100, -1), Link("slow 3G", 2000, 50_000, (9, 9, 6)))


@dataclass(frozen=True)
class Loading:
    """Seconds until the page is there, and the number of its requests that went over the network."""

    lobby: float
    board: float
    again: float
    requests: tuple[int, int, int]


@contextmanager
def proxy(behind: int) -> Iterator[tuple[str, str]]:
    """The address of a proxy with HTTP/2 and TLS before a port of ours. LookupError: Caddy is not
    installed."""
    if not shutil.which("caddy"):
        raise LookupError("no Caddy on the path: apt-get install caddy")
    port = free_port()
    with TemporaryDirectory() as folder:
        key, certificate = (Path(folder, name) for name in ("key.pem", "cert.pem"))
        subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        request = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2")
        files = ("-keyout", str(key), "-out", str(certificate))
        subprocess.run((*request, *files, *subject), check=True, capture_output=True)
        config = Path(folder, "Caddyfile")
        config.write_text(CADDYFILE.format(port=port, folder=folder, behind=behind))
        running = subprocess.Popen(
            ["caddy", "run", "--config", str(config), "--adapter", "caddyfile"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_until_answers(url := f"https://localhost:{port}")
            yield url, _key_hash(certificate)
        finally:
            running.terminate()
            running.wait(PATIENCE)


def _key_hash(certificate: Path) -> str:
    """By which Chromium takes the certificate for a good one: of a bad one it keeps no file."""
    command = ("openssl", "x509", "-in", str(certificate), "-pubkey", "-noout")
    pem = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    der = b64decode("".join(line for line in pem.splitlines() if not line.startswith("-")))
    return b64encode(sha256(der).digest()).decode()


def _wait_until_answers(url: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if httpx.get(f"{url}/ready", verify=False).status_code == 200:  # noqa: S501 - our own certificate
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise TimeoutError(f"no proxy answers at {url}")


async def load(browser: Browser, url: str, link: Link) -> Loading:
    """A first visit to the lobby and from there to a board, and a second visit, each on a page of its own."""
    context = await browser.new_context(viewport=PHONE, service_workers="block", has_touch=True)
    context.set_default_timeout(120_000)
    async with _page(context, link) as (page, asked):
        lobby = await _time(page, "html[data-ready]", page.goto(url, wait_until="commit"))
        counts = [len(asked)]
        press = page.click(f"[data-act=play-now][data-rules={GAME.id}]")
        board = await _time(page, "main[data-screen=table][data-conn=ok] [data-sq]", press)
        counts.append(len(asked) - counts[0])
    async with _page(context, link) as (page, asked):
        again = await _time(page, "html[data-ready]", page.goto(url, wait_until="commit"))
        counts.append(len(asked))
    await context.close()
    return Loading(lobby, board, again, (counts[0], counts[1], counts[2]))


@asynccontextmanager
async def _page(context: Any, link: Link) -> AsyncIterator[tuple[Page, list[str]]]:
    page = await context.new_page()
    asked: list[str] = []

    def answered(event: dict[str, Any]) -> None:
        if not event["response"].get("fromDiskCache"):
            asked.append(event["response"]["url"])

    devtools = await context.new_cdp_session(page)
    await devtools.send("Network.enable")
    conditions = {"latency": link.latency, "downloadThroughput": link.rate, "uploadThroughput": link.rate}
    await devtools.send("Network.emulateNetworkConditions", {"offline": False, **conditions})
    devtools.on("Network.responseReceived", answered)
    yield page, asked
    await page.close()


async def _time(page: Page, selector: str, action: Any) -> float:
    start = time.perf_counter()
    await action
    await page.wait_for_selector(selector, state="attached")
    return time.perf_counter() - start


async def measure(root: Path = ROOT) -> list[tuple[str, str, str]]:
    """The rows of the table: through the proxy, and for comparison straight from the server over HTTP/1.1.
    `root`: the source tree that is measured."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    found: list[tuple[str, str, str]] = []
    with (
        TemporaryDirectory() as name,
        migrated("sqlite", Path(name)) as make,
        make() as database,
        serving(database, Path(name), root=root, **UNLIMITED) as server,
        proxy(int(server.url.rpartition(":")[2])) as (secure, key),
    ):
        async with async_playwright() as playwright:
            flags = ["--no-sandbox", f"--ignore-certificate-errors-spki-list={key}"]
            browser = await playwright.chromium.launch(executable_path=path, args=flags)
            for label, url in (("HTTP/2", secure), ("HTTP/1.1", server.url)):
                for link in LINKS:
                    found += rows(label, link, await load(browser, url, link), judged=url == secure)
            await browser.close()
    return found


def rows(label: str, link: Link, found: Loading, *, judged: bool) -> Iterator[tuple[str, str, str]]:
    names = ("lobby, first visit", "then a board", "lobby, second visit")
    values = (found.lobby, found.board, found.again)
    for name, value, count, limit in zip(names, values, found.requests, link.limits, strict=True):
        most = f"at most {limit:.0f} s" if limit and judged else ""
        yield f"{name}, {link.name}, {label}", f"{value:.1f} s, {count} requests", most


def main() -> None:
    """Prints the rows; without Caddy one that says so."""
    try:
        rows = asyncio.run(measure())
    except LookupError as error:
        rows = [("loading", f"not measured: {error}", "")]
    for row in rows:
        print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
