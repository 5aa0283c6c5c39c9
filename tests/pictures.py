"""`make pictures`: the PNG files of static/art and of the README, drawn in Chromium.

They are a picture of 1200x630 for the site and one for each family, which chats show with a link; the icons
of the site, from our SVG; and the screenshots of the manifest, of a server that runs meanwhile. They are
committed, so that a server needs no browser.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import struct
from html import escape
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, async_playwright

from app.site.heads import HEIGHT, WIDTH
from engine import FAMILIES, OPENING
from tests.databases import migrated
from tests.serving import serving

STATIC = Path(__file__).parent.parent / "static"
ART = STATIC / "art"
MAX_PICTURE_BYTES = 250_000
STYLE = """
* { margin: 0; box-sizing: border-box }
body { width: 1200px; height: 630px; background: #f4ead6; color: #2b1d16; overflow: hidden;
  font-family: Georgia, 'DejaVu Serif', serif; display: grid; grid-template-columns: 1fr auto;
  align-items: center; gap: 56px; padding: 52px 60px; border-top: 14px solid #8e1326 }
header { display: flex; align-items: center; gap: 18px; font-size: 36px; color: #8e1326; font-weight: bold }
header svg { width: 72px; height: 72px }
h1 { font-size: 66px; line-height: 1.12; margin: 40px 0 24px; text-wrap: balance }
p { font-size: 29px; line-height: 1.42; color: #5b4632 }
figure { display: grid; gap: 16px }
figure svg { display: block; width: 100%; height: 100% }
figure.one { width: 480px; height: 480px }
figure.all { width: 480px; height: 480px; grid-template-columns: 1fr 1fr }
"""
FAVICONS = (16, 32, 48)
MANIFEST = STATIC / "manifest.webmanifest"
TABLE = STATIC.parent / "docs" / "table.png"
SHOWN_MOVES = 21  # of the game in the README
CREATE_GAME = """rules => fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({rules, seat: 'both'})}).then((answer) => answer.json()).then(({url}) => url)"""


def read_svg(path: Path) -> str:
    return path.read_text()


def card(title: str, about: str, pictures: list[str]) -> str:
    """Return the page that becomes a picture."""
    kind = "one" if len(pictures) == 1 else "all"
    return (
        f"<style>{STYLE}</style><main><header>{read_svg(ART / 'icon.svg')}Richelieu</header>"
        f"<h1>{escape(title)}</h1><p>{escape(about)}</p></main>"
        f'<figure class="{kind}">{"".join(pictures)}</figure>'
    )


def tile(family: str) -> str:
    """Return the family's tile with ids of its own, since several stand on one page."""
    text = read_svg(STATIC / "games" / family / "tile.svg")
    for part in ('id="', "url(#", 'href="#'):
        text = text.replace(part, f"{part}{family}-")
    return text


def cards() -> dict[str, str]:
    """Return the pages by file name."""
    texts: dict[str, Any] = json.loads((STATIC / "lang/head.en.json").read_text())
    pages = {}
    drawn = [family for family in FAMILIES if (STATIC / "games" / family / "tile.svg").exists()]
    for family in drawn:
        names = json.loads((STATIC / "games" / family / "en.json").read_text())
        title, about = names[f"{family}.name"], names[f"{family}.about"]
        pages[f"preview-{family}.png"] = card(title, about, [tile(family)])
    four = [tile(family) for family in drawn[:4]]
    pages["preview.png"] = card(texts["site.heading"], texts["site.about"], four)
    return pages


async def draw(browser: Browser, html: str, width: int, height: int) -> bytes:
    page = await browser.new_page(viewport={"width": width, "height": height})
    await page.set_content(html)
    png = await page.screenshot(omit_background=True)
    await page.close()
    return png


def icon_page(size: int, *, whole: bool = False) -> str:
    """Return the page of the icon; `whole`: to the edges, the drawing in the circle that every mask keeps."""
    svg = read_svg(ART / "icon.svg")
    scale = 0.76 if whole else 1
    colour = "background: #8e1326" if whole else ""
    return (
        f"<style>* {{ margin: 0 }} body {{ {colour} }}"
        f"svg {{ display: block; width: {size}px; height: {size}px; scale: {scale} }}</style>{svg}"
    )


def ico(images: dict[int, bytes]) -> bytes:
    """Return an ICO file of PNG images by size."""
    head = struct.pack("<HHH", 0, 1, len(images))
    at = len(head) + 16 * len(images)
    entries, bodies = b"", b""
    for size, png in images.items():
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), at + len(bodies))
        bodies += png
    return head + entries + bodies


async def draw_screenshots(browser: Browser, site: str) -> None:
    """Draw the screenshots that the manifest names, each in its size: a game of Cardmate, wide or narrow."""
    for item in json.loads(MANIFEST.read_text())["screenshots"]:
        width, height = map(int, item["sizes"].split("x"))
        scale = 1 if item["form_factor"] == "wide" else 2
        page = await browser.new_page(
            viewport={"width": width // scale, "height": height // scale},
            device_scale_factor=scale,
            reduced_motion="reduce",
        )
        await page.goto(site)
        await page.locator("html[data-ready]").wait_for(state="attached")
        await page.goto(site + await page.evaluate(CREATE_GAME, "cardmate"))
        await page.locator("main[data-conn=ok]").wait_for()
        png = await page.screenshot()
        await page.close()
        if len(png) > MAX_PICTURE_BYTES:
            raise SystemExit(f"{item['src']} has {len(png)} bytes, at most {MAX_PICTURE_BYTES} are allowed")
        (STATIC / item["src"]).write_bytes(png)


async def draw_table(browser: Browser, site: str) -> None:
    """Draw the picture of the README: a running game of Cardmate between two people."""
    host = await browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    guest = await browser.new_context()
    chance = Random(SHOWN_MOVES)
    for person in (host, guest):
        await person.request.post(f"{site}/api/players/guest")
    clock = {"base": 900, "increment": 10}
    body = {"rules": "cardmate", "seat": 0, "clock": clock}
    made = await (await host.request.post(f"{site}/api/games", data=body)).json()
    game = f"{site}/api/games/{made['id']}"
    joined = await guest.request.post(f"{game}/join", data={})
    if not joined.ok:
        raise SystemExit(await joined.text())
    for ply in range(SHOWN_MOVES):
        turn = (await (await host.request.get(game)).json())["turn"]
        person = (host, guest)[turn]
        legal = (await (await person.request.get(game)).json())["legal"]
        move, _ = chance.choice([one for one in legal if not one[0].endswith(OPENING)])
        played = await person.request.post(f"{game}/moves", data={"ply": ply, "move": move})
        if not played.ok:
            raise SystemExit(f"{move} at {ply}: {await played.text()}")
    for person in (guest, host):
        page = await person.new_page()
        await page.goto(f"{site}/g/{made['id']}")
        await page.locator("main[data-conn=ok]").wait_for()
    TABLE.write_bytes(await page.screenshot())


async def main() -> None:
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for name, html in cards().items():
            png = await draw(browser, html, WIDTH, HEIGHT)
            if len(png) > MAX_PICTURE_BYTES:
                raise SystemExit(f"{name} has {len(png)} bytes, at most {MAX_PICTURE_BYTES} are allowed")
            (ART / name).write_bytes(png)
        for size in (192, 512):
            (ART / f"icon-{size}.png").write_bytes(await draw(browser, icon_page(size), size, size))
        whole = await draw(browser, icon_page(512, whole=True), 512, 512)
        (ART / "icon-maskable-512.png").write_bytes(whole)
        small = {size: await draw(browser, icon_page(size), size, size) for size in FAVICONS}
        (ART / "favicon.ico").write_bytes(ico(small))
        with (
            TemporaryDirectory() as name,
            migrated("sqlite", Path(name)) as make,
            make() as url,
            serving(url, Path(name)) as server,
        ):
            await draw_screenshots(browser, server.url)
            await draw_table(browser, server.url)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
