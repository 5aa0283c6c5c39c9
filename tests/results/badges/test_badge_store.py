"""Wins from which a player's badges are derived, as the store finds them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from app.db.clock import now
from app.db.engine import write_transaction
from app.games.store import GameStore
from app.results.badges.store import BadgeStore
from app.results.recording import record_results
from app.results.results import Result
from tests.app.solitaire_games import SOLITAIRES, new_solitaire
from tests.app.stored_games import new_player
from tests.results.test_streaks import RESULT


async def test_clean_wins_of_all_families_count_together_and_no_others_and_days_in_a_row_are_a_week(
    store: GameStore,
) -> None:
    player = await new_player(store)
    families = list({game.family: game for game in SOLITAIRES}.values())
    results = list[Result]()
    for number in range(16):
        game = await new_solitaire(store, player, families[number % len(families)])
        daily = f"2026-03-{number + 1:02}" if number > 4 else None
        result = replace(RESULT, game=game.id, player=player.id, rules=game.game.id, won=True, daily=daily)
        results.append(replace(result, ended=now() + number))
    changes: list[dict[str, Any]] = [
        {"undone": 1},
        {"hints": 1},
        {"won": False},
        {"first": False},
        {"shown": False},
    ]
    others = [replace(result, **change) for result, change in zip(results, changes, strict=False)]
    async with write_transaction(store.engine) as connection:
        await record_results(connection, [*others, *results[len(others) :]])
    found = {badge.id: badge.game for badge in await BadgeStore(store.engine).of_player(player.id)}
    assert found["clean"] == results[len(others)].game
    assert found["clean.10"] == results[len(others) + 9].game
    assert found["week"] == results[11].game
