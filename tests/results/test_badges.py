"""Badges, the milestones of results that win them, and the wins from which the store derives them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, get_args

from app.db.clock import now
from app.db.engine import write_transaction
from app.games.store import GameStore
from app.results.badges.badges import Milestone, Standalone, badges
from app.results.badges.store import BadgeStore
from app.results.recording import record_results
from app.results.results import Result
from engine import GAMES
from tests.app.solitaire_games import SOLITAIRES, new_solitaire
from tests.app.stored_games import new_player
from tests.results.test_streaks import RESULT
from tests.serving import ROOT

GAME = next(iter(GAMES.values()))
DAYS = [f"2026-02-{day}" for day in range(22, 29)] + ["2026-03-01", "2026-03-02"]


def milestone(at: int, **changes: object) -> Milestone:
    facts = {"rules": GAME.id, "perfect": False, "nth_clean": None, "solved": None} | changes
    return Milestone(game=f"game {at}", at=at, **facts)  # type: ignore[arg-type]


def test_a_badge_is_won_once_by_the_earliest_game() -> None:
    won = badges(
        [
            milestone(5, perfect=True),
            milestone(3, nth_clean=1),
            milestone(9, perfect=True, nth_clean=10),
            milestone(1),
            milestone(2, rules="a game that was taken away"),
        ]
    )
    assert [(badge.id, badge.at, badge.game) for badge in won] == [
        (f"win.{GAME.family}", 1, "game 1"),
        ("clean", 3, "game 3"),
        (f"perfect.{GAME.family}", 5, "game 5"),
        ("clean.10", 9, "game 9"),
    ]


def test_seven_solved_days_in_a_row_are_a_week() -> None:
    for days, end in ((DAYS[:6], None), (DAYS[:3] + DAYS[4:], None), (DAYS, 6), (DAYS[::-1], 2)):
        won = badges(milestone(at, solved=day) for at, day in enumerate(days))
        found = [badge.at for badge in won if badge.id == "week"]
        assert found == ([] if end is None else [end]), days


def test_every_badge_has_its_texts() -> None:
    texts = json.loads((ROOT / "static" / "lang" / "badges.en.json").read_text())
    named = {found[1] for key in texts if (found := re.fullmatch(r"badges\.(.+)\.about", key))}
    assert named == {*get_args(Standalone), "win", "perfect"}
    won = badges(milestone(at, nth_clean=at + 1, solved=day) for at, day in enumerate([*DAYS, "2026-04-01"]))
    assert {badge.id for badge in won if not badge.id.startswith("win.")} == set(get_args(Standalone))


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
