"""One tab, all games: each looks and plays as on a fresh visit, whatever the tab showed before."""

from __future__ import annotations

import json
from typing import Any

from engine import OPENING, Game
from tests.browser.games import ALL, DEAL, dealt
from tests.browser.visitor import Visit, Visitor

FAMILIES = tuple({game.family: game for game in reversed(ALL)}.values())  # the first of each family
LOOKS = """() => {
  const properties = `display visibility position z-index opacity pointer-events cursor touch-action
    top left margin-top margin-left padding-top padding-left border-top-width border-top-style
    border-top-color border-top-left-radius background-color background-image box-shadow color color-scheme
    font-family font-size font-weight line-height text-align white-space grid-template-columns gap order
    transform translate rotate scale filter animation-name aspect-ratio
    fill stroke stroke-width stroke-dasharray paint-order`.split(/\\s+/)
  const found = {}
  const look = (element, name, pseudo) => {
    const style = getComputedStyle(element, pseudo)
    if (pseudo && (style.content === 'none' || style.content === 'normal')) return
    const { x, y, width, height } = element.getBoundingClientRect()
    const whole = (text) => (/^-?[\\d.]+px$/.test(text) ? `${Math.round(parseFloat(text))}px` : text)
    found[name] = Object.fromEntries([
      ...properties.map((property) => [property, whole(style.getPropertyValue(property))]),
      ...Object.entries({ x, y, width, height }).map(([side, length]) => [`box ${side}`, Math.round(length)]),
    ])
  }
  const walk = (element, name) => {
    if (element.matches('.tally')) return // the time that was played differs
    for (const pseudo of ['', '::before', '::after']) look(element, name + pseudo, pseudo)
    ;[...element.children].forEach((child, place) => {
      walk(child, `${name} > ${place}:${child.getAttribute('class') ?? child.localName}`)
    })
  }
  walk(document.querySelector('main .table'), 'table')
  return found }"""
SETTLED = f"""async () => {{
  const look = {LOOKS}
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const endless = (one) => one.effect.getComputedTiming().iterations === Infinity
  const moving = (one) => one.playState === 'running' && !endless(one)
  const outline = () => [...document.querySelectorAll('main .table *')]
    .filter((one) => !one.closest('.tally'))
    .map((one) => one.cloneNode(false).outerHTML + JSON.stringify(one.getBoundingClientRect()))
    .join()
  await document.fonts.ready
  for (let before = '';;) {{
    await frame()
    await frame()
    if (document.getAnimations().some(moving)) continue
    const now = outline() // to look is dear: once, when nothing changes any more
    if (now === before) return JSON.stringify(look()) // as an object Playwright takes twice as long for it
    before = now
  }} }}"""

Looks = dict[str, dict[str, Any]]


async def follow(visitor: Visitor, path: str, screen: str) -> None:
    """Go to a page by a link, so that the tab and all that it has loaded stay."""
    await visitor.page.evaluate(
        """(path) => {
             const link = Object.assign(document.createElement('a'), { href: path })
             document.body.append(link)
             link.click()
             link.remove() }""",
        path,
    )
    await visitor.page.wait_for_url(f"**{path}")
    await visitor.at_screen(screen)


async def looks(visitor: Visitor) -> dict[str, Looks]:
    """Return the look of the elements of the table on a desk and on a phone, after all animations."""
    await visitor.connected()
    await visitor.page.mouse.move(1, 1)
    # The font of the headings comes after the first page of a browser, for the next visit: here both have it.
    await visitor.page.evaluate("document.documentElement.dataset.font = 'there'")
    found: dict[str, Looks] = {}
    for size in ("phone", "desk"):
        await visitor.become(size)
        found[size] = json.loads(await visitor.page.evaluate(SETTLED))
    return found


def changes(fresh: Looks, now: Looks) -> list[str]:
    """Return the changes of an element, as sentences."""
    found = [f"{name} is missing" for name in fresh.keys() - now.keys()]
    found += [f"{name} is new" for name in now.keys() - fresh.keys()]
    for name in fresh.keys() & now.keys():
        found += [
            f"{name}: {key} is {now[name][key]}, not {value}"
            for key, value in fresh[name].items()
            if now[name][key] != value
        ]
    return sorted(found)


async def move(visitor: Visitor, game: Game[Any]) -> None:
    """Play a first move of the game by the pointer."""
    await visitor.click_move(next(one for one in game.legal(game.start(DEAL)) if not one.endswith(OPENING)))
    if await visitor.act("confirm").count():
        await visitor.act("confirm").click()
    await visitor.at_ply(1)


async def test_in_one_tab_every_game_looks_and_plays_as_on_a_fresh_visit(visit: Visit) -> None:
    """In the second round each table is met after all the other games."""
    visitor = await visit(None)
    tables, fresh = {}, {}
    for game in FAMILIES:
        seat = {"seat": "both"} if len(game.seats) == 2 else {}
        tables[game.id] = await visitor.make(game.id, **seat, **dealt(game))
        await visitor.sit(tables[game.id])
        fresh[game.id] = await looks(visitor)
    await visitor.go("/")
    for game in FAMILIES:
        await follow(visitor, f"/g/{tables[game.id]}", "table")
        await visitor.connected()
    for game in FAMILIES:
        await follow(visitor, f"/g/{tables[game.id]}", "table")
        now = await looks(visitor)
        for size, before in fresh[game.id].items():
            assert changes(before, now[size]) == [], (game.id, size)
        await move(visitor, game)
