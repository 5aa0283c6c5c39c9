"""The finale of a family: it is shown before the result, and any key ends it."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.cardinals_guards.tables import LAST_OUT
from tests.browser.cardmate.published import moves, position
from tests.browser.finales import hold_finale
from tests.browser.four_horsemen.tables import STACKS
from tests.browser.four_horsemen.tables import position as horsemen
from tests.browser.rows import failures
from tests.browser.visitor import Visit

LAST_HORSEMAN = horsemen("4C2S,-,-,-", STACKS, "KS")
Finale = tuple[str, str, str, str, str]
FINALES: tuple[Finale, ...] = (  # rules, position, last move, what is shown, text of the result
    ("beleaguered_castle", "KC/-/-/-/-/-/-/- QKKK", "r1 f", "[role=grid][data-sweep]", "cards are home"),
    ("cardinals_guards", LAST_OUT, "A n", ".actor", "All four musketeers have escaped."),
    ("cardmate", position(1, 58), moves(1)[-1], ".pieces .fallen", "the last King of Rearhand"),
    (
        "four_horsemen",
        horsemen("4C2S,-,-,-", STACKS, "KS"),
        "9S * 5D - 3H h1",
        "[data-finale=won]",
        "All four",
    ),
)


async def test_the_finale_is_shown_before_the_result_and_a_key_ends_it(visit: Visit) -> None:
    visitor = await visit(None, reduced_motion="no-preference")

    async def check(finale: Finale) -> None:
        rules, text, move, shown, result = finale
        seat = {"seat": "both"} if rules == "cardmate" else {}
        await visitor.sit(await visitor.make(rules, position=text, **seat))
        await hold_finale(visitor)
        for word in move.split():
            await visitor.page.locator(
                f"main :is([data-word='{word}'], [data-part='{word}']):visible"
            ).click()
        await expect(visitor.page.locator(shown).first).to_be_attached()
        await expect(visitor.dialog("over")).to_have_count(0)
        assert await visitor.page.evaluate("document.getAnimations().length") > 1
        await visitor.page.keyboard.press("Escape")
        await expect(visitor.page.locator(shown)).to_have_count(0)
        await expect(visitor.dialog("over")).to_contain_text(result)

    assert await failures(FINALES, check, visitor) == {}
