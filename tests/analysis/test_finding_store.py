"""Rows of findings: which of two stays, and what they follow."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.analysis.api import VALUES
from app.analysis.certified import Certified
from app.analysis.finding_store import HINT_LINES, FindingStore, HintLine, Kind
from app.analysis.messages import Evaluated, Value
from app.analysis.missed import MISSED_WINS, FoundWin, Searched
from app.analysis.scores import BEST_SCORES, best_of_day
from app.analysis.turning import TURNING_POINTS, TurningSearch
from app.games.store import GameStore
from app.model.analysts import has
from app.model.game_info import GameInfo, deal_json
from app.results.daily.days import Day
from engine import GAMES
from engine.daily import has_daily_deal
from tests.app.solitaire_games import solitaire_info
from tests.app.stored_games import new_game, new_player

WIN, SHORT_WIN, NONE = (
    Searched(FoundWin(12, 3, ("a", "b"))),
    Searched(FoundWin(0, None, ("a",))),
    Searched(None),
)


def evaluated(n: int, points: int) -> Evaluated:
    return Evaluated(n, Value(exact=False, points=points, depth=3), [("a", "A")])


@pytest.fixture
def findings(engine: AsyncEngine) -> FindingStore:
    return FindingStore(engine)


async def test_of_two_searches_for_a_missed_win_the_one_that_is_stored_first_stays(
    engine: AsyncEngine, store: GameStore, findings: FindingStore
) -> None:
    other = FindingStore(engine)
    first, second, third = [(await new_game(store)).id for _ in range(3)]
    assert await findings.get(MISSED_WINS, first) is None
    for game, one, later in ((first, WIN, NONE), (second, NONE, WIN)):
        await findings.put(MISSED_WINS, game, one, 1)
        await other.put(MISSED_WINS, game, later, 2)
        assert await other.get(MISSED_WINS, game) == one
    await asyncio.gather(*(each.put(MISSED_WINS, third, SHORT_WIN, 3) for each in (findings, other)))
    assert await findings.get(MISSED_WINS, third) == SHORT_WIN


async def test_hint_lines_and_bisections_are_replaced(store: GameStore, findings: FindingStore) -> None:
    game = (await new_game(store)).id
    for line in (HintLine("here", ("a", "b")), HintLine("there", ("b",))):
        await findings.put(HINT_LINES, game, line, 1)
        assert await findings.get(HINT_LINES, game) == line
    begun = TurningSearch(9).found(4, "unknown")
    for turning in (begun, begun.found(1, "winnable", ("a", "b")).found(7, "lost")):
        await findings.put(TURNING_POINTS, game, turning, 1)
        assert await findings.get(TURNING_POINTS, game) == turning


async def test_values_stay_unless_they_were_found_before_a_time(
    store: GameStore, findings: FindingStore
) -> None:
    game = (await new_game(store)).id
    await findings.put_range(VALUES, game, {1: evaluated(1, 10), 2: evaluated(2, 20)}, 100)
    await findings.put_range(VALUES, game, {2: evaluated(2, 0), 9: evaluated(9, 90)}, 101)
    known = {1: (evaluated(1, 10), 100), 2: (evaluated(2, 20), 100), 9: (evaluated(9, 90), 101)}
    assert await findings.get_range(VALUES, game, 1, 9) == known
    await findings.put_range(VALUES, game, {1: evaluated(1, 11), 9: evaluated(9, 91)}, 102, since=101)
    assert await findings.get_range(VALUES, game, 1, 9) == known | {1: (evaluated(1, 11), 102)}
    assert set(await findings.get_range(VALUES, game, 2, 8)) == {2}


async def test_nothing_is_stored_about_a_game_that_has_been_swept_meanwhile(findings: FindingStore) -> None:
    await findings.put(MISSED_WINS, "nothing", WIN, 1)
    await findings.put(TURNING_POINTS, "nothing", TurningSearch(9), 1)
    await findings.put(HINT_LINES, "nothing", HintLine("here", ("a",)), 1)
    await findings.put_range(VALUES, "nothing", {1: evaluated(1, 10)}, 1)
    kinds: tuple[Kind[Any], ...] = (MISSED_WINS, TURNING_POINTS, HINT_LINES, VALUES)
    for kind in kinds:
        assert await findings.get_range(kind, "nothing", 0, 9) == {}


async def test_best_scores_of_a_day_are_those_of_its_deals_under_the_newest_rules_searched(
    findings: FindingStore,
) -> None:
    searched = (game for game in GAMES.values() if has_daily_deal(game) and has(game, "evaluate"))
    game = max(searched, key=lambda game: game.version)
    day = Day("2026-01-01", b"1" * 32)
    for version in range(1, game.version + 2):
        expected = {game.id: (version, 0)} if version <= game.version else {game.id: (game.version, 0)}
        key = f"{game.id} {version} {deal_json(day.deal(game))}"
        await findings.put(BEST_SCORES, key, (version, 0), 1)
        await findings.put(BEST_SCORES, key, (9, 9), 2)
        assert await best_of_day(findings, day) == expected
    assert await best_of_day(findings, Day("2026-01-02", b"1" * 32)) == {}


async def test_a_certified_deal_is_created_with_its_line_or_not_at_all(
    store: GameStore, findings: FindingStore
) -> None:
    player = await new_player(store)
    made, failed = (solitaire_info(player, deal=deal) for deal in (7, 8))
    await store.create_game(made, Certified(7, ("a", "b")).write_line)
    start = made.game.show(made.match().state)
    assert await findings.get(HINT_LINES, made.id) == HintLine(start, ("a", "b"))

    async def fail(connection: AsyncConnection, info: GameInfo) -> None:
        await Certified(8, ("a",)).write_line(connection, info)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await store.create_game(failed, fail)
    assert await store.info(failed.id) is None
    assert await findings.get(HINT_LINES, failed.id) is None
