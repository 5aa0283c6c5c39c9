"""What the help of Four Horsemen says beyond the views of its pictures."""

from __future__ import annotations

from typing import Any

from engine.four_horsemen.position import State
from tests.engine.four_horsemen.tables import OPEN as GAME
from tests.engine.games import help_blocks, lessons
from tests.engine.test_help import state_of as state_of_picture
from tests.rows import each_row

LESSONS = lessons("four_horsemen")
PICTURES = [
    block[kind] for block in help_blocks("four_horsemen") for kind in ("diagram", "try") if kind in block
]


def state_of(picture: dict[str, Any]) -> State:
    """Return the position of a picture, which shows all cards but those of the deck."""
    state: State = state_of_picture(GAME, picture)
    return state


@each_row("picture", PICTURES)
def test_a_picture_lists_every_move_and_a_suitmate_lies_under_each_top(picture: dict[str, Any]) -> None:
    state = state_of(picture)
    assert tuple(picture.get("legal", GAME.legal(state))) == GAME.legal(state)
    for top, *under in state.stacks:
        assert top[1] in {card[1] for card in under}


@each_row("lesson", LESSONS)
def test_a_lesson_has_a_right_answer_and_a_word_on_all_others(lesson: dict[str, Any]) -> None:
    state = state_of(lesson)
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
