"""Badges and the milestones of results that win them."""

from __future__ import annotations

import json
import re
from typing import get_args

from app.results.badges.badges import Milestone, Standalone, badges
from engine import GAMES
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
