"""The diagrams and lessons of the help of Three Musketeers agree with the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import GAMES
from tests.rows import each_row

CATALOGUE = Path(__file__).parents[3] / "static/games/three_musketeers/help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))["three_musketeers.help"]
GAME = GAMES["three_musketeers"]
DIAGRAMS = [block["diagram"] for block in HELP if "diagram" in block]
LESSONS = [block["try"] for block in HELP if "try" in block]


@each_row("shown", [*DIAGRAMS, *LESSONS])
def test_a_picture_shows_the_moves_and_the_view_of_its_position(shown: dict[str, Any]) -> None:
    state = GAME.position(shown["position"])
    assert GAME.outcome(state) is None
    assert GAME.turn(state) == shown.get("turn", 0)
    assert {"position": shown["position"], **shown["view"]} == GAME.view(state, None)
    start = " ".join(shown.get("words", []))
    listed = [move for move in GAME.legal(state) if move.startswith(start)]
    assert sorted(shown.get("legal", listed)) == sorted(listed)


@each_row("lesson", LESSONS)
def test_a_lesson_offers_every_move_and_knows_the_good_ones(lesson: dict[str, Any]) -> None:
    """Good answers force the musketeers into line, or leave as few of them in line as can be, never three."""
    state = GAME.position(lesson["position"])
    assert sorted(lesson["legal"]) == sorted(GAME.legal(state))
    after = {move: GAME.apply(state, move) for move in lesson["legal"]}
    if lesson["turn"] == 1:
        good = {move for move, made in after.items() if every_reply_aligns(made)}
    else:
        least = min(in_line(made) for made in after.values())
        good = {move for move, made in after.items() if in_line(made) == least < 3}
    assert set(lesson["answers"]) == good
    assert good < set(lesson["legal"])


def in_line(state: Any) -> int:
    """Return how many musketeers stand in the fullest row or column."""
    counts: list[int] = [count for _, count in GAME.view(state, None)["aligned"].values()]
    return max(counts)


def every_reply_aligns(state: Any) -> bool:
    ends = [GAME.outcome(GAME.apply(state, reply)) for reply in GAME.legal(state)]
    return bool(ends) and all(end is not None and end.reason == "aligned" for end in ends)
