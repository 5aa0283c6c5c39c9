"""One tab, all games: each looks and plays as on a fresh visit, whatever the tab showed before."""

from __future__ import annotations

from itertools import zip_longest

from engine import OPENING
from tests.browser.games import FIRST, dealt
from tests.browser.visitor import Visit, Visitor

# The look of each visible element of the table and of its pseudo-elements, after all animations; without the
# time that was played and messages, such as that of a search that has ended meanwhile.
LOOKS = """async () => {
  const properties = `content display visibility position zIndex opacity pointerEvents cursor touchAction
    margin padding border borderRadius background boxShadow color colorScheme fontFamily fontSize fontWeight
    lineHeight textAlign whiteSpace gap order translate rotate scale filter animationName aspectRatio
    fill stroke strokeWidth strokeDasharray paintOrder`.split(/\\s+/)
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const endless = (one) => one.effect.getComputedTiming().iterations === Infinity
  const moving = (one) => one.playState === 'running' && !endless(one)
  const all = () => [...document.querySelectorAll('main .table, main .table *')]
    .filter((one) => one.checkVisibility() && !one.closest('.tally, .message-strip'))
  const outline = () => all().map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    const name = one.getAttribute('class') ?? one.localName
    return `${name} at ${[x, y, width, height].map(Math.round)}`
  })
  await document.fonts.ready
  for (let before = '', now = outline(); ; before = `${now}`, now = outline()) {
    await frame()
    await frame()
    if (`${now}` === before && !document.getAnimations().some(moving)) break
  }
  const places = outline()
  return all().flatMap((one, number) => ['', '::before', '::after'].flatMap((part) => {
    const style = getComputedStyle(one, part)
    if (part && style.content === 'none') return []
    return `${places[number]}${part}: ${properties.map((name) => `${name} ${style[name]}`).join('; ')}`
  })) }"""
# The font of the headings, which is there in a later visit if it comes in time: here it never is.
NO_FONT = "FontFaceSet.prototype.load = async () => []"


async def follow(visitor: Visitor, path: str, screen: str) -> None:
    """Go to a page by a link, so that the tab and all that it has loaded stay."""
    await visitor.page.evaluate("path => follow(path)", path)
    await visitor.page.wait_for_url(f"**{path}")
    await visitor.at_screen(screen)


async def looks(visitor: Visitor) -> list[str]:
    await visitor.connected()
    await visitor.page.mouse.move(1, 1)
    found: list[str] = await visitor.page.evaluate(LOOKS)
    return found


def changes(fresh: list[str], now: list[str]) -> list[str]:
    """Return what has changed, as sentences."""
    found = []
    for old, new in zip_longest(fresh, now, fillvalue="nothing"):
        name = old.partition(": ")[0]
        pairs = zip_longest(old.split("; "), new.split("; "))
        found += [f"{name}: {was}, now {value}" for was, value in pairs if was != value]
    return found


async def next_move(visitor: Visitor, made: str) -> str:
    """Return the first legal move of a running game."""
    legal = (await visitor.state(made))["legal"]
    return str(next(move for move, _ in legal if not move.endswith(OPENING)))


async def move(visitor: Visitor) -> None:
    """Play the next move of the game by the pointer."""
    await visitor.click_move(await next_move(visitor, visitor.game))
    if await visitor.act("confirm").count():
        await visitor.act("confirm").click()
    await visitor.at_ply(2)


async def test_in_one_tab_every_game_looks_and_plays_as_on_a_fresh_visit(visit: Visit) -> None:
    """In the second round each table, after a move, is met after all the other games: the style sheets of a
    game stay in the page, and may change nothing of another one."""
    visitor = await visit(None)
    await visitor.page.add_init_script(NO_FONT)
    tables, fresh = {}, {}
    for game in FIRST:
        seat = {"seat": "both"} if len(game.seats) == 2 else {}
        tables[game.id] = await visitor.make(game.id, **seat, **dealt(game))
        await visitor.play(tables[game.id], await next_move(visitor, tables[game.id]))
        await visitor.sit(tables[game.id])
        fresh[game.id] = await looks(visitor)
    await visitor.go("/")
    for game in FIRST:
        await follow(visitor, f"/g/{tables[game.id]}", "table")
        await visitor.connected()
    for game in FIRST:
        await follow(visitor, f"/g/{tables[game.id]}", "table")
        assert changes(fresh[game.id], await looks(visitor)) == [], game.id
        await move(visitor)
