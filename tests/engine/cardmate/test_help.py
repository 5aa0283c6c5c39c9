"""The diagrams and lessons of Cardmate's help are fixed lists that agree with the rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from engine import GAMES
from tests.engine.cardmate.boards import EVERY
from tests.rows import each_row

FOLDER = Path(__file__).parents[3] / "static/games/cardmate"
HELP: list[dict[str, Any]] = json.loads((FOLDER / "help.en.json").read_text())["cardmate.help"]
TEXTS: dict[str, str] = json.loads((FOLDER / "en.json").read_text())
GAME = GAMES["cardmate"]
DIAGRAMS = [block["diagram"] for block in HELP if "diagram" in block]
LESSONS = [block["try"] for block in HELP if "try" in block]


@each_row("shown", [*DIAGRAMS, *LESSONS])
def test_a_picture_shows_the_moves_and_the_view_of_its_position(shown: dict[str, Any]) -> None:
    state = GAME.position(shown["position"])
    assert GAME.show(state) == shown["position"]
    assert GAME.turn(state) == shown.get("turn", 0)
    view = GAME.view(state, None)
    assert {name: view[name] for name in shown.get("view", {})} == shown.get("view", {})
    assert shown.get("view", {}).get("must", []) == view["must"]
    start = " ".join(shown.get("words", []))
    assert shown.get("legal", []) in (
        [],
        [move for move in GAME.legal(state) if move.startswith(start)],
    )
    assert not start or shown["legal"]


def test_every_game_has_one_sentence_and_one_ruling_of_what_conquers_its_palace() -> None:
    for game in EVERY:
        own = [
            block for block in HELP if (block.get("where") or game.options).items() <= game.options.items()
        ]
        terms = [term for block in own for term, _ in block.get("terms", []) if term == "The palace"]
        rulings = [block["ruling"] for block in own if "conquered by" in block.get("ruling", "")]
        assert (len(terms), len(rulings)) == (1, 1)


@each_row("lesson", LESSONS)
def test_a_lesson_offers_every_move_and_knows_a_good_one(lesson: dict[str, Any]) -> None:
    assert tuple(lesson["legal"]) == GAME.legal(GAME.position(lesson["position"]))
    assert lesson["answers"].keys() <= set(lesson["legal"])
    assert lesson["answers"]


def test_the_queen_that_is_drawn_out_has_to_take_and_is_taken() -> None:
    state = GAME.position(LESSONS[2]["position"])
    for move in ("c4 d5", "d9 d5", "a2 d5"):
        assert move in GAME.legal(state)
        state = GAME.apply(state, move)
    after = GAME.apply(GAME.position(LESSONS[2]["position"]), "c4 d5")
    assert GAME.legal(after) == ("d9 d5",)


def test_every_game_and_every_value_of_an_option_has_its_sentence() -> None:
    for game in EVERY:
        assert TEXTS[f"cardmate.title.{game.id}"] == game.title
        assert TEXTS[f"cardmate.variant.{game.id}"]
        for option, value in game.options.items():
            assert TEXTS[f"cardmate.option.{option}"]
            assert TEXTS[f"cardmate.option.{option}.{value}"]
            assert TEXTS[f"cardmate.option.{option}.{value}.about"]


def test_the_duty_to_follow_suit_is_said_nowhere() -> None:
    """A lower card of the own suit must be captured, but a higher one may not: that is another rule."""
    files = [*FOLDER.glob("*.js*"), *(FOLDER.parents[2] / "engine/cardmate").glob("*.py")]
    assert len(files) > 15
    assert [
        file.name for file in files if re.search(r"follow\w* suit|whist", file.read_text(), re.IGNORECASE)
    ] == []
