"""Settings stored on the device (theme, sound), sound only after a gesture, and the size of a first visit."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.games import TWO, line
from tests.browser.visitor import Visit, Visitor

GROUND = "getComputedStyle(document.body).backgroundColor"
EARS = """
window.contexts = []
const Real = window.AudioContext
window.AudioContext = class extends Real { constructor(...all) { super(...all); window.contexts.push(this) } }
"""


async def ground(visitor: Visitor) -> str:
    colour: str = await visitor.page.evaluate(GROUND)
    return colour


async def test_theme_follows_the_system_until_one_is_chosen_and_the_choice_is_kept(visit: Visit) -> None:
    visitor = await visit("/", color_scheme="light")
    light = await ground(visitor)
    await visitor.page.emulate_media(color_scheme="dark")
    dark = await ground(visitor)
    assert dark != light
    switch = visitor.page.locator("#tools [data-act=theme]")
    await switch.click()  # from "follow the system" to light
    assert await ground(visitor) == light
    await expect(switch).to_have_accessible_name("Colours: light")
    assert await switch.get_attribute("aria-label") is None  # the title would be read after it
    await visitor.page.reload()
    await visitor.ready()
    assert await ground(visitor) == light
    await visitor.page.emulate_media(color_scheme="light")
    await switch.click()
    assert await ground(visitor) == dark
    await visitor.go("/settings")
    await expect(visitor.page.locator("input[name=theme][value=dark]")).to_be_checked()
    await visitor.page.locator("input[name=theme][value=auto]").check()
    assert await ground(visitor) == light


async def test_settings_take_effect_at_once_and_are_kept(visit: Visit) -> None:
    visitor = await visit("/settings", color_scheme="dark")
    form = visitor.page.locator("[data-settings]")
    token = "name => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)"

    async def colours() -> list[str]:
        return [await visitor.page.evaluate(token, suit) for suit in ("club", "spade", "diamond", "heart")]

    _, black, _, red = await colours()
    assert len(set(await colours())) == 4
    for name, value in (("suits", "two"), ("faces", "light"), ("coordinates", "off"), ("animation", "off")):
        await form.locator(f"input[name={name}][value={value}]").check()
        await expect(visitor.page.locator("html")).to_have_attribute(f"data-{name}", value)
    assert await colours() == [black, black, red, red]
    await form.locator("input[name='sound.move']").uncheck()
    await form.locator("input[name=sound][value=off]").check()
    await expect(form.locator("input[name='sound.take']")).to_be_disabled()
    await visitor.page.reload()
    await visitor.ready()
    assert await colours() == [black, black, red, red]
    await expect(form.locator("input[name=faces][value=light]")).to_be_checked()
    await expect(form.locator("input[name='sound.move']")).not_to_be_checked()
    await expect(visitor.page.locator("html")).to_have_attribute("data-animation", "off")


async def test_no_sound_before_a_gesture_or_while_it_is_off(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.context.add_init_script(EARS)
    made = await visitor.make(TWO.id, seat="both")
    await visitor.sit(made)
    await visitor.play(made, line(TWO)[0])
    await visitor.at_ply(1)
    assert await visitor.page.evaluate("window.contexts.length") == 0
    await visitor.click_move(line(TWO)[1])
    await visitor.at_ply(2)
    assert await visitor.page.evaluate("window.contexts.map(one => one.state)") == ["running"]
    await visitor.page.locator("#tools [data-act=sound]").click()
    await visitor.page.reload()
    await visitor.connected()
    await expect(visitor.page.locator("#tools [data-act=sound]")).to_have_attribute("title", "Sound: off")
    await visitor.click_move(line(TWO)[2])
    await visitor.at_ply(3)
    assert await visitor.page.evaluate("window.contexts.length") == 0
    await expect(visitor.page.locator("#live")).not_to_be_empty()
