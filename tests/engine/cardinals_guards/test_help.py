"""The diagrams and lessons of Cardinal's Guards' help say what the rules say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import GAMES

CATALOGUE = Path(__file__).parents[3] / "static/games/cardinals_guards/help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))["cardinals_guards.help"]
GAME = GAMES["cardinals_guards"]
DIAGRAMS = [block["diagram"] for block in HELP if "diagram" in block]
LESSONS = [block["try"] for block in HELP if "try" in block]


@pytest.mark.parametrize("shown", [*DIAGRAMS, *LESSONS], ids=lambda shown: shown["position"][-40:])
def test_a_picture_shows_runs_and_moves_of_its_position(shown: dict[str, Any]) -> None:
    """A picture may leave out runs, and the corners of a run into the tunnel."""
    state = GAME.position(shown["position"])
    assert GAME.outcome(state) is None
    runs = GAME.view(state, None)["runs"]
    assert set(shown["view"]) == {"runs"}
    for suit, ways in shown["view"]["runs"].items():
        for way, run in ways.items():
            assert {**runs[suit][way], **run} == runs[suit][way], (suit, way)
    start = " ".join(shown.get("words", []))
    assert shown["legal"]
    assert all(move.startswith(start) for move in shown["legal"])
    assert set(shown["legal"]) <= set(GAME.legal(state))
    if start.startswith("put"):
        assert shown["legal"] == [move for move in GAME.legal(state) if move.startswith(start)]


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson["answers"].keys())
def test_a_lesson_offers_every_move_of_its_runs_and_knows_the_good_ones(lesson: dict[str, Any]) -> None:
    """The good moves are those that search a chamber, or take a guard."""
    state = GAME.position(lesson["position"])
    begun = tuple(f"{suit} {way}" for suit, ways in lesson["view"]["runs"].items() for way in ways)
    assert lesson["legal"] == [move for move in GAME.legal(state) if move.startswith(begun)]
    searching = {move for move in lesson["legal"] if searches(state, move)}
    taking = {move for move in lesson["legal"] if move.endswith("take")}
    assert set(lesson["answers"]) == (searching or taking)
    assert set(lesson["answers"]) < set(lesson["legal"])


def searches(state: Any, move: str) -> bool:
    before: int = GAME.view(state, None)["searched"]
    after: int = GAME.view(GAME.apply(state, move), None)["searched"]
    return after > before
