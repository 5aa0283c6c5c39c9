"""What a page asks for, how often, and in how many steps: the times on a slow link follow from these."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.async_api import Request

from engine import Game
from tests.browser.crowd import ALONE
from tests.browser.games import TWO
from tests.browser.visitor import Visit, Visitor

LOBBY, BOARD, STEPS = 24, 45, 3
TABLES = [TWO, ALONE]


@contextmanager
def requests_of(visitor: Visitor) -> Iterator[list[Request]]:
    """All requests of the page during the block."""
    asked: list[Request] = []
    visitor.page.on("request", asked.append)
    yield asked
    visitor.page.remove_listener("request", asked.append)


def steps(asked: list[Request]) -> int:
    """How many requests waited for one another, at least: each of a step began after one of the step before
    had ended. Pictures hold nothing up."""
    ends: list[float] = []
    needed = (request for request in asked if request.resource_type != "image")
    for request in sorted(needed, key=lambda request: request.timing["startTime"]):
        start = request.timing["startTime"]
        for step, end in enumerate(ends):
            if start < end:
                ends[step] = min(end, _end(request))
                break
        else:
            ends.append(_end(request))
    return len(ends)


def _end(request: Request) -> float:
    end = request.timing["responseEnd"]
    return request.timing["startTime"] + (max(0, end))


async def slow_down(visitor: Visitor) -> None:
    """Makes each answer late enough for the steps to stand out."""
    devtools = await visitor.context.new_cdp_session(visitor.page)
    await devtools.send("Network.enable")
    await devtools.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 300, "downloadThroughput": -1, "uploadThroughput": -1},
    )


@pytest.mark.parametrize("game", TABLES, ids=lambda game: game.id)
async def test_lobby_and_board_ask_for_little_and_in_few_steps(visit: Visit, game: Game[Any]) -> None:
    visitor = await visit(None, fresh=True)
    await slow_down(visitor)
    with requests_of(visitor) as asked:
        await visitor.go("/")
        await visitor.at_screen("lobby")
        await visitor.page.wait_for_load_state("networkidle")
    assert 8 < len(asked) <= LOBBY, [request.url for request in asked]
    assert steps(asked) <= STEPS
    assert not [request.url for request in asked if "/static/" in request.url and "/@" not in request.url]
    with requests_of(visitor) as asked:
        await visitor.page.locator(f"[data-act=play-now][data-rules={game.id}]").click()
        await visitor.at_screen("table")
        await visitor.connected()
        await visitor.page.wait_for_load_state("networkidle")
    assert 8 < len(asked) <= BOARD, [request.url for request in asked]
    assert steps(asked) <= STEPS
    sheets = await visitor.page.locator("link[rel=stylesheet]").evaluate_all(
        "all => all.flatMap(link => link.dataset.sheets.split(' '))"
    )
    assert len(set(sheets)) == len(sheets), "no style sheet is there twice"
