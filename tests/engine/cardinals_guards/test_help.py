"""The diagrams and lessons of the help of Cardinal's Guards agree with the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import GAMES
from tests.rows import each_row

CATALOGUE = Path(__file__).parents[3] / "static/games/cardinals_guards/help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))["cardinals_guards.help"]
GAME = GAMES["cardinals_guards"]
DIAGRAMS = [block["diagram"] for block in HELP if "diagram" in block]
LESSONS = [block["try"] for block in HELP if "try" in block]


@each_row("shown", [*DIAGRAMS, *LESSONS])
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


@each_row("lesson", LESSONS)
def test_a_lesson_offers_every_move_of_its_kind_and_knows_the_good_ones(lesson: dict[str, Any]) -> None:
    """The good moves are those that search a chamber or take a guard, by which a musketeer escapes, or after
    which the next run of one searches a chamber that it would have missed."""
    state = GAME.position(lesson["position"])
    runs = [f"{suit} {way}" for suit, ways in lesson["view"]["runs"].items() for way in ways]
    begun = tuple(runs or ["put"])
    assert lesson["legal"] == [move for move in GAME.legal(state) if move.startswith(begun)]
    good = [
        {move for move in lesson["legal"] if does(state, move)} for does in (searches, takes, escapes, stops)
    ]
    assert set(lesson["answers"]) == next(filter(None, good))
    assert set(lesson["answers"]) < set(lesson["legal"])


def takes(_: Any, move: str) -> bool:
    return move.endswith("take")


def escapes(state: Any, move: str) -> bool:
    return len(GAME.view(GAME.apply(state, move), None)["position"].split()[-1]) > len(
        GAME.view(state, None)["position"].split()[-1].replace("-", "")
    )


def stops(state: Any, move: str) -> bool:
    """Return whether after a guard was placed some run searches a chamber."""
    runs = GAME.view(GAME.apply(state, move), None)["runs"]
    return move.startswith("put") and any(run["searches"] for ways in runs.values() for run in ways.values())


def searches(state: Any, move: str) -> bool:
    before: int = GAME.view(state, None)["searched"]
    after: int = GAME.view(GAME.apply(state, move), None)["searched"]
    return after > before
