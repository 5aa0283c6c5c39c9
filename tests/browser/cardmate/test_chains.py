"""Chains of compulsory captures replayed: in a running game, beside the result, and by a link."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.finales import hold_timers
from tests.browser.visitor import Visit

BEFORE = (
    "-XD.-8C.-QC.1.-KS.-KD.-QS.-9D.-8S.-XH/-7H.1.-6C.1.-5C.-5S.-JC.-6H.1.-7D/-4D.-2C.-3H.-1S.1.-4S.3.+9C/"
    "7.-2H.2/7.-3D.2/4.-JH.5/2.+2S.5.+JS.1/+1D.1.+3C.+4H.1.+JD.+1H.2.+4C/2.+6S.+8H.+5H.1.+5D.+6D.+2D.+7S/"
    "+XS.+7C.1.+QH.+KC.+KH.+QD.+9H.+8D.+XC F 9"
)
# all of them compulsory but the first
MOVES = ("i3 g5", "e4 g2", "g5 f7", "g2 e1", "f0 e1", "c9 j2", "f7 f8", "e9 f8")
CHAIN_MS = 3000  # static/table/chain-player.js gives the first position and each link an equal part


async def test_a_chain_of_captures_is_seen_again_at_the_table_after_the_end_and_by_its_link(
    visit: Visit,
) -> None:
    player = await visit(None, reduced_motion="no-preference")
    made = await player.make("cardmate", seat="both", position=BEFORE)
    for move in MOVES[:-1]:
        await player.play(made, move)
    await player.sit(made)
    offer = player.page.locator(".strip-chain")
    await expect(offer).to_be_empty()
    await player.play(made, MOVES[-1])
    await expect(offer).to_contain_text("A chain of 7 forced captures.")
    await hold_timers(player, CHAIN_MS / len(MOVES), passing=1)
    await offer.locator("[data-act=chain]").click()
    await expect(player.page.locator(".trace path")).to_have_count(1)
    await expect(player.screen).to_have_attribute("data-back", re.compile(r"\d"))
    await player.page.keyboard.press("Escape")
    await expect(player.page.locator(".trace")).to_have_count(0)
    await expect(player.screen).not_to_have_attribute("data-back", re.compile(""))
    await player.post(f"/api/games/{made}/resign")
    card = player.page.locator("dialog[data-kind=over] [data-chain='7']")
    await expect(card).to_contain_text("A 7-link chain")
    await expect(offer).to_be_empty()

    reader = await visit(None, reduced_motion="reduce")
    await reader.go(f"/g/{made}?ply=1&chain=7")
    await expect(reader.page.locator(".trace path")).to_have_count(7)
    await reader.at_ply(1)
    await expect(reader.page).to_have_title(re.compile("A 7-link chain: Cardmate"))
    await reader.act("skip").click()
    await expect(reader.page.locator(".trace")).to_have_count(0)
    await reader.at_ply(len(MOVES))
