"""How long pages take to load in a browser, through HTTP/2 with TLS on a slow link (`slow_link.js`)."""

from __future__ import annotations

import asyncio
import shutil
import statistics
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from playwright.async_api import Page, Playwright, async_playwright

from engine import FAMILIES, GAMES
from tests.bundling import bundle
from tests.databases import migrated
from tests.serving import UNLIMITED, serving
from tests.sixth_game import copy_tree

HERE = Path(__file__).parent
GAME = next(game for game in GAMES.values() if game.family == FAMILIES[0] and len(game.seats) == 2)
# Milliseconds from the start of the navigation until the page has its data.
WATCH = """new MutationObserver(() => {
  if (document.documentElement.dataset.ready !== undefined) globalThis.readyAt ??= performance.now()
}).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-ready'] })"""
PATIENCE_MS = 120_000
READY = "() => globalThis.readyAt"


@dataclass(frozen=True, slots=True)
class Link:
    """`rate`: bits a second in each direction; `round_trip`: milliseconds."""

    rate: int = 400_000
    round_trip: int = 400


LOBBY, AGAIN = "lobby", "lobby, second visit"
INVITATION, TABLE = "invitation to a game", "running game"
LIMITS = {LOBBY: 4.5, AGAIN: 2, INVITATION: 6, TABLE: 6}  # seconds, of the bundled client


def loading(link: Link, rounds: int, *, bundled: bool) -> dict[str, float]:
    """Return the median seconds by page, with the client bundled or as it is written."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        tree = copy_tree(folder)
        if bundled:
            bundle(tree)
        with (
            migrated("sqlite", folder) as make,
            make() as database,
            serving(database, folder, root=tree, proxies="127.0.0.1", **UNLIMITED) as server,
            slow_link(server.url, folder, link) as url,
        ):
            found = [asyncio.run(_measure(server.url, url)) for _ in range(rounds)]
    return {page: statistics.median(seconds[page] for seconds in found) for page in LIMITS}


@contextmanager
def slow_link(server: str, folder: Path, link: Link) -> Iterator[str]:
    """Yield the https URL of a server behind a link."""
    words = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1"
    files = ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run([*words.split(), *files], check=True, capture_output=True)
    arguments = [server, str(folder), str(link.rate), str(link.round_trip)]
    process = subprocess.Popen(
        ["node", str(HERE / "slow_link.js"), *arguments], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    try:
        yield f"https://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.terminate()
        process.wait()


async def _measure(server: str, url: str) -> dict[str, float]:
    """Return the seconds by page, each in a browser with no files but those of an earlier visit."""
    invited, running = await _games(server)
    found = {}
    async with async_playwright() as playwright:
        with TemporaryDirectory() as profile:
            async with _visitor(playwright, profile) as page:
                found[LOBBY] = await _ready(page, f"{url}/")
                await page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            async with _visitor(playwright, profile) as page:
                found[AGAIN] = await _ready(page, f"{url}/")
        for name, game in ((INVITATION, invited), (TABLE, running)):
            with TemporaryDirectory() as profile:
                async with _visitor(playwright, profile) as page:
                    found[name] = await _ready(page, f"{url}/g/{game}")
    return found


async def _games(server: str) -> tuple[str, str]:
    """Create a game that waits for an opponent and one that is played; return their ids."""
    async with httpx.AsyncClient(base_url=server) as host:
        await host.post("/api/players/guest")
        bodies = ({"rules": GAME.id}, {"rules": GAME.id, "seat": "both"})
        answers = [await host.post("/api/games", json=body) for body in bodies]
        first, second = (answer.raise_for_status().json()["id"] for answer in answers)
        return first, second


@asynccontextmanager
async def _visitor(playwright: Playwright, profile: str) -> AsyncIterator[Page]:
    """Yield a page of a browser with the files, the storage and the cookies of this profile."""
    browser = await playwright.chromium.launch_persistent_context(
        profile,
        executable_path=shutil.which("chromium-headless-shell") or shutil.which("chromium"),
        # No file of a certificate that the browser does not trust is kept, hence not the option of a context.
        args=["--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"],
        viewport={"width": 390, "height": 844},
    )
    await browser.add_init_script(WATCH)
    yield browser.pages[0]
    await browser.close()


async def _ready(page: Page, url: str) -> float:
    """Open an address; return the seconds until the page is ready."""
    await page.goto(url, wait_until="commit")
    await page.wait_for_function(READY, timeout=PATIENCE_MS)
    return float(await page.evaluate(READY)) / 1000
