"""The lessons of the help of Cardinal's Guards: the good answers are those that the rules show."""

from __future__ import annotations

from typing import Any

from engine import GAMES
from tests.engine.games import lessons
from tests.rows import each_row

GAME = GAMES["cardinals_guards"]


@each_row("lesson", lessons(GAME.family))
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
