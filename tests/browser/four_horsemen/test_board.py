"""The board of Four Horsemen: a game by keys, warnings, undo, hidden cards."""

from __future__ import annotations

import re
from functools import reduce

import pytest
from playwright.async_api import expect

from engine import GAMES
from tests.browser.four_horsemen.tables import FAMILY, MEMORY, OPEN, position, solution, table
from tests.browser.keys import key_word, tab_to_board
from tests.browser.visitor import Visit

LAST_MOVES = 12  # of a whole game, played on the board where its first ones are not
# The values that the board's `data-finale` takes, in `finales`.
RECORD_FINALE = """() => {
  const board = document.querySelector('.board')
  window.finales = []
  const record = () => window.finales.push(board.getAttribute('data-finale'))
  new MutationObserver(record).observe(board, { attributeFilter: ['data-finale'] })
}"""


async def test_a_game_is_won_by_keys_and_typed_expressions(visit: Visit) -> None:
    game, moves = GAMES[FAMILY], solution(FAMILY, "20")
    begun = reduce(game.apply, moves[:-LAST_MOVES], game.start(20))
    visitor, _ = await table(visit, game.show(begun))
    await visitor.page.evaluate(RECORD_FINALE)
    keyboard = visitor.page.keyboard
    for ply, move in enumerate(moves[-LAST_MOVES:]):
        await tab_to_board(visitor)
        if move in ("draw", "reserve"):
            await keyboard.press(move[0])
        elif move.startswith("play "):
            await keyboard.press("p")
            await key_word(visitor, move.removeprefix("play "))
        else:
            await keyboard.press("/")
            await keyboard.type(move.split()[2])
            await keyboard.press("Enter")
        await visitor.at_ply(ply + 1)
    await expect(visitor.dialog("over")).to_contain_text("All four horsemen are defeated.")
    assert await visitor.page.evaluate("finales") == []  # the visitor wants no motion


async def test_five_stacks_and_a_low_deck_show_warnings_and_six_ask_for_a_sum(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN, left=2))
    await expect(visitor.page.locator(".coach")).to_contain_text("Make the horseman's number")
    warnings = visitor.page.locator("[data-warning]")
    await expect(warnings.nth(0)).to_contain_text("at six you must defeat a horseman")
    await expect(warnings.nth(1)).to_contain_text("2 cards left: drawing the last may lose")
    six = position(OPEN[0], f"{OPEN[1]},8S<3S", *OPEN[2:])
    await visitor.sit(await visitor.make(FAMILY, position=six))
    hand = visitor.page.locator(".hand")
    await expect(hand).to_contain_text("Six stacks: find the sum that defeats a horseman.")
    await expect(hand).not_to_contain_text("Draw until two")
    await expect(visitor.page.locator("[data-warning=stacks]")).to_contain_text("defeat a horseman now")


async def test_the_last_card_is_drawn_only_after_a_warning_also_if_it_is_typed(visit: Visit) -> None:
    lost = position("4C2S,8D6H,QC7D,-", "KS<4HAD,KD<6D", "-", "7H8C", deck="3D", left=1)
    visitor, game = await table(visit, lost)
    asked = visitor.page.locator(".asked")
    await expect(visitor.page.locator("[data-warning=deck]")).to_contain_text(
        "drawing the last card may lose"
    )
    await visitor.word("draw").click()
    await expect(asked).to_contain_text("This is the last card.")
    await visitor.act("cancel").click()
    await expect(asked).to_be_hidden()
    typed = await visitor.typing()
    await typed.fill("draw")
    await typed.press("Enter")
    await expect(asked).to_contain_text("This is the last card.")
    assert visitor.sent == []
    await visitor.act("confirm").click()
    await expect(visitor.dialog("over")).to_contain_text("The deck is empty")
    assert (await visitor.state(game))["over"]["reason"] == "out_of_cards"


async def test_hand_cards_with_a_companion_play_the_hand_and_others_say_what_they_need(visit: Visit) -> None:
    visitor, game = await table(visit, position("4C2S,8D6H,QC7D,-", "-", "KS", "7S8S6C"))
    cards = visitor.page.locator(".held [data-card]")
    assert await cards.evaluate_all("all => all.map(one => one.dataset.pair ?? null)") == [
        "start",
        "end",
        None,
    ]
    await visitor.page.locator("[data-card='6C']").click()
    await visitor.told("live", "needs another club in hand")
    assert visitor.sent == []
    await visitor.click_move("play 8S")
    await visitor.at_ply(1)
    assert (await visitor.state(game))["view"]["stacks"] == [{"top": "8S", "under": ["7S", "6C"]}]


async def test_undo_goes_back_to_the_last_revelation_and_says_so(visit: Visit) -> None:
    visitor, game = await table(visit, position(*OPEN))
    views = [(await visitor.state(game))["view"]]
    for move in ("draw", "reserve"):
        await visitor.word(move).click()
        await visitor.at_ply(len(views))
        views.append((await visitor.state(game))["view"])
    await expect(visitor.page.locator(".undo-note")).to_have_text("")
    await visitor.act("undo").click()
    await visitor.at_ply(3)
    assert (await visitor.state(game))["view"] == views[1]
    await visitor.told("live", "the move before revealed a card and cannot be undone")
    await expect(visitor.page.locator(".undo-note")).to_contain_text("it cannot be undone")
    watching = await visit(f"/g/{game}")
    await expect(watching.page.locator(".horsemen-side h2").first).to_be_attached()
    await expect(watching.page.locator(".undo-note")).to_have_text("")
    await expect(visitor.act("undo")).to_be_disabled()
    await visitor.act("redo").click()
    await visitor.at_ply(4)
    await expect(visitor.page.locator("#message")).to_have_text("")  # no longer that a move was taken back
    assert (await visitor.state(game))["view"] == views[2]


@pytest.mark.smoke
async def test_in_the_memory_variant_the_page_shows_no_covered_card(visit: Visit) -> None:
    visitor, _ = await table(visit, position(*OPEN), rules=MEMORY)
    side = visitor.page.locator(".horsemen-side")
    await expect(side).to_contain_text("on 2 hidden cards")
    await expect(side).to_contain_text("Hidden until the end.")
    await expect(visitor.square("s1").locator("[data-text='2 under']")).to_be_visible()
    await expect(visitor.square("s1").locator(".covered.back")).to_have_count(2)
    assert "4♥" not in await visitor.page.content()
    await visitor.more("describe")
    described = visitor.page.locator("dialog[open]")
    await expect(described).to_contain_text("2 hidden under it")
    await expect(described).not_to_contain_text("4 of hearts")


async def test_a_game_by_memory_names_its_cards_in_the_list_once_it_has_ended(visit: Visit) -> None:
    visitor = await visit(None)
    await visitor.sit(await visitor.make(MEMORY))
    for ply in (1, 2):
        await visitor.word("draw").click()
        await visitor.at_ply(ply)
    moves = visitor.page.locator(".moves li")
    await expect(moves).to_have_text(["drew a card", "drew a card"], use_inner_text=True)
    await visitor.more("give-up")
    await visitor.dialog("confirm").locator("[data-act=confirm]").click()
    await expect(moves).to_have_text([re.compile("^drew [A2-9XJQK10]+[♣♦♥♠]")] * 2)
