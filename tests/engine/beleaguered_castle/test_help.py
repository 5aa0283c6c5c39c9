"""The positions on the help page of Beleaguered Castle, held against the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import find

CATALOGUE = Path(__file__).parents[3] / "static" / "games" / "beleaguered_castle" / "help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))["beleaguered_castle.help"]
SHOWN = [(block, block.get("diagram") or block["try"]) for block in HELP if {"diagram", "try"} & set(block)]


@pytest.mark.parametrize(("block", "picture"), SHOWN)
def test_positions_and_moves_of_the_help_are_those_of_the_rules(
    block: dict[str, Any], picture: dict[str, Any]
) -> None:
    game = find(block.get("only", ["beleaguered_castle"])[0])
    state = game.position(picture["position"])
    assert set(picture.get("legal", [])) <= set(game.legal(state))
    words = tuple(picture.get("words", []))
    begun = {move for move in game.legal(state) if words and move.split()[: len(words)] == [*words]}
    assert begun <= set(picture.get("legal", []))
    if "try" in block:
        assert tuple(picture["legal"]) == game.legal(state)
        assert picture["answers"]
        assert set(picture["answers"]) < set(picture["legal"])


def test_each_lesson_has_a_right_answer_that_does_what_it_says() -> None:
    game = find("beleaguered_castle")
    freed = {"JC": 0, "XS": 1, "8S": 2}
    lessons = [picture for block, picture in SHOWN if "try" in block]
    for card, number in freed.items():
        for answer in lessons[number]["answers"]:
            after = game.apply(game.position(lessons[number]["position"]), answer)
            assert card in {row[-2:] for row in after.rows}
