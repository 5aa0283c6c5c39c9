"""The end of a game: resigning asks first, and the result is stated beside the board."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from engine import GAMES
from tests.app.http_players import moves as moves_of
from tests.browser.finales import hold_finale
from tests.browser.games import TWO, both_sides, line, seated
from tests.browser.visitor import CLIPBOARD, Visit
from tests.games.browser.geometry import do_not_touch
from tests.people.browser.people import sign_up

CLOCK = {"base": GAMES[TWO.id].presets[0][0], "increment": GAMES[TWO.id].presets[0][1]}


async def test_resigning_asks_first_and_a_double_press_confirms_nothing(visit: Visit) -> None:
    visitor = await both_sides(visit, moves=2, size="phone")
    trigger = visitor.act("resign")
    box = await trigger.bounding_box()
    assert box
    await trigger.click()
    dialog = visitor.dialog("confirm")
    await expect(dialog).to_be_visible()
    assert await do_not_touch(trigger, dialog.locator("[data-act=confirm]"))
    await expect(dialog.locator("[data-act=cancel]")).to_be_focused()
    await visitor.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await visitor.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    assert visitor.sent == []
    await expect(visitor.screen).to_have_attribute("data-status", "live")
    await trigger.click()
    await visitor.page.keyboard.press("Enter")
    assert visitor.sent == []


@pytest.mark.smoke
async def test_resigning_ends_the_game_for_both_and_the_replay_leads_back_to_the_result(visit: Visit) -> None:
    """For a spectator there is no such way."""
    made, first, second = await seated(visit, moves=2)
    await first.act("resign").click()
    await first.dialog("confirm").locator("[data-act=confirm]").click()
    for person, word in ((first, "lost"), (second, "won")):
        dialog = person.dialog("over")
        await expect(dialog.locator("h2")).to_contain_text(word)
        await expect(dialog.locator(".dialog-body")).to_contain_text("resigned")
        await person.told("alert", "resigned")
        await expect(person.page.locator("[data-word]")).to_have_count(0)
        for act in ("resign", "undo", "redo", "abort"):
            await expect(person.page.locator(f"[data-act={act}]")).to_have_count(0)
    await first.page.reload()
    await first.at_screen("replay")
    await expect(first.page.locator(".result")).to_contain_text("You lost")
    assert await first.move_list() == (await first.state(made))["told"]
    await first.more("return")
    await first.at_screen("table")
    await expect(first.dialog("over").locator(".primary")).to_have_attribute("data-act", "rematch")
    await first.dialog("over").locator("[data-act=rematch]").click()
    await second.told("alert", "wants a rematch")
    spectator = await visit(f"/g/{made}")
    await spectator.at_screen("replay")
    await expect(spectator.act("return")).to_have_count(0)


async def test_result_dialog_takes_and_returns_the_focus_and_does_not_cover_the_board(visit: Visit) -> None:
    """In a low window its buttons leave the ring of its focus free."""
    visitor = await both_sides(visit, moves=2, size="phone")
    focused_place = min(await visitor.places("[data-word]"))
    await visitor.square(focused_place).focus()
    await visitor.post(f"/api/games/{visitor.game}/resign")
    dialog = visitor.dialog("over")
    await expect(dialog).to_be_focused()
    assert await do_not_touch(dialog, visitor.page.get_by_role("grid"))
    assert await visitor.page.evaluate("scrollY") == 0
    for act in ("review", "new-game", "share"):
        await expect(dialog.locator(f"[data-act={act}]")).to_be_visible()
    await expect(dialog.locator(".dialog-actions > *").first).to_have_attribute("data-act", "again")
    await visitor.resize(844, 390)
    card, row = await dialog.bounding_box(), await dialog.locator(".dialog-actions").bounding_box()
    assert card
    assert row
    assert row["x"] - card["x"] >= 3
    assert card["x"] + card["width"] - (row["x"] + row["width"]) >= 3
    await visitor.page.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(visitor.square(focused_place)).to_be_focused()
    await expect(visitor.act("review")).to_be_visible()


async def test_after_a_game_between_strangers_one_press_finds_the_next_with_the_same_clock(
    visit: Visit,
) -> None:
    one, other = await visit(None), await visit(None)
    clock = {"base": 1260, "increment": 7}  # that nobody else wishes
    made = await one.make(TWO.id, seat=0, pair=True, clock=clock)
    await other.make(TWO.id, pair=True, clock=clock)
    for person in (one, other):
        await person.go(f"/g/{made}")
        await person.at_screen("table")
    for number, move in enumerate(line(TWO)[:2]):
        await (one, other)[number % 2].play(made, move)
    await other.post(f"/api/games/{made}/resign")
    result = one.dialog("over")
    await expect(result.locator("[data-act=new-game]")).to_have_count(0)
    await result.locator("[data-act=new-opponent]").click()
    await expect(one.screen).to_have_attribute("data-status", "open")
    state = await one.state(one.game)
    assert (state["rules"], state["control"], state["status"]) == (TWO.id, clock, "open")


async def test_share_copies_the_link_of_the_game(visit: Visit) -> None:
    visitor = await both_sides(visit, permissions=CLIPBOARD)
    await visitor.more("share")
    await visitor.told("live", "copied")
    assert await visitor.clipboard() == visitor.page.url


async def test_any_key_ends_the_moment_of_the_end_and_shows_the_result(visit: Visit) -> None:
    visitor = await visit(None, reduced_motion="no-preference")
    made = await visitor.make(TWO.id, seat="both")
    await visitor.sit(made)
    await hold_finale(visitor)
    await visitor.post(f"/api/games/{made}/resign")
    await visitor.told("alert", "resigned")
    await expect(visitor.dialog("over")).to_have_count(0)
    await visitor.page.keyboard.press("x")
    await expect(visitor.dialog("over")).to_be_visible()


@pytest.mark.smoke
async def test_both_players_see_what_a_rated_game_did_to_their_ratings(visit: Visit) -> None:
    """The ratings come with a second state of the ended game."""
    one, other = await visit(None), await visit(None)
    for visitor in (one, other):
        await sign_up(visitor)
    game = str((await one.post("/api/games", rules=TWO.id, rated=True, clock=CLOCK, seat=0))["id"])
    await other.post(f"/api/games/{game}/join")
    for visitor in (one, other):
        await visitor.sit(game)
    await expect(one.page.locator(".player-rating")).to_have_text(["1500?", "1500?"])
    for move in moves_of(game=TWO)[:4]:
        turn = (await one.state(game))["turn"]
        await (one, other)[turn].play(game, move)
    await one.post(f"/api/games/{game}/resign")
    for visitor in (one, other):
        await expect(visitor.dialog("over").locator("[data-rating]")).to_contain_text("Your rating is")
    changes = [player["change"] for player in (await one.state(game))["players"]]
    assert changes[0] < 0 < changes[1]
    for visitor, change in ((one, changes[0]), (other, changes[1])):
        rating = visitor.dialog("over").locator("[data-rating]")
        sign = "−" if change < 0 else "+"
        words = rating.locator(".visually-hidden")
        await expect(words).to_have_text(f"Your rating is {1500 + change} ({sign}{abs(change)}).")
        await expect(rating.locator("b")).to_have_text(str(1500 + change))
    await one.dialog("over").locator("[data-act=review]").click()
    await one.at_screen("replay")
    rating = one.page.locator("[data-player='0'] .player-rating")
    await expect(rating).to_contain_text(f"−{-changes[0]}")
    for seat in range(2):
        cut = "one => one.parentElement.scrollWidth > one.parentElement.clientWidth"
        shown = one.page.locator(f"[data-player='{seat}'] .player-rating")
        assert not await shown.evaluate(cut), "the change is cut off"


COVERED = """(dialog) => [...dialog.querySelectorAll('h2, .button')].filter((node) => {
  const { left, top, width, height } = node.getBoundingClientRect()
  return [0.1, 0.5, 0.9].some((part) =>
    !node.contains(document.elementFromPoint(left + width / 2, top + height * part)))
}).map((node) => node.textContent)"""


async def test_the_result_and_all_its_buttons_are_in_view_in_every_window_also_after_a_chat(
    visit: Visit,
) -> None:
    """After a game that was played to its end; on narrow and low screens at least the rematch."""
    made, first, second = await seated(visit, TWO, len(line(TWO)) - 1)
    for number in range(6):
        await first.page.locator("[data-input=chat]").fill(f"line {number}")
        await first.page.keyboard.press("Enter")
        await expect(first.page.locator("[data-line]")).to_have_count(number + 1)
    await first.page.locator("h1").click()
    mover = (first, second)[(await first.state(made))["turn"]]
    await mover.click_move(line(TWO)[-1])
    dialog = first.dialog("over")
    await expect(dialog.locator("[data-act=rematch]")).to_be_visible()
    assert await dialog.evaluate(COVERED) == []
    await expect(first.page.locator(".chat-newest")).to_contain_text("line 5")
    await first.resize(740, 360)
    assert "Rematch" not in await dialog.evaluate(COVERED)
    await first.resize(1280, 800)
    await first.act("unfold-chat").click()
    await expect(first.page.locator("[data-input=chat]")).to_be_focused()
    await first.become("phone")
    assert await dialog.evaluate(COVERED) == []
    await expect(first.act("result")).to_have_count(0)
    await first.resize(320, 640)
    assert not {"You won", "You lost", "Rematch"} & set(await dialog.evaluate(COVERED))
