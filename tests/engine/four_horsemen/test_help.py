"""The pictures and lessons of the help of Four Horsemen, checked against the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.cards import CARDS
from engine.four_horsemen.notation import position
from engine.four_horsemen.position import State
from tests.engine.four_horsemen.tables import OPEN as GAME
from tests.rows import each_row

CATALOGUE = Path(__file__).parents[3] / "static/games/four_horsemen/help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))["four_horsemen.help"]
DIAGRAMS = [block["diagram"] for block in HELP if "diagram" in block]
LESSONS = [block["try"] for block in HELP if "try" in block]


def state_of(picture: dict[str, Any]) -> State:
    """Return the position of a picture, which shows all cards but those of the deck."""
    fields = picture["position"].split(" ")
    deck = [card for card in CARDS if card not in picture["position"]]
    assert len(deck) == int(fields[4]), "52 cards"
    fields[4] = "".join(deck) or "-"
    return position(" ".join(fields))


@each_row("picture", [*DIAGRAMS, *LESSONS])
def test_a_picture_shows_the_view_and_the_moves_of_its_position(picture: dict[str, Any]) -> None:
    state = state_of(picture)
    assert GAME.outcome(state) is None
    view = GAME.view(state, None)
    assert picture["view"] | {"position": picture["position"]} == view
    if "legal" in picture:
        assert tuple(picture["legal"]) == GAME.legal(state)


@each_row("picture", [*DIAGRAMS, *LESSONS])
def test_the_top_of_every_stack_in_a_picture_has_a_suitmate_under_it(picture: dict[str, Any]) -> None:
    for top, *under in state_of(picture).stacks:
        assert top[1] in {card[1] for card in under}


@each_row("lesson", LESSONS)
def test_a_lesson_has_a_right_answer_and_a_word_on_all_others(lesson: dict[str, Any]) -> None:
    state = state_of(lesson)
    assert lesson["answers"].keys() < set(lesson["legal"])
    assert lesson["otherwise"]
    for answer in lesson["answers"]:
        if answer.endswith(" ..."):
            start = answer.removesuffix("...")
            assert any(move.startswith(start) for move in GAME.completions(state))


def test_the_right_tops_in_the_lessons_do_what_they_say() -> None:
    state = GAME.play(state_of(LESSONS[3]), "play 2D")
    assert list(GAME.completions(state)) == ["beat h1 JC*2D"]
    other = GAME.play(state_of(LESSONS[3]), "play 7D")
    assert not list(GAME.completions(other))
    assert "play 9C" in GAME.legal(GAME.play(state_of(LESSONS[4]), "reserve"))
