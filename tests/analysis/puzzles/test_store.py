"""Rows of answers to puzzles."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from app.analysis.puzzles.messages import PuzzleMine
from app.analysis.puzzles.store import PuzzleStore
from app.bus.notices import Bus
from app.games.store import GameStore
from app.people.player_data import PlayerData
from app.results.recording import take_over_results
from tests.app.stored_games import new_player

TODAY = "2026-11-21"


async def test_the_first_answer_stays_and_the_streak_counts_days_with_a_solved_puzzle(
    engine: AsyncEngine, store: GameStore
) -> None:
    results, player = PuzzleStore(engine), (await new_player(store)).id
    assert await results.record(player, "game", TODAY) == PuzzleMine(0, 0, 0, None)
    for puzzle, day, solved in (
        *(("a", "2026-11-18", True), ("b", "2026-11-20", True), ("b", "2026-11-20", False)),
        *(("a", None, True), ("c", None, False), ("c", None, True), ("a", TODAY, False)),
    ):
        await results.keep(player, puzzle, "game", day, 1, solved=solved)
    await results.keep("nobody", "a", "game", TODAY, 1, solved=True)
    assert await results.record(player, "game", TODAY) == PuzzleMine(2, 1, 1, False)
    assert await results.record(player, "other", TODAY) == PuzzleMine(2, 1, 1, None)
    assert await results.results_in(player, "2026-11") == {
        "2026-11-18": {"game": True},
        "2026-11-20": {"game": True},
        TODAY: {"game": False},
    }
    assert await results.results_in(player, "2026-10") == {}


async def test_a_merge_takes_answers_along_and_the_accounts_own_stay(
    engine: AsyncEngine, store: GameStore
) -> None:
    results = PuzzleStore(engine)
    guest, account = [(await new_player(store)).id for _ in range(2)]
    for player, puzzle, solved in ((guest, "a", True), (guest, "b", True), (account, "a", False)):
        await results.keep(player, puzzle, "game", None, 1, solved=solved)
    await PlayerData(engine, Bus(), take_over_results).merge(guest, account, 2)
    assert (await results.record(account, "game", TODAY)).solved == 1
    assert (await results.record(guest, "game", TODAY)).solved == 0
    await PlayerData(engine, Bus(), take_over_results).anonymise(account, 3)
    assert (await results.record(account, "game", TODAY)).solved == 0
