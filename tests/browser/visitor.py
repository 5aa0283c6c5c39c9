"""A visitor with a browser context and a page of their own, and every fault that occurs there.

A console error, an uncaught exception, a violation of the content security policy or a request to a foreign
host is recorded in `faults`, and the fixture fails the test for it. While the test itself cuts the connection
(`cut`), the browser's own console messages about the network are no faults.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.async_api import (
    BrowserContext,
    CDPSession,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    ViewportSize,
    WebSocket,
    expect,
)

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
SEARCH_MS = 60_000  # within which a search ends on the slowest machine
CLIPBOARD = ("clipboard-read", "clipboard-write")  # permissions of a context
VIEWPORTS = {"desk": DESK, "phone": PHONE}
PLAIN = "/static/app/theme.js"  # shown as text: nothing of it runs
NETWORK = re.compile(r"Failed to load resource|WebSocket connection to|net::ERR_|Failed to fetch")
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WATCH = """
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error(`violation of ${violatedDirective}: ${blockedURI}`));
// Goes to a page as by a link, without a change of focus.
globalThis.follow = (path) => {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
};
// All sentences, also those that others replaced or that went by themselves.
globalThis.sentences = { message: [], live: [], alert: [] };
new MutationObserver(() => {
  for (const [place, said] of Object.entries(globalThis.sentences)) {
    const text = document.getElementById(place)?.textContent ?? '';
    if (text !== (said.now ?? '')) said.push(text);
    said.now = text;
  }
}).observe(document, { childList: true, characterData: true, subtree: true });
"""
MODULE = "page => JSON.parse(document.querySelector('meta[name=files]').content)[page][0][0]"
TOLD = """([place, text]) => {
  const said = globalThis.sentences[place];
  const found = said.findIndex((sentence) => sentence && sentence.includes(text));
  if (found >= 0) said.splice(0, found + 1);
  return found >= 0;
}"""


class Visitor:
    """`sent`: the messages sent on sockets, in order, without pings. `faults`: as described above."""

    def __init__(self, context: BrowserContext, page: Page, base: str, size: str = "desk") -> None:
        self.context, self.page, self.base, self.size = context, page, base, size
        self._first_size = size
        self._devtools: CDPSession | None = None
        self._new_devtools = context.new_cdp_session
        self.sent: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self._excused: list[re.Pattern[str]] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("request", self._request)
        page.on("websocket", self._socket)
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))

    def _console(self, message: ConsoleMessage) -> None:
        text = message.text
        if message.type == "error" and not any(pattern.search(text) for pattern in self._excused):
            self.faults.append(f"console: {text} ({message.location.get('url')})")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((f"{self.base}/", "data:", f"blob:{self.base}/")):
            self.faults.append(f"request to {request.url}")

    def _socket(self, socket: WebSocket) -> None:
        if urlsplit(socket.url).netloc != urlsplit(self.base).netloc:
            self.faults.append(f"socket to {socket.url}")
        socket.on("framesent", self._frame)

    def _frame(self, payload: str | bytes) -> None:
        message = json.loads(payload)
        if message["t"] != "ping":
            self.sent.append(message)

    def excuse(self, pattern: str) -> None:
        """Accept console messages that match: the test expects them, and they are no faults."""
        self._excused.append(re.compile(pattern))

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Accept network errors while the test cuts the connection."""
        self._excused.append(NETWORK)
        yield
        self._excused.remove(NETWORK)

    async def become(self, size: str) -> None:
        """Make the page one on a desk or a phone: the viewport, and whether the pointer is a finger."""
        if size != self.size:
            self._devtools = self._devtools or await self._new_devtools(self.page)
            touch = {"enabled": size == "phone"}
            await self._devtools.send("Emulation.setTouchEmulationEnabled", touch)
            self.size = size
        await self.resize(**VIEWPORTS[size])

    async def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait until the page is laid out in it."""
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.painted()

    async def painted(self) -> None:
        """Wait until all changes are laid out and painted."""
        await self.page.evaluate(PAINTED)

    async def forget(self) -> None:
        """Leave the site without cookies or storage; the cache of the page stays."""
        await self.page.goto(f"{self.base}{PLAIN}")
        await self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        await self.context.clear_cookies()
        await self.page.mouse.move(0, 0)

    async def be_another(self) -> None:
        """Become another person in the same browser: the chosen language stays."""
        await self.context.clear_cookies(name=re.compile("^(?!language$)"))

    async def speak(self, language: str) -> None:
        """Choose a language, as the settings do."""
        await self.page.goto(f"{self.base}{PLAIN}")
        await self.page.evaluate("one => localStorage.setItem('richelieu.language', one)", language)
        await self.context.add_cookies([{"name": "language", "value": language, "url": self.base}])

    async def renew(self) -> None:
        """Become another visitor with the same page, at its original size."""
        self.sent, self.faults, self._excused = [], [], []
        await self.become(self._first_size)

    # Navigation.

    async def go(self, path: str) -> None:
        """Open a page of the site by its path and wait until it has its data."""
        await self.page.goto(f"{self.base}{path}")
        await self.ready()

    async def ready(self) -> None:
        await expect(self.page.locator("html[data-ready]")).to_be_attached()

    @property
    def game(self) -> str:
        """Return the id of the game in the address."""
        return urlsplit(self.page.url).path.rsplit("/", 1)[1]

    @property
    def screen(self) -> Locator:
        return self.page.locator("main")

    async def at_screen(self, name: str) -> None:
        await expect(self.screen).to_have_attribute("data-screen", name)
        await self.ready()

    async def module(self, page: str) -> re.Pattern[str]:
        """Return a pattern of the address of the module of a page such as `pages/help/page`."""
        return re.compile(f"{re.escape(await self.page.evaluate(MODULE, page))}$")

    # In a game.

    def act(self, name: str) -> Locator:
        """Return the visible control of an action."""
        return self.page.locator(f"[data-act='{name}']:visible")

    def word(self, word: str) -> Locator:
        """Return the one visible control that offers this token as the next one of a move."""
        return self.page.locator(f"[data-word='{word}']:visible:enabled")

    def square(self, place: str) -> Locator:
        return self.page.locator(f"main [data-sq='{place}']")

    def squares(self, condition: str) -> Locator:
        return self.page.locator(f"main [data-sq]{condition}")

    def dialog(self, kind: str) -> Locator:
        return self.page.locator(f"dialog[data-kind={kind}][open]")

    async def places(self, condition: str) -> set[str]:
        """Return the names of the places on the board that fit a condition such as `[data-legal]`."""
        found = await self.squares(condition).evaluate_all("all => all.map(one => one.dataset.sq)")
        return set(found)

    async def at_ply(self, ply: int) -> None:
        await expect(self.screen).to_have_attribute("data-ply", str(ply))

    async def connected(self) -> None:
        await expect(self.screen).to_have_attribute("data-conn", "ok")

    async def sit(self, game: str) -> None:
        """Open a game and wait for its socket."""
        await self.go(f"/g/{game}")
        await self.at_screen("table")
        await self.connected()

    async def click_move(self, move: str) -> None:
        """Play a move by clicks alone, one for each of its tokens."""
        for word in move.split():
            await self.word(word).click()

    async def more(self, name: str) -> None:
        """Press an action, behind "More" if it stands there."""
        if not await self.act(name).count():
            await self.act("more").click()
        await self.act(name).click()

    async def typing(self) -> Locator:
        """Show the text field for a move, and return it."""
        field = self.page.locator("[data-input=move]")
        if not await field.count():
            await self.more("type")
        return field

    async def told(self, place: Literal["message", "live", "alert"], text: str = "") -> None:
        """Wait until the strip or a live region has had a sentence with this text since the last one that
        was waited for, any without a text; it may have gone by now."""
        await self.page.wait_for_function(TOLD, arg=[place, text])

    async def clipboard(self) -> str:
        """Return the text of the clipboard, in a context with the permissions `CLIPBOARD`."""
        text: str = await self.page.evaluate("navigator.clipboard.readText()")
        return text

    async def move_list(self) -> list[str]:
        """Return the moves of the move list in their exact texts."""
        told: list[str] = await self.page.locator(".moves li").evaluate_all(
            "all => all.map(one => one.dataset.told)"
        )
        return told

    # Over HTTP, with this browser's cookie.

    async def get(self, path: str) -> Any:
        answer = await self.context.request.get(f"{self.base}{path}")
        assert answer.ok, f"{path}: {answer.status} {await answer.text()}"
        return await answer.json()

    async def post(self, path: str, **body: Any) -> Any:
        answer = await self.context.request.post(f"{self.base}{path}", data=body)
        assert answer.ok, f"{path}: {answer.status} {await answer.text()}"
        return await answer.json()

    async def guest(self) -> dict[str, Any]:
        """Return the player of this browser; create a guest if there is none."""
        player = (await self.get("/api/me"))["player"]
        return dict(player or await self.post("/api/players/guest"))

    async def make(self, rules: str, **body: Any) -> str:
        """Create a game of this browser's player; return its id."""
        await self.guest()
        return str((await self.post("/api/games", rules=rules, **body))["id"])

    async def join(self, game: str) -> None:
        await self.guest()
        await self.post(f"/api/games/{game}/join")

    async def state(self, game: str) -> dict[str, Any]:
        return dict(await self.get(f"/api/games/{game}"))

    async def play(self, game: str, move: str, ply: int | None = None) -> dict[str, Any]:
        """Play a move without the page, by default at the newest ply."""
        if ply is None:
            ply = (await self.state(game))["ply"]
        return dict(await self.post(f"/api/games/{game}/moves", ply=ply, move=move))


Visit = Callable[..., Awaitable[Visitor]]  # the fixture `visit`
