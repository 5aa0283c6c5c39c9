"""The positions on the help page of Beleaguered Castle, checked against the rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import Game, find
from engine.beleaguered_castle import GAMES
from engine.beleaguered_castle.position import State
from tests.rows import each_row

CATALOGUE = Path(__file__).parents[3] / "static" / "games" / "beleaguered_castle" / "help.en.json"
HELP: list[dict[str, Any]] = json.loads(CATALOGUE.read_text(encoding="utf-8"))["beleaguered_castle.help"]
SHOWN = [(block, block.get("diagram") or block["try"]) for block in HELP if {"diagram", "try"} & set(block)]


@each_row("block, picture", SHOWN)
def test_positions_and_moves_of_the_help_are_those_of_the_rules(
    block: dict[str, Any], picture: dict[str, Any]
) -> None:
    for name in block.get("only", ["beleaguered_castle"]):
        check(find(name), block, picture)


def check(game: Game[State], block: dict[str, Any], picture: dict[str, Any]) -> None:
    state = game.position(picture["position"])
    view = game.view(state, None)
    assert picture["view"] == {name: view[name] for name in picture["view"]}
    assert set(picture.get("legal", [])) <= set(game.legal(state))
    words = tuple(picture.get("words", []))
    begun = {move for move in game.legal(state) if words and move.split()[: len(words)] == [*words]}
    assert begun <= set(picture.get("legal", []))
    if "try" in block:
        assert tuple(picture["legal"]) == game.legal(state)
        assert picture["answers"]
        assert set(picture["answers"]) < set(picture["legal"])


def test_what_is_said_of_some_variants_is_said_of_all_that_are_alike_in_it() -> None:
    """In a block's `only`: all that share a deal, or all that share the strictness."""
    sisters = [
        {game.id for game in GAMES if game.options[name] == value}
        for name in ("deal", "rules")
        for value in {game.options[name] for game in GAMES}
    ]
    assert all({*block["only"]} in sisters for block in HELP if "only" in block)


def test_every_game_has_its_title_and_a_sentence() -> None:
    texts = json.loads(CATALOGUE.with_name("en.json").read_text(encoding="utf-8"))
    for game in GAMES:
        assert texts[f"beleaguered_castle.title.{game.id}"] == game.title
        assert texts[f"beleaguered_castle.variant.{game.id}"]


def test_each_lesson_has_a_right_answer_that_does_what_it_says() -> None:
    game = find("beleaguered_castle")
    freed = {"JC": 0, "XS": 1, "8S": 2}
    lessons = [picture for block, picture in SHOWN if "try" in block]
    for card, number in freed.items():
        for answer in lessons[number]["answers"]:
            after = game.apply(game.position(lessons[number]["position"]), answer)
            assert card in {row[-2:] for row in after.rows}
    emptying, choosing = lessons[3:]
    for move in emptying["legal"]:
        after = game.apply(game.position(emptying["position"]), move)
        assert ("" in after.rows) == (move in emptying["answers"])
    for move in choosing["legal"]:
        after = game.apply(game.position(choosing["position"]), move)
        home = {top for row in after.rows if (top := row[-2:]) in {"JC", "QH", "QS"}}
        assert (home == {"JC", "QH", "QS"}) == (move in choosing["answers"])
